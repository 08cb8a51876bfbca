"""Decides which folders can be submissions, and replaces folders in one step.

nbgrader puts folder names into paths and patterns, and some names make its whole run
fail. So a student who can choose a folder's name could stop everybody else from being
graded.
"""

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from lernformer.grading.gradebook.class_list import MAX_ID, NO_ID


def unusable(folder: Path) -> str:
    """Return the reason why ``<student>/<assignment>`` can't be graded, or ""."""
    student = folder.parent
    try:
        student.name.encode()
    except UnicodeEncodeError:
        return "the student's name isn't UTF-8"
    if found := NO_ID.search(student.name):
        return f"the student's name has {found[0]!r}"
    if len(student.name) > MAX_ID:
        return f"the student's name has more than {MAX_ID} characters"
    if student.is_symlink():
        return "the student's folder is a link"
    return "" if folder.is_dir() else "it isn't a folder"


@contextlib.contextmanager
def replacing(folder: Path) -> Iterator[Path]:
    """Provide a copy of a folder, or an empty folder, that replaces it at the end."""
    for left in folder.parent.glob(f".{folder.name}.*"):  # from runs that were killed
        if not Path("/proc", left.suffix[1:]).exists():
            shutil.rmtree(left, ignore_errors=True)
    part = folder.with_name(f".{folder.name}.{os.getpid()}")
    try:
        if folder.is_dir():
            shutil.copytree(folder, part, symlinks=True)
        part.mkdir(parents=True, exist_ok=True)
        yield part
        if folder.exists():
            shutil.rmtree(folder)
        part.replace(folder)
    finally:
        shutil.rmtree(part, ignore_errors=True)
