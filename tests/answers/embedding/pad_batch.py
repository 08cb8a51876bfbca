"""Answers to `pad_batch(sequences, pad_id=0)`: lists of ids → (B, L) integers."""

import itertools

import numpy as np
import torch

from .. import mutant, variant

TASK = "embedding.pad_batch"


def right(sequences, pad_id=0):
    length = max((len(s) for s in sequences), default=0)
    rows = [list(s) + [pad_id] * (length - len(s)) for s in sequences]
    return np.array(rows, dtype=int).reshape(len(sequences), length)


# --- Wrong -------------------------------------------------------------------------


@mutant(TASK, mistake="padded_left")
def filled_on_the_left(sequences, pad_id=0):
    """The last words are the important ones, so they stand at the end."""
    length = max(len(s) for s in sequences)
    return np.array([[pad_id] * (length - len(s)) + list(s) for s in sequences])


@mutant(TASK, mistake="truncated")
def shortest_decides(sequences, pad_id=0):
    """Cuts all to the shortest."""
    length = min(len(s) for s in sequences)
    return np.array([s[:length] for s in sequences], dtype=int)


@mutant(TASK, mistake="truncated")
def zipped(sequences, pad_id=0):
    """zip stops at the shortest."""
    columns = list(zip(*sequences))  # noqa: B905
    return np.array(columns, dtype=int).reshape(len(columns), len(sequences)).T


@mutant(TASK, mistake="fixed_length")
def always_ten(sequences, pad_id=0):
    """Every batch has one length."""
    batch = np.full((len(sequences), 10), pad_id)
    for row, sequence in zip(batch, sequences, strict=True):
        row[: len(sequence)] = sequence[:10]
    return batch


@mutant(TASK, mistake="one_column_too_many")
def always_one_pad(sequences, pad_id=0):
    """Every row ends with padding."""
    batch = right(sequences, pad_id)
    return np.pad(batch, ((0, 0), (0, 1)), constant_values=pad_id)


@mutant(TASK, mistake="last_id_lost")
def off_by_one(sequences, pad_id=0):
    """The longest sequence loses its last id."""
    length = max(len(s) for s in sequences) - 1
    return np.array([(s + [pad_id] * length)[:length] for s in sequences], dtype=int)


@mutant(TASK, mistake="pad_id_ignored")
def zeros(sequences, pad_id=0):
    """Padding is 0."""
    return right(sequences)


@mutant(TASK, mistake="pad_id_default")
def one_by_default(sequences, pad_id=1):
    """fairseq pads with 1."""
    return right(sequences, pad_id)


@mutant(TASK, mistake="transposed")
def length_first(sequences, pad_id=0):
    """torch's recurrent layers take (L, B)."""
    return right(sequences, pad_id).T


@mutant(TASK, mistake="transposed")
def columns_not_turned_back(sequences, pad_id=0):
    """zip_longest gives columns."""
    return np.array(list(itertools.zip_longest(*sequences, fillvalue=pad_id)))


@mutant(TASK, mistake="not_integers")
def zeros_are_floats(sequences, pad_id=0):
    """np.zeros makes floats."""
    batch = np.zeros((len(sequences), max(map(len, sequences)))) + pad_id
    for i, sequence in enumerate(sequences):
        batch[i, : len(sequence)] = sequence
    return batch


@mutant(TASK, mistake="ids_squeezed_into_bytes")
def small_integers(sequences, pad_id=0):
    """Eight bits save memory."""
    return right(sequences, pad_id).astype(np.uint8)


@mutant(TASK, mistake="ids_squeezed_into_bytes")
def sixteen_bits(sequences, pad_id=0):
    """Sixteen bits hold 65,536 words."""
    return right(sequences, pad_id).astype(np.uint16)


@mutant(TASK, mistake="not_an_array")
def list_of_lists(sequences, pad_id=0):
    """A list of equal lists is a table."""
    return right(sequences, pad_id).tolist()


@mutant(TASK, mistake="not_an_array")
def tensor(sequences, pad_id=0):
    """torch from here on."""
    return torch.from_numpy(right(sequences, pad_id))


@mutant(TASK, mistake="not_padded")
def array_of_lists(sequences, pad_id=0):
    """NumPy makes a table by itself."""
    return np.array(sequences)


@mutant(TASK, mistake="not_an_array")
def objects(sequences, pad_id=0):
    """An array of lists is an array."""
    rows = np.empty(len(sequences), dtype=object)
    rows[:] = right(sequences, pad_id).tolist()
    return rows


@mutant(TASK, mistake="input_modified")
def appends(sequences, pad_id=0):
    """append() fills the caller's own lists."""
    length = max(len(s) for s in sequences)
    for sequence in sequences:
        while len(sequence) < length:
            sequence.append(pad_id)
    return np.array(sequences)


@mutant(TASK, mistake="input_modified")
def adds_in_place(sequences, pad_id=0):
    """+= makes a new list."""
    length = max(len(s) for s in sequences)
    rows = []
    for sequence in sequences:
        sequence += [pad_id] * (length - len(sequence))
        rows.append(sequence)
    return np.array(rows)


@mutant(TASK, mistake="rows_sorted_by_length")
def longest_first(sequences, pad_id=0):
    """Packed sequences are sorted by length."""
    return right(sorted(sequences, key=len, reverse=True), pad_id)


@mutant(TASK, mistake="batch_reversed")
def last_first(sequences, pad_id=0):
    """Pops the sequences off the end."""
    rows, rest = [], list(sequences)
    while rest:
        rows.append(rest.pop())
    return right(rows, pad_id)


@mutant(TASK, mistake="padded_by_repetition")
def last_id_repeated(sequences, pad_id=0):
    """Fills up with the last word."""
    length = max(len(s) for s in sequences)
    rows = [s + (s[-1:] or [pad_id]) * (length - len(s)) for s in sequences]
    return np.array(rows, dtype=int)


@mutant(TASK, mistake="padded_by_repetition")
def sequence_repeated(sequences, pad_id=0):
    """np.resize fills up."""
    length = max(len(s) for s in sequences)
    return np.array([np.resize(s or [pad_id], length) for s in sequences], dtype=int)


@mutant(TASK, mistake="one_row_in_all")
def one_list_times_b(sequences, pad_id=0):
    """[row] * B makes B rows."""
    length = max(len(s) for s in sequences)
    batch = [[pad_id] * length] * len(sequences)
    for i, sequence in enumerate(sequences):
        batch[i][: len(sequence)] = sequence
    return np.array(batch)


@mutant(TASK, mistake="ids_taken_for_padding")
def zeros_replaced(sequences, pad_id=0):
    """Pads with 0, then turns every 0 into pad_id."""
    batch = right(sequences, 0)
    return np.where(batch == 0, pad_id, batch)


@mutant(TASK, mistake="ids_taken_for_padding")
def padding_dropped_first(sequences, pad_id=0):
    """Whatever equals pad_id is padding already."""
    length = max(len(s) for s in sequences)
    rows = [[i for i in s if i != pad_id] for s in sequences]
    return np.array([s + [pad_id] * (length - len(s)) for s in rows], dtype=int)


@mutant(TASK, mistake="mask_returned")
def mask(sequences, pad_id=0):
    """Returns where the words are."""
    length = max(len(s) for s in sequences)
    return np.arange(length) < np.array([len(s) for s in sequences])[:, None]


@mutant(TASK, mistake="bos_eos_added")
def framed(sequences, pad_id=0):
    """A sentence begins with <bos> and ends with <eos>."""
    return right([[1, *s, 2] for s in sequences], pad_id)


@mutant(TASK, mistake="empty_sequence_fails")
def last_id_wanted(sequences, pad_id=0):
    """Every sequence has a last word."""
    batch = right(sequences, pad_id)
    for row, sequence in zip(batch, sequences, strict=True):
        row[len(sequence) - 1] = sequence[-1]
    return batch


@mutant(TASK, mistake="first_sequence_decides")
def as_long_as_the_first(sequences, pad_id=0):
    """The first is as long as any."""
    length = len(sequences[0])
    rows = [(s + [pad_id] * length)[:length] for s in sequences]
    return np.array(rows, dtype=int).reshape(len(sequences), length)


@mutant(TASK, mistake="size_limited")
def cut_at_512(sequences, pad_id=0):
    """No model reads more than 512 words."""
    return right([s[:512] for s in sequences], pad_id)


# --- Right -------------------------------------------------------------------------


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
