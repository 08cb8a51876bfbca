"""The hook: how a project says what is right.

``practice_checks = "my_checks"`` in conf.py names a module that may have any of these:

``practice_names(directive, seed)``
    A dictionary of names that code in a question may use; the directive is "predict",
    "compute" or "arrange". It is called before each run, so that random numbers can
    start from ``seed``.
``practice_answers(name)``
    For ``{compute} name``, and a ``{predict}`` with ``task: name``: the right answer,
    and a list of pairs, a cause and an answer that is wrong because of it. An answer is
    what ``get`` calls ``answer``.
``practice_verdict(name, code)``
    For ``{arrange} name`` and ``{spot} name`` without their own ``check``: what is
    wrong with a program, in words, or nothing if it is right.
"""

from collections.abc import Iterable
from importlib import import_module
from typing import Any

import numpy as np


class Checks:
    """What a project says is right; a module that lacks a function says nothing.

    Args:
        module: its name; empty if there is none.
    """

    def __init__(self, module: str = ""):
        self.module = import_module(module) if module else None

    def names(self, directive: str, seed: int = 0) -> dict[str, Any]:
        """Names that code may use."""
        found = getattr(self.module, "practice_names", None)
        return dict(found(directive, seed)) if found else {}

    def answers(self, name: str) -> tuple[Any, Iterable[tuple[str, Any]]]:
        """The right answer, and wrong ones with their causes first.

        Raises:
            ValueError: if the project doesn't provide answers.
        """
        found = getattr(self.module, "practice_answers", None)
        if not found:
            raise ValueError(f"no practice_answers says what the answer to {name} is")
        return found(name)

    def verdict(self, name: str, code: str, check: str = "") -> str:
        """What is wrong with a program, in words; nothing if it is right.

        Args:
            name: the name of what it answers.
            code: the program.
            check: statements that fail if it is wrong; by default the project decides.

        Raises:
            ValueError: if there is neither.
        """
        found = getattr(self.module, "practice_verdict", None)
        if not check and not found:
            raise ValueError(f"no check and no practice_verdict for {name}")
        if not check:
            return found(name, code)
        try:
            exec(f"{code}\n{check}", self.names("arrange"))
        except AssertionError as error:
            return str(error) or "It is wrong."
        except Exception as error:
            return f"It raises {type(error).__name__}: {error}"
        return ""


def plain(value: Any) -> np.ndarray:
    """Numbers from any library as NumPy's."""
    if hasattr(value, "detach"):  # a tensor
        value = value.detach()
    return np.asarray(value, float)
