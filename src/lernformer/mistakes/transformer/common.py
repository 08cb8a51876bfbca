"""Mistakes that several tasks of the chapter share."""

from lernformer.mistakes.common import fails, sign

INVERTED = (
    "mask_inverted",
    "The mask is inverted. True means that a query may attend, so pass the mask on as "
    "it is.",
)


SUPER_INIT = sign(
    "super_init_forgotten",
    "__init__ creates parts too early. It must call super().__init__() first.",
    fails("before Module.__init__"),
)
