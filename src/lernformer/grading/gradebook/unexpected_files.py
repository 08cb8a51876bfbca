"""Finds files in `submitted/` that belong to nobody or have the wrong name.

For example, the student "fynn" may have a folder called "Fynn", or there may be a
better "attention-Copy1.ipynb" next to the notebook. Such files are not silently
ignored, and they don't create a new student either. We report them and move nothing.
"""

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from nbgrader.api import Gradebook
from nbgrader.coursedir import CourseDirectory

from lernformer.grading.gradebook.class_list import COLUMNS
from lernformer.grading.gradebook.students import People, Person, folded
from lernformer.grading.judge.submission import on_a_line


def people_of(book: Gradebook) -> People:
    return People(
        Person(*(getattr(one, name) or "" for name in COLUMNS)) for one in book.students
    )


def has_list(book: Gradebook) -> bool:
    """Return True if a class list was entered; `class_list` then sets addresses."""
    return any(
        one.email is not None or one.last_name or one.first_name
        for one in book.students
    )


def strays(book: Gradebook, course: CourseDirectory) -> list[str]:
    """Return messages about what was handed in but not graded, with likely reasons."""
    notebooks = {
        work.name: {f"{notebook.name}.ipynb" for notebook in work.notebooks}
        for work in book.assignments
    }
    folder = Path(course.root, course.submitted_directory)
    known = people_of(book) if has_list(book) else None
    return list(messages(folder, notebooks, known))


def messages(
    folder: Path, notebooks: Mapping[str, set[str]], known: People | None
) -> Iterator[str]:
    """Yield the messages of `strays`, given each assignment's file names."""
    seen: dict[str, str] = {}
    for place in _inside(folder):
        where = f"{folder.name}/{_shown(place)}"
        if not place.is_dir():
            yield f"{where} is not in a student's folder"
            continue
        if known is not None and place.name not in known.people:
            nearest = known.nearest(place.name)
            yield f"{where}: nobody in the class list" + _meant(nearest)
            continue
        same = seen.setdefault(folded(place.name), place.name)
        if same != place.name:
            yield f"{where}: another folder is called {_shown(Path(same))}"
        for work in _inside(place):
            inner = f"{where}/{_shown(work)}"
            if work.name not in notebooks:
                nearest = _like(work.name, notebooks)
                yield f"{inner} is not an assignment" + _meant(nearest)
                continue
            if not os.path.exists(work):
                yield f"{inner} is a broken link"
                continue
            for file in sorted(work.glob("*.ipynb")):
                if file.name not in notebooks[work.name]:
                    right = " or ".join(sorted(notebooks[work.name]))
                    beside = any((work / x).exists() for x in notebooks[work.name])
                    yield (
                        f"{inner}/{_shown(file)}: the name must be {right}"
                        + (", which is next to it and is graded" if beside else "")
                    )


def _shown(path: Path) -> str:
    return on_a_line(path.name)


def _inside(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(x for x in folder.iterdir() if not x.name.startswith("."))


def _like(name: str, others: Iterable[str]) -> str:
    """Return the assignment meant by, say, "Attention" or "attention_"."""
    letters = "".join(c for c in folded(name) if c.isalnum())
    for other in others:
        if "".join(c for c in folded(other) if c.isalnum()) == letters:
            return other
    return ""


def _meant(nearest: str) -> str:
    return f"; did you mean {nearest}?" if nearest else ""
