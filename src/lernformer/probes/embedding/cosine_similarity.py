"""Probe for ``embedding.cosine_similarity``."""

from typing import Any

import numpy as np

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.values import as_array, call, fresh, modified

BROADCAST = "compares many with one"

ZERO = "gives 0 where a vector is zero"


def probe_cosine(answer: Any, case: Case) -> Observation:
    """Like ``probe_numpy``, except that two vectors may give a plain number."""
    inputs = fresh(case.inputs)
    result = call(answer, inputs)
    if isinstance(result, float) and case.inputs["a"].ndim == 1:
        result = np.float64(result)
    values = {"result": as_array("the result", result)}
    return Observation(values, {"modified": modified(case.inputs, inputs)})


PROBE = Probe(
    "embedding.cosine_similarity",
    probe_cosine,
    ready_made=(
        "torch.cosine_similarity",
        "torch.nn.functional.cosine_similarity",
        "scipy.spatial.distance.cosine",
        "scipy.spatial.distance.cdist",
    ),
)
