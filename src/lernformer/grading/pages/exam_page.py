"""Writes an exam in Markdown, and as a page with a sheet for each variant and key.

The page is made from the Markdown, so instructors can edit the Markdown first.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup
from nbconvert.filters import markdown2html

from lernformer import checks
from lernformer.checks.exams import (
    BUG,
    COMPUTE,
    ORDER,
    POINTS,
    VARIANTS,
    VERDICT,
    Item,
)
from lernformer.checks.own_code.asking import LETTERS
from lernformer.grading.gradebook.safe_pages import clean
from lernformer.grading.gradebook.templates import templates

DEMANDS = {
    BUG: "Name the line, and say in one sentence what is wrong with it.",
    VERDICT: "Choose one, and give your reason in one sentence.",
    ORDER: "Write down the letters in an order that passes the check.",
    COMPUTE: "Choose one, and show how you got there.",
}
RUBRICS = {
    BUG: "1 point for the line, 1 for the cause.",
    VERDICT: "1 point for the choice, 1 for a reason that fits it.",
    ORDER: "2 points for an order in this key, 1 if swapping two neighbours gives one.",
    COMPUTE: "1 point for the choice, 1 for a calculation that leads to it.",
}
SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|$~&^])")  # Markdown's special characters


def markdown(variants: Sequence[Sequence[Item]], seed: int) -> str:
    """Return an exam as Markdown: all variants, then the key to each."""
    papers, keys = list[str](), list[str]()
    for name, items in zip(VARIANTS, variants, strict=False):
        points = POINTS * len(items)
        papers += [f"# Variant {name}", f"Name: {'_' * 20} Points: ____ of {points}"]
        keys.append(f"# Key to variant {name}")
        keys.append(f"Drawn with seed {seed}. Don't hand out this page.")
        for number, one in enumerate(items, start=1):
            is_code, level = one.form == ORDER, checks.task(one.task).difficulty
            choices = (f"`{x}`" if is_code else escaped(x) for x in one.choices)
            pairs = zip(LETTERS, choices, strict=False)
            papers += [
                f"## {number}. {one.form} ({POINTS} points)",
                f"```python\n{one.code}\n```",
                f"{escaped(one.ask)} {DEMANDS[one.form]}",
                "  \n".join(f"{letter}) {x}" for letter, x in pairs),
            ]
            keys.append(
                f"{number}\\. **{one.key}**. {escaped(one.reason)} {RUBRICS[one.form]} "
                f"({one.form}, `{one.task}`, difficulty {level} of 3.)"
            )
    return "\n\n".join(papers + keys) + "\n"


def escaped(text: str) -> str:
    """Escape text so that Markdown shows it unchanged."""
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))


def page(text: str) -> str:
    """Return the HTML of an exam.

    Args:
        text: the exam's Markdown, as it was drawn or as an instructor has edited it.
            Anything in it that could run or load something is removed.
    """
    template = templates(Path(__file__).parent).get_template("exam.html")
    return template.render(body=Markup(clean(markdown2html(text))))
