"""From words to vectors: vocabulary, batches, embedding (Vaswani et al. 2017, 3.4).

Axes: ``B`` batch, ``L`` length, ``V`` vocabulary, ``d`` features; ``...`` stands for
any number of leading axes. Ids are integers in [0, V).
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

__all__ = [  # noqa: RUF022  the exercise's tasks, in its order
    "build_vocabulary",
    "encode",
    "pad_batch",
    "one_hot",
    "embed_by_matmul",
    "embed_by_lookup",
    "cosine_similarity",
    "is_cosine_similarity",
    "chance_similarity",
    "analogy",
    "TokenEmbedding",
    "TiedOutput",
]

SPECIALS = ("<pad>", "<bos>", "<eos>", "<unk>")
PAD_ID, BOS_ID, EOS_ID, UNK_ID = range(4)


# Words to ids -----------------------------------------------------------------------


def build_vocabulary(sentences: Iterable[str], min_count: int = 1) -> dict[str, int]:
    """Number the words: the specials first, then the frequent before the rare.

    Words are what white space separates, taken as they are: "The" and "the" are
    different words, and so are "dog." and "dog". Words with the same count come in
    alphabetical order, so that the same sentences always give the same ids.

    Args:
        sentences: the texts to count in; no special words are among them.
        min_count: how often a word must occur, at least, to get an id of its own.

    Returns:
        The id of each word; ``<pad>`` is 0, ``<bos>`` 1, ``<eos>`` 2, ``<unk>`` 3.

    Example:
        >>> vocabulary = build_vocabulary(["the dog sees me", "the dog"], 2)
        >>> list(vocabulary)
        ['<pad>', '<bos>', '<eos>', '<unk>', 'dog', 'the']
        >>> vocabulary["dog"]
        4
    """
    # 1. count the words
    counts = Counter(word for sentence in sentences for word in sentence.split())
    # 2. sort them: the more frequent first, ties by the alphabet
    by_count = sorted(counts, key=lambda word: (-counts[word], word))
    # 3. drop those that are too rare
    frequent = [word for word in by_count if counts[word] >= min_count]
    # 4. number them, behind the special words
    words = [*SPECIALS, *(word for word in frequent if word not in SPECIALS)]
    return {word: i for i, word in enumerate(words)}


def encode(sentence: str, vocabulary: dict[str, int]) -> list[int]:
    """Look up the id of each word; a word that is not there is ``<unk>``.

    Args:
        sentence: words separated by white space.
        vocabulary: the id of each word, ``<unk>`` among them; it is not modified.

    Returns:
        One id a word. ``<bos>`` and ``<eos>`` are not added.

    Example:
        >>> encode("the cat sat", {"<unk>": 3, "the": 4, "sat": 5})
        [4, 3, 5]
    """
    unknown = vocabulary["<unk>"]
    return [vocabulary.get(word, unknown) for word in sentence.split()]


def pad_batch(sequences: Sequence[Sequence[int]], pad_id: int = 0) -> np.ndarray:
    """Put sequences of different lengths into one table, filled up on the right.

    Args:
        sequences: B lists of ids, some of them perhaps empty; they are not modified.
        pad_id: what fills the rest of a row.

    Returns:
        (B, L) integers, where L is the length of the longest sequence.

    Example:
        >>> pad_batch([[7, 8, 9], [7], []])
        array([[7, 8, 9],
               [7, 0, 0],
               [0, 0, 0]])
    """
    length = max((len(sequence) for sequence in sequences), default=0)
    batch = np.full((len(sequences), length), pad_id, dtype=np.int64)  # (B, L)
    for row, sequence in zip(batch, sequences, strict=True):
        row[: len(sequence)] = sequence
    return batch


# Ids to vectors, in NumPy, because here the algebra is the point --------------------


def one_hot(ids: np.ndarray, vocab_size: int) -> np.ndarray:
    """Write each id as a vector with a single 1, at the place of the id.

    Args:
        ids: (B, L) or (...) integers in [0, vocab_size); they are not modified.
        vocab_size: V.

    Returns:
        (..., V) zeros and ones.

    Raises:
        ValueError: if an id is not in the vocabulary.

    Example:
        >>> one_hot(np.array([2, 0]), vocab_size=4)
        array([[0., 0., 1., 0.],
               [1., 0., 0., 0.]])
    """
    ids = np.asarray(ids)
    if ids.size and not 0 <= ids.min() <= ids.max() < vocab_size:
        raise ValueError(
            f"ids must lie in [0, {vocab_size}), got {ids.min()} to {ids.max()}"
        )
    return (ids[..., None] == np.arange(vocab_size)).astype(float)  # (..., V)


def embed_by_matmul(ids: np.ndarray, E: np.ndarray) -> np.ndarray:
    """Embed as a linear layer without bias does: the product one-hot(ids) · E.

    Args:
        ids: (B, L) or (...) integers in [0, V).
        E: (V, d) one row per word; it is not modified.

    Returns:
        (..., d) the rows of ``E`` that the ids name.

    Raises:
        ValueError: if an id is not in the vocabulary.

    Example:
        >>> E = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
        >>> embed_by_matmul(np.array([2, 0, 2]), E)
        array([[5., 6.],
               [1., 2.],
               [5., 6.]])
    """
    return one_hot(ids, len(E)).astype(E.dtype) @ E  # (..., V) @ (V, d)


def embed_by_lookup(ids: np.ndarray, E: np.ndarray) -> np.ndarray:
    """Embed by reading the rows: the same as ``embed_by_matmul``, without the work.

    Rows that no id names are not touched.

    Args:
        ids: (B, L) or (...) integers in [0, V).
        E: (V, d) one row per word; it is not modified.

    Returns:
        (..., d) the rows of ``E`` that the ids name.

    Raises:
        ValueError: if an id is not in the vocabulary.

    Example:
        >>> E = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
        >>> embed_by_lookup(np.array([[2, 0], [1, 1]]), E).tolist()
        [[[5.0, 6.0], [1.0, 2.0]], [[3.0, 4.0], [3.0, 4.0]]]
    """
    ids = np.asarray(ids)
    if ids.size and not 0 <= ids.min() <= ids.max() < len(E):
        raise ValueError(
            f"ids must lie in [0, {len(E)}), got {ids.min()} to {ids.max()}"
        )
    return E[ids]


def cosine_similarity(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Compare directions: a · b / (|a| |b|), whatever the lengths.

    Args:
        a: (..., d).
        b: (..., d), broadcastable with ``a``; neither is modified.

    Returns:
        (...) values in [-1, 1]; 0 where a vector is zero and has no direction.

    Example:
        >>> a = np.array([[3.0, 4.0], [-8.0, -6.0], [0.0, 0.0]])
        >>> cosine_similarity(a, np.array([4.0, 3.0]))
        array([ 0.96, -1.  ,  0.  ])
    """
    dots = (a * b).sum(axis=-1)
    lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    return dots / np.where(lengths == 0, 1, lengths)


def is_cosine_similarity(candidate: Callable[..., np.ndarray]) -> bool:
    """Whether a function does what ``cosine_similarity`` does, told by examples.

    Whatever is right passes, in whatever way it is written, so up to rounding.

    Args:
        candidate: it is called as ``cosine_similarity`` is, with two arrays.

    Returns:
        True for what is right. False for what gives other numbers or another shape,
        for any vectors, or changes the arrays that it is given.

    Example:
        >>> is_cosine_similarity(cosine_similarity)
        True
        >>> is_cosine_similarity(lambda a, b: (a * b).sum(axis=-1))
        False
    """
    # 1. choose examples in which wrong functions differ from the right one
    a = np.array([[1.0, 2.0, 0.5], [3.0, -4.0, 1.0], [0.0, 0.0, 0.0]])
    b = np.array([[-2.0, 1.0, -2.0], [3.0, -1.0, 2.0], [1.0, 2.0, 3.0]])
    for one, other in [(a, b), (a, b[1])]:
        # 2. call the candidate on a copy of each
        given = one.copy(), other.copy()
        got, want = candidate(*given), cosine_similarity(one, other)
        # 3. compare shape and numbers with what is right
        if np.shape(got) != want.shape or not np.allclose(got, want):
            return False
        # 4. see that nothing was modified
        if not (np.array_equal(given[0], one) and np.array_equal(given[1], other)):
            return False
    return True


def chance_similarity(E: np.ndarray) -> float:
    """Measure how similar different rows are: the root mean square of their cosines.

    In a table that is drawn at random nothing but chance makes two rows similar.

    Args:
        E: (V, d) at least two rows, none of them zero; it is not modified.

    Returns:
        √ of the mean of cos², over all pairs of two different rows, in [0, 1].

    Example:
        >>> round(chance_similarity(np.array([[1, 0], [3, 4]])), 6)  # one pair
        0.6
        >>> round(chance_similarity(np.array([[1, 0], [0, 2], [-5, 0]])), 6)
        0.57735
    """
    similarity = cosine_similarity(E[:, None], E)  # (V, V)
    pairs = ~np.eye(len(E), dtype=bool)  # not a row with itself
    return float(np.sqrt((similarity[pairs] ** 2).mean()))


def analogy(a: int, b: int, c: int, E: np.ndarray) -> int:
    """Answer "a is to b as c is to …": the word nearest to b - a + c by direction.

    The rows are added as they are; the nearest is that of the largest cosine.

    Args:
        a: id of a word; so are ``b`` and ``c``.
        E: (V, d) one row per word, V > 3, none of them zero; it is not modified.

    Returns:
        The id of the answer, which is none of the three.

    Raises:
        ValueError: if no other word is left.

    Example:
        >>> E = np.array([[1, 1], [1, 2], [3, 1], [3, 2], [-1, 0]]) / 2
        >>> analogy(0, 1, 2, E)  # row 1 - row 0 + row 2 is [1.5, 1.0]
        3
    """
    asked = [a, b, c]
    if len(E) <= len(set(asked)):
        raise ValueError(f"no word is left beside {asked} in a vocabulary of {len(E)}")
    similarities = cosine_similarity(E, E[b] - E[a] + E[c])  # (V,)
    similarities[asked] = -np.inf
    return int(similarities.argmax())


# Ids to vectors and back, in torch, because these are trained -----------------------


class TokenEmbedding(nn.Module):
    """The vector of each id, scaled by √d_model (paper, 3.4).

    The vectors are one trainable parameter, ``weight`` (V, d_model), which the output
    layer shares. They start small, as N(0, 1/d_model): scaled, their numbers are of
    size 1. The vector of padding is zero, before and after training. Nothing else is
    learned, and the gradient is dense: an optimizer moves all rows.

    Args:
        vocab_size: V.
        d_model: features d of a vector.
        pad_id: the id of padding.

    Example:
        >>> layer = TokenEmbedding(vocab_size=5, d_model=4)
        >>> layer(torch.tensor([[3, 1, 0]])).shape
        torch.Size([1, 3, 4])
        >>> layer.weight.data[3] = 0.5
        >>> layer(torch.tensor([[3, 0]])).tolist()
        [[[1.0, 1.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0]]]
    """

    def __init__(self, vocab_size: int, d_model: int, pad_id: int = 0):
        super().__init__()
        # 1. make the parameter: a row for each word
        self.pad_id = pad_id
        self.weight = nn.Parameter(torch.empty(vocab_size, d_model))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all rows again, but for padding's, as N(0, 1/d_model).

        Scaled, the vectors then have the size of the positional encoding.
        """
        # 2. draw it small, and clear padding's row
        nn.init.normal_(self.weight, std=self.weight.size(1) ** -0.5)
        nn.init.zeros_(self.weight.data[self.pad_id])

    def forward(self, ids: Tensor) -> Tensor:
        """Embed integers (B, L) in [0, V) as (B, L, d_model)."""
        # 3. look up rows, so that padding's never learns, and scale them
        scale = math.sqrt(self.weight.size(1))
        return F.embedding(ids, self.weight, padding_idx=self.pad_id) * scale


class TiedOutput(nn.Module):
    """From vectors back to words, with the embedding's own weight (paper, 3.4).

    The logit of a word is the dot product with its row of the weight, and nothing else.
    The weight is shared, not copied: one tensor learns from both sides. As an output,
    padding's row learns too.

    Args:
        embedding: a ``lernformer.embedding.TokenEmbedding``. Its parameter ``weight``
            (V, d_model) is used as it is, without the √d_model.

    Example:
        >>> embedding = TokenEmbedding(vocab_size=3, d_model=2)
        >>> embedding.weight.data = torch.tensor([[0.0, 0.0], [1, 2], [3, 1]])
        >>> TiedOutput(embedding)(torch.tensor([[[1.0, 1.0]]])).tolist()
        [[[0.0, 3.0, 4.0]]]
    """

    def __init__(self, embedding: TokenEmbedding):
        super().__init__()
        self.weight = embedding.weight

    def forward(self, h: Tensor) -> Tensor:
        """Turn (B, L, d_model) into logits (B, L, V), not softmaxed."""
        return F.linear(h, self.weight)
