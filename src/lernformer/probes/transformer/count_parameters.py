"""Probe for ``transformer.count_parameters``."""

from typing import Any

import numpy as np

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.refusing import ReadyMade
from lernformer.probes.transformer.common import config_of
from lernformer.probes.values import Unusable, describe


def probe_count(answer: Any, case: Case) -> Observation:
    if not callable(answer):
        raise Unusable(f"is {describe(answer)}, not a function")
    try:
        count = answer(config_of(case.inputs))
    except ReadyMade as refusal:
        if "calls torch.nn.Module," not in str(refusal):
            raise
        raise ReadyMade(
            "makes layers and counts their parameters: multiply and add the sizes in "
            "config instead, which needs no layers"
        ) from None
    if isinstance(count, bool) or not isinstance(count, int | np.integer):
        raise Unusable(f"should return an int, got {describe(count)}")
    return Observation({"the count": np.array(float(count))})


PROBE = Probe(
    "transformer.count_parameters",
    probe_count,
    ready_made=("torch.nn.Module.__init__",),
)
