"""``{compute} attention.softmax``: a small instance, drawn again, worked out by hand.

What is right, and which wrong way gives which wrong numbers, comes out of the course's
own answer to a task and of the wrong answers of its catalogue, run on each instance
when the page is built. ``practice.js`` deals the instances and compares.

    ```{compute} attention.softmax
    ask: Which weights does a softmax make of these scores?
    draw: scores = np.log(rng.choice([1, 2, 3, 4], 3))
    get: answer(scores)
    digits: 2
    ```

``draw`` makes an instance, and its names are shown; those that begin with ``_`` are
not. In ``get``, ``answer`` is first the right one and then each wrong one. With
``digits: 0`` the numbers are whole.
"""

import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any, NamedTuple

import numpy as np
import torch
import yaml
from docutils import nodes

from _ext import practice, source
from lernformer import checks
from lernformer.checks.judging import CANNOT
from lernformer.transformer import TransformerConfig

TRIED, DEALT, FEWEST = 60, 16, 6  # instances
TEMPTING = 2  # wrong ways that each instance tells apart from the right one, at least
TOLD = 3  # of them where the answer folds
BLOCK = re.compile(r"^```\{compute\} (\S+)\n(.*?)^```$", re.S | re.M)


class Instance(NamedTuple):
    """What is given, what is right, and the numbers of wrong ways with their causes."""

    given: tuple[str, ...]
    right: tuple[float, ...]
    wrong: dict[tuple[float, ...], str]


class Computation(NamedTuple):
    """What a ``{compute}`` asks."""

    task_id: str
    ask: str
    digits: int
    instances: list[Instance]

    @property
    def near(self) -> float:
        """How far from the right number an answer may be: one in its last digit."""
        return 1.01 * 10**-self.digits if self.digits else 0.01


def read(task_id: str, text: str) -> Computation:
    """A computation from its YAML, with its instances worked out.

    Raises:
        ValueError: if there are too few instances in which wrong ways show.
    """
    given: dict[str, Any] = yaml.safe_load(text)
    asked = Computation(task_id, given["ask"].strip(), given["digits"], [])
    for seed in range(TRIED):
        found = worked_out(asked, given["draw"], given["get"], seed)
        if found and found.given not in [one.given for one in asked.instances]:
            asked.instances.append(found)
        if len(asked.instances) == DEALT:
            break
    if len(asked.instances) < FEWEST:
        raise ValueError(
            f"only {len(asked.instances)} of {TRIED} instances tell {TEMPTING} wrong "
            f"ways from the right one: {asked.ask}"
        )
    return asked


def worked_out(asked: Computation, draw: str, get: str, seed: int) -> Instance | None:
    """An instance by its seed; none where wrong ways lead to what is right."""

    def numbers(answer) -> np.ndarray:
        names = {"np": np, "torch": torch, "TransformerConfig": TransformerConfig}
        names |= {"rng": np.random.default_rng(seed), "answer": answer}
        known = {*names, "__builtins__"}
        with torch.random.fork_rng(devices=()), np.errstate(all="ignore"):
            torch.manual_seed(seed)
            exec(draw, names)
            drawn = {k: x for k, x in names.items() if k not in known and k[0] != "_"}
            given[:] = [f"{name} = {shown(value)}" for name, value in drawn.items()]
            result = eval(get, names)
        if isinstance(result, torch.Tensor):
            result = result.detach().numpy()
        return np.asarray(result, float).ravel()

    given: list[str] = []
    right = numbers(source.find(asked.task_id))
    instance = Instance(tuple(given), rounded(right, asked.digits), {})
    for cause, answer in ways(asked.task_id):
        try:
            got = numbers(answer)
        except CANNOT:
            continue
        if got.shape != right.shape or not np.isfinite(got).all():
            continue
        typed = np.round(got, asked.digits)
        if not asked.digits and np.abs(typed - got).max() > asked.near:
            continue  # nobody would type a whole number
        if np.abs(typed - right).max() > 2 * asked.near:
            instance.wrong.setdefault(rounded(got, asked.digits), cause)
    return instance if len(set(instance.wrong.values())) >= TEMPTING else None


def ways(task_id: str) -> Iterator[tuple[str, Any]]:
    """The wrong answers of the catalogue, the most telling first, with their causes."""
    for mistake in checks.task(task_id).mistakes:
        if mistake.answer and mistake.cause:
            yield mistake.cause, mistake.answer


def rounded(numbers: np.ndarray, digits: int) -> tuple[float, ...]:
    return tuple(float(x) + 0.0 for x in np.round(numbers, digits))


def shown(value: Any) -> str:
    """A drawn value as it would stand in code, without a type."""
    if isinstance(value, torch.Tensor):
        value = value.numpy()
    if isinstance(value, np.ndarray | np.generic):
        if value.dtype.kind == "f":
            value = np.round(value.astype(float), 3)
        value = value.tolist()
    return json.dumps(tidy(value), ensure_ascii=False)


def tidy(value: Any) -> Any:
    """Whole numbers without a point."""
    if isinstance(value, list | tuple):
        return [tidy(one) for one in value]
    is_whole = isinstance(value, float) and value == int(value)
    return int(value) if is_whole else value


def written(numbers: tuple[float, ...], digits: int) -> str:
    """Numbers as a reader would type them."""
    return "  ".join(f"{x:.{digits}f}" for x in numbers)


class Compute(practice.Asking):
    required_arguments = 1
    has_content = True

    def run(self):
        practice.needed(self.env)
        task_id = self.arguments[0]
        try:
            asked = read(task_id, "\n".join(self.content))
        except Exception as error:
            raise self.error(f"compute: {error}") from error
        first = asked.instances[0]
        given = "".join(f"<li><code>{escape(one)}</code></li>" for one in first.given)
        opening = (
            f'<div class="practice compute" data-id="{practice.key(asked.ask)}">'
            f'<p class="head">{practice.HEADS["compute"]}</p>'
        )
        closing = f'<ul class="given">{given}</ul>{fold(asked)}</div>'
        item = nodes.container(
            "",
            practice.raw(opening),
            self.paragraph(asked.ask),
            practice.raw(closing),
            compute=task_id,
        )
        return [item]


def fold(asked: Computation) -> str:
    """The answer to the first instance, and all instances for the script."""
    first = asked.instances[0]
    causes = sorted({cause for one in asked.instances for cause in one.wrong.values()})
    by_cause = {cause: numbers for numbers, cause in reversed(first.wrong.items())}
    whys = "".join(
        "<li><p>A common wrong answer is "
        f"<code>{written(numbers, asked.digits)}</code>: {escape(cause)}</p></li>"
        for cause, numbers in [*reversed(by_cause.items())][:TOLD]
    )
    data = {
        "near": asked.near,
        "digits": asked.digits,
        "causes": causes,
        "instances": [
            {
                "given": one.given,
                "right": one.right,
                "wrong": [
                    [*numbers, causes.index(x)] for numbers, x in one.wrong.items()
                ],
            }
            for one in asked.instances
        ],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    text = text.replace("<", r"\u003c")  # no tag ends the script
    return (
        '<details class="answer"><summary>Answer</summary>'
        f"<p>It is <code>{written(first.right, asked.digits)}</code>.</p>"
        f'<ul class="whys">{whys}</ul></details>'
        f'<script type="application/json">{text}</script>'
    )


def of_chapter(slug: str) -> list[Computation]:
    """What a chapter's page lets its readers compute."""
    page = (practice.BOOK / f"{slug}.md").read_text("utf-8")
    return [read(*found) for found in BLOCK.findall(page)]


def setup(app):
    app.add_directive("compute", Compute)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
