"""What a page shows of a run: nothing that could execute there, and not too much."""

import base64

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from lernformer.grading.judge import outputs
from lernformer.grading.judge.run import Transcript

PNG = base64.b64encode(b"\x89PNG\r\n and so on").decode()
SCRIPT = "<script>alert(1)</script>"


def shown(found, stopped=None) -> list:
    notebook = new_notebook(cells=[new_code_cell()])
    known = {0: stopped} if stopped else {}
    outputs.show(notebook, Transcript(outputs={0: found}, stopped=known))
    return notebook.cells[0].outputs


def test_of_what_is_displayed_text_and_pictures_stay():
    data = {"text/plain": "1\x00", "image/png": PNG, "text/html": SCRIPT}
    (output,) = shown([{"kind": "display_data", "data": data}])
    assert output.data == {"text/plain": "1\ufffd", "image/png": PNG}


def test_a_picture_that_is_none_is_left_out():
    data = {"image/png": base64.b64encode(SCRIPT.encode()).decode()}
    (output,) = shown([{"kind": "display_data", "data": data}])
    assert output.data == {"text/plain": ""}


@pytest.mark.parametrize(
    "found",
    [
        None,
        "text",
        [None],
        [{}],
        [{"kind": "stdout", "data": {}}],
        [{"kind": "error", "data": {"a": "1", "b": "2"}}],
        [{"kind": "display_data", "data": {"image/png": "no base64"}}],
    ],
)
def test_what_has_another_form_is_left_out(found):
    assert shown(found) == []


def test_the_rest_of_a_long_output_is_cut(monkeypatch):
    monkeypatch.setattr(outputs, "MAX_PAGE", 1000)
    written = {"kind": "stdout", "data": {"text": "x" * 400}}
    assert [one.output_type for one in shown([written] * 5)] == [
        "stream",
        "stream",
        "error",
    ]


def test_why_a_cell_was_stopped_stands_under_it():
    (error,) = shown(None, stopped="still running after 10 seconds")
    assert error.ename == "Stopped"
    assert error.traceback == [
        "this cell is still running after 10 seconds; the others ran on"
    ]


def test_notes_in_the_heading_are_words():
    heading = outputs.heading([SCRIPT, SCRIPT], 1.25, 180.0)
    assert heading.source.startswith("*It ran for 1.2 of 180 seconds.*")
    assert heading.source.count("&lt;script&gt;") == 1
    assert "<script>" not in heading.source
