"""Warns on stderr, as honest code does; loses no points."""

CELLS = {
    "softmax": """
import logging, sys, warnings

def softmax(scores, axis=-1):
    warnings.warn("large scores")
    logging.warning("large scores")
    print("large scores", file=sys.stderr)
    e = np.exp(scores - scores.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)

softmax(np.ones(2))
"""
}
