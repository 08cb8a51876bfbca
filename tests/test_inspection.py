"""Looking inside, against the plain formulas of attention."""

import pytest
import torch
from translators import translator

from lernformer.embedding import BOS_ID
from lernformer.masking import decoder_mask, padding_mask
from lernformer.translator.attention_maps import attention_maps
from lernformer.translator.inspection import (
    Part,
    attentions,
    heads,
    look_inside,
    pasted,
    without,
)

SENTENCES = ["ant bee cat dog", "fox fox eel ant"]
CLOSE = {"rtol": 0, "atol": 1e-12}  # float64


@pytest.fixture(scope="module")
def ours():
    made = translator(d_model=12, n_heads=3, d_ff=20, n_layers=2, positions="rotary")
    with torch.no_grad():
        for parameter in made.model.double().parameters():
            parameter.mul_(1.7)
    made.model.eval()
    return made


def by_hand(model, src, tgt, silent=(), pasted_weights=None):
    """A pre-norm Transformer, head by head; parts in ``silent`` are left out."""
    pasted_weights = pasted_weights or {}

    def attend(attention, name, x, memory, mask):
        d_k = x.size(-1) // attention.n_heads
        total = attention.out_proj.bias.expand_as(x).clone()
        for head in range(attention.n_heads):
            mine = slice(head * d_k, (head + 1) * d_k)
            q = attention.q_proj(x)[..., mine]
            k = attention.k_proj(memory)[..., mine]
            v = attention.v_proj(memory)[..., mine]
            scores = (q @ k.mT / d_k**0.5).masked_fill(~mask[0], -torch.inf)
            weights = pasted_weights.get((name, head), scores.softmax(dim=-1))
            if (name, head) not in silent:
                total += weights @ v @ attention.out_proj.weight[:, mine].T
        return torch.zeros_like(x) if name in silent else total

    src_mask = padding_mask(src)[0]
    x = model.src_embedding(src)
    for i, layer in enumerate(model.encoder.layers):
        if f"encoder.{i}" in silent:
            continue
        h = layer.residual_1.norm(x)
        x = x + attend(layer.self_attention, f"encoder.{i}.self", h, h, src_mask)
        x = x + layer.feed_forward(layer.residual_2.norm(x))
    memory = model.encoder.norm(x)
    x = model.tgt_embedding(tgt)
    for i, layer in enumerate(model.decoder.layers):
        if f"decoder.{i}" in silent:
            continue
        h, name = layer.residual_1.norm(x), f"decoder.{i}"
        mask = decoder_mask(tgt)[0]
        x = x + attend(layer.self_attention, f"{name}.self", h, h, mask)
        h = layer.residual_2.norm(x)
        x = x + attend(layer.cross_attention, f"{name}.cross", h, memory, src_mask)
        x = x + layer.feed_forward(layer.residual_3.norm(x))
    return model.output(model.decoder.norm(x))


def ids_of(ours):
    return ours.encode(SENTENCES[:1]), torch.tensor([[BOS_ID, 5, 7, 4]])


LAYERS = [Part(stack, i) for stack in ("encoder", "decoder") for i in range(2)]


@pytest.mark.parametrize("parts", [heads, attentions, lambda config: LAYERS])
def test_what_is_off_adds_nothing(ours, parts):
    src, tgt = ids_of(ours)
    before = ours.model(src, tgt)
    torch.testing.assert_close(by_hand(ours.model, src, tgt), before, **CLOSE)
    for part in parts(ours.model.config):
        name = f"{part.stack}.{part.layer}"
        name += f".{part.attention}" if part.attention else ""
        silent = {name} if part.head is None else {(name, part.head)}
        logits = without(ours, [part]).model(src, tgt)
        expected = by_hand(ours.model, src, tgt, silent)
        torch.testing.assert_close(logits, expected, **CLOSE)
        assert not torch.allclose(logits, before), part
    torch.testing.assert_close(ours.model(src, tgt), before, **CLOSE)  # unchanged


def test_pasted_heads_look_as_in_the_other_sentence(ours):
    src, tgt = ids_of(ours)
    other = ours.encode(SENTENCES[1:])
    maps = attention_maps(ours.model, other, tgt)
    chosen = [Part.of(n, ours.model.config) for n in ("encoder.1.head.2", "decoder.0")]
    given = {("encoder.1.self", 2): maps["encoder.layers.1.self_attention"][0, 2]}
    for kind in ("self", "cross"):
        for head in range(3):
            weights = maps[f"decoder.layers.0.{kind}_attention"][0, head]
            given[f"decoder.0.{kind}", head] = weights
    with pasted(ours.model, maps, chosen):
        logits = ours.model(src, tgt)
    expected = by_hand(ours.model, src, tgt, (), given)
    torch.testing.assert_close(logits, expected, **CLOSE)
    assert not torch.allclose(logits, ours.model(src, tgt))


def test_a_sentence_pasted_into_itself_stays(ours):
    (expected,) = ours.translate(SENTENCES[:1])
    one = SENTENCES[0]
    assert look_inside(ours, one) == expected
    assert look_inside(ours, one, paste=LAYERS, other=one) == expected


def test_the_names_of_parts(ours):
    config = ours.model.config
    names = [str(part) for part in heads(config)]
    assert len(set(names)) == 3 * 2 * 3
    assert (names[0], names[-1]) == ("encoder.0.head.0", "decoder.1.cross.head.2")
    assert [Part.of(name, config) for name in names] == heads(config)
    assert Part.of("encoder.1.self.head.2", config) == Part("encoder", 1, "self", 2)
    for name, message in {
        "encoder": "a part looks like",
        "encoder.2": "a layer is one of 0 … 1",
        "decoder.0.self.head.3": "a head is one of 0 … 2",
        "decoder.0.head.1": "the decoder has two attentions",
        "encoder.0.cross": "the encoder has no cross-attention",
    }.items():
        with pytest.raises(ValueError, match=message):
            Part.of(name, config)


def test_attention_fits_sentences_of_one_length(ours):
    part = [Part("encoder", 0)]
    with pytest.raises(ValueError, match="an equally long sentence: 4 and 2"):
        look_inside(ours, SENTENCES[0], paste=part, other="ant bee")
