"""Typical wrong answers to ``embedding.pad_batch``."""

import json
from collections.abc import Callable

import numpy as np

from lernformer.embedding import pad_batch
from lernformer.mistakes.common import SIZE_LIMITED, fails, sign
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.case import Arrays, Case
from lernformer.probes.embedding.pad_batch import EMPTY, INTEGERS


def _pad(id: str, cause: str, compute: Callable) -> Mistake:
    """``compute`` takes the sequences, pad_id and the length of the longest."""

    def gives(case: Case) -> Arrays:
        sequences = json.loads(case.inputs["sequences"])
        length = max(len(s) for s in sequences)
        made = compute(sequences, case.inputs.get("pad_id", 0), length)
        return {"result": np.asarray(made, dtype=float)}

    return Mistake(id, cause, gives)


def _cut(sequences, pad_id, length):
    return pad_batch([s[:length] for s in sequences], pad_id)[:, :length]


def _at_length(sequences, pad_id, length):
    return _cut([s + [pad_id] * length for s in sequences], pad_id, length)


def _repeated(sequences, pad_id, length):
    return [s + (s[-1:] or [pad_id]) * (length - len(s)) for s in sequences]


def _one_row(sequences, pad_id, length):
    row = [pad_id] * length
    for s in sequences:
        row[: len(s)] = s
    return [row] * len(sequences)


MISTAKES = (
    SIZE_LIMITED,
    sign(
        "input_modified",
        "append() and += change the lists that were passed in; list + list makes a new "
        "one.",
        lambda case, seen: bool(seen.facts.get("modified")),
    ),
    sign(
        "not_an_array",
        "a NumPy array of integers is asked for: np.array(…), or np.full(…) to fill.",
        fails("should be a NumPy array, got a list", "got Tensor", ", object"),
    ),
    sign(
        "not_padded",
        "NumPy makes no table of rows of different lengths; fill them up first.",
        fails("inhomogeneous"),
    ),
    _pad(
        "padded_left",
        "the padding stands on the left; words come first, padding follows.",
        lambda s, pad, n: [[pad] * (n - len(row)) + row for row in s],
    ),
    _pad(
        "first_sequence_decides",
        "all are as long as the first; the longest decides.",
        lambda s, pad, n: _at_length(s, pad, len(s[0])),
    ),
    _pad(
        "truncated",
        "all are cut to the length of the shortest; fill up to that of the longest.",
        lambda s, pad, n: _cut(s, pad, min(map(len, s))),
    ),
    _pad(
        "last_id_lost",
        "the longest sequence loses its last id: the length is one too small.",
        lambda s, pad, n: _at_length(s, pad, n - 1),
    ),
    _pad(
        "bos_eos_added",
        "<bos> and <eos> are added; here nothing but padding is.",
        lambda s, pad, n: pad_batch([[1, *row, 2] for row in s], pad),
    ),
    _pad(
        "one_column_too_many",
        "there is a column of padding too many; the longest row has none.",
        lambda s, pad, n: _at_length(s, pad, n + 1),
    ),
    sign(
        "fixed_length",
        "the length is always the same; it is that of the longest sequence.",
        lambda case, seen: (
            (got := seen.values.get("result", np.zeros(0))).ndim == 2
            and len(got) == len(json.loads(case.inputs["sequences"]))
            and got.shape[1] >= 8
        ),
    ),
    _pad(
        "pad_id_ignored",
        "the rest is filled with 0; it should be filled with pad_id.",
        lambda s, pad, n: pad_batch(s),
    ),
    sign(
        "pad_id_default",
        "pad_id is 0 by default.",
        lambda case, seen: (
            "pad_id" not in case.inputs
            and "result" in seen.values
            and np.array_equal(
                seen.values["result"],
                pad_batch(json.loads(case.inputs["sequences"]), 1),
            )
        ),
    ),
    _pad(
        "transposed",
        "there is one column a sequence, (L, B); one row each, (B, L), is asked for.",
        lambda s, pad, n: pad_batch(s, pad).T,
    ),
    _pad(
        "rows_sorted_by_length",
        "the rows are sorted by length; leave the sequences in their order.",
        lambda s, pad, n: pad_batch(sorted(s, key=len, reverse=True), pad),
    ),
    _pad(
        "batch_reversed",
        "the last sequence comes first; leave the sequences in their order.",
        lambda s, pad, n: pad_batch(s[::-1], pad),
    ),
    *(
        _pad(
            "padded_by_repetition",
            "the rest is filled with ids of the sequence; fill it with pad_id.",
            compute,
        )
        for compute in (
            _repeated,
            lambda s, pad, n: [np.resize(row or [pad], n) for row in s],
        )
    ),
    _pad(
        "one_row_in_all",
        "[row] * B holds the same list B times; make a new list for each row.",
        _one_row,
    ),
    _pad(
        "ids_taken_for_padding",
        "an id 0 of a sequence is taken for padding; fill up only what comes after.",
        lambda s, pad, n: np.where(pad_batch(s) == 0, pad, pad_batch(s)),
    ),
    _pad(
        "ids_taken_for_padding",
        "an id of a sequence is dropped because it equals pad_id; keep all of them.",
        lambda s, pad, n: _at_length(
            [[i for i in row if i != pad] for row in s], pad, n
        ),
    ),
    _pad(
        "mask_returned",
        "this is a mask of where the words are; the ids are asked for.",
        lambda s, pad, n: pad_batch([[1] * len(row) for row in s]),
    ),
    sign(
        "ids_squeezed_into_bytes",
        "the dtype is too small for large ids; a vocabulary has tens of thousands: "
        "np.int64.",
        lambda case, seen: (
            case.aspect == INTEGERS
            and seen.facts.get("dtype", "").endswith(("8", "16"))
        ),
    ),
    sign(
        "not_integers",
        "np.zeros and np.ones make floats unless they are told dtype=int; ids that "
        "look up rows must be integers.",
        lambda case, seen: (
            case.aspect == INTEGERS and seen.facts.get("dtype", "").startswith("float")
        ),
    ),
    sign(
        "empty_sequence_fails",
        "a sequence without ids gives a row of padding; mind s[-1] and max().",
        lambda case, seen: (
            case.aspect == EMPTY and seen.trouble.startswith(("raises I", "raises V"))
        ),
    ),
)
