"""What a page shows of a run: nothing that could execute there, and not too much."""

import base64

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


def test_of_what_is_displayed_text_and_real_pictures_stay():
    data = {"text/plain": "1\x00", "image/png": PNG, "text/html": SCRIPT}
    none = base64.b64encode(SCRIPT.encode()).decode()
    for given, kept in (
        (data, {"text/plain": "1\ufffd", "image/png": PNG}),
        ({"image/png": none}, {"text/plain": ""}),
    ):
        (output,) = shown([{"kind": "display_data", "data": given}])
        assert output.data == kept


def test_what_has_another_form_is_left_out():
    picture = {"image/png": "no base64"}
    wrong = ("stdout", {}), ("error", {"a": "1", "b": "2"}), ("display_data", picture)
    formed = [[{"kind": kind, "data": data}] for kind, data in wrong]
    for found in (None, "text", [None], [{}], *formed):
        assert shown(found) == [], found


def test_the_rest_of_a_long_output_is_cut(monkeypatch):
    monkeypatch.setattr(outputs, "MAX_PAGE", 1000)
    written = {"kind": "stdout", "data": {"text": "x" * 400}}
    kinds = [one.output_type for one in shown([written] * 5)]
    assert kinds == ["stream", "stream", "error"]


def test_why_a_cell_was_stopped_is_shown_under_it():
    (error,) = shown(None, stopped="still running after 10 seconds")
    assert error.ename == "Stopped"
    assert error.traceback == [
        "this cell is still running after 10 seconds; the other cells still ran"
    ]


def test_notes_in_the_heading_are_words():
    heading = outputs.heading([SCRIPT, SCRIPT], 1.25, 180.0)
    assert heading.source.startswith("*It ran for 1.2 of 180 seconds.*")
    assert heading.source.count("&lt;script&gt;") == 1
    assert "<script>" not in heading.source
