"""What is left out of a notebook that could run code which nobody reads."""

import ast

import pytest
from graded import notebook

from lernformer import CHAPTERS
from lernformer.grading import source
from lernformer.grading.needed import NO_USE, needed, unwritten

HEADER = "import math, os, pickle\nimport numpy as np\nimport torch\n"
ANSWER = "def softmax(x, axis=-1):\n    return helper(x) / total"
HELPERS = """
EPS = 1e-9
for width in range(3): pass
with open("x") as file: total = 1
if EPS:
    def helper(x): return layers[0](x) + width + Own.eps
    print("of no need")
layers = []
layers.append(np.exp)
class Own: pass
setattr(Own, "eps", EPS)
np.random.seed(0)
"""


def left(*cells, answers=("softmax",)):
    """What is run in the end, as one text."""
    found = needed(dict(enumerate(cells)), answers)
    assert found.keys() in (set(), {*range(len(cells))})
    return "\n".join(found.values())


@pytest.mark.parametrize("slug", CHAPTERS)
def test_what_is_handed_out_runs_as_it_is_written(slug):
    cells = [c.source for c in notebook(slug).cells if c.cell_type == "code"]
    assert not left(*cells)


@pytest.mark.parametrize(
    "cell",
    [
        "import random, inspect, timeit\n%matplotlib inline\n!ls\nx = !ls\nsoftmax?",
        "model.eval(), model.modules(), re.compile('x'), np.trace(x), ex, code",
        "%%time\nx = 1",
        "%timeit -n 1 softmax(x)",
        "timeit.default_timer()",
        "softmax.__doc__, softmax.__name__, self._rows, self.register_buffer(x)",
        "from torch import *\nfrom math import *\nlogsumexp(x), hypot(x)",
        "plt.rcParams.update({'figure.dpi': 90})",
        "getattr(x, 'shape'), getattr(self, f'{n}_proj'), setattr(self, f'w_{n}', x)",
        "torch.Tensor.own = lambda x: x",
        "from torch.utils.data import DataLoader\nimport torch.nn.functional as F",
    ],
)
def test_what_can_be_read_runs_as_it_is_written(cell):
    assert not left("import math, os\nimport numpy as np", cell, ANSWER)


IMPORTS = ast.Import, ast.ImportFrom
UNREAD = [
    "exec(text)",
    "print(eval('1'))",
    "np.testing.runstring(text, {})",
    "typing.get_type_hints(f)",
    "from pkgutil import resolve_name\nresolve_name('a:b')",
    "pickle.loads(b'')",
    "import marshal as m\nm.loads(b'')",
    "import timeit\ntimeit.timeit(text)",
    "%run file.py",
    "%%python3\nx = 1",
    "%%time\nexec(text)",
    "error.__traceback__.tb_frame.f_back.f_globals['x'] = 1",
    "sys.setprofile(spy)",
    "get_ipython().user_ns['own'] = 1",
    "from IPython import get_ipython as shell\nshell().run_cell(text)",
    "compile(text, 'x', 'exec')",
    "if True:\n    exec(text)",
    "def put():\n    import pickle as p\n    p.loads(text)\nput()",
    "import sys\nsys.modules['x'].refusing = None",
    "torch.overrides.x = 1",
    "x = [f for f in (1,) if exec(text)]",
]


@pytest.mark.parametrize("cell", UNREAD)
def test_unread_code_is_not_run(cell):
    run = ast.parse(left(HEADER, HELPERS, cell, ANSWER)).body
    kept = [ast.unparse(one) for one in run if not isinstance(one, IMPORTS)]
    whole = [ast.unparse(x) for x in ast.parse(f"{HELPERS}{ANSWER}").body]
    empty = "pass", "if True:\n    pass"
    assert [one for one in kept if one not in empty] == whole


def test_an_answer_of_unread_code_is_told_why():
    own = "def softmax(x): return pickle.loads(text)(x)"
    assert unwritten((HEADER, own), "softmax") == NO_USE
    assert "pickle.loads" not in left(HEADER, own)
    caller = "def other(x): return softmax(x)"
    assert unwritten((HEADER, own, caller), "other") == NO_USE
    assert not unwritten((HEADER, ANSWER, "exec(text)"), "softmax")


def test_of_what_takes_too_long_to_be_read_nothing_is_run(monkeypatch):
    monkeypatch.setattr(source, "PATIENCE", 0.01)
    cells = {0: ANSWER, 1: "x = 1\n" * 30_000 + "exec(text)"}
    assert needed(cells, ["softmax"]) == {0: "", 1: ""}
    assert unwritten(tuple(cells.values()), "softmax").endswith("to be read")
