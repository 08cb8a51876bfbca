"""Passes messages between the judge and the sandbox: plain values and raw arrays.

A message is one tree of ``None``, booleans, numbers, strings, lists, tuples, dicts and
NumPy arrays. We send the tree as JSON, followed by the raw bytes of the arrays. Reading
a message runs none of the sender's code, because nothing is unpickled. It also
allocates no more memory than the message's length. That is why we don't use `np.load`:
it reads zip files, and they can unpack to any size.
"""

import json
import math
import socket
import struct
import time
from typing import Any

import numpy as np

MAX_MESSAGE = 32 * 2**20  # bytes; the largest honest one has under 1 MB
MAX_TREE = 4 * 2**20  # bytes of JSON in a message
DTYPES = {"float64", "float32", "int64", "int32", "uint8", "bool"}
MAX_AXES = 8
HEAD = struct.Struct("<II")  # bytes of the message after this header, and of its JSON


class Malformed(Exception):
    """A message that no honest sender writes. The text says what is wrong with it."""


class Closed(Exception):
    """The other side has ended, or closed the connection."""


class Late(Exception):
    """No complete message arrived in time."""


class Ready(list):
    """A list that is sent often and never changes, so its tree is built only once."""

    def __init__(self, parts: list):
        super().__init__(parts)
        self.arrays: list[bytes] = []
        self.tree = _to_tree(parts, self.arrays)


def pack(value: Any) -> bytes:
    """Return a value as a message. Raise ``TypeError`` if part of it can't be sent."""
    arrays: list[bytes] = []
    tree = json.dumps(_to_tree(value, arrays)).encode()
    body = tree + b"".join(arrays)
    return HEAD.pack(len(body), len(tree)) + body


def _to_tree(value: Any, arrays: list[bytes]) -> Any:
    if isinstance(value, Ready):
        arrays += value.arrays
        return value.tree
    if isinstance(value, np.ndarray):
        if value.dtype.name not in DTYPES:
            raise TypeError(f"an array of {value.dtype} cannot be sent")
        arrays.append(np.ascontiguousarray(value).tobytes())
        return {"array": value.dtype.name, "shape": list(value.shape)}
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list):
        return [_to_tree(part, arrays) for part in value]
    if isinstance(value, tuple):
        return {"tuple": [_to_tree(part, arrays) for part in value]}
    if isinstance(value, dict):
        pairs = [[_to_tree(k, arrays), _to_tree(v, arrays)] for k, v in value.items()]
        return {"dict": pairs}
    raise TypeError(f"a {type(value).__name__} cannot be sent")


def unpack(body: bytes, tree_size: int) -> Any:
    """Return the value in the body of a message.

    Raises:
        Malformed: if these bytes are not a message.
    """
    try:
        tree = json.loads(body[:tree_size].decode())
        value, end = _from_tree(tree, body, tree_size)
    except Malformed:
        raise
    except (ValueError, TypeError, LookupError, RecursionError, OverflowError) as error:
        raise Malformed(f"not a message: {type(error).__name__}") from error
    if end != len(body):
        raise Malformed(f"{len(body) - end} bytes too many")
    return value


def _from_tree(tree: Any, body: bytes, at: int) -> tuple[Any, int]:
    """Return the value of a tree whose arrays begin at ``at``, and where they end."""
    if isinstance(tree, list):
        parts = []
        for part in tree:
            part, at = _from_tree(part, body, at)
            parts.append(part)
        return parts, at
    if not isinstance(tree, dict):
        return tree, at
    if "array" in tree:
        return _array(tree, body, at)
    if "tuple" in tree:
        parts, at = _from_tree(list(tree["tuple"]), body, at)
        return tuple(parts), at
    pairs, at = _from_tree(list(tree["dict"]), body, at)
    return dict(pairs), at


def _array(tree: dict, body: bytes, at: int) -> tuple[np.ndarray, int]:
    name, shape = tree["array"], tree["shape"]
    if not isinstance(name, str) or name not in DTYPES:
        raise Malformed("an array of a dtype that no answer has")
    whole = isinstance(shape, list) and all(type(n) is int and n >= 0 for n in shape)
    if not whole or len(shape) > MAX_AXES or max(shape, default=0) > MAX_MESSAGE:
        raise Malformed("an array of a shape that no answer has")
    dtype = np.dtype(name)
    end = at + math.prod(shape) * dtype.itemsize
    if end > len(body):
        raise Malformed("an array longer than its message")
    return np.frombuffer(body[at:end], dtype).reshape(shape).copy(), end


class Channel:
    """One side of the connection between the judge and a worker.

    The allowance is how many bytes the other side may send. ``None`` sets no limit.
    """

    def __init__(self, connection: socket.socket, allowance: int | None = None):
        self.connection = connection
        self.allowance = allowance

    def say(self, value: Any, seconds: float | None = None) -> None:
        """Send a value. Raise ``Closed`` or ``Late`` if it is not received."""
        self.connection.settimeout(seconds)
        try:
            self.connection.sendall(pack(value))
        except TimeoutError as error:
            raise Late from error
        except OSError as error:
            raise Closed from error

    def hear(self, seconds: float | None = None) -> Any:
        """Wait for the next value, and return it.

        Raises:
            Late: if no complete message arrives within ``seconds``.
            Closed: if the other side is gone.
            Malformed: if what arrives is not a message, or is more than allowed.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        size, tree_size = HEAD.unpack(self._read(HEAD.size, deadline))
        if size > MAX_MESSAGE or tree_size > min(size, MAX_TREE):
            raise Malformed("a message that is too long")
        if self.allowance is not None:
            self.allowance -= HEAD.size + size
            if self.allowance < 0:
                raise Malformed("too many messages")
        return unpack(self._read(size, deadline), tree_size)

    def _read(self, size: int, deadline: float | None) -> bytes:
        parts, missing = [], size
        while missing:
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                raise Late
            self.connection.settimeout(left)
            try:
                part = self.connection.recv(min(missing, 2**16))
            except TimeoutError as error:
                raise Late from error
            except OSError as error:
                raise Closed from error
            if not part:
                raise Closed
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)

    def close(self) -> None:
        self.connection.close()
