"""What is tested: `make test` guards each promise, `make test-all` tests everything.

Both run the same tests every day and on every machine. ALL=1 means `make test-all`.
"""

import os
from collections.abc import Sequence

import pytest

ALL = os.environ.get("ALL") == "1"
SEEDS = int(os.environ.get("SEEDS") or (200 if ALL else 3))

only_in_all = pytest.mark.skipif(not ALL, reason="only `make test-all` runs it")


def some(things: Sequence, kept: Sequence) -> Sequence:
    """All of them in `make test-all`, otherwise those that are ``kept``.

    Raises:
        ValueError: if ``kept`` holds something that isn't among them.
    """
    if strange := {*kept} - {*things}:
        raise ValueError(f"{sorted(map(str, strange))} are none of the {len(things)}")
    return things if ALL else kept
