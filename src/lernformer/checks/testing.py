"""Be the grader: a student writes the test, and functions are judged by it.

The wrong ones are those of the catalogue. A test is worth what it catches, as long as
it lets right ones pass.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType

import numpy as np

from lernformer.checks.task import Task
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.aspects import ACCEPTS, TELLS, catches
from lernformer.probes.case import Arrays, Case, Observation, Probe
from lernformer.probes.earlier import looked_up
from lernformer.probes.testing import CALLED

LIBRARIES = {"math", "np", "torch"}


class Bank:
    """Right and wrong functions by which a test is judged.

    Args:
        right: by what tells it from the others, the plainest first.
        wrong: by what is wrong with it, the plainest first.
    """

    def __init__(self, right: Mapping[str, Callable], wrong: Mapping[str, Callable]):
        self.right = {code_of(each): words for words, each in right.items()}
        self.wrong = {code_of(each): words for words, each in wrong.items()}

    @property
    def aspects(self) -> dict[str, float]:
        """One for each wrong function, so that the score is the share of those caught.

        To accept all right ones is worth two: whoever rejects more catches more.
        """
        caught = {catches(words): 1.0 for words in list(self.wrong.values())[1:]}
        return {TELLS: 1.0, ACCEPTS: 2.0} | caught

    def cases(self, rng: np.random.Generator) -> list[Case]:
        """Right and wrong functions in each, so that no one answer to all is right."""

        def case(aspect: str, *codes: str) -> Case:
            drawn = tuple(codes[i] for i in rng.permutation(len(codes)))
            return Case(aspect, {"candidates": drawn})

        (right, *_), (wrong, *others) = self.right, self.wrong
        told = Case(TELLS, {"candidates": (right, wrong, right, wrong)})
        caught = [case(catches(self.wrong[each]), right, each) for each in others]
        return [told, case(ACCEPTS, wrong, *self.right), *caught]

    def expected(self, case: Case) -> Arrays:
        codes = case.inputs["candidates"]
        return {"result": np.array([code in self.right for code in codes], float)}

    def task(
        self, probe: Probe, hints: tuple[str, str, str], mistakes: Sequence[Mistake]
    ) -> Task:
        """The task of writing a test that tells these functions apart."""
        return Task(
            probe=probe,
            points=2,
            difficulty=2,
            minutes=15,
            hints=hints,
            aspects=self.aspects,
            cases=self.cases,
            expected=self.expected,
            symptoms=(self.told_wrongly,),
            mistakes=mistakes,
        )

    def told_wrongly(self, case: Case, seen: Observation) -> str | None:
        """Of which function the test says the wrong thing."""
        said = dict(zip(case.inputs["candidates"], seen.values["result"], strict=True))
        wrong = [x for x in said if x in self.right and not said[x]]
        wrong += [x for x in said if x in self.wrong and said[x]]
        if not wrong:
            return None
        if wrong[0] in self.wrong:
            return f"it accepts a wrong function: {self.wrong[wrong[0]]}"
        told = f"it rejects a right function: {self.right[wrong[0]]}"
        raised = seen.facts.get("raised")
        return told + (f" (and raises {raised})" if raised else "")


def code_of(function: Callable) -> str:
    """The code of a function and of what it calls of its own module.

    Names, comments and docstrings would say what is wrong with it, so they are gone.

    Raises:
        ValueError: if it needs what a student's notebook does not have.
    """
    assert isinstance(function, FunctionType)
    parts, todo = {function.__name__: CALLED}, [function]
    found: list[ast.FunctionDef] = []
    while todo:
        one = todo.pop()
        found.append(_bare(one))
        for name in sorted(looked_up(one.__code__) - LIBRARIES - parts.keys()):
            part = one.__globals__.get(name)
            if isinstance(part, FunctionType):
                parts[name] = f"part_{len(parts)}"
                todo.append(part)
            elif part is not None:
                raise ValueError(f"{function.__name__} needs {name}, which is no code")
    for tree in found:
        tree.name = parts[tree.name]
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and node.id in parts:
                node.id = parts[node.id]
    return "\n\n\n".join(map(ast.unparse, found)) + "\n"


def _bare(function: FunctionType) -> ast.FunctionDef:
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    assert isinstance(tree, ast.FunctionDef)
    tree.decorator_list, tree.returns = [], None
    for argument in ast.walk(tree.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    if ast.get_docstring(tree) is not None:
        del tree.body[0]
    return tree
