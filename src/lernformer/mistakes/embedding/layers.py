"""Mistakes that several tasks of the chapter share."""

from collections.abc import Callable

import torch

from lernformer.mistakes.common import fails, sign
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.case import Arrays, Case
from lernformer.probes.values import plain, tensors

SUPER_INIT = sign(
    "super_init_forgotten",
    "__init__ must call super().__init__() before it makes layers.",
    fails("before Module.__init__"),
)


def _formulas(right: Callable) -> Callable:
    """A maker of mistakes that change the input, or the result, of ``right``."""

    def formula(
        id: str,
        cause: str,
        change: Callable = lambda x, case: x,
        before: Callable = lambda x: x,
    ) -> Mistake:
        def gives(case: Case) -> Arrays:
            x = tensors(case)
            with torch.no_grad():
                return {"output": plain(change(right(x, before), x))}

        return Mistake(id, cause, gives)

    return formula


def _common(formula: Callable) -> tuple[Mistake, ...]:
    """Mistakes in the axes, which an embedding and an output share."""
    return (
        formula(
            "batch_reversed",
            "the batch runs backwards.",
            lambda y, x: y.flip(0),
        ),
        formula(
            "batch_and_length_swapped",
            "the first two axes are swapped: the batch comes first.",
            lambda y, x: y.transpose(0, 1),
        ),
        formula(
            "features_before_length",
            "the last two axes are swapped: the length comes before the features.",
            lambda y, x: y.transpose(-1, -2),
        ),
        formula(
            "batch_flattened",
            "batch and length are one axis; keep both.",
            lambda y, x: y.flatten(0, -2),
        ),
    )
