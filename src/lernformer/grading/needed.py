"""What the run that decides leaves out of a notebook that could run unread code.

`own_work` reads what an answer consists of. It cannot read what is made while the
notebook runs: a text for ``exec``, bytes for ``pickle``, what a frame holds. Such code
could undo the watching, or put what is ready-made in the place of something else. So
where not all of a notebook is plain (`written`), the process that decides runs what is,
and of the rest what its answers consist of, if that does not run unread code itself.
"""

import ast
import copy
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from lernformer.grading import own_work, source
from lernformer.grading.source import CHANGE, Bound
from lernformer.grading.written import plain
from lernformer.probes.probing import OutOfTime, time_limit

# By these a program runs or changes what is not written in it.
NAMES = re.compile(
    r"__(loader|mro|spec|subclasses)__|(Code|Function|Lambda)Type|CompilationUnit"
    r"|Interactive\w+|_current_frames|addaudithook|currentframe|f_locals"
    r"|get(inner|outer)frames|get_type_hints|getmembers\w*|globals|rundocs|runstring"
    r"|run_(cell|code)|safe_execfile|set(profile|trace)|user_(global_)?ns|user_module"
)
OF_PYTHON = (
    "bdb|cProfile|cffi|cloudpickle|code|codeop|copyreg|dill|doctest|imp|joblib|marshal"
    "|pdb|pickle|pkgutil|profile|pydoc|pytest|runpy|sympy|timeit|trace|zipimport"
)
OF_TORCH = "fx|hub|jit|library|load|ops|package|serialization"
OF_OTHERS = (
    "inspect\\.(stack|trace)|logging\\.config|numpy\\.(ctypeslib|f2py|load)"
    "|pandas\\.(eval|read_pickle)|shelve|unittest"
)
MODULES = re.compile(
    rf"({OF_PYTHON}|{OF_OTHERS}|torch\.(_\w+|{OF_TORCH})"
    r"|torch\.utils\.(_\w+|benchmark|cpp_extension))(\..*)?"
)
HARMLESS = {
    "timeit.default_timer",
    # magics of IPython's that run no Python
    *("%autoreload", "%config", "%env", "%load_ext", "%ls", "%matplotlib", "%pinfo"),
    *("%pinfo2", "%pip", "%precision", "%pwd", "%who", "%whos"),
}
NO_USE = "runs code that is not written there, for which an answer has no use"


def needed(cells: dict[int, str], answers: Iterable[str]) -> dict[int, str]:
    """What is run of each cell instead, by its place; nothing if all is run as it is.

    Statements that are left out become ``pass``, so that their number stays.

    Args:
        cells: the sources of code cells.
        answers: the names of what will be asked.
    """
    try:
        with time_limit(3 * source.PATIENCE):
            return _needed(cells, answers)
    except (OutOfTime, RecursionError, MemoryError):  # nobody knows what it does
        return dict.fromkeys(cells, "")


def _needed(cells: dict[int, str], answers: Iterable[str]) -> dict[int, str]:
    texts = tuple(cells.values())
    if _is_plain(texts):
        return {}
    bound = source.bound_by(texts)
    names, todo = set[str](), list(answers)
    while todo:
        if (name := todo.pop()) not in names:
            names.add(name)
            for what in (*bound.get(name, ()), *bound.get(f"{CHANGE}{name}", ())):
                todo += source.global_names(what) if isinstance(what, ast.AST) else ()
    own = {name for name in names if _is_own(name, bound)}
    kept = _Kept(bound, own, _strange(bound))
    found = {}
    for place, text in cells.items():
        try:
            statements = copy.deepcopy(source.statements_of(text))
            instead = [kept.of(one) for one in statements]
            found[place] = ast.unparse(ast.Module(instead, type_ignores=[]))
        except RecursionError:
            found[place] = ""
    return found


def _is_own(name: str, bound: Bound) -> bool:
    return any(not isinstance(what, str) for what in bound.get(name, ()))


def _strange(bound: Bound) -> set[str]:
    """The names of what is not plain, or makes use of what is not."""
    every: dict[str, list[ast.AST]] = defaultdict(list)
    for name, found in bound.items():
        every[name.lstrip(CHANGE)] += [x for x in found if isinstance(x, ast.AST)]
    known: dict[int, bool] = {}
    users: dict[str, set[str]] = defaultdict(set)
    todo = []
    for name, made in every.items():
        for what in made:
            if id(what) not in known:
                known[id(what)] = _reads(what, bound)
            if not known[id(what)]:
                todo.append(name)
            for used in source.global_names(what):
                users[used].add(name)
    strange: set[str] = set()
    while todo:
        if (name := todo.pop()) not in strange:
            strange.add(name)
            todo += users[name]
    return strange


def _reads(node: ast.AST, bound: Bound) -> bool:
    """Whether all that a piece of code does can be read there."""
    return plain(node, bound) and not unread(node, bound)


def unwritten(cells: tuple[str, ...], name: str) -> str:
    """Why an answer was not run, as a student reads it; empty if it was."""
    try:
        with time_limit(source.PATIENCE):
            if _is_plain(cells):
                return ""
            bound = source.bound_by(cells)
            reached = source.reached_by(bound, name)
            return NO_USE if any(unread(one, bound) for one in reached) else ""
    except (OutOfTime, RecursionError, MemoryError):
        return "is too long, or nested too deeply, to be read"


@lru_cache(maxsize=1)
def _is_plain(cells: tuple[str, ...]) -> bool:
    bound = source.bound_by(cells)
    every = (one for text in cells for one in source.statements_of(text))
    return all(_reads(one, bound) for one in every)


def unread(node: ast.AST, bound: Bound) -> bool:
    """Whether a piece of code could run or change what is not written there."""
    if isinstance(node, ast.Import | ast.ImportFrom) and node.names[0].name != "*":
        return own_work.undoes(node)  # of other modules the use counts
    return (
        own_work.undoes(node)
        or any(map(NAMES.fullmatch, own_work.words(node)))
        or own_work.puts_anywhere(node, bound)
        or any(map(MODULES.fullmatch, {*_paths(node, bound)} - HARMLESS))
        or bool({*source.magics(node)} - HARMLESS)
    )


def _paths(node: ast.AST, bound: Bound) -> Iterator[str]:
    """The dotted paths of what is imported, or used of what was imported."""
    yield from source.imports(node)
    yield from source.uses(node, bound)
    if not bound.get("compile"):
        names = (x.id for x in ast.walk(node) if isinstance(x, ast.Name))
        yield from ("code" for name in names if name == "compile")


@dataclass(frozen=True)
class _Kept:
    """What is run of the statements of a notebook.

    Attributes:
        bound: what the notebook binds each name to.
        names: of what its answers consist.
        strange: of what cannot be read, with all that makes use of it.
    """

    bound: Bound
    names: set[str]
    strange: set[str]

    def of(self, statement: ast.stmt) -> ast.stmt:
        """A statement, or what is run instead of it."""
        if isinstance(statement, ast.Import | ast.ImportFrom):
            return statement
        if isinstance(statement, ast.If | ast.For | ast.While | ast.With | ast.Try):
            head, inner = self._parts(statement)
            runs = any(not isinstance(one, ast.Pass) for one in inner)
            kept = self._runs(head, runs)
        else:
            kept = self._runs(statement)
        return statement if kept else ast.Pass()

    def _runs(self, statement: ast.stmt, is_needed: bool = False) -> bool:
        if _reads(statement, self.bound):
            used = (x.id for x in ast.walk(statement) if isinstance(x, ast.Name))
            if self.strange.isdisjoint(used):
                return True
        made = {name for name, _ in source.bindings(statement)}
        made |= source.changes(statement)
        is_needed |= bool(made & self.names)
        return is_needed and not unread(statement, self.bound)

    def _parts(self, statement: ast.stmt) -> tuple[ast.stmt, list[ast.stmt]]:
        """A compound statement without its blocks, and what is run of these."""
        head, every = copy.copy(statement), []
        for field in ("body", "orelse", "finalbody"):
            if block := getattr(statement, field, None):
                kept = [self.of(one) for one in block]
                every += kept
                setattr(statement, field, kept)
                setattr(head, field, [ast.Pass()])
        for handler in getattr(statement, "handlers", ()):
            handler.body = [self.of(one) for one in handler.body]
            every += handler.body
        return head, every
