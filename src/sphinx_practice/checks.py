"""The hook with which a project decides what is right.

``practice_checks = "my_checks"`` in conf.py names a module. It can define any of these
functions:

``practice_names(directive, seed)``
    Returns a dictionary of the names that code in a question may use. The directive is
    "predict", "compute" or "arrange". The function is called before each run, so that
    it can set a random seed.
``practice_answers(name)``
    Returns the right answer and a list of wrong answers, for ``{compute} name`` and for
    a ``{predict}`` with ``task: name``. Each wrong answer is a pair: the cause of the
    mistake, followed by the answer. A question uses an answer in ``get``, under the
    name ``answer``.
``practice_verdict(name, code)``
    Returns, in words, what is wrong with a program, or an empty string if it is right.
    This is for an ``{arrange} name`` or ``{spot} name`` that has no ``check``.
"""

from collections.abc import Iterable
from importlib import import_module
from typing import Any

import numpy as np


class Checks:
    """The functions that a project's hook defines.

    Args:
        module: the name of the hook's module; empty if the project has none.
    """

    def __init__(self, module: str = ""):
        self.module = import_module(module) if module else None

    def names(self, directive: str, seed: int = 0) -> dict[str, Any]:
        """Return the names that code in a question may use."""
        found = getattr(self.module, "practice_names", None)
        return dict(found(directive, seed)) if found else {}

    def answers(self, name: str) -> tuple[Any, Iterable[tuple[str, Any]]]:
        """Return the right answer, and pairs of a cause and a wrong answer.

        Raises:
            ValueError: if the project doesn't provide answers.
        """
        found = getattr(self.module, "practice_answers", None)
        if not found:
            raise ValueError(f"no practice_answers says what the answer to {name} is")
        return found(name)

    def verdict(self, name: str, code: str, check: str = "") -> str:
        """Return, in words, what is wrong with a program; empty if it is right.

        Args:
            name: the name of the task that the program answers.
            code: the program.
            check: statements that raise if the program is wrong. Without them, the hook
                decides.

        Raises:
            ValueError: if there are neither statements nor a hook.
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
    """Convert numbers from any library to NumPy's."""
    if hasattr(value, "detach"):  # a tensor
        value = value.detach()
    return np.asarray(value, float)
