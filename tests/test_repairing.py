"""Find the bug: which one is dealt, to whom, and what fixing it earns."""

import importlib
import linecache
import math
from datetime import date
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from graded import content, exercise, points
from IPython.core.interactiveshell import InteractiveShell
from torch import Tensor, nn
from torch.nn import functional as F

from lernformer import CHAPTERS, checks
from lernformer.checks import dealing
from lernformer.checks.repairing import (
    as_cell,
    definition,
    distance,
    drawn,
    fixed,
    graded,
    planted,
    term,
    whose,
    with_bug,
)
from lernformer.checks.verdict import Verdict
from lernformer.grading.judge.examiner import Examiner
from lernformer.mistakes.bugs import parsed
from lernformer.mistakes.mistake import Bug
from tests.answers import mutants, variants

TASKS = [t for t in checks.tasks() if checks.task(t).bugs]
BUGS = [(t, place) for t in TASKS for place in range(len(checks.task(t).bugs))]
COMMON = {"math": math, "np": np, "torch": torch, "nn": nn, "Tensor": Tensor, "F": F}

FIXED_DAY = date(2026, 11, 22)  # which bug is dealt depends on the term


def cell(code, task_id):
    """What a notebook's cell with this code defines under the task's name."""
    slug, name = task_id.split(".")
    chapter = vars(importlib.import_module(f"lernformer.{slug}"))
    helpers = {} if slug != "positional_encoding" else {"_rows": chapter["_rows"]}
    own = {other: chapter[other] for other in chapter["__all__"]}
    if slug == "transformer":
        own |= {x: chapter[x] for x in ("LayerNorm", "TransformerConfig")}
    namespace = {"__name__": "__main__", **COMMON, **own, **helpers}
    file = f"<cell {len(linecache.cache)}>"
    linecache.cache[file] = len(code), None, code.splitlines(True), file
    exec(compile(code, file, "exec"), namespace)
    return namespace[name]


def test_every_chapter_has_a_bug_to_find_and_the_transformer_two():
    counts = [sum(t.startswith(f"{slug}.") for t in TASKS) for slug in CHAPTERS]
    assert min(counts) >= 1
    assert counts[CHAPTERS.index("transformer")] >= 2


@pytest.mark.parametrize("task_id", TASKS)
def test_there_are_enough_bugs_for_neighbours(task_id):
    found = planted(checks.task(task_id))
    assert len({one.code for one in found}) == len(found) >= 5
    assert len({one.bug.symptom for one in found}) == len(found)


@pytest.mark.parametrize(("task_id", "place"), BUGS)
def test_a_bug_is_what_the_catalogue_says_and_earns_nothing(task_id, place):
    one = planted(checks.task(task_id))[place]
    for seed in range(3):
        verdict = checks.run(task_id, cell(one.code, task_id), seed)
        assert not verdict.passed
        assert verdict.score == 0
        assert verdict.mistake == one.bug.mistake, verdict.message


@pytest.mark.parametrize("task_id", TASKS)
def test_mending_earns_everything(task_id):
    verdict = checks.run(task_id, cell(fixed(checks.task(task_id)), task_id))
    assert verdict.passed
    assert verdict.score == 1
    assert not verdict.remark


@pytest.mark.parametrize("task_id", TASKS)
def test_writing_it_anew_earns_half_and_gets_a_remark(task_id):
    answer = cell(reformatted(fixed(checks.task(task_id))), task_id)
    verdict = checks.run(task_id, answer)
    assert verdict.passed
    assert verdict.score == 0.5
    for text in (verdict.message, str(verdict), verdict._repr_html_()):
        assert "earns all" in text


def reformatted(code):
    """The same function or class with extra lines that do nothing."""
    head, _, rest = code.partition('"""')
    doc, _, body = rest.partition('"""')
    more = "".join(f"\n    spare_{i} = {i}" for i in range(8))
    return f'{head}"""{doc}"""{more}{body}'


@pytest.mark.parametrize("task_id", TASKS)
def test_no_wrong_answer_of_the_bank_earns_anything(task_id):
    slug = task_id.split(".")[0]
    wrong = [a.answer for a in mutants(slug) if a.task == task_id]
    assert len(wrong) >= 15
    for answer in wrong[:: len(wrong) // 5]:  # test_checks tries them all
        verdict = checks.run(task_id, answer, 0)
        assert not verdict.passed
        assert verdict.score == 0


@pytest.mark.parametrize("task_id", TASKS)
def test_right_answers_of_the_bank_are_right_though_not_fixed(task_id):
    slug = task_id.split(".")[0]
    right = [a.answer for a in variants(slug) if a.task == task_id]
    scores = {checks.run(task_id, answer, 0).score for answer in right}
    assert scores <= {0.5, 1}
    assert 0.5 in scores


# What is measured ---------------------------------------------------------------------


def test_comments_docstrings_and_names_are_no_changes():
    one = "def f(x):\n    y = x + 1\n    return y"
    other = 'def g(x):\n    """Adds."""\n    # one more\n    y = x+1\n\n    return (y)'
    assert distance(one, other) == 0
    assert distance(one, other.replace("+1", "+2")) == 1
    assert distance(one, "def f(x):\n    return x + 1") == 2


PASSED = Verdict("attention.merge_heads", {"a": True}, 1.0, None)


@pytest.mark.parametrize(
    ("change", "score"),
    [
        (lambda code: code, 1.0),
        (lambda code: f"# fixed\n{code}", 1.0),
        (lambda code: code + "    again = 1\n    again = 2\n", 1.0),
        (lambda code: code + "    again = 1\n" * 4, 0.5),
        (lambda code: None, 0.5),
    ],
)
def test_two_lines_more_than_needed_are_spared(change, score):
    task = checks.task("attention.merge_heads")
    verdict = graded(PASSED, change(fixed(task)), planted(task))
    assert verdict.score == score
    assert bool(verdict.remark) is (score < 1)


def test_what_repairs_from_outside_the_code_has_not_fixed_it():
    task = checks.task("attention.merge_heads")
    one = planted(task)[0]
    assert graded(PASSED, one.code, [one]).score == 0.5


def test_tasks_without_a_bug_are_left_alone():
    softmax = checks.task("attention.softmax")
    assert planted(softmax) == ()
    assert graded(PASSED, None, planted(softmax)) is PASSED


def test_the_last_definition_counts():
    cells = [
        "def f(x):\n    return 1",
        "%time 1\ndef f(x):\n    return 2",
        "f = f",
        "(",
    ]
    assert definition(cells, "f") == "def f(x):\n    return 2"
    assert definition(cells, "g") is None


def test_a_bug_says_what_it_replaces():
    with pytest.raises(ValueError, match="'b' occurs 0 times, not once"):
        with_bug("a", Bug("id", "symptom", (("b", "c"),)))


def test_a_text_of_bugs_is_read_strictly():
    text = "otherwise: why.\n    a → b\n\none: it is\nwrong.\n    b → c\n    d → e\n"
    found = parsed(text, "task.bugs.txt")
    assert found == [Bug("one", "it is wrong.", (("b", "c"), ("d", "e")))]
    assert found.otherwise == (("a", "b"),)
    for wrong in (text.replace("one: it is\n", ""), text.replace("    d", "  d")):
        with pytest.raises(ValueError, match=r"task.bugs.txt, line \d: not of a bug: "):
            parsed(wrong, "task.bugs.txt")


# Who gets what ------------------------------------------------------------------------


@pytest.mark.parametrize("task_id", TASKS)
def test_neighbours_have_different_bugs_and_everybody_keeps_theirs(task_id):
    task = checks.task(task_id)
    class_of = [f"student{i}" for i in range(60)]
    dealt = [drawn(task, student, "2026/10") for student in class_of]
    assert dealt == [drawn(task, student, "2026/10") for student in class_of]
    assert set(dealt) == set(planted(task))
    later = [drawn(task, student, "2027/4") for student in class_of]
    assert sum(a is b for a, b in zip(dealt, later, strict=True)) < 30


def test_a_term_is_half_a_year():
    days = [(2026, 9, 30), (2026, 10, 1), (2027, 3, 31), (2027, 4, 1)]
    terms = ["2026/4", "2026/10", "2026/10", "2027/4"]
    assert [term(date(*day)) for day in days] == terms


def test_the_hub_says_who_it_is(monkeypatch):
    monkeypatch.setenv("JUPYTERHUB_USER", "ada")
    assert whose() == "ada"
    monkeypatch.delenv("JUPYTERHUB_USER")
    assert " at " in whose()


# In a notebook ------------------------------------------------------------------------


@pytest.fixture
def shell(monkeypatch):
    """A notebook's shell; `put` collects what it was asked to put into cells."""
    shell = InteractiveShell()
    put = []
    monkeypatch.setattr(
        shell, "set_next_input", lambda text, replace=False: put.append((text, replace))
    )
    shell.put = put
    monkeypatch.setattr(dealing, "shell_here", lambda: shell)
    monkeypatch.setattr(dealing, "date", SimpleNamespace(today=lambda: FIXED_DAY))
    yield shell
    shell.history_manager.end_session()


def test_the_cell_turns_into_the_code(shell, capsys):
    shell.run_cell("from lernformer.checks import deal")
    shell.run_cell(
        'deal("transformer.Decoder", "ada")  # run this cell', store_history=True
    )
    task = checks.task("transformer.Decoder")
    one = drawn(task, "ada", term(FIXED_DAY))
    assert shell.put == [(as_cell(one), True)]
    text = shell.put[0][0]
    assert text.startswith("# A colleague writes: “")
    assert max(map(len, text.split("\n"))) <= 88
    comments = (line for line in text.split("\n") if line.startswith("#"))
    assert max(map(len, comments)) <= 80
    assert "This cell now holds" in capsys.readouterr().out


def test_a_cell_with_work_in_it_is_not_replaced(shell, capsys):
    code = 'from lernformer.checks import deal\ndeal("transformer.Decoder")\nx = 1'
    shell.run_cell(code, store_history=True)
    assert shell.put == []
    assert "class Decoder(nn.Module):" in capsys.readouterr().out


def test_until_it_is_dealt_nothing_is_written(shell):
    answer = checks.deal("attention.merge_heads")
    assert answer.__name__ == "merge_heads"
    verdict = checks.run("attention.merge_heads", answer)
    assert verdict.mistake == "unfinished"
    assert verdict.score == 0


def test_the_code_can_be_printed(shell, capsys):
    checks.deal("attention.merge_heads", show=True)
    assert shell.put == []
    assert "def merge_heads(x: Tensor)" in capsys.readouterr().out


def test_only_what_has_a_bug_is_dealt():
    with pytest.raises(ValueError, match=r"attention.softmax has no bug to find"):
        checks.deal("attention.softmax")


def test_a_bug_to_practise_is_in_what_one_does_right_already(shell, capsys):
    checks.repair("attention")
    out = capsys.readouterr().out
    assert "first write attention.softmax or " in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 80
    shell.user_ns |= {"softmax": right_softmax, "np": np}
    checks.repair("attention")
    text, replaced = shell.put.pop()
    assert not replaced
    assert text.startswith("# Bug ")
    assert "def softmax_" in text
    assert "\n\n\nrepair(softmax_" in text


def test_what_was_wrong_is_explained_once_it_is_fixed(shell, capsys):
    first = dealing.practice("attention")[0]
    shell.user_ns |= {"np": np, "softmax": right_softmax}
    checks.repair("attention", bug=1)
    text, _ = shell.put.pop()
    assert text.endswith(f"repair({first.name})")
    shell.run_cell("import numpy as np\nfrom lernformer.checks import repair")
    shell.run_cell(text)
    out = capsys.readouterr().out
    assert "not yet" in out
    assert "What was wrong" not in out
    right = f"""
def {first.name}(scores, axis=-1):
    e = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)

repair({first.name})"""
    shell.run_cell(right)
    out = capsys.readouterr().out
    assert "passed" in out
    assert f"What was wrong: {first.cause}" in out


def right_softmax(scores, axis=-1):
    e = np.exp(scores - np.max(scores, axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def test_what_cannot_be_practised_gets_a_message():
    with pytest.raises(ValueError, match="no chapter 'softmax'; there are embedding, "):
        checks.repair("softmax")
    with pytest.raises(ValueError, match=r"bug must be 1 to \d+, got 0"):
        checks.repair("attention", bug=0)
    with pytest.raises(ValueError, match="'right_softmax' is not a bug that"):
        checks.repair(right_softmax)


@pytest.mark.parametrize("slug", CHAPTERS)
def test_there_is_practice_in_every_chapter_and_it_fails(slug):
    found = dealing.practice(slug)
    assert len(found) > 10
    assert len({one.code for one in found}) == len(found)
    for one in found[:: max(1, len(found) // 8)]:
        renamed = one.code.replace(one.name, one.task.split(".")[1], 1)
        assert not checks.run(one.task, cell(renamed, one.task), 0).passed, one.name


# Where it is graded -------------------------------------------------------------------


@pytest.mark.slow
def test_the_judge_sees_what_was_changed_and_what_was_not(sandboxes):
    task = checks.task("transformer.Decoder")
    examiner = Examiner(exercise("transformer"), b"\x07" * 32)

    def scores(answer):
        made = content("transformer", Decoder=answer)
        return examiner.grade(made, sandboxes("transformer")).scores

    full = points("transformer")
    right = fixed(task)
    assert scores(None) == full | {"check_Decoder": 0}
    for one in planted(task)[:2]:
        assert scores(one.code) == full | {"check_Decoder": 0}
    assert scores(right) == full
    assert scores(reformatted(right)) == full | {"check_Decoder": 1}
