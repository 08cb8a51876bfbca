"""Answers to `one_hot(ids, vocab_size)`: (...) integers → (..., V) zeros and ones."""

import numpy as np
import torch
from torch.nn import functional as F

from lernformer.mistakes.embedding.one_hot import right

from .. import mutant, variant

TASK = "embedding.one_hot"


@variant(TASK)
def rows_of_the_identity(ids, vocab_size):
    """The rows of the identity matrix."""
    return np.eye(vocab_size)[ids]


@variant(TASK)
def compared_with_all(ids, vocab_size):
    """Each id compared with each number; truth values."""
    return ids[..., None] == np.arange(vocab_size)


@variant(TASK)
def index_by_index(ids, vocab_size):
    """A loop over all places, integers."""
    vectors = np.zeros((*ids.shape, vocab_size), dtype=int)
    for place, i in np.ndenumerate(ids):
        vectors[(*place, i)] = 1
    return vectors


@variant(TASK)
def flat_and_back(ids, vocab_size):
    """One long sentence, reshaped at the end; float32."""
    flat = ids.reshape(-1)
    vectors = np.zeros((flat.size, vocab_size), dtype=np.float32)
    vectors[np.arange(flat.size), flat] = 1.0
    return vectors.reshape(*ids.shape, vocab_size)


@variant(TASK)
def put_along_axis(ids, vocab_size):
    """np.put_along_axis."""
    vectors = np.zeros((*ids.shape, vocab_size))
    np.put_along_axis(vectors, np.expand_dims(ids, -1), 1, axis=-1)
    return vectors


@variant(TASK)
def take_of_identity(ids, vocab_size):
    """np.take of the identity, bytes."""
    return np.take(np.identity(vocab_size, dtype=np.uint8), ids, axis=0)


@variant(TASK)
def one_column_a_word(ids, vocab_size):
    """One comparison a word, stacked."""
    return np.stack([ids == v for v in range(vocab_size)], axis=-1).astype(np.float64)


@variant(TASK)
def where_equal(ids, vocab_size):
    """np.where on broadcast ids."""
    shape = (*ids.shape, vocab_size)
    spread = np.broadcast_to(ids[..., np.newaxis], shape)
    return np.where(spread == np.indices(shape)[-1], 1.0, 0.0)
