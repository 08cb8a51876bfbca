"""Hints: one after the other, the last after two tries, each more than the verdict."""

import pytest
from notebook import NAIVE, SOFTMAX

from lernformer.checks import hint, task
from lernformer.checks.hints import Hint

TASK = "attention.softmax"


def test_a_terminal_gets_one_level_at_a_time(notebook):
    for level in (1, 2):
        out = notebook.run(f'hint("{TASK}", {level})')
        assert f"Hint {level} of 3: {task(TASK).hints[level - 1]}" in out
        assert f'(More: hint("{TASK}", {level + 1}))' in out
    assert "Hint 1 of 3" in notebook.run(SOFTMAX + "hint(softmax)")


def test_the_last_level_comes_after_two_tries(notebook):
    last = task(TASK).hints[2]
    for tries, answer in enumerate((NAIVE, NAIVE + "# again\n")):
        out = notebook.run(f'hint("{TASK}", 3)')
        assert f"appears after 2 checked tries; so far: {tries}" in out
        assert last not in Hint(task(TASK))._repr_html_()
        notebook.run(answer, "softmax")
        notebook.check()
    assert last in notebook.run(f'hint("{TASK}", 3)')


def test_a_stub_is_no_try(notebook):
    for number in range(3):
        notebook.run(f"def softmax(x, axis={number}):\n  raise NotImplementedError()")
        notebook.check()
    assert "so far: 0" in notebook.run(f'hint("{TASK}", 3)')


def test_a_hint_adds_to_what_the_verdict_says(notebook):
    for answer in (NAIVE, NAIVE + "# again\n"):
        assert "Instead of" not in notebook.run(f'hint("{TASK}")')
        notebook.run(answer, "softmax")
        out = notebook.check()
        assert "Likely cause: exp overflows" in out
        assert "Subtract" not in out
        assert "overflows for large" not in notebook.run(f'hint("{TASK}")')
    out = notebook.run(f'hint("{TASK}")')
    assert "Instead of your last try: Subtract each row's own largest" in out
    html = Hint(task(TASK))._repr_html_()
    assert html.index("Subtract each row") < html.index("Hint 1 of 3")
    notebook.run(SOFTMAX, "softmax")
    notebook.check()
    assert "Instead of" not in notebook.run(f'hint("{TASK}")')


def test_html_has_a_button_for_each_further_hint():
    html = Hint(task(TASK))._repr_html_()
    assert html.count("<summary>One more hint</summary>") == 2
    assert '<code translate="no">keepdims=True</code>' in html


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ('"attention.softmax", 4', "level must be 1 to 3, got 4"),
        ('"attention.sofmax"', "no task 'attention.sofmax'; there are attention."),
    ],
)
def test_what_cannot_be_answered_gets_one_line(notebook, given, text):
    out = notebook.run(f"hint({given})")
    assert out.startswith(text)
    assert "Traceback" not in out


def test_hints_fit_a_terminal(capsys):
    hint("translator.beam_search", 2)
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80
