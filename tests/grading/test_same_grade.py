"""What a student sees is what a student gets: `check` and the grader agree."""

import codecs
import random

import nbformat
import pytest
from classes import made
from graded import content, exercise, notebook, solution

from lernformer.grading.judge import own_notebook
from lernformer.grading.judge.causes import defines
from lernformer.grading.judge.judge import Examiner
from lernformer.grading.sandbox.sandbox import Sandbox

pytestmark = pytest.mark.slow
SLUG = "attention"
SECRET = b"\x07" * 32
RIGHT = {cell.id: cell.source for cell in solution(SLUG).cells}
HEADS = RIGHT["split_heads"]
SOFTMAX = RIGHT["softmax"]


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
    cell.id = f"x{random.random()}".replace(".", "")


def of_deepnote(cell) -> None:
    cell.metadata.clear()
    cell.metadata.cell_id, cell.id = cell.id, f"x{random.random()}".replace(".", "")


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


FULL = {
    "right": content(SLUG),
    "a byte-order mark": codecs.BOM_UTF8 + content(SLUG),
    "UTF-16": content(SLUG).decode().encode("utf-16"),
    "UTF-16 from the other end": codecs.BOM_UTF16_BE
    + content(SLUG).decode().encode("utf-16-be"),
    "cp1252": first("x = 'Größe'").decode().encode("cp1252", errors="replace"),
    "CRLF": changed(crlf),
    "no metadata, no ids": changed(without_metadata),
    "Deepnote": changed(of_deepnote),
    "a check as text": changed(check_as_text),
    "a check taken out": changed(without_check),
    "a missing library": first("import numpy as np, zz_missing as zz\nimport torch"),
    "a missing library first": first("import zz_missing\nONE = 1"),
    "an error of its own": first("1 / 0\nassert False"),
    "switches": first("import torch\ntorch.set_grad_enabled(False)\n"
                      "torch.set_default_dtype(torch.float64)\n"
                      "import numpy as np\nnp.seterr(all='raise')\n"
                      "import warnings\nwarnings.simplefilter('error')"),
    "torch.compile": content(SLUG, split_heads="@torch.compile\n" + HEADS),
    "torch.compile with options": content(
        SLUG, split_heads="@torch.compile(mode='max-autotune')\n" + HEADS
    ),
    "torch.compile afterwards": content(
        SLUG, split_heads=f"{HEADS}\nsplit_heads = torch.compile(split_heads)"
    ),
    "Colab's idiom": first("try:\n    import google.colab\nexcept ImportError: pass"),
}  # fmt: skip
LOSES = {
    "a no-break space": (
        content(SLUG, softmax=SOFTMAX.replace("    ", "\u00a0   ")), "U+00A0"),
    "a mark within": (content(SLUG, softmax="\ufeff\ufeff" + SOFTMAX + "\ufeff = 1"),
                      "U+FEFF"),
    "a bracket left open": (content(SLUG, softmax=SOFTMAX + "\n("), "SyntaxError"),
    "a library in an answer": (
        content(SLUG, softmax="from zz_missing import f\n" + SOFTMAX + "\n    f()\n"
                + SOFTMAX.replace("def softmax", "def other").replace(
                    "return", "f()\n    return", 1) + "\nsoftmax = other"),
        "line 1: ModuleNotFoundError: No module named 'zz_missing'"),
    "a helper's file": (
        content(SLUG, softmax="SCALE = float(open('my_scale.txt').read())\n"
                + SOFTMAX.replace("return", "SCALE\n    return", 1)),
        "FileNotFoundError"),
    "a pickle": (
        content(SLUG, softmax="import pickle\nONE = pickle.loads(pickle.dumps(1))\n"
                + SOFTMAX.replace("return", "ONE\n    return", 1)), "pickle.dumps"),
    "a thread": (
        content(SLUG, softmax="import threading\n"
                + SOFTMAX.replace("return", "threading.Thread()\n    return", 1)),
        "threading.Thread"),
    "not written": (content(SLUG, softmax=None), "not written yet"),
    "bug written again": (
        content(SLUG, merge_heads="def merge_heads(x):\n    x = x.movedim(-3, -2)\n"
                "    a, b = x.shape[-2:]\n    rest = x.shape[:-2]\n"
                "    new = (*rest, a * b)\n    return x.reshape(new)"), ""),
}  # fmt: skip


@pytest.fixture(scope="module")
def both():
    with Sandbox(SLUG) as walls, Sandbox(SLUG, unsafe=True) as own:

        def grade(file: bytes):
            released = Examiner(exercise(SLUG), SECRET).grade(file, walls)
            handed_in = own_notebook.handed_in(file, SLUG)
            return released, Examiner(handed_in, SECRET).grade(file, own)

        yield grade


def agree(graded, checked) -> None:
    assert graded.scores == checked.scores
    for name, verdict in graded.verdicts.items():
        assert checked.verdicts[name].message == verdict.message, name


@pytest.mark.parametrize("name", FULL)
def test_an_odd_file_loses_nothing_in_either_place(both, name):
    graded, checked = both(FULL[name])
    agree(graded, checked)
    assert sum(graded.scores.values()) == 20
    if "library" in name:
        assert any("zz_missing" in words for words in checked.notes)
        assert graded.notes == checked.notes


@pytest.mark.parametrize("name", LOSES)
def test_what_loses_points_loses_them_in_both_places_and_says_why(both, name):
    file, words = LOSES[name]
    graded, checked = both(file)
    agree(graded, checked)
    (lost,) = [v for v in checked.verdicts.values() if v.score < 1]
    assert words in lost.message


@pytest.mark.parametrize("student", range(6))
def test_answers_of_the_bank_earn_the_same_in_both_places(both, student):
    answers = list(made(2026, 6).values())[student]
    agree(*both(content(SLUG, **answers)))


def test_the_first_error_is_the_cause_along_a_chain(both):
    file = content(
        SLUG,
        softmax="import zz_missing as zz\nONE = zz.one()\n"
        + SOFTMAX.replace("return", "ONE\n    return", 1),
    )
    graded, checked = both(file)
    agree(graded, checked)
    cause = graded.verdicts["check_softmax"].cause
    assert "line 1: ModuleNotFoundError" in cause


@pytest.mark.parametrize(
    ("source", "binds"),
    [
        ("def f(): pass", True),
        ("class f: pass", True),
        ("    f: int = 3", True),
        ("from a import b as f", True),
        ("import f", True),
        ("f == 3", False),
        ("def ff(): pass", False),
        ("g(f=1)", False),
    ],
)
def test_which_cell_was_to_define_a_name(source, binds):
    assert defines(source, "f") == binds


def test_an_error_that_cannot_be_told_ends_nothing(both):
    file = first("class E(Exception):\n    def __str__(self): raise self\nraise E")
    graded, checked = both(file)
    agree(graded, checked)
    assert sum(graded.scores.values()) == 20
