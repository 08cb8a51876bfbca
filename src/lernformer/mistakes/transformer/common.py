"""Mistakes that several tasks of the chapter share."""

from lernformer.mistakes.common import fails, sign

INVERTED = (
    "mask_inverted",
    "the mask is turned round: True = may attend, so pass it on as it is.",
)

TARGET_MASK_FORGOTTEN = (
    "target_mask_forgotten",
    "tgt_mask does not reach the self-attention, so that a word sees those after it.",
)

SOURCE_MASK_FORGOTTEN = (
    "source_mask_forgotten",
    "src_mask does not reach the attention to the memory, so that padding is read.",
)

MASKS_SWAPPED = (
    "masks_swapped",
    "the masks are exchanged: tgt_mask hides words of the target, src_mask words of "
    "the memory. The arguments come as x, memory, tgt_mask, src_mask.",
)


SUPER_INIT = sign(
    "super_init_forgotten",
    "__init__ must call super().__init__() before it makes parts.",
    fails("before Module.__init__"),
)
