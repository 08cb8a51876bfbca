"""Mistakes that several tasks of the chapter share."""

from lernformer.mistakes.common import fails, sign

INVERTED = (
    "mask_inverted",
    "the mask is inverted: True = may attend, so pass it on as it is.",
)


SUPER_INIT = sign(
    "super_init_forgotten",
    "__init__ must call super().__init__() before it makes parts.",
    fails("before Module.__init__"),
)
