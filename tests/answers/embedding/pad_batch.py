"""Answers to `pad_batch(sequences, pad_id=0)`: lists of ids → (B, L) integers."""

import itertools

import numpy as np
import torch

from lernformer.mistakes.embedding.pad_batch import right

from .. import mutant, variant

TASK = "embedding.pad_batch"


@variant(TASK)
def full_and_fill(sequences, pad_id=0):
    """np.full, and each row written into it."""
    B, L = len(sequences), max(len(s) for s in sequences)
    batch = np.full((B, L), pad_id, dtype=np.int64)
    for i, sequence in enumerate(sequences):
        batch[i, : len(sequence)] = sequence
    return batch


@variant(TASK)
def longer_lists(sequences, pad_id=0):
    """New lists of equal length, made into an array."""
    longest = max([len(s) for s in sequences])
    return np.array([s + [pad_id] * (longest - len(s)) for s in sequences])


@variant(TASK)
def zip_longest_turned(sequences, pad_id=0):
    """zip_longest fills up the columns; turned, they are the batch."""
    return np.array(list(itertools.zip_longest(*sequences, fillvalue=pad_id))).T


@variant(TASK)
def one_by_one(sequences, pad_id=0):
    """Every place by itself."""
    length = max(map(len, sequences))
    batch = np.empty((len(sequences), length), dtype=np.int32)
    for i in range(len(sequences)):
        for j in range(length):
            batch[i, j] = sequences[i][j] if j < len(sequences[i]) else pad_id
    return batch


@variant(TASK)
def np_pad(sequences, pad_id=0):
    """np.pad for each row, and stack."""
    length = max(len(s) for s in sequences)
    rows = [np.array(s, dtype=int) for s in sequences]
    return np.stack(
        [np.pad(r, (0, length - len(r)), constant_values=pad_id) for r in rows]
    )


@variant(TASK)
def boolean_index(sequences, pad_id=0):
    """The ids fall into the places where words are."""
    lengths = np.array([len(s) for s in sequences])
    words = np.arange(lengths.max()) < lengths[:, None]
    batch = np.full(words.shape, pad_id)
    batch[words] = np.concatenate([np.array(s, dtype=int) for s in sequences])
    return batch


@variant(TASK)
def zeros_times_pad(sequences, pad_id=0):
    """Integer zeros, plus the id of padding."""
    batch = np.zeros((len(sequences), max(map(len, sequences))), dtype=int) + pad_id
    for row, sequence in zip(batch, sequences, strict=True):
        np.put(row, range(len(sequence)), sequence)
    return batch


@variant(TASK)
def copies_that_grow(sequences, pad_id=0):
    """Copies, so that append() does no harm."""
    rows = [list(sequence) for sequence in sequences]
    length = max(len(row) for row in rows)
    for row in rows:
        while len(row) < length:
            row.append(pad_id)
    return np.asarray(rows)
