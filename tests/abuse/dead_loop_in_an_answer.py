"""Never finishes an answer."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    while True:
        pass
"""
}
SAYS = "still running"
