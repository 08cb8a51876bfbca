"""Takes nearly all memory and keeps it: the process ends during the next answer."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
held = []

def softmax(scores, axis=-1):
    size = 2**27
    while size > 64:
        try:
            held.append(bytearray(size))
        except MemoryError:
            size //= 2
    return scores
"""
}
