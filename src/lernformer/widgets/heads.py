"""Where heads look: a figure for the book's translator and for a student's own arrays.

    HeadViewer.of(translator, [("the dog sleeps", "der Hund schläft .")])
    show_attention(weights, src, tgt)

Python sends the weights of every head. `heads.mjs` shows one head, or the mean of a
layer's heads, and one word of it at a time.
"""

from collections.abc import Sequence
from typing import Self

import anywidget
import numpy as np
import traitlets
from torch import Tensor

from lernformer.translator.translation import Translator
from lernformer.widgets import css, esm, within

PARTS = {
    "cross_attention": "German to English",
    "encoder": "English to English",
    "decoder": "German to German",
}
SCALE = 1000  # weights are sent in whole thousandths


class HeadViewer(anywidget.AnyWidget):
    """The weights of one head as a map, and those of the chosen word as bars.

    Args:
        examples: one dict per sentence: ``title`` and ``parts``. A part is a dict of
            its ``name``, the words of its ``rows`` and ``columns``, and its ``layers``,
            each a list of heads, each a list of rows of thousandths.
        state: initial values of `sentence`, `part`, `layer` and `row` (from 0) and
            `head`, where -1 is the mean of a layer's heads.

    Raises:
        ValueError: if there is no example, or if a value is out of range.
    """

    _esm, _css = esm("heads"), css("heads")

    examples = traitlets.List[dict]().tag(sync=True)
    sentence = traitlets.Int(0).tag(sync=True)
    part = traitlets.Int(0).tag(sync=True)
    layer = traitlets.Int(0).tag(sync=True)
    head = traitlets.Int(0).tag(sync=True)
    row = traitlets.Int(0).tag(sync=True)

    def __init__(self, examples: Sequence[dict], **state: object):
        if not examples:
            raise ValueError("there is no example to look at")
        super().__init__(examples=list(examples), **state)

    @classmethod
    def of(
        cls, translator: Translator, pairs: Sequence[tuple[str, str]], **state: object
    ) -> Self:
        """Return all heads of a translator on sentences and their translations."""
        return cls([_example(translator, *pair) for pair in pairs], **state)

    @property
    def _shown(self) -> dict:
        return self.examples[self.sentence]["parts"][self.part]

    def weights(self) -> np.ndarray:
        """Return the weights that are shown: (rows, columns) in [0, 1]."""
        heads = np.array(self._shown["layers"][self.layer]) / SCALE
        return heads.mean(axis=0) if self.head < 0 else heads[self.head]

    _check_range = within(
        sentence=(0, lambda self: len(self.examples) - 1),
        part=(0, lambda self: len(self.examples[self.sentence]["parts"]) - 1),
        layer=(0, lambda self: len(self._shown["layers"]) - 1),
        head=(-1, lambda self: len(self._shown["layers"][0]) - 1),
        row=(0, lambda self: len(self._shown["rows"]) - 1),
    )

    @traitlets.observe("sentence", "part")
    def _keep_row_inside(self, _):
        self.row = min(self.row, len(self._shown["rows"]) - 1)


def _example(translator: Translator, source: str, translation: str) -> dict:
    maps = translator.attention(source, translation)
    english = ["<bos>", *source.split(), "<eos>"]
    # A decoder row is for a word that it reads and predicts the next word from.
    german = translation.split()
    predicted = [f"→ {word}" for word in [*german, "<eos>"]]
    words = {
        "cross_attention": (predicted, english),
        "encoder": (english, english),
        "decoder": (predicted, ["<bos>", *german]),
    }
    n_layers = translator.model.config.n_layers
    parts = []
    for kind, name in PARTS.items():
        stack = "encoder" if kind == "encoder" else "decoder"
        which = "cross_attention" if kind == "cross_attention" else "self_attention"
        layers = [maps[f"{stack}.layers.{i}.{which}"] for i in range(n_layers)]
        rows, columns = words[kind]
        parts.append(_part(name, rows, columns, [w.cpu().numpy() for w in layers]))
    return {"title": source, "parts": parts}


def _part(
    name: str,
    rows: Sequence[str],
    columns: Sequence[str],
    layers: Sequence[np.ndarray],
) -> dict:
    """Return a part, given weights (H, rows, columns) for each layer."""
    thousandths = [np.rint(SCALE * w).astype(int).tolist() for w in layers]
    return {"name": name, "rows": rows, "columns": columns, "layers": thousandths}


def show_attention(
    weights: np.ndarray | Tensor,
    src: Sequence[str],
    tgt: Sequence[str] | None = None,
) -> HeadViewer:
    """Show your own attention weights, or a mask.

    Args:
        weights: (H, L_tgt, L_src), or (L_tgt, L_src) for one head; an array or tensor
            with numbers in [0, 1] or booleans. NaN is shown as 0.
        src: L_src words that are looked at, one per column.
        tgt: L_tgt words that look, one per row; by default, the words of ``src``.

    Raises:
        ValueError: if a shape doesn't fit the words.
    """
    tgt = src if tgt is None else tgt
    if hasattr(weights, "detach"):  # a tensor of any precision, on any device
        weights = weights.detach().cpu().double().numpy()
    weights = np.asarray(weights, float)
    heads = weights[None] if weights.ndim == 2 else weights
    expected = (len(tgt), len(src))
    if heads.ndim != 3 or heads.shape[1:] != expected:
        raise ValueError(
            f"weights must be (heads, {expected[0]}, {expected[1]}) for these words, "
            f"got {weights.shape}; from a batch take one sentence: weights[0]"
        )
    heads = np.clip(np.nan_to_num(heads, nan=0.0), 0, 1)
    part = _part("", list(map(str, tgt)), list(map(str, src)), [heads])
    return HeadViewer([{"title": "", "parts": [part]}])
