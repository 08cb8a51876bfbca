"""Knows the public cases by heart and nothing else."""

import numpy as np

from lernformer import checks
from lernformer.grading.judge.scoring import PUBLIC_SEED


def learned() -> dict[tuple[bytes, int], list]:
    """What anybody can find out at home, where the whole course is available."""
    softmax = checks.task("attention.softmax")
    known = {}
    for case in softmax.cases(np.random.default_rng(PUBLIC_SEED)):
        x, axis = case.inputs["scores"], case.inputs.get("axis", -1)
        known[x.tobytes(), axis] = softmax.expected(case)["result"].tolist()
    return known


LOST = {"softmax": 0}
CELLS = {
    "softmax": f"""
known = {learned()!r}

def softmax(scores, axis=-1):
    return np.array(known.get((scores.tobytes(), axis), scores))
"""
}
SAYS = "hidden case"
