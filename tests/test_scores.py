"""A chapter from its script to the exported table, for a class of three.

One student has everything right, one left the stubs, and one made some mistakes. The
scores in the gradebook are those that `checks.run` gives to the same answers on the
class's cases, which slightly affect what a partly wrong answer earns.
"""

import csv
import json
import math
import re
from importlib import import_module

import pytest
from course import SLUGS, Course
from extent import some
from graded import content, points, solution
from nbgrader.api import Gradebook
from torch import Tensor

from lernformer import checks
from lernformer.grading.judge.seeds import NAME, seed_of

pytestmark = pytest.mark.slow

ASKED = some(SLUGS, ["embedding", "masking"])

# Edits of the right answers that leave part of the points, or none. The chapter's right
# answers call some of these and don't pay for it.
PLANTED = {
    "embedding": {
        "one_hot": ("ids[..., None] ==", "(ids[..., None] + 1) % vocab_size =="),
        "cosine_similarity": ("np.where(lengths == 0, 1, lengths)", "lengths"),
        "TokenEmbedding": ("nn.init.zeros_(self.weight.data[self.pad_id])", "pass"),
    },
    "positional_encoding": {
        "angular_frequencies": ("-2.0 * k", "2.0 * k"),
        "shift_matrix": (  # without the student's own wrong frequencies
            "offset * angular_frequencies(d_model, base)",
            "abs(offset) * base ** (-np.arange(0, d_model, 2) / d_model)",
        ),
        "rotary": ("return torch.stack(turned", "return x  # "),
    },
    "attention": {
        "softmax": (" - scores.max(axis=axis, keepdims=True)", ""),
        "split_heads": (
            "x.transpose(-3, -2)",
            "x.reshape(x.size(0), n_heads, -1, x.size(-1))",
        ),
    },
    "masking": {
        "padding_mask": ("ids != pad_id", "ids == pad_id"),
        "look_ahead_mask": ("tril(key_length - query_length)", "tril()"),
        "masked_attention": (
            "masked_softmax(scores, mask)",
            'scores.masked_fill(~mask, float("-inf")).softmax(dim=-1)',
        ),
    },
    "residual_norm": {
        "layer_norm": ("np.sqrt(variance + eps)", "np.sqrt(variance)"),
        "LayerNorm": ("(dim=-1, keepdim", "(dim=0, keepdim"),
        "FeedForward": ("self.dropout(hidden)", "hidden"),
    },
    "transformer": {
        "EncoderLayer": ("h, h, h, src_mask", "h, h, h"),
        "count_parameters": (
            "layers + final_norms + words * d",
            "config.src_vocab_size * config.d_model",
        ),
    },
    "translator": {
        "teacher_forcing": ("tgt[:, :-1]", "tgt[:, 1:]"),
        "noam_learning_rate": ("raise ValueError", "return math.inf or str"),
    },
}

# what the notebooks import and the chapters' modules may not
NAMES = {"__name__": "student", "Tensor": Tensor, "math": math}


def planted(slug: str) -> dict[str, str]:
    """The code of a chapter's wrong answers, by the name of the task."""
    right = {cell.id: cell.source for cell in solution(slug).cells}
    made = {n: right[n].replace(*edit) for n, edit in PLANTED[slug].items()}
    assert all(code != right[name] for name, code in made.items())
    return made


def earned(course: Course, slug: str, student: str) -> dict[str, float]:
    """The points that `checks.run` gives, by check cell."""
    if student == "untouched":
        return dict.fromkeys(points(slug), 0.0)
    scores = dict.fromkeys(points(slug), 1.0)
    if student == "wrong":
        drawn = json.loads((course.folder / NAME).read_text("utf-8"))
        (secret,) = map(bytes.fromhex, drawn[slug].values())  # of the one term
        for name, code in planted(slug).items():
            memory = vars(import_module(f"lernformer.{slug}")) | NAMES
            exec(code, memory)
            task = f"{slug}.{name}"
            verdict = checks.run(task, memory[name], seed_of(secret, task))
            scores[f"check_{name}"] = verdict.score
    return {name: scores[name] * worth for name, worth in points(slug).items()}


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Course:
    course = Course(tmp_path_factory.mktemp("scores"))
    for slug in ASKED:
        course.nbgrader("generate_assignment", slug)
        exercise = course.folder / "exercises" / slug / f"{slug}.ipynb"
        handed_in = {
            "right": content(slug),
            "untouched": exercise.read_bytes(),
            "wrong": content(slug, **planted(slug)),
        }
        for student, notebook in handed_in.items():
            submitted = course.folder / "submitted" / student / slug
            submitted.mkdir(parents=True)
            (submitted / exercise.name).write_bytes(notebook)
        course.nbgrader("autograde", slug)
        course.nbgrader("generate_feedback", slug)
    course.nbgrader("export")
    return course


@pytest.mark.parametrize("slug", ASKED)
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
        blamed = re.findall("itself is right, but not yet with your own (\\w+)", told)
        assert blamed
        assert set(blamed) <= PLANTED[slug].keys()


def test_the_exported_table_holds_the_sums(course):
    with (course.folder / "grades.csv").open(encoding="utf-8") as table:
        rows = [row for row in csv.DictReader(table) if row["assignment"] in ASKED]
    assert len(rows) == 3 * len(ASKED)
    for row in rows:
        want = earned(course, row["assignment"], row["student_id"]).values()
        assert float(row["score"]) == pytest.approx(sum(want), abs=0.02)
