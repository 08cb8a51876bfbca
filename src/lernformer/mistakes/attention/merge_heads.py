"""Typical wrong answers to ``attention.merge_heads``."""

import torch

from lernformer.mistakes.bugs import bugs
from lernformer.mistakes.table import mistakes


def right(x):
    return x.transpose(-3, -2).flatten(-2)


BUGS = bugs(globals())
MISTAKES = mistakes(globals())
