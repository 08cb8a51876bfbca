"""Waits for what another process does, as long as a busy machine may take."""

import time
from collections.abc import Callable


def wait_for(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.05)
