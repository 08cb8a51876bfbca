"""Runs a test that a student has written on the functions that it should judge.

A case contains the code of these functions, in an order that gives nothing away. Only
the process that reaches the verdict knows which of them are right.
"""

import functools
import math
from collections.abc import Callable
from types import CodeType
from typing import Any

import numpy as np
import torch

from lernformer.probes.case import Case, Observation
from lernformer.probes.values import Unusable, call, describe

CALLED = "candidate"  # the name that the code of each function defines


def probe_test(answer: Any, case: Case) -> Observation:
    """Observe what the test says about each of the ``candidates``: 1 if True, else 0.

    As in any test, an error means that the candidate is rejected. If every candidate
    leads to an error, the error must be in the test itself, so we raise it.
    """
    verdicts: list[bool] = []
    raised: list[str] = []  # as text, because an exception would keep its frames alive
    candidates = case.inputs["candidates"]
    for code in candidates:
        try:
            verdicts.append(truth(call(answer, {CALLED: _made(code)})))
        except (NotImplementedError, Unusable):
            raise
        except AssertionError:
            verdicts.append(False)
        except Exception as error:
            verdicts.append(False)
            raised.append(f"{type(error).__name__}: {error}"[:200])
            if len(raised) == len(candidates):
                raise
    results = np.array(verdicts, float)
    return Observation({"results": results}, {"raised": "".join(raised[:1])})


def truth(value: Any) -> bool:
    """Return what a test says, as a bool. It may be a truth value from any library."""
    if (
        isinstance(value, torch.Tensor)
        and value.dtype == torch.bool
        and not value.dim()
    ):
        return bool(value)
    if isinstance(value, bool | np.bool_):
        return bool(value)
    raise Unusable(f"should return True or False, got {describe(value)}")


def _made(code: str) -> Callable:
    """Make a fresh function for every call, so that calls can't affect each other."""
    namespace: dict[str, Any] = {"math": math, "np": np, "torch": torch}
    exec(_compiled(code), namespace)
    return namespace[CALLED]


@functools.cache
def _compiled(code: str) -> CodeType:
    return compile(code, "<a function to judge>", "exec")
