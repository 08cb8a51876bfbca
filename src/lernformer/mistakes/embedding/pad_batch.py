"""Typical wrong answers to ``embedding.pad_batch``."""

import json

import numpy as np

from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation


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


MISTAKES = mistakes(globals())
