"""`reveal`: one's own answer first, then a model answer if one may see it."""

import json
import shutil
from pathlib import Path

import pytest
from course import ROOT, SLUGS

from deploy import students
from lernformer.checks.revealing import ANSWERS, model_answer

NAME = "explain_scaling"
REVEAL = f'from lernformer.checks import reveal\nreveal("{NAME}")'
OWN = "The variance of a dot product grows with the number of its features, and so on."


def write(text):
    path = Path("attention.ipynb")
    shutil.copy(ROOT / "exercises" / "attention" / path, path)
    cells = json.loads(path.read_text("utf-8"))
    (cell,) = (x for x in cells["cells"] if x["id"] == NAME)
    cell["source"] = text or cell["source"]
    path.write_text(json.dumps(cells), "utf-8")


@pytest.mark.parametrize("text", ["", "Because of the variance."])
def test_ones_own_answer_comes_first(notebook, text):
    write(text)
    out = notebook.run(REVEAL)
    assert "Write your own answer first" in out
    assert "One point each" not in out


def test_both_are_shown(notebook):
    write(OWN)
    out = notebook.run(REVEAL)
    assert f"Yours: {OWN} A model answer: The components of a query" in out
    assert "One point each" in out


def test_in_a_class_the_instructor_decides_when(notebook, monkeypatch):
    monkeypatch.setenv("LERNFORMER_EDITION", "class")
    write(OWN)
    out = notebook.run(REVEAL)
    assert "In a class the instructor decides when" in out
    assert "One point each" not in out
    shutil.copy(ANSWERS / f"{NAME}.md", ".")  # handed out
    assert "One point each" in notebook.run(REVEAL)


def test_what_no_cell_asks_cannot_be_revealed(notebook):
    out = notebook.run(REVEAL)
    assert f"there is no question '{NAME}' in the notebook here" in out
    with pytest.raises(ValueError, match="no model answer 'explain_nothing'"):
        model_answer("explain_nothing")


@pytest.mark.parametrize("slug", SLUGS)
def test_each_answer_in_words_can_be_compared(slug):
    cells = json.loads((ROOT / f"exercises/{slug}/{slug}.ipynb").read_text("utf-8"))
    cells = cells["cells"]
    (place,) = (i for i, x in enumerate(cells) if x["id"].startswith("explain_"))
    name, after = cells[place]["id"], "".join(cells[place + 1]["source"])
    assert f'reveal("{name}")' in after
    assert "One point" in model_answer(name)
    assert model_answer(name)[:40] not in json.dumps(cells, ensure_ascii=False)


@pytest.mark.parametrize("edition", ["open", "class"])
def test_the_zip_of_a_class_has_no_model_answers(edition, tmp_path, monkeypatch):
    monkeypatch.setenv("EDITION", edition)
    students.copy_sources(tmp_path)
    there = list(tmp_path.glob("src/lernformer/checks/questions/*.md"))
    assert len(there) == {"open": len(SLUGS), "class": 0}[edition]
