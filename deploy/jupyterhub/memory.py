"""Measures how much memory a class takes on this machine.

`python memory.py 3` starts three JupyterLab servers, each with a kernel that has run
the first check of an exercise, and says how much each additional server takes. Shared
memory counts once, as in "Pss" of proc(5).
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from jupyter_client.manager import start_new_kernel

CODE = """
from lernformer.attention import softmax
from lernformer.checks import run
assert run("attention.softmax", softmax, reference=True).passed
"""
CLASS = 120


def megabytes(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    (pss,) = (line.split()[1] for line in lines if line.startswith("Pss:"))
    return int(pss) / 1024


def main(number: int) -> None:
    servers, kernels = [], []
    with tempfile.TemporaryDirectory() as folder:
        lab = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"]
        try:
            for _ in range(number):
                server = subprocess.Popen(
                    [*lab, "--port=0", "--ip=127.0.0.1"],
                    cwd=folder,
                    stderr=subprocess.PIPE,
                    text=True,
                )
                servers.append(server)
                assert server.stderr
                next(line for line in server.stderr if "is running at" in line)
                manager, client = start_new_kernel(kernel_name="python3")
                kernels.append((manager, client))
                reply = client.execute_interactive(CODE, timeout=300)
                assert reply["content"]["status"] == "ok", reply
            one = sum(megabytes(x.pid) for x in servers) / number
            other = sum(megabytes(m.provisioner.pid) for m, _ in kernels) / number
        finally:
            for manager, client in kernels:
                client.stop_channels()
                manager.shutdown_kernel(now=True)
            for server in servers:
                server.kill()
    print(f"a server {one:.0f} MB, a kernel with torch and checks {other:.0f} MB")
    print(f"{CLASS} at once, one kernel each: {CLASS * (one + other) / 1024:.0f} GB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3)
