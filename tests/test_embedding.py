"""Vocabulary, batches and embeddings against plain Python, NumPy and torch.nn."""

import collections
import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from models import with_gradients
from torch import nn
from torch.nn import functional as F

from lernformer.embedding import (
    BOS_ID,
    EOS_ID,
    PAD_ID,
    SPECIALS,
    UNK_ID,
    TiedOutput,
    TokenEmbedding,
    analogy,
    build_vocabulary,
    chance_similarity,
    cosine_similarity,
    embed_by_lookup,
    embed_by_matmul,
    encode,
    is_cosine_similarity,
    one_hot,
    pad_batch,
)

B, L, V, D = 2, 5, 7, 4  # all different
EXACT = {"rtol": 0, "atol": 1e-12}  # float64 on both sides: rounding only
IDS = np.array([[3, 2, 0, 4, 6], [1, 1, 5, 0, 0]])  # (B, L)

words = st.text(alphabet="abcäß", min_size=1, max_size=2)
texts = st.lists(st.lists(words, max_size=6).map(" ".join), max_size=6)


@pytest.fixture
def E():
    return np.random.default_rng(0).normal(size=(V, D))


# vocabulary and batches -------------------------------------------------------------


def test_a_special_in_the_text_keeps_its_id():
    specials = [PAD_ID, BOS_ID, EOS_ID, UNK_ID]
    assert build_vocabulary(["<unk> a <unk> <pad>"]) == {
        **dict(zip(SPECIALS, specials, strict=True)),
        "a": 4,
    }
    assert [*SPECIALS] == ["<pad>", "<bos>", "<eos>", "<unk>"]
    assert specials == [0, 1, 2, 3]


@given(texts, st.integers(1, 3), st.randoms())
def test_vocabulary_numbers_frequent_words_by_falling_count(texts, min_count, random):
    vocabulary = build_vocabulary(texts, min_count)
    counts = collections.Counter(" ".join(texts).split())
    assert list(vocabulary.values()) == list(range(len(vocabulary)))
    found = list(vocabulary)[4:]
    assert set(found) == {word for word, count in counts.items() if count >= min_count}
    assert found == sorted(found, key=lambda word: (-counts[word], word))
    random.shuffle(texts)
    assert list(build_vocabulary(texts, min_count)) == list(vocabulary)


@given(texts)
def test_encoding_can_be_undone(texts):
    vocabulary = build_vocabulary(texts)
    back = {i: word for word, i in vocabulary.items()}
    for text in texts:
        assert " ".join(back[i] for i in encode(text, vocabulary)) == text


def test_unknown_words():
    vocabulary = build_vocabulary(["a b"])
    assert encode("a c  b\n", vocabulary) == [4, UNK_ID, 5]
    assert encode("", vocabulary) == []


def test_pad_batch():
    batch = pad_batch([[4, 5, 6], [7], []])
    np.testing.assert_array_equal(batch, [[4, 5, 6], [7, 0, 0], [0, 0, 0]])
    assert batch.dtype == np.int64
    np.testing.assert_array_equal(pad_batch([[4], [5, 6]], 9), [[4, 9], [5, 6]])
    assert pad_batch([]).shape == (0, 0)


# lookup and matmul ------------------------------------------------------------------


def test_one_hot_equals_torch():
    want = F.one_hot(torch.from_numpy(IDS), V)
    np.testing.assert_array_equal(one_hot(IDS, V), want)


@pytest.mark.parametrize("embed", [embed_by_matmul, embed_by_lookup])
def test_embedding_and_its_two_ways_equal_torch(embed, E):
    want = F.embedding(torch.from_numpy(IDS), torch.from_numpy(E))
    np.testing.assert_allclose(embed(IDS, E), want, **EXACT)
    assert embed(IDS, E.astype(np.float32)).dtype == np.float32
    assert embed(np.array(3), E).shape == (D,)


@pytest.mark.parametrize("bad", [[0, V], [-1, 2]])
@pytest.mark.parametrize(
    "embed", [embed_by_matmul, embed_by_lookup, lambda ids, E: one_hot(ids, len(E))]
)
def test_ids_outside_the_vocabulary_are_refused(embed, bad, E):
    message = rf"ids must lie in \[0, 7\), got {bad[0]} to {bad[1]}"
    with pytest.raises(ValueError, match=message):
        embed(np.array(bad), E)


# directions -------------------------------------------------------------------------

vectors = hnp.arrays(np.float64, (B, D), elements=st.floats(-1e3, 1e3))


@given(vectors, vectors)
def test_cosine_similarity_equals_torch(a, b):
    want = F.cosine_similarity(torch.from_numpy(a), torch.from_numpy(b), eps=1e-300)
    shortest = min(np.linalg.norm(a, axis=-1).min(), np.linalg.norm(b, axis=-1).min())
    # squares of numbers under 1e-150 leave the range of float64
    if shortest > 1e-100:
        np.testing.assert_allclose(cosine_similarity(a, b), want, atol=1e-9)


def test_cosine_similarity_of_many_with_one_and_with_nothing():
    angles = np.linspace(0, np.pi, 7)
    turned = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    similarity = cosine_similarity(3.0 * turned, np.array([0.5, 0.0]))
    np.testing.assert_allclose(similarity, np.cos(angles), **EXACT)
    assert cosine_similarity(np.zeros(D), np.ones(D)) == 0


def test_a_test_of_the_similarity_knows_that_of_torch():
    def by_torch(a, b):
        a, b = torch.from_numpy(a), torch.from_numpy(b)
        return F.cosine_similarity(*torch.broadcast_tensors(a, b), dim=-1).numpy()

    assert is_cosine_similarity(by_torch)
    assert is_cosine_similarity(cosine_similarity)
    assert not is_cosine_similarity(lambda a, b: abs(by_torch(a, b)))
    assert not is_cosine_similarity(lambda a, b: by_torch(a, b)[..., None])


def test_analogy(E):
    # features: royal, male, edible
    known = np.array([[0, 1, 0], [1, 1, 0], [0, -1, 0], [2.1, -2, 0], [0, 0, 1.0]])
    man, king, woman, queen, _ = range(5)
    before = known.copy()
    assert analogy(man, king, woman, known) == queen
    assert analogy(a=king, b=man, c=queen, E=known) == woman
    assert analogy(man, man, woman, known) not in (man, woman)
    np.testing.assert_array_equal(known, before)
    with pytest.raises(ValueError, match=r"no word is left beside \[0, 1, 2\]"):
        analogy(0, 1, 2, E[:3])


def test_chance_similarity_is_torchs_without_the_diagonal(E):
    table = torch.from_numpy(E)
    pairs = torch.combinations(torch.arange(V))
    similar = F.cosine_similarity(table[pairs[:, 0]], table[pairs[:, 1]])
    want = similar.square().mean().sqrt().item()
    assert chance_similarity(E) == pytest.approx(want, rel=1e-12)
    for d in (4, 64, 1024):
        drawn = np.random.default_rng(d).normal(size=(200, d))
        assert chance_similarity(drawn) == pytest.approx(d**-0.5, rel=0.05)


# layers -----------------------------------------------------------------------------


@pytest.mark.parametrize("pad_id", [0, 3])
def test_token_embedding_and_gradient_equal_torch(pad_id):
    ours = TokenEmbedding(V, D, pad_id).double()
    theirs = nn.Embedding(V, D, padding_idx=pad_id, dtype=torch.float64)
    theirs.load_state_dict(ours.state_dict())
    got, want = ours(torch.from_numpy(IDS)), theirs(torch.from_numpy(IDS))
    assert not got[torch.from_numpy(IDS) == pad_id].any()
    torch.testing.assert_close(
        with_gradients(got, [ours.weight]),
        with_gradients(want * math.sqrt(D), [theirs.weight]),
        **EXACT,
    )


def test_scaled_embeddings_have_the_size_of_positions():
    torch.manual_seed(0)
    d_model = 256
    vectors = TokenEmbedding(50, d_model)(torch.arange(1, 50))
    # 12544 standard normal numbers: their RMS is 1 within 0.03, five standard errors
    assert vectors.square().mean().sqrt().item() == pytest.approx(1, abs=0.03)


def test_tied_output_shares_the_weight_and_not_the_scale():
    embedding = TokenEmbedding(V, D).double()
    output = TiedOutput(embedding)
    h = torch.randn(B, L, D, dtype=torch.float64)
    want = np.einsum("bld,vd->blv", h, embedding.weight.detach())
    torch.testing.assert_close(output(h).detach(), torch.from_numpy(want), **EXACT)

    assert output.weight is embedding.weight
    both = nn.ModuleList([embedding, output])
    assert len(list(both.parameters())) == 1
    assert both.float()[0].weight is both[1].weight
    (output(h.float()).sum() + embedding(torch.tensor([1])).sum()).backward()
    assert embedding.weight.grad[1].any()  # from both sides
    assert embedding.weight.grad[2].any()  # from the output
