"""Is right, and begins cells with magics, programs, pictures and other libraries."""

CELLS = {
    "softmax": """
%matplotlib inline
%load_ext autoreload
%autoreload 2
!echo hello
found = !ls
import matplotlib.pyplot as plt
import scipy.stats
plt.plot([1, 2])
plt.title("text, and so a font")
plt.savefig("lines.png")
plt.rcParams["figure.figsize"] = 3, 2

def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)

%timeit -n 1 -r 1 softmax(np.ones(3))
%lsmagic
""",
    "softmax_jacobian": """%%time
def softmax_jacobian(p):
    return p[..., None] * np.eye(p.shape[-1]) - p[..., None] * p[..., None, :]
""",
}
LAST = """
import os, signal
os.getpid()
eval("1")
print("to the end")
"""
SHOWS = "to the end"
