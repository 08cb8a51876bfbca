"""The everyday grammar against tables typed from a dictionary and a textbook.

The tables in this file are written by hand, not taken from the code.
"""

import importlib
import pkgutil
import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from lernformer.translator.corpus import everyday
from lernformer.translator.corpus.everyday import (
    ENOUGH,
    FIXED,
    OFTEN,
    draw,
    make_pairs,
    sentences,
)
from lernformer.translator.corpus.everyday.choices import TELL
from lernformer.translator.corpus.everyday.clauses import (
    EVERYBODY,
    HE,
    NOBODY,
    SHE,
    THEY,
    WE,
    YOU,
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
)
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES, NOUNS
from lernformer.translator.corpus.everyday.phrases import Phrases
from lernformer.translator.corpus.everyday.saying import KEEP, going_on
from lernformer.translator.corpus.everyday.spelling import spell
from lernformer.translator.corpus.everyday.verbs import VERBS, Verb
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    DOINGS,
    HIERHER,
    STATES,
    TOM,
)

# endings of the determiner and of an adjective: masculine, feminine, neuter, plural
ENDINGS = {
    ("the", "nom"): "er-e ie-e as-e ie-en",
    ("the", "acc"): "en-en ie-e as-e ie-en",
    ("the", "dat"): "em-en er-en em-en en-en",
    ("my", "nom"): "-er e-e -es e-en",
    ("my", "acc"): "en-en e-e -es e-en",
    ("my", "dat"): "em-en er-en em-en en-en",
    ("this", "nom"): "er-e e-e es-e e-en",
    ("this", "acc"): "en-en e-e es-e e-en",
    ("this", "dat"): "em-en er-en em-en en-en",
}
STEMS = {"the": "d", "my": "mein", "this": "dies"}
NOUN_LIST = [noun for nouns in NOUNS.values() for noun in nouns]


def agreed(word: str, case: str, column: int, stem: str) -> str:
    ending, of_adjective = ENDINGS[word, case].split()[column].split("-")
    return f"{STEMS[word]}{ending} {stem}{of_adjective}"


@pytest.mark.parametrize(("word", "case"), ENDINGS)
def test_articles_and_adjectives_agree_with_every_noun(word, case):
    stems = [(english, stem) for english, (_, stem, _) in ADJECTIVES.items()]
    for noun, (english, stem) in product(NOUN_LIST, stems[::7]):
        if english == "nice" and noun.kind not in ("person", "role", "animal"):
            stem = "schön"
        column = "mfn".index(noun.gender)
        said = spell(noun, word, english)
        *start, last = said.german(case).split(" ", 2)
        assert " ".join(start) == agreed(word, case, column, stem), said
        assert last == noun.form(case)
        if noun.counted:
            said = spell(noun, word.replace("this", "these"), english, plural=True)
            *start, last = said.german(case).split(" ", 2)
            assert " ".join(start) == agreed(word, case, 3, stem), said
            assert last == noun.form(case, plural=True)


# English, German: nominative, accusative, dative
PHRASES = """
    a dog: ein Hund, einen Hund, einem Hund
    an apple: ein Apfel, einen Apfel, einem Apfel
    a cat: eine Katze, eine Katze, einer Katze
    a car: ein Auto, ein Auto, einem Auto
    the boy: der Junge, den Jungen, dem Jungen
    my teacher: mein Lehrer, meinen Lehrer, meinem Lehrer
    your mother: deine Mutter, deine Mutter, deiner Mutter
    two dogs: zwei Hunde, zwei Hunde, zwei Hunden
    many women: viele Frauen, viele Frauen, vielen Frauen
    these children: diese Kinder, diese Kinder, diesen Kindern
    no money: kein Geld, kein Geld, keinem Geld
    a nice day: ein schöner Tag, einen schönen Tag, einem schönen Tag
    a nice man: ein netter Mann, einen netten Mann, einem netten Mann
    her daughters: ihre Töchter, ihre Töchter, ihren Töchtern
    every student: jeder Student, jeden Studenten, jedem Studenten
    the bear: der Bär, den Bären, dem Bären
    our friends: unsere Freunde, unsere Freunde, unseren Freunden
    every man: jeder Mann, jeden Mann, jedem Mann
    his eyes: seine Augen, seine Augen, seinen Augen
    a lot of books: viele Bücher, viele Bücher, vielen Büchern
    enough time: genug Zeit, genug Zeit, genug Zeit
    another child: ein anderes Kind, ein anderes Kind, einem anderen Kind
    another bus: ein anderer Bus, einen anderen Bus, einem anderen Bus
    another beer: ein anderes Bier, noch ein Bier, einem anderen Bier
    this gentleman: dieser Herr, diesen Herrn, diesem Herrn
    a heart: ein Herz, ein Herz, einem Herzen
    his name: sein Name, seinen Namen, seinem Namen
    the heroes: die Helden, die Helden, den Helden
"""


@pytest.mark.parametrize("row", PHRASES.strip().splitlines())
def test_phrases(row):
    english, german = (side.strip() for side in row.split(":"))
    word, name = english.rsplit(" ", 1)
    word, chosen = (word.removesuffix(" nice"), "nice" * word.endswith(" nice"))
    word = "a" if word == "an" else word
    noun = BY_NAME.get(name)
    plural = noun is None
    noun = noun or next(n for n in NOUN_LIST if n.english_plural == name)
    said = spell(noun, word, chosen, plural=plural)
    assert said.english == english
    assert f"{said.nom}, {said.acc}, {said.dat}" == german


# German: ich, du, er, wir, participle with its auxiliary, imperative for du
FORMS = """
    sleep: schlafe schläfst schläft schlafen, hat geschlafen, schlaf
    go: gehe gehst geht gehen, ist gegangen, geh
    come: komme kommst kommt kommen, ist gekommen, komm
    eat: esse isst isst essen, hat gegessen, iss
    read: lese liest liest lesen, hat gelesen, lies
    work: arbeite arbeitest arbeitet arbeiten, hat gearbeitet, arbeite
    wait: warte wartest wartet warten, hat gewartet, warte
    dance: tanze tanzt tanzt tanzen, hat getanzt, tanz
    smile: lächle lächelst lächelt lächeln, hat gelächelt, lächle
    change: ändere änderst ändert ändern, hat geändert, ändere
    see: sehe siehst sieht sehen, hat gesehen, sieh
    take: nehme nimmst nimmt nehmen, hat genommen, nimm
    give: gebe gibst gibt geben, hat gegeben, gib
    help: helfe hilfst hilft helfen, hat geholfen, hilf
    speak: spreche sprichst spricht sprechen, hat gesprochen, sprich
    throw: werfe wirfst wirft werfen, hat geworfen, wirf
    forget: vergesse vergisst vergisst vergessen, hat vergessen, vergiss
    find: finde findest findet finden, hat gefunden, finde
    open: öffne öffnest öffnet öffnen, hat geöffnet, öffne
    draw: zeichne zeichnest zeichnet zeichnen, hat gezeichnet, zeichne
    breathe: atme atmest atmet atmen, hat geatmet, atme
    live: lebe lebst lebt leben, hat gelebt, leb
    hold: halte hältst hält halten, hat gehalten, halte
    kick: trete trittst tritt treten, hat getreten, tritt
    invite: lade lädst lädt laden, hat eingeladen, lade
    call: rufe rufst ruft rufen, hat angerufen, ruf
    arrive: komme kommst kommt kommen, ist angekommen, komm
    visit: besuche besuchst besucht besuchen, hat besucht, besuch
    repair: repariere reparierst repariert reparieren, hat repariert, reparier
    hug: umarme umarmst umarmt umarmen, hat umarmt, umarm
    die: sterbe stirbst stirbt sterben, ist gestorben, stirb
    run: renne rennst rennt rennen, ist gerannt, renn
    stay: bleibe bleibst bleibt bleiben, ist geblieben, bleib
    have: habe hast hat haben, hat gehabt, hab
    like: mag magst mag mögen, hat gemocht, mag
    close: schließe schließt schließt schließen, hat geschlossen, schließ
    sit: sitze sitzt sitzt sitzen, hat gesessen, sitz
    kiss: küsse küsst küsst küssen, hat geküsst, küss
    hate: hasse hasst hasst hassen, hat gehasst, hass
    pray: bete betest betet beten, hat gebetet, bete
    resign: trete trittst tritt treten, ist zurückgetreten, tritt
"""


@pytest.mark.parametrize("row", FORMS.strip().splitlines())
def test_german_verbs(row):
    base, forms = row.strip().split(": ")
    verb = next(v for v in VERBS if v.base == base and not v.particle)
    auxiliary = "ist" if verb.with_sein else "hat"
    said = f"{' '.join(verb.present)}, {auxiliary} {verb.participle}, {verb.command}"
    assert said == forms


# base, he, past, participle, -ing
ENGLISH = """
    cry cries cried cried crying
    stop stops stopped stopped stopping
    swim swims swam swum swimming
    lie lies lied lied lying
    go goes went gone going
    have has had had having
    play plays played played playing
    kiss kisses kissed kissed kissing
    dance dances danced danced dancing
    watch watches watched watched watching
    forget forgets forgot forgotten forgetting
    wake wakes woke woken waking
"""


@pytest.mark.parametrize("row", ENGLISH.strip().splitlines())
def test_english_verbs(row):
    base = row.split()[0]
    verb = next(v for v in VERBS if v.base == base and not v.particle)
    assert [verb.base, verb.he, verb.past, verb.done, verb.doing] == row.split()


# Order ------------------------------------------------------------------------------


def verb(name: str):
    return next(v for v in VERBS if f"{v.base} {v.particle}".strip() == name)


DOG = spell(BY_NAME["dog"], "a")
SEE_A_DOG = Predicate(verb("see"), "a dog", indefinite=DOG.acc, negated="keinen Hund")
LOVE_YOU = Predicate(verb("love"), "you", light="dich")
GET_UP = Predicate(verb("get up"))
STUDY = Predicate(verb("study"))
HURRY = Predicate(verb("hurry"))
GO_HOME = Predicate(verb("go"), "home", rest="nach Hause")
YESTERDAY = Adverb("yesterday", "gestern")
ALWAYS = Adverb("always", "immer", middle=True)
RARELY = Adverb("rarely", "selten", middle=True)
EVERY_DAY = Adverb("every day", "jeden Tag", behind=True)
HERE = Adverb("here", "hier", behind=True)
ANYMORE = Adverb("anymore", "mehr", last=True)
BORROW_IT = Predicate(verb("borrow"), "it", light="es")
DO_IT = Predicate(verb("do"), "it", light="es")
COME_HERE = Predicate(verb("come"), "here", HIERHER)
LATER = Adverb("later", "später")
NEVER = Adverb("never", "nie", middle=True, no=True)
CALL_YOU = Predicate(verb("call"), "you", light="dich")
TELL_ME = Predicate(TELL, "me", light="es mir")
LIKE_HIM = Predicate(verb("like"), "him", light="ihn")
SEE_HIM = Predicate(verb("see"), "him", light="ihn")
HURT_ME = Predicate(verb("hurt"), "me", light="mir")

MAIN = [
    (Clause(I, LOVE_YOU), "i love you", "ich liebe dich"),
    (Clause(I, LOVE_YOU, "past"), "i loved you", "ich liebte dich"),
    (Clause(HE, LOVE_YOU, negated=True), "he does not love you", "er liebt dich nicht"),
    (
        Clause(THEY, SEE_A_DOG, "past", negated=True),
        "they did not see a dog",
        "sie haben keinen Hund gesehen",
    ),
    (Clause(YOU, GET_UP), "you get up", "du stehst auf"),
    (Clause(TOM, STUDY, "progressive"), "tom is studying", "Tom studiert"),
    (Clause(I, STUDY, "must"), "i must study", "ich muss lernen"),
    (Clause(SHE, GET_UP, "past"), "she got up", "sie stand auf"),
    (Clause(WE, GET_UP, "can"), "we can get up", "wir können aufstehen"),
    (Clause(YOU, HURRY, "must"), "you must hurry", "du musst dich beeilen"),
    (
        Clause(YOU, GO_HOME, "must", negated=True),
        "you must not go home",
        "du darfst nicht nach Hause gehen",
    ),
    (
        Clause(TOM, GO_HOME, "have to", negated=True),
        "tom does not have to go home",
        "Tom muss nicht nach Hause gehen",
    ),
    (
        Clause(TOM, GO_HOME, "past", time=YESTERDAY),
        "tom went home yesterday",
        "Tom ging gestern nach Hause",
    ),
    (
        Clause(TOM, GO_HOME, "perfect"),
        "tom has gone home",
        "Tom ist nach Hause gegangen",
    ),
    (
        Clause(I, GO_HOME, "can", negated=True),
        "i cannot go home",
        "ich kann nicht nach Hause gehen",
    ),
    (
        Clause(I, LOVE_YOU, "will", adverb=ALWAYS),
        "i will always love you",
        "ich werde dich immer lieben",
    ),
    (
        Clause(THEY, GO_HOME, "progressive"),
        "they are going home",
        "sie gehen nach Hause",
    ),
    (
        Clause(HE, GO_HOME, "going to"),
        "he is going to go home",
        "er wird nach Hause gehen",
    ),
    (Clause(HE, LOVE_YOU, "perfect"), "he has loved you", "er hat dich geliebt"),
    (
        Clause(I, GO_HOME, negated=True, time=EVERY_DAY),
        "i do not go home every day",
        "ich gehe nicht jeden Tag nach Hause",
    ),
    (
        Clause(I, SEE_A_DOG, negated=True, time=EVERY_DAY),
        "i do not see a dog every day",
        "ich sehe nicht jeden Tag einen Hund",
    ),
    (
        Clause(I, SEE_A_DOG, negated=True, adverb=HERE),
        "i do not see a dog here",
        "ich sehe hier keinen Hund",
    ),
    (
        Clause(I, SEE_A_DOG, negated=True, adverb=ANYMORE),
        "i do not see a dog anymore",
        "ich sehe keinen Hund mehr",
    ),
    (
        Clause(I, BORROW_IT, "past"),
        "i borrowed it",
        "ich habe es mir ausgeliehen",
    ),
    (Clause(HE, BORROW_IT, "can"), "he can borrow it", "er kann es sich ausleihen"),
    (Clause(I, COME_HERE, "past"), "i came here", "ich bin hierhergekommen"),
    (Clause(I, COME_HERE, "perfect"), "i have come here", "ich bin hierhergekommen"),
    (
        Clause(I, DO_IT, "past", adverb=RARELY),
        "i rarely did it",
        "ich habe es selten getan",
    ),
    (Clause(I, COME_HERE, "will"), "i will come here", "ich werde hierherkommen"),
    (
        Clause(I, COME_HERE, "will", time=LATER),
        "i will come here later",
        "ich komme später hierher",
    ),
    (Clause(I, CALL_YOU, "will"), "i will call you", "ich rufe dich an"),
    (Clause(HE, CALL_YOU, "will"), "he will call you", "er wird dich anrufen"),
    (
        Clause(I, CALL_YOU, "will", True),
        "i will not call you",
        "ich werde dich nicht anrufen",
    ),
    (Clause(HE, TELL_ME, "past"), "he told me", "er hat es mir gesagt"),
    (Clause(I, LIKE_HIM, "past"), "i liked him", "ich mochte ihn"),
    (
        Clause(I, LIKE_HIM, "past", adverb=NEVER),
        "i never liked him",
        "ich habe ihn nie gemocht",
    ),
    (Clause(HE, SEE_HIM, "past"), "he saw him", "er sah ihn"),
    (Clause(NOBODY, SEE_HIM, "past"), "nobody saw him", "niemand hat ihn gesehen"),
    (Clause(YOU, HURT_ME, "past"), "you hurt me", "du hast mir wehgetan"),
]


def _verbs_within(found: object) -> Iterator[Verb]:
    """All verbs in lists, tables and predicates, however deep."""
    if isinstance(found, Verb):
        yield found
    elif isinstance(found, Predicate):
        yield from (found.verb, found.says)
    elif isinstance(found, dict):
        yield from _verbs_within([*found, *found.values()])
    elif isinstance(found, (list, tuple)):
        for one in found:
            yield from _verbs_within(one)


def test_a_verb_has_the_same_forms_wherever_it_stands():
    forms: dict[str, set[tuple[str, ...]]] = {}
    for module in pkgutil.iter_modules(everyday.__path__):
        found = importlib.import_module(f"{everyday.__name__}.{module.name}")
        named = [one for name, one in vars(found).items() if not name.startswith("__")]
        for verb in _verbs_within(named):
            done = verb.participle.removeprefix(verb.prefix).strip()
            if (verb.infinitive, done) != ("lassen", "lassen"):  # hat fallen lassen
                forms.setdefault(verb.infinitive, set()).add((*verb.present, done))
    assert len(forms) > 300
    assert {verb: found for verb, found in forms.items() if len(found) > 1} == {}


def test_a_participle_has_its_prefix():
    verbs = [*VERBS, *(p.says for p in (*DOINGS, *STATES))]
    assert [v.participle for v in verbs if not v.participle.startswith(v.prefix)] == []


@pytest.mark.parametrize(
    ("base", "past"),
    [("read", "las"), ("study", "lernte"), ("cough", "hustete"), ("talk", "redete")],
)
def test_one_goes_on_in_the_preterite(base, past):
    on = Predicate(KEEP, verb(base).doing, going_on(verb(base)))
    assert Clause(I, on, "past").main()[1] == f"ich {past} weiter"
    assert Clause(HE, on, "past").main()[1] == f"er {past} weiter"


@pytest.mark.parametrize(("clause", "english", "german"), MAIN)
def test_main_clauses(clause, english, german):
    assert clause.main() == (english, german)


def test_other_orders():
    home = Clause(YOU, GO_HOME, "past")
    assert home.question() == ("did you go home", "bist du nach Hause gegangen")
    assert home.question("why", "warum") == (
        "why did you go home",
        "warum bist du nach Hause gegangen",
    )
    assert home.subordinate("that", "dass") == (
        "that you went home",
        ", dass du nach Hause gegangen bist",
    )
    everybody = Clause(EVERYBODY, HURRY)
    assert everybody.question() == ("does everybody hurry", "beeilen sich alle")
    assert Clause(YOU, HURRY).question() == ("do you hurry", "beeilst du dich")
    assert everybody.main(YESTERDAY)[1] == "gestern beeilen sich alle"
    assert Clause(YOU, BORROW_IT).command()[1] == "leih es dir aus"
    up = Clause(WE, GET_UP)
    assert up.subordinate("if", "wenn") == ("if we get up", ", wenn wir aufstehen")
    assert up.infinitive() == ("get up", "aufzustehen")
    assert up.command() == ("get up", "steh auf")
    assert Clause(YOU, HURRY).command() == ("hurry", "beeil dich")
    assert Clause(YOU, GO_HOME, negated=True).command() == (
        "do not go home",
        "geh nicht nach Hause",
    )
    assert Clause(TOM, GO_HOME, "past").main(YESTERDAY) == (
        "yesterday tom went home",
        "gestern ging Tom nach Hause",
    )


def test_a_pronoun_stands_before_the_particle():
    behind = Phrases(Random(0)).object_of(Predicate(verb("leave behind")), HE)
    said = ("i left him behind", "ich ließ ihn zurück")
    assert Clause(I, behind, "past").main() == said


def test_of_fish_one_hears_how_many_there_are():
    phrases = Phrases(Random(0))
    drawn = [phrases.noun_phrase(BY_NAME["fish"]) for _ in range(5_000)]
    drawn += [phrases.owned(BY_NAME["fish"]) for _ in range(500)]
    meant: dict[str, set[str]] = {}
    for phrase in drawn:
        meant.setdefault(phrase.english, set()).add(phrase.nom)
    assert all(len(german) == 1 for german in meant.values())
    rows = """
        the fish: der Fisch; this fish: dieser Fisch; these fish: diese Fische
        two fish: zwei Fische; many fish: viele Fische; some fish: etwas Fisch
        tom 's fish: Toms Fisch; fish: Fisch
    """
    for row in rows.strip().replace("\n", ";").split(";"):
        english, german = row.strip().split(": ")
        assert meant[english] == {german}


# What is drawn ------------------------------------------------------------------------


@pytest.mark.parametrize("construction", sentences.CONSTRUCTIONS)
def test_sentences_are_clean(construction):
    random = Random(construction)
    for _ in range(150):
        sentence = draw(random, construction)
        assert sentence.source == " ".join(sentence.source.split()).lower()
        assert sentence.target == " ".join(sentence.target.split())
        *words, mark = sentence.target.split()
        assert mark in (".", "?", "!"), sentence
        assert not set(words) & {"", ".", "?", "!", "None"}, sentence
        assert "*" not in sentence.source + sentence.target, sentence


NEVER = {
    "statement": "^(i|he|she) .* together$|deserving|^nobody .* too$|nicht etwas"
    r"|(sollt|könnt)\w* .*\bhaben$",
    "identity": "^that is news$|^das ist Rat$|nicht etwas|^(it|this|that) is dinner$",
    "plural_identity": "^sie (sind|waren) (Häuser|Autos|Bücher)$|nicht zehn",
    "with_name": "leave (tom|mary)\n.* , (Tom|Maria)$",
    "that_clause": ", das (ist|war) ",
    "could_you": r"\bbitte (dich|sie|ihn|es|mich|uns)\b",
    "afraid_of": r"^i .* of me$|^he .* of him$",
    "of_or_with": "verheiratet mit",
    "object_question": "^was noch",
    "there_is": "is not (coffee|money|milk)|keine? .* (hier|draußen|oben)",
    "quality": r"not (pretty \w|a little)|nicht ziemlich",
    "command": r"\bwith you$",
    "told_that": "told any",
    "tag": r"\bread\b.* did not .*\n.*\b(lese|liest|lesen)\b|nicht ziemlich",
    "relative": "^(?!where).* where .* (for|with)$",
}


@pytest.mark.parametrize("construction", NEVER)
def test_what_nobody_says_is_not_drawn(construction):
    random = Random(construction)
    for _ in range(1_500):
        sentence = draw(random, construction)
        said = sentence.source + "\n" + sentence.target.rstrip(" .?!")
        assert not re.search(NEVER[construction], said, re.MULTILINE), sentence


def test_splits_share_no_sentence_and_no_word_is_new():
    splits = make_pairs(seed=3, size=2_000, held_out=100)
    assert splits == make_pairs(seed=3, size=2_000, held_out=100)
    n_fixed = OFTEN * len(FIXED)
    drawn, fixed = Counter(splits["train"][:-n_fixed]), splits["train"][-n_fixed:]
    phrases = [(english, f"{german} {mark}") for english, german, mark in FIXED]
    assert Counter(fixed) == dict.fromkeys(phrases, OFTEN)
    assert 1_500 < len(drawn) <= 2_000
    assert 1 < max(drawn.values()) <= ENOUGH
    assert not drawn.keys() & {*fixed}
    translations = dict(splits["train"])
    assert len(translations) == len({*splits["train"]})
    assert [len(splits[name]) for name in ("validation", "test")] == [100, 100]
    sources = {source for name in ("validation", "test") for source, _ in splits[name]}
    assert len(sources) == 200
    assert not sources & translations.keys()
    known = {w for pair in splits["train"] for text in pair for w in text.split()}
    for name in ("validation", "test"):
        assert {w for p in splits[name] for t in p for w in t.split()} <= known


def test_rare_words_stand_in_training_oftener_than_they_are_drawn():
    train = make_pairs(size=20_000, held_out=10)["train"][: -OFTEN * len(FIXED)]
    random = Random(0)
    plain = [draw(random)[:2] for _ in train]

    def rare(pairs) -> float:
        """The share of words that occur in fewer than ten lines."""
        lines = Counter(word for pair in pairs for word in {*" ".join(pair).split()})
        return sum(n < 10 for n in lines.values()) / len(lines)

    assert rare(train) < 0.4 * rare(plain)


def test_too_few_sentences_are_told():
    with pytest.raises(ValueError, match="size must be at least 1, got 0"):
        make_pairs(size=0)


def test_a_nominal_speaks_of_itself():
    assert Nominal("they", "sie", "sie", "ihnen", reflexive="sich").self_ == "sich"
