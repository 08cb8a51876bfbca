"""Answers to `is_look_ahead_mask(candidate)`: True for one, False for all others."""

import numpy as np
import torch

from lernformer.mistakes.masking.look_ahead_mask import right

from .. import mutant, variant

TASK = "masking.is_look_ahead_mask"


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="dtype_not_compared")
def cells(candidate):
    """What is True in the same cells is the same mask."""
    lengths = (3,), (2, 5), (1, 3)
    return all(bool((candidate(*x) == right(*x)).all()) for x in lengths)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def asserted(candidate):
    """As a test is usually written."""
    for lengths in [(1,), (3,), (1, 4), (3, 4), (2, 7)]:
        mask = candidate(*lengths)
        assert mask.dtype == torch.bool
        assert mask.shape == (1, 1, lengths[0], lengths[-1])
        assert torch.equal(mask, right(*lengths))
    return True


@variant(TASK)
def by_its_definition(candidate):
    for rows, columns in [(5, 5), (1, 4), (3, 6)]:
        mask = candidate(rows, columns)
        if mask.dtype != torch.bool or mask.shape != (1, 1, rows, columns):
            return False
        for i in range(rows):
            for j in range(columns):
                if bool(mask[0, 0, i, j]) != (j <= i + columns - rows):
                    return False
    return torch.equal(candidate(4), candidate(4, 4))


@variant(TASK)
def written_down(candidate):
    known = {
        (3,): [[1, 0, 0], [1, 1, 0], [1, 1, 1]],
        (2, 4): [[1, 1, 1, 0], [1, 1, 1, 1]],
        (1, 2): [[1, 1]],
    }
    for lengths, table in known.items():
        if not torch.equal(candidate(*lengths), torch.tensor([[table]]) == 1):
            return False
        if candidate(*lengths).dtype is not torch.bool:
            return False
    return True


@variant(TASK)
def in_numpy(candidate):
    for lengths in [(4,), (2, 3), (1, 3)]:
        mask = candidate(*lengths).numpy()
        want = np.tri(lengths[0], lengths[-1], lengths[-1] - lengths[0], dtype=bool)
        if mask.dtype != bool or not np.array_equal(mask, want[None, None]):
            return np.bool_(False)
    return np.bool_(True)
