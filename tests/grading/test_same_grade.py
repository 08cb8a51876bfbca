"""What a student sees is what a student gets: `check` and the grader agree."""

import codecs
import re
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import nbformat
import pytest
from classes import made
from extent import some
from graded import content, exercise, notebook, solution

from lernformer.grading.judge import own_notebook
from lernformer.grading.judge.causes import defines
from lernformer.grading.judge.examiner import Examiner

pytestmark = pytest.mark.slow
SLUG = "attention"
SECRET = b"\x07" * 32
CELLS = {cell.id: cell.source for cell in solution(SLUG).cells}
HEADS, SOFTMAX = CELLS["split_heads"], CELLS["softmax"]


def first(source: str) -> bytes:
    """A right notebook with one more cell at its top."""
    made = notebook(SLUG)
    made.cells.insert(0, nbformat.v4.new_code_cell(source, id="own"))
    return nbformat.writes(made).encode()


def changed(change) -> bytes:
    made = notebook(SLUG)
    for cell in made.cells:
        change(cell)
    return nbformat.writes(made).encode()


def without_metadata(cell) -> None:
    cell.metadata.clear()
    cell.id = uuid4().hex


def of_deepnote(cell) -> None:
    name = cell.id
    without_metadata(cell)
    cell.metadata.cell_id = name


def check_as_text(cell) -> None:
    if cell.id == "check_softmax":
        cell.cell_type = "raw"
        cell.pop("outputs"), cell.pop("execution_count")


def without_check(cell) -> None:
    if cell.id == "check_softmax":
        cell.id, cell.source = "gone", ""
        cell.metadata.clear()


def crlf(cell) -> None:
    cell.source = cell.source.replace("\n", "\r\n")


SWITCHES = """
import torch, warnings
torch.set_grad_enabled(False)
torch.set_default_dtype(torch.float64)
import numpy as np
np.seterr(all="raise")
warnings.simplefilter("error")
"""
UNTOLD = "class E(Exception):\n    def __str__(self): raise self\nraise E"
FULL = {
    "UTF-16": codecs.BOM_UTF16_BE + content(SLUG).decode().encode("utf-16-be"),
    "CRLF": changed(crlf),
    "no metadata, no ids": changed(without_metadata),
    "a check as text": changed(check_as_text),
    "a missing library first": first("import zz_missing\nONE = 1"),
    "switches": first(SWITCHES),
    "torch.compile": content(
        SLUG, split_heads=f"@torch.compile(mode='max-autotune')\n{HEADS}"
    ),
    "an error that cannot be told": first(UNTOLD),
    # the rest only in test-all
    "cp1252": first("x = 'Größe'").decode().encode("cp1252", errors="replace"),
    "Deepnote": changed(of_deepnote),
    "a check taken out": changed(without_check),
    "a missing library": first("import numpy as np, zz_missing as zz\nimport torch"),
    "torch.compile afterwards": content(
        SLUG, split_heads=f"{HEADS}\nsplit_heads = torch.compile(split_heads)"
    ),
    "Colab's idiom": first("try:\n    import google.colab\nexcept ImportError: pass"),
}


def with_line(line: str, before: str) -> str:
    return before + "\n" + SOFTMAX.replace("return", f"{line}\n    return", 1)


IN_AN_ANSWER = with_line("f()", f"from zz_missing import f\n{SOFTMAX}\n    f()\n\n")
READS = "SCALE = float(open('my_scale.txt').read())"
PICKLES = "import pickle\nONE = pickle.loads(pickle.dumps(1))"
BUG = """
def merge_heads(x):
    x = x.movedim(-3, -2)
    a, b = x.shape[-2:]
    rest = x.shape[:-2]
    new = (*rest, a * b)
    return x.reshape(new)
"""
LOSES = {
    "a no-break space": (SOFTMAX.replace("    ", "\u00a0   "), "U+00A0"),
    "a library": (IN_AN_ANSWER, "line 1: ModuleNotFoundError: No module named 'zz_m"),
    "a thread": (with_line("threading.Thread()", "import threading"), "ing.Thread"),
    "not written": (None, "not written yet"),
    "merge_heads": (BUG, ""),
    # the rest only in test-all
    "a mark within": (f"\ufeff\ufeff{SOFTMAX}\ufeff = 1", "U+FEFF"),
    "a library far above": (
        with_line("ONE", "import zz_missing as zz\nONE = zz.one()"),
        "line 1: ModuleNotFoundError",
    ),
    "a helper's file": (with_line("SCALE", READS), "FileNotFoundError"),
    "a pickle": (with_line("ONE", PICKLES), "pickle.dumps"),
}


@pytest.fixture(scope="module")
def both(sandboxes):
    walls, own = sandboxes(SLUG), sandboxes(SLUG, unsafe=True)

    def grade(file: bytes):
        """Grade with the grader and with `check`, which must agree."""
        graded = Examiner(exercise(SLUG), SECRET).grade(file, walls)
        handed_in = own_notebook.handed_in(file, SLUG)
        checked = Examiner(handed_in, SECRET).grade(file, own)
        assert graded.scores == checked.scores
        for name, verdict in graded.verdicts.items():
            assert checked.verdicts[name].message == verdict.message, name
        return graded, checked

    return grade


@pytest.mark.parametrize("name", some([*FULL], [*FULL][:8]))
def test_an_odd_file_loses_nothing_in_either_place(both, name):
    graded, checked = both(FULL[name])
    assert sum(graded.scores.values()) == 20
    if "library" in name:
        assert any("zz_missing" in words for words in checked.notes)
        assert graded.notes == checked.notes


@pytest.mark.parametrize("name", some([*LOSES], [*LOSES][:5]))
def test_what_loses_points_loses_them_in_both_places_and_says_why(both, name):
    answer, words = LOSES[name]
    task = name if name in CELLS else "softmax"
    _, checked = both(content(SLUG, **{task: answer}))
    (lost,) = [v for v in checked.verdicts.values() if v.score < 1]
    assert words in lost.message


@pytest.mark.parametrize("student", some(range(6), [0, 1]))
def test_answers_of_the_bank_earn_the_same_in_both_places(both, student):
    answers = list(made(2026, 6).values())[student]
    both(content(SLUG, **answers))


def test_which_cell_was_to_define_a_name():
    defined = "def f(): pass", "class f: pass", "    f: int = 3", "import f"
    for source in (*defined, "from a import b as f"):
        assert defines(source, "f"), source
    for source in ("f == 3", "def ff(): pass", "g(f=1)"):
        assert not defines(source, "f"), source


def test_a_notebook_is_checked_where_nothing_can_be_forked_as_on_windows(tmp_path):
    shift = "scores - scores.max(axis=axis, keepdims=True)"
    assert shift in SOFTMAX
    path = tmp_path / "attention.ipynb"
    path.write_bytes(content(SLUG, softmax=SOFTMAX.replace(shift, "scores")))
    script = Path(__file__).parents[1] / "without_posix.py"
    ran = subprocess.run(
        [sys.executable, script, "check", path],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 1, ran.stderr
    assert re.search(r"✗ softmax +1\.\d+ of 2", ran.stdout)
    assert "Likely cause: exp overflows" in ran.stdout
    assert ran.stdout.count("✗") == 1
    assert re.search(r"✓ MultiHeadAttention +(\d+) of \1", ran.stdout)
    assert "more for the question that a person reads" in ran.stdout
