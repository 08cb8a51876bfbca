"""Says what somebody or something is like, inside another clause: that he is ill."""

from lernformer.translator.corpus.everyday.choices import (
    DEGREES,
    OF_PERSONS,
    QUALITIES_OF_IT,
)
from lernformer.translator.corpus.everyday.clauses import (
    IT,
    THAT,
    THIS,
    Clause,
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.commanding import Commanding
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.nouns import (
    ABSOLUTE,
    ADJECTIVES,
)
from lernformer.translator.corpus.everyday.verbs import BE
from lernformer.translator.corpus.everyday.words import (
    IN_THE_MIDDLE,
    TOO,
)

ALL_THIS = Nominal("all this", "das alles", "das alles", "dem allem")
STILL_TABLE = "still already always really never often usually probably also almost now"
STILL = [one for one in IN_THE_MIDDLE if one.english in STILL_TABLE.split()]
# nobody negates these
NEVER_NEGATED = ("quite ", "pretty ", "rather ", "a little ", "a bit ")


class Being(Commanding):
    """Draws qualities, and clauses with "be"."""

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
        """Return whether to negate a quality."""
        return self.chance(chance) and not english.startswith(NEVER_NEGATED)

    def being(self, subject: Nominal, p: Predicate) -> Clause:
        """Say what somebody is: now or then, perhaps not, perhaps still or too."""
        tenses = (*("present", "past", "will", "must", "might", "would"), "should")
        (tense,) = self.random.choices(tenses, (60, 25, 4, 4, 3, 2, 2))
        deniable = subject.takes_not and not p.english.startswith(NEVER_NEGATED)
        if deniable and tense in ("present", "past") and self.chance(0.17):
            return Clause(subject, p, tense, negated=True)
        draw, clause = self.random.random(), Clause(subject, p, tense)
        if draw < 0.1 and deniable and tense in ("present", "past"):
            return replace(clause, adverb=self.pick(STILL))
        if draw < 0.15 and subject.takes_not:
            return replace(clause, adverb=TOO)
        return clause

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
