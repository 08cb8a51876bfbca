"""Typical wrong answers to ``transformer.DecoderLayer``."""

from collections.abc import Callable

from torch.nn import functional as F

from lernformer import transformer as reference
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.transformer.common import (
    INVERTED,
    MASKS_SWAPPED,
    SOURCE_MASK_FORGOTTEN,
    TARGET_MASK_FORGOTTEN,
    wrong,
)
from lernformer.mistakes.transformer.layers import (
    LAST,
    SAME_NORM,
    _common,
    _dec,
    _signs,
    chain,
    pre,
    residual,
    right,
    sublayers,
    with_residuals,
)
from lernformer.probes.transformer.layers import probe_layer

TO_ITSELF = (
    "cross_attention_to_itself",
    "the second attention looks at the target again; its keys and values are the "
    "memory: attention(h, memory, memory, src_mask).",
)


def _decoder(*what, **how) -> Mistake:
    return wrong(probe_layer, reference.DecoderLayer, *what, **how)


def _cross(query="h", key="memory", value="memory", mask="src_mask") -> Callable:
    """A ``forward`` whose second attention is given something else."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        def second(h):
            named = {"h": h, "memory": memory}
            masks = {"src_mask": src_mask, "tgt_mask": tgt_mask, "none": None}
            given = (named[name] for name in (query, key, value))
            return self.cross_attention(*given, masks[mask])[0]

        found = sublayers(self, memory, tgt_mask, src_mask)
        for i, f in enumerate((found[0], second, found[2]), 1):
            x = residual(self, i)(x, f)
        return x

    return forward


def _memory_normed(self, x, memory, tgt_mask=None, src_mask=None):
    def second(h):
        normed = self.residual_2.norm(memory)
        return self.cross_attention(h, normed, normed, src_mask)[0]

    one, _, three = sublayers(self, memory, tgt_mask, src_mask)
    x = self.residual_2(self.residual_1(x, one), second)
    return self.residual_3(x, three)


def _memory_normed_first(self, x, memory, tgt_mask=None, src_mask=None):
    """At the top of ``forward``, so that it is the first norm that is called."""
    memory = self.residual_1.norm(memory)
    one, two, three = sublayers(self, memory, tgt_mask, src_mask)
    x = self.residual_1(self.residual_2(x, one), two)
    return self.residual_3(x, three)


def _memory_around(self, x, memory, tgt_mask=None, src_mask=None):
    one, two, three = sublayers(self, memory, tgt_mask, src_mask)
    x = pre(self, 1, x, one)
    room = max(0, x.size(1) - memory.size(1))
    around = F.pad(memory, (0, 0, 0, room))[:, : x.size(1)]
    return pre(self, 3, around + two(self.residual_2.norm(x)), three)


def _one_attention(self, x, memory, tgt_mask=None, src_mask=None):
    one, _, three = sublayers(self, memory, tgt_mask, src_mask)
    x = self.residual_1(x, one)
    x = self.residual_2(
        x, lambda h: self.self_attention(h, memory, memory, src_mask)[0]
    )
    return self.residual_3(x, three)


def _without_first(self, x, memory, tgt_mask=None, src_mask=None):
    _, two, three = sublayers(self, memory, tgt_mask, src_mask)
    return self.residual_3(self.residual_2(x, two), three)


def _without_second(self, x, memory, tgt_mask=None, src_mask=None):
    one, _, three = sublayers(self, memory, tgt_mask, src_mask)
    return self.residual_3(self.residual_1(x, one), three)


def _masked(choose: Callable) -> Callable:
    """A ``forward`` with other masks: ``choose``(tgt_mask, src_mask)."""
    return lambda s, x, memory, t=None, m=None: _dec.forward(
        s, x, memory, *choose(t, m)
    )


MISTAKES = (
    *_signs(attentions=2),
    _decoder(*TO_ITSELF, _cross("h", "h", "h", "tgt_mask")),
    _decoder(*TO_ITSELF, _cross("h", "h", "h", "none")),
    _decoder(
        "cross_attention_skipped",
        "the memory is not read: the second attention is missing.",
        _without_second,
    ),
    _decoder(
        "self_attention_skipped",
        "the self-attention is not used: first the target looks at itself.",
        _without_first,
    ),
    *(
        _decoder(
            "memory_normed",
            "the memory passes through a norm of the layer; the encoder has normed it "
            "already, so that only x is normed.",
            forward,
        )
        for forward in (_memory_normed, _memory_normed_first)
    ),
    _decoder(
        "memory_added",
        "the residual of the second attention adds the memory; it adds x.",
        _memory_around,
    ),
    _decoder(
        "shared_attention",
        "the first attention is used twice; the second has projections of its own.",
        _one_attention,
    ),
    _decoder(
        "cross_attention_first",
        "the memory is read before the target has looked at itself; first comes "
        "self-attention, then the memory.",
        chain(right, order=(2, 1, 3)),
    ),
    _decoder(
        "feed_forward_in_the_middle",
        "the feed-forward network stands between the two attentions; it comes last.",
        chain(right, order=(1, 3, 2)),
    ),
    *(
        _decoder(*SAME_NORM, with_residuals(*numbers))
        for numbers in ((1, 1, 1), (1, 2, 2), (1, 1, 3), (1, 1, 2), (1, 2, 1))
    ),
    _decoder(*TARGET_MASK_FORGOTTEN, _masked(lambda t, m: (None, m))),
    _decoder(*SOURCE_MASK_FORGOTTEN, _masked(lambda t, m: (t, None))),
    _decoder(*INVERTED, _masked(lambda t, m: (~t, ~m))),
    _decoder(*MASKS_SWAPPED, _masked(lambda t, m: (m, t))),
    _decoder(
        "target_mask_in_cross_attention",
        "the attention to the memory gets tgt_mask; the keys are words of the source: "
        "src_mask.",
        _cross(mask="tgt_mask"),
    ),
    _decoder(
        "source_mask_in_self_attention",
        "the self-attention gets src_mask; its keys are words of the target: tgt_mask.",
        _masked(lambda t, m: (m, m)),
    ),
    _decoder(
        "query_memory_swapped",
        "the memory asks and the target answers: it is attention(h, memory, memory).",
        _cross("memory", "h", "h", "none"),
    ),
    _decoder(
        "values_from_target",
        "the values are the target's; keys and values both are the memory.",
        _cross("h", "memory", "h", "src_mask"),
    ),
    *_common(_dec),
    *LAST,
)
