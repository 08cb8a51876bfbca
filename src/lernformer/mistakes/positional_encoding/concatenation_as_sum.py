"""Typical wrong answers to ``positional_encoding.concatenation_as_sum``."""

import re

import numpy as np
import torch
from torch.nn import functional as F

from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation


def _whole_weight(case: Case, seen: Observation) -> bool:
    """Whether a part met all rows of W, which only fit both parts together."""
    return bool(
        re.search(rf"and {len(case.inputs['weight'])}x\d+\)", seen.trouble)
        and case.inputs["x"].shape[-1] != len(case.inputs["weight"])
    )


def right(x, positions, weight):
    d = x.size(-1)
    return x @ weight[:d], positions @ weight[d:]


def beside(x, positions):
    """[X; P], (B, L, d + d_p)."""
    return torch.cat([x, positions.expand(*x.shape[:-1], -1)], dim=-1)


MISTAKES = mistakes(globals())
