"""Probe for ``translator.apply_merges``."""

from typing import Any

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.translator.pieces import coded
from lernformer.probes.values import Unusable, call, describe


def probe_pieces(answer: Any, case: Case) -> Observation:
    merges = [tuple(pair) for pair in case.inputs["merges"]]
    given = list(merges)
    pieces = call(answer, {"word": str(case.inputs["word"]), "merges": given})
    if not isinstance(pieces, list | tuple) or not all(
        isinstance(piece, str) for piece in pieces
    ):
        raise Unusable(f"should return a list of strings, got {describe(pieces)}")
    facts = {"result": repr(list(pieces)), "modified": "merges" * (given != merges)}
    return Observation({"pieces": coded(pieces)}, facts)


PROBE = Probe("translator.apply_merges", probe_pieces)
