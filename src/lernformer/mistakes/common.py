"""Mistakes that can occur in tasks of any chapter, and helpers to describe others."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from lernformer.mistakes.mistake import Mistake
from lernformer.probes.aspects import DTYPE, GRADIENT, LARGE, SIZE
from lernformer.probes.case import Case, Observation
from lernformer.probes.modules import AT_START, LARGEST_AT_START

INPUT_MODIFIED = Mistake(
    "input_modified",
    "an in-place operation such as x -= … or x /= … writes into the array that was "
    "passed in; x = x - … makes a new array.",
    shows=lambda case, seen: bool(seen.facts.get("modified")),
)

DTYPE_LOST = Mistake(
    "dtype_lost",
    "a dtype is hard-coded: .float(), .double(), or a new tensor without dtype=… Let "
    "new tensors take x.dtype and x.device.",
    shows=lambda case, seen: (
        case.aspect == DTYPE or "got Float and Double" in seen.trouble
    ),
)

GRADIENT_CUT = Mistake(
    "gradient_cut",
    "the gradient stops on its way: .detach(), .data, .item(), torch.no_grad(), "
    "torch.tensor(…) of a tensor, or a detour through NumPy. Stay with torch.",
    shows=lambda case, seen: case.aspect == GRADIENT,
)

STARTS_LARGE = Mistake(
    "starts_large",
    "the weights start too large, as torch.randn draws them, so numbers grow from "
    "layer to layer; nn.Linear draws small weights by itself; otherwise, divide them "
    "by the square root of the number of input features.",
    shows=lambda case, seen: seen.values.get(AT_START, 0) > LARGEST_AT_START,
    seen="course",
)

WRITTEN_OVER = Mistake(
    "written_over",
    "a result that the gradient still needs is overwritten in place (x[…] = …, x -= …, "
    "a function ending in _); masked_fill and torch.where make new tensors.",
    shows=lambda case, seen: "modified by an inplace operation" in seen.trouble,
)

NUMPY_RETURNED = Mistake(
    "numpy_returned",
    "this is a NumPy array; torch.from_numpy(…) turns it into a tensor, but where "
    "gradients have to flow, stay with torch.",
    shows=lambda case, seen: "got ndarray" in seen.trouble,
)

AXES_SQUEEZED = Mistake(
    "axes_squeezed",
    "squeeze() drops every axis of length 1, even those that mean something; name the "
    "one axis to drop.",
    shows=lambda case, seen: (
        any(
            1 in np.shape(x) or np.array_equal(x, 1)
            for name, x in case.inputs.items()
            if name != "mask"  # broadcasting removes its axes of length 1
        )
        and bool(seen.values)
        and all(1 not in x.shape for x in seen.values.values())
    ),
)

SIZE_LIMITED = Mistake(
    "size_limited",
    "it only works up to a fixed size: something in the code sets a limit, such as "
    "[:n], a table made once, or a dtype with few bits. Take sizes from the input.",
    shows=lambda case, seen: case.aspect == SIZE,
)


def _still_weights(case: Case, seen: Observation) -> bool:
    """Whether each row still sums to 1 but gives several keys the same weight."""
    weights = seen.values.get("weights", seen.values.get("result", np.zeros(1)))
    weights = np.moveaxis(np.atleast_1d(weights), case.inputs.get("axis", -1), -1)
    if case.aspect != LARGE or not np.allclose(weights.sum(-1), 1, atol=1e-3):
        return False
    ordered = np.sort(weights, axis=-1)
    return bool(np.isclose(ordered[..., -1:], ordered[..., -2:-1]).any())


SCORES_CLIPPED = Mistake(
    "scores_clipped",
    "large scores are cut off (clip, clamp), so different scores become equal and get "
    "equal weights; subtract each row's own largest score, which changes no weight.",
    shows=_still_weights,
)

LAYOUT_LOST = Mistake(
    "view_on_non_contiguous",
    "view() needs numbers that lie in order in memory, but a transpose only changes "
    "the order in which they are read; use reshape() or flatten().",
    shows=lambda case, seen: "view size is not compatible" in seen.trouble,
)


def sign(
    id: str,
    cause: str,
    shows: Callable[[Case, Observation], object],
    seen: str = "made up",
) -> Mistake:
    """A mistake that is recognised by the case and the observation."""
    return Mistake(id, cause, shows=shows, seen=seen)


def derived(
    known: Iterable[Mistake], change: Callable[[Any], Any], *ids: str
) -> list[Mistake]:
    """Turn the wrong answers to a different task into wrong answers to this one."""
    made = []
    for mistake in known:
        if mistake.answer is not None and mistake.id in ids:
            answer = change(mistake.answer)
            answer.__name__ = mistake.answer.__name__
            answer.__doc__ = mistake.answer.__doc__
            made.append(replace(mistake, answer=answer))
    return made


def misfit(seen: Observation) -> bool:
    """Whether the code raised what torch and NumPy raise if shapes don't fit."""
    kinds = ("raises RuntimeError", "raises IndexError", "raises ValueError")
    return seen.trouble.startswith(kinds)


def fails(*words: str) -> Callable[[Case, Observation], bool]:
    """Whether the student's code raised an error that contains one of the words.

    We don't look in the lines of code after the error, because the student wrote them.
    """

    def shows(case: Case, seen: Observation) -> bool:
        error = seen.trouble.split("\n    in ")[0]
        return any(word in error for word in words)

    return shows


# Mistakes in modules ------------------------------------------------------------------

STATE_KEPT = sign(
    "state_kept",
    "the second call depends on the first: something is kept in self.",
    lambda case, seen: case.setting == "second call" and bool(seen.values),
)

DROPOUT_IN_EVAL = sign(
    "dropout_in_eval",
    "dropout is active after .eval(), where nothing should be dropped or scaled: "
    "F.dropout needs training=self.training, but nn.Dropout knows this by itself.",
    lambda case, seen: case.setting == "eval with dropout",
)

DROPOUT_DEFAULT = sign(
    "dropout_default",
    "dropout acts even without the argument; its default is dropout=0.0.",
    lambda case, seen: case.setting == "train by default",
)

DROPOUT_ARGUMENT_IGNORED = sign(
    "dropout_argument_ignored",
    "with dropout=0, some or all numbers are dropped: use the argument as it is, as "
    "the probability of dropping a number.",
    lambda case, seen: case.setting == "train without dropout",
)


# Mistakes in an answer to any task -------------------------------------------------

# the probe adds this if Python couldn't call an answer with the case's arguments
YOURS = re.compile(
    r"raises TypeError: ([\w<>]+\.)*([\w<>]+)\(\) .*; yours is \2\((.*)\)$", re.S
)


def _without_self(case: Case, seen: Observation) -> bool:
    found = YOURS.match(seen.trouble)
    if not found:
        return False
    in_class = found[1] not in (None, "<locals>.")
    return in_class and not found[3].startswith("self")


GENERAL = (
    sign(
        "self_forgotten",
        "a method's first parameter is self, the module itself: def forward(self, …). "
        "Without it, the module takes the place of the first argument.",
        _without_self,
        seen="course",
    ),
    sign(
        "default_missing",
        "a parameter has lost its default value: take the first line from the stub "
        "again.",
        lambda case, seen: (
            bool(YOURS.match(seen.trouble)) and "missing" in seen.trouble
        ),
    ),
    sign(
        "signature_changed",
        "the first line no longer matches the stub, so it cannot be called as the task "
        "says: take the names and the order of the parameters from the stub again.",
        lambda case, seen: bool(YOURS.match(seen.trouble)),
        seen="course",
    ),
)

# `checks.judging` recognises this by comparing several cases
KEPT = Mistake(
    "result_kept",
    "this is the result of an earlier call: something is kept outside of the function, "
    "in a global name, a default argument or the class, and reused.",
)
