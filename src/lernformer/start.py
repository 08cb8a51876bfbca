"""The page that JupyterLab opens with: the chapters in order, points, what to do next.

It is made from the notebooks and what the checks store next to them, so it doesn't need
torch and runs nobody's code.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from lernformer import COURSE, atomic

PAGE = "START.ipynb"
POINTS = Path("kept", "points.json")  # beside a notebook: points by task
UNTOUCHED = "YOUR ANSWER HERE"  # nbgrader puts this into an answer's cell
MINUTES = re.compile(r"about (\d+) minutes")
WELCOME = """\
# Start here

You build a Transformer in seven chapters, one notebook each. Work through them in this
order, because each one uses what you wrote before:

{chapters}

Run the cell below (Shift + Enter) whenever you want to know where you stand."""
SUBMIT = """\
**How to submit.** Save the notebook (Ctrl + S) and hand in that one file, for example
`embedding.ipynb`, under the name it has, where your course asks for it. On JupyterHub
choose *Nbgrader → Assignment List* and press *Submit*.

**If something goes wrong:** `python -m lernformer doctor` in a terminal says what is
missing on this machine."""


@dataclass(frozen=True)
class Question:
    """A question that a person grades.

    Attributes:
        name: the name of its cell.
        points: how many points it is worth.
        answered: whether the saved notebook contains an answer.
    """

    name: str
    points: float
    answered: bool


@dataclass(frozen=True)
class Chapter:
    """A student's progress with a chapter.

    Attributes:
        slug: the chapter's name, which its folder and notebook share.
        points: how many points its checks are worth.
        earned: how many points they gave when they last ran.
        questions: the questions that a person grades.
        minutes: how long its tasks take.
    """

    slug: str
    points: float
    earned: float
    questions: tuple[Question, ...]
    minutes: int

    @property
    def done(self) -> bool:
        answered = all(question.answered for question in self.questions)
        return answered and self.earned >= self.points

    @property
    def name(self) -> str:
        return self.slug.replace("_", " ")

    @property
    def answered(self) -> str:
        """How many of the questions have an answer, in words."""
        answered = sum(question.answered for question in self.questions)
        return f"{answered} of {len(self.questions)}" if self.questions else ""


class Course:
    """A student's progress with the course, for a notebook or a terminal."""

    def __init__(self, chapters: list[Chapter]):
        self.chapters = chapters

    @property
    def line(self) -> str:
        """All points, and what to do next."""
        earned = sum(chapter.earned for chapter in self.chapters)
        points = sum(chapter.points for chapter in self.chapters)
        by_hand = sum(q.points for each in self.chapters for q in each.questions)
        line = f"{earned:g} of {points:g} points"
        if by_hand:
            line += f", and {by_hand:g} more for the answers that a person reads"
        for chapter in self.chapters:
            if not chapter.done:
                return f"{line}. Next: {chapter.name}."
        return f"{line}. All done: hand in your notebooks."

    def __repr__(self) -> str:
        lines = [
            f"{'✓' if one.done else '○'} {one.name:22}"
            f"{f'{one.earned:g} of {one.points:g}':>12}"
            + (f"   answers: {one.answered}" if one.answered else "")
            for one in self.chapters
        ]
        return "\n".join([*lines, *self.line.replace(". Next", ".\nNext").split("\n")])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{'✓' if one.done else '○'}</td>"
            f"<td style='text-align: left'><a href='{one.slug}/{one.slug}.ipynb'>"
            f"{escape(one.name)}</a></td>"
            f"<td>{one.earned:g} of {one.points:g}</td><td>{one.answered}</td></tr>"
            for one in self.chapters
        )
        return (
            "<table><thead><tr><td></td><th style='text-align: left'>chapter</th>"
            "<th>points</th><th>answers in words</th></tr></thead>"
            f"<tbody>{rows}</tbody></table><p>{escape(self.line)}</p>"
        )


def course(folder: Path) -> Course:
    """Return the progress in a folder or its parent, from notebooks and checks."""
    for root in (folder, folder.parent):
        there = (slug for slug in COURSE if (root / slug / f"{slug}.ipynb").is_file())
        if found := [_read(root, slug) for slug in there]:
            return Course(found)
    return Course([])


def questions(cells: list[dict]) -> tuple[Question, ...]:
    """Return the questions in a notebook's cells that a person grades."""
    found = []
    for cell in cells:
        known = cell["metadata"].get("nbgrader", {})
        if cell["cell_type"] == "markdown" and known.get("grade"):
            text = "".join(cell["source"]).strip()
            answered = text not in ("", UNTOUCHED)
            found.append(Question(known["grade_id"], known["points"], answered))
    return tuple(found)


def _cells(root: Path, slug: str) -> list[dict]:
    path = root / slug / f"{slug}.ipynb"
    return json.loads(path.read_text("utf-8"))["cells"]


def _worth(slug: str, cells: list[dict]) -> dict[str, float]:
    """Return the points for each check, keyed by task."""
    found = {}
    for cell in cells:
        known = cell["metadata"].get("nbgrader", {})
        if cell["cell_type"] == "code" and known.get("grade"):
            name = known["grade_id"].removeprefix("check_")
            found[f"{slug}.{name}"] = known["points"]
    return found


def _read(root: Path, slug: str) -> Chapter:
    cells, kept = _cells(root, slug), scores(root / slug)
    worth = _worth(slug, cells)
    earned = sum(round(points * kept.get(x, 0), 2) for x, points in worth.items())
    texts = ("".join(c["source"]) for c in cells if c["cell_type"] == "markdown")
    minutes = sum(int(n) for text in texts for n in MINUTES.findall(text))
    return Chapter(slug, sum(worth.values()), earned, questions(cells), minutes)


def scores(folder: Path) -> Mapping[str, float]:
    """Return the score of each task's last check in this folder, in [0, 1]."""
    try:
        read = json.loads((folder / POINTS).read_text("utf-8"))
    except (OSError, ValueError):  # nothing has been checked yet
        return {}
    return read if isinstance(read, dict) else {}


def keep(folder: Path, task: str, score: float) -> None:
    """Remember the score of a check, for the start page."""
    (folder / POINTS).parent.mkdir(exist_ok=True)
    text = json.dumps({**scores(folder), task: score}, indent=1)
    atomic.write(folder / POINTS, f"{text}\n")


def write(folder: Path) -> Path:
    """Write the start page for a folder of exercises, with the points so far."""
    now = course(folder)
    chapters = "\n".join(
        f"{number}. [{one.name}]({one.slug}/{one.slug}.ipynb), about "
        f"{max(1, round(one.minutes / 60))} h"
        for number, one in enumerate(now.chapters, 1)
    )
    output = {
        "output_type": "display_data",
        "metadata": {},
        "data": {"text/plain": repr(now), "text/html": now._repr_html_()},
    }
    code = 'from lernformer.checks import status\n\nstatus("course")'
    cells: list[dict[str, Any]] = [
        {"cell_type": "markdown", "source": WELCOME.format(chapters=chapters)},
        {
            "cell_type": "code",
            "source": code,
            "outputs": [output],
            "execution_count": None,
        },
        {"cell_type": "markdown", "source": SUBMIT},
    ]
    kernel = {"name": "python3", "display_name": "Python 3 (ipykernel)"}
    made = {
        "cells": [
            {"id": f"start-{i}", "metadata": {}, **cell} for i, cell in enumerate(cells)
        ],
        "metadata": {"kernelspec": {**kernel, "language": "python"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    path = folder / PAGE
    atomic.write(path, json.dumps(made, indent=1, ensure_ascii=False) + "\n")
    return path
