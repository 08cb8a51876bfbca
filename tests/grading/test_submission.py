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


def names(made) -> list[str]:
    known = (cell.metadata.get("nbgrader") for cell in made.cells)
    return [known.grade_id for known in known if known]


def test_what_a_terminal_would_obey_is_not_shown():
    obeyed = {*range(0x20), *range(0x7F, 0xA0)} - {*map(ord, "\t\n\r")}
    for code in range(0x100):
        (left,) = clean(chr(code))
        assert (left == "\ufffd") == (code in obeyed), hex(code)
        assert left in (chr(code), "\ufffd")
        (shown,) = _outputs([{"kind": "stdout", "data": {"text": chr(code)}}], 1000)
        assert shown.text == left


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
    with pytest.raises(Unreadable, match="not a notebook"):
        sources(text.encode())


def test_many_small_parts_would_take_the_memory_of_the_grader():
    with pytest.raises(Unreadable, match="too many parts"):
        sources(b'{"nbformat": 4, "cells": [' + b"[]," * 6_000_000 + b"[]]}")


def test_strange_cells_are_left_out():
    cells = [None, 3, {}, {"cell_type": "code", "source": 3}, {"cell_type": "x"}]
    cells += [{"cell_type": "code", "source": ["a", 1, "b"], "metadata": []}]
    found = {"nbformat": 4, "cells": cells}
    assert sources(json.dumps(found).encode()) == [("code", "", "ab")]


@pytest.mark.parametrize("version", [1, 2, 3])
def test_older_formats_are_read(version):
    code, words = ("code", "text") if version == 1 else ("input", "source")
    kinds = {1: "text", 2: "html", 3: "heading"}
    about = {"metadata": {"nbgrader": {"grade_id": "a"}}, "outputs": [{}], "level": {}}
    cells = [
        {"cell_type": "code", code: ["x = ", "1"]} | about,
        {"cell_type": kinds[version], words: "b"},
        None,
    ]
    sheet = {"cells": cells}
    found = {"nbformat": version} | (sheet if version == 1 else {"worksheets": [sheet]})
    text = "# b" if version == 3 else "b"
    assert sources(json.dumps(found).encode()) == [
        ("code", "a", "x = 1"),
        ("markdown", "", text),
    ]


def test_text_that_no_page_can_hold_is_replaced():
    assert clean("a\ud800b\x00c\x1bd\ne\tf") == "a?b\ufffdc\ufffdd\ne\tf"


PLAIN = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=9)
    | st.sampled_from(["code", "markdown", "raw", "softmax", "check_softmax", "\ud800"])
)
KEYS = st.text(max_size=3) | st.sampled_from(
    (
        *("cells", "cell_type", "source", "input", "metadata", "nbgrader", "grade_id"),
        *("id", "nbformat", "nbformat_minor", "worksheets", "outputs", "level"),
    )
)
TREES = st.recursive(
    PLAIN,
    lambda parts: (
        st.lists(parts, max_size=4) | st.dictionaries(KEYS, parts, max_size=6)
    ),
    max_leaves=20,
)
CELLS = st.fixed_dictionaries(
    {"cell_type": st.sampled_from(["code", "markdown", "raw", "heading"]) | TREES},
    optional=dict.fromkeys(("source", "input", "metadata", "id", "outputs"), TREES),
)
FILES = st.one_of(
    TREES,
    st.fixed_dictionaries(
        {"nbformat": st.integers(0, 5) | TREES, "cells": st.lists(CELLS | TREES)},
        optional={"metadata": TREES, "nbformat_minor": TREES},
    ),
    st.builds(
        lambda cells, version: {"nbformat": version, "worksheets": [{"cells": cells}]},
        st.lists(CELLS, max_size=3),
        st.integers(1, 3),
    ),
).map(lambda tree: json.dumps(tree).encode())


@given(FILES | st.binary(max_size=200))
@settings(max_examples=300, deadline=None)
def test_any_file_is_graded_or_has_a_reason(file):
    with contextlib.suppress(Unreadable):
        made, notes = normalise(file, exercise(SLUG))
        assert len(names(made)) == len({*names(made)})
        assert {*names(made)} >= exercise(SLUG).questions.keys()
        nbformat.writes(made).encode()
        assert all(isinstance(note, str) for note in notes)


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
        ("link", "cannot be opened"),
        ("folder", "not a file"),
        ("pipe", "not a file"),
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


@pytest.mark.parametrize(
    ("kept", "below"),
    [
        ({"metadata": {"cell_id": "explain"}}, "x = 1"),  # Deepnote
        ({"metadata": {"id": "explain"}}, "x = 1"),  # Colab
        ({"id": "explain", "metadata": {"nbgrader": None}}, "x = 1"),
        ({"metadata": None}, '# reveal("explain")  # when yours is saved'),
        ({}, 'reveal("explain")'),
    ],
)
def test_an_answer_in_words_is_found_without_nbgraders_metadata(kept, below):
    cells = [
        {"cell_type": "markdown", "source": "Why?"},
        {"cell_type": "markdown", "source": "Because.", **kept},
        {"cell_type": "code", "source": below},
    ]
    found = sources(json.dumps({"nbformat": 4, "cells": cells}).encode())
    assert [name for _, name, _ in found] == ["", "explain", ""]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_notebook_is_read_in_what_editors_save(encoding):
    cells = [{"cell_type": "code", "source": "x = 'Größe'"}]
    content = json.dumps({"nbformat": 4, "cells": cells}, ensure_ascii=False)
    assert sources(content.encode(encoding)) == [("code", "", "x = 'Größe'")]
