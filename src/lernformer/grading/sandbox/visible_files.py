"""Decides which parts of the course a student's code may see while it is graded.

The code sees the earlier chapters, and the probes of its own chapter, which ask for
results. In the chapter itself, it sees only what isn't an answer. Constants and
dataclasses stay as they are, but every function and every other class loses its body.
Because nothing is drawn while grading, only the names of the figures are left.

The code sees no other part of the course. In particular, it sees nothing that knows an
answer: no checks, mistakes, later chapters, solutions or judge.
"""

import ast
import importlib
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import TypeGuard

from lernformer import CHAPTERS

PACKAGE = Path(__file__).parents[2]

# The modules in this folder that are used inside the sandbox.
INSIDE = "__init__ answer_code forkserver guard landlock limits messages namespaces "
INSIDE += "reader stopwatch system_calls worker"
# replaces the checks
SILENT = PACKAGE / "grading" / "sandbox" / "no_checks.py"

UNDRAWN = "nothing is drawn while grading"
# these functions tell a cell to skip training
WHILE_GRADING = {
    part.name: part
    for part in ast.parse(
        """
def grading(): return True
def together(watch): return False
def trained(watch, how=""): return False
"""
    ).body
    if isinstance(part, ast.FunctionDef)
}
REFUSAL = """
def _refuse(*args, **kwargs):
    raise RuntimeError({!r})
"""


def lay_out(slug: str, folder: Path) -> None:
    """Write the package into ``folder`` as the students of one exercise see it.

    Raises:
        ValueError: if there is no such chapter.
    """
    if slug not in CHAPTERS:
        raise ValueError(f"no chapter {slug!r}; there are {', '.join(CHAPTERS)}")
    folder.mkdir(parents=True, exist_ok=True)
    earlier = CHAPTERS[: CHAPTERS.index(slug)]
    for chapter in earlier:
        _copy(_source(chapter), folder)
    for name in ("__init__.py", "atomic.py"):
        _copy(PACKAGE / name, folder)
    figures = [PACKAGE / "figures.py", PACKAGE / "widgets" / "__init__.py"]
    for module in (*figures, *PACKAGE.glob("widgets/*.py")):
        copy = folder / module.relative_to(PACKAGE)
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(names_only(module.read_text("utf-8")), "utf-8")
    for module in PACKAGE.glob("probes/*.py"):
        _copy(module, folder / "probes")
    _copy(PACKAGE / "probes" / slug, folder / "probes")
    (folder / "checks").mkdir()
    shutil.copyfile(SILENT, folder / "checks" / "__init__.py")
    _copy(PACKAGE / "grading" / "__init__.py", folder / "grading")
    inside = PACKAGE / "grading" / "sandbox"
    modules = [inside / f"{name}.py" for name in INSIDE.split()]
    for file in (*modules, *inside.glob("*.ini")):
        _copy(file, folder / "grading" / "sandbox")
    _cut(_source(slug), folder)


def _source(chapter: str) -> Path:
    """Return a chapter's module, or its package."""
    module = PACKAGE / f"{chapter}.py"
    return module if module.exists() else PACKAGE / chapter


def _copy(path: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(path, folder / path.name, ignore=ignore)
    else:
        shutil.copyfile(path, folder / path.name)


def _cut(path: Path, folder: Path) -> None:
    if path.is_dir():
        for module in path.rglob("*.py"):
            _cut(module, folder / module.parent.relative_to(path.parent))
        return
    folder.mkdir(parents=True, exist_ok=True)
    text = without_answers(path.read_text("utf-8"), _module(path))
    (folder / path.name).write_text(text, "utf-8")


def without_answers(source: str, module: str) -> str:
    """Return a module's source with functions and classes that refuse to work.

    Dataclasses stay as they are.
    """
    tree = ast.parse(source)
    kept = [_refusal(part) if _works(part) else part for part in tree.body]
    start = next(
        (i for i, x in enumerate(kept) if not isinstance(x, _HEADER)), len(kept)
    )
    words = f"{module} is what this exercise asks for: write your own"
    kept[start:start] = ast.parse(REFUSAL.format(words)).body
    return ast.unparse(ast.Module(kept, type_ignores=[]))


def right_code(slug: str, names: Iterable[str]) -> dict[str, str]:
    """Return a chapter's functions and classes, and what they call, keyed by module.

    `worker.Student` restores this source where `lay_out` has cut it out.
    """
    path, found = _source(slug), {}
    for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
        module = _module(file)
        for part in ast.parse(file.read_text("utf-8")).body:
            if _works(part):
                found[module, part.name] = part
    wanted, todo = set(), [_place(f"lernformer.{slug}", name) for name in names]
    while todo:
        place = todo.pop()
        if place in found and place not in wanted:
            wanted.add(place)
            inside = ast.walk(found[place])
            todo += [_place(place[0], x.id) for x in inside if isinstance(x, ast.Name)]
    code: dict[str, str] = {}
    for place, part in found.items():  # in the order of the file
        if place in wanted:
            code[place[0]] = f"{code.get(place[0], '')}{ast.unparse(part)}\n\n"
    return code


def _place(module: str, name: str) -> tuple[str, str]:
    """Return the module and the name under which a function or class was written."""
    found = vars(importlib.import_module(module)).get(name)
    return getattr(found, "__module__", ""), getattr(found, "__name__", "")


def _module(path: Path) -> str:
    parts = path.with_suffix("").relative_to(PACKAGE.parent).parts
    return ".".join(parts).removesuffix(".__init__")


def names_only(source: str) -> str:
    """Return source whose functions and classes can be imported but refuse to work.

    There are a few exceptions. ``grading`` returns True. The functions that ask whether
    there is a model to train or to look at return False.
    """
    kinds = (ast.FunctionDef, ast.ClassDef)
    parts = [
        WHILE_GRADING.get(part.name) or _refusal(part)
        for part in ast.parse(source).body
        if isinstance(part, kinds)
    ]
    start = ast.parse(REFUSAL.format(UNDRAWN)).body
    return ast.unparse(ast.Module([*start, *parts], type_ignores=[]))


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_HEADER = (ast.Import, ast.ImportFrom, ast.Expr)


def _works(part: ast.stmt) -> TypeGuard[Definition]:
    """Return True for a function, and for a class that is not a dataclass."""
    if isinstance(part, ast.ClassDef):
        return not any("dataclass" in ast.unparse(d) for d in part.decorator_list)
    return isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)


def _refusal(part: Definition) -> ast.stmt:
    if isinstance(part, ast.ClassDef):
        return ast.parse(f"class {part.name}:\n    __init__ = _refuse").body[0]
    return ast.parse(f"def {part.name}(*args, **kwargs):\n    _refuse()").body[0]
