"""``{mistakes} <slug>`` lists the mistakes that a chapter's checks know by name.

In a chapter, it shows the three most frequent mistakes. Each has a picture, which is
made from the data in the directive (``pictures.py``). With ``:all:``, it lists all
mistakes, each with an anchor that the checks' messages link to. The wording is the same
as in the messages, because both come from the same place.
"""

import re
from collections import Counter
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives

from _ext import pictures
from _ext.listing import words
from _ext.practice import BOOK
from lernformer import checks, mistakes
from lernformer.mistakes.common import GENERAL, KEPT
from lernformer.mistakes.mistake import sentence
from sphinx_practice import practice

FIRST = 3  # how many mistakes a chapter shows
# Beginners make these more often than their number of tasks suggests.
OPENING = {"embedding": "no_scale"}
PAGE = "mistakes"


class Mistakes(practice.Asking):
    required_arguments = 1
    has_content = True
    option_spec: ClassVar = {"all": directives.flag}

    def run(self):
        for folder in (checks, mistakes):
            for source in Path(folder.__file__).parent.rglob("*.py"):
                self.env.note_dependency(str(source))
        slug = self.arguments[0]
        known = _by_first_task(slug)
        if "all" not in self.options:
            return self.first(slug, known)
        result = []
        for task, found in known.items():
            items = [_item(slug, name, causes) for name, causes in found.items()]
            opening = f"<details><summary>{task}</summary>"
            result += [
                nodes.raw("", opening, format="html"),
                nodes.definition_list("", *items),
                nodes.raw("", "</details>", format="html"),
            ]
        return result

    def first(self, slug: str, known) -> list[nodes.Node]:
        """Return the first three mistakes, and a link to the others."""
        wanted = frequent(slug)
        try:
            found = pictures.read("\n".join(self.content))
            if set(found) != set(wanted):
                raise ValueError(f"pictures of {[*found]}, wanted of {wanted}")
        except Exception as error:
            raise self.error(f"mistakes: {error}") from error
        items = []
        for name in wanted:
            picture = found[name]
            item = _item("", name, {picture.cause: []})
            item[1] += given(picture)
            drawing = practice.raw(pictures.draw(picture).markup)
            item[1] += [drawing, self.paragraph(picture.see)]
            items.append(item)
        more = sum(map(len, known.values())) - len(items)
        text = (
            f"The chapter's checks recognise {{ref}}`{more} more <{PAGE}-{slug}>`. "
            "If you make one, the check's message links to it."
        )
        shown = nodes.definition_list("", *items, classes=["simple", "mistakes"])
        return [shown, self.paragraph(text)]


def given(picture: pictures.Picture) -> list[nodes.Node]:
    """Return a line that shows the inputs, if the picture draws any."""
    if not picture.given:
        return []
    parts = [nodes.literal(one, one) for one in picture.given]
    line = nodes.paragraph("", "With ")
    for i, part in enumerate(parts):
        line += [nodes.Text(", "), part] if i else [part]
    line += nodes.Text(":")
    return [line]


def title(name: str) -> str:
    """Turn a mistake's id into a heading, with special tokens spelled properly."""
    words = re.sub(r"\b(bos|eos|pad|unk)\b", r"<\1>", name.replace("_", " "))
    return words[:1].upper() + words[1:]


def frequent(slug: str) -> list[str]:
    """Return the most frequent mistakes in the tasks that the chapter's page lists.

    A mistake in ``OPENING`` comes before them. Mistakes that were also seen in other
    courses come first among the others. Then come those that occur in the most tasks
    and, in a tie, those that have the most wrong answers.
    """
    page = (BOOK / f"{slug}.md").read_text("utf-8")
    listed = re.findall(r"^```\{listing\} (\S+)", page, re.M)
    tasks: dict[str, set[str]] = {}
    forms: Counter[str] = Counter()
    seen = set()
    for task_id in checks.tasks():
        if task_id in listed:
            for mistake in checks.task(task_id).mistakes:
                if mistake.answer:  # a mistake known only by a sign has nothing to show
                    tasks.setdefault(mistake.id, set()).add(task_id)
                    forms[mistake.id] += 1
                if mistake.seen != "made up":
                    seen.add(mistake.id)

    def rank(name: str):
        opens = name == OPENING.get(slug)
        return not opens, name not in seen, -len(tasks[name]), -forms[name], name

    return sorted(tasks, key=rank)[:FIRST]


def _by_first_task(slug: str) -> dict[str, dict[str, dict[str, list[str]]]]:
    """Map task → mistake → cause → tasks, with each mistake under its first task."""
    first: dict[str, str] = {}
    grouped: dict = {}
    for task_id in checks.tasks():
        chapter, _, task = task_id.partition(".")
        if chapter == slug:
            for mistake in checks.task(task_id).mistakes:
                home = grouped.setdefault(first.setdefault(mistake.id, task), {})
                names = home.setdefault(mistake.id, {}).setdefault(mistake.cause, [])
                if task not in names:
                    names.append(task)
    anywhere = {known.id: {known.cause: []} for known in (*GENERAL, KEPT)}
    grouped["any task"] = {i: x for i, x in anywhere.items() if i not in first}
    return grouped


def enumeration(names: list[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _item(slug: str, name: str, causes: dict) -> nodes.definition_list_item:
    """Return a mistake and its causes as MyST; a ``slug`` gives it an anchor."""
    definition = nodes.definition()
    for cause, tasks in causes.items():
        # Some code isn't in backticks, so Sphinx mustn't change quotes and dots.
        apostrophes = re.sub(r"(?<=\w)'(?=\w)|(?<=s)'(?= )", "’", sentence(cause))
        paragraph = nodes.paragraph(
            "", "", *words(apostrophes), support_smartquotes=False
        )
        if len(causes) > 1:
            paragraph.insert(0, nodes.Text(f"In {enumeration(tasks)}: "))
        definition += paragraph
    ids = [f"{slug}-{name}".replace("_", "-")] if slug else []
    term = nodes.term("", title(name), ids=ids)
    return nodes.definition_list_item("", term, definition)


def add_search(app, page, template, context, doctree):
    if page == PAGE:
        app.add_js_file(None, body=Path(__file__).with_suffix(".js").read_text("utf-8"))


def setup(app):
    app.add_directive("mistakes", Mistakes)
    app.connect("html-page-context", add_search)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
