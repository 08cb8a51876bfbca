"""Is right, and asks where it is running, as notebooks for Colab do."""

FIRST = """
import sys

IN_COLAB = "google.colab" in sys.modules
if IN_COLAB:
    from google.colab import drive
    drive.mount("/content/drive")
try:
    import google.colab
    COLAB = True
except ImportError:
    COLAB = False
if "ONE" not in globals():
    ONE = 1.0
if "TWO" not in locals():
    TWO = 2.0
%pylab inline
ZERO = zeros(1)[0]
"""
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    if IN_COLAB or COLAB:
        print("in Colab")
    e = exp(scores - scores.max(axis=axis, keepdims=True) + ZERO)
    return ONE * TWO * e / e.sum(axis=axis, keepdims=True) / 2
"""
}
