"""`reset`: the stub comes back, and nothing is lost."""

import json
import shutil
from pathlib import Path

import pytest
from course import ROOT
from notebook import SOFTMAX

RESET = 'reset("attention.softmax")'


FILE = ROOT / "exercises" / "attention" / "attention.ipynb"


@pytest.fixture
def attention(notebook):
    """The notebook, with its file in its folder."""
    shutil.copy(FILE, ".")
    return notebook


@pytest.fixture
def given_back(notebook, monkeypatch):
    """What the front end is asked to put into a cell instead."""
    inserted = []

    def put(text, replace=False):
        inserted.append((text, replace))

    monkeypatch.setattr(notebook.shell, "set_next_input", put)
    return inserted


def kept():
    """The texts that were kept, by number."""
    found = Path("kept").glob("attention.softmax-*.py")
    return [path.read_text() for path in sorted(found)]


def handed_out(name):
    cells = json.loads(FILE.read_text())["cells"]
    return next("".join(cell["source"]) for cell in cells if cell["id"] == name)


@pytest.mark.parametrize("broken", ["", "print((\n", "  indented\n"])
def test_the_stub_comes_and_what_was_there_is_kept(attention, given_back, broken):
    out = attention.run(f"{RESET}\n{SOFTMAX}{broken}", "softmax")
    assert given_back == [(handed_out("softmax"), True)]
    assert "old code is in kept/attention.softmax-1.py" in out
    first = (SOFTMAX + broken).strip() + "\n"
    assert kept() == [first]
    attention.run(f"{RESET}\nversion = 2", "softmax")
    assert kept() == [first, "version = 2\n"]  # nothing is written over


def test_of_an_emptied_cell_the_last_run_is_kept(attention, given_back):
    attention.run(SOFTMAX, "softmax")
    attention.run(RESET, "softmax")
    assert kept() == [SOFTMAX.strip() + "\n"]


def test_nothing_is_checked_before_the_stub_was_run(attention, given_back):
    attention.run(SOFTMAX, "softmax")
    attention.run(f"{RESET}\n{SOFTMAX}", "softmax")
    assert "softmax was reset, and hasn't run since" in attention.check()
    attention.run(handed_out("softmax").replace("np.ndarray", "object"), "softmax")
    assert "not written yet" in attention.check()


def test_elsewhere_it_says_where_to_write_it(notebook, given_back):
    out = notebook.run(f"{RESET}\n{SOFTMAX}", "softmax")
    assert "in the exercise's own notebook, attention.ipynb" in out
    shutil.copy(FILE, ".")
    out = notebook.run(RESET, "cell-5")
    assert "as the first line of the cell of softmax" in out
    assert given_back == kept() == []


def test_each_stub_is_what_was_handed_out():
    for path in ROOT.glob("exercises/*/*.ipynb"):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        stubs = [c for c in cells if "lernformer" in c["metadata"]]
        assert len(stubs) > 3
        for cell in stubs:
            assert cell["metadata"]["lernformer"]["stub"] == "".join(cell["source"])
