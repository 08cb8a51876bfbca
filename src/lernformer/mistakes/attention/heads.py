"""Mistakes that several tasks of the chapter share."""

from lernformer.mistakes.common import fails, sign

FLOAT_SIZE = sign(
    "float_size",
    "d_model / n_heads is a float, even if it's a whole number. Use //, which gives an "
    "integer.",
    fails("type must be tuple of ints", "'float' object", "must be int, not float"),
)

OTHER_SIZES = sign(
    "sizes_confused",
    "The sizes don't multiply to the size of x. Read them from x.shape and n_heads, "
    "because none of them is fixed.",
    fails("invalid for input of size", "unflatten", "split", "size of tensor"),
)
