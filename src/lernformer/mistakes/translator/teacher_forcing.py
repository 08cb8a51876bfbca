"""Typical wrong answers to ``translator.teacher_forcing``."""

import torch

from lernformer.mistakes.table import mistakes

MISTAKES = mistakes(globals())
