"""Freed memory is reused, and garbage is not looked for in what lasts."""

import gc
import subprocess
import sys

import pytest

from lernformer import memory

STEPS = """
import resource
import torch
from lernformer.memory import keep_freed

def pages():
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    blocks = [torch.ones(2**20) for _ in range(20)]  # 80 MiB
    del blocks
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

pages()
first = pages()
kept = keep_freed()
pages()
print(kept, first, pages())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems' allocators differ")
def test_a_second_step_asks_for_no_memory():
    """Judged by how many pages the system hands out."""
    run = subprocess.run(
        [sys.executable, "-c", STEPS], capture_output=True, text=True, check=True
    )
    kept, first, second = run.stdout.split()
    if kept == "False":
        pytest.skip("this allocator is not glibc's")
    assert int(second) < int(first) / 5


@pytest.mark.parametrize(
    ("platform", "library"),
    [("darwin", None), ("win32", None), ("linux", lambda name: object())],
)
def test_an_allocator_without_the_setting_is_left_alone(platform, library, monkeypatch):
    monkeypatch.setattr(memory.sys, "platform", platform)
    monkeypatch.setattr(memory.ctypes, "CDLL", library)  # None fails if it is called
    assert memory.keep_freed() is False


@pytest.fixture
def unfrozen():
    yield
    gc.unfreeze()
    gc.enable()


@pytest.mark.usefixtures("unfrozen")
def test_garbage_is_not_looked_for_in_what_lasts():
    frozen = gc.get_freeze_count()
    with memory.lasting():
        assert not gc.isenabled()
        kept = [[i] for i in range(1000)]
    assert gc.isenabled()
    assert gc.get_freeze_count() >= frozen + len(kept)
    with pytest.raises(ValueError, match="no corpus"), memory.lasting():
        raise ValueError("no corpus")
    assert gc.isenabled()
    gc.disable()
    with memory.lasting():
        pass
    assert not gc.isenabled()  # as it was
