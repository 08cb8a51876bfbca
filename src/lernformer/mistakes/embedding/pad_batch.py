"""Typical wrong answers to ``embedding.pad_batch``."""

import json

import numpy as np

from lernformer.mistakes.common import SIZE_LIMITED, fails
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.pad_batch import EMPTY, INTEGERS

MISTAKES = Catalogue()

PADDED_BY_REPETITION = (
    "the rest is filled with ids of the sequence; fill it with pad_id."
)


def right(sequences, pad_id=0):
    length = max((len(s) for s in sequences), default=0)
    rows = [list(s) + [pad_id] * (length - len(s)) for s in sequences]
    return np.array(rows, dtype=int).reshape(len(sequences), length)


def _only_padding_off(case: Case, seen: Observation) -> bool:
    sequences = json.loads(case.inputs["sequences"])
    got, want = seen.values["result"], right(sequences, case.inputs.get("pad_id", 0))
    return got.shape == want.shape and all(
        row[: len(sequence)].tolist() == sequence
        for row, sequence in zip(got, sequences, strict=True)
    )


MISTAKES += (SIZE_LIMITED,)

MISTAKES.sign(
    "input_modified",
    "append() and += change the lists that were passed in; list + list makes a new "
    "one.",
    lambda case, seen: bool(seen.facts.get("modified")),
)

MISTAKES.sign(
    "not_an_array",
    "a NumPy array of integers is asked for: np.array(…), or np.full(…) to fill.",
    fails("should be a NumPy array, got a list", "got Tensor", ", object"),
)

MISTAKES.sign(
    "not_padded",
    "NumPy makes no table of rows of different lengths; fill them up first.",
    fails("inhomogeneous"),
)


@MISTAKES.answer(
    "padded_left", "the padding stands on the left; words come first, padding follows."
)
def filled_on_the_left(sequences, pad_id=0):
    """The last words are the important ones, so they stand at the end."""
    length = max(len(s) for s in sequences)
    return np.array([[pad_id] * (length - len(s)) + list(s) for s in sequences])


@MISTAKES.answer(
    "first_sequence_decides", "all are as long as the first; the longest decides."
)
def as_long_as_the_first(sequences, pad_id=0):
    """The first is as long as any."""
    length = len(sequences[0])
    rows = [(s + [pad_id] * length)[:length] for s in sequences]
    return np.array(rows, dtype=int).reshape(len(sequences), length)


@MISTAKES.answer(
    "truncated",
    "all are cut to the length of the shortest; fill up to that of the longest.",
)
def shortest_decides(sequences, pad_id=0):
    """Cuts all to the shortest."""
    length = min(len(s) for s in sequences)
    return np.array([s[:length] for s in sequences], dtype=int)


@MISTAKES.answer(
    "last_id_lost",
    "the longest sequence loses its last id: the length is one too small.",
)
def off_by_one(sequences, pad_id=0):
    """The longest sequence loses its last id."""
    length = max(len(s) for s in sequences) - 1
    return np.array([(s + [pad_id] * length)[:length] for s in sequences], dtype=int)


@MISTAKES.answer(
    "bos_eos_added", "<bos> and <eos> are added; here nothing but padding is."
)
def framed(sequences, pad_id=0):
    """A sentence begins with <bos> and ends with <eos>."""
    return right([[1, *s, 2] for s in sequences], pad_id)


@MISTAKES.answer(
    "one_column_too_many",
    "there is a column of padding too many; the longest row has none.",
)
def always_one_pad(sequences, pad_id=0):
    """Every row ends with padding."""
    batch = right(sequences, pad_id)
    return np.pad(batch, ((0, 0), (0, 1)), constant_values=pad_id)


MISTAKES.sign(
    "fixed_length",
    "the length is always the same; it is that of the longest sequence.",
    lambda case, seen: (
        (got := seen.values.get("result", np.zeros(0))).ndim == 2
        and len(got) == len(json.loads(case.inputs["sequences"]))
        and got.shape[1] >= 8
    ),
)


@MISTAKES.answer(
    "pad_id_ignored", "the rest is filled with 0; it should be filled with pad_id."
)
def zeros(sequences, pad_id=0):
    """Padding is 0."""
    return right(sequences)


MISTAKES.sign(
    "pad_id_default",
    "pad_id is 0 by default.",
    lambda case, seen: (
        "pad_id" not in case.inputs
        and "result" in seen.values
        and np.array_equal(
            seen.values["result"],
            right(json.loads(case.inputs["sequences"]), 1),
        )
    ),
)


@MISTAKES.answer(
    "transposed",
    "there is one column a sequence, (L, B); one row each, (B, L), is asked for.",
)
def length_first(sequences, pad_id=0):
    """torch's recurrent layers take (L, B)."""
    return right(sequences, pad_id).T


@MISTAKES.answer(
    "rows_sorted_by_length",
    "the rows are sorted by length; leave the sequences in their order.",
)
def longest_first(sequences, pad_id=0):
    """Packed sequences are sorted by length."""
    return right(sorted(sequences, key=len, reverse=True), pad_id)


@MISTAKES.answer(
    "batch_reversed",
    "the last sequence comes first; leave the sequences in their order.",
    seen="course",
)
def last_first(sequences, pad_id=0):
    """Pops the sequences off the end."""
    rows, rest = [], list(sequences)
    while rest:
        rows.append(rest.pop())
    return right(rows, pad_id)


@MISTAKES.answer("padded_by_repetition", PADDED_BY_REPETITION)
def last_id_repeated(sequences, pad_id=0):
    """Fills up with the last word."""
    length = max(len(s) for s in sequences)
    rows = [s + (s[-1:] or [pad_id]) * (length - len(s)) for s in sequences]
    return np.array(rows, dtype=int)


@MISTAKES.answer("padded_by_repetition", PADDED_BY_REPETITION)
def sequence_repeated(sequences, pad_id=0):
    """np.resize fills up."""
    length = max(len(s) for s in sequences)
    return np.array([np.resize(s or [pad_id], length) for s in sequences], dtype=int)


@MISTAKES.answer(
    "one_row_in_all",
    "[row] * B holds the same list B times; make a new list for each row.",
)
def one_list_times_b(sequences, pad_id=0):
    """[row] * B makes B rows."""
    length = max(len(s) for s in sequences)
    batch = [[pad_id] * length] * len(sequences)
    for i, sequence in enumerate(sequences):
        batch[i][: len(sequence)] = sequence
    return np.array(batch)


@MISTAKES.answer(
    "ids_taken_for_padding",
    "an id 0 of a sequence is taken for padding; fill up only what comes after.",
)
def zeros_replaced(sequences, pad_id=0):
    """Pads with 0, then turns every 0 into pad_id."""
    batch = right(sequences, 0)
    return np.where(batch == 0, pad_id, batch)


@MISTAKES.answer(
    "ids_taken_for_padding",
    "an id of a sequence is dropped because it equals pad_id; keep all of them.",
)
def padding_dropped_first(sequences, pad_id=0):
    """Whatever equals pad_id is padding already."""
    length = max(len(s) for s in sequences)
    rows = [[i for i in s if i != pad_id] for s in sequences]
    return np.array([s + [pad_id] * (length - len(s)) for s in rows], dtype=int)


@MISTAKES.answer(
    "mask_returned", "this is a mask of where the words are; the ids are asked for."
)
def mask(sequences, pad_id=0):
    """Returns where the words are."""
    length = max(len(s) for s in sequences)
    return np.arange(length) < np.array([len(s) for s in sequences])[:, None]


MISTAKES.sign(
    "ids_squeezed_into_bytes",
    "the dtype is too small for large ids; a vocabulary has tens of thousands: "
    "np.int64.",
    lambda case, seen: (
        case.aspect == INTEGERS and seen.facts.get("dtype", "").endswith(("8", "16"))
    ),
)

MISTAKES.sign(
    "not_integers",
    "np.zeros and np.ones make floats unless they are told dtype=int; ids that "
    "look up rows must be integers.",
    lambda case, seen: (
        case.aspect == INTEGERS and seen.facts.get("dtype", "").startswith("float")
    ),
)

MISTAKES.sign(
    "empty_sequence_fails",
    "a sequence without ids gives a row of padding; mind s[-1] and max().",
    lambda case, seen: (
        case.aspect == EMPTY and seen.trouble.startswith(("raises I", "raises V"))
    ),
)

MISTAKES.sign(
    "not_filled",
    "the ids are right and the rest is not filled: np.empty leaves what happens to be "
    "in memory. np.full(shape, pad_id) fills.",
    lambda case, seen: "result" in seen.values and _only_padding_off(case, seen),
)
