"""A kernel in the sandbox, as nbgrader and JupyterLab start it."""

import socket

import pytest
from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpecManager
from unprivileged import needs_bubblewrap

from lernformer.grading.sandbox.provisioner import KERNELS

pytestmark = [pytest.mark.slow, needs_bubblewrap]

SOURCE = """
import os, socket
for attempt in (
    lambda: open({private!r}).read(),
    lambda: socket.create_connection(("127.0.0.1", {port}), 1),
    lambda: open("/usr/abused", "w"),
    lambda: socket.socket(socket.AF_VSOCK),
    lambda: os.memfd_create("x"),
    lambda: os.kill(1, 0) or os.setpriority(os.PRIO_PROCESS, 0, 1),
):
    try:
        attempt()
    except OSError:
        print("refused")
print(os.geteuid() != 0, 6 * 7)
"""


def test_it_works_and_reaches_nothing(tmp_path, monkeypatch):
    private = tmp_path / "gradebook.db"
    private.write_text("scores")
    monkeypatch.chdir(tmp_path)
    specs = KernelSpecManager(kernel_dirs=[str(KERNELS / "kernels")])
    manager = KernelManager(kernel_name="lernformer-sandbox", kernel_spec_manager=specs)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        manager.start_kernel()
        client = manager.blocking_client()
        client.start_channels()
        try:
            client.wait_for_ready(timeout=None)
            messages = []
            client.execute_interactive(
                SOURCE.format(private=str(private), port=port),
                output_hook=lambda message: messages.append(message["content"]),
                timeout=None,
            )
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)
    text = "".join(content.get("text", "") for content in messages)
    assert text == "refused\n" * 6 + "True 42\n"
