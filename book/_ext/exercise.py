"""``{exercise} <slug>``: the way from a chapter to its exercise, with what it takes."""

import re
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective

from _ext.site import launchers
from lernformer import COURSE, checks


class Exercise(SphinxDirective):
    required_arguments = 1

    def run(self):
        box = nodes.container(classes=["exercise"])
        page = Path(self.env.doc2path(self.env.docname)).read_text("utf-8")
        listed = re.findall(r"^```\{listing\} (\S+)", page, re.M)
        text = invitation(self.arguments[0], listed)
        self.state.nested_parse(StringList(text.splitlines()), self.content_offset, box)
        return [box]


def invitation(slug: str, listed: list[str]) -> str:
    """The words of the box, as MyST; the tasks ``listed`` stand in the chapter."""
    if slug not in COURSE:
        return "This course leaves out the exercise of this chapter."
    path = f"exercises/{slug}/{slug}.ipynb"
    names = [name for name in checks.tasks() if name.startswith(f"{slug}.")]
    every = [checks.task(name) for name in names]
    tasks = [task for task in every if not task.optional]
    more = len(every) - len(tasks)
    optional = f", and {more} optional ones" if more else ""
    minutes, points = (sum(getattr(t, n) for t in tasks) for n in ("minutes", "points"))
    only_there = [f"`{t.id.split('.')[1]}`" for t in tasks if t.id not in listed]
    asked = f" ({' and '.join(only_there)} only there)" if only_there else ""
    elsewhere = "".join(
        f", or in [{service}]({url})" for service, url in launchers(path).items()
    )
    return (
        f"**Now build it yourself.** Open `{path}` in JupyterLab (`make lab`)"
        f"{elsewhere}, or take {{download}}`the notebook <../{path}>` with you. "
        f"{len(tasks)} tasks{asked} for {points} points, about {minutes} minutes"
        f"{optional}; each cell tells at once what is right and what is not."
    )


def setup(app):
    app.add_directive("exercise", Exercise)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
