"""``{arrange} total`` asks the reader to put a program together from its lines.

Some lines are given. The reader fills the gaps with lines from a pool, which contains a
few lines too many. The build checks every program that the reader can put together, so
the page can show what the check says about it.

    ```{arrange} total
    code: |
      def total(numbers):
          result = 0
          for number in numbers:
              result += number
          return result
    places: [2, 4, 5]
    extra: [result = number, return number]
    check: |
      assert total([1, 2]) == 3, f"total([1, 2]) should be 3, not {total([1, 2])}."
    ```

The lines of ``code`` are numbered from 1. If there is no ``check``, the project's hook
decides what is right.
"""

import itertools
import json
import random
from html import escape
from typing import Any, NamedTuple

import yaml

from sphinx_practice import practice
from sphinx_practice.checks import Checks
from sphinx_practice.lines import distance, filled, statement

MOST = 120  # the most programs that readers can put together in a puzzle


class Puzzle(NamedTuple):
    """A program with gaps, and the lines that can fill them.

    Attributes:
        name: the name of the task that the program answers.
        code: all lines of the program, with the right lines in the gaps.
        places: which lines of the program are gaps.
        pool: the lines to choose from, without indentation.
        verdicts: what the check says about each way to fill the gaps; empty if the
            program passes. A way is a tuple of indices into the pool.
    """

    name: str
    code: tuple[str, ...]
    places: tuple[int, ...]
    pool: tuple[str, ...]
    verdicts: dict[tuple[int, ...], str]

    @property
    def right(self) -> tuple[int, ...]:
        """The way of filling the gaps that gives the original program."""
        return tuple(self.pool.index(self.code[i].strip()) for i in self.places)


def read(name: str, text: str, checks: Checks) -> Puzzle:
    """Make a puzzle from its YAML, and check all its programs.

    Raises:
        ValueError: if the program fails as written, if the pool contains the same line
            twice, or if too many programs can be put together.
    """
    given: dict[str, Any] = yaml.safe_load(text)
    code = tuple(given["code"].splitlines())
    places = tuple(sorted(number - 1 for number in given["places"]))
    pool = [code[at].strip() for at in places] + given.get("extra", [])
    if len({*pool}) < len(pool):
        raise ValueError("two of the lines to choose from are the same")
    random.Random(name).shuffle(pool)
    ways = [*itertools.permutations(range(len(pool)), len(places))]
    if len(ways) > MOST:
        raise ValueError(f"{len(ways)} programs can be built, but the limit is {MOST}")
    verdicts = {
        way: checks.verdict(
            name, filled(code, places, [pool[i] for i in way]), given.get("check", "")
        )
        for way in ways
    }
    found = Puzzle(name, code, places, tuple(pool), verdicts)
    if verdict := verdicts[found.right]:
        raise ValueError(f"the program itself isn't right: {verdict}")
    return found


def markup(found: Puzzle) -> str:
    """Return the puzzle as HTML."""
    name = found.name.rpartition(".")[2]
    rows = "".join(
        f'<li class="place" data-indent="{line[: -len(line.lstrip())]}">'
        f"<code>{line[: -len(line.lstrip())]}…</code></li>"
        if i in found.places
        else f"<li><code>{escape(line)}</code></li>"
        for i, line in enumerate(found.code)
    )
    pool = "".join(f"<li><code>{escape(one)}</code></li>" for one in found.pool)
    letters = ", ".join(
        " or ".join(
            practice.letter(i) for i, line in enumerate(found.pool) if line == right
        )
        for right in (found.pool[i] for i in found.right)
    )
    texts = [*dict.fromkeys(found.verdicts.values())]
    data = {
        "right": found.right,
        "verdicts": texts,
        "programs": {
            "".join(map(str, way)): texts.index(verdict)
            for way, verdict in found.verdicts.items()
        },
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    text = text.replace("<", r"\u003c")  # so that no tag in the text ends the script
    return (
        f'<div class="practice arrange" data-id="{found.name}.lines">'
        f'<p class="head">{practice.HEADS["arrange"]}</p>'
        f"<p>Which of the lines below belong in <code>{name}</code>, and where?</p>"
        f'<ol class="lines">{rows}</ol>'
        f'<ol class="pool" type="a">{pool}</ol>'
        f'<details class="answer"><summary>Answer</summary>'
        f"<p>From the top: {letters}.</p>{whys(found)}</details>"
        f'<script type="application/json">{text}</script></div>'
    )


def whys(found: Puzzle) -> str:
    """Return what the check says about each extra line, where it is most tempting."""
    items = ""
    for i, line in enumerate(found.pool):
        if i in found.right:
            continue
        ways = [
            [*found.right[:at], i, *found.right[at + 1 :]]
            for at in range(len(found.places))
            if found.pool[found.right[at]] != line  # the same line changes nothing
        ]
        near = min(ways, key=lambda way: unlike(line, found.pool[odd(way, found)]))
        verdict = found.verdicts[tuple(near)] or "it passes, too."
        swap = f"{practice.letter(i)} instead of {practice.letter(odd(near, found))}"
        items += f"<li><p>With {swap}: {escape(verdict)}</p></li>"
    return f'<ul class="whys">{items}</ul>' if items else ""


def unlike(line: str, other: str) -> tuple[bool, int]:
    differ = statement(line) != statement(other)
    return differ, distance(line, other)


def odd(way, found: Puzzle) -> int:
    """Return the right line that a wrong one has replaced."""
    return next(r for r, got in zip(found.right, way, strict=True) if r != got)


class Arrange(practice.Asking):
    required_arguments = 1

    def build(self, text):
        found = read(self.arguments[0], text, self.checks)
        return [practice.raw(markup(found))]
