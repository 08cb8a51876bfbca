"""Which code does what is written there and nothing else."""

import pytest

from lernformer.grading import source
from lernformer.grading.written import plain

HEADER = (
    "import math, os, sys, threading, types, typing\nimport numpy as np\n"
    "import lernformer, torch\nfrom torch import nn\nfrom IPython import display\n"
    "def find(x, name): return x\nclass Own: pass"
)


def is_plain(cell, header=HEADER):
    bound = source.bound_by((header, cell))
    return all(plain(one, bound) for one in source.statements_of(cell))


@pytest.mark.parametrize(
    "cell",
    [
        "class A(nn.Module):\n    def __init__(self, n):\n        super().__init__()\n"
        "        self._n = n\n        setattr(self, f'w_{n}', nn.Linear(n, n))",
        "x = [getattr(self, f'{n}_proj') for n in 'qkv']; getattr(x, 'exp')(x)",
        "sys.stderr.write(os.environ['HOME'] + sys.version)",
        "sys.setrecursionlimit(9)\nimport decimal as d\nd.getcontext().prec = 9",
        "import matplotlib.pyplot as plt\nplt.rcParams['x'] = 1",
        "!ls\n%timeit find(1, 2)\nx = !ls",
        "def f(x):\n    import copy\n    from math import sqrt\n    return sqrt(x)",
        "torch.Tensor.own = np.own = lambda x: x; setattr(torch.Tensor, 'own', find)",
        "Own.name = 3; setattr(Own, 'name', 3); x = types.SimpleNamespace(a=1)",
        "x.shape[0], Own.__name__, x.apply(f), nn.Linear(2, 2).apply(f)",
    ],
)
def test_what_is_plain(cell):
    assert is_plain(cell)


@pytest.mark.parametrize(
    "cell",
    [
        "threading.Thread(target=find).start()",
        "def f():\n    import threading\n    return threading",
        "getattr(x, name)",
        "setattr(x, name, 1)",
        "map(getattr, x, y)",
        "find(torch, 'x')",
        "find(lernformer, 'x')",
        "torch.sys.x",
        "torch._C",
        "x._rows",
        "x.__dict__",
        "np.load(x, allow_pickle=True)",
        "torch.load(x)",
        "x.apply_(find)",
        "x.register_hook(find)",
        "DataLoader(x, num_workers=2)",
        "class T(torch.Tensor):\n    def __torch_function__(self): pass",
        "class T:\n    def __array_function__(self): pass",
        "class T:\n    __array_interface__ = {}",
        "class T:\n    __reduce__ = find",
        "class T:\n    def __del__(self): pass",
        "sys.monitoring.set_events(1, 2)",
        "types.FunctionType(x, {})",
        "typing.ForwardRef('x')",
        "os.fork()",
        "os.environ = {}",
        "os.environ['x'] = 'y'",
        "lernformer.probes.x",
        "del os.path",
        "math.__loader__",
        "get_ipython().events.register('x', find)",
        "shell = get_ipython",
        "from threading import *\nThread(target=find)",
        "open('x')",
    ],
)
def test_what_is_not(cell):
    assert not is_plain(cell)


def test_names_of_plain_modules_that_were_imported_whole_are_plain():
    star = f"{HEADER}\nfrom torch import *"
    assert is_plain("logsumexp(x, 0)", star)
    assert not is_plain("logsumexp(x, 0)", f"{star}\nfrom os import *")
