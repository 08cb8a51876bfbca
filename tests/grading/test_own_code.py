"""Questions about a student's own code for points: what earns them, and what can't."""

import json

import graded
import nbformat
import pytest
from course import ROOT, SLUGS, Course
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from lernformer.checks import defend_for_points, own_code
from lernformer.checks.own_code import LETTERS, for_points
from lernformer.checks.own_code.for_points import entered, seed_for
from lernformer.checks.showing import BadCall
from lernformer.grading.assignment.notebooks import as_notebook
from lernformer.grading.judge.examiner import Examiner
from lernformer.grading.judge.own_code import Submitted
from lernformer.grading.judge.release import found_in
from lernformer.grading.judge.submission import normalise
from tests.extent import some

SLUG, POINTS, TERM = "masking", 4, "spring"
CHOSEN = "padding_mask", "masked_softmax"


@pytest.fixture(scope="module")
def released():
    """The exercise, and its notebook with every answer right but for the letters."""
    script = (ROOT / "solutions" / SLUG / f"{SLUG}.py").read_text("utf-8")
    notebook = nbformat.reads(as_notebook(script, "", POINTS, TERM), as_version=4)
    return found_in(notebook, SLUG), notebook


@pytest.fixture(scope="module")
def sandbox(sandboxes):
    return sandboxes(SLUG)


@pytest.fixture(scope="module")
def keys(released, sandbox):
    """The right letters of ada's questions."""
    exercise, notebook = released
    found = {}
    for name in CHOSEN:
        task_id = f"{SLUG}.{name}"
        known, _ = normalise(nbformat.writes(notebook).encode(), exercise)
        submitted = Submitted(known, exercise, sandbox)
        questions = submitted.questions_about(task_id, seed_for(TERM, "ada", task_id))
        found[name] = "".join(LETTERS[x.right] for x in questions)
    return found


def handed_in(notebook, source, *more):
    """A submission with that cell for the letters, and more cells before it."""
    made = nbformat.from_dict(json.loads(json.dumps(notebook)))
    place = next(i for i, x in enumerate(made.cells) if x.id == "own_code")
    made.cells[place].source = source
    made.cells[place:place] = [nbformat.v4.new_code_cell(x) for x in more]
    return nbformat.writes(made).encode()


def entry(letters, student="ada"):
    return f"student = {student!r}\nletters = {letters!r}"


def test_cells_are_read_and_never_run():
    assert entered("student = 'a'  # me\nletters = {'x': 'ab'}") == ("a", {"x": "ab"})
    for source in ("", "student = 'a'", "student = 'a'\nletters = 3", "letters =", "x"):
        with pytest.raises(ValueError, match="can't be read"):
            entered(source)
    with pytest.raises(ValueError, match="can't be read"):
        entered("student = 'a'\nletters = dict(x=open('/etc/passwd').read())")


def test_questions_differ_by_student_and_by_term():
    seeds = {seed_for(t, s, "x.y") for t in ("1", "2") for s in ("ada", "ben")}
    assert len(seeds) == 4


def test_a_notebook_says_what_is_missing(capsys, monkeypatch):
    defend_for_points(SLUG, TERM, "", {"first_answer": ""})
    assert "Not answered yet" in capsys.readouterr().out
    monkeypatch.setattr(own_code, "shell_here", lambda: None)
    with pytest.raises(ValueError, match="letters must name 2"):
        defend_for_points(SLUG, TERM, "ada", {"padding_mask": ""})
    with pytest.raises(ValueError, match="You have no padding_mask"):
        defend_for_points(SLUG, TERM, "ada", dict.fromkeys(CHOSEN, ""))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("slug", some(SLUGS, ["attention"]))
def test_notebook_and_grader_ask_the_same(slug, sandboxes):
    exercise, shell, compared = graded.exercise(slug), InteractiveShell(), 0
    notebook, _ = normalise(graded.content(slug), exercise)
    with capture_output():
        submitted = Submitted(notebook, exercise, sandboxes(slug))
        for source in submitted.cells:
            shell.run_cell(source)
        for one in exercise.questions.values():
            answer = shell.user_ns[one.name]
            try:
                here = for_points._questions(one.task, TERM, "ada", answer)
            except BadCall:
                continue  # its code is too short
            there = submitted.questions_about(one.task, seed_for(TERM, "ada", one.task))
            keys = [[(x.kind, x.choices, x.right) for x in y] for y in (here, there)]
            assert keys[0] == keys[1], one.task
            compared += 1
    assert compared >= len(exercise.questions) / 2


@pytest.mark.slow
def test_right_letters_earn_the_points_and_others_none(released, keys, sandbox):
    exercise, notebook = released
    examiner = Examiner(exercise, b"x" * 32)
    first, second = CHOSEN
    wrong = {x: "".join("b" if y == "a" else "a" for y in keys[x]) for x in CHOSEN}
    expected = [
        (entry(keys), (), 4),
        (entry({first: keys[first], second: ""}), (), 2),
        (entry(wrong), (), 0),
        (entry(keys, "ben"), (), 0),  # somebody else's
        (entry({first: keys[first], "no_task": "ab"}), (), 2),
        (f"{entry(keys)}\nletters = dict(letters)", (), 0),
        ("", (), 0),
        # nothing that the notebook does to the checks, or to its own names, counts
        (
            entry(wrong),
            (
                "import lernformer.checks as c\nc.defend_for_points = print",
                "from lernformer.probes import probing\nprobing.observe = None",
                "def defend_for_points(*_): pass",
            ),
            0,
        ),
        # what nobody can read costs only itself
        (f"student = 'ada'\nletters = {'-' * 9000}1", (), 0),
        (entry(keys), (f"x = {'-' * 9000}1", f"{first}.__code__ = 3"), 4),
        # code that isn't in place when the notebook is graded gets no questions
        (entry(keys), (f"def {first}(ids, pad_id=0):\n    return ids",), 2),
    ]
    for source, more, points in expected:
        graded_ = examiner.grade(handed_in(notebook, source, *more), sandbox, "ada")
        assert graded_.scores["check_own_code"] == points, (source, more)


@pytest.mark.slow
def test_one_setting_makes_it_a_graded_cell(tmp_path, keys):
    course = Course(tmp_path)
    config = course.folder / "nbgrader_config.py"
    text = config.read_text("utf-8")
    text = text.replace("own_code_points = 0", f"own_code_points = {POINTS}")
    config.write_text(text.replace('term = "1"', f'term = "{TERM}"'), "utf-8")
    course.nbgrader("generate_assignment", SLUG)
    path = course.folder / "exercises" / SLUG / f"{SLUG}.ipynb"
    stub = nbformat.read(path, as_version=4)
    assert "first_answer" in next(x.source for x in stub.cells if x.id == "own_code")
    right = nbformat.read(
        course.folder / "solutions" / SLUG / f"{SLUG}.ipynb", as_version=4
    )
    files = {
        "ada": handed_in(right, entry(keys)),
        "ben": handed_in(right, entry(keys)),
        "eve": path.read_bytes(),
    }
    for student, content in files.items():
        course.hand_in(student, SLUG, content)
    course.nbgrader("autograde", SLUG)
    course.nbgrader("generate_feedback", SLUG)
    assert course.page("ada", SLUG).count("✓ padding_mask: you chose") == 2
    output = course.page("ben", SLUG)
    assert "the cell names ada, but ben handed it in" in output
    output = course.lernformer("check", f"submitted/ada/{SLUG}/{SLUG}.ipynb")
    assert "4 more for the questions about your own code" in output
    assert "own_code" not in output
    course.lernformer("report", SLUG)
    course.lernformer("items", SLUG)
    course.nbgrader("export")
    scores = {x["student_id"]: float(x["score"]) for x in course.grades()}
    whole = sum(graded.points(SLUG).values())
    assert scores == {"ada": whole + POINTS, "ben": whole, "eve": 0}
