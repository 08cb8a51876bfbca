"""What crosses the wall, and what must not cross it."""

import contextlib
import json
import socket

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lernformer.grading.sandbox import messages
from lernformer.grading.sandbox.messages import HEAD, Channel, Malformed, pack, unpack

PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
TREES = st.recursive(
    PLAIN,
    lambda parts: st.lists(parts) | st.dictionaries(st.text(), parts),
    max_leaves=20,
)


def through(value):
    message = pack(value)
    size, tree = HEAD.unpack(message[: HEAD.size])
    assert size == len(message) - HEAD.size
    return unpack(message[HEAD.size :], tree)


@given(TREES)
def test_plain_values_arrive_as_they_are(value):
    assert repr(through(value)) == repr(value)


@pytest.mark.parametrize("dtype", sorted(messages.DTYPES))
@pytest.mark.parametrize("shape", [(), (0,), (3,), (2, 3, 4), (0, 5)])
def test_arrays_arrive_as_they_are(dtype, shape):
    sent = np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)
    got = through({"x": (sent, [sent.T])})["x"]
    for a, b in ((got[0], sent), (got[1][0], sent.T)):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)


def test_a_list_made_ready_arrives_as_it_is_and_more_than_once():
    parts = [{"x": np.arange(3.0)}, ("a", 1)]
    ready = messages.Ready(parts)
    for _ in range(2):
        assert pack({"cases": ready, "seed": 1}) == pack({"cases": parts, "seed": 1})


@pytest.mark.parametrize(
    "value", [np.array([object()]), np.array(["a"]), np.array(1j), object(), {1, 2}]
)
def test_nothing_else_is_sent(value):
    with pytest.raises(TypeError, match="cannot be sent"):
        pack(value)


NO_ARRAYS = {
    "dtype": ["object", "O", ["float64"], "<f8"],
    "shape": [[-1], [2], [2**62, 4], [2**70], [0, 2**62], [1.0], [True], "1", [1] * 40],
    "body": [b"123456789"],
}
NO_TREES = [b'{"dict": [[[], 1]]}', b'{"dict": [1]}', b'{"tuple": 1}', b'{"other": 1}']
NO_TREES += [b"[" * 100_000, b"1" * 10_000, b"\xff", b""]


def array(dtype="float64", shape=(1,), body=b"12345678"):
    tree = json.dumps({"array": dtype, "shape": shape}).encode()
    return tree + body, len(tree)


@pytest.mark.parametrize(
    "message",
    [array(**{part: x}) for part, values in NO_ARRAYS.items() for x in values]
    + [(tree, len(tree)) for tree in NO_TREES],
)
def test_a_forged_message_is_malformed(message):
    unpack(*array())  # an honest one
    with pytest.raises(Malformed):
        unpack(*message)


@given(st.binary(max_size=200), st.integers(0, 200))
def test_no_bytes_do_anything_else(body, tree):
    with contextlib.suppress(Malformed):
        unpack(body, tree)


@pytest.fixture
def channels():
    here, there = socket.socketpair()
    with here, there:
        yield Channel(here, allowance=10_000), there


def test_too_much_is_not_read(channels):
    here, there = channels
    there.sendall(HEAD.pack(2**32 - 1, 0))
    with pytest.raises(Malformed, match="too long"):
        here.hear(1)
    there.sendall(pack("x" * 6000) * 2)
    assert here.hear(1) == "x" * 6000
    with pytest.raises(Malformed, match="too many"):
        here.hear(1)


def test_half_a_message_is_late_and_a_closed_channel_is_closed(channels):
    here, there = channels
    there.sendall(pack("hello")[:-1])
    with pytest.raises(messages.Late):
        here.hear(0.05)
    there.close()
    with pytest.raises(messages.Closed):
        here.hear(1)
