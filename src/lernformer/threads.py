"""Small tensors are computed on one thread.

The course's own are so small that sharing the work out costs more than it saves. On a
machine that does something else, too, the threads then wait for each other, and what
takes two minutes on one can take an hour on two.
"""

import contextlib
from collections.abc import Iterator

import torch


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    """While open, torch computes on one thread; then on as many as before."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
