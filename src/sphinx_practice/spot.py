"""``{spot} total`` asks the reader to find the mistake in a program.

The reader sees the program and what the check says about it, and then chooses the wrong
line and the cause. The build makes sure that the check fails, and that it passes if the
wrong line is corrected.

    ```{spot} total
    code: |
      def total(numbers):
          result = 0
          for number in numbers:
              result = number
          return result
    line: 4
    right: result += number
    check: |
      assert total([1, 2]) == 3, f"total([1, 2]) should be 3, not {total([1, 2])}."
    choices:
      - say: The sum is replaced in each round.
        because: The loop keeps only the last number.
      - say: The loop leaves out the last number.
        because: It goes over all of them.
    ```

The first choice has to be the cause; the page shows the choices in a different order.
If there is no ``check``, the project's hook decides what is right.
"""

import random
from collections.abc import Sequence
from html import escape
from typing import Any

import yaml

from sphinx_practice import practice
from sphinx_practice.checks import Checks
from sphinx_practice.lines import filled
from sphinx_practice.practice import Choice


def read(name: str, text: str, checks: Checks) -> str:
    """Turn an item from YAML into HTML.

    Raises:
        ValueError: if the program passes, or still fails when the line is corrected.
    """
    given: dict[str, Any] = yaml.safe_load(text)
    code, at = given["code"].splitlines(), given["line"] - 1
    check = given.get("check", "")
    symptom = checks.verdict(name, given["code"], check)
    if not symptom:
        raise ValueError(f"the check finds nothing wrong with {name}")
    if verdict := checks.verdict(name, filled(code, (at,), [given["right"]]), check):
        raise ValueError(f"with {given['right']!r} it isn't right, either: {verdict}")
    choices = [
        Choice(escape(one["say"]), not i, escape(one["because"]))
        for i, one in enumerate(given["choices"])
    ]
    id = f"{name}.{practice.key(text)}"
    random.Random(id).shuffle(choices)
    return markup(id, name, symptom, code, at, choices)


def markup(
    id: str,
    name: str,
    symptom: str,
    code: Sequence[str],
    odd: int | None,
    choices: list[Choice],
) -> str:
    """Return an item as HTML.

    Args:
        id: the key under which the reader's browser remembers the item.
        name: the name of the task that the program answers.
        symptom: what the check says about the program.
        code: the lines of the program; none if the symptom is enough to find the cause.
        odd: the index of the wrong line; None unless exactly one line is wrong.
        choices: the causes to choose from, in HTML.
    """
    question = (
        f"<p>One answer to <code>{name}</code>, and what the check says about it: "
        f"<q>{escape(symptom)}</q></p>"
    )
    place = ""
    if code:
        which = f' data-odd="{odd}"' if odd is not None else ""
        rows = "".join(f"<li><code>{escape(line)}</code></li>" for line in code)
        question += f'<ol class="lines"{which}>{rows}</ol>'
        if odd is not None:
            place = f"<p>It's line {odd + 1}.</p>"
    question += "<p>What is the cause?</p>"
    return practice.markup("spot", id, question, choices, place)


class Spot(practice.Asking):
    required_arguments = 1

    def build(self, text):
        return [practice.raw(read(self.arguments[0], text, self.checks))]
