"""Interactive figures for the embedding chapter.

`LookupExplorer` multiplies a one-hot vector with a table of embeddings, row by row.
`AngleExplorer` shows the dot product, cosine and projection of two vectors in the
plane. Both run in the book's static page and in JupyterLab.
"""

from collections.abc import Sequence

import anywidget
import numpy as np
import traitlets
from numpy.typing import ArrayLike

from lernformer.embedding import cosine_similarity
from lernformer.widgets import css, esm, within

WORDS = ("an", "and", "is", "it", "example")
SENTENCE = "it is an example"
# made by hand: small numbers of either sign, no two rows alike
TABLE = (
    (0.2, -0.5, 0.1, 0.7),
    (-0.3, 0.4, 0.9, -0.1),
    (0.8, 0.3, -0.6, 0.2),
    (-0.7, 0.6, 0.2, 0.5),
    (0.4, -0.9, 0.3, -0.8),
)
LONGEST = 4.0


class LookupExplorer(anywidget.AnyWidget):
    """A one-hot vector times the table: all rows but one are multiplied by 0.

    Args:
        words: the vocabulary, one word per row of the table.
        table: (V, d) the embeddings.
        sentence: words of the vocabulary to choose from.
        state: the initial value of ``x``: V entries, each 0 or 1.

    Raises:
        ValueError: if a word isn't in the vocabulary, or a vector doesn't fit it.
    """

    _esm, _css = esm("embedding"), css("embedding")

    words = traitlets.List[str]().tag(sync=True)
    table = traitlets.List[list]().tag(sync=True)  # [V][d]
    sentence = traitlets.List[int]().tag(sync=True)  # ids
    x = traitlets.List[int]().tag(sync=True)  # [V], 0 or 1

    def __init__(
        self,
        words: Sequence[str] = WORDS,
        table: ArrayLike = TABLE,
        sentence: str = SENTENCE,
        **state: object,
    ):
        rows = np.asarray(table, float)
        if rows.ndim != 2 or len(rows) != len(words):
            raise ValueError(
                f"table must be ({len(words)}, d) for these words, got {rows.shape}"
            )
        unknown = [word for word in sentence.split() if word not in words]
        if unknown or not sentence.split():
            raise ValueError(f"words of {sentence!r} must be in the vocabulary")
        ids = [list(words).index(word) for word in sentence.split()]
        state.setdefault("x", [int(v == ids[0]) for v in range(len(words))])
        super().__init__(words=list(words), table=rows.tolist(), sentence=ids, **state)

    def vector(self) -> np.ndarray:
        """Return the product x · E, computed in Python."""
        return np.array(self.x) @ np.array(self.table)  # (V,) @ (V, d)

    @traitlets.validate("x")
    def _check_x(self, proposal):
        x = proposal.value
        if len(x) != len(self.table) or not all(times in (0, 1) for times in x):
            raise ValueError(f"x must be {len(self.table)} zeros and ones, got {x}")
        return x


class AngleExplorer(anywidget.AnyWidget):
    """Two vectors in the plane, with their dot product, cosine and projection.

    Args:
        state: initial values of ``a_length``, ``b_length`` (0 to 4), ``a_angle``,
            ``b_angle`` (degrees from the x-axis, 0 to 359).

    Raises:
        ValueError: if a value is out of range, now or when it is set later.
    """

    _esm, _css = esm("embedding_angle"), css("embedding_angle")

    a_length = traitlets.Float(3.0).tag(sync=True)
    a_angle = traitlets.Int(70).tag(sync=True)
    b_length = traitlets.Float(2.5).tag(sync=True)
    b_angle = traitlets.Int(20).tag(sync=True)

    def vectors(self) -> np.ndarray:
        """Return a and b, (2, 2)."""
        angles = np.deg2rad([self.a_angle, self.b_angle])
        lengths = np.array([[self.a_length], [self.b_length]])
        return lengths * np.stack([np.cos(angles), np.sin(angles)], axis=-1)

    def numbers(self) -> dict[str, float]:
        """Return the numbers that the figure shows, computed in Python."""
        a, b = self.vectors()
        return {
            "dot": float(a @ b),
            "cosine": float(cosine_similarity(a, b)),
            "projection": float(a @ b / (np.linalg.norm(b) or 1)),
        }

    _check_length = within("a length", a_length=(0, LONGEST), b_length=(0, LONGEST))
    _check_angle = within("an angle", a_angle=(0, 359), b_angle=(0, 359))
