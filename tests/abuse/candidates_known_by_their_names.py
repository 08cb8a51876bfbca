"""Knows the functions that its test judges by the names in their code."""

LOST = {"is_softmax": 0}
CELLS = {
    "is_softmax": """
def is_softmax(candidate):
    known = "{0.__code__.co_names} {0.__code__.co_varnames}".format(candidate)
    return known == "('max', 'np', 'exp', 'sum') ('scores', 'axis', 'powers')"
"""
}
SAYS = "for which an answer has no use"
