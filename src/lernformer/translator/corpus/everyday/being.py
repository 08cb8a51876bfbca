"""Constructions that say how, who or what somebody or something is."""

from lernformer.translator.corpus.everyday.acting import denies
from lernformer.translator.corpus.everyday.choices import (
    BECOME,
    DEGREES,
    FEEL,
    GET,
    LOOK,
    OF_PASSIVE,
    OF_PERSONS,
    QUALITIES_OF_IT,
    SEEM,
    STAY,
    TRADES,
)
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    NONE,
    SHE,
    THAT,
    THIS,
    YOU,
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.commanding import Commanding
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.nouns import (
    ABSOLUTE,
    ADJECTIVES,
    COMPARED,
    NOUNS,
)
from lernformer.translator.corpus.everyday.phrases import IN_GENERAL
from lernformer.translator.corpus.everyday.spelling import spell
from lernformer.translator.corpus.everyday.verbs import BE, WIR
from lernformer.translator.corpus.everyday.words import (
    IN_THE_MIDDLE,
    STATES,
    TIMES_OF,
    TOM,
    TOO,
    WOMEN,
    idiom,
)

# what somebody may look, get or stay
UNSEEN = ("ready", "married", "gone", "finished", "available", "drunk", "dressed")
LOOKED = [a for a in OF_PERSONS if a not in UNSEEN]
LOOKED += ["hungry", "thirsty", "hurt", "scared"]
HAPPENING = ("hurt", "divorced", "scared")  # "get" is a different verb with these
VERSPAETEN = idiom("verspäten!")
BECOMES = ("going to", "want to", "can", "will")  # werden, not sein
FELT_TABLE = "love hate betray ignore threaten punish cheat insult"
FELT = [v for v in OF_PASSIVE if v.base in FELT_TABLE.split()]
ALL_THIS = Nominal("all this", "das alles", "das alles", "dem allem")
HERE_OR_THERE = [
    Adverb("here", "hier"),
    Adverb("here", "hier"),
    Adverb("there", "dort"),
]
# nobody denies these
ONLY_SAID = ("quite ", "pretty ", "rather ", "a little ", "a bit ")
# what a woman is
HER_ROLE = {
    "teacher": "Lehrerin", "doctor": "Ärztin", "student": "Studentin", "nurse":
    "Krankenschwester", "lawyer": "Anwältin", "driver": "Fahrerin", "writer":
    "Schriftstellerin", "singer": "Sängerin", "artist": "Künstlerin", "poet": "Dichterin",
    "cook": "Köchin", "farmer": "Bäuerin", "pilot": "Pilotin", "musician": "Musikerin",
    "expert": "Fachfrau", "engineer": "Ingenieurin", "dancer": "Tänzerin", "liar": "Lügnerin",
}  # fmt: skip


class Being(Commanding):
    """Draws sentences with "be" and its like."""

    def pick_quality(
        self, choices: list[str] = OF_PERSONS, degree: float = 0.3
    ) -> tuple[str, str]:
        english = self.pick(choices)
        german = ADJECTIVES[english][0]
        if self.chance(degree) and english not in ABSOLUTE:
            more, mehr = self.pick(DEGREES)
            return join(more, english), join(mehr, german)
        return english, german

    def not_so(self, english: str, chance: float) -> bool:
        """Whether to negate a quality."""
        return self.chance(chance) and not english.startswith(ONLY_SAID)

    def being(self, subject: Nominal, predicate: Predicate) -> Clause:
        tense = self.random.choices(
            (
                *("present", "past", "will", "must", "perfect", "might", "would"),
                *("going to", "have to", "need to", "want to", "should", "can"),
            ),
            (60, 25, 4, 4, 2, 3, 2, 2, 2, 1, 2, 2, 1),
        )[0]
        if predicate.english.startswith("quite ") and self.chance(0.3):
            ganz = predicate.rest.replace("ziemlich", "ganz")
            not_quite = replace(predicate, rest=ganz)
            return Clause(subject, not_quite, tense, subject.takes_not)
        clause = Clause(
            subject,
            predicate,
            tense,
            self.chance(0.17)
            and not predicate.english.startswith(ONLY_SAID)
            and subject.takes_not
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
                "now",
                "kind of",
            )
            adverb = self.pick([a for a in IN_THE_MIDDLE if a.english in names])
            adverb = NONE if adverb.no and denies(clause) else adverb
            clause = replace(clause, adverb=NONE if clause.negated else adverb)
        elif draw < 0.23 and tense in ("present", "past", "will"):
            if predicate.english in ADJECTIVES and predicate.english != "new":
                clause = replace(clause, adverb=self.pick(HERE_OR_THERE))
        elif draw < 0.29 and not clause.negated and subject.takes_not:
            clause = replace(clause, adverb=TOO)
        return clause

    def quality(self):
        return self._quality().main()

    def _quality(self) -> Clause:
        if self.chance(0.65):
            english, german = self.pick_quality()
            return self.being(self.subject(), Predicate(BE, english, rest=german))
        things = (self.thing(), self.thing(), self.thing(), ALL_THIS)
        subject = self.pick((IT, IT, IT, THIS, THAT, *things))
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
        p = self.pick(STATES)
        clause = self.being(self.subject(), p)
        if p.english.startswith("from "):  # ich kam aus Boston: i came from there
            clause = replace(clause, tense="present")
        if clause.tense not in ("present", "past", "would") and not (
            p.english == "late" and clause.tense == "will"
        ):
            clause = replace(clause, tense=self.pick(("present", "past")))
        if clause.tense == "will" and p.english == "late":  # er wird sich verspäten
            clause = replace(clause, predicate=Predicate(BE, "late", VERSPAETEN))
        return (
            (*clause.question(), "?")
            if self.chance(0.25) and clause.adverb is NONE
            else clause.main()
        )

    def looking(self):
        verb = self.pick((LOOK, LOOK, FEEL, GET, BECOME, STAY))
        english, german = self.pick_quality(LOOKED)
        subject = self.subject()
        # see ``feeling_like`` and ``got_scared``
        while (verb is FEEL and english.endswith("sick")) or (
            verb in (GET, BECOME) and english.split()[-1] in HAPPENING
        ):
            english, german = self.pick_quality(LOOKED)
        if verb is FEEL and self.chance(0.25):  # i feel loved: ich fühle mich geliebt
            felt = self.pick(FELT)
            english, german = felt.done, felt.participle
        tense = self.pick(
            ("present", "present", "past", "progressive" if verb is GET else "present")
            + ("progressive",) * (verb is LOOK)
        )
        no = (
            self.chance(0.15)
            and not english.startswith(ONLY_SAID)
            and subject.takes_not
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

    def role(self):
        subject = self.pick((I, YOU, HE, TOM, self.name(), SHE))
        noun = self.pick(TRADES)
        draw = self.random.random()
        if draw < 0.45 and subject.english in WOMEN:
            word, german = self.pick(list(HER_ROLE.items()))
            article = "an" if word[0] in "aeiou" else "a"
            p = Predicate(
                BE, f"{article} {word}", indefinite=german, negated=f"keine {german}"
            )
        elif draw < 0.45 and noun.english != "nurse":
            article = "an" if noun.english[0] in "aeiou" else "a"
            p = Predicate(
                BE,
                f"{article} {noun.english}",
                indefinite=noun.german,
                negated=f"kein {noun.german}",
            )
        else:
            nouns = [
                n
                for n in NOUNS["person"]
                if (n.gender == "m") == (subject.english not in WOMEN)
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
            if phrase.english in ("a father", "a mother"):  # ich bin Vater
                phrase = replace(phrase, nom=noun.german)
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
        if clause.tense in BECOMES:  # see ``becoming``
            clause = replace(clause, tense="present")
        return (*clause.question(), "?") if self.chance(0.15) else clause.main()

    def identity(self):
        subject = self.pick((IT, THIS, THAT, IT))
        phrase = self.thing() if self.chance(0.8) else self.person()
        if phrase.person == WIR or phrase in IN_GENERAL:
            phrase = self.noun_phrase(self.pick(NOUNS["thing"]), plural=False)
        if phrase.without:
            p = Predicate(
                BE, phrase.english, indefinite=phrase.nom, negated=phrase.without["nom"]
            )
        else:
            p = Predicate(BE, phrase.english, rest=phrase.nom)
        clause = Clause(
            subject,
            p,
            self.pick(("present", "present", "present", "past")),
            self.chance(0.2) and not phrase.english.startswith("some "),
        )
        return (
            (*clause.question(), "?")
            if self.chance(0.3) and not clause.negated
            else clause.main()
        )

    def compare(self):
        of_persons = self.chance(0.7)
        kind = "p" if of_persons else "t"
        base = self.pick([word for word in COMPARED if kind in ADJECTIVES[word][2]])
        more, mehr = COMPARED[base]
        if of_persons:
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
            self.chance(0.15) and not much and subject.takes_not,
        ).main()
