"""A student's own code as a standalone program to change, run and inspect."""

import ast
import contextlib
import functools
import inspect
import linecache
import sysconfig
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import torch

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.earlier import looked_up
from lernformer.probes.probing import observe
from lernformer.threads import one_thread

DIRECT = "a call of its own"  # aspect of a case that is only a call
LIMIT = 3.0  # seconds that a changed answer may take per case
SEEN, ENTERED = "__seen__", "__entered__"  # functions that traced code calls
PACKAGE = Path(__file__).parents[2]
LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platlib")})
FILE = "<your code, changed>"
LONG = 60  # the most characters of an expression that is asked about
Definition = ast.FunctionDef | ast.ClassDef


class NoSource(ValueError):
    """The code of an answer isn't known."""


@dataclass(frozen=True)
class Program:
    """The code of an answer and of the helpers that it calls.

    Attributes:
        name: the name of the function or class that answers.
        text: the code, helpers first, without docstrings.
        names: everything else that the code looks up.
    """

    name: str
    text: str
    names: dict[str, Any] = field(repr=False)

    def made(self, text: str, trace: "Trace | None" = None) -> Any:
        """Return the answer that a program's text defines.

        Args:
            text: the program's own text, or a changed one.
            trace: the trace that records what the code computes on the way.

        Raises:
            Exception: whatever the code raises while it is defined.
        """
        names, tree = dict(self.names), ast.parse(text)
        if trace is not None:
            tree = _recording(tree, text, self.name)
            names |= {SEEN: trace.see, ENTERED: trace.enter}
        exec(compile(tree, FILE, "exec"), names)
        return names[self.name]


def program_of(answer: Any, others: Iterable[str] = ()) -> Program:
    """Return the program of an answer.

    Args:
        answer: a function or a class.
        others: names that stay outside, such as those of other tasks.

    Raises:
        NoSource: if its code isn't known, or it was made inside another function.
    """
    found: dict[Any, str] = {}
    name = getattr(answer, "__name__", "")
    _collect(answer, {*others} - {name}, found)
    names: dict[str, Any] = {}
    for part in found:  # the answer comes last
        names |= own_functions(part)[0].__globals__
    return Program(name, "\n\n\n".join(found.values()) + "\n", names)


def written(name: str, sources: Iterable[str]) -> Program:
    """Return the last definition of a name in some cells, as a program by itself.

    Args:
        name: the name of the function or class.
        sources: the cells' code, without magics.

    Raises:
        NoSource: if no cell defines it at the left margin.
    """
    found = [
        (node, source)
        for source in sources
        for node in _definitions(source)
        if node.name == name
    ]
    if not found:
        raise NoSource(f"no cell defines {name} at its left margin")
    node, source = found[-1]
    above = "".join(f"@{ast.unparse(x)}\n" for x in node.decorator_list)
    return Program(name, f"{above}{_text(source, node)}\n", {})


def _collect(part: Any, others: set[str], found: dict[Any, str]) -> None:
    """Add a part's code, preceded by the student's own code that it calls."""
    node, text = _definition(part)
    found[part] = ""  # it may call itself
    needs = set().union(*(looked_up(f.__code__) for f in own_functions(part)))
    if isinstance(node, ast.ClassDef):
        inside = [x for part in [*node.bases, *node.body] for x in ast.walk(part)]
        needs |= {x.id for x in inside if isinstance(x, ast.Name)}
    for name in sorted(needs - others):
        other = own_functions(part)[0].__globals__.get(name)
        mine = isinstance(other, FunctionType | type) and name == other.__name__
        if mine and other not in found and _is_theirs(other):
            with contextlib.suppress(NoSource):  # it stays outside
                _collect(other, others, found)
    del found[part]
    found[part] = text


def _is_theirs(part: Any) -> bool:
    """Return True for the student's code and for the course's wrong answers."""
    files = {Path(x.__code__.co_filename) for x in own_functions(part)}
    ours = any(x.is_relative_to(PACKAGE) for x in files)
    if ours and not part.__module__.startswith("lernformer.mistakes."):
        return False
    return bool(files) and not any(str(x).startswith(LIBRARIES) for x in files)


def own_functions(part: Any) -> list[FunctionType]:
    """Return the functions that a part consists of."""
    every = vars(part).values() if isinstance(part, type) else [part]
    plain = (x.fget if isinstance(x, property) else x for x in every)
    bare = (inspect.unwrap(x) for x in plain if isinstance(x, FunctionType))
    return [x for x in bare if isinstance(x, FunctionType)]  # torch wraps some in C


def cell_of(function: FunctionType) -> str:
    """Return the code of the file or cell that defines a function."""
    file = function.__code__.co_filename
    return "".join(linecache.getlines(file, function.__globals__))


def _definition(part: Any) -> tuple[Definition, str]:
    """Return the definition of a part, and its text at the left margin."""
    for function in own_functions(part):
        code, source = function.__code__, cell_of(function)
        for node in _definitions(source):
            first = min([node.lineno, *(x.lineno for x in node.decorator_list)])
            within = first <= code.co_firstlineno <= (node.end_lineno or 0)
            if node.name == part.__name__ and within:
                return node, _decorators(node, function) + _text(source, node)
    raise NoSource(f"the code of {getattr(part, '__name__', part)} is not known")


def _decorators(node: Definition, function: FunctionType) -> str:
    """Return the lines of those decorators that come from libraries."""
    kept = ""
    for one in node.decorator_list:
        root = next(x for x in ast.walk(one) if isinstance(x, ast.Name))
        if not _is_theirs(function.__globals__.get(root.id)):
            kept += f"@{ast.unparse(one)}\n"
    return kept


@functools.lru_cache(maxsize=64)
def _definitions(source: str) -> list[Definition]:
    """Return the functions and classes at the left margin of a file or cell."""
    try:
        return [x for x in ast.parse(source).body if isinstance(x, Definition)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _text(source: str, node: Definition) -> str:
    """Return the lines of a definition, without docstrings and empty lines."""
    lines, gone = source.splitlines(), set()
    for part in ast.walk(node):
        if isinstance(part, Definition) and ast.get_docstring(part) is not None:
            first = part.body[0]
            if len(part.body) > 1:
                gone |= {*range(first.lineno, (first.end_lineno or 0) + 1)}
    every = [*range(node.lineno, (node.end_lineno or 0) + 1)]
    kept = [lines[i - 1] for i in every if i not in gone and lines[i - 1].strip()]
    return textwrap.dedent("\n".join(kept))


# Looking into it ------------------------------------------------------------------


@dataclass
class Trace:
    """What happened in a call.

    Attributes:
        direct: whether the case is a single call, so its result is the last one.
        seen: copies of the first values, by line and expression.
        made: the arguments of a class's constructor.
        given: the arguments of the first call of the answer, or of its ``forward``.
        returned: what the calls returned.
        trouble: as in ``Observation``.
        kind: as in ``Observation``.
    """

    direct: bool = False
    seen: dict[tuple[int, str], Any] = field(default_factory=dict)
    made: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)
    returned: list[Any] = field(default_factory=list)
    trouble: str = ""
    kind: str = ""

    @property
    def result(self) -> Any:
        return self.returned[-1 if self.direct else 0]

    def see(self, line: int, what: str, value: Any) -> Any:
        """Record a value, and return it."""
        if what == "return":
            self.returned.append(copied(value))
        elif (line, what) not in self.seen:
            self.seen[line, what] = copied(value)
        return value

    def enter(self, which: str, given: dict[str, Any]) -> None:
        """Record the arguments as the answer, or its constructor, starts."""
        hidden = ("self", "__class__")
        known = {name: copied(x) for name, x in given.items() if name not in hidden}
        if not getattr(self, which):
            setattr(self, which, known)


def copied(value: Any) -> Any:
    """Copy arrays, also inside lists, tuples and dicts; return others unchanged."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone()
    if isinstance(value, np.ndarray):
        return value.copy()
    if type(value) in (list, tuple):
        return type(value)(map(copied, value))
    if type(value) is dict:
        return {name: copied(x) for name, x in value.items()}
    return value


def _recording(tree: ast.Module, text: str, name: str) -> ast.Module:
    """Return the code, changed to report what its functions' statements compute."""
    for node in tree.body:
        methods = node.body if isinstance(node, ast.ClassDef) else [node]
        for method in (x for x in methods if isinstance(x, ast.FunctionDef)):
            is_own = isinstance(node, Definition) and node.name == name
            answers = is_own and (method is node or method.name == "forward")
            method.body = _block(method.body, text, answers)
            if is_own and (answers or method.name == "__init__"):
                arguments = ast.Call(ast.Name("locals", ast.Load()), [], [])
                kind = ast.Constant("given" if answers else "made")
                method.body.insert(0, ast.Expr(_call(ENTERED, kind, arguments)))
    return ast.fix_missing_locations(tree)


def _block(body: list[ast.stmt], text: str, answers: bool) -> list[ast.stmt]:
    made: list[ast.stmt] = []
    for one in body:
        made.append(one)
        if isinstance(one, Definition):
            continue
        for part in (one, *getattr(one, "handlers", ())):
            for name in ("body", "orelse", "finalbody"):
                if inside := getattr(part, name, None):
                    setattr(part, name, _block(inside, text, answers))
        if isinstance(one, ast.Assign | ast.AugAssign | ast.Return | ast.Expr):
            places = getattr(one, "targets", [getattr(one, "target", ast.Pass())])
            parts = [x for place in places for x in ast.walk(place)]
            targets = [x.id for x in parts if isinstance(x, ast.Name) and _stored(x)]
            if one.value is not None:
                one.value = _Parts(text).visit(one.value)
                if isinstance(one, ast.Return) and answers:
                    words = ast.Constant(0), ast.Constant("return")
                    one.value = _call(SEEN, *words, one.value)
            for target in targets:
                words = ast.Constant(one.lineno), ast.Constant(target)
                made.append(ast.Expr(_call(SEEN, *words, ast.Name(target, ast.Load()))))
    return made


class _Parts(ast.NodeTransformer):
    """Makes the parts of an expression report their values."""

    def __init__(self, text: str):
        self.text = text

    def generic_visit(self, node: Any) -> Any:
        later = ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.JoinedStr
        if isinstance(node, later | ast.GeneratorExp | ast.NamedExpr):
            return node  # its parts run many times, or later
        written = ast.get_source_segment(self.text, node) or ""
        super().generic_visit(node)
        is_part = isinstance(node, ast.Call | ast.BinOp | ast.Compare | ast.Subscript)
        loaded = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
        if is_part and loaded and "\n" not in written and len(written) <= LONG:
            return _call(SEEN, ast.Constant(node.lineno), ast.Constant(written), node)
        return node


def _stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


# Running it -----------------------------------------------------------------------


def run_cases(
    probe: Probe, answer: Any, cases: list[Case], seed: int, limit: float | None = LIMIT
) -> list[Observation]:
    """Return an answer's observations for some cases, with a time limit for each."""
    with one_thread(), torch.random.fork_rng(devices=()):
        torch.default_generator.manual_seed(seed)
        return observe(probe, answer, cases, limit=limit)[0]


def asking_for(probe: Probe, case: Case) -> Probe:
    """Return the probe; if the case is a single call, one that only makes this call."""

    def ask(answer: Any, case: Case) -> Observation:
        with torch.no_grad():
            answer(*map(copied, case.inputs.values()))
        return Observation()

    return replace(probe, ask=ask) if case.aspect == DIRECT else probe


def looked_into(probe: Probe, own: Program, text: str, case: Case, seed: int) -> Trace:
    """Return a trace of what a program's text does when it answers a case."""
    trace = Trace(direct=case.aspect == DIRECT)
    try:
        answer = own.made(text, trace)
    except Exception as error:
        return Trace(trouble=f"raises {type(error).__name__}", kind="error")
    (seen,) = run_cases(asking_for(probe, case), answer, [case], seed)
    trace.trouble, trace.kind = seen.trouble, seen.kind
    return trace
