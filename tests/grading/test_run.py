"""One run: code that ends a process isn't repeated; what doesn't depend on it counts.

A script plays the sandbox here; the real one has its own tests.
"""

import numpy as np
import pytest
from graded import exercise
from nbformat.v4 import new_code_cell, new_notebook

from lernformer import checks
from lernformer.grading.judge.run import LEFT_OUT, SLOW, Run, Transcript
from lernformer.grading.judge.scoring import UNDEFINED, NoAnswer, Round
from lernformer.grading.sandbox.budget import Budget
from lernformer.grading.sandbox.sandbox import Stopped

SLUG = "masking"
FIRST, SECOND = "check_padding_mask", "check_decoder_mask"


class Scripted:
    """Answers each question with a function, and remembers what was asked."""

    def __init__(self, reply):
        self.reply, self.asked, self.processes = reply, [], 0
        self.used = 0.0
        self.bare = []

    def open(self, bare):
        self.processes += 1
        self.bare.append(bare)
        return self

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def ask(self, question, seconds):
        question |= {"bare": self.bare[-1]}
        self.asked.append(question)
        return self.reply(question)


def check_cell(name):
    return new_code_cell(metadata={"nbgrader": {"grade_id": name}})


def rounds(*earlier) -> dict[str, Round]:
    tasks = {FIRST: "masking.padding_mask", SECOND: "masking.decoder_mask"}
    return {
        name: Round(checks.task(task), 1, earlier if name == SECOND else ())
        for name, task in tasks.items()
    }


def run(reply, *cells, earlier=(), known=None, used=0.0, bare=False):
    """The result for a notebook with these cells, and who was asked."""
    sandbox = Scripted(reply)
    checked = {cell.metadata.get("nbgrader", {}).get("grade_id") for cell in cells}
    asked = {name: one for name, one in rounds(*earlier).items() if name in checked}
    one = Run(exercise(SLUG), asked, Budget(), used, known, bare)
    made = one.finish(new_notebook(cells=list(cells)), sandbox)
    return made, sandbox


def probed(question, **more):
    """A well-formed reply of an answer that returns nothing."""
    none = {"values": {}, "facts": {}, "trouble": "raises", "kind": "error"}
    seen = [none] * len(question["cases"])
    return {"defined": True, "used": [], "seen": seen} | more


def test_a_statement_that_ends_the_process_is_left_out_the_next_time():
    def reply(question):
        if question["stop"] is None:
            raise Stopped("stopped for a reason", at=2)
        return {"outputs": question["stop"]}

    made, sandbox = run(reply, new_code_cell("a"))
    assert [question["stop"] for question in sandbox.asked] == [None, 2]
    assert sandbox.processes == 2
    assert made.stopped == {0: "stopped for a reason"}
    assert made.outputs == {0: 2}


@pytest.mark.parametrize("source", ["", "# hint('a')", "\n  # a\r\n\t#b\n"])
def test_a_cell_of_comments_is_not_run(source):
    made, sandbox = run(lambda question: {}, new_code_cell(source))
    assert sandbox.asked == []
    assert made.outputs == {}


@pytest.mark.parametrize("source", ["%pwd", '"""\n# a\n"""', "# a\rb", "b # a"])
def test_a_cell_of_anything_else_is_run(source):
    _, sandbox = run(lambda question: {}, new_code_cell(source))
    assert [question["source"] for question in sandbox.asked] == [source]


def test_a_check_cell_is_not_run_when_its_answer_is_not_asked():
    sandbox = Scripted(probed)
    check = check_cell(SECOND)
    check.source = "check('masking.decoder_mask', decoder_mask)"
    Run(exercise(SLUG), {}, Budget()).finish(new_notebook(cells=[check]), sandbox)
    assert sandbox.asked == []


def test_a_cell_that_ends_each_process_is_left_out():
    def reply(question):
        raise Stopped("stopped", at=0)

    made, sandbox = run(reply, new_code_cell("a"))
    assert sandbox.processes == 3
    assert made.runnable == {0: LEFT_OUT}


def test_an_answer_that_ends_the_process_is_not_asked_again():
    def reply(question):
        if question["name"] == "padding_mask":
            raise Stopped("ends the process")
        return probed(question)

    made, sandbox = run(reply, check_cell(FIRST), check_cell(SECOND))
    names = [question["name"] for question in sandbox.asked]
    assert names == ["padding_mask", "decoder_mask"]
    assert made.observed[FIRST] == NoAnswer("ends the process")
    assert made.observed[SECOND][0].trouble == "raises"


def test_an_answer_below_its_check_is_asked_in_the_end():
    defined = []

    def reply(question):
        if question["do"] == "run":
            defined.append(True)
            return {}
        return probed(question) if defined else {"defined": False}

    made, sandbox = run(reply, check_cell(FIRST), new_code_cell("a"))
    done = [question["do"] for question in sandbox.asked]
    assert done == ["probe", "run", "run", "probe"]
    assert sandbox.bare == [False, True]  # where nothing else had been asked
    assert made.observed[FIRST][0].trouble == "raises"


def test_what_is_nowhere_is_not_defined():
    def reply(question):
        return {"defined": False}

    made, sandbox = run(reply, check_cell(FIRST))
    assert made.observed == {FIRST: UNDEFINED}
    assert sandbox.bare == [False, True]  # it might have been below its check


@pytest.mark.parametrize("again", [True, False])
def test_what_ended_over_an_answer_may_have_been_an_earlier_one(again):
    asked = []

    def reply(question):
        asked.append(question["name"])
        if question["name"] == "decoder_mask" and (again or len(asked) < 3):
            raise Stopped("ends the process")
        return probed(question)

    cells = check_cell(FIRST), check_cell(SECOND)
    made, _ = run(reply, *cells, earlier=("padding_mask",))
    assert asked == ["padding_mask", "decoder_mask", "decoder_mask"]
    found = made.observed[SECOND]
    assert found == NoAnswer("ends the process") if again else found[0].kind == "error"


@pytest.mark.parametrize(
    ("used", "calls"),
    [
        (["padding_mask", "math"], ["padding_mask"]),
        ([["padding_mask"], 3], []),
        ("padding_mask", []),
    ],
)
def test_only_what_calls_an_earlier_answer_is_asked_with_the_reference(used, calls):
    def reply(question):
        return probed(question, used=used)

    made, sandbox = run(reply, check_cell(SECOND), earlier=("padding_mask",))
    assert made.calls[SECOND] == calls
    given = [(question["given"], question["bare"]) for question in sandbox.asked]
    assert given == ([(None, False), ({}, True)] if calls else [(None, False)])
    assert set(made.with_reference) == ({SECOND} if calls else set())


def test_what_knows_hidden_cases_is_bare_from_the_beginning():
    def reply(question):
        if question["do"] == "run":
            return {}
        return probed(question, used=["padding_mask"])

    cells = new_code_cell("a"), check_cell(SECOND)
    _, sandbox = run(reply, *cells, earlier=("padding_mask",), bare=True)
    assert sandbox.bare == [True, True]
    assert [q["do"] for q in sandbox.asked] == ["run", "probe", "run", "probe"]


def test_what_the_bare_process_shows_is_not_kept():
    def reply(question):
        if question["do"] == "run":
            return {"outputs": question["bare"]}
        return probed(question, used=["padding_mask"])

    cells = new_code_cell("a"), check_cell(SECOND)
    made, sandbox = run(reply, *cells, earlier=("padding_mask",))
    assert sandbox.bare == [False, True]
    assert made.outputs == {0: False}


def test_what_stopped_the_public_run_is_known_to_the_hidden_one():
    late = {"values": {"x": np.zeros(1)}, "facts": {}, "trouble": "", "kind": "timeout"}

    def reply(question):
        if question["do"] == "run":
            raise Stopped("stopped", at=3)
        if question["name"] == "decoder_mask":
            raise Stopped("ends")
        return probed(question, seen=[late] * len(question["cases"]))

    public = Transcript(observed={FIRST: UNDEFINED})
    assert public.beginning().observed == {}
    public, _ = run(reply, check_cell(FIRST), check_cell(SECOND))
    known = public.beginning()
    assert known.observed == {SECOND: NoAnswer("ends")}
    _, sandbox = run(reply, check_cell(FIRST), check_cell(SECOND), known=known)
    assert [(q["name"], q["seconds"]) for q in sandbox.asked] == [
        ("padding_mask", SLOW)
    ]


def test_when_the_seconds_are_used_up_nothing_more_is_asked():
    made, sandbox = run(probed, check_cell(FIRST), check_cell(SECOND), used=180.0)
    assert sandbox.asked == []
    late = NoAnswer("comes too late: the notebook's 180 seconds are used up")
    assert made.observed == {FIRST: late, SECOND: late}
