"""`reset`: the stub comes back, and nothing is lost."""

import json
import shutil

import pytest
from course import ROOT
from notebook import SOFTMAX

RESET = 'reset("attention.softmax")'


@pytest.fixture
def attention(notebook, given_back):
    """The notebook, with its file in its folder."""
    shutil.copy(ROOT / "exercises" / "attention" / "attention.ipynb", ".")
    return notebook


@pytest.fixture
def given_back(notebook, monkeypatch):
    """What the front end is asked to put into a cell instead."""
    asked = []

    def put(text, replace=False):
        asked.append((text, replace))

    monkeypatch.setattr(notebook.shell, "set_next_input", put)
    return asked


def handed_out(name):
    cells = json.loads((ROOT / "exercises/attention/attention.ipynb").read_text())
    return next("".join(c["source"]) for c in cells["cells"] if c["id"] == name)


@pytest.mark.parametrize("broken", ["", "print((\n", "  indented\n"])
def test_the_stub_comes_and_what_was_there_is_kept(
    attention, given_back, tmp_path, broken
):
    out = attention.run(f"{RESET}\n{SOFTMAX}{broken}", "softmax")
    assert given_back == [(handed_out("softmax"), True)]
    kept = tmp_path / "attention" / "kept" / "attention.softmax-1.py"
    assert f"old code is in kept/{kept.name}" in out
    assert kept.read_text() == (SOFTMAX + broken).strip() + "\n"


def test_nothing_that_was_kept_is_written_over(attention, tmp_path):
    for number in (1, 2):
        attention.run(f"{RESET}\nversion = {number}", "softmax")
    folder = tmp_path / "attention" / "kept"
    kept = [(folder / f"attention.softmax-{n}.py").read_text() for n in (1, 2)]
    assert kept == ["version = 1\n", "version = 2\n"]


def test_of_an_emptied_cell_the_last_run_is_kept(attention, tmp_path):
    attention.run(SOFTMAX, "softmax")
    attention.run(RESET, "softmax")
    kept = tmp_path / "attention" / "kept" / "attention.softmax-1.py"
    assert kept.read_text() == SOFTMAX.strip() + "\n"


def test_nothing_is_checked_before_the_stub_was_run(attention):
    attention.run(SOFTMAX, "softmax")
    attention.run(f"{RESET}\n{SOFTMAX}", "softmax")
    assert "softmax was reset, and hasn't run since" in attention.check()
    attention.run(handed_out("softmax").replace("np.ndarray", "object"), "softmax")
    assert "not written yet" in attention.check()


def test_in_another_cell_it_tells_where_to_write_it(attention, given_back, tmp_path):
    out = attention.run(RESET, "cell-5")
    assert "as the first line of the cell of softmax" in out
    assert given_back == []
    assert not (tmp_path / "attention" / "kept").exists()


def test_without_the_notebooks_file_nothing_happens(notebook, given_back):
    out = notebook.run(f"{RESET}\n{SOFTMAX}", "softmax")
    assert "in the exercise's own notebook, attention.ipynb" in out
    assert given_back == []


def test_each_stub_is_what_was_handed_out():
    for path in ROOT.glob("exercises/*/*.ipynb"):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        stubs = [c for c in cells if "lernformer" in c["metadata"]]
        assert len(stubs) > 3
        for cell in stubs:
            assert cell["metadata"]["lernformer"]["stub"] == "".join(cell["source"])
