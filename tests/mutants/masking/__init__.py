"""The answers of the masking chapter, one module a task."""

from . import (  # noqa: F401 (importing registers)
    decoder_mask,
    look_ahead_mask,
    masked_attention,
    masked_softmax,
    padding_mask,
    step_by_step,
)
