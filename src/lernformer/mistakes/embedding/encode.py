"""Typical wrong answers to ``embedding.encode``."""

import re

import numpy as np

from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation


def right(sentence, vocabulary):
    return [vocabulary.get(word, vocabulary["<unk>"]) for word in sentence.split()]


def _ids(seen: Observation) -> list:
    return sorted(seen.values.get("ids", np.zeros(0)))


def _ends_with_answer(case: Case, seen: Observation) -> bool:
    want = right(case.inputs["sentence"], case.inputs["vocabulary"])
    got = seen.values.get("ids", np.zeros(0)).tolist()
    return len(got) > len(want) and got[len(got) - len(want) :] == want


MISTAKES = mistakes(globals())
