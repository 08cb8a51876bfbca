"""The interactive figure for the masking chapter: who may look where, and at what cost.

`MaskStepper` runs in the book's static page and in JupyterLab. Python draws the scores
and makes the masks; `masking.mjs` hides scores and applies the softmax, so the figure
moves without a kernel. `show_mask` puts a student's own mask into it.
"""

from collections.abc import Sequence

import anywidget
import numpy as np
import torch
import traitlets
from torch import Tensor

from lernformer.embedding import PAD_ID
from lernformer.masking import (
    decoder_mask,
    look_ahead_mask,
    masked_softmax,
    padding_mask,
)
from lernformer.widgets import among, css, esm, within

PAD = "<pad>"
# What goes into a decoder, padded at the end or, on the last line, at the beginning.
SENTENCES = (
    ("<bos>", "gib", "mir", "bitte", "Zeit"),
    ("<bos>", "warte", "kurz", PAD, PAD),
    (PAD, PAD, "<bos>", "warte", "kurz"),
)
METHODS = ("score", "zero score", "weight")
LONGEST = 12  # how many words fit next to each other


class MaskStepper(anywidget.AnyWidget):
    """A table of queries and keys: mask, hidden scores, weights and their sums.

    The scores are random numbers with mean 0 and variance 1. All state is synced
    between the page and Python, in both directions.

    Args:
        query_words: the words of each sentence; all sentences have the same length.
        key_words: the same for keys; by default, the query words.
        masks: by name, (B, 1, L_q, L_k), (B, 1, 1, L_k) or (1, 1, L_q, L_k); by
            default, those of a decoder that reads the words: none, padding,
            look-ahead, both.
        seed: random seed for the scores.
        state: initial values of `sentence`, `mask` and `query` (counted from 0),
            `method` ("score": a hidden score becomes -inf; "zero score": it becomes 0;
            "weight": the weight becomes 0 after the softmax) and `view` (0 mask,
            1 scores, 2 weights).

    Raises:
        ValueError: if a value is out of range, now or when it is set later.
    """

    _esm, _css = esm("masking"), css("masking")

    query_words = traitlets.List[list]().tag(sync=True)  # per sentence: [L_q]
    key_words = traitlets.List[list]().tag(sync=True)  # per sentence: [L_k]
    scores = traitlets.List[list]().tag(sync=True)  # per sentence: [L_q][L_k]
    masks = traitlets.List[list]().tag(sync=True)  # per mask, like the scores
    mask_names = traitlets.List[str]().tag(sync=True)

    sentence = traitlets.Int(0).tag(sync=True)
    mask = traitlets.Int(0).tag(sync=True)
    query = traitlets.Int(0).tag(sync=True)
    method = traitlets.Unicode("score").tag(sync=True)
    view = traitlets.Int(2).tag(sync=True)

    def __init__(
        self,
        query_words: Sequence[Sequence[str]] = SENTENCES,
        key_words: Sequence[Sequence[str]] | None = None,
        masks: dict[str, Tensor] | None = None,
        seed: int = 4,
        **state: object,
    ):
        key_words = query_words if key_words is None else key_words
        masks = decoder_masks(query_words) if masks is None else masks
        shape = (len(query_words), len(query_words[0]), len(key_words[0]))
        scores = np.random.default_rng(seed).standard_normal(shape)
        super().__init__(
            query_words=[list(words) for words in query_words],
            key_words=[list(words) for words in key_words],
            scores=scores.round(2).tolist(),
            masks=[
                mask.squeeze(1).expand(shape).int().tolist() for mask in masks.values()
            ],
            mask_names=list(masks),
            **{"mask": len(masks) - 1, **state},
        )

    def weights(self) -> np.ndarray:
        """Return weights (L_q, L_k) for the chosen sentence, mask and method."""
        scores = torch.tensor(self.scores[self.sentence], dtype=torch.float64)
        visible = torch.tensor(self.masks[self.mask][self.sentence], dtype=torch.bool)
        return masked(scores, visible, self.method).numpy()

    _check_range = within(
        sentence=(0, lambda self: len(self.query_words) - 1),
        mask=(0, lambda self: len(self.masks) - 1),
        query=(0, lambda self: len(self.query_words[0]) - 1),
        view=(0, 2),
    )
    _check_method = among(method=METHODS)


def decoder_masks(sentences: Sequence[Sequence[str]]) -> dict[str, Tensor]:
    """Return no mask, each of a decoder's two masks, and both together."""
    ids = torch.tensor([[PAD_ID if w == PAD else 1 for w in s] for s in sentences])
    length = ids.size(1)
    return {
        "none": torch.ones(1, 1, length, length, dtype=torch.bool),
        "padding": padding_mask(ids),
        "look-ahead": look_ahead_mask(length),
        "both": decoder_mask(ids),
    }


def masked(scores: Tensor, visible: Tensor, method: str) -> Tensor:
    """Return weights (..., L_q, L_k) with the mask where ``method`` puts it.

    Only "score" is right; the other two show what goes wrong (see ``MaskStepper``).
    """
    if method == "score":
        return masked_softmax(scores, visible)
    if method == "weight":
        return scores.softmax(dim=-1) * visible
    return (scores * visible).softmax(dim=-1)


def show_mask(
    mask: np.ndarray | Tensor,
    query_words: Sequence[str] | None = None,
    key_words: Sequence[str] | None = None,
) -> MaskStepper:
    """Show a mask, and what it does to random scores.

    Args:
        mask: (L_q, L_k) booleans, True = may attend, at most 12 words per side. Axes of
            length 1 may come first, and a batch shows its first sentence. A
            (1, 1, 1, L_k) mask applies to every query alike.
        query_words: L_q words, one per row; by default, numbers.
        key_words: L_k words, one per column; by default, the query words, if as many.

    Raises:
        ValueError: if a shape doesn't fit, or the mask is not boolean.
    """
    mask = torch.as_tensor(mask).detach().cpu()
    if mask.dtype != torch.bool:
        raise ValueError(f"mask must be boolean (True = may attend), got {mask.dtype}")
    if mask.dim() < 2:
        raise ValueError(f"mask must be (..., L_q, L_k), got {tuple(mask.shape)}")
    table = mask.flatten(end_dim=-3)[0] if mask.dim() > 2 else mask  # (L_q, L_k)
    if query_words is not None and table.size(0) == 1:
        table = table.expand(len(query_words), -1)
    length, n_keys = table.shape
    queries = [*(query_words or map(str, range(length)))]
    if key_words is None and len(queries) == n_keys:
        key_words = queries
    keys = [*(key_words or map(str, range(n_keys)))]
    if (len(queries), len(keys)) != (length, n_keys):
        raise ValueError(
            f"mask {tuple(mask.shape)} doesn't match {len(queries)} queries and "
            f"{len(keys)} keys"
        )
    if max(length, n_keys) > LONGEST:
        raise ValueError(f"at most {LONGEST} words per side, got {length} and {n_keys}")
    return MaskStepper([queries], [keys], {"given": table[None, None]})
