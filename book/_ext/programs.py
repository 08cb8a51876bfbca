"""Right answers as lists of lines, and what the check says if a line is changed.

``{arrange}`` and ``{spot}`` use such programs. They come from the task's own files: the
course's answer, and right answers that are kept with the wrong ones. Tempting lines are
those that wrong answers in the catalogue have instead, or lines with a small slip that
makes one of the mistakes that the check knows.
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

# The answers that run here are the course's own.
refusing.BESIDE = ("lernformer.fast.",)

LONGEST = 40  # lines of a program
SHORT = 14  # lines of an answer that doesn't need its helpers
TRIED = 10  # lines from the catalogue to try as temptations
SLIPS = 40  # slips to try if those don't tempt
FAR = 12  # words and signs in which a tempting line may differ
RIGHT = ""  # the verdict on a program that passes
ALLOWED = {"np", "torch", "math", "nn", "F", "Tensor", *vars(builtins)}


def rights(task_id: str) -> list[tuple[str, ...]]:
    """Right answers in lines, the course's own first."""
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
    """Right answers in lines: the course's, and those that mistakes start from."""
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

    It has the task's name, because its own often gives the mistake away. The result is
    empty if the answer needs more than its file contains.
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
        if set(inherits) - {"nn.Module"}:  # what it inherits is not shown
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
    """Give a function or class this name, also where it calls itself."""
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
    """Code without docstrings, and without decorators except torch's."""
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

    Lines that set what a loop waits for may not: the loop might then never end.
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
        whose: the mistake of the wrong answer that has the line; empty for a slip.
    """

    at: int
    line: str
    found: "Judged"
    whose: str = ""


def temptations(
    task_id: str, code, free: list[int], enough: int, tries: int = SLIPS
) -> Iterator[Tempting]:
    """Tempting lines, one for each thing to learn.

    First come those from wrong answers, then slips that the check knows by name, until
    there are ``enough``; if there are none at all, slips that the check can't name. A
    line that passes as well is not tempting, nor is one with an error that the check
    can't explain, such as a name or a shape that only the line's own answer has.
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

    The nearest come first.
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
    """The names, and the attributes of ``self``, in a text."""
    return set(re.findall(r"(?<![.\w])(?:self\.)?[A-Za-z_]\w*", text)) - ALLOWED


@cache
def cases_of(task_id: str, seed: int = 0) -> list[Case]:
    """The same cases for all programs, so wrong answers' results can be cached."""
    return checks.task(task_id).cases(np.random.default_rng(seed))


class Judged(NamedTuple):
    """What the check says about a program, and which mistake it recognises."""

    message: str
    symptom: str = ""
    mistake: str | None = None
    cause: str = ""


def built(task_id: str, text: str) -> Any:
    """The answer that a program defines; callers handle its errors."""
    name = task_id.split(".")[1]
    known = as_given(task_id)
    exec(text, known)
    written = re.search(r"(?:def|class) (\w+)", text)[1]
    answer = known.get(name) or known[written]
    answer.__name__ = name
    return answer


def observed(task_id: str, answer: Any, seed: int = 0) -> list[Observation]:
    """What an answer gives in each case."""
    with torch.random.fork_rng(devices=()):
        torch.manual_seed(seed)
        return observe(checks.task(task_id).probe, answer, cases_of(task_id, seed))[0]


@cache
def judged(task_id: str, text: str, seed: int = 0) -> Judged:
    """The check's verdict on a program, without a symptom if the program passes."""
    try:
        answer = built(task_id, text)
    except Exception as error:
        symptom = f"raises {type(error).__name__}: {error}"
        return Judged(symptom, symptom)
    seen = observed(task_id, answer, seed)
    with torch.random.fork_rng(devices=()):
        torch.manual_seed(seed)
        found = judge(checks.task(task_id), cases_of(task_id, seed), seen, seed=seed)
    if found.passed:
        return Judged(RIGHT)
    symptom = without_place(found.symptom)
    message = f"{symptom.rstrip('.')}."
    if found.cause:
        message += f" Likely cause: {found.cause}"
    return Judged(message, symptom, found.mistake if found.cause else None, found.cause)


def without_place(symptom: str) -> str:
    """A symptom without the line of code where an error was raised."""
    return re.sub(r"\n    in \w+, line \d+:.*", "", symptom)


def as_given(task_id: str) -> dict[str, Any]:
    """The names next to a task's answer, with helpers as in a notebook.

    They are copies, because the check doesn't let the course's own do the work.
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
