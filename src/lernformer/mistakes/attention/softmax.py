"""Typical wrong answers to ``attention.softmax``."""

import numpy as np

from lernformer.mistakes.common import fails
from lernformer.mistakes.table import mistakes
from lernformer.probes.aspects import LARGE
from lernformer.probes.attention.softmax import ANY_AXIS, INTEGERS


def right(scores, axis=-1):
    exponentials = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return exponentials / exponentials.sum(axis=axis, keepdims=True)


def shows_exp_forgotten(case, seen):
    return (
        case.inputs["scores"].tolist() == [1, 2, 3, 4]
        and seen.values.get("result", np.zeros(0)).shape == (4,)
        and np.allclose(np.diff(seen.values["result"], 2), 0)
        and np.ptp(seen.values["result"]) > 0
    )


def first_axis_by_default(scores, axis=0):
    """Each column is a distribution."""
    return right(scores, axis)


def shows_integers_kept(case, seen):
    return case.aspect == INTEGERS


def shows_keepdims_forgotten(case, seen):
    return (
        case.aspect not in (ANY_AXIS, LARGE)
        and case.inputs["scores"].ndim == 2
        and (fails("broadcast")(case, seen) or bool(seen.values))
    )


def shows_leading_axes_unsupported(case, seen):
    return case.inputs["scores"].ndim > 2 and case.inputs.get("axis", -1) == -1


def shows_axis_ignored(case, seen):
    return case.aspect == ANY_AXIS


def shows_overflow(case, seen):
    return case.aspect == LARGE


MISTAKES = mistakes(globals())
