"""Is right, with imports from the future, await, match and form feeds."""

FIRST = """
from __future__ import annotations
import asyncio

await asyncio.sleep(0)

async def numbers():
    yield 1.0

ONE = [x async for x in numbers()][0]
match [2.0, "rest"]:
    case [TWO, *_]:
        pass
if (THREE := 3.0) and (FOUR := 4.0): pass
"""
CELLS = {
    "softmax": """
def halves(scores: Unknown) -> Unknown:
    return scores * ONE * TWO * THREE * FOUR / 24
\f
def softmax(scores: Unknown, axis: int = -1) -> Unknown:
    e = np.exp(halves(scores) - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)
"""
}
