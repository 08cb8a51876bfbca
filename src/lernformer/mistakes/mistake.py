"""What a typical mistake is: a wrong answer, or a sign by which it is known."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lernformer.probes.case import Case, Observation


@dataclass(frozen=True, eq=False)
class Mistake:
    """A typical mistake that a check recognises and names.

    It is known by one of two: a wrong answer, asked as the student's is, or a sign of
    one that has many forms.

    Attributes:
        id: its name, the same in the tests, the messages and the book.
        cause: what the student probably did, and the way out, in one or two sentences.
        shows: a sign of it, read off a case and its observation; what is true counts,
            as after ``if``.
        answer: a wrong answer, as a student writes it; its docstring is the
            misconception.
        seen: where it was seen: ``"issue"``, ``"course"``, ``"literature"``; or
            ``"made up"``.
    """

    id: str
    cause: str
    shows: Callable[[Case, Observation], object] | None = None
    answer: Any = None
    seen: str = "made up"


class Catalogue(list[Mistake]):
    """The mistakes of one task, the most telling first: in the order of its file."""

    def answer(self, id: str, cause: str, seen: str = "made up") -> Callable:
        """Register a wrong answer: decorates the function or class.

        >>> MISTAKES = Catalogue()
        >>> @MISTAKES.answer("no_scale", "the scores are not divided by √d_k.")
        ... def unscaled(q, k, v, mask=None):
        ...     \"\"\"Attention is softmax(q kᵀ) v.\"\"\"
        """

        def register(answer: Any) -> Any:
            self.append(Mistake(id, cause, answer=answer, seen=seen))
            return answer

        return register

    def sign(
        self,
        id: str,
        cause: str,
        shows: Callable[[Case, Observation], object],
        seen: str = "made up",
    ) -> None:
        """Register a mistake that is read off a case and what came back."""
        self.append(Mistake(id, cause, shows=shows, seen=seen))


@dataclass(frozen=True)
class Bug:
    """A mistake of the catalogue, planted in right code, for students to find.

    Attributes:
        mistake: its id in the catalogue of the task.
        symptom: what a colleague would report: what is seen, not why.
        right: what stands in the right code, once.
        wrong: what is planted in its place.
    """

    mistake: str
    symptom: str
    right: str
    wrong: str


class Bugs(list[Bug]):
    """The bugs of one task, each in the same code.

    Args:
        otherwise: how that code differs from the reference: what stands there, and what
            stands in its place.
    """

    def __init__(self, *otherwise: tuple[str, str]):
        super().__init__()
        self.otherwise = otherwise

    def plant(self, mistake: str, symptom: str, right: str, wrong: str) -> None:
        """Add a bug."""
        self.append(Bug(mistake, symptom, right, wrong))
