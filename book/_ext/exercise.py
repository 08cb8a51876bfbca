"""``{exercise} <slug>`` leads from a chapter to its exercise, and says what it takes.

It also announces the tasks that the chapter doesn't mention, with their decks.
"""

import inspect
import re
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from _ext import arrange, source
from _ext.site import launchers
from lernformer import COURSE, checks


class Exercise(SphinxDirective):
    required_arguments = 1

    def run(self):
        box = nodes.container(classes=["exercise"])
        page = Path(self.env.doc2path(self.env.docname)).read_text("utf-8")
        listed = re.findall(r"^```\{listing\} (\S+)", page, re.M)
        slug = self.arguments[0]
        text = invitation(slug, listed)
        self.state.nested_parse(StringList(text.splitlines()), self.content_offset, box)
        only_there = [one for one in tasks(slug) if one not in listed]
        return [box, *(self.announced(one) for one in only_there)]

    def announced(self, task_id: str) -> nodes.container:
        """Return the announcement of a task that the chapter doesn't mention."""
        thing = source.find(task_id)
        self.env.note_dependency(inspect.getsourcefile(thing))
        stub = source.stub(source.written(thing))
        block = nodes.literal_block(stub, stub, language="python")
        decks = arrange.decks(self.env, task_id)
        return nodes.container("", block, *decks, classes=["task"])


def tasks(slug: str) -> list[str]:
    """Return the tasks of a chapter, which has to be part of the course."""
    every = checks.tasks() if slug in COURSE else []
    return [name for name in every if name.startswith(f"{slug}.")]


def invitation(slug: str, listed: list[str]) -> str:
    """Return the text of the box as MyST; the chapter mentions the ``listed`` tasks."""
    if slug not in COURSE:
        return "This course leaves out the exercise of this chapter."
    path = f"exercises/{slug}/{slug}.ipynb"
    every = [checks.task(name) for name in tasks(slug)]
    graded = [task for task in every if not task.optional]
    more = len(every) - len(graded)
    optional = f"; {more} more are optional" if more else ""
    minutes, points = (
        sum(getattr(task, name) for task in graded) for name in ("minutes", "points")
    )
    not_shown = [f"`{t.id.split('.')[1]}`" for t in graded if t.id not in listed]
    below = f" The page hasn't shown these yet: {' and '.join(not_shown)}."
    elsewhere = "".join(
        f" or in [{service}]({url})" for service, url in launchers(path).items()
    )
    return (
        "**Now build it yourself.** {doc}`Install the exercises <start>`, then open "
        f"`{slug}/{slug}.ipynb` in JupyterLab{elsewhere}. Its {len(graded)} tasks are "
        f"worth {points} points and take {duration(minutes)}{optional}."
        f"{below if not_shown else ''} Each check tells you immediately what is right "
        "and what isn't."
    )


def duration(minutes: int) -> str:
    """A time as people say it."""
    hours, quarters = divmod(round(minutes / 15), 4)
    numbers = ["no", "one", "two", "three", "four", "five"]
    if not 0 < hours < len(numbers) - 1:
        return f"about {minutes} minutes"
    this, later = (f"{numbers[n]} hour{'s' * (n > 1)}" for n in (hours, hours + 1))
    return (
        f"about {this}",
        f"a little over {this}",
        f"about {numbers[hours]} and a half hours",
        f"almost {later}",
    )[quarters]


def setup(app):
    app.add_directive("exercise", Exercise)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
