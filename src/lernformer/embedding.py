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
    """Number the words: special words first, then the others, most frequent first.

    Words are separated by white space and taken as they are: "The" and "the" are
    different words, and so are "dog." and "dog". Words with the same count are in
    alphabetical order, so the same sentences always give the same ids.

    Args:
        sentences: the texts to count in; they contain no special words.
        min_count: a word gets its own id if it occurs at least this often.

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
    # 2. sort them: most frequent first, ties in alphabetical order
    by_count = sorted(counts, key=lambda word: (-counts[word], word))
    # 3. drop those that are too rare
    frequent = [word for word in by_count if counts[word] >= min_count]
    # 4. number them, after the special words
    words = [*SPECIALS, *(word for word in frequent if word not in SPECIALS)]
    return {word: i for i, word in enumerate(words)}


def encode(sentence: str, vocabulary: dict[str, int]) -> list[int]:
    """Look up the id of each word; unknown words get the id of ``<unk>``.

    Args:
        sentence: words separated by white space.
        vocabulary: the id of each word, including ``<unk>``; it is not modified.

    Returns:
        One id per word. ``<bos>`` and ``<eos>`` are not added.

    Example:
        >>> encode("the cat sat", {"<unk>": 3, "the": 4, "sat": 5})
        [4, 3, 5]
    """
    unknown = vocabulary["<unk>"]
    return [vocabulary.get(word, unknown) for word in sentence.split()]


def pad_batch(sequences: Sequence[Sequence[int]], pad_id: int = 0) -> np.ndarray:
    """Put sequences of different lengths into a single table, padded on the right.

    Args:
        sequences: B lists of ids, some possibly empty; they are not modified.
        pad_id: the id that fills the rest of each row.

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
    """Turn each id into a vector of zeros with a single 1, at the id's position.

    Args:
        ids: (B, L) or (...) integers in [0, vocab_size); they are not modified.
        vocab_size: V.

    Returns:
        (..., V) zeros and ones.

    Raises:
        ValueError: if an id is outside [0, vocab_size).

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
    """Embed ids like a linear layer without bias: as the product one-hot(ids) · E.

    Args:
        ids: (B, L) or (...) integers in [0, V).
        E: (V, d) one row per word; it is not modified.

    Returns:
        (..., d) for each id, its row of ``E``.

    Raises:
        ValueError: if an id is outside [0, V).

    Example:
        >>> E = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
        >>> embed_by_matmul(np.array([2, 0, 2]), E)
        array([[5., 6.],
               [1., 2.],
               [5., 6.]])
    """
    return one_hot(ids, len(E)).astype(E.dtype) @ E  # (..., V) @ (V, d)


def embed_by_lookup(ids: np.ndarray, E: np.ndarray) -> np.ndarray:
    """Embed ids by reading their rows: ``embed_by_matmul`` without the work.

    Rows that no id refers to are not used.

    Args:
        ids: (B, L) or (...) integers in [0, V).
        E: (V, d) one row per word; it is not modified.

    Returns:
        (..., d) for each id, its row of ``E``.

    Raises:
        ValueError: if an id is outside [0, V).

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
    """Compare the directions of vectors: a · b / (|a| |b|), whatever their lengths.

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
    """Check on examples whether a function computes the cosine similarity.

    Any correct function passes, however it is written, so results are compared up to
    rounding.

    Args:
        candidate: a function to call with two arrays, like ``cosine_similarity``.

    Returns:
        True if the function is right. False if, for any vectors, it gives different
        numbers or a different shape, or if it modifies the arrays that it is given.

    Example:
        >>> is_cosine_similarity(cosine_similarity)
        True
        >>> is_cosine_similarity(lambda a, b: (a * b).sum(axis=-1))
        False
    """
    # 1. choose examples on which wrong functions differ from the right one
    a = np.array([[1.0, 2.0, 0.5], [3.0, -4.0, 1.0], [0.0, 0.0, 0.0]])
    b = np.array([[-2.0, 1.0, -2.0], [3.0, -1.0, 2.0], [1.0, 2.0, 3.0]])
    for one, other in [(a, b), (a, b[1])]:
        # 2. call the candidate on a copy of each
        given = one.copy(), other.copy()
        got, want = candidate(*given), cosine_similarity(one, other)
        # 3. compare shape and numbers with the right result
        if np.shape(got) != want.shape or not np.allclose(got, want):
            return False
        # 4. make sure that nothing was modified
        if not (np.array_equal(given[0], one) and np.array_equal(given[1], other)):
            return False
    return True


def chance_similarity(E: np.ndarray) -> float:
    """Measure how similar different rows are: the root mean square of their cosines.

    In a random table, two rows are similar only by chance.

    Args:
        E: (V, d) with at least two rows, none of them zero; it is not modified.

    Returns:
        The square root of the mean of cos² over all pairs of different rows, in [0, 1].

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
    """Answer "a is to b as c is to …": the word nearest in direction to b - a + c.

    The rows are added as they are, not normalised; nearest means the largest cosine.

    Args:
        a: the id of a word, as are ``b`` and ``c``.
        E: (V, d) one row per word, with V > 3 and no zero rows; it is not modified.

    Returns:
        The id of the answer, which is never ``a``, ``b`` or ``c``.

    Raises:
        ValueError: if no other word is left.

    Example:
        >>> E = np.array([[1, 1], [1, 2], [3, 1], [3, 2], [-1, 0]]) / 2
        >>> analogy(0, 1, 2, E)  # row 1 - row 0 + row 2 is [1.5, 1.0]
        3
    """
    given = [a, b, c]
    if len(E) <= len(set(given)):
        raise ValueError(f"no word is left beside {given} in a vocabulary of {len(E)}")
    similarities = cosine_similarity(E, E[b] - E[a] + E[c])  # (V,)
    similarities[given] = -np.inf
    return int(similarities.argmax())


# Ids to vectors and back, in torch, because these are trained -----------------------


class TokenEmbedding(nn.Module):
    """Embed ids as vectors, scaled by √d_model (paper, 3.4).

    The vectors are the rows of one trainable parameter, ``weight`` (V, d_model), which
    the output layer shares. They start small, drawn from N(0, 1/d_model), so that after
    scaling their numbers are of size 1. The vector of padding starts at zero and gets
    no gradient here. There are no other parameters, and the gradient is dense: an
    optimizer updates all rows.

    Args:
        vocab_size: V.
        d_model: number of features d of a vector.
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
        # 1. make the parameter: one row per word
        self.pad_id = pad_id
        self.weight = nn.Parameter(torch.empty(vocab_size, d_model))
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw all rows again from N(0, 1/d_model), except padding's, which is zero.

        After scaling, the vectors are about as large as the positional encoding.
        """
        # 2. draw small numbers, and set padding's row to zero
        nn.init.normal_(self.weight, std=self.weight.size(1) ** -0.5)
        nn.init.zeros_(self.weight.data[self.pad_id])

    def forward(self, ids: Tensor) -> Tensor:
        """Embed integers (B, L) in [0, V) as (B, L, d_model)."""
        # 3. look up the rows, without a gradient for padding's row, and scale them
        scale = math.sqrt(self.weight.size(1))
        return F.embedding(ids, self.weight, padding_idx=self.pad_id) * scale


class TiedOutput(nn.Module):
    """Turn vectors back into words with the embedding's own weight (paper, 3.4).

    The logit of a word is the dot product of a vector and the word's row of the weight,
    without a bias. The weight is shared, not copied: one tensor learns from both sides.
    As part of the output layer, padding's row learns too.

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
        """Turn (B, L, d_model) into logits (B, L, V), before the softmax."""
        return F.linear(h, self.weight)
