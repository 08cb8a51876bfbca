"""Mistakes that several tasks of the chapter share."""

from lernformer.mistakes.common import fails, sign, torch_formula
from lernformer.mistakes.mistake import Mistake

BATCH_OF_ONE_CAUSE = "it works for a batch of one only; B is x.size(0)."


def _formula(id: str, cause: str, compute) -> Mistake:
    return torch_formula(id, cause, compute, "output")


OTHER_SIZES = sign(
    "sizes_confused",
    "the sizes do not multiply to those of x; read them from x.shape and n_heads, none "
    "is fixed.",
    fails("invalid for input of size", "unflatten", "split", "size of tensor"),
)
