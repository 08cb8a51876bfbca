"""What processes hold beside their own pages: buffers, and files without a name."""

import mmap
import os
import socket
import subprocess
import sys

import pytest

from lernformer.grading.sandbox import namespaces

pytestmark = pytest.mark.skipif(
    not os.path.isdir("/proc/self"), reason="only Linux has /proc"
)


def test_sockets_and_pipes_count_once_each():
    mine = [os.getpid()]
    before = namespaces._buffers(mine)
    one, other = socket.socketpair()
    reading, writing = os.pipe()  # one file in the kernel, with two ends
    copy = os.dup(reading)
    buffers = namespaces._buffers(mine * 2) - before
    for number in (one.detach(), other.detach(), reading, writing, copy):
        os.close(number)
    assert buffers == 3 * namespaces.BUFFER
    assert namespaces._buffers(mine) == before


def test_files_without_a_name_count_while_they_are_open_or_mapped(tmp_path):
    path, size = tmp_path / "deleted", 2**16
    before = namespaces.deleted([os.getpid()])
    with path.open("w+b") as file:
        file.write(os.urandom(size))
        file.flush()
        os.fsync(file.fileno())
        assert namespaces.deleted([os.getpid()]) == before
        path.unlink()
        assert namespaces.deleted([os.getpid()]) >= before + size
        kept = mmap.mmap(file.fileno(), size)
    assert namespaces.deleted([os.getpid()]) == before + size
    kept.close()
    assert namespaces.deleted([os.getpid()]) == before


def test_a_process_with_many_buffers_uses_too_much():
    code = "import socket; x = [socket.socketpair() for _ in range(100)]; input()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE) as busy:
        while namespaces._buffers([busy.pid]) < 200 * namespaces.BUFFER:
            assert busy.poll() is None
        assert namespaces.uses_more_than(200 * namespaces.BUFFER, [busy.pid])
        assert not namespaces.uses_more_than(2 * 200 * namespaces.BUFFER, [busy.pid])
        busy.kill()
