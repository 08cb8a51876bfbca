"""What the book's questions may use, and what checks them; see `sphinx_practice`.

``predict`` and ``compute`` can use the parts of all chapters, the course's answer to a
task, and the wrong answers in the task's catalogue. ``{recall} <slug>`` repeats
questions from earlier chapters.
"""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from docutils import nodes

from _ext import source
from lernformer import CHAPTERS, checks
from lernformer.transformer import TransformerConfig
from sphinx_practice import practice
from sphinx_practice.checks import Checks
from sphinx_practice.practice import LATE, LATE_END, raw

BOOK = Path(__file__).parents[1]
CHECKS = Checks(__name__)


def names() -> dict[str, Any]:
    """The names that code in a page may use. They are the parts of all chapters."""
    known: dict[str, Any] = {"np": np, "torch": torch}
    for slug in CHAPTERS:
        chapter = importlib.import_module(f"lernformer.{slug}")
        known |= {k: v for k, v in vars(chapter).items() if not k.startswith("_")}
    return known


def practice_names(directive: str, seed: int) -> dict[str, Any]:
    """The names that code in a question may use. This also sets torch's seed."""
    torch.default_generator.manual_seed(seed)  # fast: it looks for no GPU
    if directive == "predict":
        return names()
    return {"np": np, "torch": torch, "TransformerConfig": TransformerConfig}


def practice_answers(task_id: str) -> tuple[Any, Iterator[tuple[str, Any]]]:
    """The course's own answer to a task, and the wrong answers in the catalogue."""
    return source.find(task_id), ways(task_id)


def ways(task_id: str) -> Iterator[tuple[str, Any]]:
    """The wrong answers in the catalogue, with causes. The most telling come first."""
    for mistake in checks.task(task_id).mistakes:
        if mistake.answer and mistake.cause:
            yield mistake.cause, mistake.answer


def of_chapter(slug: str) -> list[practice.Question]:
    """The multiple-choice questions that a chapter's page asks."""
    return practice.of_page(BOOK / f"{slug}.md", CHECKS)


class Recall(practice.Recall):
    def pages(self):
        before = ["why", *CHAPTERS][: 1 + CHAPTERS.index(self.arguments[0])]
        return [BOOK / f"{slug}.md" for slug in before]


def fold(app, doctree):
    """Put all the questions about a task into a single fold below its listing."""
    computed = list(
        doctree.findall(lambda node: "compute" in getattr(node, "attributes", ()))
    )
    for place in list(
        doctree.findall(lambda node: "practise" in getattr(node, "attributes", ()))
    ):
        items = [one for one in computed if one["compute"] == place["practise"]]
        for one in items:
            one.parent.remove(one)
        items += place.children
        if items:
            opening = f'<details class="practise"><summary>Practise</summary>{LATE}'
            place.parent[place.parent.index(place)] = nodes.container(
                "", raw(opening), *items, raw(f"{LATE_END}</details>")
            )
        else:
            place.parent.remove(place)


def set_checks(app, config):
    config.practice_checks = __name__
    config.practice_name = "lernformer"
    config.practice_style = False  # book.css has the style


def setup(app):
    app.setup_extension("sphinx_practice")
    app.add_directive("recall", Recall, override=True)
    # before the extension looks at them
    app.connect("config-inited", set_checks, priority=100)
    app.connect("doctree-read", fold)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
