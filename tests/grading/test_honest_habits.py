"""Honest habits cost nothing: a right notebook keeps all points, whatever its style."""

import nbformat
import pytest
from graded import exercise, notebook, points, solution

from lernformer.grading.judge.judge import Examiner
from lernformer.grading.judge.release import Exercise
from lernformer.grading.sandbox.sandbox import Sandbox

pytestmark = pytest.mark.slow
SLUG = "attention"
SOFTMAX = {cell.id: cell.source for cell in solution(SLUG).cells}["softmax"]

# Cells above the answer to `softmax`, each below its name. A cell defines a name that
# the answer uses: ONE, which is 1.0, or KEEP, which decorates, or EXP.
HABITS = r'''
# annotations
from __future__ import annotations
ONE: Missing = 1.0
# top-level await
import asyncio
await asyncio.sleep(0)
ONE = 1.0
# await of a value
async def one():
    return 1.0
ONE = await one()
# async for
async def ones():
    yield 1.0
async for ONE in ones(): pass
# match
match [1.0, 2]:
    case [ONE, *_]:
        pass
# match of a class
match 1.0:
    case float() as ONE:
        pass
# match of a mapping
match {'one': 1.0}:
    case {'one': ONE}: pass
# a form feed
X = 1
<FF>
ONE = 1.0
# a name, modules
modules = [1.0]
ONE = modules[0]
# a name, loader
loader = {'one': 1.0}
ONE = loader['one']
# a name, probes
probes = 1.0
ONE = probes
# a name, overrides
overrides = [1.0]
ONE = overrides[-1]
# a name, mock
mock = 1.0
ONE = mock
# a name, monitoring
monitoring = 1.0
ONE = monitoring
# Colab, asked of sys
import sys
COLAB = 'google.colab' in sys.modules
ONE = 2.0 if COLAB else 1.0
# Colab, tried
try:
    from google.colab import drive
    ONE = 2.0
except ImportError:
    ONE = 1.0
# Colab, by the shell
ONE = 2.0 if 'google.colab' in str(get_ipython()) else 1.0
# globals()
if 'ONE' not in globals(): ONE = 1.0
# a try about a name
try:
    ONE
except NameError:
    ONE = 1.0
# pylab
%pylab inline
ONE = 1.0
# matplotlib inline
%matplotlib inline
ONE = 1.0
# autoreload
%load_ext autoreload
%autoreload 2
ONE = 1.0
# config
%config InlineBackend.figure_format = 'retina'
ONE = 1.0
# time of a cell
%%time
ONE = 1.0
# time of a line
%time ONE = 1.0
# timeit
%timeit -n1 -r1 sum(range(9))
ONE = 1.0
# a program
!ls
ONE = 1.0
# pip
!pip install -q einops
ONE = 1.0
# a program's output
files = !ls
ONE = 1.0
# help
len?
ONE = 1.0
# get_ipython()
get_ipython().run_line_magic('matplotlib', 'inline')
ONE = 1.0
# hexadecimal digits
DIGITS = '<HEX>'
ONE = 1.0
# a walrus
print(ONE := 1.0)
# unpacking
ONE, *rest = [1.0, 2, 3]
# nested unpacking
(X, (ONE, Y)) = 0, (1.0, 2)
# the variable of a loop
for ONE in [1.0]: print(ONE)
# with
import contextlib
with contextlib.nullcontext(1.0) as ONE: pass
# an import under another name
from math import e as E, log
ONE = log(E)
# star imports
from math import *
from numpy import *
ONE = cos(0)
# del
ONE, other = 1.0, 2
del other
# global
def set_one():
    global ONE
    ONE = 1.0
set_one()
# a class
class Config:
    ONE = 1.0
ONE = Config.ONE
# a dataclass
from dataclasses import dataclass
@dataclass
class Config:
    one: float = 1.0
ONE = Config().one
# a named tuple
from typing import NamedTuple
class Config(NamedTuple):
    one: float = 1.0
ONE = Config().one
# an enum
from enum import Enum
class Config(Enum):
    ONE = 1.0
ONE = Config.ONE.value
# a namespace
from types import SimpleNamespace
ONE = SimpleNamespace(one=1.0).one
# a lambda
one = lambda: 1.0
ONE = one()
# a comprehension
ONE = [x for x in (1.0,) if x][0]
# an assert
ONE = 1.0
assert ONE == 1, 'no'
# an assert that fails
ONE = 1.0
assert ONE == 2, 'no'
# seeds
import random
import numpy as np
import torch
random.seed(0)
np.random.seed(0)
torch.manual_seed(0)
ONE = 1.0
# a device
import torch
device = 'cuda' if torch.cuda.is_available() else 'cpu'
ONE = torch.ones(1, device=device).item()
# no gradient
import torch
with torch.no_grad():
    ONE = torch.ones(1).item()
# print options
import numpy as np
import torch
np.set_printoptions(precision=3)
torch.set_printoptions(sci_mode=False)
ONE = 1.0
# warnings
import warnings
warnings.filterwarnings('ignore')
ONE = 1.0
# a plot
import matplotlib.pyplot as plt
plt.plot([1, 2])
plt.show()
ONE = 1.0
# a style
import matplotlib.pyplot as plt
plt.style.use('ggplot')
ONE = 1.0
# display
from IPython.display import display, Markdown
display(Markdown('*x*'))
ONE = 1.0
# a timer
import time
start = time.perf_counter()
print(time.perf_counter() - start)
ONE = 1.0
# logging
import logging
log = logging.getLogger(__name__)
log.info('x')
ONE = 1.0
# main
if __name__ == '__main__':
    ONE = 1.0
# semicolons
X = 1; ONE = 1.0;
# a text of several lines
"""What
follows."""
ONE = 1.0
# names of other scripts
größe = 1.0
ONE = größe
# a type
from typing import Final
ONE: Final[float] = 1.0
# an environment
import os
os.environ['X'] = '1'
ONE = 1.0
# tabs
if True:
	ONE = 1.0
# a decorator
def KEEP(f):
    return f
# functools.wraps
import functools
def KEEP(f):
    @functools.wraps(f)
    def g(*a, **k):
        return f(*a, **k)
    return g
# a timer around
import time, functools
def KEEP(f):
    @functools.wraps(f)
    def g(*a, **k):
        start = time.time()
        try:
            return f(*a, **k)
        finally:
            print(time.time() - start)
    return g
# partial
import functools
def KEEP(f):
    return functools.partial(f)
# torch.no_grad
import torch
KEEP = torch.no_grad()
# a function under another name
EXP = np.exp
# a function of NumPy
from numpy import exp as EXP
# a helper
def EXP(x):
    return np.exp(x)
# nested functions
def EXP(x):
    def inner():
        return np.exp(x)
    return inner()
# a method
class Helper:
    @staticmethod
    def exp(x):
        return np.exp(x)
EXP = Helper.exp
'''
PARTS = HABITS.replace("<FF>", "\f").replace("<HEX>", "0f" * 32_000).split("\n# ")[1:]
TABLE = {name: code for name, _, code in (part.partition("\n") for part in PARTS)}


def answer(code: str) -> str:
    """A right answer that uses what a cell has defined."""
    if "KEEP" in code:
        return f"@KEEP\n{SOFTMAX}"
    if "EXP" in code:
        return SOFTMAX.replace("np.exp(", "EXP(")
    return SOFTMAX.replace("return ", "return ONE * ", 1)


@pytest.fixture(scope="module")
def grade():
    known = exercise(SLUG)
    asked = {"check_softmax": known.questions["check_softmax"]}
    examiner = Examiner(Exercise(SLUG, known.cells, asked, known.kernelspec), b"x" * 32)
    with Sandbox(SLUG) as sandbox:
        yield lambda content: examiner.grade(content, sandbox)


@pytest.mark.parametrize("name", TABLE)
def test_all_points_are_kept(grade, name):
    code = TABLE[name].strip(" \n")
    made = notebook(SLUG, softmax=answer(code))
    place = next(i for i, cell in enumerate(made.cells) if cell.id == "softmax")
    made.cells.insert(place, nbformat.v4.new_code_cell(code, id="own"))
    graded = grade(nbformat.writes(made).encode())
    told = graded.verdicts["check_softmax"].message, graded.notes
    assert graded.scores["check_softmax"] == points(SLUG)["check_softmax"], told


def test_there_are_many():
    assert len(TABLE) >= 50
    assert all(answer(code) != SOFTMAX for code in TABLE.values())
