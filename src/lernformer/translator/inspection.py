"""Looks inside a translator by switching parts off or pasting attention in.

A part has a name: ``encoder.1`` is a layer, ``encoder.1.self`` its attention,
``encoder.1.head.2`` or ``encoder.1.self.head.2`` one of its heads. The decoder has two
attentions: ``decoder.0.self.head.2`` and ``decoder.0.cross.head.2``. Layers and heads
count from 0.

A part that is switched off adds nothing to the residual. To switch off a head, we set
its columns of ``out_proj`` to zero. For an attention, we set all columns to zero, and
for a layer, we also switch off the feed-forward network. When attention is pasted in,
its weights come from a different sentence, but its values come from this one. That
isolates *where a head looks*.
"""

import copy
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn

from lernformer.attention import MultiHeadAttention, merge_heads, split_heads
from lernformer.transformer import Transformer, TransformerConfig
from lernformer.translator.attention_maps import attention_maps
from lernformer.translator.decoding import greedy_decode
from lernformer.translator.translation import AHEAD, Translator

NAME = re.compile(r"(encoder|decoder)\.(\d+)(?:\.(self|cross))?(?:\.head\.(\d+))?")


@dataclass(frozen=True)
class Part:
    """A layer, one of its attentions, or one of their heads.

    Args:
        stack: "encoder" or "decoder".
        layer: counted from 0.
        attention: "self" or "cross"; None means the whole layer.
        head: counted from 0; None means the whole attention.
    """

    stack: str
    layer: int
    attention: str | None = None
    head: int | None = None

    @classmethod
    def of(cls, name: str, config: TransformerConfig) -> "Part":
        """Return the part with a given name.

        Raises:
            ValueError: if a model with ``config`` has no such part.
        """
        match = NAME.fullmatch(name)
        if match is None:
            raise ValueError(
                "a part looks like encoder.1, decoder.0.cross or encoder.1.head.2, "
                f"got {name!r}"
            )
        stack, layer, attention, head = match.groups()
        if head is not None and attention is None:
            if stack == "decoder":
                raise ValueError(
                    f"the decoder has two attentions: {stack}.{layer}.self.head.{head} "
                    f"or {stack}.{layer}.cross.head.{head}, got {name!r}"
                )
            attention = "self"
        if stack == "encoder" and attention == "cross":
            raise ValueError(f"the encoder has no cross-attention, got {name!r}")
        for kind, number, n in (
            ("layer", layer, config.n_layers),
            ("head", head, config.n_heads),
        ):
            if number is not None and int(number) >= n:
                raise ValueError(f"{name!r}: a {kind} is one of 0 … {n - 1}")
        return cls(stack, int(layer), attention, None if head is None else int(head))

    def __str__(self) -> str:
        parts: list[object] = [self.stack, self.layer]
        if self.attention and not (self.stack == "encoder" and self.head is not None):
            parts.append(self.attention)
        if self.head is not None:
            parts += ["head", self.head]
        return ".".join(map(str, parts))

    def attentions(self) -> list[str]:
        """The names, in the model, of the attentions that this part is or contains."""
        kinds = ("self", "cross") if self.stack == "decoder" else ("self",)
        chosen = (self.attention,) if self.attention else kinds
        return [f"{self.stack}.layers.{self.layer}.{kind}_attention" for kind in chosen]


def attentions(config: TransformerConfig) -> list[Part]:
    """Return all attentions: the encoder's, then the decoder's self- and cross-."""
    layers = range(config.n_layers)
    return [
        *(Part("encoder", layer, "self") for layer in layers),
        *(Part("decoder", layer, "self") for layer in layers),
        *(Part("decoder", layer, "cross") for layer in layers),
    ]


def heads(config: TransformerConfig) -> list[Part]:
    """Return all heads of all attentions."""
    return [
        replace(attention, head=head)
        for attention in attentions(config)
        for head in range(config.n_heads)
    ]


def parts_of(names: Iterable[str], config: TransformerConfig) -> list[Part]:
    """Return the parts with these names, as in ``Part.of``."""
    return [Part.of(name, config) for name in names]


@torch.no_grad()
def without(translator: Translator, parts: Iterable[Part]) -> Translator:
    """Return a copy of a translator in which these parts add nothing.

    We set their last weights to zero, because that works in fast and in plain layers.
    """
    model = copy.deepcopy(translator.model)
    for part in parts:
        for name in part.attentions():
            attention = model.get_submodule(name)
            assert isinstance(attention, MultiHeadAttention)
            weight = attention.out_proj.weight  # (d_model, H · d_k)
            if part.head is None:
                weight.zero_()
                attention.out_proj.bias.zero_()
            else:
                weight.unflatten(1, (attention.n_heads, -1))[:, part.head] = 0
        if part.attention is None:
            layer = model.get_submodule(f"{part.stack}.layers.{part.layer}")
            outer = layer.get_submodule("feed_forward.linear_2")
            assert isinstance(outer, nn.Linear)
            outer.weight.zero_()
            outer.bias.zero_()
    return replace(translator, model=model)


def _ids(translator: Translator, sentence: str, model: Transformer) -> tuple:
    src = translator.encode([sentence])
    most = min(src.size(1) + AHEAD, model.config.max_length)
    return src, greedy_decode(model, src, most)


@contextmanager
def pasted(
    model: Transformer, maps: dict[str, Tensor], parts: Iterable[Part]
) -> Iterator[None]:
    """While active, these parts of a model look where ``maps`` say.

    Positions that aren't in ``maps`` keep their own weights.

    Args:
        model: a model in evaluation mode, which reads one sentence at a time.
        maps: weights (1, H, L_q, L_k), named as in ``attention_maps``.
        parts: the parts. A layer stands for all its attentions, and an attention for
            all its heads.
    """
    chosen: dict[str, set[int]] = {}
    for part in parts:
        for name in part.attentions():
            every = range(model.config.n_heads) if part.head is None else (part.head,)
            chosen.setdefault(name, set()).update(every)

    def paste(own_heads: set[int], given: Tensor) -> Callable[..., tuple]:
        def hook(attention, arguments, result):
            _, _, value, *_ = arguments
            weights = result[1].clone()  # (1, H, L_q, L_k)
            n = min(weights.size(2), given.size(2))
            width = min(weights.size(3), given.size(3))
            for head in own_heads:
                weights[:, head, :n] = 0
                weights[:, head, :n, :width] = given[:, head, :n, :width]
            v = split_heads(attention.v_proj(value), attention.n_heads)
            return attention.out_proj(merge_heads(weights @ v)), weights

        return hook

    hooks = [
        model.get_submodule(name).register_forward_hook(paste(own, maps[name]))
        for name, own in chosen.items()
    ]
    try:
        yield
    finally:
        for hook in hooks:
            hook.remove()


@torch.no_grad()
def look_inside(
    translator: Translator,
    sentence: str,
    off: Sequence[Part] = (),
    paste: Sequence[Part] = (),
    other: str = "",
) -> str:
    """Translate a sentence with parts switched off, or with attention pasted in.

    Args:
        translator: the translator, whose model doesn't change.
        sentence: the sentence, as in the corpus.
        off: parts that add nothing.
        paste: parts that look where they look at the same step in ``other``, as long as
            ``other`` has steps left.
        other: a sentence with as many words as ``sentence``.

    Raises:
        ValueError: if the sentences don't have the same length.
    """
    changed = without(translator, off)
    if not paste:
        _, ids = _ids(changed, sentence, changed.model)
        return translator.splitter.join(translator.target.decode(ids[0]))
    lengths = [changed.encode([text]).size(1) - 2 for text in (sentence, other)]
    if lengths[0] != lengths[1]:
        raise ValueError(
            "attention is pasted from an equally long sentence: "
            f"{lengths[0]} and {lengths[1]}"
        )
    src, ids = _ids(translator, other, translator.model)
    read = torch.cat([src[:, :1], ids[:, :-1]], dim=1)  # both begin with <bos>
    maps = attention_maps(translator.model, src, read)
    with pasted(changed.model, maps, paste):
        _, ids = _ids(changed, sentence, changed.model)
    return translator.splitter.join(translator.target.decode(ids[0]))
