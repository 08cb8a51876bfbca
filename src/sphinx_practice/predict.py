"""``{predict}`` asks what readers expect, before a figure or a number shows it.

With ``choices``, it is a multiple-choice question (``practice.py``). With ``get``, it
asks for a number on a scale:

    ```{predict}
    ask: What share of its weight does a query of 256 features give to one of 8 keys?
    task: attention.scaled_dot_product_attention
    given: q, k = torch.randn(2, 400, 8, 256)
    get: 100 * answer(q, k, k)[1].max(-1).values.mean()
    scale: [0, 100, 1]
    unit: " %"
    because: Divided by the root, scores differ by about 1.
    opens: fig-saturation
    ```

``answer`` is the project's right answer to the task. The project's wrong answers give
tempting numbers, each with its cause. You can add more tempting numbers and their
reasons under ``tempting``. If scripts run, the figure named in ``opens`` stays folded
until the reader has guessed.
"""

import json
from html import escape
from typing import Any, NamedTuple

import numpy as np
import yaml

from sphinx_practice import practice
from sphinx_practice.checks import Checks, plain

# A guess may be off by 1/NEAR of the scale, but not by half the way to a wrong number.
NEAR = 20
EXPLAINED = 3  # how many wrong numbers the folded answer explains


class Guess(NamedTuple):
    """A number to guess.

    Attributes:
        ask: the question.
        scale: the smallest number, the largest number and the step.
        unit: what to write after a number.
        reasons: for each number, why it is right, or how people arrive at it. The right
            number comes first.
        opens: the figure that shows the right number, if any.
    """

    ask: str
    scale: tuple[float, float, float]
    unit: str
    reasons: dict[float, str]
    opens: str

    @property
    def number(self) -> float:
        return next(iter(self.reasons))

    @property
    def near(self) -> float:
        """How far off a guess may be."""
        _, *wrong = self.reasons
        low, high, _ = self.scale
        return min((high - low) / NEAR, *(abs(one - self.number) / 2 for one in wrong))


def read(text: str, checks: Checks) -> Guess:
    """Make a guess from its YAML, and compute its numbers.

    Raises:
        ValueError: if the number isn't on the scale, or no wrong number is tempting.
    """
    given: dict[str, Any] = yaml.safe_load(text)
    low, high, step = given["scale"]

    def number(get: str | float, answer: Any = None) -> float:
        names = checks.names("predict") | {"answer": answer}
        with np.errstate(all="ignore"):
            exec(given.get("given", ""), names)
            found = plain(eval(str(get), names)).item()
        return round(round(found / step) * step, 6) if np.isfinite(found) else np.nan

    task_id = given.get("task")
    answer, wrongs = checks.answers(task_id) if task_id else (None, ())
    right = number(given["get"], answer)
    if not low <= right <= high:
        raise ValueError(f"{right} is not on the scale: {given['ask']}")
    reasons = {right: given["because"]}
    for one in given.get("tempting", ()):
        reasons.setdefault(number(one["get"]), one["because"])
    for cause, answer in wrongs:
        try:
            wrong = number(given["get"], answer)
        except Exception:  # this wrong answer doesn't give a number
            continue
        apart = all(abs(wrong - one) >= (high - low) / NEAR for one in reasons)
        if low <= wrong <= high and apart:
            reasons[wrong] = f"Code with a common mistake gives this number: {cause}"
    if len(reasons) < 2:
        raise ValueError(f"nothing tempts: {given['ask']}")
    kept = dict([*reasons.items()][: 1 + EXPLAINED])
    unit, opens = given.get("unit", ""), given.get("opens", "")
    return Guess(given["ask"].strip(), (low, high, step), unit, kept, opens)


class Predict(practice.Asking):
    def build(self, text):
        if "get" in yaml.safe_load(text):
            return self.guess(read(text, self.checks))
        return self.item("predict", practice.read(text, self.checks))

    def guess(self, guess: Guess):
        def one(number):
            return f"{number:g}{guess.unit}"

        data = {
            "numbers": [*guess.reasons],
            "scale": guess.scale,
            "near": guess.near,
            "unit": guess.unit,
            "opens": guess.opens,
        }
        return [
            practice.raw(
                f'<div class="practice guess" data-id="{practice.key(guess.ask)}" '
                f'data-guess="{escape(json.dumps(data))}">'
                f'<p class="head">{practice.HEADS["predict"]}</p>'
            ),
            self.paragraph(guess.ask),
            practice.raw('<details class="answer"><summary>Answer</summary>'),
            self.paragraph(f"It is {one(guess.number)}."),
            self.list("whys", [f"{one(x)}: {why}" for x, why in guess.reasons.items()]),
            practice.raw("</details></div>"),
        ]
