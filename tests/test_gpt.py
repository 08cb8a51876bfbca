"""The small GPT against torch.nn, and the trained one."""

import pytest
import torch
from models import in_torch_names
from torch import nn
from torch.nn import functional as F

from lernformer import gpt
from lernformer.attention import MultiHeadAttention
from lernformer.embedding import BOS_ID, EOS_ID
from lernformer.gpt import GPT, GroupedProjection, SwiGLU, training, write
from lernformer.positional_encoding import rotary


@pytest.fixture(scope="module")
def learned():
    return gpt.load()


def small(**sizes):
    torch.manual_seed(0)
    return GPT(**{"vocab_size": 9, "d_model": 8, "n_heads": 2, "d_ff": 16} | sizes)


def test_it_is_torchs_encoder_with_a_causal_mask_but_for_the_positions():
    ours = small(n_layers=2).double().eval()
    for attention in gpt.attentions(ours):  # without positions, as torch's
        for name in ("q_proj", "k_proj"):
            plain = nn.Linear(8, 8).double()
            plain.load_state_dict(getattr(attention, name).state_dict())
            setattr(attention, name, plain)
    layer = nn.TransformerEncoderLayer(8, 2, 16, 0.0, batch_first=True, norm_first=True)
    norm = nn.LayerNorm(8)
    theirs = nn.TransformerEncoder(layer, 2, norm, enable_nested_tensor=False)
    theirs = theirs.double().eval()
    theirs.load_state_dict(in_torch_names(ours.decoder.state_dict()))
    ids = torch.tensor([[1, 4, 5, 3], [1, 8, 7, 7]])
    with torch.no_grad():
        x = ours.embedding(ids)
        mask = nn.Transformer.generate_square_subsequent_mask(4, dtype=x.dtype)
        want = theirs(x, mask, is_causal=True) @ ours.embedding.weight.T
        torch.testing.assert_close(ours(ids), want)


def test_scores_depend_on_distances():
    model = small(n_layers=1).eval()
    attention = gpt.attentions(model)[0]
    x = torch.ones(1, 5, 8)
    _, weights = attention(x, x, x)
    scores = weights.log()
    torch.testing.assert_close(
        scores[..., 1, 0] - scores[..., 1, 1], scores[..., 4, 3] - scores[..., 4, 4]
    )


def test_it_writes_what_it_finds_likeliest_at_a_low_temperature():
    def model(ids):  # each word is followed by the next number
        return 50.0 * F.one_hot((ids + 1) % 7, 7)

    assert list(write(model, [3], temperature=0.1)) == [4, 5, 6, 0, 1]
    assert list(write(model, [3], temperature=0.1, longest=3)) == [4, 5]


def test_the_same_generator_draws_the_same_words(learned):
    model, _, _ = learned
    texts = [
        list(write(model, [], generator=torch.Generator().manual_seed(seed)))
        for seed in (1, 1, 2)
    ]
    assert texts[0] == texts[1] != texts[2]


def test_swiglu_has_as_many_numbers_and_gates_them():
    torch.manual_seed(0)
    layer = SwiGLU(6, 24)
    assert sum(p.numel() for p in layer.parameters()) == 2 * 6 * 24
    x = torch.randn(2, 3, 6)
    gate = x @ layer.gate.weight.T
    want = gate * gate.sigmoid() * (x @ layer.inner.weight.T) @ layer.outer.weight.T
    torch.testing.assert_close(layer(x), want)


@pytest.mark.parametrize("turned", [False, True])
def test_heads_of_a_group_share(turned):
    torch.manual_seed(0)
    layer = GroupedProjection(d_model=8, n_heads=4, n_groups=2, turned=turned)
    x = torch.randn(3, 5, 8)
    heads = layer(x).unflatten(-1, (4, 2))
    torch.testing.assert_close(heads[:, :, 0], heads[:, :, 1])
    torch.testing.assert_close(heads[:, :, 2], heads[:, :, 3])
    first = x @ layer.weight[:2].T + layer.bias[:2]
    want = rotary(first, torch.arange(5)) if turned else first
    torch.testing.assert_close(heads[:, :, 0], want)


@pytest.mark.parametrize("change", training.CHANGES.values(), ids=training.CHANGES)
def test_a_changed_model_still_hides_what_comes_later(change):
    model = small().eval()
    change(model)
    before = model(torch.tensor([[1, 4, 5, 6]]))
    after = model(torch.tensor([[1, 4, 5, 8]]))
    torch.testing.assert_close(before[:, :3], after[:, :3])
    assert not torch.allclose(before[:, 3], after[:, 3])
    assert all(isinstance(a, MultiHeadAttention) for a in gpt.attentions(model))


def test_training_learns():
    words, texts = training.sentences(400)
    assert all(text[0] == BOS_ID and text[-1] == EOS_ID for text in texts)
    assert {i for text in texts for i in text[1:-1]} <= set(range(4, len(words)))
    torch.manual_seed(0)
    model = GPT(len(words), 32, 2, 64, 1)
    optimizer = torch.optim.Adam(model.parameters(), 1e-2)
    losses = []
    for _ in range(30):
        loss = training.loss_of(model, texts[:64])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert losses[-1] < losses[0] - 2


def test_the_one_that_comes_with_the_course_has_learned(learned):
    model, words, measured = learned
    size = sum(p.numel() for p in model.parameters())
    assert size == measured["as in the course"]["parameters"]
    ids = {word: i for i, word in enumerate(words)}
    sentences = ("ich will nicht nach Hause gehen .", "was machst du heute ?")
    known = [[BOS_ID, *(ids[w] for w in s.split()), EOS_ID] for s in sentences]
    mixed = [[s[0], *sorted(s[1:-1]), s[-1]] for s in known]
    with torch.no_grad():
        assert training.loss_of(model, known) < training.loss_of(model, mixed) - 2
