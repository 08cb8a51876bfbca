"""``{listing} attention.split_heads`` shows a function or class of the course.

If students write the function for a grade, the page doesn't show its code. Instead, it
shows the function's name and arguments, its steps, an example, and a link to the
exercise. Below them is a solution in a fold, except in the class edition. All other
functions are shown in full.

    ```{listing} attention.scaled_dot_product_attention attention.attention_weights
    ```

You can name more functions for the same fold, for example helpers that contain what the
task asks for. If the code has numbered comments for its steps, the page lists them.
"""

import inspect
import re
from typing import Any

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
        box += example(source.example(written[0]))
        box += self.invitation(names[0])
        if edition.shows_answers(self.env.config):
            opening = f'<details class="solution"><summary>{SUMMARY}</summary>'
            box += nodes.raw("", opening, format="html")
            box += bodies
            box += nodes.raw("", "</details>", format="html")
        decks = arrange.decks(self.env, names[0])
        box += nodes.container("", *decks, practise=names[0])
        return [box]

    def invitation(self, task_id: str) -> nodes.Node:
        slug, _ = task_id.split(".")
        task = checks.task(task_id)
        paragraph = nodes.paragraph("", "", nodes.strong("", "You write this"))
        paragraph += nodes.Text(" in the exercise ")
        paragraph += nodes.literal("", slug)
        paragraph += nodes.Text(f": {task.worth}, about {task.minutes} minutes.")
        return paragraph


class Listings(SphinxDirective):
    """``{listings} The chapter's code``: a fold with everything that its lines name.

    A line names a function or a class. It can also name a chapter, which stands for
    everything that the chapter's module defines. The class edition leaves this fold
    out, because the fold would contain answers.
    """

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self):
        if not edition.shows_answers(self.env.config):
            return []
        try:
            things = [thing for name in self.content for thing in parts(name)]
        except ValueError as error:
            raise self.error(str(error)) from error
        for thing in things:
            self.env.note_dependency(inspect.getsourcefile(thing))
        bodies = [source.shown(source.written(thing)) for thing in things]
        opening = f'<details class="solution"><summary>{self.arguments[0]}</summary>'
        return [
            nodes.raw("", opening, format="html"),
            code("\n\n\n".join(bodies)),
            nodes.raw("", "</details>", format="html"),
        ]


def parts(name: str) -> list[Any]:
    """Return the name itself or, for a module, all names that it defines, in order."""
    found = source.find(name)
    if not inspect.ismodule(found):
        return [found]
    defined = [
        inspect.unwrap(thing)
        for thing in vars(found).values()
        if inspect.isfunction(thing) or inspect.isclass(thing)
    ]
    own = [thing for thing in defined if thing.__module__ == found.__name__]
    return sorted(own, key=lambda thing: inspect.getsourcelines(thing)[1])


def code(text: str) -> nodes.literal_block:
    return nodes.literal_block(text, text, language="python")


def numbered(steps: list[str]) -> list[nodes.Node]:
    """Make a numbered list of the steps."""
    rows = [
        nodes.list_item("", nodes.paragraph("", "", *words(step))) for step in steps
    ]
    return [
        nodes.paragraph("", "Step by step:"),
        nodes.enumerated_list("", *rows, enumtype="arabic", prefix="", suffix="."),
    ]


def words(text: str) -> list[nodes.Node]:
    """Return the text, with names in backticks."""
    return [
        nodes.literal("", part) if inside % 2 else nodes.Text(part)
        for inside, part in enumerate(re.split("`+", text))
    ]


def example(text: str) -> list[nodes.Node]:
    """Return the example in the docstring, which our tests run."""
    block = nodes.literal_block(text, text, language="pycon")
    return [nodes.paragraph("", "For example:"), block]


def setup(app):
    app.add_directive("listing", Listing)
    app.add_directive("listings", Listings)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
