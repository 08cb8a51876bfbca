"""One thread while it is asked for."""

import contextlib

import torch

from lernformer.threads import one_thread


def test_threads_are_as_before_also_after_an_error():
    torch.set_num_threads(2)
    try:
        with contextlib.suppress(ZeroDivisionError), one_thread():
            assert torch.get_num_threads() == 1
            raise ZeroDivisionError
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(1)
