"""Constructions of meeting, taking along, leaving things as they are, and being sure to."""

from lernformer.translator.corpus.everyday.clauses import (
    YOU,
    Clause,
    Predicate,
)
from lernformer.translator.corpus.everyday.giving import named
from lernformer.translator.corpus.everyday.helping import NEGATING
from lernformer.translator.corpus.everyday.telling import Telling

# what people tell somebody to do before something else
FIRST_DO = [
    *(named("sit", "down"), named("calm", "down"), named("get", "up")),
    *(named("come", "in"), named("come"), named("wait"), named("listen")),
]
NOT_TOLD_TABLE = "know want like love hate need have miss see hear"  # to do
NOT_TOLD = NOT_TOLD_TABLE.split()


class Meeting(Telling):
    """Draws sentences about what people do with one another."""

    def asked_for(self, english: str, german: str) -> tuple[str, str, str]:
        """A command, now and then with "please"."""
        if self.chance(0.2):
            return f"please {english}", f"bitte {german}", "!"
        return english, german, "!"

    def do_and_do(self):
        """Sit down and listen: setz dich und hör zu."""
        first, second = Predicate(self.pick(FIRST_DO)), self.predicate(YOU)
        unsaid = NEGATING | {"you"}
        while second.verb.base in NOT_TOLD or unsaid & {*second.english.split()}:
            second = self.moving()
        (e, g), (e2, g2) = (Clause(YOU, p).command() for p in (first, second))
        return self.asked_for(f"{e} and {e2}", f"{g} und {g2}")
