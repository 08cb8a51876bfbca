"""Typical wrong answers to ``transformer.EncoderLayer``."""

from lernformer import transformer as reference
from lernformer.masking import look_ahead_mask
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.transformer.common import INVERTED, wrong
from lernformer.mistakes.transformer.layers import (
    LAST,
    SAME_NORM,
    _common,
    _enc,
    _signs,
    chain,
    right,
    with_residuals,
)
from lernformer.probes.transformer.layers import probe_layer


def _encoder(*what, **how) -> Mistake:
    return wrong(probe_layer, reference.EncoderLayer, *what, **how)


def _only_query(self, x, mask=None):
    h = self.residual_1.norm(x)
    x = x + self.self_attention(h, x, x, mask)[0]
    return self.residual_2(x, self.feed_forward)


def _past(x, mask):
    past = look_ahead_mask(x.size(1))
    return past if mask is None else mask & past


MISTAKES = (
    *_signs(attentions=1),
    _encoder(
        "mask_forgotten",
        "src_mask does not reach the attention.",
        lambda s, x, mask=None: _enc.forward(s, x, None),
    ),
    _encoder(*INVERTED, lambda s, x, mask=None: _enc.forward(s, x, ~mask)),
    _encoder(
        "look_ahead_added",
        "the future is hidden; in the encoder every word sees all others. src_mask "
        "says all there is to hide.",
        lambda s, x, mask=None: _enc.forward(s, x, _past(x, mask)),
    ),
    _encoder(*SAME_NORM, with_residuals(1, 1)),
    _encoder(
        "only_query_normed",
        "keys and values are not normed: all three are norm(x).",
        _only_query,
    ),
    _encoder(
        "sublayers_swapped",
        "the feed-forward network comes before attention; it comes after.",
        chain(right, order=(2, 1)),
    ),
    *_common(_enc),
    *LAST,
)
