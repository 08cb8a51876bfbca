"""Mistakes that several tasks of the chapter share."""

from collections.abc import Callable

from lernformer.mistakes.common import fails, sign
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.case import Arrays, Case

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


def wrong(
    probe: Callable,
    base: type,
    id: str,
    cause: str,
    forward: Callable | None = None,
    start: Callable | None = None,
    **members,
) -> Mistake:
    """The mistake of a class like ``base`` with another ``forward`` or other members.

    ``start`` changes a module that was made rightly.
    """
    members |= {"forward": forward} if forward else {}
    if start:

        def __init__(self, *arguments):
            base.__init__(self, *arguments)
            start(self)

        members["__init__"] = __init__

    answer = type(base.__name__, (base,), members)

    def gives(case: Case) -> Arrays:
        if case.setting.startswith("dropout"):
            raise ValueError("what is dropped has no formula")
        return probe(answer, case).values

    return Mistake(id, cause, gives)


SUPER_INIT = sign(
    "super_init_forgotten",
    "__init__ must call super().__init__() before it makes parts.",
    fails("before Module.__init__"),
)
