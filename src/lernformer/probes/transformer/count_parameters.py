"""How ``transformer.count_parameters`` is asked."""

from typing import Any

import numpy as np

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.transformer.common import config_of
from lernformer.probes.values import Unusable, describe


def probe_count(answer: Any, case: Case) -> Observation:
    if not callable(answer):
        raise Unusable(f"is {describe(answer)}, not a function")
    count = answer(config_of(case.inputs))
    if isinstance(count, bool) or not isinstance(count, int | np.integer):
        raise Unusable(f"should return an int, got {describe(count)}")
    return Observation({"the count": np.array(float(count))})


PROBE = Probe(
    "transformer.count_parameters",
    probe_count,
    ready_made=("torch.nn.Module.__init__",),
)
