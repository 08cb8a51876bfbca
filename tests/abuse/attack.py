"""What an attack is, and how a text file writes it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import nbformat

TIMES = re.compile(r"\{\{(.*?) \* (\d+)\}\}", re.S)
HEADS = re.compile(r"^(earns|says|shows|hides): (.*)\n", re.M)


@dataclass
class Attack:
    """A submission: what it tries, and what becomes of it."""

    name: str
    tries: str
    cells: dict[str, str] = field(default_factory=dict)
    earns: dict[str, float] | None = field(default_factory=dict)  # None: no point
    says: list[str] = field(default_factory=list)
    shows: list[str] = field(default_factory=list)
    hides: list[str] = field(default_factory=list)
    first: list[str] = field(default_factory=list)
    last: list[str] = field(default_factory=list)
    change: Callable[[nbformat.NotebookNode], None] = lambda notebook: None
    submit: Callable[[Path, bytes], object] | None = None


def _made(how: str, earns=(), says: str = ""):
    """Make an attack of a function that changes a notebook, or that hands in bytes."""

    def decorate(function) -> Attack:
        more = {"earns": None if earns is None else dict(earns), how: function}
        says_all = [says] if says else []
        return Attack(function.__name__, function.__doc__, says=says_all, **more)

    return decorate


changes, submits = partial(_made, "change"), partial(_made, "submit")


def read(text: str) -> list[Attack]:
    """The attacks of a text file, in which `{{ab * 9}}` is `ab` nine times."""
    text = TIMES.sub(lambda found: found[1] * int(found[2]), text)
    return [_one(part) for part in re.split(r"^=== ", text, flags=re.M)[1:]]


def _one(part: str) -> Attack:
    head, *sources = re.split(r"^%% ", part, flags=re.M)
    name, _, about = head.partition(":")
    made = Attack(name, HEADS.sub("", about).strip())
    for kind, words in HEADS.findall(about):
        if kind == "earns":
            task, points = words.split()
            made.earns[task] = float(points)
        else:
            getattr(made, kind).append(words)
    for cell in sources:
        heading, _, source = cell.partition("\n")
        place, _, points = heading.partition(", earns ")
        if points:
            made.earns[place] = float(points)
        if place in ("first", "last"):
            getattr(made, place).append(source.strip("\n"))
        else:
            made.cells[place] = source.strip("\n")
    return made
