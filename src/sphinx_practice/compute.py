"""``{compute} attention.softmax`` gives the reader a small example to work out by hand.

The numbers in the example are random. The build draws several instances of it and runs
the project's right and wrong answers on each. So it knows the right numbers, and the
numbers that each mistake leads to. In the page, ``practice.js`` picks an instance and
compares the reader's numbers with these.

    ```{compute} attention.softmax
    ask: Which weights does a softmax make of these scores?
    draw: scores = np.log(rng.choice([1, 2, 3, 4], 3))
    get: answer(scores)
    digits: 2
    ```

``draw`` makes an instance. The page shows all names that it defines, except those that
begin with ``_``. ``get`` is evaluated with the right answer as ``answer``, and then
with each wrong answer. With ``digits: 0``, the numbers are whole.
"""

import json
from html import escape
from typing import Any, NamedTuple

import numpy as np
import yaml
from docutils import nodes

from sphinx_practice import practice
from sphinx_practice.checks import Checks, plain

TRIED, DEALT, FEWEST = 60, 16, 6  # instances: to try, at most, at least
TEMPTING = 2  # how many mistakes, at least, must give numbers that aren't right
EXPLAINED = 3  # how many mistakes the folded answer explains


class Instance(NamedTuple):
    """What is given, the right numbers, and wrong numbers with their causes."""

    given: tuple[str, ...]
    right: tuple[float, ...]
    wrong: dict[tuple[float, ...], str]


class Computation(NamedTuple):
    """The question in a ``{compute}``."""

    name: str
    ask: str
    digits: int
    instances: list[Instance]

    @property
    def near(self) -> float:
        """How far off an answer may be: one in the last digit."""
        return 1.01 * 10**-self.digits if self.digits else 0.01


def read(name: str, text: str, checks: Checks) -> Computation:
    """Make a computation from its YAML, and work out its instances.

    Raises:
        ValueError: if there are too few instances in which mistakes change the numbers.
    """
    given: dict[str, Any] = yaml.safe_load(text)
    item = Computation(name, given["ask"].strip(), given["digits"], [])
    for seed in range(TRIED):
        found = worked_out(item, given["draw"], given["get"], seed, checks)
        if found and found.given not in [one.given for one in item.instances]:
            item.instances.append(found)
        if len(item.instances) == DEALT:
            break
    if len(item.instances) < FEWEST:
        raise ValueError(
            f"only {len(item.instances)} of {TRIED} instances tell {TEMPTING} wrong "
            f"ways from the right one: {item.ask}"
        )
    return item


def worked_out(
    item: Computation, draw: str, get: str, seed: int, checks: Checks
) -> Instance | None:
    """Return the instance for a seed; none if too few mistakes change its numbers."""

    def numbers(answer) -> np.ndarray:
        names = checks.names("compute", seed)
        names |= {"rng": np.random.default_rng(seed), "answer": answer}
        known = {*names, "__builtins__"}
        with np.errstate(all="ignore"):
            exec(draw, names)
            drawn = {k: x for k, x in names.items() if k not in known and k[0] != "_"}
            given[:] = [f"{name} = {shown(value)}" for name, value in drawn.items()]
            return plain(eval(get, names)).ravel()

    given: list[str] = []
    answer, wrongs = checks.answers(item.name)
    right = numbers(answer)
    instance = Instance(tuple(given), rounded(right, item.digits), {})
    causes: dict[tuple[float, ...], dict[str, bool]] = {}
    for cause, wrong in wrongs:
        try:
            got = numbers(wrong)
        except Exception:  # this wrong answer doesn't give any numbers
            continue
        if got.shape != right.shape or not np.isfinite(got).all():
            continue
        typed = np.round(got, item.digits)
        if not item.digits and np.abs(typed - got).max() > item.near:
            continue  # it isn't whole, so nobody would type it
        if np.abs(typed - right).max() > 2 * item.near:
            causes.setdefault(rounded(got, item.digits), {})[cause] = True
    for found, possible in causes.items():  # several mistakes may give the same numbers
        instance.wrong[found] = " Or: ".join([*possible][:2])
    return instance if len(set(instance.wrong.values())) >= TEMPTING else None


def rounded(numbers: np.ndarray, digits: int) -> tuple[float, ...]:
    return tuple(float(x) + 0.0 for x in np.round(numbers, digits))


def shown(value: Any) -> str:
    """Return a drawn value as people would write it in code, without its type."""
    if hasattr(value, "detach"):  # a tensor
        value = value.numpy()
    if isinstance(value, np.ndarray | np.generic):
        if value.dtype.kind == "f":
            value = np.round(value.astype(float), 3)
        value = value.tolist()
    return json.dumps(tidy(value), ensure_ascii=False)


def tidy(value: Any) -> Any:
    """Return a number, without a decimal point if it is whole."""
    if isinstance(value, list | tuple):
        return [tidy(one) for one in value]
    is_whole = isinstance(value, float) and value == int(value)
    return int(value) if is_whole else value


def written(numbers: tuple[float, ...], digits: int) -> str:
    """Return numbers as a reader would type them."""
    return "  ".join(f"{x:.{digits}f}" for x in numbers)


class Compute(practice.Asking):
    required_arguments = 1

    def build(self, text):
        name = self.arguments[0]
        item = read(name, text, self.checks)
        first = item.instances[0]
        given = "".join(f"<li><code>{escape(one)}</code></li>" for one in first.given)
        opening = (
            f'<div class="practice compute" data-id="{practice.key(item.ask)}">'
            f'<p class="head">{practice.HEADS["compute"]}</p>'
        )
        closing = f'<ul class="given">{given}</ul>{fold(item)}</div>'
        box = nodes.container(
            "",
            practice.raw(opening),
            self.paragraph(item.ask),
            practice.raw(closing),
            compute=name,
        )
        return [box]


def fold(item: Computation) -> str:
    """Return the folded answer to the first instance, and the script's instances."""
    first = item.instances[0]
    causes = sorted({cause for one in item.instances for cause in one.wrong.values()})
    by_cause = {cause: numbers for numbers, cause in reversed(first.wrong.items())}
    whys = "".join(
        "<li><p>A common wrong answer is "
        f"<code>{written(numbers, item.digits)}</code>: {escape(cause)}</p></li>"
        for cause, numbers in [*reversed(by_cause.items())][:EXPLAINED]
    )
    data = {
        "near": item.near,
        "digits": item.digits,
        "causes": causes,
        "instances": [
            {
                "given": one.given,
                "right": one.right,
                "wrong": [
                    [*numbers, causes.index(x)] for numbers, x in one.wrong.items()
                ],
            }
            for one in item.instances
        ],
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    text = text.replace("<", r"\u003c")  # so that no tag in the text ends the script
    return (
        '<details class="answer"><summary>Answer</summary>'
        f"<p>It is <code>{written(first.right, item.digits)}</code>.</p>"
        f'<ul class="whys">{whys}</ul></details>'
        f'<script type="application/json">{text}</script>'
    )
