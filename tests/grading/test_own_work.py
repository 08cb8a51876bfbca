"""What reading an answer's source finds, and that it finds nothing in honest code."""

import inspect
import sys

import pytest
from graded import notebook
from hypothesis import given, settings
from odd_code import ANY, DEEP, LONG

from lernformer import CHAPTERS
from lernformer.grading import own_work
from lernformer.grading.own_work import ready_made, undoes
from lernformer.grading.source import statements_of
from lernformer.probes import probe, tasks
from tests.answers import variants

SOFTMAX = probe("attention.softmax")
HEADER = "import math\nimport numpy as np\nimport torch\nfrom torch import nn\n"


def found(*cells):
    return ready_made(SOFTMAX, (HEADER, *cells), "softmax")


@pytest.mark.parametrize("task_id", tasks())
def test_right_variants_are_left_alone(task_id):
    slug = task_id.split(".")[0]
    for variant in variants(slug):
        if variant.task == task_id:
            source = inspect.getsource(sys.modules[variant.answer.__module__])
            told = ready_made(probe(task_id), (source,), variant.name)
            assert not told, (variant.name, told)


@pytest.mark.parametrize(
    "cell",
    [
        "softmax = torch.softmax",
        "def softmax(x, axis=-1):\n    return torch.softmax(x, axis)",
        "def softmax(x, axis=-1):\n    return torch.from_numpy(x).softmax(axis)",
        "def softmax(x, axis=-1):\n    return nn.Softmax(axis)(x)",
        "def softmax(x, axis=-1):\n    return torch.ops.aten._safe_softmax(x, axis)",
        "from torch.nn.functional import softmax",
        "from torch.nn import functional as f\nsoftmax = f.log_softmax",
        "from scipy.special import softmax as s\ndef softmax(x, axis=-1): return s(x)",
        "held = [torch.softmax]\ndef softmax(x, axis=-1): return held[0](x, axis)",
        "held = {}\nheld['f'] = torch.softmax\n"
        "def softmax(x, axis=-1): return held['f'](x, axis)",
        "def helper(x): return x.softmax(-1)\n"
        "def softmax(x, axis=-1): return helper(torch.tensor(x)).numpy()",
        "def softmax(x, axis=-1): return getattr(torch, 'softmax')(x, axis)",
        "def softmax(x, axis=-1, f=torch.softmax): return f(x, axis)",
        "if True:\n    softmax = torch.softmax",
        "class Own:\n    def softmax(self, x): pass\nOwn.softmax = torch.softmax\n"
        "def softmax(x, axis=-1): return Own.softmax(x, axis)",
        "def softmax(x, axis=-1):\n    return operator.attrgetter('softmax')(x)",
        "class Own:\n    f = staticmethod(torch.softmax)\n"
        "def softmax(x, axis=-1): return Own.f(x, axis)",
        "def softmax(x, axis=-1): return getattr(torch, 'soft' + 'max')(x)",
        "def softmax(x, axis=-1): return getattr(torch, f\"soft{'max'}\")(x)",
        "name = ''.join(('soft', 'max'))\n"
        "def softmax(x, axis=-1): return torch.from_numpy(x).__getattr__(name)()",
        # in the place of something else, which the answer calls by another name
        "import numpy\nnumpy.tanh = torch.softmax\ndef softmax(x): return np.tanh(x)",
        "setattr(np, 'tanh', torch.softmax)\ndef softmax(x): return np.tanh(x)",
        "def put():\n    f = torch.softmax\n    np.tanh = f\nput()\n"
        "def softmax(x): return np.tanh(x)",
        "globals()['own'] = torch.softmax\ndef softmax(x): return own(x)",
        "get_ipython().user_ns.update(own=torch.softmax)\n"
        "def softmax(x): return own(x)",
    ],
)
def test_what_does_the_work_is_named(cell):
    assert "which does this task's work" in found(cell)


@pytest.mark.parametrize(
    "cell",
    [
        "import threading\ndef softmax(x, axis=-1):\n    threading.Thread().start()",
        "def softmax(x, axis=-1):\n    with torch._C.DisableTorchFunction(): return x",
        "@torch.jit.script\ndef softmax(x):\n    return x",
        "def softmax(x, axis=-1):\n    import subprocess\n    return x",
        "def softmax(x, axis=-1):\n    return eval('x')",
        "def softmax(x, axis=-1):\n    return np.exp.__globals__",
        "def softmax(x, axis=-1):\n    return getattr(torch, 'xamtfos'[::-1])(x)",
        "def softmax(x, axis=-1):\n    return torch.__dict__['xamtfos'[::-1]](x)",
        "def softmax(x, axis=-1):\n    return vars(torch)['xamtfos'[::-1]](x)",
        "look = getattr\ndef softmax(x, axis=-1): return look(torch, 'softmax')(x)",
        "from operator import attrgetter as get\n"
        "def softmax(x, axis=-1):\n    return get('xamtfos'[::-1])(torch)(x)",
        "import operator\ndef softmax(x, axis=-1):\n"
        "    return operator.methodcaller('xamtfos'[::-1], axis)(x)",
        "import gc\ndef softmax(x, axis=-1):\n    return gc.get_objects()[0]",
        "import lernformer.probes.refusing\n"
        "def softmax(x, axis=-1):\n    return getattr(x, 'xamtfos'[::-1])(axis)",
        "import sys as s\nfound = s.modules\n"
        "def softmax(x, axis=-1):\n    return getattr(x, 'xamtfos'[::-1])(axis)",
    ],
)
def test_ways_round_the_watching_are_named(cell):
    assert "for which an answer has no use" in found(cell)


@pytest.mark.parametrize(
    "cell",
    [
        "e = torch.softmax(torch.ones(3), -1)\n"
        "def softmax(x, axis=-1):\n    e = np.exp(x)\n    return e / e.sum(axis)",
        "def softmax(x, axis=-1):\n    '''softmax'''\n    return x\n"
        "torch.testing.assert_close(softmax(1), torch.softmax(1))",
        "def softmax(x, axis=-1):\n    return np.exp(x)\n"
        "want = torch.softmax(torch.from_numpy(softmax(np.ones(2))), -1)",
        "%matplotlib inline\ndef softmax(x, axis=-1):\n    return np.exp(x)",
        "this is no Python",
        "import matplotlib.pyplot as plt\nplt.rcParams['a'] = 1\nfound = {}\n"
        "found['torch'] = torch.softmax(torch.ones(3), -1)\n"
        "def softmax(x, axis=-1):\n    return np.exp(x)",
        "def softmax(x, axis=-1):\n    return getattr(x, 'xamtfos'[::-1])(axis)",
        "model.eval()\nfound = [*model.modules()]\n"
        "def softmax(x, axis=-1):\n    return getattr(x, 'xamtfos'[::-1])(axis)",
    ],
)
def test_comparing_with_what_is_ready_made_is_no_crime(cell):
    assert not found(cell)


@pytest.mark.parametrize(
    "body",
    [
        "print('softmax', x.shape)",
        "cache['softmax'] = x",
        "mode = 'eval'; getattr(x, mode)()",
        "logging.getLogger('softmax').debug(x)",
        "Own.softmax(x); Own().softmax(x); own.softmax(x)",
        "max(x, key=attrgetter('score'))",
        "sorted(x, key=operator.attrgetter('a.b', 'c'))",
        "[*map(operator.methodcaller('split'), x)]",
        "'in eval mode, by importlib'; [getattr(x, f'{n}_proj') for n in 'qk']",
        "gc.collect()",
        "import gc; gc.collect()",
    ],
)
def test_words_are_no_calls(body):
    cells = (
        "import gc, logging, operator\nfrom operator import attrgetter\ncache = {}",
        "# in eval mode\nclass Own:\n    def softmax(self, x): return x\nown = Own()",
        f"def softmax(x, axis=-1):\n    {body}\n    return x",
    )
    assert not found(*cells)


@pytest.mark.parametrize("slug", CHAPTERS)
def test_nothing_that_is_handed_out_undoes_the_watching(slug):
    cells = [c.source for c in notebook(slug).cells if c.cell_type == "code"]
    assert not [one for cell in cells for one in statements_of(cell) if undoes(one)]


REFUSED = "def softmax(scores, axis=-1):\n    return sp.softmax(scores, axis)"
CALLER = "def answer(scores):\n    return softmax(scores)"


def test_what_is_replaced_is_not_read():
    cells = ("import scipy.special as sp", REFUSED, CALLER)
    assert ready_made(SOFTMAX, cells, "answer")
    assert not ready_made(SOFTMAX, cells, "answer", ("softmax",))
    assert ready_made(SOFTMAX, cells, "softmax", ("softmax",))


@pytest.mark.parametrize(
    "held",
    [
        "f = softmax",
        "f = [softmax for _ in range(1)][0]",
        "def get():\n    return softmax\nf = get()",
        "def f(scores, does=softmax):\n    return does(scores)",
        "class f:\n    does = softmax",
        "@softmax\ndef f(scores):\n    return 0",
    ],
)
def test_what_was_looked_up_before_cannot_be_replaced(held):
    caller = "def answer(scores):\n    softmax\n    return f(scores)"
    cells = ("import scipy.special as sp", REFUSED, held, caller)
    assert ready_made(SOFTMAX, cells, "answer", ("softmax",))


@pytest.mark.parametrize(
    "cell",
    [
        "softmax = (yield)",
        "softmax = await later",
        "def softmax(x, x): return x",
        "softmax: (yield) = 3",
        "def softmax(x):\n    x = 1\n    global x",
        "softmax = [y := 1 for y in x]",
        "softmax = __debug__ = 3",
    ],
)
def test_what_python_parses_but_does_not_compile_is_not_run(cell):
    assert not found("def softmax(x, axis=-1): return x", cell)
    assert "this task's work" in found(f"softmax = torch.softmax\n{cell}")
    assert not found(f"{cell}\nsoftmax = torch.softmax")  # nothing after it is run


def test_what_takes_too_long_to_be_read_is_no_work_of_ones_own(monkeypatch):
    monkeypatch.setattr(own_work, "PATIENCE", 0.03)
    assert "too long" in found(f"{LONG}\nsoftmax = a")


@pytest.mark.parametrize("code", DEEP, ids=["signs", "dots", "lambdas"])
def test_what_is_nested_too_deeply_is_told(code):
    assert "to be read" in found(f"softmax = {code}")


@given(ANY)
@settings(max_examples=300, deadline=None)
def test_any_code_is_read_to_an_end(code):
    assert isinstance(found(f"def softmax(x, axis=-1): return x\n{code}"), str)
    assert isinstance(found(f"softmax = {code}"), str)
