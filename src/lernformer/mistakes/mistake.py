"""What a typical mistake is: a wrong answer, or a sign that gives it away."""

import inspect
import linecache
import re
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from lernformer.probes.case import Case, Observation

CODE = {"exp", "axis", "mask", "eps", "min", "max", "softmax", "torch", "pos", "qk"}


@dataclass(frozen=True, eq=False)
class Mistake:
    """A typical mistake that a check recognises and names.

    A check recognises it by comparing the student's answer with a wrong answer. If the
    mistake has many forms, the check looks for a sign of it instead.

    Attributes:
        id: its name, the same in the tests, the messages and the book.
        cause: what is probably wrong and, after the first semicolon or full stop, how
            to fix it; see ``parted``.
        shows: a function that decides whether a case and its observation show the
            mistake. It may return any truthy or falsy value.
        answer: a wrong answer as a student might write it. Its docstring states the
            misconception.
        seen: where the mistake was seen (``"issue"``, ``"course"`` or
            ``"literature"``), or ``"made up"`` if we made it up.
    """

    id: str
    cause: str
    shows: Callable[[Case, Observation], object] | None = None
    answer: Any = None
    seen: str = "made up"


@cache  # finding a class in its file takes longer than most checks
def written(answer: Any) -> str:
    """Return the dedented code of a function or class, even if edits made it.

    Raises:
        OSError: if the code isn't in any file.
    """
    parts = vars(answer).values() if isinstance(answer, type) else [answer]
    codes = (getattr(part, "__code__", None) for part in parts)
    for file in {code.co_filename for code in codes if code}:
        if file.startswith("<") and (lines := linecache.getlines(file)):
            return "".join(lines)
    return textwrap.dedent(inspect.getsource(answer))


def sentence(words: str) -> str:
    """Return the words, starting with a capital letter unless they begin with code."""
    first = words.partition(" ")[0].rstrip(",;.")
    is_word = first.isalpha() and len(first) > 1 and first not in CODE
    return words[0].upper() + words[1:] if is_word or first == "a" else words


def parted(cause: str) -> tuple[str, str]:
    """Split a cause into what is wrong and what to write instead.

    The split is at the first semicolon or full stop. If there is none, it is at a colon
    that is followed by code. Without such a colon, the second part is empty.

    >>> parted("The ids start at 1; <pad> has the id 0.")
    ('The ids start at 1.', '<pad> has the id 0.')
    """
    for joint in (r"; |[.?] (?=\S)|… (?=[A-Z])", r": (?=.*[(\[=@])"):
        for found in re.finditer(joint, cause):
            what, instead = cause[: found.start()], cause[found.end() :]
            if what.count("(") == what.count(")"):
                end = found[0].strip()
                what += end if end in (".", "?", "…") else "."
                return sentence(what), sentence(instead)
    return sentence(cause), ""


class Catalogue(list[Mistake]):
    """The mistakes of one task in the order of its file, with the clearest first."""

    def answer(self, id: str, cause: str, seen: str = "made up") -> Callable:
        """Register a wrong answer. Use this as a decorator.

        >>> MISTAKES = Catalogue()
        >>> @MISTAKES.answer("no_scale", "The scores are not divided by √d_k.")
        ... def unscaled(q, k, v, mask=None):
        ...     \"\"\"Attention is softmax(q kᵀ) v.\"\"\"
        """

        def register(answer: Any) -> Any:
            self.append(Mistake(id, cause, answer=answer, seen=seen))
            return answer

        return register

    def named(self, name: str) -> Any:
        """Return the wrong answer with this name.

        Raises:
            KeyError: if there is no such answer.
        """
        answers = {m.answer.__name__: m.answer for m in self if m.answer is not None}
        return answers[name]

    def sign(
        self,
        id: str,
        cause: str,
        shows: Callable[[Case, Observation], object],
        seen: str = "made up",
    ) -> None:
        """Register a mistake that a check recognises by a case and its observation."""
        self.append(Mistake(id, cause, shows=shows, seen=seen))


@dataclass(frozen=True)
class Bug:
    """A mistake from the catalogue, planted in right code for students to find.

    Attributes:
        mistake: its id in the task's catalogue.
        symptom: what a colleague would report, that is, what happens but not why.
        edits: the parts of the right code that change, and what replaces them.
    """

    mistake: str
    symptom: str
    edits: tuple[tuple[str, str], ...] = ()


class Bugs(list[Bug]):
    """The bugs of one task. All are planted in the same code.

    Args:
        bugs: the bugs, in the order of their numbers.
        otherwise: edits that turn the reference into this code, if the two differ.
    """

    def __init__(
        self, bugs: Iterable[Bug] = (), otherwise: Iterable[tuple[str, str]] = ()
    ):
        super().__init__(bugs)
        self.otherwise = tuple(otherwise)
