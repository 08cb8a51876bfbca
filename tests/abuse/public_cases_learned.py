"""Knows the public cases by heart and nothing else."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import lernformer.checks.attention as own

known = {}
for case in own.SOFTMAX.cases(np.random.default_rng(20170612)):
    x, axis = case.inputs["scores"], case.inputs.get("axis", -1)
    e = np.exp(x - x.max(axis, keepdims=True))
    known[x.tobytes(), axis] = e / e.sum(axis, keepdims=True)

def softmax(scores, axis=-1):
    return known.get((scores.tobytes(), axis), scores)
"""
}
SAYS = "hidden case"
