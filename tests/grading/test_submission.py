"""Reading what a student handed in."""

import json
import os

import pytest
from graded import content, exercise, notebook

from lernformer.grading.submission import (
    MAX_FILE,
    Unreadable,
    clean,
    harmless,
    normalise,
    read,
    sources,
)

SLUG = "attention"


def normalised(made):
    return normalise(json.dumps(made).encode(), exercise(SLUG))


def names(made) -> list[str]:
    known = (cell.metadata.get("nbgrader") for cell in made.cells)
    return [known.grade_id for known in known if known]


def test_an_honest_notebook_stays_as_it_is():
    made, notes = normalise(content(SLUG), exercise(SLUG))
    assert notes == []
    install, first, *_ = (cell for cell in made.cells if cell.cell_type == "code")
    assert "find_spec" in install.source
    assert first.source.startswith("import")
    released = exercise(SLUG).cells
    for cell in made.cells:
        if known := cell.metadata.get("nbgrader"):
            assert known.get("points") == released[known.grade_id].points


def test_every_known_cell_is_there_once():
    made = notebook(SLUG)
    made.cells = [cell for cell in made.cells if cell.id != "check_softmax"]
    made.cells += [cell for cell in made.cells if cell.id == "softmax"]
    found, notes = normalised(made)
    assert sorted(names(found)) == sorted(exercise(SLUG).cells)
    assert any("'check_softmax' was missing" in note for note in notes)
    assert any("several cells 'softmax'" in note for note in notes)


def test_a_changed_check_counts_as_released():
    found, notes = normalised(notebook(SLUG, check_softmax="pass"))
    checks = [c for c in found.cells if "check_softmax" in names_of(c)]
    assert checks[0].source == exercise(SLUG).cells["check_softmax"].source
    assert any("'check_softmax' was changed" in note for note in notes)


def names_of(cell) -> str:
    return cell.metadata.get("nbgrader", {}).get("grade_id", "")


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '"x"', "{}", '{"nbformat": 4}', "[" * 10**5]
)
def test_what_is_no_notebook_is_unreadable(text):
    with pytest.raises(Unreadable, match="no notebook"):
        sources(text.encode())


def test_many_small_parts_would_take_the_memory_of_the_grader():
    with pytest.raises(Unreadable, match="too many parts"):
        sources(b'{"nbformat": 4, "cells": [' + b"[]," * 6_000_000 + b"[]]}")


def test_strange_cells_are_left_out():
    cells = [None, 3, {}, {"cell_type": "code", "source": 3}, {"cell_type": "x"}]
    cells += [{"cell_type": "code", "source": ["a", 1, "b"], "metadata": []}]
    found = {"nbformat": 4, "cells": cells}
    assert sources(json.dumps(found).encode()) == [("code", "", "ab")]


def test_text_that_no_page_can_hold_is_replaced():
    assert clean("a\ud800b\x00c\x1bd\ne\tf") == "a?b\ufffdc\ufffdd\ne\tf"


def test_of_very_many_words_the_first_are_kept():
    cell = {"cell_type": "markdown", "source": "a" * 300_000}
    found = sources(json.dumps({"nbformat": 4, "cells": [cell] * 20}).encode())
    sizes = [len(text) for _, _, text in found]
    assert sizes == [200_000] * 10 + [0] * 10


def test_files_that_are_none(tmp_path):
    (tmp_path / "real").write_text("x")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "large").open("wb") as file:
        file.truncate(MAX_FILE + 1)
    assert read(tmp_path / "real") == b"x"
    for name, words in (
        ("link", "no file"),
        ("folder", "no file"),
        ("pipe", "no file"),
        ("large", "more than 128 MB"),
        ("nothing", "there is no nothing"),
    ):
        with pytest.raises(Unreadable, match=words):
            read(tmp_path / name)


def test_prose_keeps_its_formulas_and_loses_its_html():
    assert harmless("$a < b$ and *c* > d, 1<2") == "$a < b$ and *c* > d, 1<2"
    assert harmless("<b>x</b> ![p](q)") == "&lt;b>x&lt;/b> [p] (q)"
    assert harmless("[a](https://a.example/b?c=1)") == "[a](https://a.example/b?c=1)"
    assert harmless("[a](javascript:b) [c]: d") == "[a] (javascript:b) [c] : d"
