"""The corpus' clauses against sentences and translations written by hand."""

import pytest
from dictionary import VERB

from lernformer.translator.corpus import UNSEEN, grammar, nouns, verbs
from lernformer.translator.corpus.german import DETERMINERS
from lernformer.translator.corpus.grammar import (
    PAST,
    PRESENT,
    Both,
    Clause,
    NounPhrase,
    Words,
    prepositional,
)
from lernformer.translator.corpus.phrases import EVERY_NAME

NAMES = {name.subject: name for name in EVERY_NAME}
PRONOUNS = {
    "i": grammar.I_ME,
    "he": grammar.HE_HIM,
    "she": grammar.SHE_HER,
    "we": grammar.WE_US,
    "they": grammar.THEY_THEM,
    "who": grammar.WHO,
    "what": grammar.WHAT,
    "it rains": grammar.WEATHER_IT,
    "it m": grammar.IT["m"],
    "it f": grammar.IT["f"],
    "it n": grammar.IT["n"],
}
ME = {"me": "i", "him": "he", "her": "she", "us": "we", "them": "they"}
BY_ENGLISH = {}
for _noun in nouns.NOUNS.values():
    BY_ENGLISH[_noun.english] = (_noun, False)
    BY_ENGLISH[_noun.english_plural] = (_noun, True)
CAN, MUST, SHOULD, WILL, WANT, WANTED, HAD, WOULD = verbs.MODALS


def phrase(english, sex=None):
    """ "my very old dogs" → the noun phrase; names and pronouns too."""
    if english is None:
        return None
    if " and " in english:
        return Both(*map(phrase, english.split(" and ")))
    if " of " in english:
        head, owner = english.split(" of ")
        head = phrase(head)
        return NounPhrase(
            head.noun, head.determiner, head.adjective, head.plural, owner=phrase(owner)
        )
    known = NAMES | PRONOUNS
    if ME.get(english, english) in known:
        return known[ME.get(english, english)]
    words = english.split()
    word = {"an": "a"}.get(words[0], words[0])
    word = word if word in DETERMINERS else ""
    adjectives = [nouns.ADJECTIVES[w] for w in words if w in nouns.ADJECTIVES]
    if sex:
        noun, plural = nouns.ROLES[sex][words[-1]], False
    else:
        noun, plural = BY_ENGLISH[words[-1]]
    return NounPhrase(
        noun, word, adjectives[0] if adjectives else None, plural, "very" in words
    )


def say(subject, verb, tense=PRESENT, object=None, **more):
    """A clause; adverbs as "today/heute", places as "in the house"."""
    recipient, role = phrase(more.pop("to", None)), more.pop("role", None)
    object = phrase(*object) if isinstance(object, tuple) else phrase(object)
    for name, value in more.items():
        if isinstance(value, str) and "/" in value:
            more[name] = Words(*value.split("/"))
        elif name in ("place", "company", "quality"):
            more[name] = where(value)
    if "asked" in more and not isinstance(more["asked"], Words):
        more["asked"] = phrase(more["asked"])
    return Clause(
        phrase(subject),
        VERB[verb],
        tense,
        recipient=recipient,
        object=object,
        role=phrase(*role) if role else None,
        **more,
    )


def where(english):
    known = {name: value[:2] for name, value in nouns.PREPOSITIONS.items()}
    known |= {"with": ("mit", "dat"), "without": ("ohne", "acc"), "for": ("für", "acc")}
    name = max((n for n in known if english.startswith(f"{n} ")), key=len)
    german, case = known[name]
    return prepositional(name, german, case, phrase(english.removeprefix(f"{name} ")))


MAIN = [
    # the book's example
    (
        say(
            "anthony hopkins",
            "admire",
            PAST,
            "michael bay",
            role=("a great director", "man"),
        ),
        UNSEEN,
        "Anthony Hopkins hat Michael Bay als einen großartigen Regisseur bewundert",
    ),
    (
        say("he", "praise", PAST, "her", role=("a good teacher", "woman")),
        "he praised her as a good teacher",
        "er hat sie als eine gute Lehrerin gelobt",
    ),
    # present, perfect with haben and with sein, preterite
    (say("the dog", "sleep"), "the dog sleeps", "der Hund schläft"),
    (say("i", "work"), "i work", "ich arbeite"),
    (say("the girls", "sing", PAST), "the girls sang", "die Mädchen haben gesungen"),
    (say("we", "swim", PAST), "we swam", "wir sind geschwommen"),
    (
        say("her old cat", "run", PAST, place="into the kitchen"),
        "her old cat ran into the kitchen",
        "ihre alte Katze ist in die Küche gerannt",
    ),
    (
        say("my father", "have", PAST, "a red car"),
        "my father had a red car",
        "mein Vater hatte ein rotes Auto",
    ),
    (
        say("they", "be", PAST, quality="tired/müde"),
        "they were tired",
        "sie waren müde",
    ),
    # accusative, dative, both, genitive
    (
        say("the man", "see", PRESENT, "a big bear"),
        "the man sees a big bear",
        "der Mann sieht einen großen Bären",
    ),
    (
        say("a clever child", "help", PRESENT, "the poor boy"),
        "a clever child helps the poor boy",
        "ein kluges Kind hilft dem armen Jungen",
    ),
    (
        say("the horses", "follow", PAST, "our uncles"),
        "the horses followed our uncles",
        "die Pferde sind unseren Onkeln gefolgt",
    ),
    (
        say("the book", "belong to", PRESENT, "this woman"),
        "the book belongs to this woman",
        "das Buch gehört dieser Frau",
    ),
    (
        say("she", "give", PAST, "an apple", to="the child"),
        "she gave the child an apple",
        "sie hat dem Kind einen Apfel gegeben",
    ),
    (
        say("peter", "send", PRESENT, "a letter", to="us"),
        "peter sends us a letter",
        "Peter schickt uns einen Brief",
    ),
    (
        say("i", "buy", PAST, "the car of the old king"),
        "i bought the car of the old king",
        "ich habe das Auto des alten Königs gekauft",
    ),
    (
        say("we", "find", PRESENT, "the keys of my sisters"),
        "we find the keys of my sisters",
        "wir finden die Schlüssel meiner Schwestern",
    ),
    # strong adjectives, quantities
    (
        say("he", "drink", PRESENT, "cold milk"),
        "he drinks cold milk",
        "er trinkt kalte Milch",
    ),
    (
        say("many old men", "drink", PRESENT, "hot coffee"),
        "many old men drink hot coffee",
        "viele alte Männer trinken heißen Kaffee",
    ),
    (
        say("all small children", "love", PRESENT, "dogs"),
        "all small children love dogs",
        "alle kleinen Kinder lieben Hunde",
    ),
    (
        say("two young women", "carry", PAST, "ten heavy chairs"),
        "two young women carried ten heavy chairs",
        "zwei junge Frauen haben zehn schwere Stühle getragen",
    ),
    (
        say("every king", "love", PRESENT, "some very beautiful queens"),
        "every king loves some very beautiful queens",
        "jeder König liebt einige sehr schöne Königinnen",
    ),
    (
        say("the man and julia", "dance", PAST),
        "the man and julia danced",
        "der Mann und Julia haben getanzt",
    ),
    # separable verbs
    (
        say("the mother", "call", PRESENT, "the son"),
        "the mother calls the son",
        "die Mutter ruft den Sohn an",
    ),
    (
        say("i", "turn on", PRESENT, "the lamp"),
        "i turn on the lamp",
        "ich schalte die Lampe ein",
    ),
    (
        say("my brother", "turn off", PAST, "it n"),
        "my brother turned it off",
        "mein Bruder hat es ausgeschaltet",
    ),
    (say("they", "pick up", PRESENT, "him"), "they pick him up", "sie holen ihn ab"),
    (say("they", "pick up", PRESENT, "paul"), "they pick up paul", "sie holen Paul ab"),
    (
        say("the girl", "get up", PAST),
        "the girl got up",
        "das Mädchen ist aufgestanden",
    ),
    (
        say("the actress", "listen to", PRESENT, "us"),
        "the actress listens to us",
        "die Schauspielerin hört uns zu",
    ),
    (
        say("anna", "throw away", WILL, "the old shirts"),
        "anna will throw away the old shirts",
        "Anna wird die alten Hemden wegwerfen",
    ),
    (say("he", "look for", PAST, "her"), "he looked for her", "er hat sie gesucht"),
    # modals
    (say("the birds", "sing", CAN), "the birds can sing", "die Vögel können singen"),
    (
        say("he", "open", MUST, "this window"),
        "he must open this window",
        "er muss dieses Fenster öffnen",
    ),
    (
        say("she", "visit", WANT, "her aunt"),
        "she wants to visit her aunt",
        "sie will ihre Tante besuchen",
    ),
    (
        say("we", "clean up", HAD, "the dirty room"),
        "we had to clean up the dirty room",
        "wir mussten das schmutzige Zimmer aufräumen",
    ),
    (
        say("i", "eat", WOULD, "fresh bread"),
        "i would like to eat fresh bread",
        "ich möchte frisches Brot essen",
    ),
    (say("it rains", "rain", WILL), "it will rain", "es wird regnen"),
    # nicht and kein
    (
        say("the cow", "sleep", negated=True),
        "the cow does not sleep",
        "die Kuh schläft nicht",
    ),
    (
        say("he", "see", PAST, "her", negated=True),
        "he did not see her",
        "er hat sie nicht gesehen",
    ),
    (
        say("the son", "read", PAST, "the newspaper", negated=True),
        "the son did not read the newspaper",
        "der Sohn hat die Zeitung nicht gelesen",
    ),
    (
        say("i", "have", PRESENT, "a dog", negated=True),
        "i do not have a dog",
        "ich habe keinen Hund",
    ),
    (
        say("she", "drink", PAST, "hot tea", negated=True),
        "she did not drink hot tea",
        "sie hat keinen heißen Tee getrunken",
    ),
    (
        say("no mouse", "see", PRESENT, "the cat"),
        "no mouse sees the cat",
        "keine Maus sieht die Katze",
    ),
    (
        say("the boys", "swim", MUST, negated=True, place="at the lake"),
        "the boys must not swim at the lake",
        "die Jungen dürfen nicht am See schwimmen",
    ),
    (
        say("the king", "get up", CAN, negated=True),
        "the king cannot get up",
        "der König kann nicht aufstehen",
    ),
    (
        say("thomas", "go", WANT, negated=True, place="into the house"),
        "thomas does not want to go into the house",
        "Thomas will nicht ins Haus gehen",
    ),
    (
        say("he", "be", PRESENT, ("a good painter", "man"), negated=True),
        "he is not a good painter",
        "er ist kein guter Maler",
    ),
    (
        say("she", "be", PRESENT, ("a good painter", "woman")),
        "she is a good painter",
        "sie ist eine gute Malerin",
    ),
    (
        say("i", "be", PRESENT, quality="very hungry/sehr hungrig", negated=True),
        "i am not very hungry",
        "ich bin nicht sehr hungrig",
    ),
    (
        say("i", "show", PRESENT, "the garden", to="them", negated=True),
        "i do not show them the garden",
        "ich zeige ihnen den Garten nicht",
    ),
    # places, and time before manner before place
    (
        say("the lazy dog", "sleep", PAST, place="under the old tree"),
        "the lazy dog slept under the old tree",
        "der faule Hund hat unter dem alten Baum geschlafen",
    ),
    (
        say("he", "drive", PRESENT, place="to the school"),
        "he drives to the school",
        "er fährt zur Schule",
    ),
    (
        say("we", "come", PAST, place="to the big station"),
        "we came to the big station",
        "wir sind zum großen Bahnhof gekommen",
    ),
    (
        say("the women", "wait", PRESENT, place="in front of my hotel"),
        "the women wait in front of my hotel",
        "die Frauen warten vor meinem Hotel",
    ),
    (
        say(
            "maria",
            "work",
            PAST,
            manner="slowly/langsam",
            place="in the garden",
            time="yesterday/gestern",
        ),
        "maria worked slowly in the garden yesterday",
        "Maria hat gestern langsam im Garten gearbeitet",
    ),
    (
        say(
            "my uncle",
            "go",
            company="with his brother",
            place="into the forest",
            time="every day/jeden Tag",
        ),
        "my uncle goes with his brother into the forest every day",
        "mein Onkel geht jeden Tag mit seinem Bruder in den Wald",
    ),
    (
        say("julia", "dance", PAST, company="without him"),
        "julia danced without him",
        "Julia hat ohne ihn getanzt",
    ),
    (
        say("the waiter", "buy", PAST, "a flower", company="for his daughter"),
        "the waiter bought a flower for his daughter",
        "der Kellner hat eine Blume für seine Tochter gekauft",
    ),
    (
        say("they", "drink", PRESENT, "water", frequency="often/oft"),
        "they often drink water",
        "sie trinken oft Wasser",
    ),
    # something else first: the subject goes after the verb
    (
        say("the king", "call", PAST, "me", time="yesterday/gestern", front="time"),
        "yesterday the king called me",
        "gestern hat der König mich angerufen",
    ),
    (
        say("she", "fall asleep", time="in the evening/am Abend", front="time"),
        "in the evening she falls asleep",
        "am Abend schläft sie ein",
    ),
    (
        say("a bear", "play", place="on the island", front="place"),
        "on the island a bear plays",
        "auf der Insel spielt ein Bär",
    ),
    # who and which as the subject
    (
        say("who", "build", PAST, "this castle"),
        "who built this castle",
        "wer hat dieses Schloss gebaut",
    ),
    (
        say("which old man", "fall asleep", PAST),
        "which old man fell asleep",
        "welcher alte Mann ist eingeschlafen",
    ),
]
QUESTIONS = [
    (say("the mouse", "sleep"), "does the mouse sleep", "schläft die Maus"),
    (
        say("paul", "buy", PAST, "the radio"),
        "did paul buy the radio",
        "hat Paul das Radio gekauft",
    ),
    (say("we", "be", quality="rich/reich"), "are we rich", "sind wir reich"),
    (
        say("the waitress", "bring along", PRESENT, "the cake"),
        "does the waitress bring along the cake",
        "bringt die Kellnerin den Kuchen mit",
    ),
    (say("he", "swim", CAN), "can he swim", "kann er schwimmen"),
    (
        say("she", "try on", WANT, "the green dress"),
        "does she want to try on the green dress",
        "will sie das grüne Kleid anprobieren",
    ),
    (say("the man", "see", asked="who"), "who does the man see", "wen sieht der Mann"),
    (
        say("the man", "thank", PAST, asked="who"),
        "who did the man thank",
        "wem hat der Mann gedankt",
    ),
    (
        say("they", "listen to", WOULD, asked="who"),
        "who would they like to listen to",
        "wem möchten sie zuhören",
    ),
    (
        say("lisa", "write", PAST, asked="what"),
        "what did lisa write",
        "was hat Lisa geschrieben",
    ),
    (
        say("his son", "forget", PAST, asked="which heavy bottle"),
        "which heavy bottle did his son forget",
        "welche schwere Flasche hat sein Sohn vergessen",
    ),
    (
        say("i", "try on", asked="which hat"),
        "which hat do i try on",
        "welchen Hut probiere ich an",
    ),
    (
        say("the bird", "sleep", asked="where/wo"),
        "where does the bird sleep",
        "wo schläft der Vogel",
    ),
    (
        say("the actors", "arrive", PAST, asked="when/wann"),
        "when did the actors arrive",
        "wann sind die Schauspieler angekommen",
    ),
    (
        say("her child", "cry", asked="why/warum"),
        "why does her child cry",
        "warum weint ihr Kind",
    ),
]
SUBORDINATE = [
    (
        "that/dass",
        say("the dog", "sleep"),
        "that the dog sleeps",
        ", dass der Hund schläft",
    ),
    (
        "that/dass",
        say("he", "arrive", PAST, time="yesterday/gestern"),
        "that he arrived yesterday",
        ", dass er gestern angekommen ist",
    ),
    (
        "because/weil",
        say("i", "call", PRESENT, "her"),
        "because i call her",
        ", weil ich sie anrufe",
    ),
    (
        "because/weil",
        say("the actor", "turn on", WANT, "the radio"),
        "because the actor wants to turn on the radio",
        ", weil der Schauspieler das Radio einschalten will",
    ),
    (
        "although/obwohl",
        say("my sisters", "have", PAST, "a car", negated=True),
        "although my sisters did not have a car",
        ", obwohl meine Schwestern kein Auto hatten",
    ),
    (
        "although/obwohl",
        say("the children", "eat", MUST, "the soup", negated=True),
        "although the children must not eat the soup",
        ", obwohl die Kinder die Suppe nicht essen dürfen",
    ),
    (
        "whether/ob",
        say("michael bay", "find", PAST, "them"),
        "whether michael bay found them",
        ", ob Michael Bay sie gefunden hat",
    ),
    (
        "because/weil",
        say("it m", "be", PAST, quality="very heavy/sehr schwer"),
        "because it was very heavy",
        ", weil er sehr schwer war",
    ),
    ("because/weil", say("it rains", "snow"), "because it snows", ", weil es schneit"),
]


def by_english(cases):
    return [case[-2] for case in cases]


@pytest.mark.parametrize(("clause", "english", "german"), MAIN, ids=by_english(MAIN))
def test_main_clauses_by_hand(clause, english, german):
    assert clause.main()[:2] == (english, german)


@pytest.mark.parametrize(
    ("clause", "english", "german"), QUESTIONS, ids=by_english(QUESTIONS)
)
def test_questions_by_hand(clause, english, german):
    assert clause.question()[:2] == (english, german)


@pytest.mark.parametrize(
    ("conjunction", "clause", "english", "german"),
    SUBORDINATE,
    ids=by_english(SUBORDINATE),
)
def test_subordinate_clauses_by_hand(conjunction, clause, english, german):
    words = clause.subordinate(Words(*conjunction.split("/")))
    assert words[:2] == (english, german)


def test_enough_is_written_by_hand():
    assert len(MAIN) + len(QUESTIONS) + len(SUBORDINATE) >= 80


def test_each_of_two_subjects_is_joined_to_the_verb():
    subject = phrase("my old father and anna")
    joined = {("old", "father"), ("father", "sleep")}
    assert set(Clause(subject, VERB["sleep"]).pairs()) == joined
    quality = Words("sad", "traurig", "sad")
    subject = Both(phrase("the king"), phrase("the boys"))
    assert set(Clause(subject, verbs.BE, quality=quality).pairs()) == {
        ("king", "be"),
        ("sad", "king"),
        ("boy", "be"),
        ("sad", "boy"),
    }
