"""``{listing} attention.split_heads``: a function or class of the course.

What students write for a grade is announced, not shown: its name and arguments, the
steps on the way, an example, and the way to the exercise. One solution folds behind
them, or, in the class edition, stands nowhere. All else is shown in full.

    ```{listing} attention.scaled_dot_product_attention attention.attention_weights
    ```

Further names come into the same fold: helpers that hold what the task asks for. Lines
of text in the directive take the place of the computed steps.
"""

import dataclasses
import inspect
import textwrap

import numpy as np
import torch
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from _ext import arrange, edition, practice, source, spot
from lernformer import checks
from lernformer.transformer import TransformerConfig

SUMMARY = "I have tried: show one solution"
# How many numbers one can follow that have a decimal at most, and that have more.
ROUND, FEW = 24, 4


class Listing(SphinxDirective):
    required_arguments = 1
    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True

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
        if self.content:
            self.state.nested_parse(self.content, self.content_offset, box)
        else:
            box += described(source.steps(written[0]), source.parts(written[0]))
        box += example(names[0], things[0])
        box += self.invitation(names[0])
        with_code = edition.shows_answers(self.env.config)
        if with_code:
            opening = f'<details class="solution"><summary>{SUMMARY}</summary>'
            box += nodes.raw("", opening, format="html")
            box += bodies
            box += nodes.raw("", "</details>", format="html")
        practice.needed(self.env)
        if dealt := spot.deck(names[0], with_code=with_code):
            box += dealt
        if with_code and (lines := arrange.deck(names[0])):
            box += lines
        return [box]

    def invitation(self, task_id: str) -> nodes.Node:
        slug, _ = task_id.split(".")
        task = checks.task(task_id)
        points = f"{task.points} point{'s' * (task.points > 1)}"
        paragraph = nodes.paragraph("", "", nodes.strong("", "You write this"))
        paragraph += nodes.Text(" in the exercise ")
        paragraph += nodes.literal("", slug)
        paragraph += nodes.Text(f": {points}, about {task.minutes} minutes.")
        return paragraph


def code(text: str) -> nodes.literal_block:
    return nodes.literal_block(text, text, language="python")


def described(found: list[source.Step], parts: list[str]) -> list[nodes.Node]:
    """The steps as a list; nothing for one alone of which nothing is said."""
    items = [step(one) for one in found]
    if parts:
        items.insert(0, nodes.list_item("", holding(parts)))
    if len(items) < 2 and not any(one.comment for one in found):
        return []
    return [
        nodes.paragraph("", "Step by step:"),
        nodes.enumerated_list("", *items, enumtype="arabic", prefix="", suffix="."),
    ]


def step(one: source.Step) -> nodes.list_item:
    paragraph = nodes.paragraph()
    paragraph += nodes.literal("", one.name) if one.name else nodes.Text("the result")
    paragraph += nodes.Text(" from " if one.sources else "")
    paragraph += listed(one.sources)
    paragraph += nodes.Text(f": {one.comment}" if one.comment else "")
    return nodes.list_item("", paragraph)


def holding(parts: list[str]) -> nodes.paragraph:
    return nodes.paragraph("", "", nodes.Text("it holds "), *listed(parts))


def listed(names) -> list[nodes.Node]:
    result: list[nodes.Node] = []
    for name in names:
        result += [nodes.Text(", ")] if result else []
        result.append(nodes.literal("", name))
    return result


def example(task_id: str, reference) -> list[nodes.Node]:
    """What comes out for the smallest of the check's cases."""
    task = checks.task(task_id)
    case = task.cases(np.random.default_rng(0))[0]
    with torch.random.fork_rng(devices=()):
        torch.manual_seed(0)
        values = task.probe.ask(reference, case).values
    wanted = arguments(reference)
    plain = all(isinstance(x, int | float) for x in case.inputs.values())
    if plain and "config" not in wanted:  # a probe may give it in other units
        values = {"result": reference(*case.inputs.values())}
    taken = {
        name: x
        for name, x in case.inputs.items()
        if name in wanted or (is_weight(x) and is_small(x))
    }
    whole = all(is_small(x) for x in case.inputs.values())
    lines = [*told(taken), "gives", *told(values, whole)]
    text = "\n".join(lines)
    block = nodes.literal_block(text, text, language="text")
    return [nodes.paragraph("", "For example:"), block]


def arguments(reference) -> set[str]:
    """Their names, of ``__init__`` and ``forward`` if it is a class."""
    functions = [reference]
    if inspect.isclass(reference):
        functions = [reference.__init__, reference.forward]
    names = {name for f in functions for name in inspect.signature(f).parameters}
    sizes = {field.name for field in dataclasses.fields(TransformerConfig)}
    return names | (sizes if "config" in names else set())


def is_weight(x) -> bool:
    return isinstance(x, np.ndarray) and x.dtype.kind == "f"


def is_small(x) -> bool:
    """Whether it can be followed by hand."""
    x = np.asarray(x)
    if x.dtype.kind not in "fiub":
        return True
    tenths = np.round(x.astype(float) * 10, 9)
    return x.size <= (ROUND if (tenths == np.round(tenths)).all() else FEW)


def told(values: dict[str, object], whole: bool = True) -> list[str]:
    """Names and values; a shape where nobody could follow the numbers."""
    wide = max(map(len, values), default=0)
    lines = []
    for name, x in values.items():
        first, *more = number(x, whole).splitlines()
        lines.append(f"    {name:{wide}}  {first}")
        lines += [f"    {' ' * wide}  {line}" for line in more if line.strip()]
    return lines


def number(x, whole: bool) -> str:
    x = np.asarray(x)
    if x.dtype.kind not in "fiub":
        return textwrap.fill(str(x), 64)
    if x.size > FEW and not (whole and is_small(x)):
        return f"shape {x.shape}"
    if x.dtype.kind == "f" and (x == np.round(x)).all():
        x = x.astype(int)
    return np.array2string(x, precision=4, suppress_small=True, separator=", ")


def setup(app):
    app.add_directive("listing", Listing)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
