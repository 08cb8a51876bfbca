"""Ends the process after a right answer."""

LAST = "import os\nos._exit(0)"
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)

import os
os._exit(0)
"""
}
