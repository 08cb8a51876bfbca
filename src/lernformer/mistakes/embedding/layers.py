"""Mistakes that several tasks of the chapter share."""

from lernformer.mistakes.common import fails, sign
from lernformer.mistakes.mistake import Catalogue

SUPER_INIT = sign(
    "super_init_forgotten",
    "__init__ must call super().__init__() before it makes layers.",
    fails("before Module.__init__"),
)


def of_axes(Right: type) -> Catalogue:
    """Mistakes in the axes of the result of ``Right``, a right answer."""
    mistakes = Catalogue()

    @mistakes.answer("batch_reversed", "the batch runs backwards.", seen="course")
    class BatchFlipped(Right):
        """The batch upside down."""

        def forward(self, x):
            return super().forward(x).flip(0)

    @mistakes.answer(
        "batch_and_length_swapped",
        "the first two axes are swapped: the batch comes first.",
        seen="course",
    )
    class LengthFirst(Right):
        """The length is the first axis, as torch's recurrent layers have it."""

        def forward(self, x):
            return super().forward(x).transpose(0, 1)

    @mistakes.answer(
        "features_before_length",
        "the last two axes are swapped: the length comes before the features.",
    )
    class Columns(Right):
        """A vector is a column; and cross-entropy wants (B, V, L)."""

        def forward(self, x):
            return super().forward(x).transpose(-1, -2)

    @mistakes.answer("batch_flattened", "batch and length are one axis; keep both.")
    class OneRowAWord(Right):
        """All words in one table, as cross-entropy wants them."""

        def forward(self, x):
            return super().forward(x).flatten(0, -2)

    return mistakes
