"""One run: code that ends a process isn't repeated; what doesn't depend on it counts.

A script plays the sandbox here; the real one has its own tests. Whatever it replies,
the judge comes to an end and pays nothing.
"""

import base64
import itertools

import numpy as np
import pytest
from graded import content, exercise, points
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nbformat.v4 import new_code_cell, new_notebook

from lernformer import checks
from lernformer.grading.judge.examiner import Examiner
from lernformer.grading.judge.round import UNDEFINED, NoAnswer, Round
from lernformer.grading.judge.run import LEFT_OUT, SLOW, Run, Transcript
from lernformer.grading.sandbox import answer_code
from lernformer.grading.sandbox.limits import Budget
from lernformer.grading.sandbox.messages import pack, unpack
from lernformer.grading.sandbox.sandbox import Stopped

SLUG = "masking"
FIRST, SECOND = "check_padding_mask", "check_decoder_mask"


class Scripted:
    """Answers each question with a function, and remembers the questions."""

    def __init__(self, reply):
        self.reply, self.questions, self.bare, self.used = reply, [], [], 0.0

    def open(self, bare):
        self.bare.append(bare)
        return self

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def ask(self, question, seconds):
        question |= {"bare": self.bare[-1]}
        self.questions.append(question)
        return self.reply(question)


def check_cell(name):
    return new_code_cell(metadata={"nbgrader": {"grade_id": name}})


CELL, CHECKS = new_code_cell("a"), (check_cell(FIRST), check_cell(SECOND))


def run(reply, *cells, earlier=(), known=None, used=0.0, bare=False):
    """The result for a notebook with these cells, and the sandbox."""
    sandbox, rounds = Scripted(reply), {}
    checked = {cell.metadata.get("nbgrader", {}).get("grade_id") for cell in cells}
    for name in (FIRST, SECOND):
        if name in checked:
            task = checks.task(name.replace("check_", "masking."))
            rounds[name] = Round(task, 1, earlier if name == SECOND else ())
    one = Run(exercise(SLUG), rounds, Budget(), used, known, bare)
    made = one.finish(new_notebook(cells=list(cells)), sandbox)
    return made, sandbox


def probed(question, **more):
    """A well-formed reply: none to a cell, and an answer that returns nothing."""
    if question["do"] == "run":
        return {}
    none = {"values": {}, "facts": {}, "trouble": "raises", "kind": "error"}
    seen = [none] * len(question["cases"])
    return {"defined": True, "used": [], "seen": seen} | more


def calls_first(question):
    return probed(question, used=["padding_mask"])


def stops(question):
    raise Stopped("stopped", at=3)


def test_a_statement_that_ends_the_process_is_left_out_the_next_time():
    def reply(question):
        return stops(question) if question["stop"] is None else {"outputs": "shown"}

    made, sandbox = run(reply, CELL)
    assert [question["stop"] for question in sandbox.questions] == [None, 3]
    assert len(sandbox.bare) == 2
    assert made.stopped == {0: "stopped"}
    assert made.outputs == {0: "shown"}


def test_a_cell_that_ends_each_process_is_left_out():
    made, sandbox = run(stops, CELL)
    assert len(sandbox.bare) == 3
    assert made.runnable == {0: LEFT_OUT}


def test_of_cells_only_code_that_is_no_unasked_check_is_run():
    for source in ("", "# hint('a')", "\n  # a\r\n\t#b\n"):
        made, sandbox = run(probed, new_code_cell(source))
        assert (sandbox.questions, made.outputs) == ([], {}), source
    for source in ("%pwd", '"""\n# a\n"""', "# a\rb", "b # a"):
        _, sandbox = run(probed, new_code_cell(source))
        assert [question["source"] for question in sandbox.questions] == [source]
    sandbox, check = Scripted(probed), check_cell(SECOND)
    check.source = "check('masking.decoder_mask', decoder_mask)"
    Run(exercise(SLUG), {}, Budget()).finish(new_notebook(cells=[check]), sandbox)
    assert sandbox.questions == []


def test_an_answer_that_ends_the_process_is_not_run_again():
    def reply(question):
        first = question["name"] == "padding_mask"
        return stops(question) if first else probed(question)

    made, sandbox = run(reply, *CHECKS)
    names = [question["name"] for question in sandbox.questions]
    assert names == ["padding_mask", "decoder_mask"]
    assert made.observed[FIRST] == NoAnswer("stopped")
    assert made.observed[SECOND][0].trouble == "raises"


@pytest.mark.parametrize("below", [True, False])
def test_an_answer_below_its_check_runs_in_the_end(below):
    defined = []

    def reply(question):
        if question["do"] == "run":
            defined.append(True)
        return probed(question) if defined else {"defined": False}

    made, sandbox = run(reply, CHECKS[0], *[CELL] * below)
    assert sandbox.bare == [False, True]  # nothing else had run there
    done = [question["do"] for question in sandbox.questions]
    assert done == ["probe", *["run"] * 2 * below, "probe"]
    observed = made.observed[FIRST]
    assert observed[0].trouble == "raises" if below else observed == UNDEFINED


@pytest.mark.parametrize("again", [True, False])
def test_what_ended_over_an_answer_may_have_been_an_earlier_one(again):
    names = []

    def reply(question):
        names.append(question["name"])
        ends = question["name"] == "decoder_mask" and (again or len(names) < 3)
        return stops(question) if ends else probed(question)

    made, _ = run(reply, *CHECKS, earlier=("padding_mask",))
    assert names == ["padding_mask", "decoder_mask", "decoder_mask"]
    found = made.observed[SECOND]
    assert found == NoAnswer("stopped") if again else found[0].kind == "error"


@pytest.mark.parametrize(
    ("used", "calls"),
    [
        (["padding_mask", "math"], ["padding_mask"]),
        ([["padding_mask"], 3], []),
        ("padding_mask", []),
    ],
)
def test_only_what_calls_an_earlier_answer_runs_with_the_reference(used, calls):
    made, sandbox = run(
        lambda question: probed(question, used=used),
        CHECKS[1],
        earlier=("padding_mask",),
    )
    assert made.calls[SECOND] == calls
    given = [(question["given"], question["bare"]) for question in sandbox.questions]
    assert given == ([(None, False), ({}, True)] if calls else [(None, False)])
    assert set(made.with_reference) == ({SECOND} if calls else set())


def test_what_knows_hidden_cases_is_bare_from_the_beginning():
    _, sandbox = run(calls_first, CELL, CHECKS[1], earlier=("padding_mask",), bare=True)
    assert sandbox.bare == [True, True]
    assert [q["do"] for q in sandbox.questions] == ["run", "probe", "run", "probe"]


def test_what_the_bare_process_shows_is_not_kept():
    def reply(question):
        shows = question["do"] == "run"
        return {"outputs": question["bare"]} if shows else calls_first(question)

    made, sandbox = run(reply, CELL, CHECKS[1], earlier=("padding_mask",))
    assert sandbox.bare == [False, True]
    assert made.outputs == {0: False}


def test_what_stopped_the_public_run_is_known_to_the_hidden_one():
    late = {"values": {"x": np.zeros(1)}, "facts": {}, "trouble": "", "kind": "timeout"}

    def reply(question):
        if question["name"] == "decoder_mask":
            raise Stopped("ends")
        return probed(question, seen=[late] * len(question["cases"]))

    public = Transcript(observed={FIRST: UNDEFINED})
    assert public.beginning().observed == {}
    public, _ = run(reply, *CHECKS)
    known = public.beginning()
    assert known.observed == {SECOND: NoAnswer("ends")}
    _, sandbox = run(reply, *CHECKS, known=known)
    limits = [(question["name"], question["seconds"]) for question in sandbox.questions]
    assert limits == [("padding_mask", SLOW)]


def test_when_the_seconds_are_used_up_nothing_more_runs():
    made, sandbox = run(probed, *CHECKS, used=180.0)
    assert sandbox.questions == []
    late = NoAnswer("comes too late: the notebook's 180 seconds are used up")
    assert made.observed == {FIRST: late, SECOND: late}


# whatever a submission's process says -------------------------------------------------

STRANGE = [np.zeros(3), np.array(1), np.ones((2, 0), bool), "\ud800", 2**80]
WORDS = ["stdout", "error", "display_data", "timeout", "late", "at"]
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
PLAIN |= st.sampled_from(STRANGE) | st.sampled_from(WORDS)
TREES = st.recursive(
    PLAIN,
    lambda parts: (
        st.lists(parts, max_size=4)
        | st.dictionaries(st.text(max_size=5), parts, max_size=4)
    ),
    max_leaves=8,
)
DATA = TREES | st.dictionaries(st.sampled_from(["text", "image/png"]), PLAIN)
PICTURE = {"image/png": base64.b64encode(b"\x89PNG\r\n").decode()}
SHOWN = st.fixed_dictionaries({}, optional={"kind": TREES, "data": DATA})
SHOWN |= st.just({"kind": "display_data", "data": PICTURE})
VALUES = st.dictionaries(st.sampled_from(["result", "mask"]), PLAIN) | TREES
ONE = dict.fromkeys(("facts", "trouble", "kind"), TREES) | {"values": VALUES}
REPLIES = st.one_of(
    st.dictionaries(st.text(max_size=5), TREES),
    st.fixed_dictionaries(
        {"outputs": st.lists(SHOWN | TREES, max_size=3), "late": TREES}
    ),
    st.fixed_dictionaries({"one": st.fixed_dictionaries(ONE), "used": TREES}),
)


def forged(replies):
    """Replies of a sandbox: those that Hypothesis comes up with, in turn."""
    turns = itertools.cycle(replies)

    def reply(question):
        if question["do"] == "read":  # no student code runs there
            order = {name: question[name] for name in question.keys() - {"do", "bare"}}
            return answer_code.read(**order)
        reply = next(turns)
        if reply is None:
            raise Stopped("ends the process that runs it")
        if "one" in reply:  # in the form of an answer to all cases
            seen = [reply["one"]] * len(question.get("cases", []))
            reply = {"defined": True, "used": reply["used"], "seen": seen}
        message = pack(reply)
        return unpack(message[8:], int.from_bytes(message[4:8], "little"))

    return reply


@pytest.fixture(scope="module")
def examiner():
    return Examiner(exercise(SLUG), b"\x07" * 32)


@given(st.lists(REPLIES | st.none(), min_size=1, max_size=4))
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_reply_is_graded_and_earns_no_full_points(examiner, replies):
    graded = examiner.grade(content(SLUG), Scripted(forged(replies)))
    assert graded.scores.keys() == points(SLUG).keys()
    assert sum(graded.scores.values()) < sum(points(SLUG).values())
    str(graded.notebook).encode()  # no part that a file could not hold
