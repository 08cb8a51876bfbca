"""Every chapter from its script to the exported table, for a class of three.

One student has everything right, one left the stubs, and one handed in mutants. The
scores in the gradebook are those that `checks.run` gives to the same answers on the
class's cases: what an answer earns that is wrong in part depends on them a little.
"""

import csv
import importlib
import inspect
import json
import re

import nbformat
import pytest
from course import SLUGS, Course
from graded import points, solution
from nbgrader.api import Gradebook

from lernformer import checks
from lernformer.grading.seeds import NAME, seed_of
from tests.answers import mutants

# The class of all chapters is graded within the first test that asks for it.
pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

# Part of the points, or none. Right answers of the chapter call some of these, and do
# not pay for it.
PLANTED = {
    "embedding": {
        "one_hot": "one_place_late",
        "cosine_similarity": "divides_by_zero",
        "TokenEmbedding": "NoPaddingIndex",
    },
    "positional_encoding": {
        "is_permutation_equivariant": "within_a_tenth",
        "concatenation_as_sum": "two_equal_halves",
        "shift_matrix": "forwards_only",
        "rotary": "counts_by_itself",
        "angular_frequencies": "growing",
    },
    "attention": {
        "split_heads": "reshape_only",
        "softmax": "textbook_formula",
    },
    "masking": {
        "padding_mask": "true_is_padding",
        "look_ahead_mask": "no_offset",
        "masked_attention": "minus_infinity",
        "step_by_step": "written_into_float32",
    },
    "residual_norm": {
        "LayerNorm": "OverTime",
        "layer_norm": "no_eps",
        "FeedForward": "DropoutForgotten",
    },
    "transformer": {"EncoderLayer": "NoMask", "count_parameters": "no_final_norms"},
    "translator": {
        "teacher_forcing": "labels_only",
        "noam_learning_rate": "infinite_at_zero",
    },
}


def planted(slug: str) -> dict[str, object]:
    """The chapter's mutants by the name of the task."""
    found = {}
    for name, mutant in PLANTED[slug].items():
        (found[name],) = (
            m.answer
            for m in mutants(slug)
            if (m.task, m.name) == (f"{slug}.{name}", mutant)
        )
    return found


def as_a_cell(name: str, answer) -> str:
    """What a student would have written: the mutant with all that it needs."""
    source = inspect.getsource(importlib.import_module(answer.__module__))
    registers = "def mutant(*a, **more):\n    return lambda x: x\nvariant = mutant"
    source = source.replace("from .. import mutant, variant", registers)
    assert registers in source
    return f"{source}\n\n{name} = {answer.__name__}\n"


def answers(slug: str) -> dict[str, dict[str, str]]:
    """The cells that each student has filled."""
    right = {c.id: c.source for c in solution(slug).cells if c.id in _stubs(slug)}
    wrong = {name: as_a_cell(name, x) for name, x in planted(slug).items()}
    return {"right": right, "untouched": {}, "wrong": right | wrong}


def _stubs(slug):
    known = {c.id: c.metadata.get("nbgrader", {}) for c in solution(slug).cells}
    return {name for name, marks in known.items() if marks.get("solution")}


def earned(course: Course, slug: str, student: str) -> dict[str, float]:
    """What `checks.run` says, by check cell."""
    if student == "untouched":
        return dict.fromkeys(points(slug), 0.0)
    scores = dict.fromkeys(points(slug), 1.0)
    if student == "wrong":
        drawn = json.loads((course.folder / NAME).read_text("utf-8"))
        (secret,) = map(bytes.fromhex, drawn[slug].values())  # of the one term
        for name, answer in planted(slug).items():
            task = f"{slug}.{name}"
            verdict = checks.run(task, answer, seed_of(secret, task))
            scores[f"check_{name}"] = verdict.score
    return {name: scores[name] * worth for name, worth in points(slug).items()}


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Course:
    course = Course(tmp_path_factory.mktemp("scores"))
    course.nbgrader("generate_assignment", "*")
    for slug in SLUGS:
        exercise = course.folder / "exercises" / slug / f"{slug}.ipynb"
        for student, cells in answers(slug).items():
            notebook = nbformat.read(exercise, as_version=4)
            for cell in notebook.cells:
                cell.source = cells.get(cell.id, cell.source)
            submitted = course.folder / "submitted" / student / slug
            submitted.mkdir(parents=True)
            nbformat.write(notebook, submitted / exercise.name)
        course.nbgrader("autograde", slug)
    course.nbgrader("generate_feedback", "*")
    course.nbgrader("export")
    return course


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("student", ["right", "untouched", "wrong"])
def test_the_gradebook_holds_what_the_checks_say(course, slug, student):
    want = earned(course, slug, student)
    with Gradebook(f"sqlite:///{course.folder / 'gradebook.db'}", "lernformer") as book:
        graded = book.find_submission_notebook(slug, slug, student)
        scores = {grade.name: grade.auto_score for grade in graded.grades}
        book.engine.dispose()
    assert {name: scores[name] for name in want} == pytest.approx(want, abs=0.01)
    if student == "wrong":
        lost = {n for n, worth in points(slug).items() if want[n] < worth}
        assert lost == {f"check_{name}" for name in PLANTED[slug]}
    page = course.folder / "feedback" / student / slug / f"{slug}.html"
    told = page.read_text("utf-8")
    if student == "untouched":
        assert "not written yet" in told
    if student == "wrong" and slug != "transformer":  # whose stacks call stand-ins
        blamed = re.findall("is right in itself; with your own (\\w+) it is not", told)
        assert blamed
        assert set(blamed) <= PLANTED[slug].keys()


def test_the_exported_table_holds_the_sums(course):
    with (course.folder / "grades.csv").open(encoding="utf-8") as table:
        rows = list(csv.DictReader(table))
    assert len(rows) == 3 * len(SLUGS)
    for row in rows:
        want = earned(course, row["assignment"], row["student_id"]).values()
        assert float(row["score"]) == pytest.approx(sum(want), abs=0.02)
