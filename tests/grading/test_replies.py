"""Whatever a submission's process says, the judge comes to an end and pays nothing."""

import base64

import numpy as np
import pytest
from graded import content, exercise, points
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lernformer.grading.judge.judge import Examiner
from lernformer.grading.sandbox import answer_code
from lernformer.grading.sandbox.messages import pack, unpack
from lernformer.grading.sandbox.sandbox import Stopped

SLUG = "masking"
PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from([np.zeros(3), np.array(1), np.ones((2, 0), bool), "\ud800", 2**80]),
    st.sampled_from(["stdout", "error", "display_data", "timeout", "late", "at"]),
)
TREES = st.recursive(
    PLAIN,
    lambda parts: (
        st.lists(parts, max_size=4)
        | st.dictionaries(st.text(max_size=5), parts, max_size=4)
    ),
    max_leaves=8,
)
PICTURE = base64.b64encode(b"\x89PNG\r\n").decode()
SHOWN = st.fixed_dictionaries(
    {},
    optional={
        "kind": TREES,
        "data": TREES | st.dictionaries(st.sampled_from(["text", "image/png"]), PLAIN),
    },
) | st.just({"kind": "display_data", "data": {"image/png": PICTURE}})
SEEN = st.fixed_dictionaries(dict.fromkeys(("facts", "trouble", "kind"), TREES))
REPLIES = st.one_of(
    st.dictionaries(st.text(max_size=5), TREES),
    st.fixed_dictionaries(
        {"outputs": st.lists(SHOWN | TREES, max_size=3), "late": TREES},
    ),
    st.builds(
        lambda one, values, used: {"one": one | {"values": values}, "used": used},
        SEEN,
        st.dictionaries(st.sampled_from(["result", "mask"]), PLAIN) | TREES,
        TREES,
    ),
)


class Forger:
    """A sandbox whose replies are whatever Hypothesis comes up with."""

    def __init__(self, replies):
        self.replies, self.at, self.used = replies, 0, 0.0

    def open(self, bare):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def ask(self, question, seconds):
        if question.pop("do") == "read":  # no student code runs there
            return answer_code.read(**question)
        self.at += 1
        reply = self.replies[self.at % len(self.replies)]
        if reply is None:
            raise Stopped("ends the process that runs it")
        if "one" in reply:  # in the form of an answer to all cases
            seen = [reply["one"]] * len(question.get("cases", []))
            reply = {"defined": True, "used": reply["used"], "seen": seen}
        message = pack(reply)
        return unpack(message[8:], int.from_bytes(message[4:8], "little"))


@pytest.fixture(scope="module")
def examiner():
    return Examiner(exercise(SLUG), b"\x07" * 32)


@given(st.lists(REPLIES | st.none(), min_size=1, max_size=4))
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_any_reply_is_graded(examiner, replies):
    graded = examiner.grade(content(SLUG), Forger(replies))
    assert graded.scores.keys() == points(SLUG).keys()
    assert sum(graded.scores.values()) < sum(points(SLUG).values())
    str(graded.notebook).encode()  # no part that a file could not hold
