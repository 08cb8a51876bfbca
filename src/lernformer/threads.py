"""Computes small tensors on one thread.

The course's tensors are so small that sharing the work costs more than it saves. On a
machine that is busy with something else, the threads wait for each other, and what
takes two minutes on one thread can take an hour on two.
"""

import contextlib
from collections.abc import Iterator

import torch


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """While open, torch computes on one thread, and afterwards on as many as before."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
