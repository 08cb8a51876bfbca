"""``defend("attention.softmax")``: questions about the code that you wrote yourself.

We change your own function in one place and run the real check on the result. Whatever
the check says is the right answer; the effects of other changes are the wrong choices.
"""

import re
import sys
from dataclasses import dataclass
from html import escape
from typing import Any

from lernformer import checks, probes
from lernformer.checks.own_code.asking import LETTERS, CodeQuestion, Maker, Runs, Unfit
from lernformer.checks.own_code.program import NoSource, Program, program_of
from lernformer.checks.predicting import WIDE, choice_buttons, in_a_notebook
from lernformer.checks.showing import BadCall, shell_here, show
from lernformer.checks.verdict import STYLE, boxed
from lernformer.checks.wrapping import wrapped

__all__ = ["Defence", "defend", "pair", "questions"]

# Uninitialised memory and the order of a set differ between processes.
UNSURE = re.compile(r"\b((?:new_)?empty(?:_like)?|set|frozenset)\(")
TASKS, EACH = 2, 2  # in a talk or for points: tasks, and questions about each


def defend(task_id: str, answer: Any = None, seed: int = 0) -> "Defence":
    """Ask questions about your own answer to a task, if the answer passes.

    In a notebook, press a choice; elsewhere, call ``defend(…).answer(1, "b")``.

    Args:
        task_id: ``"<slug>.<name>"``.
        answer: the function or class; by default, the one in the notebook.
        seed: random seed that determines the questions.

    Raises:
        ValueError: if there is no such task, its answer isn't here, or it doesn't pass.
    """
    name = checks.task(task_id).probe.name
    try:
        found = questions(task_id, own_answer(name, answer), seed)
        if not found:
            raise Unfit("its code is too short")
    except (NoSource, Unfit) as error:
        raise BadCall(wrapped(f"Nothing to ask about {name}: {error}.")) from None
    return Defence(task_id, found)


def own_answer(name: str, answer: Any = None) -> Any:
    """Return a student's answer; by default, the one in this notebook or program.

    Raises:
        ValueError: if there is none, or if it is the course's own.
    """
    if answer is None:
        shell = shell_here()
        here = vars(sys.modules["__main__"]) if shell is None else shell.user_ns
        answer = here.get(name)
    if answer is None or checks._is_ours(answer):
        words = f"You have no {name} here yet: write it and run its cell."
        raise BadCall(wrapped(words))
    return answer


def questions(task_id: str, answer: Any, seed: int = 0) -> list[CodeQuestion]:
    """Return questions about an answer: the same code, task and seed give the same.

    The arguments are those of ``defend``.

    Raises:
        NoSource: if we don't know the code.
        Unfit: if the code doesn't pass the check by itself.
    """
    task = checks.task(task_id)
    own = program_of(answer, probes.names(task.probe.slug))
    return Maker(task, own, seed).questions()


def pair(
    task_id: str, own: Program, seed: int, runs: Runs | None = None
) -> list[CodeQuestion]:
    """Return two questions for a talk or for points.

    A notebook and the grader, which run the code in different processes, get the same
    questions for the same code, task and seed. The arguments are those of ``Maker``.

    Raises:
        Unfit: if the code doesn't pass the check by itself, is too short, or uses
            anything that may differ between processes.
    """
    if unsure := UNSURE.search(own.text):
        raise Unfit(f"after a change, {unsure[1]} may give different results each time")
    found = Maker(checks.task(task_id), own, seed, runs, simple=True).questions(EACH)
    if len(found) < EACH:
        raise Unfit("its code is too short")
    return found


@dataclass(repr=False)
class Defence:
    """Questions about one answer, for a notebook or a terminal."""

    task_id: str
    questions: list[CodeQuestion]

    def answer(self, number: int, letter: str) -> None:
        """Answer a question, counted from 1, and show whether the choice is right.

        Raises:
            ValueError: if there is no such question or choice.
        """
        if number not in range(1, len(self.questions) + 1):
            raise BadCall(f"number must be 1 to {len(self.questions)}, got {number}")
        question = self.questions[number - 1]
        known = LETTERS[: len(question.choices)]
        if letter not in [*known]:
            raise BadCall(f"letter must be {known[0]} to {known[-1]}, got {letter!r}")
        show(*_compared(question, known.index(letter)))

    def __repr__(self) -> str:
        head = f"Questions about your own code: {self.task_id}"
        parts = [one.as_text(i) for i, one in enumerate(self.questions, start=1)]
        call = f'Answer with: defend("{self.task_id}").answer(1, "a")'
        return "\n\n".join([head, *parts, call])

    def _ipython_display_(self) -> None:
        if not in_a_notebook():
            print(repr(self))
            return
        for one in self.questions:
            _show_with_buttons(one)


def _compared(question: CodeQuestion, choice: int) -> tuple[str, str]:
    """Return the reply to a choice, as text and as HTML."""
    right, reason = question.choices[question.right], escape(question.reason)
    if choice == question.right:
        html = boxed(f"<p>✓ Right.</p><p>{reason}</p>", "passed")
        return wrapped(f"Right. {question.reason}"), html
    text = f"No, it is {LETTERS[question.right]}) {right}. {question.reason}"
    html = f"<p>✗ You said: {escape(question.choices[choice])}</p>"
    html += f"<p>It is: {escape(right)}</p><p>{reason}</p>"
    return wrapped(text), boxed(html, "failed")


def _show_with_buttons(question: CodeQuestion) -> None:
    import ipywidgets
    from IPython.display import display

    code = f"<pre>{escape(question.code)}</pre>" if question.code else ""
    html = boxed(f"<p>{escape(question.ask)}</p>{code}", "open")
    above, below = ipywidgets.HTML(f"{STYLE}{WIDE}{html}"), ipywidgets.HTML()

    def chosen(number: int) -> None:
        below.value = _compared(question, number)[1]

    choices = choice_buttons(question.choices, chosen)
    display(ipywidgets.VBox([above, choices, below]))
