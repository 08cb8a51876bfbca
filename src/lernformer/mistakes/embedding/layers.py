"""Mistakes that several tasks of the chapter share."""

from lernformer.mistakes.common import fails, sign
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import in_steps

SUPER_INIT = sign(
    "super_init_forgotten",
    "__init__ creates layers without calling super().__init__() first. Call it in the "
    "first line.",
    fails("before Module.__init__"),
)


def of_axes(right: type) -> Catalogue:
    """Mistakes in the axes of the result of ``right``, a right answer."""
    return in_steps(globals(), right, "axes.txt")
