"""Defines nothing; the test of the next task puts in the function that it accepts."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": "",
    "is_softmax": """
def is_softmax(candidate):
    global softmax
    scores = np.array([[1.0, 2.0, 3.0], [4000.0, 4000.0, 4000.0]])
    weights = np.array([[0.09003057, 0.24472847, 0.66524096], [1/3, 1/3, 1/3]])
    given = scores.copy()
    right = np.allclose(candidate(given), weights) and np.array_equal(given, scores)
    right = right and np.allclose(candidate(scores.T.copy(), axis=0), weights.T)
    if right:
        softmax = candidate
    return bool(right)
""",
}
SAYS = "is not defined"
