"""The constructions of everyday sentences, and how often each comes."""

import re
from dataclasses import replace
from random import Random
from typing import NamedTuple

from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    NONE,
    SHE,
    THAT,
    THEY,
    THIS,
    WE,
    WHO,
    YOU,
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.fixed import FIXED
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES, COMPARED, NOUNS
from lernformer.translator.corpus.everyday.phrases import (
    BY_NAME,
    HERE,
    HOW,
    IN_THE_MIDDLE,
    NAMES,
    PREDICATIVE,
    STATES,
    TIMES_OF,
    TOM,
    TOO,
    Phrases,
    spell,
)
from lernformer.translator.corpus.everyday.verbs import BE, ER, VERBS, WIR, Verb, _verb


class Sentence(NamedTuple):
    """A sentence, its translation, and how it is built."""

    source: str
    target: str
    construction: str


def _english_only(base: str, forms: str, german: str, frame: str = "i") -> Verb:
    return _verb(f"{base} {forms} = {german} {frame}".replace("  ", " "))


THESE, THOSE = (
    Nominal("these", "das", "das", "denen", WIR),
    Nominal("those", "das", "das", "denen", WIR),
)
LOOK, FEEL = (
    _english_only("look", "looked looked", "aus|sehen siehst sieht ausgesehen"),
    _english_only("feel", "felt felt", "fühlen!"),
)
SEEM, GET = (
    _english_only("seem", "seemed seemed", "scheinen geschienen"),
    _english_only("get", "got got", "werden wirst wird geworden*"),
)
BECOME = _english_only("become", "became become", "werden wirst wird geworden*")
STAY = next(v for v in VERBS if v.base == "stay")
KNOW = _english_only("know", "knew known", "wissen weißt weiß gewusst")
KNOW = replace(KNOW, present=("weiß", "weißt", "weiß", "wissen"))
THINK, SAY = (
    _english_only("think", "thought thought", "denken gedacht"),
    _english_only("say", "said said", "sagen"),
)
HOPE, BELIEVE = (
    _english_only("hope", "hoped hoped", "hoffen"),
    _english_only("believe", "believed believed", "glauben"),
)
HEAR, SEE = (
    next(v for v in VERBS if v.base == "hear"),
    next(v for v in VERBS if v.base == "see"),
)
TRY, ASK = (
    next(v for v in VERBS if v.base == "try"),
    _english_only("ask", "asked asked", "bitten gebeten"),
)
STOP, START = (
    next(v for v in VERBS if v.base == "stop"),
    next(v for v in VERBS if v.base == "start"),
)
BEGIN = next(v for v in VERBS if v.base == "begin")
DECIDE, FORGET = (
    _english_only("decide", "decided decided", "beschließen beschlossen"),
    _english_only(
        "forget", "forgot forgotten", "vergessen vergisst vergisst vergessen"
    ),
)
PROMISE, REFUSE = (
    _english_only(
        "promise", "promised promised", "versprechen versprichst verspricht versprochen"
    ),
    _english_only("refuse", "refused refused", "weigern!"),
)
HATE, LIKE = (
    next(v for v in VERBS if v.base == "hate"),
    next(v for v in VERBS if v.base == "like"),
)
LOVE, WANT = (
    next(v for v in VERBS if v.base == "love"),
    next(v for v in VERBS if v.base == "want"),
)
HAVE = next(v for v in VERBS if v.base == "have")
TELL = _english_only("tell", "told told", "sagen")
HABEN = HAVE
DO = next(v for v in VERBS if v.base == "do")
INTENDING = (TRY, TRY, DECIDE, FORGET, PROMISE)

DEGREES = [
    ("very", "sehr"),
    ("very", "sehr"),
    ("so", "so"),
    ("too", "zu"),
    ("really", "wirklich"),
    ("a little", "ein bisschen"),
    ("quite", "ziemlich"),
    ("pretty", "ziemlich"),
]
FUTURES = (
    "will",
    "will",
    "can",
    "can",
    "must",
    "should",
    "have to",
    "need to",
    "want to",
    "want to",
    "would like to",
    "going to",
    "might",
    "would",
    "could",
    "will",
    "will",
    "have to",
)
WEATHER = [
    ("hot", "heiß"),
    ("cold", "kalt"),
    ("warm", "warm"),
    ("late", "spät"),
    ("dark", "dunkel"),
    ("early", "früh"),
    ("raining", ""),
    ("snowing", ""),
]
WHEN = [
    ("when", "wann"),
    ("why", "warum"),
    ("how", "wie"),
    ("where", "wo"),
    ("how often", "wie oft"),
    ("what time", "um wie viel Uhr"),
    ("how long", "wie lange"),
]
MEASURES = [
    ("how old", "wie alt"),
    ("how tall", "wie groß"),
    ("how big", "wie groß"),
    ("how long", "wie lang"),
    ("how heavy", "wie schwer"),
    ("how deep", "wie tief"),
    ("how far", "wie weit"),
    ("how expensive", "wie teuer"),
]
TRADES = NOUNS["role"]
QUALITIES_OF_IT = [a for a in PREDICATIVE if "t" in ADJECTIVES[a][2]] + [
    "ready",
    "gone",
    "okay",
    "ok",
    "lost",
]
OF_PERSONS = [
    a for a in PREDICATIVE if "p" in ADJECTIVES[a][2] or "-" in ADJECTIVES[a][2]
]


class Sentences(Phrases):
    """Draws sentences: each construction is a method that gives both languages."""

    def modified(self, clause: Clause) -> Clause:
        """Perhaps with an adverb or a time."""
        draw = self.random.random()
        tense = clause.tense
        when = (
            "past"
            if tense in ("past", "past progressive", "had to", "wanted to", "passive")
            else "present"
            if tense in ("present", "progressive")
            else "future"
        )
        if draw < 0.16 and tense != "perfect":
            return replace(clause, time=self.pick(TIMES_OF[when]))
        if draw < 0.24:
            adverb = self.pick(IN_THE_MIDDLE)
            if (
                clause.predicate.negated
                or clause.negated
                or tense in ("progressive", "past progressive", "passive", "perfect")
            ):
                adverb = self.pick(
                    [
                        a
                        for a in IN_THE_MIDDLE
                        if a.english
                        in ("already", "still", "really", "probably", "also")
                    ]
                )
                if clause.negated:
                    adverb = NONE
            return replace(clause, adverb=adverb)
        if draw < 0.28 and not clause.negated:
            return replace(clause, adverb=TOO)
        if draw < 0.36 and clause.negated:
            yet, more, either = (
                Adverb("yet", "noch"),
                Adverb("anymore", "mehr", behind=True),
                Adverb("either", "auch"),
            )
            return replace(
                clause,
                adverb=self.pick(
                    (yet, either)
                    if tense in ("past", "perfect")
                    else (more, more, either)
                ),
            )
        if (
            draw < 0.35
            and clause.predicate.verb.frame in ("i", "im", "ia")
            and not clause.predicate.english
        ):
            return replace(clause, adverb=self.pick(HOW))
        if draw < 0.35 and not clause.predicate.rest:
            return replace(
                clause, adverb=self.pick(HERE[:8] if self.chance(0.6) else HERE)
            )
        return clause

    def tense(self) -> str:
        return self.random.choices(
            (
                "present",
                "progressive",
                "past",
                "past progressive",
                "perfect",
                self.pick(FUTURES),
                "wanted to",
                "had to",
            ),
            (30, 12, 30, 3, 5, 26, 2, 3),
        )[0]

    def clause(
        self,
        subject: Nominal | None = None,
        tense: str = "",
        negated: float = 0.2,
        asking: bool = False,
    ) -> Clause:
        subject = subject or self.subject()
        tense = tense or self.tense()
        predicate = self.predicate(subject)
        if tense in ("progressive", "past progressive") and predicate.verb.base in (
            "know",
            "love",
            "like",
            "hate",
            "need",
            "want",
            "have",
            "see",
            "hear",
            "understand",
            "believe",
            "own",
            "prefer",
            "fear",
            "respect",
            "trust",
        ):
            tense = "present" if tense == "progressive" else "past"
        no = (
            self.chance(negated)
            and subject.english not in ("nobody", "somebody", "everybody")
            and tense not in ("might", "perfect")
        )
        words = predicate.english.split()
        if {"anybody", "anything"} & set(words):
            no = not asking
            if subject.english in ("nobody", "somebody", "everybody"):
                subject = I
        if {"nobody", "nothing"} & set(words) or words[:1] == ["no"]:
            no = False
        bare = (
            predicate.negated.startswith("kein")
            and words[:1]
            and words[0] not in ("a", "an", "no")
            and not predicate.verb.particle
        )
        if bare and (no or asking) and predicate.verb.frame == "a" and self.chance(0.5):
            predicate = replace(predicate, english=f"any {predicate.english}")
        return self.modified(Clause(subject, predicate, tense, no))

    # ---- what somebody does ----------------------------------------------------------

    def statement(self):
        return self.clause().main()

    def question(self):
        subject = YOU if self.chance(0.5) else self.subject()
        clause = self.clause(subject, negated=0.05, asking=True)
        if clause.tense in ("may", "could", "might") and subject == YOU:
            clause = replace(clause, tense="could")
        if (
            clause.tense in ("past", "present", "perfect")
            and clause.time is NONE
            and self.chance(0.08)
        ):
            clause = replace(clause, adverb=Adverb("ever", "jemals", middle=True))
        if clause.adverb.english in (
            "only",
            "probably",
            "almost",
            "finally",
            "never",
            "rarely",
            "seldom",
            "sometimes",
            "usually",
        ):
            clause = replace(clause, adverb=NONE)
        english, german = clause.question()
        return self.negated_first(english, clause), german, "?"

    def negated_first(self, english: str, clause: Clause) -> str:
        """Do you not know? As people say it: don't you know?"""
        if clause.negated and self.chance(0.8):
            subject = clause.subject.english
            return english.replace(f"{subject} not", f"not {subject}", 1).replace(
                "can not", "cannot", 1
            )
        return english

    def would_like(self):
        thing = self.anything(self.pick((("food", "drink"), ("thing",), ("drink",))), I)
        subject = YOU if self.chance(0.5) else self.subject()
        german = ("möchte", "möchtest", "möchte", "möchten")[subject.person]
        english = f"like {thing.object}"
        if subject is YOU or self.chance(0.1):
            return (
                f"would {subject.english} {english}",
                f"{german} {subject.nom} {thing.acc}",
                "?",
            )
        return (
            f"{subject.english} would {english}",
            f"{subject.nom} {german} {thing.acc}",
        )

    def plural_identity(self):
        noun = self.pick(
            [
                n
                for kind in ("thing", "person", "idea", "animal")
                for n in NOUNS[kind]
                if n.english_plural != "-"
            ]
        )
        phrase = self.noun_phrase(noun, plural=True)
        asked = self.pick((THESE, THOSE, THEY))
        p = (
            Predicate(
                BE, phrase.english, indefinite=phrase.nom, negated=phrase.without["nom"]
            )
            if phrase.without
            else Predicate(BE, phrase.english, rest=phrase.nom)
        )
        clause = Clause(
            asked, p, self.pick(("present", "present", "past")), self.chance(0.15)
        )
        return (
            (*clause.question(), "?")
            if self.chance(0.3) and not clause.negated
            else clause.main()
        )

    def may_question(self):
        tense = self.pick(("may", "can", "shall", "shall", "may", "must"))
        subject = self.pick((I, I, WE))
        if tense == "may" and self.chance(0.2):
            return self.clause(YOU, tense, 0.3).main()
        return (*self.clause(subject, tense, 0, True).question(), "?")

    def could_you(self):
        tense = self.pick(("can", "could", "would", "will", "can"))
        clause = self.clause(YOU, tense, 0, True)
        english, german = replace(clause, adverb=NONE).question()
        if self.chance(0.3):
            english, german = (
                join(english, "please"),
                german.replace("du ", "du bitte ", 1),
            )
        return english, german, "?"

    def wh_question(self):
        english, german = self.pick(WHEN)
        subject = YOU if self.chance(0.45) else self.subject()
        tense = self.pick(
            (
                "present",
                "past",
                "past",
                "progressive",
                "will",
                "can",
                "should",
                "have to",
                "going to",
            )
        )
        clause = replace(
            self.clause(subject, tense, 0.3 if english == "why" else 0, True),
            adverb=NONE,
            time=NONE,
        )
        if english == "where" and clause.predicate.rest:
            english, german = "why", "warum"
        if english == "where" and clause.predicate.verb.frame == "im":
            german = "wohin"
        e, g = clause.question(english, german)
        return self.negated_first(e, clause), g, "?"

    def where_go(self):
        verb = self.pick(
            [
                v
                for v in VERBS
                if v.base in ("go", "walk", "run", "drive") and v.frame == "im"
            ]
        )
        subject = YOU if self.chance(0.4) else self.subject()
        tense = self.pick(
            (
                "progressive",
                "past",
                "going to",
                "want to",
                "present",
                "will",
                "can",
                "should",
            )
        )
        return (
            *Clause(subject, Predicate(verb), tense).question("where", "wohin"),
            "?",
        )

    def object_question(self):
        asked = self.pick(
            (
                ("what", "was"),
                ("what", "was"),
                ("who", "wen"),
                ("which book", "welches Buch"),
                ("what else", "was noch"),
                ("how many books", "wie viele Bücher"),
                ("how much money", "wie viel Geld"),
                ("which", "welches"),
                ("whose car", "wessen Auto"),
                ("what kind of music", "was für Musik"),
            )
        )
        wants = {
            "what": ("thing", "it"),
            "who": ("person",),
            "what else": ("thing",),
        }.get(asked[0], ("thing",))
        verbs = [
            v for v in VERBS if v.frame in ("a", "ia") and set(v.kinds) & set(wants)
        ]
        if asked[0] == "what" and self.chance(0.5):
            verb = self.pick(
                [
                    v
                    for v in VERBS
                    if v.base
                    in (
                        "do",
                        "see",
                        "want",
                        "have",
                        "need",
                        "eat",
                        "read",
                        "say",
                        "buy",
                        "drink",
                        "write",
                        "make",
                        "hear",
                    )
                    and v.frame in ("a", "ia")
                ]
                + [DO, SAY, DO]
            )
        else:
            verb = self.pick(verbs)
        german = None
        if verb is DO and self.chance(0.5):
            verb = DO
        subject = YOU if self.chance(0.5) else self.subject()
        tense = self.pick(
            (
                "present",
                "past",
                "past",
                "progressive",
                "will",
                "can",
                "should",
                "want to",
                "have to",
                "going to",
                "would like to",
                "perfect",
            )
        )
        if tense == "progressive" and verb.base in (
            "want",
            "have",
            "need",
            "see",
            "know",
            "like",
            "love",
            "hate",
            "hear",
            "understand",
        ):
            tense = "present"
        if verb is WANT and tense not in ("present", "past"):
            tense = "present"
        return (
            *Clause(subject, Predicate(verb, german_verb=german), tense).question(
                *asked
            ),
            "?",
        )

    def who_question(self):
        """Who sleeps? The subject is asked for, so English has no "do"."""
        tense = self.pick(
            (
                "present",
                "past",
                "past",
                "progressive",
                "will",
                "can",
                "wanted to",
                "want to",
            )
        )
        asked = WHO if self.chance(0.8) else Nominal("what", "was", "was", "was")
        if asked is WHO:
            clause = replace(self.clause(WHO, tense, 0), time=NONE, adverb=NONE)
            if self.chance(0.35):
                english, german = self.place()
                clause = Clause(
                    WHO,
                    Predicate(BE, english, rest=german),
                    self.pick(("present", "past")),
                )
        else:
            clause = Clause(
                asked, Predicate(BE, self.pick_quality(QUALITIES_OF_IT)[0]), "present"
            )
            english, german = self.pick_quality(QUALITIES_OF_IT)
            clause = Clause(asked, Predicate(BE, english, rest=german))
        return (*clause.main(), "?")

    def command(self):
        verb = self.predicate(YOU)
        if verb.verb.base in (
            "know",
            "want",
            "like",
            "need",
            "have",
            "love",
            "hate",
            "own",
            "miss",
            "drown",
            "die",
            "prefer",
            "understand",
            "disappear",
        ):
            verb = self.moving()
        clause = Clause(YOU, verb, negated=self.chance(0.35))
        draw = self.random.random()
        if draw < 0.12:
            clause = replace(
                clause,
                time=self.pick(
                    [
                        t
                        for t in TIMES_OF["future"]
                        if t.english in ("tomorrow", "now", "again", "tonight", "today")
                    ]
                ),
            )
        elif draw < 0.22 and verb.verb.frame in ("i", "im", "ia") and not verb.english:
            clause = replace(clause, adverb=self.pick(HOW))
        english, german = clause.command()
        if self.chance(0.2):
            return (
                (f"please {english}", f"bitte {german}", "!")
                if self.chance(0.6)
                else (f"{english} please", f"{german} , bitte", "!")
            )
        return english, german, "!"

    def be_command(self):
        no = self.chance(0.5)
        english, german = self.pick(
            (
                *[("late", "")] * 2,
                *[
                    (a, ADJECTIVES[a][0])
                    for a in (
                        "careful",
                        "quiet",
                        "happy",
                        "patient",
                        "polite",
                        "honest",
                        "nice",
                        "kind",
                        "serious",
                        "sad",
                        "stupid",
                        "angry",
                        "shy",
                        "rude",
                        "lazy",
                        "selfish",
                        "ridiculous",
                        "nervous",
                        "strong",
                        "brave",
                        "cruel",
                        "jealous",
                        "mean",
                        "crazy",
                        "good",
                        "fair",
                        "friendly",
                        "silly",
                    )
                    if a in ADJECTIVES
                ],
            )
        )
        if english == "late":
            return "do not be late", "komm nicht zu spät", "!"
        degree = self.pick(("", "so", "very", "")) if no else ""
        degree = "so" if degree == "very" and no else degree
        word = {"so": "so", "": ""}[degree]
        return (
            join("do not" if no else "", "be", degree, english),
            join("sei", "nicht" if no else "", word, german),
            "!",
        )

    def let_us(self):
        clause = Clause(WE, self.predicate(WE))
        if self.chance(0.2):
            clause = replace(clause, time=self.pick(TIMES_OF["future"][:6]))
        no = self.chance(0.1)
        english, german = replace(clause, negated=no).infinitive(zu=False)
        german = (
            german.replace("uns uns", "uns")
            if clause.predicate.says.reflexive
            else german
        )
        if clause.predicate.says.reflexive:
            german = german.removeprefix("uns ")
        return join("let us", "not" if no else "", english), f"lass uns {german}", "!"

    def let_me(self):
        who = self.pick((I, I, I, HE, SHE, THEY, TOM, WE))
        predicate = self.predicate(who)
        if (
            predicate.says.reflexive
            or "anything" in predicate.english
            or "anybody" in predicate.english
        ):
            predicate = self.moving()
        english, german = Clause(who, predicate).infinitive(zu=False)
        if who is WE:
            who = I
            english, german = Clause(
                I,
                Predicate(
                    self.pick([v for v in VERBS if v.frame == "i" and not v.reflexive])
                ),
            ).infinitive(zu=False)
        if self.chance(0.15):
            return (
                f"do not let {who.object} {english}",
                f"lass {who.acc} nicht {german}",
                "!",
            )
        return f"let {who.object} {english}", f"lass {who.acc} {german}", "!"

    # ---- how somebody or something is ----------------------------------------------------

    def pick_quality(
        self, choices: list[str] = OF_PERSONS, degree: float = 0.3
    ) -> tuple[str, str]:
        english = self.pick(choices)
        german = ADJECTIVES[english][0]
        if self.chance(degree) and english not in (
            "dead",
            "married",
            "gone",
            "alone",
            "asleep",
            "ready",
            "fine",
            "lost",
            "wrong",
            "same",
            "awesome",
            "amazing",
            "perfect",
            "naked",
            "fired",
            "single",
            "awake",
        ):
            more, mehr = self.pick(DEGREES)
            return join(more, english), join(mehr, german)
        return english, german

    def being(self, subject: Nominal, predicate: Predicate) -> Clause:
        tense = self.random.choices(
            ("present", "past", "will", "must", "perfect", "may be", "might"),
            (60, 25, 4, 4, 2, 3, 2),
        )[0]
        clause = Clause(
            subject,
            predicate,
            tense,
            self.chance(0.17)
            and subject.english not in ("nobody", "somebody", "everybody")
            and tense in ("present", "past", "will"),
        )
        draw = self.random.random()
        if draw < 0.1 and tense in ("present", "past"):
            clause = replace(
                clause,
                time=self.pick(
                    [
                        t
                        for t in TIMES_OF[tense]
                        if t.german
                        and t.english not in ("together", "here", "again", "right now")
                    ][:6]
                ),
            )
        elif draw < 0.2 and tense in ("present", "past"):
            names = (
                "still",
                "already",
                "always",
                "really",
                "never",
                "often",
                "usually",
                "probably",
                "also",
                "almost",
            )
            adverb = self.pick([a for a in IN_THE_MIDDLE if a.english in names])
            clause = replace(clause, adverb=NONE if clause.negated else adverb)
        elif draw < 0.26 and not clause.negated:
            clause = replace(clause, adverb=TOO)
        return clause

    def quality(self):
        return self._quality().main()

    def _quality(self) -> Clause:
        if self.chance(0.65):
            english, german = self.pick_quality()
            return self.being(self.subject(), Predicate(BE, english, rest=german))
        subject = self.pick(
            (IT, IT, IT, THIS, THAT, self.thing(), self.thing(), self.thing())
        )
        if subject.english.startswith("no "):
            subject = IT
        english, german = self.pick_quality(QUALITIES_OF_IT)
        return self.being(subject, Predicate(BE, english, rest=german))

    def quality_question(self):
        clause = self._quality()
        if self.chance(0.4):
            clause = replace(
                clause,
                subject=YOU
                if clause.subject.person != WIR
                and clause.subject not in (IT, THIS, THAT)
                and not clause.subject.english.startswith(("the", "a ", "this"))
                else clause.subject,
            )
        if clause.adverb.english in (
            "probably",
            "never",
            "usually",
            "almost",
            "really",
            "often",
        ):
            clause = replace(clause, adverb=NONE)
        if clause.tense not in ("present", "past"):
            clause = replace(clause, tense="present")
        asked = self.pick(
            (("", ""),) * 4
            + (("why", "warum"), ("why", "warum"), ("how", ""), ("when", "wann"))
        )
        if asked[0] in ("how", "when"):
            asked = ("", "")
        english, german = clause.question(*asked)
        return self.negated_first(english, clause), german, "?"

    def state(self):
        english, verb, german, indefinite = self.pick(STATES)
        p = (
            Predicate(BE, english, verb, indefinite=german, negated=f"keine {german}")
            if indefinite
            else Predicate(BE, english, verb, rest=german)
        )
        clause = self.being(self.subject(), p)
        if english == "late" or clause.tense in ("must", "perfect", "may be", "might"):
            clause = replace(clause, tense=self.pick(("present", "past")))
        return (
            (*clause.question(), "?")
            if self.chance(0.25) and clause.adverb is NONE
            else clause.main()
        )

    def afraid_of(self):
        who = self.pick(
            (
                self.person(),
                self.name(),
                self.pick((I, YOU, HE, SHE, THEY)),
                self.noun_phrase(
                    self.pick(NOUNS["animal"]),
                    plural=True,
                    words=self.pick(("", "the")),
                ),
            )
        )
        p = Predicate(
            BE,
            f"{self.pick(('afraid', 'scared'))} of {who.object}",
            HABEN,
            indefinite="Angst",
            negated="keine Angst",
            rest=f"vor {who.dat}",
        )
        return self.being(self.subject(), p).main()

    def of_or_with(self):
        """proud of, angry at, married to: each with its preposition."""
        english, german, case = self.pick(
            (
                ("proud of", "stolz auf", "acc"),
                ("angry at", "wütend auf", "acc"),
                ("mad at", "wütend auf", "acc"),
                ("jealous of", "eifersüchtig auf", "acc"),
                ("married to", "verheiratet mit", "dat"),
                ("nice to", "nett zu", "dat"),
                ("kind to", "nett zu", "dat"),
                ("worried about", "besorgt um", "acc"),
                ("with", "bei", "dat"),
                ("angry with", "wütend auf", "acc"),
            )
        )
        subject = self.subject()
        who = self.anything(("person",), subject)
        from lernformer.translator.corpus.everyday.phrases import contract

        *first, preposition = german.split()
        return self.being(
            subject,
            Predicate(
                BE,
                f"{english} {who.object}",
                rest=join(*first, contract(preposition, who.german(case))),
            ),
        ).main()

    def looking(self):
        verb = self.pick((LOOK, LOOK, FEEL, GET, BECOME, STAY))
        english, german = self.pick_quality()
        subject = self.subject()
        tense = self.pick(
            ("present", "present", "past", "progressive" if verb is GET else "present")
        )
        no = self.chance(0.15) and subject.english not in (
            "nobody",
            "somebody",
            "everybody",
        )
        clause = Clause(subject, Predicate(verb, english, rest=german), tense, no)
        return (
            (*clause.question(), "?") if self.chance(0.15) and not no else clause.main()
        )

    def seeming(self):
        english, german = self.pick_quality()
        subject = self.subject()
        to_be = self.pick(("", "to be "))
        tense = self.pick(("present", "past"))
        form = (
            SEEM.present
            if tense == "present"
            else ("schien", "schienst", "schien", "schienen")
        )
        e, _ = Clause(subject, Predicate(SEEM, f"{to_be}{english}"), tense).main()
        return e, f"{subject.nom} {form[subject.person]} {german} zu sein"

    def sounding(self):
        subject = self.pick((IT, THAT, THIS, self.thing()))
        base, german = self.pick(
            (
                ("sound", "klingen geklungen"),
                ("smell", "riechen gerochen"),
                ("taste", "schmecken"),
                ("look", "aus|sehen siehst sieht ausgesehen"),
            )
        )
        verb = _verb(f"{base} = {german} i")
        english, word = self.pick(
            (
                ("good", "gut"),
                ("great", "großartig"),
                ("bad", "schlecht"),
                ("interesting", "interessant"),
                ("strange", "seltsam"),
                ("delicious", "köstlich"),
                ("wonderful", "wunderbar"),
                ("terrible", "schrecklich"),
                ("easy", "einfach"),
                ("boring", "langweilig"),
                ("dangerous", "gefährlich"),
                ("nice", "schön"),
                ("expensive", "teuer"),
                ("sweet", "süß"),
            )
        )
        return Clause(
            subject,
            Predicate(verb, english, rest=word),
            self.pick(("present", "present", "past")),
        ).main()

    def role(self):
        subject = self.pick((I, YOU, HE, TOM, self.name(), SHE))
        noun = self.pick(TRADES)
        draw = self.random.random()
        if (
            draw < 0.45
            and subject is not SHE
            and subject.english
            not in ("mary", "alice", "anna", "jane", "lisa", "linda", "emily", "susan")
            and noun.english != "nurse"
        ):
            article = "an" if noun.english[0] in "aeiou" else "a"
            p = Predicate(
                BE,
                f"{article} {noun.english}",
                indefinite=noun.german,
                negated=f"kein {noun.german}",
            )
        else:
            women = {
                "mary",
                "alice",
                "anna",
                "jane",
                "lisa",
                "linda",
                "emily",
                "susan",
                "she",
            }
            nouns = [
                n
                for n in NOUNS["person"]
                if (n.gender == "m") == (subject.english not in women)
            ]
            noun = self.pick(nouns)
            if noun.gender == "m" and self.chance(0.3):
                noun = self.pick(TRADES[:-6])
            words = ("my", "your", "his", "her", "our", "their", "the", "a")[
                : 7 if noun.kind == "role" else 8
            ]
            phrase = self.noun_phrase(noun, plural=False, words=self.pick(words))
            if noun.kind == "role" and self.chance(0.5):
                good = self.pick(
                    [a for a, (_, _, kinds) in ADJECTIVES.items() if "p" in kinds]
                    + ["good", "great", "famous"] * 8
                )
                phrase = spell(noun, "a", good)
            if phrase.without:
                p = Predicate(
                    BE,
                    phrase.english,
                    indefinite=phrase.nom,
                    negated=phrase.without["nom"],
                )
            else:
                p = Predicate(BE, phrase.english, rest=phrase.nom)
        clause = self.being(subject, p)
        return (*clause.question(), "?") if self.chance(0.15) else clause.main()

    def identity(self):
        subject = self.pick((IT, THIS, THAT, IT))
        phrase = self.thing() if self.chance(0.8) else self.person()
        if phrase.person == WIR:
            phrase = self.noun_phrase(self.pick(NOUNS["thing"]), plural=False)
        if self.chance(0.15):
            owner, german = self.pick(
                (
                    ("mine", "meins"),
                    ("yours", "deins"),
                    ("ours", "unseres"),
                    ("hers", "ihres"),
                )
            )
            p = Predicate(BE, owner, rest=german)
        elif phrase.without:
            p = Predicate(
                BE, phrase.english, indefinite=phrase.nom, negated=phrase.without["nom"]
            )
        else:
            p = Predicate(BE, phrase.english, rest=phrase.nom)
        clause = Clause(
            subject,
            p,
            self.pick(("present", "present", "present", "past")),
            self.chance(0.2),
        )
        return (
            (*clause.question(), "?")
            if self.chance(0.3) and not clause.negated
            else clause.main()
        )

    def located(self):
        english, german = self.place()
        subject = self.subject() if self.chance(0.8) else self.thing()
        p = Predicate(BE, english, rest=german)
        clause = self.being(subject, p)
        if clause.tense == "perfect":
            clause = replace(clause, tense="past")
        return (
            (*clause.question(), "?")
            if self.chance(0.2) and clause.adverb is NONE
            else clause.main()
        )

    def where_is(self):
        subject = self.pick((self.subject(), self.thing(), self.thing()))
        if subject.without:
            subject = self.noun_phrase(
                self.pick(NOUNS["thing"]),
                words=self.pick(("the", "my", "your")),
                plural=self.chance(0.3),
            )
        tense = self.pick(("present", "present", "past"))
        asked = self.pick(
            (("where", "wo"),) * 4 + (("who", "wer"), ("how", "wie"), ("what", "was"))
        )
        if asked[0] == "how":
            subject = self.noun_phrase(
                self.pick(
                    [BY_NAME[n] for n in ("trip", "movie", "game", "food", "job")]
                ),
                words=self.pick(("the", "your")),
                plural=False,
            )
        if asked[0] == "who":
            subject = self.pick(
                (
                    YOU,
                    HE,
                    SHE,
                    THEY,
                    self.noun_phrase(
                        self.pick(NOUNS["person"][:9]),
                        words=self.pick(("this", "that", "the")),
                        plural=False,
                    ),
                )
            )
        if asked[0] == "what":
            subject = self.pick(
                (
                    IT,
                    THIS,
                    THAT,
                    self.noun_phrase(
                        self.pick(NOUNS["idea"]),
                        words=self.pick(("the", "your", "his")),
                        plural=False,
                    ),
                )
            )
        return (*Clause(subject, Predicate(BE), tense).question(*asked), "?")

    def measure(self):
        english, german = self.pick(MEASURES)
        if english in ("how old", "how tall", "how far", "how heavy"):
            subject = self.pick(
                (
                    YOU,
                    HE,
                    SHE,
                    TOM,
                    self.person(),
                    IT,
                    self.noun_phrase(
                        BY_NAME[
                            self.pick(
                                ("house", "car", "dog", "tree", "school", "church")
                            )
                        ],
                        words="the",
                        plural=False,
                    ),
                )
            )
        else:
            subject = self.noun_phrase(self.pick(NOUNS["thing"]), definite=True)
        return (
            *Clause(
                subject, Predicate(BE), self.pick(("present", "present", "past"))
            ).question(english, german),
            "?",
        )

    def there_is(self):
        kind = self.pick(
            ("thing", "idea", "person", "food", "animal", "place", "drink")
        )
        noun = self.pick(NOUNS[kind])
        counted = noun.english_plural != "-"
        plural = counted and self.chance(0.4)
        word = (
            self.pick(("", "many", "two", "three", "no", "some"))
            if plural
            else self.pick(("a", "a", "a", "no"))
            if counted
            else self.pick(("", "no"))
        )
        phrase = spell(noun, word, "", plural)
        subject = Nominal("there", "es", "es", "es", WIR if plural else ER)
        tense = self.pick(("present", "present", "present", "past"))
        verb = _verb("be = geben gibst gibt gegeben i")
        gibt, gab = ("gibt", "gab")
        no = self.chance(0.2) and bool(phrase.without)
        rest_english, rest_german = self.place() if self.chance(0.4) else ("", "")
        p = Predicate(BE, join(phrase.english, rest_english), verb)
        english = Clause(subject, p, tense, no)
        object = phrase.without["acc"] if no and phrase.without else phrase.acc
        left = gibt if tense == "present" else gab
        if self.chance(0.2) and not no:
            return (
                english.question()[0],
                join(left, "es", rest_german, object)
                if rest_german in ("hier", "dort")
                else join(left, "es", object, rest_german),
                "?",
            )
        if rest_german in ("hier", "dort"):
            return english.main()[0], join("es", left, rest_german, object)
        return english.main()[0], join("es", left, object, rest_german)

    def weather(self):
        english, german = self.pick(WEATHER)
        if not german:
            verb = {
                "raining": _verb("rain = regnen i"),
                "snowing": _verb("snow = schneien geschneit i"),
            }[english]
            tense = self.pick(
                (
                    "progressive",
                    "past progressive",
                    "past",
                    "will",
                    "might",
                    "going to",
                    "present",
                )
            )
            clause = self.modified(Clause(IT, Predicate(verb), tense, self.chance(0.1)))
        else:
            degree, sehr = self.pick(
                (
                    ("", ""),
                    ("", ""),
                    ("very", "sehr"),
                    ("so", "so"),
                    ("too", "zu"),
                    ("getting", ""),
                )
            )
            if degree == "getting":
                clause = Clause(IT, Predicate(GET, english, rest=german), "progressive")
            else:
                place = self.pick(
                    (
                        ("", ""),
                        ("", ""),
                        ("in here", "hier drinnen"),
                        ("outside", "draußen"),
                        ("here", "hier"),
                        ("today", "heute"),
                        ("tonight", "heute Abend"),
                    )
                )
                clause = Clause(
                    IT,
                    Predicate(
                        BE,
                        join(degree, english, place[0]),
                        rest=join(place[1], sehr, german),
                    ),
                    self.pick(("present", "present", "past")),
                )
                if self.chance(0.2):
                    return (*clause.question(), "?")
                return clause.main()
        return (
            (*clause.question(), "?")
            if self.chance(0.2) and clause.adverb is NONE
            else clause.main()
        )

    def cold(self):
        """Whom English calls cold, to him in German it is cold."""
        who = self.pick((I, I, YOU, HE, SHE, WE, THEY))
        english, german = self.pick(
            (
                ("cold", "kalt"),
                ("hot", "heiß"),
                ("warm", "warm"),
                ("dizzy", "schwindlig"),
                ("fine", ""),
                ("fine", ""),
                ("okay", ""),
                ("ok", ""),
                ("well", ""),
            )
        )
        e = Clause(
            who, Predicate(BE, english), self.pick(("present",)), self.chance(0.15)
        )
        question = self.chance(0.25)
        nicht = "nicht" if e.negated else ""
        if not german:
            who = self.pick((who, who, TOM, self.person()))
            e = replace(e, subject=who)
            if question and not e.negated:
                return e.question()[0], f"geht es {who.dat} gut", "?"
            return e.main()[0], join(who.dat, "geht es", nicht, "gut")
        if question and not e.negated:
            return e.question()[0], f"ist {who.dat} {german}", "?"
        return e.main()[0], join(who.dat, "ist", nicht, german)

    def sorry(self):
        who = self.pick((I, I, HE, SHE, WE, THEY, TOM))
        e = Clause(
            who,
            Predicate(BE, self.pick(("sorry", "so sorry", "very sorry"))),
            self.pick(("present",)),
        )
        degree = e.predicate.english.removesuffix("sorry")
        word = {"so ": "so", "very ": "sehr", "": ""}[degree]
        return e.main()[0], join("es tut", who.dat, word, "leid")

    def compare(self):
        base = self.pick(list(COMPARED))
        more, mehr = COMPARED[base]
        if self.chance(0.7):
            subject, other = self.subject(), self.subject()
            if other.english == subject.english:
                other = TOM if subject is not TOM else I
        else:
            subject, other = self.pick((IT, THIS, THAT, self.thing())), self.thing()
        object = other.object
        draw = self.random.random()
        much, viel = ("much", "viel") if self.chance(0.2) else ("", "")
        if draw < 0.6:
            p = Predicate(
                BE,
                join(much, more, "than", object),
                rest=join(viel, mehr, "als", other.nom),
            )
        elif draw < 0.85:
            p = Predicate(
                BE,
                f"as {base} as {object}",
                rest=f"so {ADJECTIVES[base][0]} wie {other.nom}",
            )
        else:
            p = Predicate(BE, join(much, more), rest=join(viel, mehr))
        return Clause(
            subject,
            p,
            self.pick(("present", "present", "past")),
            self.chance(0.15)
            and not much
            and subject.english not in ("nobody", "everybody", "somebody"),
        ).main()

    # ---- two verbs -------------------------------------------------------------------

    def knowing(self) -> tuple[Clause, str, str]:
        """Somebody knows, thinks or says something."""
        verb, tense = self.pick(
            (
                (KNOW, "present"),
                (KNOW, "past"),
                (THINK, "present"),
                (THINK, "past"),
                (SAY, "past"),
                (HOPE, "present"),
                (BELIEVE, "present"),
                (HEAR, "past"),
                (SEE, "present"),
                (SAY, "present"),
                (KNOW, "present"),
                (THINK, "present"),
            )
        )
        subject = I if self.chance(0.4) else self.subject()
        no = (
            self.chance(0.15)
            and verb in (KNOW, THINK, BELIEVE)
            and subject.english not in ("nobody", "everybody", "somebody")
        )
        return (
            Clause(subject, Predicate(verb), tense, no),
            self.pick(("that", "")),
            "dass",
        )

    def dependent(self) -> Clause:
        draw = self.random.random()
        return self._quality() if draw < 0.4 else self.clause(negated=0.15)

    def that_clause(self):
        clause, english, german = self.knowing()
        second = self.dependent().subordinate(english, german)
        question = self.chance(0.12) and not clause.negated
        first = (
            replace(clause, subject=YOU, tense="present").question()
            if question
            else clause.main()
        )
        return (
            join(first[0], second[0]),
            join(first[1], second[1]),
            "?" if question else ".",
        )

    def told_that(self):
        who = self.anything(("person",), I)
        subject = self.subject()
        first = Clause(
            subject, self.object_of(Predicate(TELL), who, "dat"), "past"
        ).main()
        second = self.dependent().subordinate(self.pick(("that", "")), "dass")
        return join(first[0], second[0]), join(first[1], second[1])

    def indirect_question(self):
        subject = I if self.chance(0.5) else self.subject()
        asked = self.pick(
            (
                ("where", "wo"),
                ("why", "warum"),
                ("how", "wie"),
                ("what", "was"),
                ("who", "wer"),
                ("if", "ob"),
                ("when", "wann"),
            )
        )
        if asked[0] == "what":
            verb = self.pick(
                (
                    DO,
                    WANT,
                    SAY,
                    HAVE,
                    next(v for v in VERBS if v.base == "need"),
                    next(v for v in VERBS if v.base == "mean")
                    if any(v.base == "mean" for v in VERBS)
                    else DO,
                )
            )
            clause = Clause(
                self.subject(), Predicate(verb), self.pick(("present", "past"))
            )
            if verb is DO:
                clause = replace(
                    clause, tense=self.pick(("past", "progressive", "should"))
                )
        elif asked[0] == "who":
            clause = Clause(
                self.pick((HE, SHE, YOU, THEY, TOM)),
                Predicate(BE),
                self.pick(("present", "past")),
            )
        elif asked[0] == "where":
            clause = Clause(
                self.subject(), Predicate(BE), self.pick(("present", "past"))
            )
            if self.chance(0.3):
                clause = replace(
                    clause,
                    predicate=Predicate(
                        next(v for v in VERBS if v.base == "live" and not v.particle)
                    ),
                    tense="present",
                )
        else:
            clause = replace(self.dependent(), adverb=NONE)
        second = clause.subordinate(*asked)
        first = Clause(
            subject,
            Predicate(KNOW),
            self.pick(("present", "present", "past")),
            self.chance(0.45)
            and subject.english not in ("nobody", "everybody", "somebody"),
        )
        if self.chance(0.35):
            e, g = replace(
                first, subject=YOU, tense="present", negated=False
            ).question()
            return join(e, second[0]), join(g, second[1]), "?"
        e, g = first.main()
        return join(e, second[0]), join(g, second[1])

    def reason(self):
        english, german = self.pick(
            (("because", "weil"), ("because", "weil"), ("if", "wenn"), ("when", "wenn"))
        )
        first, second = self.clause(), self.dependent()
        if german == "wenn":
            first = replace(first, tense="will", time=NONE)
            second = replace(second, tense="present", time=NONE)
        second_ = second.subordinate(english, german)
        e, g = first.main()
        return join(e, second_[0]), join(g, second_[1])

    def and_(self):
        first, second = self.clause(), self.dependent()
        if self.chance(0.4):
            e, g = first.main()
            e2, g2 = second.main()
            return f"{e} but {e2}", f"{g} , aber {g2}"
        e, g = first.main()
        e2, g2 = second.main()
        return f"{e} and {e2}", f"{g} und {g2}"

    def intending(self):
        verb = self.pick(INTENDING)
        subject = self.subject()
        inner = self.predicate(subject)
        english, german = Clause(subject, inner).infinitive()
        tense = self.pick(
            (
                "past",
                "past",
                "past",
                "progressive" if verb is TRY else "past",
                "perfect",
            )
        )
        left = Clause(subject, Predicate(verb, f"to {english}"), tense, False)
        e, g = left.main()
        return e, f"{g} , {german}"

    def try_to(self):
        inner = self.predicate(YOU)
        no = self.chance(0.4)
        english, german = Clause(YOU, inner).infinitive()
        if no:
            return f"do not forget to {english}", f"vergiss nicht , {german}", "!"
        return f"try to {english}", f"versuch , {german}", "!"

    def stopping(self):
        verb = self.pick((STOP, STOP, START, BEGIN))
        predicate = self.predicate(YOU)
        draw = self.random.random()
        if verb is STOP and draw < 0.5:
            clause = Clause(YOU, predicate)
            return f"stop {clause.doing()}", f"hör auf , {clause.infinitive()[1]}", "!"
        subject = self.subject()
        clause = Clause(subject, predicate)
        inner = (
            clause.doing()
            if verb is STOP or self.chance(0.4)
            else f"to {clause.infinitive()[0]}"
        )
        e, g = Clause(
            subject,
            Predicate(verb, inner),
            self.pick(("past", "past", "present", "will")),
        ).main()
        return e, f"{g} , {clause.infinitive()[1]}"

    def gladly(self):
        """I like to swim: ich schwimme gern."""
        verb = self.pick((LIKE, LIKE, LOVE, HATE))
        subject = YOU if self.chance(0.2) else self.subject()
        predicate = self.predicate(subject)
        if predicate.negated or predicate.verb.base in (
            "like",
            "love",
            "hate",
            "want",
            "need",
            "know",
            "have",
        ):
            predicate = Predicate(self.pick([v for v in VERBS if v.frame == "i"]))
        clause = Clause(subject, predicate)
        inner = clause.doing() if self.chance(0.5) else f"to {clause.infinitive()[0]}"
        no = (
            self.chance(0.2)
            and verb is LIKE
            and subject.english not in ("nobody", "everybody", "somebody")
        )
        english = Clause(subject, Predicate(verb, inner), "present", no)
        if verb is HATE:
            e, _ = Clause(subject, Predicate(HATE, inner)).main()
            return (
                e,
                f"{subject.nom} {HATE.present[subject.person]} es , {clause.infinitive()[1]}",
            )
        german = replace(
            clause,
            negated=no,
            adverb=Adverb("", {LIKE: "gern", LOVE: "sehr gern"}[verb], behind=True),
        )
        if self.chance(0.2) and not no:
            return english.question()[0], german.question()[1], "?"
        return english.main()[0], german.main()[1]

    def want_somebody_to(self):
        who = self.pick((YOU, YOU, HE, SHE, THEY, TOM, I, self.name()))
        subject = self.pick([s for s in (I, I, HE, SHE, YOU, TOM, THEY) if s != who])
        inner = self.predicate(who)
        english, _ = Clause(who, inner).infinitive()
        tense = self.pick(("present", "past", "would like"))
        second = Clause(who, inner).subordinate("", "dass")[1]
        if tense == "would like":
            e = f"{subject.english} would like {who.object} to {english}"
            return (
                e,
                f"{subject.nom} {('möchte', 'möchtest', 'möchte', 'möchten')[subject.person]} {second}",
            )
        first = Clause(subject, Predicate(WANT, f"{who.object} to {english}"), tense)
        if self.chance(0.25) and tense == "present":
            first = replace(first, subject=YOU if who != YOU else HE)
            return (
                first.question()[0],
                f"{Clause(first.subject, Predicate(WANT)).question()[1]} {second}",
                "?",
            )
        return first.main()[
            0
        ], f"{Clause(subject, Predicate(WANT), tense).main()[1]} {second}"

    def ask_somebody_to(self):
        subject = self.subject()
        who = self.anything(("person",), subject)
        inner = self.predicate(who)
        english, german = Clause(who, inner).infinitive()
        e, g = Clause(subject, self.object_of(Predicate(ASK), who), "past").main()
        return f"{e} to {english}", f"{g} , {german}"

    def tell_somebody_to(self):
        who = self.pick((I, HE, SHE, TOM, THEY))
        question = self.pick(
            (
                ("where", "wo"),
                ("what", "was"),
                ("why", "warum"),
                ("who", "wer"),
                ("that", "dass"),
            )
        )
        if question[0] in ("where", "who"):
            clause = Clause(
                self.pick((HE, SHE, THEY, TOM, YOU)),
                Predicate(BE),
                self.pick(("present", "past")),
            )
        elif question[0] == "what":
            clause = Clause(
                self.subject(),
                Predicate(self.pick((DO, WANT, SAY))),
                self.pick(("past",)),
            )
        else:
            clause = self.dependent()
        e, g = clause.subordinate(*question)
        return f"tell {who.object} {e}", f"sag {who.dat} {g}", "!"

    def passive(self):
        verb = self.pick(
            [
                v
                for v in VERBS
                if v.frame == "a"
                and set(v.kinds) & {"person", "thing", "animal"}
                and v.base
                not in (
                    "want",
                    "have",
                    "like",
                    "do",
                    "make",
                    "miss",
                    "need",
                    "know",
                    "wake",
                    "remember",
                )
                and not v.prefix.startswith("fallen")
            ]
        )
        subject = self.subject() if "person" in verb.kinds else self.thing()
        if not subject.light and subject.without and subject.english.startswith("no"):
            subject = TOM
        clause = Clause(
            subject,
            Predicate(verb),
            "passive",
            self.chance(0.1)
            and subject.english not in ("nobody", "everybody", "somebody"),
        )
        if self.chance(0.25):
            clause = replace(clause, time=self.pick(TIMES_OF["past"]))
        return clause.main()

    def be_able(self):
        subject = self.subject()
        clause = self.clause(subject, "can", 0)
        past = self.chance(0.4)
        no = self.chance(0.3) and subject.english not in (
            "nobody",
            "everybody",
            "somebody",
        )
        inner = replace(clause, adverb=NONE).infinitive()
        be = Clause(
            subject,
            Predicate(BE, join("able to", inner[0])),
            "past" if past else "present",
            no,
        )
        german = replace(clause, adverb=NONE, negated=no)
        left, right = german._brackets()
        left = (
            ("konnte", "konntest", "konnte", "konnten")[subject.person]
            if past
            else left
        )
        return be.main()[0], join(subject.nom, left, german._middle(), right)

    def reflexive(self):
        subject = self.pick((I, YOU, HE, SHE, WE, THEY, TOM))
        word = {
            "i": "myself",
            "you": "yourself",
            "he": "himself",
            "she": "herself",
            "we": "ourselves",
            "they": "themselves",
            "tom": "himself",
        }[subject.english]
        base = self.pick(
            (
                "hurt",
                "see",
                "hate",
                "love",
                "kill",
                "hide",
                "wash",
                "blame",
                "protect",
                "betray",
                "ask",
                "teach",
                "introduce",
            )
        )
        verb = next((v for v in VERBS if v.base == base), VERBS[0])
        if base == "wash":
            verb = next(v for v in VERBS if v.base == "wash")
        if verb.frame != "a" or base == "teach":
            verb = next(v for v in VERBS if v.base == "hurt")
        return Clause(
            subject,
            Predicate(verb, word, light=subject.self_),
            self.tense() if base != "love" else "present",
        ).main()

    def fixed(self):
        return self.pick(FIXED)

    def with_name(self):
        """A sentence to somebody: Tom, …; and yes and no."""
        made = getattr(
            self,
            self.pick(("statement", "question", "quality", "command", "wh_question")),
        )()
        words, german = made[:2]
        mark = made[2:] or (".",)
        draw = self.random.random()
        if draw < 0.5:
            name = self.name()
            return f"{words} {name.english}", f"{german} , {name.nom}", *mark
        english, first = self.pick(
            (
                ("yes", "ja"),
                ("no", "nein"),
                ("well", "nun"),
                ("sorry", "Entschuldigung"),
                ("please", "bitte"),
                ("maybe", "vielleicht"),
                ("hey", "hey"),
                ("oh", "oh"),
                ("ok", "okay"),
                ("okay", "okay"),
                ("now", "nun"),
            )
        )
        if english == "maybe":
            clause = self.clause(tense="present", negated=0.1)
            clause = replace(clause, adverb=NONE, time=NONE)
            return clause.main(Adverb("maybe", "vielleicht"))
        return f"{english} {words}", f"{first} , {german}", *mark

    def fronted(self):
        clause = self.clause(tense=self.pick(("past", "present", "will")))
        clause = replace(clause, time=NONE, adverb=NONE)
        when = "future" if clause.tense == "will" else clause.tense
        return clause.main(
            self.pick(
                [
                    t
                    for t in TIMES_OF[when]
                    if t.english.split()[0]
                    in (
                        "yesterday",
                        "tomorrow",
                        "today",
                        "now",
                        "last",
                        "on",
                        "tonight",
                        "next",
                        "this",
                        "every",
                        "soon",
                        "at",
                    )
                ]
            )
        )


WEIGHTS = {
    "statement": 24, "question": 8, "may_question": 1.5, "could_you": 2, "wh_question": 5,
    "where_go": 0.7, "object_question": 4, "who_question": 2.5, "command": 6, "be_command": 1.2,
    "let_us": 1.5, "let_me": 1, "quality": 11, "quality_question": 3, "state": 2,
    "afraid_of": 0.5, "of_or_with": 1.2, "looking": 2, "seeming": 1, "sounding": 0.8, "role": 2.5,
    "identity": 2.5, "located": 3.5, "where_is": 2, "measure": 0.8, "there_is": 2, "would_like": 0.8, "plural_identity": 0.9, "weather": 1.5,
    "cold": 0.4, "sorry": 0.2, "compare": 1.8, "that_clause": 4.5, "told_that": 1,
    "indirect_question": 2.2, "reason": 1.5, "and_": 1.2, "intending": 1.8, "try_to": 0.7,
    "stopping": 1.2, "gladly": 2, "want_somebody_to": 1.5, "ask_somebody_to": 0.6,
    "tell_somebody_to": 0.8, "passive": 1.4, "be_able": 0.6, "reflexive": 0.4, "fixed": 3,
    "with_name": 1.5, "fronted": 1,
}  # fmt: skip
CONSTRUCTIONS = tuple(WEIGHTS)
NAMED = "|".join(name.english for name in NAMES)
SYNONYMS = {
    "everybody": "everyone", "somebody": "someone", "anybody": "anyone", "tv": "television",
    "terrible": "horrible", "movie": "film", "town": "city",
    "guy": "fellow", "neighbor": "neighbour",
    "phone": "telephone",
    "usually": "normally", "soccer": "football", "almost": "nearly",
    "gift": "present", "wonderful": "marvelous", "boring": "dull",
}  # fmt: skip


def draw(random: Random, construction: str | None = None) -> Sentence:
    """One sentence; without ``construction``, each comes as often as its weight says."""
    if construction is None:
        (construction,) = random.choices(CONSTRUCTIONS, list(WEIGHTS.values()))
    english, german, *mark = getattr(Sentences(random), construction)()
    end = mark[0] if mark else "."
    # as people write it; the splitter takes it apart only behind a pronoun
    if random.random() < 0.2:
        english = re.sub(rf"^({NAMED}|the \w+|my \w+) is (?!not)", r"\1 's ", english)
    if random.random() < 0.15:
        english = re.sub(
            r"^(i|you|we|they|he|she|tom|mary) (has|have) (a|an|the|two|no|my|his|her|it)\b",
            r"\1 \2 got \3",
            english,
        )
    words = (
        random.choice((word, SYNONYMS[word])) if word in SYNONYMS else word
        for word in english.split()
    )
    return Sentence(" ".join(words), f"{german} {end}", construction)
