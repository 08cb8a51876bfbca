"""Decides which folders can be submissions: those that nbgrader can find again.

nbgrader puts names into paths and patterns, and some names make its whole run fail. So
a student who may name a folder could keep everybody else from being graded.
"""

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
    if not folder.is_dir():
        return "it isn't a folder"
    return ""
