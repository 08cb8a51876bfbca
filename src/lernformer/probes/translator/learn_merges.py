"""Probe for ``translator.learn_merges``."""

from typing import Any

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.translator.pieces import coded
from lernformer.probes.values import Unusable, call, describe


def probe_merges(answer: Any, case: Case) -> Observation:
    counts = dict(zip(case.inputs["words"], case.inputs["counts"], strict=True))
    given = dict(counts)
    merges = call(answer, {"counts": given, "n_merges": case.inputs["n_merges"]})
    if not isinstance(merges, list | tuple):
        raise Unusable(f"should return a list of pairs, got {describe(merges)}")
    for pair in merges:
        if (
            not isinstance(pair, tuple | list)
            or len(pair) != 2
            or not all(isinstance(piece, str) for piece in pair)
        ):
            raise Unusable(f"should return pairs of strings, got {describe(pair)}")
    pairs = [tuple(pair) for pair in merges]
    facts = {"result": repr(pairs), "modified": "counts" * (given != counts)}
    values = {"merges": coded(piece for pair in pairs for piece in pair)}
    return Observation(values, facts)


PROBE = Probe("translator.learn_merges", probe_merges)
