"""The interactive figure for the chapter on norms: which numbers does a norm average?

`NormAxes` runs in the book's static page and in JupyterLab. `residual_norm.mjs` finds
the numbers that belong together and normalises them, so it moves without a kernel.
"""

from collections.abc import Sequence

import anywidget
import numpy as np
import torch
import traitlets
from numpy.typing import ArrayLike

from lernformer.residual_norm import (
    RMSNorm,
    batch_norm,
    group_norm,
    instance_norm,
    layer_norm,
)
from lernformer.widgets import among, css, esm, within

NORMS = ("layer", "batch", "instance", "group", "rms")
N_GROUPS = 2
WORDS = (("gib", "mir", "Zeit"), ("warte", "kurz", "hier"))
# Small whole numbers, which are easy to follow by hand.
BLOCK = (
    ((2, 8, 5, 1), (4, 0, 3, 9), (6, 7, 1, 2)),
    ((1, 3, 8, 4), (5, 9, 0, 6), (7, 2, 6, 3)),
)
# The same batch, with a different sentence in second place.
OTHER = (BLOCK[0], ((9, 1, 2, 7), (0, 6, 9, 9), (8, 5, 7, 0)))


class NormAxes(anywidget.AnyWidget):
    """A block (B, L, d) of numbers: choose a norm and a number to see what it averages.

    All state is synced between the page and Python, in both directions.

    Args:
        words: (B, L) words.
        blocks: two arrays (B, L, d) to switch between; d must be even.
        state: initial values of `norm` (one of NORMS), `cell` (the chosen number,
            counted through the block from 0), `other` (whether to show the second
            block) and `normed` (whether to show the results).

    Raises:
        ValueError: if a value is out of range, now or when it is set later.
    """

    _esm, _css = esm("residual_norm"), css("residual_norm")

    words = traitlets.List[list]().tag(sync=True)  # [B][L]
    blocks = traitlets.List[list]().tag(sync=True)  # two of [B][L][d]
    n_groups = traitlets.Int(N_GROUPS).tag(sync=True)

    norm = traitlets.Unicode("layer").tag(sync=True)
    cell = traitlets.Int(1).tag(sync=True)
    other = traitlets.Bool(False).tag(sync=True)
    normed = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        words: Sequence[Sequence[str]] = WORDS,
        blocks: Sequence[ArrayLike] = (BLOCK, OTHER),
        **state: object,
    ):
        first, second = (np.asarray(block, float) for block in blocks)
        if first.shape != second.shape or first.shape[:2] != np.shape(words):
            raise ValueError(
                f"blocks {first.shape} and {second.shape} don't match words "
                f"{np.shape(words)}"
            )
        super().__init__(
            words=[list(line) for line in words],
            blocks=[first.tolist(), second.tolist()],
            **state,
        )

    def results(self) -> np.ndarray:
        """Return the chosen block, normalised as chosen (B, L, d), from Python."""
        return normalise(np.array(self.blocks[int(self.other)]), self.norm)

    _check_norm = among(norm=NORMS)
    _check_cell = within(cell=(0, lambda self: np.size(self.blocks[0]) - 1))


def normalise(x: np.ndarray, norm: str) -> np.ndarray:
    """Return (B, L, d), normalised by one of NORMS, with γ = 1 and β = 0."""
    if norm == "layer":
        return layer_norm(x, np.ones(x.shape[-1]), np.zeros(x.shape[-1]))
    if norm == "rms":
        layer = RMSNorm(x.shape[-1]).double()
        return layer(torch.from_numpy(x)).detach().numpy()
    if norm == "group":
        return group_norm(x, N_GROUPS)
    return {"batch": batch_norm, "instance": instance_norm}[norm](x)
