"""Accepts what returns the same as most functions did."""

LOST = {"is_softmax": 0}
CELLS = {
    "is_softmax": """
import numpy as np

seen = []

def is_softmax(candidate):
    scores = np.array([[1.0, 1200.0, 2.0], [-1200.0, 3.0, 5.0]])
    kept = scores.copy()
    result = candidate(kept, axis=0)
    seen.append((np.round(result, 6).tobytes(), (kept == scores).all()))
    return seen.count(seen[-1]) == max(map(seen.count, seen))
"""
}
