"""The second wall, as an unprivileged user without bubblewrap meets it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import unprivileged

from lernformer.grading.sandbox import landlock

# Runs in a separate process: what each cell shows, or why it was stopped.
CLASS = """
import json, sys
from pathlib import Path
from lernformer.grading.sandbox.sandbox import Sandbox, Stopped

folder, cells = Path(sys.argv[1]), json.loads(sys.argv[2])
found = {}
with Sandbox("attention", hidden=(folder,)) as sandbox:
    sandbox.try_walls(folder / "gradebook.db")
    found["wall"] = sandbox.wall
    for name, source in cells.items():
        session = sandbox.open()
        question = {"do": "run", "source": source, "name": name, "stop": None}
        try:
            answer = session.ask({**question, "seconds": 5.0}, 5.0)
            found[name] = str([output["data"] for output in answer["outputs"]])
        except Stopped as error:
            found[name] = error.reason
        assert session.close(), name  # nobody is left
print(json.dumps(found))
"""
CELLS = {
    "work": """
import subprocess, tempfile
import numpy as np, matplotlib.pyplot as plt
plt.plot([1, 2])
with tempfile.TemporaryFile() as file:
    plt.savefig(file)
    print(file.tell() > 0, subprocess.run(["echo", "hello"], capture_output=True))
""",
    "signals": "import os\nos.kill(os.getppid(), 0)",
    "sockets": "import socket\nsocket.socketpair()\nprint('a pair')\nsocket.socket()",
    "permissions": "import os\nos.chmod('KEPT', 0o777)\nprint('said yes')",
    "limits": "import resource\nresource.prlimit(os.getppid(), resource.RLIMIT_CPU)",
    "disk": """
import time
for name in map(str, range(100)):
    open(name, "wb").write(bytes(2**20))
time.sleep(600)
""",
    "deleted": """
import os, time
held = []
for _ in range(100):
    held.append(open("x", "wb"))
    held[-1].write(bytes(2**20))
    held[-1].flush()
    os.unlink("x")
time.sleep(600)
""",
    "deleted and mapped": """
import mmap, os, time
held = []
for _ in range(100):
    with open("x", "w+b") as file:
        file.truncate(2**20)
        held.append(mmap.mmap(file.fileno(), 2**20))
    os.unlink("x")
    held[-1].write(bytes(2**20))
time.sleep(600)
""",
    "orphan": """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(600)
    os._exit(0)
""",
}
SHOWN = {
    "work": "True .*hello",
    "signals": "PermissionError",
    "sockets": "a pair.*PermissionError",
    "permissions": "said yes",
    "limits": "Error",
    "orphan": r"\[\]",
}
STOPPED = "stopped for writing more than 64 MB or 4096 files"


@pytest.fixture(scope="module")
def found():
    if reason := landlock.missing():
        pytest.skip(f"NO LANDLOCK: {reason}; the second wall was not tried")
    folder = unprivileged.folder()
    kept = folder / "gradebook.db"
    kept.write_text("scores")
    kept.chmod(0o600)
    unprivileged.hand_over(folder)
    cells = json.dumps(CELLS).replace("KEPT", str(kept))
    python = Path(sys.executable)
    # a PATH where there is no bwrap
    words = ["env", f"PATH={python.parent}", f"HOME={folder}", "OMP_NUM_THREADS=1"]
    words += [str(python), "-c", CLASS, str(folder), cells]
    ran = subprocess.run(
        unprivileged.command(*words), capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    yield json.loads(ran.stdout) | {"mode": kept.stat().st_mode & 0o777}
    unprivileged.remove(folder)


@pytest.mark.slow
def test_it_is_the_wall_and_holds(found):
    assert found["wall"] == "landlock"


@pytest.mark.slow
@pytest.mark.parametrize("name", CELLS)
def test_what_comes_of_a_cell(name, found):
    assert re.search(SHOWN.get(name, STOPPED), found[name], re.S)


@pytest.mark.slow
def test_a_permission_that_was_changed_is_as_before(found):
    assert found["mode"] == 0o600


def test_an_old_kernel_is_no_wall(monkeypatch):
    monkeypatch.setattr(landlock.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(landlock, "version", lambda: 5)
    assert landlock.missing() == "the kernel's Landlock has version 5, below 6"
