"""Questions with choices, and ``{recall}``, which asks them again.

The page contains each question as a list of choices and a folded answer, so questions
also work on paper and without scripts. With scripts, ``practice.js`` lets the reader
choose. Each choice of a ``{predict}`` has a condition in Python. The build evaluates
the conditions, and exactly one of them has to be true.

    ```{predict}
    ask: All scores grow by 100. What do the weights do?
    given: |
      s = np.array([1.0, 2.0, 3.0])
    choices:
      - say: They stay as they are.
        if: np.allclose(softmax(s), softmax(s + 100))
        because: Each exponential grows by the same factor, and so does their sum.
      - ...
    ```
"""

import hashlib
import re
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from sphinx_practice.checks import Checks

ROUND = 5  # how many questions a recall has; practice.js repeats the number
KEY = "practice"  # marks pages that need the script
# If scripts run, the browser doesn't create the elements between these two tags.
# practice.js creates them when the fold opens. Without scripts, they are simply there.
LATE, LATE_END = "<noscript>", "</noscript>"
HEADS = {
    "arrange": "Put it together",
    "compute": "Work it out",
    "predict": "What do you expect?",
    "recall": "Do you remember?",
    "spot": "Find the mistake",
}
BLOCK = re.compile(r"^```\{predict\}\n(.*?)^```$", re.S | re.M)


class Choice(NamedTuple):
    """A choice, whether it is right, and the reason."""

    say: str
    right: bool
    because: str


class Question(NamedTuple):
    """The question in a ``{predict}`` with choices."""

    ask: str
    choices: list[Choice]

    @property
    def id(self) -> str:
        return key(self.ask)


def key(text: str) -> str:
    """Return the key under which the reader's browser remembers a question."""
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def read(text: str, checks: Checks) -> Question:
    """Make a question from its YAML, and evaluate its conditions.

    Raises:
        ValueError: unless exactly one choice is true and every choice has a reason.
    """
    given: dict[str, Any] = yaml.safe_load(text)
    known = checks.names("predict")
    exec(given.get("given", ""), known)
    choices = [
        Choice(one["say"], bool(eval(one["if"], known)), one["because"])
        for one in given["choices"]
    ]
    if sum(one.right for one in choices) != 1:
        true = [one.say for one in choices if one.right]
        raise ValueError(f"exactly one choice must hold, not {true}: {given['ask']}")
    return Question(given["ask"].strip(), choices)


def of_page(page: Path, checks: Checks) -> list[Question]:
    """Return the multiple-choice questions that a page asks."""
    texts = BLOCK.findall(page.read_text("utf-8"))
    return [read(text, checks) for text in texts if "\nchoices:" in text]


def letter(i: int) -> str:
    return "abcdefgh"[i]


def markup(kind: str, id: str, question: str, choices: list[Choice], more="") -> str:
    """Return an item as HTML; choices, reasons and ``more`` are already HTML."""
    says = "".join(f"<li><p>{one.say}</p></li>" for one in choices)
    whys = "".join(f"<li><p>{one.because}</p></li>" for one in choices)
    right = next(i for i, one in enumerate(choices) if one.right)
    return (
        f'<div class="practice {kind}" data-id="{id}" data-right="{right}">'
        f'<p class="head">{HEADS[kind]}</p>{question}'
        f'<ol class="choices" type="a">{says}</ol>'
        f'<details class="answer"><summary>Answer</summary>'
        f"<p>The answer is {letter(right)}.</p>{more}"
        f'<ol class="whys" type="a">{whys}</ol></details></div>'
    )


class Asking(SphinxDirective):
    """The directives' base class. It parses a question, which may contain markup."""

    has_content = True

    @property
    def checks(self) -> Checks:
        return Checks(self.env.config.practice_checks)

    def run(self) -> list[nodes.Node]:
        use_script(self.env)
        try:
            return self.build("\n".join(self.content))
        except Exception as error:
            raise self.error(f"{self.name}: {error}") from error

    def build(self, text: str) -> list[nodes.Node]:
        """Return the question, from the YAML in the directive."""
        raise NotImplementedError

    def item(self, kind: str, question: Question) -> list[nodes.Node]:
        right = next(i for i, one in enumerate(question.choices) if one.right)
        opening = (
            f'<div class="practice {kind}" data-id="{question.id}" '
            f'data-right="{right}"><p class="head">{HEADS[kind]}</p>'
        )
        return [
            raw(opening),
            self.paragraph(question.ask),
            self.list("choices", [one.say for one in question.choices]),
            raw('<details class="answer"><summary>Answer</summary>'),
            nodes.paragraph("", f"The answer is {letter(right)}."),
            self.list("whys", [one.because for one in question.choices]),
            raw("</details></div>"),
        ]

    def paragraph(self, text: str) -> nodes.paragraph:
        inline, messages = self.state.inline_text(text, self.lineno)
        return nodes.paragraph(text, "", *inline, *messages)

    def list(self, name: str, texts: list[str]) -> nodes.enumerated_list:
        items = [nodes.list_item("", self.paragraph(text)) for text in texts]
        return nodes.enumerated_list(
            "", *items, classes=[name], enumtype="loweralpha", prefix="", suffix="."
        )


class Recall(Asking):
    """Asks questions from other pages again, depending on the reader's past answers."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = False

    def pages(self) -> list[Path]:
        """Return the sources of the pages whose questions are asked again."""
        return [Path(self.env.doc2path(name)) for name in self.arguments[0].split()]

    def run(self):
        use_script(self.env)
        items = []
        for page in self.pages():
            self.env.note_dependency(str(page))
            for question in of_page(page, self.checks):
                items += self.item("recall", question)
        number = min(ROUND, len(items) // 7)
        summary = f"Before you begin: {number} questions on what came before"
        return [
            raw(f'<details class="deck remember"><summary>{summary}</summary>{LATE}'),
            *items,
            raw(f"{LATE_END}</details>"),
        ]


def raw(html: str) -> nodes.raw:
    return nodes.raw("", html, format="html")


def use_script(env):
    """Record that the page needs the script."""
    env.metadata[env.docname][KEY] = True


def add_script(app, page, template, context, doctree):
    if doctree is not None and app.env.metadata[page].get(KEY):
        body = Path(__file__).with_suffix(".js").read_text("utf-8")
        name = app.config.practice_name
        app.add_js_file(None, body=body.replace("PRACTICE_NAME", name))
