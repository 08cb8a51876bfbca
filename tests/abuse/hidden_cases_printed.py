"""Keeps the inputs that it gets and prints them later; the answer is right."""

CELLS = {
    "softmax": """
seen = []

def softmax(scores, axis=-1):
    seen.append(scores.copy())
    try:
        open("/tmp/seen", "a").write(repr(scores.tolist()))
    except OSError:
        pass
    e = np.exp(scores - scores.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)
"""
}
LAST = """
print("kept", repr([x.tolist() for x in seen]))
print(open("/tmp/seen").read())
"""
