"""The answers of the chapter on the whole model, one module a task."""

from . import (  # noqa: F401 (importing registers)
    count_parameters,
    decoder,
    decoder_layer,
    encoder,
    encoder_layer,
    transformer,
)
