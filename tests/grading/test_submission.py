"""Reading what a student handed in."""

import contextlib
import json
import os

import nbformat
import pytest
from graded import content, exercise, notebook
from hypothesis import given, settings
from hypothesis import strategies as st

from lernformer.grading.judge.outputs import _outputs
from lernformer.grading.judge.submission import (
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


def named(made) -> dict:
    """The cells that nbgrader knows, by their names."""
    known = [cell for cell in made.cells if cell.metadata.get("nbgrader")]
    found = {cell.metadata.nbgrader.grade_id: cell for cell in known}
    assert len(found) == len(known)
    return found


def read_from(*cells) -> list[tuple[str, str, str]]:
    return sources(json.dumps({"nbformat": 4, "cells": [*cells]}).encode())


def test_what_a_terminal_would_obey_is_not_shown():
    obeyed = {*range(0x20), *range(0x7F, 0xA0)} - {*map(ord, "\t\n\r")}
    for code in range(0x100):
        (left,) = clean(chr(code))
        assert (left == "\ufffd") == (code in obeyed), hex(code)
        assert left in (chr(code), "\ufffd")
        (shown,) = _outputs([{"kind": "stdout", "data": {"text": chr(code)}}], 1000)
        assert shown.text == left
    assert clean("a\ud800b\x00c\x1bd\ne\tf") == "a?b\ufffdc\ufffdd\ne\tf"


def test_an_honest_notebook_stays_as_it_is():
    made, notes = normalise(content(SLUG), exercise(SLUG))
    assert notes == []
    install, first, *_ = (cell for cell in made.cells if cell.cell_type == "code")
    assert "find_spec" in install.source
    assert first.source.startswith("import")
    for name, cell in named(made).items():
        points = cell.metadata.nbgrader.get("points")
        assert points == exercise(SLUG).cells[name].points


def test_every_known_cell_is_there_once_and_a_changed_check_counts_as_released():
    made = notebook(SLUG, check_split_heads="pass")
    made.cells = [cell for cell in made.cells if cell.id != "check_softmax"]
    made.cells += [cell for cell in made.cells if cell.id == "softmax"]
    found, notes = normalised(made)
    assert named(found).keys() == exercise(SLUG).cells.keys()
    released = exercise(SLUG).cells["check_split_heads"].source
    assert named(found)["check_split_heads"].source == released
    for words in (
        "'check_softmax' was missing",
        "several cells 'softmax'",
        "'check_split_heads' was changed",
    ):
        assert any(words in note for note in notes)


def test_what_is_no_notebook_is_unreadable():
    for text in ("", "{", "[]", "null", '"x"', "{}", '{"nbformat": 4}', "[" * 10**5):
        with pytest.raises(Unreadable, match="not a notebook"):
            sources(text.encode())
    # many small parts would take the memory of the grader
    with pytest.raises(Unreadable, match="too many parts"):
        sources(b'{"nbformat": 4, "cells": [' + b"[]," * 6_000_000 + b"[]]}")


def test_strange_cells_and_very_many_words_are_left_out():
    cells = [None, 3, {}, {"cell_type": "code", "source": 3}, {"cell_type": "x"}]
    cells += [{"cell_type": "code", "source": ["a", 1, "b"], "metadata": []}]
    assert read_from(*cells) == [("code", "", "ab")]
    cell = {"cell_type": "markdown", "source": "a" * 300_000}
    sizes = [len(text) for _, _, text in read_from(*[cell] * 20)]
    assert sizes == [200_000] * 10 + [0] * 10


@pytest.mark.parametrize(
    ("version", "code", "words", "kind", "text"),
    [
        (1, "code", "text", "text", "b"),
        (2, "input", "source", "html", "b"),
        (3, "input", "source", "heading", "# b"),
    ],
)
def test_older_formats_are_read(version, code, words, kind, text):
    about = {"metadata": {"nbgrader": {"grade_id": "a"}}, "outputs": [{}], "level": {}}
    cells = [{"cell_type": "code", code: ["x = ", "1"]} | about]
    sheet = {"cells": [*cells, {"cell_type": kind, words: "b"}, None]}
    found = sheet if version == 1 else {"worksheets": [sheet]}
    assert sources(json.dumps({"nbformat": version} | found).encode()) == [
        ("code", "a", "x = 1"),
        ("markdown", "", text),
    ]


WORDS = ["code", "markdown", "raw", "softmax", "check_softmax", "\ud800"]
KEYS = "cells cell_type source input metadata nbgrader grade_id id nbformat "
KEYS += "nbformat_minor worksheets outputs level"
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9)
PLAIN |= st.sampled_from(WORDS)
KEY = st.text(max_size=3) | st.sampled_from(KEYS.split())
TREES = st.recursive(
    PLAIN,
    lambda parts: st.lists(parts, max_size=4) | st.dictionaries(KEY, parts, max_size=6),
    max_leaves=20,
)
CELLS = st.fixed_dictionaries(
    {"cell_type": st.sampled_from(["code", "markdown", "raw", "heading"]) | TREES},
    optional=dict.fromkeys(("source", "input", "metadata", "id", "outputs"), TREES),
)
FOUR = st.fixed_dictionaries(
    {"nbformat": st.integers(0, 5) | TREES, "cells": st.lists(CELLS | TREES)},
    optional={"metadata": TREES, "nbformat_minor": TREES},
)
SHEET = st.fixed_dictionaries({"cells": st.lists(CELLS, max_size=3)})
OLDER = st.fixed_dictionaries(
    {"nbformat": st.integers(1, 3), "worksheets": st.tuples(SHEET)}
)
FILES = (TREES | FOUR | OLDER).map(lambda tree: json.dumps(tree).encode())


@given(FILES | st.binary(max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_file_is_graded_or_has_a_reason(file):
    with contextlib.suppress(Unreadable):
        made, notes = normalise(file, exercise(SLUG))
        assert named(made).keys() >= exercise(SLUG).questions.keys()
        nbformat.writes(made).encode()
        assert all(isinstance(note, str) for note in notes)


def test_files_that_are_none(tmp_path):
    (tmp_path / "real").write_text("x")
    (tmp_path / "link").symlink_to("real")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "large").open("wb") as file:
        file.truncate(MAX_FILE + 1)
    assert read(tmp_path / "real") == b"x"
    for name, words in {
        "link": "cannot be opened",
        "folder": "not a file",
        "pipe": "not a file",
        "large": "more than 128 MB",
        "nothing": "there is no nothing",
    }.items():
        with pytest.raises(Unreadable, match=words):
            read(tmp_path / name)


def test_prose_keeps_its_formulas_and_loses_its_html():
    assert harmless("$a < b$ and *c* > d, 1<2") == "$a < b$ and *c* > d, 1<2"
    assert harmless("<b>x</b> ![p](q)") == "&lt;b>x&lt;/b> [p] (q)"
    assert harmless("[a](https://a.example/b?c=1)") == "[a](https://a.example/b?c=1)"
    assert harmless("[a](javascript:b) [c]: d") == "[a] (javascript:b) [c] : d"


@pytest.mark.parametrize(
    ("kept", "below"),
    [
        ({"metadata": {"cell_id": "explain"}}, "x = 1"),  # Deepnote
        ({"metadata": {"id": "explain"}}, "x = 1"),  # Colab
        ({"id": "explain", "metadata": {"nbgrader": None}}, "x = 1"),
        ({"metadata": None}, '# reveal("explain")  # save your answer, then'),
        ({}, 'reveal("explain")'),
    ],
)
def test_an_answer_in_words_is_found_without_nbgraders_metadata(kept, below):
    cells = [
        {"cell_type": "markdown", "source": "Why?"},
        {"cell_type": "markdown", "source": "Because.", **kept},
        {"cell_type": "code", "source": below},
    ]
    assert [name for _, name, _ in read_from(*cells)] == ["", "explain", ""]


def test_a_notebook_is_read_in_what_editors_save():
    cells = [{"cell_type": "code", "source": "x = 'Größe'"}]
    content = json.dumps({"nbformat": 4, "cells": cells}, ensure_ascii=False)
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert sources(content.encode(encoding)) == [("code", "", "x = 'Größe'")]
