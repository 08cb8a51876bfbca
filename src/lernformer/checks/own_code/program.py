"""A student's own code as a standalone program that we can change, run and inspect."""

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

DIRECT = "a call of its own"  # the aspect of a case that is only a call
LIMIT = 3.0  # seconds that a changed answer may take per case
SEEN, ENTERED = "__seen__", "__entered__"  # functions that traced code calls
PACKAGE = Path(__file__).parents[2]
LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "platlib")})
FILE = "<your code, changed>"
LONG = 60  # the most characters in an expression that a question shows
Definition = ast.FunctionDef | ast.ClassDef


class NoSource(ValueError):
    """Raised if we don't know the code of an answer."""


@dataclass(frozen=True)
class Program:
    """The code of an answer and of the helpers that it calls."""

    name: str  # the name of the function or class that answers
    text: str  # the code, helpers first, without docstrings
    names: dict[str, Any] = field(repr=False)  # all other names that it looks up

    def made(self, text: str, trace: "Trace | None" = None) -> Any:
        """Return the answer that the program's own text, or a changed one, defines.

        Args:
            trace: records what the code computes along the way.

        Raises:
            Exception: whatever the code raises while it is being defined.
        """
        names, tree = dict(self.names), ast.parse(text)
        if trace is not None:
            tree = _recording(tree, text, self.name)
            names |= {SEEN: trace.see, ENTERED: trace.enter}
        exec(compile(tree, FILE, "exec"), names)
        return names[self.name]


def program_of(answer: Any, others: Iterable[str] = ()) -> Program:
    """Return the program of a function or class.

    Args:
        others: names that stay outside the program, such as those of other tasks.

    Raises:
        NoSource: if we don't know its code, or it was made inside another function.
    """
    name, found = getattr(answer, "__name__", ""), dict[Any, str]()
    _collect(answer, {*others} - {name}, found)
    names: dict[str, Any] = {}
    for part in found:  # the answer comes last
        names |= own_functions(part)[0].__globals__
    return Program(name, "\n\n\n".join(found.values()) + "\n", names)


def written(
    name: str, sources: Iterable[str], names: dict[str, Any] | None = None
) -> Program:
    """Return the last definition of a name in some cells, as a standalone program.

    Args:
        sources: the cells' code, without magics.
        names: as in ``Program``.

    Raises:
        NoSource: if no cell defines it at the left margin.
    """
    every = ((node, source) for source in sources for node in _definitions(source))
    found = [(node, source) for node, source in every if node.name == name]
    if not found:
        raise NoSource(f"no cell defines {name} at its left margin")
    node, source = found[-1]
    text = _text(source, node, node.decorator_list)
    return Program(name, f"{text}\n", names or {})


def _collect(part: Any, others: set[str], found: dict[Any, str]) -> None:
    """Add a part's code, after the student's own code that it calls."""
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
            with contextlib.suppress(NoSource):  # then it stays outside
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
    """Return the definition of a part, and its text with decorators from libraries."""
    for function in own_functions(part):
        source, line = cell_of(function), function.__code__.co_firstlineno
        for node in _definitions(source):
            first = min([node.lineno, *(x.lineno for x in node.decorator_list)])
            within = first <= line <= (node.end_lineno or 0)
            if node.name == part.__name__ and within:
                kept = []
                for one in node.decorator_list:
                    root = next(x.id for x in ast.walk(one) if isinstance(x, ast.Name))
                    if not _is_theirs(function.__globals__.get(root)):
                        kept.append(one)
                return node, _text(source, node, kept)
    raise NoSource(f"the code of {getattr(part, '__name__', part)} is not known")


@functools.lru_cache(maxsize=64)
def _definitions(source: str) -> list[Definition]:
    """Return the functions and classes at the left margin of a file or cell."""
    try:
        return [x for x in ast.parse(source).body if isinstance(x, Definition)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def _text(source: str, node: Definition, decorators: list[ast.expr]) -> str:
    """Return a definition at the left margin, without docstrings and blank lines."""
    lines = source.splitlines()
    for part in ast.walk(node):
        if isinstance(part, Definition) and ast.get_docstring(part) is not None:
            first, *others = part.body
            for i in range(first.lineno - 1, first.end_lineno or 0) if others else ():
                lines[i] = ""
    above = "".join(f"@{ast.unparse(x)}\n" for x in decorators)
    kept = filter(str.strip, lines[node.lineno - 1 : node.end_lineno])
    return above + textwrap.dedent("\n".join(kept))


# Looking into it ------------------------------------------------------------------


@dataclass
class Trace:
    """What happened in a call; `trouble` and `kind` are as in `Observation`."""

    direct: bool = False  # whether a case is a single call, so its result is the last
    # copies of the first values, by line and expression
    seen: dict[tuple[int, str], Any] = field(default_factory=dict)
    # the arguments of the constructor, and of the first call of the answer
    made: dict[str, Any] = field(default_factory=dict)
    given: dict[str, Any] = field(default_factory=dict)
    returned: list[Any] = field(default_factory=list)  # what all calls returned
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
        """Record the arguments when the answer, or its constructor, first starts."""
        if not getattr(self, which):
            known = {x: given[x] for x in given if x not in ("self", "__class__")}
            setattr(self, which, copied(known))


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


def _recording(tree: Any, text: str, name: str) -> ast.Module:
    """Return the code, changed to report what its functions' statements compute."""
    kinds = {"__init__": "made", "forward": "given"}
    for node in tree.body:
        is_class = isinstance(node, ast.ClassDef)
        for method in node.body if is_class else [node]:
            if isinstance(method, ast.FunctionDef):
                kind = kinds.get(method.name, "") if is_class else "given"
                kind = kind if node.name == name else ""
                method.body = _block(method.body, text, kind == "given")
                if kind:
                    method.body[:0] = ast.parse(f"{ENTERED}({kind!r}, locals())").body
    return ast.fix_missing_locations(tree)


def _block(body: list[Any], text: str, answers: bool) -> list[ast.stmt]:
    """Return statements, each followed by calls that report what it has stored."""
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
            if one.value is not None:
                one.value = _Parts(text).visit(one.value)
                if isinstance(one, ast.Return) and answers:
                    one.value = _seen(0, "return", one.value)
            places = getattr(one, "targets", [getattr(one, "target", ast.Pass())])
            for x in (x for place in places for x in ast.walk(place)):
                if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store):
                    made += ast.parse(f"{SEEN}({one.lineno}, {x.id!r}, {x.id})").body
    return made


class _Parts(ast.NodeTransformer):
    """Makes the parts of an expression report their values."""

    def __init__(self, text: str):
        self.text = text

    def generic_visit(self, node: Any) -> Any:
        later = ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.JoinedStr
        if isinstance(node, later | ast.GeneratorExp | ast.NamedExpr):
            return node  # its parts run several times, or later
        super().generic_visit(node)
        if isinstance(node, ast.Call | ast.BinOp | ast.Compare | ast.Subscript):
            written = ast.get_source_segment(self.text, node) or ""
            if "\n" not in written and len(written) <= LONG:
                return _seen(node.lineno, written, node)
        return node


def _seen(line: int, what: str, value: ast.expr) -> ast.Call:
    call: Any = ast.parse(f"{SEEN}({line}, {what!r})", mode="eval").body
    call.args.append(value)
    return call


# Running it -----------------------------------------------------------------------


def run_cases(
    probe: Probe, answer: Any, cases: list[Case], seed: int, limit: float | None = LIMIT
) -> list[Observation]:
    """Return an answer's observations for some cases, with a time limit for each."""
    with one_thread(), torch.random.fork_rng(devices=()):
        torch.default_generator.manual_seed(seed)
        return observe(probe, answer, cases, limit=limit)[0]


def asking_for(probe: Probe, case: Case) -> Probe:
    """Return the probe; if the case is a single call, one that makes only this call."""

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
