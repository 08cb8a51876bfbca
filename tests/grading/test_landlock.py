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
        try:
            answer = session.run(source, 5.0)
            found[name] = str([output["data"] for output in answer["outputs"]])
        except Stopped as error:
            found[name] = error.reason
        assert session.close(), name  # nobody is left
print(json.dumps(found))
"""
# Each begins with its name, and with what it shows or why it is stopped.
PARTS = Path(__file__).with_name("landlock.txt").read_text("utf-8").split("\n# ")
HEADS = [part.removeprefix("# ").partition("\n") for part in PARTS]
SHOWN = dict(head.split(": ", 1) for head, _, _ in HEADS)
CELLS = {head.partition(":")[0]: code for head, _, code in HEADS}


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
    assert re.search(SHOWN[name], found[name], re.S)


@pytest.mark.slow
def test_a_permission_that_was_changed_is_as_before(found):
    assert found["mode"] == 0o600


def test_an_old_kernel_is_no_wall(monkeypatch):
    monkeypatch.setattr(landlock.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(landlock, "version", lambda: 5)
    assert landlock.missing() == "the kernel's Landlock has version 5, below 6"
