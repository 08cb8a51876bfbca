"""Typical wrong answers to ``embedding.pad_batch``."""

import json

import numpy as np

from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.pad_batch import EMPTY, INTEGERS


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


def shows_input_modified(case, seen):
    return bool(seen.facts.get("modified"))


def filled_on_the_left(sequences, pad_id=0):
    """The last words are the important ones, so they stand at the end."""
    length = max(len(s) for s in sequences)
    return np.array([[pad_id] * (length - len(s)) + list(s) for s in sequences])


def shortest_decides(sequences, pad_id=0):
    """Cuts all to the shortest."""
    length = min(len(s) for s in sequences)
    return np.array([s[:length] for s in sequences], dtype=int)


def off_by_one(sequences, pad_id=0):
    """The longest sequence loses its last id."""
    length = max(len(s) for s in sequences) - 1
    return np.array([(s + [pad_id] * length)[:length] for s in sequences], dtype=int)


def always_one_pad(sequences, pad_id=0):
    """Every row ends with padding."""
    batch = right(sequences, pad_id)
    return np.pad(batch, ((0, 0), (0, 1)), constant_values=pad_id)


def shows_fixed_length(case, seen):
    return (
        (got := seen.values.get("result", np.zeros(0))).ndim == 2
        and len(got) == len(json.loads(case.inputs["sequences"]))
        and got.shape[1] >= 8
    )


def shows_pad_id_default(case, seen):
    return (
        "pad_id" not in case.inputs
        and "result" in seen.values
        and np.array_equal(
            seen.values["result"],
            right(json.loads(case.inputs["sequences"]), 1),
        )
    )


def last_first(sequences, pad_id=0):
    """Pops the sequences off the end."""
    rows, rest = [], list(sequences)
    while rest:
        rows.append(rest.pop())
    return right(rows, pad_id)


def sequence_repeated(sequences, pad_id=0):
    """np.resize fills up."""
    length = max(len(s) for s in sequences)
    return np.array([np.resize(s or [pad_id], length) for s in sequences], dtype=int)


def zeros_replaced(sequences, pad_id=0):
    """Pads with 0, then turns every 0 into pad_id."""
    batch = right(sequences, 0)
    return np.where(batch == 0, pad_id, batch)


def mask(sequences, pad_id=0):
    """Returns where the words are."""
    length = max(len(s) for s in sequences)
    return np.arange(length) < np.array([len(s) for s in sequences])[:, None]


def shows_ids_squeezed_into_bytes(case, seen):
    return case.aspect == INTEGERS and seen.facts.get("dtype", "").endswith(("8", "16"))


def shows_not_integers(case, seen):
    return case.aspect == INTEGERS and seen.facts.get("dtype", "").startswith("float")


def shows_empty_sequence_fails(case, seen):
    return case.aspect == EMPTY and seen.trouble.startswith(("raises I", "raises V"))


def shows_not_filled(case, seen):
    return "result" in seen.values and _only_padding_off(case, seen)


MISTAKES = mistakes(globals())
