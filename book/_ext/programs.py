"""Right answers as lists of lines, and what the check says if a line is changed.

``{arrange}`` and ``{spot}`` use these programs. They come from the task's own files,
which contain the course's answer and, next to the wrong answers, other right ones. A
tempting line is what a wrong answer in the catalogue has in place of a right line. It
can also be a line with a small slip that the check recognises as one of its mistakes.
"""

import ast
import builtins
import inspect
import random
import re
from collections.abc import Iterator
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
import torch

from _ext import source
from _ext.slips import slips
from lernformer import checks
from lernformer.checks.judging import judge
from lernformer.probes import refusing
from lernformer.probes.case import Case, Observation
from lernformer.probes.probing import observe
from sphinx_practice.lines import distance, filled, statement

# The answers that run here are our own, so they may call parts of wrong answers.
refusing.BESIDE = ("lernformer.fast.",)

LONGEST = 40  # the most lines of a program
SHORT = 14  # the most lines of an answer, without its helpers
TRIED = 10  # how many lines from the catalogue to try
SLIPS = 40  # how many slips to try if those aren't tempting
FAR = 12  # in how many words and signs a tempting line may differ
RIGHT = ""  # the verdict on a program that passes
ALLOWED = {"np", "torch", "math", "nn", "F", "Tensor", *vars(builtins)}


@cache
def rights(task_id: str) -> list[tuple[str, ...]]:
    """Right answers as lines of code. The course's own answer comes first."""
    helpers = checks.task(task_id).probe.helpers
    slug = task_id.split(".")[0]
    ours = [*(source.find(f"{slug}.{name}") for name in helpers), source.find(task_id)]
    text = "\n".join(source.shown(source.written(thing)) for thing in ours)
    every = [
        tuple(filter(str.strip, ast.unparse(bare(text)).splitlines())),
        *short(task_id),
    ]
    return [code for code in every if len(code) <= LONGEST]


def short(task_id: str) -> list[tuple[str, ...]]:
    """Right answers as lines of code: the course's, and those that mistakes edit."""
    answers = [one.answer for one in checks.task(task_id).mistakes if one.answer]
    modules = {inspect.getmodule(answer) for answer in answers}
    others = [
        thing
        for module in modules
        if module
        for thing in vars(module).values()
        if getattr(thing, "__module__", "") == module.__name__ and thing not in answers
    ]
    every = (lines(task_id, thing) for thing in (source.find(task_id), *others))
    return [code for code in every if code]


def lines(task_id: str, answer) -> tuple[str, ...]:
    """The code of an answer, followed by that of its helpers, without docstrings.

    The answer gets the task's name, because its own name often gives the mistake away.
    If the answer needs code that isn't in its file, the result is empty.
    """
    trees: dict[str, ast.stmt] = {}
    wanted = [answer]
    while wanted:
        thing = wanted.pop(0)
        try:
            (tree,) = without_docstrings(ast.parse(source.written(thing))).body
        except (OSError, SyntaxError, TypeError, ValueError):
            return ()
        if not isinstance(tree, source.Function | ast.ClassDef):  # a lambda's line
            return ()
        inherits = [ast.unparse(base) for base in getattr(tree, "bases", ())]
        if set(inherits) - {"nn.Module"}:  # the reader wouldn't see what it inherits
            return ()
        tree.decorator_list = []
        trees[thing.__name__] = tree
        if thing is answer:
            name = task_id.split(".")[1]
            if name in foreign(tree):  # it calls the course's own
                return ()
            rename(tree, name)
        for name in sorted(foreign(tree) - {*trees}):
            helper = vars(inspect.getmodule(thing)).get(name)
            if not isinstance(helper, FunctionType):
                return ()
            if helper.__module__ != answer.__module__ or helper.__name__ != name:
                return ()
            wanted += [helper] if helper not in wanted else []
    text = "\n".join(map(ast.unparse, trees.values())).splitlines()
    return tuple(filter(str.strip, text)) if len(text) <= SHORT else ()


def rename(tree: ast.stmt, name: str) -> None:
    """Give a function or class a new name, also where it calls itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id == tree.name:
            node.id = name
    tree.name = name


def foreign(tree: ast.stmt) -> set[str]:
    """The names that a function or class reads but doesn't define."""
    named = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    made = {node.id for node in named if isinstance(node.ctx, ast.Store)} | {tree.name}
    made |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    return {node.id for node in named} - made - ALLOWED


def bare(text: str) -> ast.Module:
    """Code without docstrings, and without any decorators but torch's."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, source.Function | ast.ClassDef):
            node.decorator_list = [
                one for one in node.decorator_list if "torch." in ast.unparse(one)
            ]
    return without_docstrings(tree)


def without_docstrings(tree: ast.Module) -> ast.Module:
    """The same tree with its docstrings removed, in place."""
    for node in ast.walk(tree):
        if isinstance(node, source.Function | ast.ClassDef) and ast.get_docstring(node):
            node.body = node.body[1:] or [ast.Pass()]
    return tree


def movable(code: tuple[str, ...]) -> Iterator[int]:
    """The lines that may be moved.

    A line that changes the condition of a loop may not be moved, because the loop might
    never end.
    """
    tree = ast.parse("\n".join(code))
    loops = [node.test for node in ast.walk(tree) if isinstance(node, ast.While)]
    waited = {name for test in loops for name in names(ast.unparse(test))}
    for i in range(1, len(code)):
        made = statement(code[i])
        if made and not waited & names(made.removesuffix("return")):
            yield i


def passes(task_id: str, code: tuple[str, ...]) -> bool:
    return judged(task_id, "\n".join(code)).message == RIGHT


def needed(task_id: str, code: tuple[str, ...]) -> list[int]:
    """The movable lines without which the check doesn't pass."""
    return [
        i
        for i in movable(code)
        if judged(task_id, filled(code, (i,), ["pass"])).message != RIGHT
    ]


class Tempting(NamedTuple):
    """A line, the place that it is tempting for, and what the check says about it.

    Attributes:
        whose: the mistake of the wrong answer that the line comes from; empty for a
            slip.
    """

    at: int
    line: str
    found: "Judged"
    whose: str = ""


def temptations(
    task_id: str, code, free: list[int], enough: int, tries: int = SLIPS
) -> Iterator[Tempting]:
    """Find tempting lines that each teach something different.

    Lines from wrong answers come first, then slips that the check recognises, until
    there are ``enough`` lines. Only if there are none at all, we use slips that the
    check doesn't recognise. A line isn't tempting if the program also passes with it.
    It isn't tempting either if it raises an error that the check can't explain, for
    example because it uses a name or a shape that only exists in its own answer.
    """
    seen: set[str] = set()
    for at, line, whose in of_catalogue(task_id, code, free)[:TRIED]:
        found = judged(task_id, filled(code, (at,), [line]))
        alien = found.symptom.startswith("raises") and not found.cause
        if found.message not in (RIGHT, *seen) and not alien:
            seen.add(found.message)
            yield Tempting(at, line, found, whose)
    known = {one.id for one in checks.task(task_id).mistakes}
    tried = [(at, slip) for at in free for slip in slips(code[at])]
    random.Random(task_id).shuffle(tried)
    nameless = []
    for at, line in tried[:tries]:
        if len(seen) >= enough:
            break
        found = judged(task_id, filled(code, (at,), [line]))
        if found.mistake in known and found.message not in seen:
            seen.add(found.message)
            yield Tempting(at, line, found)
        elif found.message != RIGHT and not found.symptom.startswith("raises"):
            nameless.append(Tempting(at, line, found))
    if not seen:
        yield from nameless[:enough]


def of_catalogue(task_id: str, code, free: list[int]) -> list[tuple[int, str, str]]:
    """Lines of wrong answers, the places where they might go, and the mistakes.

    Lines that are most similar to the program's own come first.
    """
    known, text = names("\n".join(code)), {line.strip() for line in code}
    found = {}
    for mistake in checks.task(task_id).mistakes:
        if not (mistake.answer and mistake.cause):
            continue
        try:
            wrong = ast.unparse(bare(source.written(mistake.answer))).splitlines()
        except (OSError, SyntaxError, TypeError):
            continue  # a lambda's line, or made in a loop
        for line in map(str.strip, wrong):
            kind = statement(line)
            if kind is None or line in text or not names(line) <= known | ALLOWED:
                continue
            near = [i for i in free if statement(code[i]) == kind]
            if near:
                at = min(near, key=lambda i: distance(line, code[i]))
                found[line] = (distance(line, code[at]), at, line, mistake.id)
    return [tuple(rest) for far, *rest in sorted(found.values()) if far <= FAR]


def names(text: str) -> set[str]:
    """The names and the attributes of ``self`` that occur in a text."""
    return set(re.findall(r"(?<![.\w])(?:self\.)?[A-Za-z_]\w*", text)) - ALLOWED


@cache
def cases_of(task_id: str, seed: int = 0) -> list[Case]:
    """The cases. All programs get the same ones, so that results can be cached."""
    return checks.task(task_id).cases(np.random.default_rng(seed))


class Judged(NamedTuple):
    """What the check says about a program, and which mistake it recognises."""

    message: str
    symptom: str = ""
    mistake: str | None = None
    cause: str = ""


def built(task_id: str, text: str) -> Any:
    """The answer that a program defines. Its errors are left to the caller."""
    name = task_id.split(".")[1]
    known = as_given(task_id)
    exec(text, known)
    written = re.search(r"(?:def|class) (\w+)", text)[1]
    answer = known.get(name) or known[written]
    answer.__name__ = name
    return answer


def observed(task_id: str, answer: Any, seed: int = 0) -> list[Observation]:
    """What an answer returns in each case."""
    with torch.random.fork_rng(devices=()):
        torch.default_generator.manual_seed(seed)
        return observe(checks.task(task_id).probe, answer, cases_of(task_id, seed))[0]


@cache
def judged(task_id: str, text: str, seed: int = 0) -> Judged:
    """The check's verdict on a program. There is no symptom if the program passes."""
    try:
        answer = built(task_id, text)
    except Exception as error:
        symptom = f"raises {type(error).__name__}: {error}"
        return Judged(symptom, symptom)
    seen = observed(task_id, answer, seed)
    with torch.random.fork_rng(devices=()):
        torch.default_generator.manual_seed(seed)
        found = judge(checks.task(task_id), cases_of(task_id, seed), seen, seed=seed)
    if found.passed:
        return Judged(RIGHT)
    symptom = without_place(found.symptom)
    message = f"{symptom.rstrip('.')}."
    if found.cause:
        message += f" Likely cause: {found.cause}"
    return Judged(message, symptom, found.mistake if found.cause else None, found.cause)


def without_place(symptom: str) -> str:
    """A symptom without the line of code that raised an error."""
    return re.sub(r"\n    in \w+, line \d+:.*", "", symptom)


def as_given(task_id: str) -> dict[str, Any]:
    """The names that a task's answer can use, including helpers, as in a notebook.

    The functions are copies, because the check refuses answers that call the course's
    own functions.
    """
    slug, task = task_id.split(".")
    module = inspect.getmodule(source.find(task_id))
    known = dict(vars(module))
    for name, thing in vars(module).items():
        is_helper = inspect.isfunction(thing) and thing.__module__ == module.__name__
        if is_helper and f"{slug}.{name}" not in checks.tasks():
            known[name] = FunctionType(
                thing.__code__, known, name, thing.__defaults__, thing.__closure__
            )
    known.pop(task)
    return known
