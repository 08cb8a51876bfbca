"""Tasks in which a student writes a test that has to judge right and wrong functions.

The wrong functions come from the catalogue. A test earns points for each wrong function
that it catches, as long as it accepts the right ones.
"""

import ast
import functools
import itertools
from collections.abc import Callable, Mapping
from types import FunctionType

import numpy as np

from lernformer.checks.task import Task
from lernformer.mistakes.table import printed
from lernformer.probes.aspects import ACCEPTS, DISTINGUISHES, catches
from lernformer.probes.case import Arrays, Case, Observation, Probe
from lernformer.probes.earlier import looked_up
from lernformer.probes.testing import CALLED

DISGUISES = 2  # how many to prepare for each function; each case draws one of them
DECOYS = 4  # wrong functions that may appear in any case
MOST = 4  # how often a decoy may appear in one half of a case
ABOVE = 3  # one decoy appears at least this often, so more often than right functions
LIBRARIES = {"math", "np", "torch"}


class Bank:
    """Right and wrong functions for judging a test.

    Args:
        right: right functions, keyed by what is special about each one, with the
            simplest function first.
        wrong: wrong functions, keyed by what is wrong with each one, with the most
            obvious mistake first.
    """

    def __init__(self, right: Mapping[str, Callable], wrong: Mapping[str, Callable]):
        self.right = {code_of(each): words for words, each in right.items()}
        self.wrong = {code_of(each): words for words, each in wrong.items()}
        self._right = {plain(code): words for code, words in self.right.items()}
        self._wrong = {plain(code): words for code, words in self.wrong.items()}

    @property
    def aspects(self) -> dict[str, float]:
        """One aspect for each wrong function, so the score is the share that is caught.

        A test that rejects more functions also catches more of the wrong ones. To
        balance that, accepting all right functions is an aspect worth twice as much.
        """
        caught = {catches(words): 1.0 for words in list(self.wrong.values())[1:]}
        return {DISTINGUISHES: 1.0, ACCEPTS: 2.0} | caught

    def cases(self, rng: np.random.Generator) -> list[Case]:
        """Draw cases with right and wrong functions, so no constant answer is right.

        Each case lists its functions twice, the second time in reverse order, so a test
        can't go by a function's position. The functions are also randomly disguised, so
        a test can only go by what they do. Each case also has decoys, which are other
        wrong functions. One decoy appears more often than the right functions, and the
        others appear at random, so a test can't go by the majority.
        """
        decoys = rng.permutation([*self.wrong])[:DECOYS]
        often = rng.integers(0, MOST + 1, len(decoys))
        often[0] = rng.integers(ABOVE, MOST + 1)

        def case(aspect: str, *codes: str) -> Case:
            codes += tuple(np.repeat(decoys, often))
            drawn = [codes[i] for i in rng.permutation(len(codes))]
            every = [*drawn, *reversed(drawn)]
            chosen = rng.integers(0, DISGUISES, len(every))
            worn = (disguises[x][i] for x, i in zip(every, chosen, strict=True))
            return Case(aspect, {"candidates": tuple(worn)})

        disguises = {
            code: [disguised(code, rng) for _ in range(DISGUISES)]
            for code in (*self.right, *self.wrong)
        }

        (right, *_), (wrong, *others) = self.right, self.wrong
        first = case(DISTINGUISHES, right, wrong, right, wrong)
        caught = [case(catches(self.wrong[each]), right, each) for each in others]
        return [first, case(ACCEPTS, wrong, *self.right), *caught]

    def expected(self, case: Case) -> Arrays:
        """Return what a test should say about those functions that aren't decoys."""
        right = [code in self._right for _, code in self._judged(case)]
        return {"results": np.array(right, float)}

    def counted(self, case: Case, values: Arrays) -> Arrays:
        """Return what a test says about the functions of a case that aren't decoys."""
        results, places = values.get("results"), [i for i, _ in self._judged(case)]
        if results is None or results.shape != (len(case.inputs["candidates"]),):
            return values
        return {"results": results[places]}

    def _judged(self, case: Case) -> list[tuple[int, str]]:
        """Return the positions and the code of the functions that a case is about.

        The cases of the first two aspects use the most obvious wrong function.
        """
        about = case.aspect
        if about in (DISTINGUISHES, ACCEPTS):
            about = catches(next(iter(self.wrong.values())))
        codes = enumerate(map(plain, case.inputs["candidates"]))
        return [
            (i, code)
            for i, code in codes
            if code in self._right or about == catches(self._wrong[code])
        ]

    def task(self, probe: Probe) -> Task:
        """Return the task of writing a test that separates these functions."""
        return Task(
            probe=probe,
            aspects=self.aspects,
            cases=self.cases,
            expected=self.expected,
            counted=self.counted,
            symptoms=(self.misjudged,),
        )

    def misjudged(self, case: Case, seen: Observation) -> str | None:
        """Return a symptom that describes a function that the test judges wrongly."""
        off = seen.values["results"] != self.expected(case)["results"]
        judged = [self._judged(case)[i][1] for i in np.flatnonzero(off)]
        wrong = sorted(judged, key=lambda code: code in self._wrong)
        if not wrong:
            return None
        if name := self._wrong.get(wrong[0]):
            if case.aspect.endswith(name):  # the aspect already says that
                return "your test returns True for it, expected False"
            return f"it accepts a wrong function: {name}"
        symptom = f"it rejects a correct function: {self._right[wrong[0]]}"
        raised = seen.facts.get("raised")
        return symptom + (f" (and raises {raised})" if raised else "")


def code_of(function: Callable) -> str:
    """Return the code of a function and of what it calls in its own module.

    The original names, comments and docstrings are removed, because they would reveal
    what is wrong with the function.

    Raises:
        ValueError: if it needs something that a student's notebook doesn't have.
    """
    assert isinstance(function, FunctionType)
    parts, todo = {function.__name__: CALLED}, [function]
    found: list[ast.FunctionDef] = []
    while todo:
        one = todo.pop()
        (tree,) = ast.parse(printed(one)).body
        assert isinstance(tree, ast.FunctionDef)
        found.append(tree)
        for name in sorted(looked_up(one.__code__) - LIBRARIES - parts.keys()):
            part = one.__globals__.get(name)
            if isinstance(part, FunctionType):
                parts[name] = f"part_{len(parts)}"
                todo.append(part)
            elif part is not None:
                raise ValueError(
                    f"{function.__name__} needs {name}, which isn't a function"
                )
    for tree in found:
        tree.name = parts[tree.name]
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id in parts:
                node.id = parts[node.id]
    return "\n\n\n".join(map(ast.unparse, found)) + "\n"


def disguised(code: str, rng: np.random.Generator) -> str:
    """Return the code with new names and a few unused numbers."""
    tree = ast.parse(code)
    numbers = iter(rng.permutation(10_000).tolist())
    _rename(tree, lambda: f"x{next(numbers)}")
    for function in tree.body:
        assert isinstance(function, ast.FunctionDef)
        for _ in range(rng.integers(1, 4)):
            number = round(float(rng.random()), 6)
            unused = ast.parse(f"x{next(numbers)} = {number}").body
            function.body[:0] = unused
    return ast.unparse(tree) + "\n"


@functools.lru_cache(maxsize=4096)
def plain(code: str) -> str:
    """Return code without its disguise; all disguises of a function give the same."""
    tree = ast.parse(code)
    for function in tree.body:
        assert isinstance(function, ast.FunctionDef)
        used = {
            x.id
            for x in ast.walk(function)
            if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Load)
        }
        function.body = [one for one in function.body if not _is_unused(one, used)]
    numbers = itertools.count()
    _rename(tree, lambda: f"x{next(numbers)}")
    return ast.unparse(tree)


def _is_unused(one: ast.stmt, used: set[str]) -> bool:
    match one:
        case ast.Assign([ast.Name(name)], ast.Constant(float())):
            return name not in used
    return False


def _rename(tree: ast.Module, new: Callable[[], str]) -> None:
    """Give new names, in order, to variables and parts, but not to parameters."""
    every = list(ast.walk(tree))
    kept = {x.arg for x in every if isinstance(x, ast.arg)} | {CALLED}
    names: dict[str, str] = {}
    for function in tree.body:
        for x in ast.walk(function):
            name = x.name if isinstance(x, ast.FunctionDef) else ""
            if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store):
                name = x.id
            if name and name not in kept and name not in names:
                names[name] = new()
    for x in every:
        if isinstance(x, ast.Name):
            x.id = names.get(x.id, x.id)
        elif isinstance(x, ast.FunctionDef):
            x.name = names.get(x.name, x.name)
