"""Other implementations of the same model, each with the same two functions.

``trainer(config, device, bf16)`` returns a function of (src, tgt) that makes one
training step, and the number of parameters; ``translator(model)`` returns functions
that translate ids (B, L) with the weights of our model. Importing a module whose
package is not installed raises ``ModuleNotFoundError``.
"""

from collections.abc import Callable
from typing import NamedTuple

from torch import Tensor, nn

Step = Callable[[Tensor, Tensor], object]
Ids = list[list[int]]  # translations, up to <eos>


class Translate(NamedTuple):
    """How a peer translates (B, L) ids; None if it can't."""

    greedy: Callable[[Tensor, int], Ids]
    beam: Callable[[Tensor, int, int], Ids] | None = None


def count(model: nn.Module) -> int:
    """How many numbers a model learns."""
    return sum(p.numel() for p in model.parameters() if p.requires_grad)


def copy_norm(theirs: nn.LayerNorm, ours: nn.Module) -> None:
    theirs.load_state_dict({"weight": ours.gamma, "bias": ours.beta})


def copy_linear(theirs: nn.Linear, ours: nn.Linear) -> None:
    theirs.load_state_dict(ours.state_dict())


def up_to(ids: list[list[int]], eos_id: int) -> Ids:
    """Each row up to its first ``<eos>``, which is left out."""
    return [row[: row.index(eos_id)] if eos_id in row else row for row in ids]
