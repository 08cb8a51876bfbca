"""Small slips in a line of code, such as people make when they are nearly right.

``slips("return scores / total")`` yields ``return scores * total``, ``return scores``
and so on. In a slip, an operator is flipped, a factor or an argument is forgotten, two
arguments are swapped, or an axis is wrong. The check then decides which of these slips
are known mistakes.
"""

import ast
import copy
from collections.abc import Iterator

NOT_ARRAYS = {"np", "torch", "math", "nn", "F", "self"}
OTHER: dict[type, type] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.MatMult: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


def slips(line: str) -> Iterator[str]:
    """Yield the line with one slip at a time, without indentation or duplicates."""
    function = ast.parse(f"def f():\n {line.strip()}").body[0]
    seen = {ast.unparse(function.body[0])}
    if isinstance(function.body[0], ast.AugAssign):  # counts instead of adding up
        counted = copy.deepcopy(function.body[0])
        counted.value = ast.Constant(1)
        yield ast.unparse(counted)
    for i, node in enumerate(expressions(function.body[0])):
        for slip in of(node):
            other = copy.deepcopy(function.body[0])
            text = ast.unparse(Replacing(i, slip).visit(other))
            name, _, value = text.partition(" = ")
            if text not in seen and name != value:  # x = x isn't a slip
                seen.add(text)
                yield text


def expressions(statement: ast.stmt) -> list[ast.expr]:
    """Return the expressions that a statement reads, in the order of ``Replacing``."""
    found = Replacing(-1, statement)
    found.visit(copy.deepcopy(statement))
    return found.met


class Replacing(ast.NodeTransformer):
    """Replaces the ``at``-th node that it visits."""

    def __init__(self, at: int, instead: ast.AST):
        self.at, self.instead = at, instead
        self.met: list[ast.expr] = []

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Assign | ast.AugAssign):  # not the assignment's target
            node.value = self.visit(node.value)
            return node
        if isinstance(node, ast.expr) and not isinstance(node, ast.Starred):
            self.met.append(node)
            if len(self.met) - 1 == self.at:
                return self.instead
        return node if negative(node) else self.generic_visit(node)


def negative(node: ast.AST) -> bool:
    """Return whether the expression is a number such as -1."""
    return isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)


def of(node: ast.expr) -> Iterator[ast.expr]:
    """Yield what might replace an expression in a slip."""
    if isinstance(node, ast.BinOp):
        yield from of_two(node)
    elif isinstance(node, ast.Compare | ast.BoolOp):
        yield from of_condition(node)
    elif negative(node):
        yield ast.Constant(0)
        yield node.operand
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        for value in (node.value + 1, node.value - 1):
            yield ast.parse(str(value), mode="eval").body
    elif isinstance(node, ast.Call):
        yield from of_call(node)
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        yield node.value


def of_two(node: ast.BinOp) -> Iterator[ast.expr]:
    yield node.left
    yield node.right
    if other := OTHER.get(type(node.op)):
        yield ast.BinOp(node.left, other(), node.right)
    yield ast.BinOp(node.right, node.op, node.left)


def of_condition(node: ast.Compare | ast.BoolOp) -> Iterator[ast.expr]:
    if isinstance(node, ast.BoolOp):
        yield from node.values
        yield ast.BoolOp(OTHER[type(node.op)](), node.values)
    elif other := OTHER.get(type(node.ops[0])):
        yield ast.Compare(node.left, [other(), *node.ops[1:]], node.comparators)


def of_call(node: ast.Call) -> Iterator[ast.expr]:
    """Yield a call with an argument forgotten or two swapped, or without the call."""
    for i in range(len(node.keywords)):
        kept = node.keywords[:i] + node.keywords[i + 1 :]
        yield ast.Call(node.func, node.args, kept)
    arguments = node.args
    if len(arguments) > 1:
        swapped = [arguments[1], arguments[0], *arguments[2:]]
        yield ast.Call(node.func, swapped, node.keywords)
        yield ast.Call(node.func, arguments[:-1], node.keywords)
    of = getattr(node.func, "value", None)
    if of and getattr(of, "id", "") not in NOT_ARRAYS:
        yield of  # x of x.transpose(0, 1)
    elif arguments:
        yield arguments[0]
