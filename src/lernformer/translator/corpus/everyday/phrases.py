"""Phrases of everyday English and German: who, what, where, when."""

from collections.abc import Iterable
from random import Random

from lernformer.translator.corpus.everyday.clauses import (
    EVERYBODY,
    HE,
    IT,
    NOBODY,
    SHE,
    SOMEBODY,
    THAT,
    THEY,
    THIS,
    WE,
    YOU,
    I,
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.nouns import (
    ADJECTIVES,
    CITIES,
    COMMON,
    LANGUAGES,
    NOUNS,
    SUPERLATIVES,
    determiner,
)
from lernformer.translator.corpus.everyday.spelling import (
    HOW_VERY,
    MEASURED,
    OF_THINGS,
    contract,
    spell,
    very,
)
from lernformer.translator.corpus.everyday.verbs import (
    ER,
    MACHEN,
    OFTEN,
    VERBS,
    WIR,
    Verb,
    verb_from,
)
from lernformer.translator.corpus.everyday.words import (
    AGREE,
    ANYBODY,
    ANYTHING,
    BREAKFAST,
    BY_NAME,
    DINNER,
    DOINGS,
    EAT,
    EVERYTHING,
    FAHREN,
    GO,
    HAD,
    HAVE,
    HIERHER,
    KIN,
    KINDS_OF_ADJECTIVE,
    LUNCH,
    MARY,
    NAMES,
    NOTHING,
    NUMBERS,
    OF_SEVERAL,
    OWNERS,
    PERSONS,
    PLURALS,
    REMEMBER,
    SOMETHING,
    TOM,
    WHERE,
    WHERE_TO,
    WISSEN,
    idiom,
)
from lernformer.translator.corpus.german import Noun

# try, promise: what German says with "es"
WITH_ES = [
    Predicate(next(v for v in VERBS if v.base == base and not v.particle))
    for base in ("try", "try", "try", "explain", "forget", "notice", "check")
]
WITH_ES += [
    Predicate(next(v for v in VERBS if v.particle == "out" and v.base == "find"))
]
WITH_ES += [
    Predicate(verb_from("promise = versprechen versprichst verspricht versprochen i")),
    Predicate(verb_from("say said said = sagen i"), "so"),
]
KNOW, TELL, BREAK = (
    next(v for v in VERBS if v.base == base and not v.particle)
    for base in ("know", "tell", "break")
)
KOENNEN = idiom("können kannst kann gekonnt")
SAGEN, BRECHEN = idiom("sagen"), idiom("brechen!! brichst bricht gebrochen")
MY = dict(
    zip(
        ("i", "you", "he", "she", "we", "they", "tom", "mary"),
        ("my", "your", "his", "her", "our", "their", "his", "her"),
        strict=True,
    )
)
THIS_ONE = Nominal("this one", "dieser", "diesen", "diesem")
THAT_ONE = Nominal("that one", "das da", "das da", "dem da")
THESE, THOSE = (
    Nominal(english, "diese", "diese", "diesen", WIR) for english in ("these", "those")
)
ONE = Nominal(
    *("one", "einer", "einen", "einem"),
    without={"nom": "keiner", "acc": "keinen", "dat": "keinem"},
)


def _of_its_kind(verb: Verb) -> bool:
    """Whether English has it of other things too: i catch it is ich fange es."""
    before = (
        other
        for other in VERBS[: VERBS.index(verb)]
        if (other.base, other.particle) == (verb.base, verb.particle)
        if other.lemma != verb.lemma and {*other.kinds} - {"person"}
    )
    return any(before)


# English says these of persons too, German doesn't: answer him, answer a letter
OF_PERSONS_TOO = {
    verb
    for verb in VERBS
    for other in VERBS
    if (other.base, other.particle) == (verb.base, verb.particle)
    if verb.kinds and "person" in other.kinds and "person" not in verb.kinds
}
MAY_BE_PERSONS = (THEY, THIS_ONE, THAT_ONE, ONE, THESE, THOSE)
OF_ITS_KIND = {verb for verb in VERBS if verb.kinds and _of_its_kind(verb)}
# said without an article only in English
IN_GENERAL = [
    Nominal(english, f"{das} {noun}", f"{das} {noun}", f"{dem} {noun}")
    for english, noun, das, dem in (
        *(("life", "Leben", "das", "dem"), ("life", "Leben", "das", "dem")),
        *(("school", "Schule", "die", "der"), ("school", "Schule", "die", "der")),
        ("dinner", "Abendessen", "das", "dem"),
        ("lunch", "Mittagessen", "das", "dem"),
        ("breakfast", "Frühstück", "das", "dem"),
    )
]
# one thing in German, several in English
IN_GENERAL += [
    Nominal(
        *(f"{my} glasses", f"{mein} Brille", f"{mein} Brille", f"{mein}r Brille"),
        english_person=WIR,
    )
    for my, mein in (("my", "meine"), ("your", "deine"), ("his", "seine"))
]
# where one is at, not in
OUTSIDE_TABLE = "station lake river bridge bank beach airport university"
OUTSIDE = OUTSIDE_TABLE.split()
NEXT_TO = [
    *(("next to", "neben"), ("behind", "hinter"), ("here with", "hier bei")),
    *(("right behind", "direkt hinter"), ("right next to", "direkt neben")),
]
# what something may be on, under or behind
# places that people don't say they walk to
NEAR = ("to bed", "to jail", "to prison", "to the window")
STANDING = ("table", "bed", "chair", "desk", "car", "box", "book")
WHERE_OF_IT = [
    *(("on", "auf"), ("on", "auf"), ("under", "unter"), ("behind", "hinter")),
    ("in front of", "vor"),
]


# without a plural here, and without an article in one of the two languages at most
NEVER_BARE_TABLE = """
    advice news back job life truth mess choice fault breakfast dinner lunch weather world
    sun moon sky winter spring rent home
"""
NEVER_BARE = NEVER_BARE_TABLE.split()
# parts of the body that come in a left and a right one
SIDED = ("hand", "arm", "leg", "foot", "eye", "ear", "knee")
# "a" with these means a cup or a glass: a coffee
A_CUP_OF = ("beer", "coffee", "tea")
# and "a" with these means some
AS_MASS = ("pizza", "cake", "chicken", "fish", "chocolate cake")
# particles that may follow the object: turn it on, leave it behind
APART = ("on", "off", "away", "up", "down", "out", "back", "in", "around", "behind")
# verbs that form an idiom with its own German verb: take a picture
IDIOMS = {("take", "picture"), ("take", "pictures"), ("save", "life")}
IDIOMS |= {("make", "cake"), ("make", "cakes"), ("see", "doctor")}
IDIOMS |= {("have", "party"), ("have", "parties"), ("have", "idea")}
IDIOMS |= {("have", "baby"), ("have", "babies")}
# to know these is "wissen"; to know anything else is "kennen"
KNOWN_AS_TRUE = (IT, THIS, THAT, ANYTHING, SOMETHING, NOTHING, EVERYTHING)

MOVING = [verb for verb in VERBS if verb.frame == "im"]
MOVING += 4 * [v for v in VERBS if v.base in ("go", "come") and not v.particle]


class Phrases:
    """Draws phrases; ``random`` makes all choices.

    ``plain`` phrases have few adjectives, for sentences with several clauses.
    """

    def __init__(self, random: Random, plain: bool = False):
        self.random, self.pick = random, random.choice
        self.adorned = 0.25 if plain else 1.0

    def drawn(self, name: str) -> tuple[str, ...]:
        """A sentence from a different construction; see ``Drawing``."""
        return getattr(self, name)()

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    def another(self, subject: Nominal, others: Iterable[Nominal]) -> Nominal:
        """One of the others, but not the subject; "I" and "we" exclude each other."""
        of_us = subject.self_ in ("mich", "uns")
        mine = {subject.english} | ({"i", "we"} if of_us else set())
        return self.pick([one for one in others if one.english not in mine])

    # ---- nominals ------------------------------------------------------------------

    def noun_phrase(
        self,
        noun: Noun,
        *,
        definite: bool = False,
        plural: bool | None = None,
        words: str = "",
    ) -> Nominal:
        """A determiner, maybe an adjective, a noun."""
        counted = noun.counted and not (
            noun.english in AS_MASS and not words and self.chance(0.4)
        )
        definite |= noun.english in NEVER_BARE
        if plural is None:
            plural = counted and self.chance(0.22)
        if words:
            word = words
        elif plural and noun.english_plural == noun.english:
            word = self.pick(OF_SEVERAL)
        elif plural:
            word = self.pick(
                ["the"] * 5
                + ["these", "those", "all"]
                + list(OWNERS)
                + ([] if definite else [""] * 6 + list(NUMBERS))
            )
        elif noun.english in KIN:
            word = self.pick(
                OWNERS * 2 + ("the", "this") + (() if definite else ("a",))
            )
        else:
            word = self.pick(
                ["the"] * 9
                + ["this", "this", "that", "that"]
                + list(OWNERS)
                + (
                    []
                    if definite
                    else (
                        ["a"] * 10 + ["every", "another", "one"]
                        if counted
                        else [""] * 7
                        + ["some*", "some*", "a lot of*", "much*", "enough", "more"]
                        + ["a little*", "some more*"]
                        + ["a"] * 4 * (noun.english in A_CUP_OF)
                    )
                )
            )
        chosen = ""
        if self.chance(0.07 * self.adorned) and word in ("the", *OWNERS):
            chosen = self.pick(("first", "last", "only", "next", "oldest", "youngest"))
            if word == "the" and self.chance(0.5):
                chosen = self.pick(("best", "worst", "biggest", *SUPERLATIVES))
            elif word != "the":
                chosen = self.pick(("own", "own", "best", "first", "last", "only"))
        elif self.chance(0.17 * self.adorned) and word not in (
            "every",
            "another",
            "enough",
            "more",
            "much*",
            "a little*",
            "some more*",
        ):
            kind = KINDS_OF_ADJECTIVE.get(noun.kind, "t")
            fitting = [a for a, (_, _, kinds) in ADJECTIVES.items() if kind in kinds]
            if kind == "t":
                fitting += [*OF_THINGS] * 4  # of persons it means something else
            if self.chance(0.5):
                fitting = [a for a in fitting if a in COMMON]
            chosen = self.pick(fitting)
        if noun.english in SIDED and word in ("the", *OWNERS) and self.chance(0.1):
            chosen = "left"
        phrase = self.spell(noun, word, chosen, plural)
        if word == "all" and self.chance(0.5):  # all the cookies: alle Kekse
            return replace(phrase, english=f"all the {phrase.english[4:]}")
        if word == "a" and chosen in MEASURED and self.chance(0.12):
            return very(phrase, *self.pick(HOW_VERY))
        return phrase

    def spell(
        self, noun: Noun, word: str, chosen: str = "", plural: bool = False
    ) -> Nominal:
        return spell(noun, word, chosen, plural)

    def person(self, definite: bool = False) -> Nominal:
        return self.noun_phrase(self.pick(PERSONS), definite=definite)

    def name(self) -> Nominal:
        draw = self.random.random()
        return TOM if draw < 0.6 else MARY if draw < 0.8 else self.pick(NAMES)

    def owned(self, noun: Noun) -> Nominal:
        """Toms Auto."""
        owner = self.name()
        german = owner.nom + ("'" if owner.nom[-1] in "sxz" else "s")
        changes = noun.counted and noun.english_plural != noun.english
        plural = bool(changes) and self.chance(0.25)
        english = noun.english_plural if plural else noun.english
        nom, acc, dat = (
            join(german, noun.form(case, plural)) for case in ("nom", "acc", "dat")
        )
        return Nominal(
            *(f"{owner.english} 's {english}", nom, acc, dat),
            person=WIR if plural else ER,
            reflexive="sich",
        )

    def subject(self) -> Nominal:
        draw = self.random.random()
        if draw < 0.62:
            return self.pick((I, I, I, YOU, YOU, HE, SHE, WE, THEY))
        if draw < 0.82:
            return self.name()
        if draw < 0.85:
            return self.pick((NOBODY, EVERYBODY, SOMEBODY))
        if draw < 0.87:
            return self.pick(PLURALS)
        return self.person()

    def thing(self) -> Nominal:
        if self.chance(0.06):
            return self.pick(IN_GENERAL)
        noun = self.pick(NOUNS[self.pick(("thing", "thing", "idea", "food", "animal"))])
        phrase = self.owned(noun) if self.chance(0.1) else self.noun_phrase(noun)
        return self.thing() if phrase.english.startswith("much ") else phrase

    def anything(self, kinds: tuple[str, ...], subject: Nominal) -> Nominal:
        """An object from one of the kinds."""
        kind = self.pick(kinds)
        if kind == "it":
            return IT
        if kind in ("that", "this"):
            return {"that": THAT, "this": THIS}[kind]
        if kind in ("person", "role"):
            draw = self.random.random()
            if draw < 0.42:
                return self.pick(
                    [
                        p
                        for p in (I, YOU, HE, SHE, WE, THEY)
                        if p.english != subject.english.split(" ")[0]
                        and {p.english, subject.english} != {"i", "we"}
                    ]
                )
            if draw < 0.7:
                return self.pick([TOM, self.name()])
            if draw < 0.78:
                return self.pick((NOBODY, SOMEBODY, EVERYBODY, ANYBODY, ANYBODY))
        elif self.chance(0.25):
            return self.pick(
                (
                    IT,
                    IT,
                    IT,
                    THIS,
                    THAT,
                    THAT,
                    ANYTHING,
                    SOMETHING,
                    NOTHING,
                    EVERYTHING,
                    THEY,
                    self.pick((THIS_ONE, THAT_ONE, ONE, THESE, THOSE)),
                )
            )
        if kind in ("person", "role") and self.chance(0.9):
            return self.person() if self.chance(0.93) else self.pick(PLURALS[1:7])
        nouns = NOUNS.get(kind) or [BY_NAME[kind]]
        noun = self.pick(nouns)
        if self.chance(0.06):
            return self.owned(noun)
        return self.noun_phrase(noun)

    # ---- predicates ----------------------------------------------------------------

    def object_of(
        self, predicate: Predicate, thing: Nominal, case: str = "acc"
    ) -> Predicate:
        verb, english = predicate.verb, thing.object
        if verb.particle in APART and (thing.light or self.chance(0.3)):
            verb, english = replace(verb, particle=""), f"{english} {verb.particle}"
        predicate = replace(
            predicate,
            verb=verb,
            german_verb=predicate.says,
            english=join(predicate.english, english),
        )
        german = thing.german(case)
        if thing.behind:
            return replace(predicate, rest=german)
        if thing.without:
            return replace(predicate, indefinite=german, negated=thing.without[case])
        if thing.light:
            return replace(predicate, light=join(predicate.light, german))
        return replace(predicate, definite=german)

    def predicate(self, subject: Nominal, anybody: bool = False) -> Predicate:
        """Anything that somebody does; "anybody" only in negations and questions."""
        p = self._predicate(subject)
        while not anybody and {"anybody", "anything"} & {*p.english.split()}:
            p = self._predicate(subject)
        return p

    def _predicate(self, subject: Nominal) -> Predicate:
        draw = self.random.random()
        if draw < 0.12:
            return self.moving()
        if draw < 0.18:
            return self.special(subject)
        if draw < 0.22:
            return self.pick(DOINGS)
        (verb,) = self.random.choices(VERBS, cum_weights=OFTEN)
        return self.with_verb(verb, subject)

    def with_verb(self, verb: Verb, subject: Nominal) -> Predicate:
        frame, p = verb.frame, Predicate(verb)
        if frame in ("i", "im", "il"):
            if frame == "il" and self.chance(0.6):
                return self.staying(p)
            if frame == "im" and self.chance(0.5):
                return self.moving()
            return p
        if frame in ("ia", "id") and self.chance(0.4):
            return p
        if "-" in verb.kinds:
            return Predicate(self.pick([v for v in VERBS if v.frame == "i"]))
        thing = self.anything(verb.kinds, subject)
        if verb in OF_ITS_KIND and "person" not in verb.kinds:
            kind = self.pick(verb.kinds)
            nouns = NOUNS.get(kind) or [BY_NAME[kind]]
            thing = self.noun_phrase(self.pick(nouns), definite=True)
        while verb in OF_PERSONS_TOO and thing in MAY_BE_PERSONS:
            thing = self.anything(verb.kinds, subject)
        while (verb.base, thing.english.split()[-1]) in IDIOMS:
            thing = self.anything(verb.kinds, subject)
        if verb.base == "drive" and thing.english == "a car":
            p = Predicate(verb, "a car", FAHREN)
            return replace(p, indefinite="Auto", negated="kein Auto")
        if verb.base in ("make", "mean") and thing is IT:  # i make it: ich schaffe es
            thing = THAT
        if verb.base == "know" and thing in KNOWN_AS_TRUE:
            p = Predicate(verb, german_verb=WISSEN)
        if verb.base == "scare":  # it scares me: es macht mir Angst
            thing = self.name() if thing.without or thing.behind else thing
            p = self.object_of(replace(p, german_verb=MACHEN), thing, "dat")
            return replace(p, indefinite="Angst", negated="keine Angst")
        if frame in ("a", "ia"):
            return self.object_of(p, thing)
        if frame in ("d", "id"):
            return self.object_of(p, thing, "dat")
        if frame == "g":
            receiver = self.anything(("person",), subject)
            if thing.light or thing in (ANYTHING, SOMETHING, NOTHING, EVERYTHING):
                kind = self.pick(verb.kinds)
                thing = self.noun_phrase(self.pick(NOUNS.get(kind) or [BY_NAME[kind]]))
            if receiver.without or receiver.behind:
                receiver = self.name()
            elif self.chance(0.12):  # give me that: gib mir das
                thing = self.pick((THAT, THIS))
            if verb.base == "tell" and thing in MAY_BE_PERSONS:
                thing = THAT
            if verb.base == "tell" and thing in KNOWN_AS_TRUE:  # not a story
                p = replace(p, german_verb=SAGEN)
            p = self.object_of(p, receiver, "dat")
            first = p.definite
            p = self.object_of(replace(p, definite=""), thing)
            return replace(p, definite=join(first, p.definite))
        preposition, case = frame[1:].split(",")
        if thing in (ANYBODY, ANYTHING, NOTHING, SOMETHING, EVERYTHING, NOBODY):
            thing = HE if verb.kinds == ("person",) else IT
        if thing in (IT, THIS, THAT) and preposition in ("in", "aus"):
            thing = self.noun_phrase(BY_NAME[self.pick(verb.kinds)], definite=True)
        if thing in (IT, THIS, THAT):
            r = "r" if preposition[0] in "aiuü" else ""
            return replace(p, english=thing.object, rest=f"da{r}{preposition}")
        return replace(
            p, english=thing.object, rest=contract(preposition, thing.german(case))
        )

    def moving(self) -> Predicate:
        verb = self.pick(MOVING)
        draw = self.random.random()
        if draw < 0.15:
            city = self.pick(list(CITIES))
            drive = FAHREN if verb.base == "go" else None
            on_foot = "zu Fuß" * (verb.base == "walk")
            where = join(on_foot, f"nach {CITIES[city]}")
            return Predicate(verb, f"to {city}", drive, rest=where)
        if verb.base == "come" and self.chance(0.4):
            return Predicate(verb, "here", HIERHER)
        if verb.base == "come" and self.chance(0.3):
            who = self.anything(("person",), I)
            return Predicate(verb, f"with {who.object}", rest=f"mit {who.dat}")
        if verb.base in ("come", "go", "run") and self.chance(0.08):
            who = self.pick(
                (I, YOU, HE, SHE, WE, THEY, TOM, self.name(), self.person())
            )
            return Predicate(verb, f"to {who.object}", rest=contract("zu", who.dat))
        english, german = self.pick(WHERE_TO if self.chance(0.6) else WHERE_TO[:5])
        if english == "back":
            english, german = "home", "nach Hause"
        if verb.infinitive == "reisen":
            english, german = "to boston", "nach Boston"
        far = english.startswith(("home", "to ")) and english not in NEAR
        on_foot = "zu Fuß" * (verb.base == "walk" and far)
        return Predicate(verb, english, rest=join(on_foot, german))

    def place(self) -> tuple[str, str]:
        draw = self.random.random()
        if draw < 0.07:
            who = self.pick((I, YOU, HE, SHE, TOM, self.person()))
            near, german = self.pick(NEXT_TO)
            return f"{near} {who.object}", f"{german} {who.dat}"
        if draw < 0.09:  # near me: in meiner Nähe
            who = self.pick((I, YOU, HE, SHE, WE, THEY, TOM, self.name()))
            mine = f"{who.nom}s"
            if who.english in MY and who is not TOM and who is not MARY:
                mine = determiner(MY[who.english], "dat", "f")
            return f"near {who.object}", f"in {mine} Nähe"
        if draw < 0.15:
            noun = BY_NAME[self.pick(STANDING)]
            where, german = self.pick(WHERE_OF_IT)
            thing = self.noun_phrase(noun, words=self.pick(("the", "the", "my")))
            return f"{where} {thing.object}", contract(german, thing.dat)
        if draw < 0.2:
            city = self.pick(list(CITIES))
            return f"in {city}", f"in {CITIES[city]}"
        if draw < 0.35:
            noun = self.pick(NOUNS["place"])
            if noun.english in OUTSIDE:
                english, german = {
                    "bridge": ("on", "auf"),
                    "bank": ("at", "bei"),
                    "beach": ("on", "an"),
                }.get(noun.english, ("at", "an"))
            else:
                english, german = "in", "in"
            phrase = self.noun_phrase(noun, definite=True, plural=False)
            return f"{english} {phrase.object}", contract(german, phrase.dat)
        return self.pick(WHERE[:8] if self.chance(0.5) else WHERE)

    def staying(self, p: Predicate) -> Predicate:
        english, german = self.place()
        while p.verb.base == "work" and english.startswith("on "):  # arbeiten an
            english, german = self.place()
        return replace(p, english=english, rest=german)

    def special(self, subject: Nominal) -> Predicate:
        """Idioms with one verb."""
        draw = self.random.random()
        if draw < 0.08:
            return self.knowing_it(subject)
        if draw < 0.18:
            language = self.pick(list(LANGUAGES))
            if self.chance(0.15):  # i know french: ich kann Französisch
                return Predicate(
                    *(KNOW, language, KOENNEN),
                    indefinite=LANGUAGES[language],
                    negated=f"kein {LANGUAGES[language]}",
                )
            base, german = self.pick(
                (
                    ("speak", "sprechen"),
                    ("learn", "lernen"),
                    ("study", "lernen"),
                    ("understand", "verstehen"),
                    ("teach", "unterrichten"),
                )
            )
            verb = next(v for v in VERBS if v.base == base and not v.particle)
            return Predicate(
                verb,
                language,
                indefinite=LANGUAGES[language],
                negated=f"kein {LANGUAGES[language]}",
            )
        if draw < 0.27:
            verb = next(v for v in VERBS if v.base == "play" and not v.particle)
            game = self.pick(
                (
                    ("tennis", "Tennis"),
                    ("chess", "Schach"),
                    ("golf", "Golf"),
                    ("soccer", "Fußball"),
                    ("baseball", "Baseball"),
                    ("cards", "Karten"),
                )
            )
            if self.chance(0.4):
                game = self.pick(
                    (
                        ("the piano", "Klavier"),
                        ("the guitar", "Gitarre"),
                        ("piano", "Klavier"),
                    )
                )
            return Predicate(
                verb,
                game[0],
                indefinite=game[1],
                negated=("keine " if game[1] in ("Karten", "Gitarre") else "kein ")
                + game[1],
            )
        if draw < 0.6:
            english, german, negated = self.pick(HAD)
            verb = next(v for v in VERBS if v.base == "have")
            return Predicate(verb, english, indefinite=german, negated=negated)
        if draw < 0.7:
            verb = GO
            activity = self.pick(
                (
                    ("swimming", "schwimmen"),
                    ("shopping", "einkaufen"),
                    ("fishing", "angeln"),
                    ("dancing", "tanzen"),
                    ("skiing", "Ski fahren"),
                    ("jogging", "joggen"),
                    ("camping", "campen"),
                    ("to sleep", "schlafen"),
                    ("for a walk", "spazieren"),
                )
            )
            return Predicate(verb, activity[0], rest=activity[1])
        if draw < 0.78:
            verb, english, particle = self.pick(
                (
                    (HAVE, "breakfast", BREAKFAST),
                    (EAT, "breakfast", BREAKFAST),
                    (HAVE, "lunch", LUNCH),
                    (HAVE, "dinner", DINNER),
                    (EAT, "lunch", LUNCH),
                    (EAT, "dinner", DINNER),
                )
            )
            return Predicate(verb, english, particle)
        if draw < 0.9:
            who = self.anything(("person",), subject)
            p = self.object_of(Predicate(AGREE), who, "dat")
            return replace(p, english=f"with {who.object}")
        who = self.anything(("person", "person", "name"), subject)
        it = who in (IT, THIS, THAT)
        return Predicate(REMEMBER, who.object, rest="daran" if it else f"an {who.acc}")

    def knowing_it(self, subject: Nominal) -> Predicate:
        """Idioms that German says with "es": Tom knows, I will tell you."""
        draw = self.random.random()
        if draw < 0.25:
            return Predicate(KNOW, german_verb=WISSEN, light="es")
        if draw < 0.45:
            return replace(self.pick(WITH_ES), light="es")
        if draw < 0.7:
            who = self.anything(("person",), subject)
            p = self.object_of(Predicate(TELL, german_verb=SAGEN), who, "dat")
            return replace(p, light=join("es", p.light))
        if subject.english not in MY:
            return Predicate(KNOW, german_verb=WISSEN, light="es")
        english, german = self.pick(
            (
                ("arm", "den Arm"),
                ("leg", "das Bein"),
                ("hand", "die Hand"),
                ("nose", "die Nase"),
            )
        )
        return Predicate(
            BREAK, f"{MY[subject.english]} {english}", BRECHEN, definite=german
        )
