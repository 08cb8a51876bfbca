"""Typical wrong answers to ``transformer.Encoder``."""

from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.transformer.common import INVERTED, wrong
from lernformer.mistakes.transformer.stacks import LAST, MASK_KEPT, _common, _enc, _once
from lernformer.probes.transformer.stacks import probe_stack

MASK_FORGOTTEN = ("mask_forgotten", "src_mask does not reach all layers.")


def _encoder(*what, **how) -> Mistake:
    return wrong(probe_stack, _enc, *what, **how)


MISTAKES = (
    MASK_KEPT,
    _encoder(*MASK_FORGOTTEN, lambda s, x, m=None: _enc.forward(s, x, None)),
    _encoder(*MASK_FORGOTTEN, lambda s, x, m=None: _once(s, x, (m,), (None,))),
    _encoder(*INVERTED, lambda s, x, m=None: _enc.forward(s, x, ~m)),
    *_common(_enc),
    *LAST,
)
