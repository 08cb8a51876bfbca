"""Probe for ``embedding.encode``."""

from typing import Any

import numpy as np

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.embedding.common import is_id
from lernformer.probes.values import Unusable, call, describe

UNKNOWN = "calls other words <unk>"


def probe_encode(answer: Any, case: Case) -> Observation:
    inputs = case.inputs | {"vocabulary": dict(case.inputs["vocabulary"])}
    ids = call(answer, inputs)
    if not isinstance(ids, list) or not all(map(is_id, ids)):
        raise Unusable(f"should return a list of ints, got {describe(ids)}")
    same = inputs["vocabulary"] == case.inputs["vocabulary"]
    facts = {"modified": "" if same else "vocabulary"}
    return Observation({"ids": np.array(ids, dtype=float)}, facts)


PROBE = Probe("embedding.encode", probe_encode)
