"""nbgrader as the instructor runs it: stock commands, a gradebook, a class of four.

Half of the class breaks something. What counts is that nobody else pays for it.
"""

import re
import sqlite3

import nbformat
import pytest
from course import Course
from extent import some
from graded import points, solution

SLUG = "attention"
POINTS = points(SLUG)
TASKS = [name.removeprefix("check_") for name in POINTS]
ASKED = {*TASKS, "explain_scaling"}
RIGHT = {cell.id: cell.source for cell in solution(SLUG).cells}

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
    "scaled_dot_product_attention": """
def scaled_dot_product_attention(q, k, v, mask=None):
    weights = (q @ k.transpose(-2, -1)).softmax(dim=-1)
    return weights @ v, weights
""",
    "merge_heads": """
def merge_heads(x):
    return x.reshape(*x.shape[:-3], x.size(-2), -1)
""",
    "explain_scaling": "Because the paper says so.",
}
CHATTY = RIGHT["softmax"].replace(
    "### BEGIN SOLUTION", 'logging.warning("rather large scores")'
)
# In the order in which they are graded: those who break things come first. `None` is
# an answer that nobody has begun.
ANSWERS = {
    "1-breaks": {
        "softmax": "def softmax(scores, axis=-1):\n    while True:\n        pass",
        "split_heads": "def split_heads(x, n_heads:",
    },
    "2-wrong": WRONG,
    "3-half": dict.fromkeys([*TASKS[3:], "explain_scaling"]),
    "4-all-right": {
        "softmax": f"import logging\n\nlogging.basicConfig()\n\n\n{CHATTY}"
    },
}
# MultiHeadAttention calls split_heads, but loses no points for it.
EARNED = {name: {*TASKS} - {*changed} for name, changed in ANSWERS.items()}
EARNED["4-all-right"] = {*TASKS}
# What a cell answers that nobody has begun earns 0 without a person.
UNREAD = {*ANSWERS} - {"3-half"}


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Course:
    """A course that is over: released, submitted and graded."""
    course = Course(tmp_path_factory.mktemp("grading"))
    decoy = course.home / ".local/share/jupyter/kernels/python3/kernel.json"
    decoy.parent.mkdir(parents=True)
    decoy.write_text('{"argv": ["false"], "display_name": "", "language": "python"}')
    course.nbgrader("generate_assignment", SLUG)
    exercise = course.folder / "exercises" / SLUG / f"{SLUG}.ipynb"
    for student, changed in ANSWERS.items():
        notebook = nbformat.read(exercise, as_version=4)
        for cell in notebook.cells:
            if cell.id in ASKED and changed.get(cell.id, "") is not None:
                cell.source = changed.get(cell.id, RIGHT[cell.id])
        course.hand_in(student, SLUG, nbformat.writes(notebook).encode())
    course.nbgrader(
        "autograde", SLUG, "--Judge.case_seconds=2", "--Judge.task_seconds=4"
    )
    return course


@pytest.fixture
def gradebook(course):
    with course.gradebook() as book:
        yield book


@pytest.mark.parametrize("student", ANSWERS)
def test_every_score(student, gradebook):
    graded = gradebook.find_submission_notebook(SLUG, SLUG, student)
    scores = {grade.name: grade.auto_score for grade in graded.grades}
    points = {grade.name: grade.max_score for grade in graded.grades}
    assert points == POINTS | {"explain_scaling": 2}
    assert scores == {
        f"check_{name}": points[f"check_{name}"] if name in EARNED[student] else 0
        for name in TASKS
    } | {"explain_scaling": None if student in UNREAD else 0}
    assert {grade.name for grade in graded.grades if grade.needs_manual_grade} == (
        {"explain_scaling"} if student in UNREAD else set()
    )


def test_right_answers_run_without_any_error(course):
    graded = course.folder / "autograded" / "4-all-right" / SLUG / f"{SLUG}.ipynb"
    cells = nbformat.read(graded, as_version=4).cells
    kinds = [out.output_type for cell in cells for out in cell.get("outputs", [])]
    assert kinds
    assert "error" not in kinds


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
        "The report on 4 submissions: class.html\n"
        "How often each mistake was made: mistakes.csv\n"
    )
    text = (course.folder / "class.html").read_text("utf-8")
    assert (course.folder / "gradebook.db").read_bytes() == before
    assert "3 still wait for a person" in text
    for words in (
        "<strong>merge without transpose</strong>",
        "<strong>endless loop</strong><br>did not come to an end",
        "<strong>unfinished</strong>",
        "<bdi>2-wrong</bdi>",
    ):
        assert words in text, words
    assert "<summary>attention.split_heads:" in text
    table = (course.folder / "mistakes.csv").read_text("utf-8").splitlines()
    made = "attention.merge_heads,merge_without_transpose,"
    assert [x.rpartition(",")[2] for x in table if x.startswith(made)] == ["1"]
    (label,) = re.findall('aria-label="softmax: ([^"]*)"', text)
    assert label.startswith("2 with 0 %")
    assert label.endswith("2 with 100 % of the points")


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


COMMANDS = ["generate_assignment", "autograde", "export"]


@pytest.mark.parametrize("command", some(COMMANDS, ["autograde", "export"]))
def test_a_broken_exercise_stops_every_command(command, unused):
    """nbgrader alone would go on with its defaults, and so with other folders."""
    script = unused.folder / "solutions" / SLUG / f"{SLUG}.py"
    text = script.read_text("utf-8")
    twice = text.replace("task attention.split_heads", "task attention.softmax")
    script.write_text(twice, "utf-8")
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
