"""`status()`: points by task, and what to do next."""

import re
from dataclasses import replace

import pytest
from notebook import NAIVE, SOFTMAX

from lernformer.checks import run, status, task, tasks
from lernformer.checks.overview import Row, Status

CHAPTER = [name for name in tasks() if name.startswith("attention.")]
POINTS = sum(task(name).points for name in CHAPTER)
STUB = "def {}(*inputs):\n    raise NotImplementedError()"


def test_every_task_of_the_chapter_has_a_line_and_the_next_is_named(notebook):
    notebook.run(SOFTMAX, "softmax")
    notebook.run(STUB.format("softmax_jacobian"), "softmax_jacobian")
    out = notebook.run('status("attention")')
    names = [name.partition(".")[2] for name in CHAPTER]
    assert re.findall(r"[✓✗○] (\w+)", out) == names
    assert "✓ softmax 2 of 2" in out
    assert "○ softmax_jacobian 0 of 2 not written yet" in out
    assert "○ merge_heads 0 of 1 not run yet" in out
    assert f"2 of {POINTS} points. Next: is_softmax (about 15" in out


def test_a_part_of_the_points_and_why(notebook):
    notebook.run(NAIVE, "softmax")
    out = notebook.run('status("attention")')
    score = float(re.search(r"✗ softmax ([\d.]+) of 2 ✗ survives large", out)[1])
    assert 0 < score < 2
    assert "Next: softmax " in out


def test_what_was_not_run_counts_nothing(notebook):
    notebook.run(SOFTMAX, "softmax")
    notebook.run(SOFTMAX + "((", "softmax")
    out = notebook.run('status("attention")')
    assert "○ softmax 0 of 2 its cell was changed, and not run since" in out


def test_what_waits_for_another_answer_says_for_which(notebook, monkeypatch):
    verdict = replace(run("attention.softmax", None), aspects={}, score=1.0)
    waiting = replace(verdict, mistake=None, blocked_by=("shift",))
    monkeypatch.setattr("lernformer.checks.run", lambda *given: waiting)
    notebook.run(SOFTMAX, "softmax")
    out = notebook.run('status("attention")')
    assert "✗ softmax 2 of 2 waits for shift" in out
    assert f"2 of {POINTS} points. Next: softmax " in out


def test_the_chapter_is_the_notebooks_or_that_of_the_last_check(notebook, monkeypatch):
    assert 'For example: status("attention")' in notebook.run("status()")
    notebook.run(SOFTMAX, "softmax")
    notebook.check()
    assert f"2 of {POINTS} points" in notebook.run("status()")
    monkeypatch.setenv("JPY_SESSION_NAME", "/home/ada/masking/masking.ipynb")
    assert "○ padding_mask" in notebook.run("status()")


def test_a_passed_check_shows_how_far_one_is():
    every = [task(name) for name in CHAPTER]
    done = Status([Row(one, 1.0) for one in every])
    assert done.next is None
    assert done.line.startswith(f"{POINTS} of {POINTS} points: all tasks are right")
    html = done._repr_html_()
    assert html.count("<tr>") == len(every) + 1
    assert f"max='{POINTS}' value='{POINTS}'" in html


def test_without_a_notebook_it_names_the_command():
    with pytest.raises(ValueError, match="lernformer check attention"):
        status("attention")


def test_an_optional_task_is_never_missing(notebook):
    rows = [Row(task(name)) for name in tasks() if name.startswith("translator.")]
    required = [row for row in rows if not row.task.optional]
    done = Status([replace(row, score=1.0) for row in required] + rows[len(required) :])
    assert done.next is None
    points = sum(row.task.points for row in required)
    assert done.line.startswith(f"{points} of {points} points: all tasks are right")
    assert re.search(r"○ nucleus +optional\n", repr(done))
    assert "<td>optional</td><td></td>" in done._repr_html_()
    out = notebook.run('status("translator")')
    assert "○ cached_greedy_decode optional ○ next_word_logits optional 0 of" in out
