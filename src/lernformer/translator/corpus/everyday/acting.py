"""Constructions of what somebody does: statements and questions."""

from lernformer.translator.corpus.everyday.choices import (
    FUTURES,
    QUALITIES_OF_IT,
    SAY,
    STATIVE,
    THESE,
    THEY_ARE,
    THOSE,
    WANT,
    WHEN,
)
from lernformer.translator.corpus.everyday.clauses import (
    NONE,
    THEY,
    WE,
    WHAT,
    WHO,
    YOU,
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.nouns import NOUNS
from lernformer.translator.corpus.everyday.phrases import Phrases
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    DO,
    MACHEN,
    MODALS,
    VERBS,
    WIR,
)
from lernformer.translator.corpus.everyday.words import (
    AS_WELL,
    GET,
    HERE,
    HOW,
    IN_THE_MIDDLE,
    TIMES_OF,
    TOO,
)

# what people do "very much": ich liebe dich sehr
FELT = ("like", "love", "miss", "hate", "admire", "respect")
MUCH = [
    Adverb(english, german, behind=True)
    for english, german in (
        ("very much", "sehr"),
        ("a lot", "sehr"),
        ("so much", "so sehr"),
        ("too much", "zu sehr"),
    )
]
# how long one has done so: ich habe ihn nie gemocht
LIFELONG = [one for one in IN_THE_MIDDLE if one.english in ("never", "always")]


GUESSED = ("might", "may be", "could")  # and not "probably" as well
# verbs of two words: sit down, go out
PARTED = {(verb.base, verb.particle) for verb in VERBS if verb.particle}
# verbs that hardly ever follow a modal: nobody must need or will want
ONLY_NOW = ("need", "want", "own", "prefer", "mean", "like")
# and tenses that "have" hardly ever takes: people rarely should or could have something
UNSURE = ("could", "should", "might", "may", "must", "need to")


def denies(clause: Clause) -> bool:
    """Whether it is already negative: nobody comes, i see nothing."""
    words = {*clause.predicate.english.split()}
    return not clause.subject.takes_not or bool(words & {"nobody", "nothing", "no"})


def is_undeniable(predicate: Predicate) -> bool:
    """Whether people don't negate it: something, another one, nothing."""
    words = predicate.english.split()
    return bool(
        {"nobody", "nothing", "another"} & {*words}
        or words[:1] == ["no"]
        or predicate.rest.startswith(("etwas", "jemand", "einige ", "ein paar "))
    )


def _is_part(base: str, place: Adverb) -> bool:
    """Whether it would read as a two-word verb: sit down here, go out there."""
    first, _, rest = place.english.partition(" ")
    return rest in ("here", "there") and (base, first) in PARTED


class Acting(Phrases):
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
        p = clause.predicate
        felt = p.verb.base in FELT and not clause.negated
        if felt and draw < 0.12 and not (p.rest or p.indefinite):
            return replace(clause, adverb=self.pick(MUCH))
        if felt and draw < 0.24 and tense == "past" and not denies(clause):
            return replace(clause, adverb=self.pick(LIFELONG))
        if draw < 0.16 and tense != "perfect":
            times = TIMES_OF[when]
            if clause.predicate.rest or clause.predicate.verb.base == "stay":
                times = [one for one in times if one.english != "here"]
            if clause.predicate.negated.startswith(("nichts", "niemand")):
                times = [one for one in times if not one.behind]
            return replace(clause, time=self.when(times, clause.subject))
        if draw < 0.24:
            adverb = self.pick(
                [
                    a
                    for a in IN_THE_MIDDLE
                    if not (a.no and denies(clause))
                    if a.english != "probably" or tense not in GUESSED
                ]
            )
            if (
                clause.predicate.negated
                or clause.negated
                or tense in ("progressive", "past progressive", "passive", "perfect")
            ):
                adverb = self.pick(
                    [
                        a
                        for a in IN_THE_MIDDLE
                        if a.english in ("already", "really", "probably", "also")
                        or (a.english == "still" and tense != "perfect")
                    ]
                )
                if clause.negated:
                    adverb = NONE
            return replace(clause, adverb=adverb)
        if draw < 0.28 and not clause.negated and clause.subject.takes_not:
            return replace(clause, adverb=self.pick((TOO, TOO, TOO, AS_WELL)))
        if draw < 0.36 and clause.negated:
            yet, more, either, at_all = (
                Adverb("yet", "noch"),
                Adverb("anymore", "mehr", last=True),
                Adverb("either", "auch"),
                Adverb("at all", "überhaupt"),
            )
            return replace(
                clause,
                adverb=self.pick(
                    (yet, either, at_all)
                    if tense in ("past", "perfect")
                    else (more, more, either, NONE if p.rest else at_all)
                ),
            )
        if (
            draw < 0.35
            and clause.predicate.verb.frame in ("i", "im", "ia")
            and not clause.predicate.english
        ):
            wishes = ("want to", "wanted to", "would like to", "need to")
            how = [a for a in HOW if not (a.english == "badly" and tense in wishes)]
            if p.verb.base in ("ask", "wait"):  # ask for a minute: um eine Minute
                how = [a for a in how if not a.english.startswith("for ")]
            if p.verb.base == "look" and not p.verb.particle:  # they look early
                return clause
            return replace(clause, adverb=self.when(how, clause.subject))
        if draw < 0.35 and not clause.predicate.rest:
            base = clause.predicate.verb.base
            here = [one for one in HERE[base == "stay" :] if not _is_part(base, one)]
            return replace(
                clause, adverb=self.pick(here[:8] if self.chance(0.6) else here)
            )
        return clause

    def when(self, choices: list[Adverb], subject: Nominal) -> Adverb:
        """Any of the choices, but a single person is never "together"."""
        return self.pick(
            [
                one
                for one in choices
                if one.english != "together" or subject.person == WIR
            ]
        )

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
        predicate = self.predicate(subject, anybody=True)
        to_go = predicate.verb.base in ("work", "sleep")  # i am going to work
        if tense == "going to" and to_go:
            tense = "will"
        if predicate.verb.base in STATIVE:
            tense = {"progressive": "present", "past progressive": "past"}.get(
                tense, tense
            )
        has = predicate.says.infinitive == "haben" and tense in UNSURE
        if (predicate.verb.base in ONLY_NOW and tense in MODALS) or has:
            tense = self.pick(("present", "past"))
        no = (
            self.chance(negated)
            and subject.takes_not
            and tense not in ("might", "perfect")
        )
        words = predicate.english.split()
        if {"anybody", "anything"} & set(words):
            no = not asking
            if not subject.takes_not:
                subject = I
        no = no and not is_undeniable(predicate)
        bare = (
            predicate.negated.startswith("kein")
            and words[:1]
            and words[0] not in ("a", "an", "no")
            and not predicate.verb.particle
        )
        bare = bare and words[-1] not in ("hair", "eyes")
        if bare and (no or asking) and predicate.verb.frame == "a" and self.chance(0.5):
            predicate = replace(predicate, english=f"any {predicate.english}")
        return self.modified(Clause(subject, predicate, tense, no))

    def said(self, clause: Clause, asked: float = 0.15) -> tuple[str, ...]:
        """The sentence, or now and then a question, if it is not negated."""
        if not clause.negated and self.chance(asked):
            return (*clause.question(), "?")
        return clause.main()

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
            and not (clause.negated or is_undeniable(clause.predicate))
            and self.chance(0.08)
        ):
            jemals = "schon einmal" if clause.tense == "perfect" else "jemals"
            clause = replace(clause, adverb=Adverb("ever", jemals, middle=True))
        if clause.adverb.english in (
            "only",
            "probably",
            "almost",
            "finally",
            "never",
            "hardly",
            "barely",
            "suddenly",
            "obviously",
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
        they = THEY if noun.kind == "person" else THEY_ARE
        asked = self.pick((THESE, THOSE, they))
        p = (
            Predicate(
                BE, phrase.english, indefinite=phrase.nom, negated=phrase.without["nom"]
            )
            if phrase.without
            else Predicate(BE, phrase.english, rest=phrase.nom)
        )
        clause = Clause(
            asked,
            p,
            self.pick(("present", "present", "past")),
            bool(phrase.without or not phrase.behind) and self.chance(0.15),
        )
        return (
            (*clause.question(), "?")
            if self.chance(0.3) and not clause.negated
            else clause.main()
        )

    def may_question(self):
        tense = self.pick(("may", "can", "shall", "should", "may", "must"))
        subject = self.pick((I, I, WE))
        if tense == "may" and self.chance(0.2):
            return self.clause(YOU, tense, 0.3).main()
        return (*self.clause(subject, tense, 0, True).question(), "?")

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
        p = clause.predicate
        if english == "how long" and p.verb.base in ("come", "arrive", "die"):
            english, german = "why", "warum"
        if english == "where" and (p.rest or p.verb.particle or p.verb.base == "come"):
            english, german = "why", "warum"
        if english == "where" and (p.verb.frame == "im" or p.verb.base == "drive"):
            german = "wohin"
        # woher kennst du ihn, woher weißt du das
        if english == "how" and p.says.infinitive in ("kennen", "wissen"):
            german = "woher"
        if english == "how" and p.verb == DO:  # wie hast du das gemacht
            clause = replace(clause, predicate=replace(p, german_verb=MACHEN))
        liked = p.says.infinitive == "mögen"  # warum hättest du das gerne
        # why would i: warum sollte ich
        if english == "why" and not liked and self.chance(0.15):
            clause = replace(clause, tense="would", negated=False)
            e, g = clause.question(english, german)
            if " würd" in g:
                return e, g.replace("warum würd", "warum sollt", 1), "?"
        e, g = clause.question(english, german)
        return self.negated_first(e, clause), g, "?"

    def object_question(self):
        asked = self.pick(
            (
                ("what", "was"),
                ("what", "was"),
                ("who", "wen"),
                ("which book", "welches Buch"),
                ("how many books", "wie viele Bücher"),
                ("how much money", "wie viel Geld"),
                ("which", "welches"),
                ("which one", "welches"),
                ("whose car", "wessen Auto"),
                ("what kind of music", "was für Musik"),
            )
        )
        wants = {
            "what": ("thing", "it"),
            "who": ("person",),
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
                    and not v.particle
                ]
                + [DO, SAY, DO, GET]
            )
        else:
            verb = self.pick(verbs)
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
        if tense == "progressive" and verb.base in STATIVE:
            tense = "present"
        if verb.base in ONLY_NOW and tense in MODALS:
            tense = "present"
        if verb is WANT and tense not in ("present", "past"):
            tense = "present"
        clause = Clause(subject, Predicate(verb), tense)
        if tense in MODALS and self.chance(0.2):  # what should i do now
            clause = replace(clause, time=self.pick(TIMES_OF["future"][:4]))
        return (*clause.question(*asked), "?")

    def who_question(self):
        """Who sleeps? A question about the subject, so English has no "do"."""
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
        asked = WHO if self.chance(0.8) else WHAT
        if asked is WHO:
            clause = replace(self.clause(WHO, tense, 0), time=NONE, adverb=NONE)
            clause = replace(clause, asked=True)  # wer hat es gegeben
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
            if self.chance(0.35):  # what is in the box
                english, german = self.place()
            tense = self.pick(("present", "present", "past"))
            clause = Clause(asked, Predicate(BE, english, rest=german), tense)
        return (*clause.main(), "?")
