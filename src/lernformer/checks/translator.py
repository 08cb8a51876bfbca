"""Checks of the translator chapter's tasks, in the order of the exercise."""

from lernformer.checks.translator_decoding import BEAM, GREEDY
from lernformer.checks.translator_numbers import BLEU, NOAM
from lernformer.checks.translator_training import FORCING, SMOOTHED, STEP

TASKS = (FORCING, SMOOTHED, NOAM, STEP, GREEDY, BEAM, BLEU)
