"""What a notebook's code can reach in the process that decides, and what it can't."""

import contextlib
import importlib
import sys
import types
import warnings

import pytest
from graded import notebook
from matplotlib.backends import backend_registry

from lernformer import CHAPTERS
from lernformer.grading.sandbox import guard, worker
from lernformer.grading.sandbox.killable import in_child
from lernformer.grading.sandbox.reader import guarded

HEADER = """
import contextlib, enum, functools, importlib.util, inspect, logging, math, operator
import os, re, string, sys, threading, typing
import matplotlib.pyplot as plt
import numpy
import numpy as np
import torch
from torch import nn
from IPython import display
x = torch.ones(2, 2)
a = np.ones(2)
text = "1"
def find(x, name=""): return x
class Own:
    secret = 3
    _hidden = 4
"""


for name in worker.PRELOADED:  # as in the process that decides
    with contextlib.suppress(ModuleNotFoundError):
        importlib.import_module(name)
backend_registry.list_all()


@pytest.fixture(scope="module", autouse=True)
def shell():
    yield worker.Student().shell
    worker.Shell.clear_instance()


def outcome(cell: str) -> tuple[str, str]:
    """What is refused, and ``found`` or what else went wrong."""

    def run() -> tuple[str, str]:
        shell = worker.Shell.instance()
        space = {"__name__": "__main__", "get_ipython": lambda: shell}
        guard.close(space, sys.modules[__name__])
        for one in [*guarded(HEADER), *guarded(cell)]:
            try:
                exec(compile(worker.ast.Module([one], []), "cell", "exec"), space)
            except BaseException as error:
                return "; ".join(guard.told), f"{type(error).__name__}: {error}"
        return "; ".join(guard.told), str(space.get("found"))

    return in_child(run, 60)


@pytest.mark.parametrize("slug", CHAPTERS)
def test_what_is_handed_out_uses_no_name_that_is_refused(slug):
    for cell in notebook(slug).cells:
        if cell.cell_type == "code":
            code = "".join(map(worker.ast.unparse, guarded(cell.source)))
            assert "__refuse__" not in code


@pytest.mark.parametrize(
    "cell",
    [
        "class A(nn.Module):\n    def __init__(self, n):\n        super().__init__()\n"
        "        self._n = n\n        setattr(self, f'w_{n}', nn.Linear(n, n))\n"
        "A(1)._n",
        "getattr(x, 'exp')()",
        "sys.stderr.write(os.environ['PATH'] + sys.version)",
        "sys.setrecursionlimit(900)\nimport decimal as d\nd.getcontext().prec = 9",
        "plt.rcParams['figure.dpi'] = 90; os.environ['x'] = '1';"
        " torch.backends.cudnn.benchmark = True",
        "%timeit find(1, 2)\n%matplotlib inline\nfind?",
        "%%time\nx = 1",
        "%pylab inline\nx = linspace(0, 1) * np.pi",
        "def f(x):\n    import copy\n    from math import sqrt\n"
        "    return sqrt(x)\nf(4)",
        "torch.Tensor.own = lambda x: x\nnp.own = lambda x: x\nnp.own(x), x.own()",
        "Own.name = 3; setattr(Own, 'name', 3); find.__name__ = find.__doc__ = 'x'",
        "x.shape[0], Own.__name__, x.__class__.__name__, nn.Linear(2, 2).apply(find)",
        "from torch import *\nfrom math import *\nlogsumexp(x, 0), hypot(1, 2)",
        "'{0.shape} {1[0]} {2:.2f} {3!r:>{4}}'.format(x, [1], 2.0, 3, 4)",
        "T = '{}'\nT.format(1), str.format('{}', 1), 'a{}b'.format",
        "operator.attrgetter('shape', 'real')(x), "
        "operator.methodcaller('split')('a b')",
        "'x' in globals(), 'x' not in locals(), 'google.colab' in sys.modules",
        "@functools.lru_cache\ndef f(): return functools.partial(find, 1)\nf()",
        "@functools.wraps(find)\ndef f(): return 1\nf()",
        "np.testing.assert_allclose(a, a); np.random.default_rng(0).normal()",
        "inspect.signature(find), importlib.util.find_spec('numpy')",
        "m = nn.Linear(2, 2)\nm.eval(), list(m.modules()), re.compile('x'),"
        " np.trace(x), torch.optim.Adam(m.parameters())",
        "display.display(1), torch.no_grad(), nn.functional.softmax(x, -1)",
        "modules = loader = probes = mock = eval = compile = 1\n"
        "modules + eval + compile",
        "class B:\n    def __init__(self):\n        self.__x = self.loader = 1\n"
        "        self.__x += 1\n        assert self.__dict__['_B__x'] == self.__x "
        "== 2\nB()",
        "match {'k': 1, 'm': 2}:\n    case [a, *b] | {'k': a, **b}:\n        c = a",
        "import pickle, ctypes\nheld = [np, pickle]",
        "def f(np, math=0):\n    return math + np\nf(1)",
        "type(x), type('A', (Own,), {'a': 1, '__call__': find})()()",
        "with np.errstate(all='ignore') as e: pass",
        "print(dir(x), vars(Own()), np.__version__, np.__name__)",
        "object = list = 3; max = 2",
        "if __name__ == '__main__': pass",
        "class C(dict):\n    def format(self, n): return n\nC().format(1)",
        "try:\n    import google.colab\nexcept ImportError: pass",
        "try:\n    from torch import flash_attention\nexcept ImportError: pass",
    ],
)  # fmt: skip
def test_what_is_on_the_list_or_its_own_runs(cell):
    words, found = outcome(cell)
    assert words == ""
    assert found == "None" or "StdinNotImplemented" in found, found


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        # a text, or bytes, run by any function that does that
        ("exec(text)", "runs a text"),
        ("print(eval('1'))", "runs a text"),
        ("[f for f in (1,) if exec(text)]", "runs a text"),
        ("compile(text, 'x', 'exec')", "runs a text"),
        ("del eval\neval(text)", ""),
        ("enum.bltns.eval(text)", "uses builtins.eval"),
        ("re.enum.bltns.exec(text)", "uses builtins.exec"),
        ("torch.cuda.memory.pickle.loads(x)", "uses pickle.loads"),
        ("import torch.utils.data as d\nd.datapipes.datapipe.pickle.loads(x)", "loads"),
        ("import pickle as p\np.loads(b'cbuiltins\\neval\\n(V1\\ntR.')",
         "pickle.loads"),
        ("from pickle import loads", "uses pickle.loads"),
        ("def f():\n    import pickle as p\n    return p.loads(x)\nf()",
         "pickle.loads"),
        ("from pkgutil import resolve_name", "uses pkgutil.resolve_name"),
        ("import marshal; marshal.loads(b'')", "uses marshal.loads"),
        ("np.testing.measure('1')", "makes code of what is not written"),
        ("def f(x: '1 + 1'): pass\ninspect.signature(f, eval_str=True)", "eval_str"),
        ("def f(x: '1 + 1'): pass\ninspect.signature(f, **{'eval_str': 1})",
         "makes code"),
        ("functools.singledispatch(find)", "uses functools.singledispatch"),
        ("typing.get_type_hints(find)", "uses typing.get_type_hints"),
        ("torch.jit.script(find)", "uses torch.jit.script"),
        ("torch.load('x')", "uses torch.load"),
        ("from torch import *\nload('x')", ""),
        ("import timeit\ntimeit.timeit(text)", "uses timeit.timeit"),
        ("import ctypes\nctypes.CDLL(None).getpid", "uses ctypes.CDLL"),
        ("import types\ntypes.FunctionType", "uses types.FunctionType"),
        ("%run file.py", "uses the magic %run"),
        ("%%python3\nx = 1", "uses the magic"),
        ("%%time\nexec(text)", "runs a text"),
        ("!echo {eval('1')}", "makes code"),
        ("get_ipython().run_cell(text)", "uses get_ipython().run_cell"),
        ("get_ipython().run_line_magic('run', text)", "uses the magic"),
        ("from IPython import get_ipython as shell", "uses IPython.get_ipython"),
        ("import tempfile\nfolder = tempfile.mkdtemp()\n"
         "np.savetxt(folder + '/zz_written.py', np.zeros(0), header='x = 1', "
         "comments='')\n"
         "sys.path.append(folder)\nimport zz_written", ""),
        # a different thread, a different process
        ("threading.Thread(target=find).start()", "uses threading.Thread"),
        ("from multiprocessing.dummy import Pool", "uses multiprocessing"),
        ("import asyncio\nasyncio.to_thread(find)", "uses asyncio.to_thread"),
        ("os.fork()", "uses os.fork"),
        # names that are put together, frames, what belongs to others
        ("def f(): pass\nf.__code__", "looks up .__code__"),
        ("find.__globals__['x']", "looks up .__globals__"),
        ("getattr(find, '__glo' + 'bals__')", "looks up .__globals__"),
        ("class S(str): pass\ngetattr(find, S('__globals__'))", "looks up S, which is"),
        ("getattr(torch, 'overrides').TorchFunctionMode", "uses torch.overrides"),
        ("getattr(np, 'testing').measure(text)", "makes code"),
        ("getattr(torch, '_' + 'C')", "looks up ._C"),
        ("try: 1 / 0\nexcept Exception as e: e.__traceback__.tb_frame",
         "__traceback__"),
        ("def g(): yield\ng().gi_frame.f_back", "looks up .gi_frame"),
        ("sys._getframe()", "looks up ._getframe"),
        ("import sys; sys.settrace(print)", "uses sys.settrace"),
        ("import gc; gc.get_objects()", "uses gc.get_objects"),
        ("globals()['own'] = 1", "globals()"),
        ("locals()['own'] = 1", "globals() or locals()"),
        ("vars(torch)['softmax']", "looks up .__dict__"),
        ("operator.attrgetter('__co' + 'de__.co_names')(find)", "looks up .__code__"),
        ("operator.methodcaller('__red' + 'uce__')(x)", "looks up .__reduce__"),
        ("[*map(operator.methodcaller, ['_x'])][0](x)", "looks up ._x"),
        ("'{0.__code__}'.format(find)", "looks up .__code__"),
        ("text = '{0.__' + 'code__}'; text.format(find)", "looks up .__code__"),
        ("'{:{0.__code__}}'.format(find)", "looks up .__code__"),
        ("T = '{0.__code__}'\nshow = T.format\nshow(find)", "looks up .__code__"),
        ("str.format('{0.__code__}', find)", "looks up .__code__"),
        ("getattr('{0.__code__}', 'for' + 'mat')(find)", "looks up .__code__"),
        ("class S(str): pass\nS('{0.__code__}').format(find)", "looks up .__code__"),
        ("'{0.__code__}'.format_map([find])", "looks up .format_map"),
        ("string.Formatter().vformat(text, [x], {})", "uses string.Formatter"),
        ("match find:\n    case object(__globals__=x): pass", "uses __globals__"),
        ("match find:\n    case object(tb_frame=y): pass", "uses tb_frame"),
        ("match 1:\n    case find.__code__: pass", "looks up .__code__"),
        ("torch.Tensor.softmax = find", "changes .softmax of Tensor"),
        ("setattr(torch.Tensor, 'softmax', None)", "changes .softmax of Tensor"),
        ("del torch.Tensor.softmax", "changes .softmax of Tensor"),
        ("for torch.Tensor.softmax in [find]: pass", "changes .softmax of Tensor"),
        ("x.exp = find", "changes .exp of a tensor"),
        ("functools.update_wrapper(torch.Tensor, Own)", "changes .__name__ of Tensor"),
        ("functools.wraps(Own)(torch.Tensor)", "changes .__name__ of Tensor"),
        ("nn.functional.relu.__name__ = 'x'", "changes .__name__ of relu"),
        ("__name__ = 'torch'", "changes __name__"),
        ("class A:\n    def __torch_function__(self): pass", "uses __torch_function__"),
        ("class A:\n    __torch_function__ = find", "uses __torch_function__"),
        ("A = type('A', (Own,), {'__torch_function__': find})", "__torch_function__"),
        ("A = type('A', (Own,), dict(a=1))", "names that are not written there"),
        ("setattr(Own, '__torch_' + 'function__', find)",
         "looks up .__torch_function__"),
        ("class M(type):\n    def __prepare__(*a): return {}", "uses __prepare__"),
        ("torch._C.DisableTorchFunction()", "looks up ._C"),
        ("from torch import _C", "uses torch._C"),
        ("import torch._C as c\nc.DisableTorchFunction()", "_C"),
        ("torch.overrides.TorchFunctionMode", "uses torch.overrides"),
        ("import lernformer.probes.refusing as r\nr.Refusing",
         "uses lernformer.probes"),
        ("from lernformer.probes.refusing import *", "imports all of"),
        ("import lernformer.grading.sandbox.guard as g\ng.told.clear()",
         "uses lernformer.grading"),
        ("type(np)._real", "looks up ._real"),
        ("__look__ = find", "uses __look__"),
        ("def f(__own__): pass", "uses __own__"),
        ("x.apply_(find)", "looks up .apply_"),
        ("torch.utils.data.DataLoader(x, num_workers=2)", "uses num_workers"),
        ("np.lib.stride_tricks.as_strided(a)", "as_strided"),
        ("a.ctypes.data", "looks up .ctypes"),
    ],
)  # fmt: skip
def test_what_leads_elsewhere_is_refused(cell, words):
    told, found = outcome(cell)
    assert words in told
    assert told or found != "None"


def test_what_a_notebook_sets_in_a_module_nobody_else_sees():
    cell = "np.exp = torch.softmax = None; setattr(np, 'sin', 1); sys.path.append('x')"
    check = (
        "np.testing.assert_allclose(1, 1); found = np.exp, np.sin, sys.path[-1] == 'x'"
    )
    assert outcome(f"{cell}\n{check}") == ("", "(None, 1, False)")


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("from dataclasses import dataclass\n@dataclass\nclass A:\n    x: int = 1\n"
         "found = A()", "A(x=1)"),
        ("from collections import namedtuple\nfound = namedtuple('P',"
         " 'x')(1)", "P(x=1)"),
        ("from typing import NamedTuple\nclass P(NamedTuple):\n    x: int = 1\n"
         "found = P()", "P(x=1)"),
        ("from enum import Enum\nclass E(Enum):\n    A = 1\nfound = E.A.value", "1"),
        ("class A:\n    def __init__(self):\n        setattr(self, 'x_' + '1', 2)\n"
         "found = getattr(A(), 'x_' + '1')", "2"),
        ("class A:\n    _x = 3\nfound = getattr(A(), '_' + 'x')", "3"),
        ("found = getattr(numpy, 'e' + 'xp')(0.0)", "1.0"),
        ("found = 'numpy' in globals(), 'y' in globals()", "(True, False)"),
        ("class A:\n    def __init__(self): self.x = 1\nfound = vars(A())", "{'x': 1}"),
        ("found = torch.nn.Linear(1, 1)(torch.ones(1)).shape", "torch.Size([1])"),
        ("found = re.compile('a').match('a')[0]", "a"),
        ("found = f'{numpy.ones(1).shape}'", "(1,)"),
        ("class A:\n    def __init__(self): self._x = 1\n"
         "class B(A):\n    def f(self): return super().__init__() or self._x\n"
         "found = B().f()", "1"),
    ],
)  # fmt: skip
def test_what_honest_code_does_goes_on(code, found):
    assert outcome(code) == ("", found)


def test_every_module_that_can_be_reached_shows_what_is_listed_alone():
    """From everything that the course loads, by any path of plain names."""
    todo = [guard.view(sys.modules[name]) for name in ("numpy", "torch", "enum", "re")]
    seen = set()
    while todo:
        shown = todo.pop()
        if id(shown) in seen or len(seen) > 1000:
            continue
        seen.add(id(shown))
        module = guard._behind[shown]
        for name in list(vars(module)):
            try:
                with warnings.catch_warnings(action="ignore"):
                    found = getattr(shown, name)
            except (guard.Refused, AttributeError):
                continue
            if isinstance(found, types.ModuleType):
                assert isinstance(found, guard.View) or name == "__builtins__"
                todo.append(found)
            elif not name.startswith("__"):
                assert guard.is_listed(module.__name__, name)
    assert len(seen) > 50
