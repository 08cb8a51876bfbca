"""``{listing} attention.split_heads``: a function or class of the course.

What students write for a grade is announced, not shown: its name and arguments, the
steps on the way, an example, and the way to the exercise. One solution folds behind
them, or, in the class edition, stands nowhere. All else is shown in full.

    ```{listing} attention.scaled_dot_product_attention attention.attention_weights
    ```

Further names come into the same fold: helpers that hold what the task asks for. Where
the code names its steps, in numbered comments, these take the place of computed ones.
"""

import inspect
import re

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from _ext import arrange, edition, source
from lernformer import checks
from lernformer.checks.steps import named

SUMMARY = "I have tried: show one solution"


class Listing(SphinxDirective):
    required_arguments = 1
    optional_arguments = 1
    final_argument_whitespace = True

    def run(self):
        try:
            names = " ".join(self.arguments).split()
            things = [source.find(name) for name in names]
        except ValueError as error:
            raise self.error(str(error)) from error
        for thing in things:
            self.env.note_dependency(inspect.getsourcefile(thing))
        written = [source.written(thing) for thing in things]
        bodies = [code(source.shown(text)) for text in written]
        if names[0] not in checks.tasks():
            return bodies
        box = nodes.container(classes=["task"])
        box += code(source.stub(written[0]))
        if known := named(written[0]):
            box += numbered(known)
        else:
            box += described(source.steps(written[0]), source.parts(written[0]))
        box += example(source.example(written[0]))
        box += self.invitation(names[0])
        if edition.shows_answers(self.env.config):
            opening = f'<details class="solution"><summary>{SUMMARY}</summary>'
            box += nodes.raw("", opening, format="html")
            box += bodies
            box += nodes.raw("", "</details>", format="html")
        box += arrange.decks(self.env, names[0])
        return [box]

    def invitation(self, task_id: str) -> nodes.Node:
        slug, _ = task_id.split(".")
        task = checks.task(task_id)
        paragraph = nodes.paragraph("", "", nodes.strong("", "You write this"))
        paragraph += nodes.Text(" in the exercise ")
        paragraph += nodes.literal("", slug)
        paragraph += nodes.Text(f": {task.worth}, about {task.minutes} minutes.")
        return paragraph


def code(text: str) -> nodes.literal_block:
    return nodes.literal_block(text, text, language="python")


def described(found: list[source.Step], parts: list[str]) -> list[nodes.Node]:
    """The steps as a list; nothing for one alone of which nothing is said."""
    items = [step(one) for one in found]
    if parts:
        items.insert(0, holding(parts))
    if len(items) < 2 and not any(one.comment for one in found):
        return []
    return in_order(items)


def numbered(steps: list[str]) -> list[nodes.Node]:
    """Steps that the code names."""
    return in_order([nodes.paragraph("", "", *words(step)) for step in steps])


def in_order(items: list[nodes.paragraph]) -> list[nodes.Node]:
    rows = [nodes.list_item("", item) for item in items]
    return [
        nodes.paragraph("", "Step by step:"),
        nodes.enumerated_list("", *rows, enumtype="arabic", prefix="", suffix="."),
    ]


def words(text: str) -> list[nodes.Node]:
    """Text, in which names stand between backticks."""
    return [
        nodes.literal("", part) if inside % 2 else nodes.Text(part)
        for inside, part in enumerate(re.split("`+", text))
    ]


def step(one: source.Step) -> nodes.paragraph:
    paragraph = nodes.paragraph()
    paragraph += nodes.literal("", one.name) if one.name else nodes.Text("the result")
    paragraph += nodes.Text(" from " if one.sources else "")
    paragraph += listed(one.sources)
    paragraph += nodes.Text(f": {one.comment}" if one.comment else "")
    return paragraph


def holding(parts: list[str]) -> nodes.paragraph:
    return nodes.paragraph("", "", nodes.Text("it holds "), *listed(parts))


def listed(names) -> list[nodes.Node]:
    result: list[nodes.Node] = []
    for name in names:
        result += [nodes.Text(", ")] if result else []
        result.append(nodes.literal("", name))
    return result


def example(text: str) -> list[nodes.Node]:
    """The one of the docstring, which tests run."""
    block = nodes.literal_block(text, text, language="pycon")
    return [nodes.paragraph("", "For example:"), block]


def setup(app):
    app.add_directive("listing", Listing)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
