"""nbgrader as the instructor runs it: stock commands, a real gradebook, a class of six.

Half of the class breaks something. What counts is that nobody else pays for it.
"""

import csv
import re
import sqlite3
from collections.abc import Callable

import nbformat
import pytest
from course import ROOT, Course
from nbgrader.api import Gradebook

from lernformer.grading.judge.notebooks import as_notebook

SLUG = "attention"

pytestmark = pytest.mark.slow

# They look right and give numbers of the right shape.
WRONG = {
    "softmax": """
def softmax(scores, axis=-1):
    positive = np.abs(scores) + 1e-9
    return positive / positive.sum(axis=axis, keepdims=True)
""",
    "is_softmax": """
def is_softmax(candidate):
    return candidate(np.ones((2, 3))).shape == (2, 3)
""",
    "softmax_jacobian": """
def softmax_jacobian(p):
    return -p[..., :, None] * p[..., None, :]
""",
    "score_variances": """
def score_variances(q, k):
    return (q @ k.T).var(), 1.0
""",
    "scaled_dot_product_attention": """
def scaled_dot_product_attention(q, k, v, mask=None):
    weights = (q @ k.transpose(-2, -1)).softmax(dim=-1)
    return weights @ v, weights
""",
    "split_heads": """
def split_heads(x, n_heads):
    return x.reshape(*x.shape[:-2], n_heads, x.size(-2), x.size(-1) // n_heads)
""",
    "merge_heads": """
def merge_heads(x):
    return x.reshape(*x.shape[:-3], x.size(-2), -1)
""",
    "split_projection": """
def split_projection(weight, bias, n_heads):
    d_k = weight.size(0) // n_heads
    weights = weight.reshape(d_k, n_heads, -1).transpose(0, 1)
    return weights, bias.reshape(d_k, n_heads).T
""",
    "MultiHeadAttention": """
class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.n_heads = n_heads
        self.q_proj = nn.Linear(d_model, d_model)
        self.k_proj = nn.Linear(d_model, d_model)
        self.v_proj = nn.Linear(d_model, d_model)
        self.out_proj = nn.Linear(d_model, d_model)

    def forward(self, query, key, value, mask=None):
        q, k, v = self.q_proj(query), self.k_proj(key), self.v_proj(value)
        weights = (q @ k.transpose(-2, -1)).softmax(dim=-1)
        weights = weights.unsqueeze(-3).expand(
            *weights.shape[:-2], self.n_heads, *weights.shape[-2:]
        )
        return self.out_proj(weights[..., 0, :, :] @ v), weights
""",
    "explain_scaling": "Because the paper says so.",
}
TASKS = [name for name in WRONG if name != "explain_scaling"]


SCRIPT = (ROOT / "solutions" / SLUG / f"{SLUG}.py").read_text(encoding="utf-8")


def right() -> dict[str, str]:
    cells = nbformat.reads(as_notebook(SCRIPT), as_version=4).cells
    return {cell.id: cell.source for cell in cells if cell.id in WRONG}


def chatty(answer: str) -> str:
    """A right answer that writes to stderr while it is checked."""
    speak = 'logging.warning("rather large scores")'
    answer = answer.replace("### BEGIN SOLUTION", speak)
    return f"import logging\n\nlogging.basicConfig()\n\n\n{answer}"


# In the order in which they are graded: those who break things come first.
ANSWERS: dict[str, Callable[[], dict[str, str]]] = {
    "1-endless-loop": lambda: (
        right()
        | {"softmax": "def softmax(scores, axis=-1):\n    while True:\n        pass"}
    ),
    "2-syntax-error": lambda: right() | {"split_heads": "def split_heads(x, n_heads:"},
    "3-all-wrong": lambda: WRONG,
    "4-untouched": lambda: {},
    "5-half": lambda: {name: right()[name] for name in (*TASKS[:3], "explain_scaling")},
    "6-all-right": lambda: right() | {"softmax": chatty(right()["softmax"])},
}
EARNED = {
    "1-endless-loop": set(TASKS) - {"softmax"},
    # MultiHeadAttention calls split_heads, but loses no points for it
    "2-syntax-error": set(TASKS) - {"split_heads"},
    "3-all-wrong": set(),
    "4-untouched": set(),
    "5-half": set(TASKS[:3]),
    "6-all-right": set(TASKS),
}


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Course:
    """A course that is over: released, submitted, graded, returned and exported."""
    course = Course(tmp_path_factory.mktemp("grading"))
    decoy = course.home / ".local/share/jupyter/kernels/python3/kernel.json"
    decoy.parent.mkdir(parents=True)
    decoy.write_text('{"argv": ["false"], "display_name": "", "language": "python"}')
    course.nbgrader("generate_assignment", SLUG)
    exercise = course.folder / "exercises" / SLUG / f"{SLUG}.ipynb"
    for student, answers in ANSWERS.items():
        notebook = nbformat.read(exercise, as_version=4)
        for cell in notebook.cells:
            cell.source = answers().get(cell.id, cell.source)
        submitted = course.folder / "submitted" / student / SLUG
        submitted.mkdir(parents=True)
        nbformat.write(notebook, submitted / exercise.name)
    course.nbgrader("autograde", SLUG)
    course.nbgrader("generate_feedback", SLUG)
    course.nbgrader("export")
    return course


@pytest.fixture
def gradebook(course):
    with Gradebook(f"sqlite:///{course.folder / 'gradebook.db'}", "lernformer") as book:
        yield book
    book.engine.dispose()


@pytest.mark.parametrize("student", ANSWERS)
def test_every_score(student, gradebook):
    graded = gradebook.find_submission_notebook(SLUG, SLUG, student)
    scores = {grade.name: grade.auto_score for grade in graded.grades}
    points = {grade.name: grade.max_score for grade in graded.grades}
    assert scores == {
        f"check_{name}": points[f"check_{name}"] if name in EARNED[student] else 0
        for name in TASKS
    } | {"explain_scaling": 0 if student == "4-untouched" else None}
    assert {grade.name for grade in graded.grades if grade.needs_manual_grade} == (
        set() if student == "4-untouched" else {"explain_scaling"}
    )


def test_points_of_the_assignment(gradebook):
    assignment = gradebook.find_assignment(SLUG)
    notebook = assignment.notebooks[0]
    assert {cell.name for cell in notebook.grade_cells} == {
        "explain_scaling",
        *(f"check_{name}" for name in TASKS),
    }
    assert assignment.max_score == sum(cell.max_score for cell in notebook.grade_cells)


def test_exported_table(course, gradebook):
    with (course.folder / "grades.csv").open(encoding="utf-8") as table:
        rows = {row["student_id"]: row for row in csv.DictReader(table)}
    assert rows.keys() == ANSWERS.keys()
    cells = gradebook.find_assignment(SLUG).notebooks[0].grade_cells
    points = {cell.name: cell.max_score for cell in cells}
    for student, row in rows.items():
        earned = sum(points[f"check_{name}"] for name in EARNED[student])
        assert row["assignment"] == SLUG
        assert float(row["score"]) == float(row["raw_score"]) == earned
        assert float(row["max_score"]) == sum(points.values())


@pytest.mark.parametrize("student", ANSWERS)
def test_feedback_is_a_page_with_the_students_own_score(student, course, gradebook):
    page = course.folder / "feedback" / student / SLUG / f"{SLUG}.html"
    submission = gradebook.find_submission(SLUG, student)
    text = page.read_text(encoding="utf-8")
    assert f"Score: {submission.score:g} / {submission.max_score:g}" in " ".join(
        text.replace(".0", "").split()
    )


def test_right_answers_run_without_any_error(course):
    graded = course.folder / "autograded" / "6-all-right" / SLUG / f"{SLUG}.ipynb"
    outputs = [
        output
        for cell in nbformat.read(graded, as_version=4).cells
        if cell.cell_type == "code"
        for output in cell.outputs
    ]
    assert outputs
    assert [output for output in outputs if output.output_type == "error"] == []


def test_gradebook_has_a_version(course):
    """nbgrader gets it from `alembic`, which isn't on this PATH by default."""
    database = sqlite3.connect(course.folder / "gradebook.db")
    assert database.execute("SELECT count(*) FROM alembic_version").fetchone() == (1,)
    database.close()


def test_the_report_of_what_is_graded(course):
    """It reads what is there, and neither grades nor writes to the gradebook."""
    before = (course.folder / "gradebook.db").read_bytes()
    arguments = ("--to", "class.html", "--mistakes", "mistakes.csv")
    printed = course.lernformer("report", SLUG, *arguments)
    assert printed == (
        "The report on 6 submissions: class.html\n"
        "How often each mistake was made: mistakes.csv\n"
    )
    text = (course.folder / "class.html").read_text("utf-8")
    assert (course.folder / "gradebook.db").read_bytes() == before
    assert "5 still wait for a person" in text
    for words in (
        "<strong>merge without transpose</strong>",
        "<strong>endless loop</strong><br>did not come to an end",
        "<strong>unfinished</strong>",
        "<bdi>3-all-wrong</bdi>",
    ):
        assert words in text, words
    assert "<summary>attention.split_heads:" in text
    table = (course.folder / "mistakes.csv").read_text("utf-8").splitlines()
    made = "attention.merge_heads,merge_without_transpose,"
    assert [x.rpartition(",")[2] for x in table if x.startswith(made)] == ["1"]
    (told,) = re.findall('aria-label="softmax: ([^"]*)"', text)
    assert told.startswith("3 with 0 %")
    assert told.endswith("3 with 100 % of the points")


def test_a_report_of_nothing_says_what_is_missing(course, unused):
    printed = course.lernformer("report", "nothing", fails=True)
    assert printed == "Error: 'nothing' is not in the gradebook\n"
    printed = course.lernformer("report", SLUG, "--to", "no/where.html", fails=True)
    assert "no/where.html could not be written: No such file" in printed
    assert "Error: there is no gradebook" in unused.lernformer(
        "report", SLUG, fails=True
    )
    assert not (unused.folder / "gradebook.db").exists()


@pytest.fixture
def unused(tmp_path) -> Course:
    return Course(tmp_path)


@pytest.mark.parametrize("command", ["generate_assignment", "autograde", "export"])
def test_a_broken_exercise_stops_every_command(command, unused):
    """nbgrader alone would go on with its defaults, and so with other folders."""
    script = unused.folder / "solutions" / SLUG / f"{SLUG}.py"
    twice = SCRIPT.replace("task attention.split_heads", "task attention.softmax")
    script.write_text(twice, encoding="utf-8")
    arguments = [] if command == "export" else [SLUG]
    printed = unused.nbgrader(command, *arguments, fails=True)
    assert printed.strip() == (
        f"{unused.folder / 'nbgrader_config.py'}: {script}: "
        "grade_id used more than once: check_softmax, softmax"
    )


def test_the_wrong_environment_is_told(unused):
    (unused.folder / "lernformer.py").write_text("raise ImportError('no lernformer')")
    unused.before = lambda *words: words  # a fork would have loaded ours already
    printed = unused.nbgrader("export", fails=True)
    assert "no lernformer. This nbgrader belongs to" in printed
    assert "Traceback" not in printed


def test_works_from_another_folder(unused):
    unused.nbgrader("generate_assignment", SLUG, "--course-dir=..", start="solutions")
    assert (unused.folder / "exercises" / SLUG / f"{SLUG}.ipynb").exists()
    assert (unused.folder / "gradebook.db").exists()
