"""Finds the exercise in your own notebook, and checks its answers in this process.

This is for systems that can't fork. There is no sandbox and no limit, because the
notebook's own author runs it. An answer gets the same verdict as from `check` in the
notebook.
"""

import ast
import contextlib
import os
import re
import sys
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path

import nbformat
from IPython.core.inputtransformer2 import TransformerManager
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from nbformat import NotebookNode

from lernformer import checks
from lernformer import project_urls as package
from lernformer.grading.judge import submission
from lernformer.grading.judge.differences import stamp_of
from lernformer.grading.judge.grading_record import Graded
from lernformer.grading.judge.points import points
from lernformer.grading.judge.release import Cell, Exercise, exercise_of, found_in

CHECKED = re.compile(r"""\bcheck\(["'](\w+)\.\w+["'],""")


def handed_in(content: bytes, name: str) -> Exercise:
    """Return the exercise in a student's file, even if parts of it have been lost.

    Missing check cells are taken from the package, because the grader adds them back.

    Raises:
        submission.Unreadable: if the file is not a notebook.
        ValueError: if it calls none of this course's checks.
    """
    found = submission.parsed(content)
    cells = []
    for cell in found["cells"]:
        if isinstance(cell, dict):
            about = cell.get("metadata") or {}
            known = about.get("nbgrader") or {}
            is_check = known.get("grade") and not known.get("solution")
            cells.append(
                NotebookNode(
                    cell_type="code" if is_check else cell.get("cell_type"),
                    source=submission.joined(cell.get("source", "")),
                    metadata=nbformat.from_dict(about),
                )
            )
    metadata = nbformat.from_dict(found.get("metadata") or {})
    notebook = NotebookNode(cells=cells, metadata=metadata)
    exercise = found_in(notebook, name)
    code = " ".join(str(cell.source) for cell in cells if cell.cell_type == "code")
    if exercise.plain and not exercise.cells and (known := CHECKED.search(code)):
        exercise = Exercise(known[1], {}, {}, {})
    elif exercise.plain:
        raise ValueError("it uses none of this course's checks")
    tasks = {question.task for question in exercise.questions.values()}
    slug = exercise.slug if tasks else exercise.name
    whole = not tasks or stamp_of(content) == package.exercise(slug)
    added = {}
    for task in checks.tasks() if whole else ():
        chapter, _, short = task.partition(".")
        if chapter == slug and task not in tasks and is_released(task):
            check, worth = f"check_{short}", float(checks.task(task).points)
            source = f'check("{task}", {short})'
            added[short] = Cell(short, "code", "", "", False, None, True)
            added[check] = Cell(check, "code", source, "", True, worth, False)
    return exercise_of(exercise.name, {**added, **exercise.cells}, exercise.kernelspec)


def is_released(task: str) -> bool:
    """Return True if the released exercise has a task, or if there is no exercise."""
    slug = task.partition(".")[0]
    path = package.CLONE / "exercises" / slug / f"{slug}.ipynb"
    return not path.exists() or f'check(\\"{task}\\"' in path.read_text("utf-8")


def checked_here(path: Path) -> tuple[Exercise, Graded]:
    """Run a notebook's cells in order, checking each answer at its check cell.

    Raises:
        submission.Unreadable: if the file is not a notebook.
        ValueError: if it is not an exercise.
    """
    content = path.read_bytes()
    exercise = handed_in(content, path.stem)
    notebook, notes = submission.normalise(content, exercise)
    checked = Graded(notebook, {}, 0.0, notes=notes)
    os.environ.setdefault("MPLBACKEND", "agg")
    shell = InteractiveShell()
    with contextlib.chdir(path.parent):
        for cell in notebook.cells:
            name = cell.metadata.get("nbgrader", {}).get("grade_id")
            if question := exercise.questions.get(name):
                answer = shell.user_ns.get(question.name)
                verdict = checks.run(question.task, answer)
                checked.verdicts[name] = verdict
                checked.scores[name] = points(exercise, name, verdict.score)
            elif cell.cell_type == "code":
                with capture_output():  # an error doesn't stop the other cells
                    shell.run_cell(cell.source, store_history=False)
    return exercise, checked


# `google` is imported in lines that are only meant for Colab.
ALWAYS = {"lernformer", "IPython", "mpl_toolkits", "google", *sys.stdlib_module_names}


def only_here(content: bytes, folder: Path) -> list[str]:
    """Return warnings about what a notebook uses that the grader may not have."""
    needed = [re.split(r"[^\w-]", x)[0] for x in requires("lernformer") or []]
    libraries, files, compiles = set(), set(), False
    for node in _nodes(content):
        match node:
            case ast.Import(names):
                libraries |= {one.name.partition(".")[0] for one in names}
            case ast.ImportFrom(module=str(module), level=0):
                libraries.add(module.partition(".")[0])
            case ast.Constant(str(word)) if _is_file(folder, word):
                files.add(word)
            case ast.Attribute(ast.Name("torch"), "compile"):
                compiles = True
    helpers = {x for x in libraries if _is_file(folder, f"{x}.py")}
    files |= {f"{x}.py" for x in helpers}
    notes = [
        f"{name} isn't one of the course's libraries, so the grader may not have it, "
        "and then an answer that needs it is not defined there"
        for name in sorted(libraries - helpers - ALWAYS - {*needed})
    ]
    notes += [
        f"{name} is next to the notebook but isn't handed in: put what you need of "
        "it into a cell"
        for name in sorted(files)
    ]
    if compiles:
        notes.append("the grader doesn't compile: torch.compile changes nothing there")
    return notes


def _nodes(content: bytes) -> Iterator[ast.AST]:
    """Yield the syntax nodes of all code cells that can be parsed as Python."""
    for kind, _, source in submission.sources(content):
        if kind == "code":
            with contextlib.suppress(SyntaxError, ValueError, RecursionError):
                code = TransformerManager().transform_cell(source)
                yield from ast.walk(ast.parse(code))


def _is_file(folder: Path, name: str) -> bool:
    with contextlib.suppress(OSError, ValueError):
        return bool(name) and (folder / name).is_file()
    return False
