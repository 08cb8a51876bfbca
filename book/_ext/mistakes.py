"""``{mistakes} <slug>``: the misconceptions that a chapter's checks know by name.

The checks' messages link here, so each has an anchor; what it says is what the checks
say, taken from the same place.
"""

from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from lernformer import checks, mistakes
from lernformer.mistakes.common import GENERAL, KEPT


class Mistakes(SphinxDirective):
    required_arguments = 1

    def run(self):
        for folder in (checks, mistakes):
            for source in Path(folder.__file__).parent.rglob("*.py"):
                self.env.note_dependency(str(source))
        result = []
        for task, known in _by_first_task(self.arguments[0]).items():
            items = [_item(name, causes) for name, causes in known.items()]
            opening = f"<details><summary>{task}</summary>"
            result += [
                nodes.raw("", opening, format="html"),
                nodes.definition_list("", *items),
                nodes.raw("", "</details>", format="html"),
            ]
        return result


def _by_first_task(slug: str) -> dict[str, dict[str, dict[str, list[str]]]]:
    """Task → mistake → cause → tasks; a mistake is listed under the first task."""
    first: dict[str, str] = {}
    grouped: dict = {}
    for task_id in checks.tasks():
        chapter, _, task = task_id.partition(".")
        if chapter == slug:
            for mistake in checks.task(task_id).mistakes:
                home = grouped.setdefault(first.setdefault(mistake.id, task), {})
                told = home.setdefault(mistake.id, {}).setdefault(mistake.cause, [])
                if task not in told:
                    told.append(task)
    anywhere = {known.id: {known.cause: []} for known in (*GENERAL, KEPT)}
    grouped["any task"] = {i: told for i, told in anywhere.items() if i not in first}
    return grouped


def _item(name: str, causes: dict[str, list[str]]) -> nodes.definition_list_item:
    definition = nodes.definition()
    for cause, tasks in causes.items():
        paragraph = nodes.paragraph("", cause)
        if len(causes) > 1:
            paragraph.insert(0, nodes.Text(f"In {' and '.join(tasks)}: "))
        definition += paragraph
    term = nodes.term("", name.replace("_", " "), ids=[name.replace("_", "-")])
    return nodes.definition_list_item("", term, definition)


def setup(app):
    app.add_directive("mistakes", Mistakes)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
