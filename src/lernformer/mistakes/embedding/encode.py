"""Typical wrong answers to ``embedding.encode``."""

import re

import numpy as np

from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.encode import UNKNOWN


def right(sentence, vocabulary):
    return [vocabulary.get(word, vocabulary["<unk>"]) for word in sentence.split()]


def _ends_with_answer(case: Case, seen: Observation) -> bool:
    want = right(case.inputs["sentence"], case.inputs["vocabulary"])
    got = seen.values.get("ids", np.zeros(0)).tolist()
    return len(got) > len(want) and got[len(got) - len(want) :] == want


def shows_input_modified(case, seen):
    return bool(seen.facts.get("modified"))


def shows_unknown_is_a_word(case, seen):
    return bool(re.search(r"got a list of .*int.*, str", seen.trouble))


def shows_not_a_list(case, seen):
    return bool(re.search("got (?!a list)", seen.trouble))


def shows_unknown_raises(case, seen):
    return case.aspect == UNKNOWN and seen.trouble.startswith("raises KeyError")


def returns_in_the_loop(sentence, vocabulary):
    """The return is indented too far."""
    ids = []
    for word in sentence.split():
        ids.append(vocabulary.get(word, 3))
        return ids
    return ids


def shows_repetitions_dropped(case, seen):
    return sorted(set(right(**case.inputs))) == sorted(
        seen.values.get("ids", np.zeros(0))
    ) and len(set(right(**case.inputs))) < len(right(**case.inputs))


def shows_order_lost(case, seen):
    return sorted(right(**case.inputs)) == sorted(seen.values.get("ids", np.zeros(0)))


MISTAKES = mistakes(globals())
