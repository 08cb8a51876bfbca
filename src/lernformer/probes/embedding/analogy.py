"""Probe for ``embedding.analogy``."""

from typing import Any

import numpy as np

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.embedding.common import is_id
from lernformer.probes.values import Unusable, call, describe, modified


def probe_analogy(answer: Any, case: Case) -> Observation:
    answers, changed = [], ""
    for triple in zip(*(case.inputs[name].tolist() for name in "abc"), strict=True):
        E = case.inputs["E"].copy()
        found = call(answer, dict(zip("abc", triple, strict=True)) | {"E": E})
        if isinstance(found, np.ndarray) and found.ndim == 0:
            found = found[()]
        if not is_id(found):
            raise Unusable(f"should return the id of a word, got {describe(found)}")
        answers.append(found)
        changed = changed or modified({"E": case.inputs["E"]}, {"E": E})
    return Observation(
        {"answers": np.array(answers, dtype=float)}, {"modified": changed}
    )


PROBE = Probe("embedding.analogy", probe_analogy)
