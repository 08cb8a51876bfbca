"""Never finishes an answer, and swallows every interruption."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
"""
}
SAYS = "still running"
