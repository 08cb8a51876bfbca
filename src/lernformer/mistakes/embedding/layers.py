"""Mistakes that several tasks of the chapter share."""

from lernformer.mistakes.common import fails, sign
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import in_steps

SUPER_INIT = sign(
    "super_init_forgotten",
    "Your __init__ must call super().__init__() before it makes layers.",
    fails("before Module.__init__"),
)


def of_axes(right: type) -> Catalogue:
    """Mistakes in the axes of the result of ``right``, a right answer."""
    return in_steps(globals(), right, "axes.txt")
