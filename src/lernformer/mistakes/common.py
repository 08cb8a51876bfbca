"""Mistakes that can occur in any chapter, and helpers for describing others."""

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
    "An in-place operation such as x -= … or x /= … writes into the array that was "
    "passed in. Write x = x - …, which makes a new array.",
    shows=lambda case, seen: bool(seen.facts.get("modified")),
)

DTYPE_LOST = Mistake(
    "dtype_lost",
    "A dtype is hard-coded, with .float(), .double(), or a new tensor without a "
    "dtype. Give new tensors dtype=x.dtype and device=x.device.",
    shows=lambda case, seen: (
        case.aspect == DTYPE or "got Float and Double" in seen.trouble
    ),
)

GRADIENT_CUT = Mistake(
    "gradient_cut",
    "The gradient stops on its way, at .detach(), .data, .item(), torch.no_grad(), "
    "torch.tensor(…) of a tensor, or a detour through NumPy. Use only torch, from the "
    "inputs to the result.",
    shows=lambda case, seen: case.aspect == GRADIENT,
)

STARTS_LARGE = Mistake(
    "starts_large",
    "The weights start too large, as torch.randn draws them, so numbers grow from "
    "layer to layer. Use nn.Linear, which draws small weights by itself, or divide "
    "them by the square root of the number of input features.",
    shows=lambda case, seen: seen.values.get(AT_START, 0) > LARGEST_AT_START,
    seen="course",
)

WRITTEN_OVER = Mistake(
    "written_over",
    "A result that the gradient still needs is overwritten in place (x[…] = …, x -= "
    "…, a function ending in _). Use masked_fill or torch.where, which make new "
    "tensors.",
    shows=lambda case, seen: "modified by an inplace operation" in seen.trouble,
)

NUMPY_RETURNED = Mistake(
    "numpy_returned",
    "This is a NumPy array. Turn it into a tensor with torch.from_numpy(…), but where "
    "gradients have to flow, use only torch.",
    shows=lambda case, seen: "got ndarray" in seen.trouble,
)

AXES_SQUEEZED = Mistake(
    "axes_squeezed",
    "squeeze() drops every axis of length 1, even one that means something. Name the "
    "axis that you want to drop.",
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
    "The code works only up to a fixed size, because something in it sets a limit, "
    "such as [:n], a table made once, or a dtype with few bits. Take sizes from the "
    "input.",
    shows=lambda case, seen: case.aspect == SIZE,
)


def _still_weights(case: Case, seen: Observation) -> bool:
    """Return True if rows sum to 1, but one has its largest weight more than once."""
    weights = seen.values.get("weights", seen.values.get("result", np.zeros(1)))
    weights = np.moveaxis(np.atleast_1d(weights), case.inputs.get("axis", -1), -1)
    if case.aspect != LARGE or not np.allclose(weights.sum(-1), 1, atol=1e-3):
        return False
    ordered = np.sort(weights, axis=-1)
    return bool(np.isclose(ordered[..., -1:], ordered[..., -2:-1]).any())


SCORES_CLIPPED = Mistake(
    "scores_clipped",
    "Large scores are cut off (clip, clamp), so different scores become equal and get "
    "equal weights. Subtract each row's own largest score, which changes no weight.",
    shows=_still_weights,
)

LAYOUT_LOST = Mistake(
    "view_on_non_contiguous",
    "view() needs numbers that lie in order in memory, but a transpose only changes "
    "the order in which they are read. Use reshape() or flatten().",
    shows=lambda case, seen: "view size is not compatible" in seen.trouble,
)


def sign(
    id: str,
    cause: str,
    shows: Callable[[Case, Observation], object],
    seen: str = "made up",
) -> Mistake:
    """Return a mistake that a check recognises by the case and the observation."""
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
    """Return True if the code raised an error that can mean that shapes don't match."""
    kinds = ("raises RuntimeError", "raises IndexError", "raises ValueError")
    return seen.trouble.startswith(kinds)


def fails(*words: str) -> Callable[[Case, Observation], bool]:
    """Make a function that looks for the words in the error that the code raised.

    It finds an error that contains at least one of them. It ignores the lines of code
    that follow the error message, because the student wrote them.
    """

    def shows(case: Case, seen: Observation) -> bool:
        error = seen.trouble.split("\n    in ")[0]
        return any(word in error for word in words)

    return shows


# Mistakes in modules ------------------------------------------------------------------

STATE_KEPT = sign(
    "state_kept",
    "The second call depends on the first, because something is kept in self.",
    lambda case, seen: case.setting == "second call" and bool(seen.values),
)

DROPOUT_IN_EVAL = sign(
    "dropout_in_eval",
    "Dropout is active after .eval(), where nothing should be dropped or scaled. Pass "
    "training=self.training to F.dropout, or use nn.Dropout, which knows this by "
    "itself.",
    lambda case, seen: case.setting == "eval with dropout",
)

DROPOUT_DEFAULT = sign(
    "dropout_default",
    "Dropout acts even without the argument. Its default should be dropout=0.0.",
    lambda case, seen: case.setting == "train by default",
)

DROPOUT_ARGUMENT_IGNORED = sign(
    "dropout_argument_ignored",
    "With dropout=0, some or all numbers are dropped. Use the argument as it is, as "
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
        "The method has no parameter self, so the module takes the place of the first "
        "argument. Begin the parameters with self, which is the module itself: def "
        "forward(self, …).",
        _without_self,
        seen="course",
    ),
    sign(
        "default_missing",
        "A parameter has lost its default value. Copy the first line from the stub "
        "again.",
        lambda case, seen: (
            bool(YOURS.match(seen.trouble)) and "missing" in seen.trouble
        ),
    ),
    sign(
        "signature_changed",
        "The first line no longer matches the stub, so nobody can call it as the task "
        "says. Copy the names and the order of the parameters from the stub again.",
        lambda case, seen: bool(YOURS.match(seen.trouble)),
        seen="course",
    ),
)

# `checks.judging` recognises this by comparing several cases
KEPT = Mistake(
    "result_kept",
    "This is the result of an earlier call, because something is kept outside of the "
    "function, in a global name, a default argument or the class, and reused.",
)
