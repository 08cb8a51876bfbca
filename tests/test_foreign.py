"""Wrong answers as people elsewhere write them: each fails, and its cause is true.

They are in `foreign/<slug>.txt`, modelled on what public code, forum threads and other
courses get wrong, and were written before anyone looked at what the checks recognise.
The table has the form of `lernformer.mistakes.table`, with a line `= task` before each
task's answers. An answer is listed under the mistake that it makes, by its id, or
under `unnamed`. Under `right` there are right ones in a style that a check might be
too strict for.
"""

import re
from importlib import import_module
from pathlib import Path

import pytest
from extent import ALL

from lernformer.checks import run, tasks
from lernformer.mistakes.table import Edited, Names, built, parsed
from tests.answers import Answer, variants
from tests.test_checks import verdict_of

BANKS = Path(__file__).with_name("foreign")
pytestmark = pytest.mark.filterwarnings("ignore")  # of overflows and empty means

NAMED, FALSE = 0.92, 0.003  # shares of all answers: at least, at most


def answers_to(task_id):
    """The foreign answers to a task, each with the mistake that it makes."""
    slug, name = task_id.split(".")
    bank = BANKS / f"{slug}.txt"
    parts = re.split(r"(?m)^= (\w+)\n", bank.read_text("utf-8"))
    texts = dict(zip(parts[1::2], parts[2::2], strict=True))
    names = Names(vars(import_module(f"lernformer.mistakes.{task_id}")))
    names |= {one.name: one.answer for one in variants(slug) if one.task == task_id}
    for entry in parsed(texts[name], bank.name):
        for one in entry.ways:
            assert isinstance(one, Edited)
            assert one.thought, one.name
            answer = built(one, names, bank.name)
            yield Answer(task_id, entry.id, answer, one.name)


def judged(case):
    """What a check says; of right ones, also with the course's earlier answers."""
    if case.mistake == "right":
        return run(case.task, case.answer, seed=0)
    return verdict_of(case, seed=0)


@pytest.fixture(scope="module")
def answers():
    return [case for task_id in tasks() for case in answers_to(task_id)]


@pytest.fixture(scope="module")
def verdicts(answers):
    """The right answers with the verdicts on them, and the wrong ones."""
    chosen = answers if ALL else answers[::2]
    pairs = [(case, judged(case)) for case in chosen]
    right = [pair for pair in pairs if pair[0].mistake == "right"]
    return right, [pair for pair in pairs if pair[0].mistake != "right"]


def test_there_are_answers_to_every_task(answers):
    wrong = [case.task for case in answers if case.mistake != "right"]
    assert len(wrong) >= 300
    assert min(map(wrong.count, tasks())) >= 4


def test_right_ones_pass_and_no_other(verdicts):
    right, wrong = verdicts
    assert right
    assert not [(c.task, c.name, str(x)) for c, x in right if not x.passed]
    assert not [(c.task, c.name) for c, verdict in wrong if verdict.passed]


def test_causes_are_named_and_true(verdicts):
    _, wrong = verdicts
    false = [
        (case.task, case.name, verdict.mistake)
        for case, verdict in wrong
        if verdict.mistake not in (None, case.mistake)
    ]
    named = sum(verdict.mistake == case.mistake for case, verdict in wrong)
    assert len(false) <= FALSE * len(wrong), false
    assert named >= NAMED * len(wrong)
