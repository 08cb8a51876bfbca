"""Classes that write attention, each student in their own way, and some who copy.

The answers are the wrong and right ones of the checks' own tests, drawn again for
each student, with habits on top: results that get a name or not, sums turned around.
So a short task has few styles, as in a class.
"""

import ast
import random
import re
from functools import cache

from lernformer.mistakes.mistake import written as code_of
from tests import answers

Codes = dict[str, str]
WRONG = 0.25  # share of wrong answers


@cache
def written() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """By task, right and wrong answers that are written out."""
    found = []
    for known in (answers.variants("attention"), answers.mutants("attention")):
        by_task: dict[str, list[str]] = {}
        for one in known:
            code = code_of(one.answer)
            code = re.sub(r"\A@.*?^(?=def |class )", "", code, flags=re.S | re.M)
            if not re.search(r"\b[Rr]ight\b", code):
                by_task.setdefault(one.task, []).append(code)
        found.append(by_task)
    return found[0], found[1]


class Habits(ast.NodeTransformer):
    """Small choices that everybody makes, each time at random."""

    def __init__(self, chance: random.Random):
        self.chance = chance

    def visit_Return(self, node):
        self.generic_visit(node)
        if node.value is None or self.chance.random() < 0.6:
            return node
        name = ast.Name("result", ast.Store())
        kept = ast.Name("result", ast.Load())
        return [ast.Assign([name], node.value), ast.Return(kept)]

    def visit_BinOp(self, node):
        self.generic_visit(node)
        if isinstance(node.op, ast.Add | ast.Mult) and self.chance.random() < 0.3:
            node.left, node.right = node.right, node.left
        return node

    def visit_Call(self, node):
        self.generic_visit(node)
        if self.chance.random() < 0.2:
            node.args = [
                ast.NamedExpr(ast.Name("x", ast.Store()), x)
                if isinstance(x, ast.BinOp)
                else x
                for x in node.args
            ]
        return node


def made(seed: int, number: int) -> dict[str, Codes]:
    chance = random.Random(seed)
    right, wrong = written()
    tasks = sorted(right)
    return {
        f"student-{i}": {task: one(task, right, wrong, chance) for task in tasks}
        for i in range(number)
    }


def one(task, right, wrong, chance) -> str:
    miss = task in wrong and chance.random() < WRONG
    tree = Habits(chance).visit(
        ast.parse(chance.choice((wrong if miss else right)[task]))
    )
    return ast.unparse(ast.fix_missing_locations(tree))


# how one copies ----------------------------------------------------------------------


def exact(code: str) -> str:
    return code


def renamed(code: str) -> str:
    tree = ast.parse(code)
    own = {x for node in ast.walk(tree) for x in names(node, ast.Store)}
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.arg != "self":
            own.add(node.arg)
            node.arg = f"my_{node.arg}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in own:
            node.id = f"my_{node.id}"
    return ast.unparse(tree)


def commented(code: str) -> str:
    lines = (f"{line}  # mine" for line in code.splitlines() if line)
    return "\n\n".join(lines).replace("    ", "        ")


def reordered(code: str) -> str:
    """Neighbours that do not need each other change places, and so do methods."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        body = getattr(node, "body", [])
        if isinstance(node, ast.ClassDef):
            body.reverse()
        for i in range(len(body) - 1 if isinstance(body, list) else 0):
            first, second = body[i : i + 2]
            both = isinstance(first, ast.Assign) and isinstance(second, ast.Assign)
            if both and not names(first, ast.Store) & names(second, ast.Load):
                body[i], body[i + 1] = second, first
    return ast.unparse(tree)


def names(node: ast.AST, kind: type) -> set[str]:
    found = (x for x in ast.walk(node) if isinstance(x, ast.Name))
    return {x.id for x in found if isinstance(x.ctx, kind)}


class _Padding(ast.NodeTransformer):
    def visit_Assign(self, node):
        return [node, *ast.parse("assert True\nunused = 0\nprint('here')").body]


def padded(code: str) -> str:
    return ast.unparse(ast.fix_missing_locations(_Padding().visit(ast.parse(code))))


def halved(codes: Codes) -> Codes:
    """Three of the tasks."""
    return {task: codes[task] for task in sorted(codes)[:3]}


CHANGES = (exact, renamed, commented, reordered, padded)
