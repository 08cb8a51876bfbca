"""Sandboxes that tests share, because each takes seconds to start."""

import contextlib
from functools import cache

import pytest

from lernformer.grading.sandbox.sandbox import Sandbox


@pytest.fixture(scope="session")
def sandboxes():
    """Gives a chapter's sandbox, starting it on first use."""
    with contextlib.ExitStack() as stack:
        yield cache(lambda *which, **how: stack.enter_context(Sandbox(*which, **how)))
