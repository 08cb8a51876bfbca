"""What a student's code may see: earlier chapters, and no answer of its own chapter."""

import ast
from inspect import signature

import pytest

from lernformer import CHAPTERS
from lernformer.grading.sandbox.visible_files import (
    PACKAGE,
    lay_out,
    names_only,
    right_code,
    without_answers,
)
from lernformer.probes import probe, tasks
from lernformer.probes.earlier import earlier
from lernformer.widgets import training as real


@pytest.mark.parametrize("slug", CHAPTERS)
def test_later_chapters_are_not_there(slug, tmp_path):
    lay_out(slug, tmp_path)
    there = {path.stem for path in tmp_path.iterdir()}
    place = CHAPTERS.index(slug) + 1
    assert there >= {*CHAPTERS[:place]}
    assert not there & {*CHAPTERS[place:], "cli", "mistakes"}
    assert [path.name for path in (tmp_path / "checks").iterdir()] == ["__init__.py"]
    asking = {path.name for path in (tmp_path / "probes").iterdir() if path.is_dir()}
    assert asking == {slug}
    inside = {path.name for path in (tmp_path / "grading").iterdir()}
    assert inside == {"__init__.py", "sandbox"}
    with pytest.raises(ValueError, match="no chapter 'cooking'"):
        lay_out("cooking", None)


def test_functions_and_classes_lose_their_bodies():
    cut = without_answers(
        "import math\nfrom dataclasses import dataclass\nEPS = 1e-5\n"
        "def answer(x):\n    return math.exp(x)\n"
        "class Answer:\n    def forward(self):\n        return 42\n"
        "@dataclass\nclass Config:\n    size: int = 3\n",
        "course.chapter",
    )
    assert "exp" not in cut
    assert "42" not in cut
    found = {}
    exec(cut, found)
    assert found["EPS"] == 1e-5
    assert found["Config"]().size == 3
    words = r"course\.chapter is what this exercise"
    for name in ("answer", "Answer"):
        with pytest.raises(RuntimeError, match=words):
            found[name](1)


def test_figures_keep_their_names_alone():
    cut = names_only("import this\nX = draw()\ndef draw(x):\n    return x\n")
    assert [type(part) for part in ast.parse(cut).body] == [ast.FunctionDef] * 2


def test_a_cell_of_the_finale_learns_that_there_is_nothing_to_train():
    """It is graded, whatever the environment says."""
    found, training = {}, PACKAGE / "widgets" / "training.py"
    exec(names_only(training.read_text("utf-8")), found)
    assert found["grading"]() is True
    assert found["together"](None) is found["trained"](None) is False
    for name in ("grading", "together", "trained"):  # cells call either in one way
        here, there = signature(found[name]), signature(getattr(real, name))
        assert [*here.parameters] == [*there.parameters]


def names_in(code):
    return {
        (module, part.name)
        for module, text in code.items()
        for part in ast.parse(text).body
    }


@pytest.mark.parametrize("task_id", tasks())
def test_right_code_of_earlier_tasks_holds_no_other_answer(task_id):
    slug, name = task_id.split(".")
    before = earlier(probe(task_id))
    given = {part for _, part in names_in(right_code(slug, before))}
    known = {i.split(".")[1] for i in tasks() if i.startswith(f"{slug}.")}
    assert given & known == set(before) & known
    assert name not in given


def test_right_code_comes_with_what_it_calls_and_nothing_else():
    code = right_code("positional_encoding", ["PositionalEncoding"])
    module = "lernformer.positional_encoding"
    called = ("angular_frequencies", "sinusoidal_encoding", "_rows")
    assert names_in(code) == {(module, x) for x in (*called, "PositionalEncoding")}
    package = "lernformer.translator"  # its parts are in several modules
    names = {("training_step", "train_step"), ("training_step", "teacher_forcing")}
    names.add(("loss", "label_smoothed_loss"))
    found = names_in(right_code("translator", ["train_step"]))
    assert found == {(f"{package}.{module}", name) for module, name in names}
