"""What goes wrong in a class: odd names, two submissions, late ones, a full disk.

Each has a clear message, and nothing is lost.
"""

import csv
import re
import shutil
import sqlite3
import subprocess
from pathlib import Path

import nbformat
import pytest
from course import Course
from graded import content, points

SLUG = "masking"
FULL = sum(points(SLUG).values())
LESS = FULL - points(SLUG)["check_padding_mask"]
ODD = ['Jürgen O\'Brien "Bob"', "x" * 120, "=1+1", "李"]
NAMES = {"ada": "Müller", "bela": "Nagy, Béla", "=1+1": "'x", "lazy": "Faul"}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Course:
    """A graded class with many oddities; `printed` is what the grading printed."""
    course = Course(tmp_path_factory.mktemp("class"))
    course.nbgrader("generate_assignment", SLUG)
    due = "--duedate=2026-01-01 12:00:00 UTC"
    course.nbgrader("db", "assignment", "add", SLUG, due)
    with (course.folder / "class.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["id", "last_name"])
        for student in dict.fromkeys((*NAMES, *ODD, "late", "empty")):
            table.writerow([student, NAMES.get(student, "")])
    course.nbgrader("db", "student", "import", "class.csv")
    stamps = {
        "ada": "2026-01-01 11:59:59 UTC",
        "late": "2026-01-01 15:00:00 UTC",
        ODD[0]: "25. Mai 2026 um zehn",
        ODD[1]: "",
        ODD[2]: None,
        "李": "\ufeff2026-01-01 12:01:00 UTC",
    }
    submitted = course.folder / "submitted"
    for student, stamp in stamps.items():
        folder = course.hand_in(student, SLUG, content(SLUG))
        if stamp is not None:
            (folder / "timestamp.txt").write_text(stamp, "utf-8")
    course.hand_in("bela", SLUG, content(SLUG), f"{SLUG} (1)")
    (submitted / "empty" / SLUG).mkdir(parents=True)
    course.hand_in("Lazy", SLUG, content(SLUG))
    (submitted / "late" / "Masking").mkdir()
    course.printed = course.lernformer("grade", SLUG, "--report", "report.html")
    course.report = (course.folder / "report.html").read_text("utf-8")
    return course


def scores(course: Course) -> dict[str, float]:
    with course.gradebook() as book:
        return {s.student_id: s.score for s in book.assignment_submissions(SLUG)}


def files(course: Course) -> dict[str, bytes]:
    """Everything that was handed in."""
    found = (course.folder / "submitted").rglob("*")
    return {str(path): path.read_bytes() for path in found if path.is_file()}


def test_names_of_all_kinds_are_graded_and_get_their_feedback(course):
    none = dict.fromkeys(("bela", "empty"), 0)
    assert scores(course) == dict.fromkeys((*ODD, "ada", "late"), FULL) | none
    course.nbgrader("generate_feedback", SLUG)
    for student in ODD:
        assert f"Score: {FULL:g}" in course.page(student, SLUG).replace(".0", "")


def test_a_late_one_is_told(course):
    for student, words in (("late", "3.0 hours"), ("李", "60 seconds")):
        assert f"{student}: {words} late" in course.printed
        assert f"<bdi>{student}</bdi>: {words}" in course.report
    assert "ada: " not in course.printed
    assert "<h2>No submission</h2>\n<p><bdi>lazy</bdi></p>" in course.report
    # nobody can read these
    assert "25. Mai 2026 um zehn" in course.report
    assert course.report.count("timestamp.txt has no valid time") == 2


def test_nobody_is_made_a_student_by_a_folders_name(course):
    """This is reported on the console, in the report and before an export."""
    exported = course.nbgrader("export")
    for words in (
        "submitted/Lazy: nobody in the class list; did you mean lazy?",
        "submitted/late/Masking is not an assignment; did you mean masking?",
    ):
        assert f"Not graded: {words}" in course.printed
        assert words in course.report
        assert words in exported
    last = "3 things in submitted/; the report lists them"
    assert course.printed.rstrip().endswith(last)
    assert "Lazy" not in scores(course)
    rows = {row["student_id"]: row for row in course.grades()}
    assert rows.keys() == scores(course).keys() - {"=1+1"} | {"lazy", "'=1+1"}
    assert rows["bela"]["last_name"] == "Nagy, Béla"


def test_an_empty_folder_and_a_file_of_another_name_are_told(course):
    message = f"bela/{SLUG}/{SLUG} (1).ipynb: the name must be {SLUG}.ipynb"
    assert f"Not graded: submitted/{message}" in course.printed
    why = f"nothing could be graded: there is no {SLUG}.ipynb among the files"
    (line,) = [x for x in course.printed.splitlines() if "0 points: " in x]
    assert f"bela ({why.removesuffix(' among the files')}" in line
    assert "empty (nothing could be graded" in line
    for student in ("bela", "empty"):
        path = course.folder / "autograded" / student / SLUG / f"{SLUG}.ipynb"
        notes = nbformat.read(path, as_version=4).metadata.lernformer.notes
        assert notes == [why]
    assert course.report.count(f"there is no {SLUG}.ipynb among the files") == 2


def test_a_second_submission_is_graded_and_the_others_not_again(course):
    course.hand_in("ada", SLUG, content(SLUG, padding_mask=None))
    assert " 1/1" in course.lernformer("grade", SLUG)
    assert scores(course)["ada"] == LESS
    assert " 1/1" not in course.lernformer("grade", SLUG)


def test_a_list_with_mistakes_is_told_and_nobody_entered(course):
    path = course.folder / "wrong.csv"
    path.write_text("id\nnew\nada\nada\n", "utf-8")
    before = scores(course)
    printed = course.nbgrader("db", "student", "import", "wrong.csv", fails=True)
    assert "Nothing was imported. wrong.csv:" in printed
    assert "line 4: id 'ada' is already in line 3" in printed
    assert "Traceback" not in printed
    assert "new (" not in course.nbgrader("db", "student", "list")
    assert scores(course) == before


def test_there_are_no_submissions(course):
    printed = course.nbgrader("autograde", SLUG, "--student=nobody", fails=True)
    assert f"put them in submitted/<student>/{SLUG}/" in printed
    assert "Traceback" not in printed


def copied(course: Course, folder: Path) -> Course:
    """The class in another folder, without the pages of feedback."""
    made = Course(folder)
    shutil.rmtree(made.folder)  # what is generated there is read-only
    without = shutil.ignore_patterns("feedback")
    shutil.copytree(course.folder, made.folder, ignore=without)
    return made


def test_a_gradebook_of_an_older_nbgrader(course, tmp_path):
    """It lacks what the last migration added; the real upgrade brings that back."""
    old = copied(course, tmp_path)
    path = old.folder / "gradebook.db"
    database = sqlite3.connect(path)
    database.execute("ALTER TABLE student DROP COLUMN lms_user_id")
    database.execute("UPDATE alembic_version SET version_num = '167914646830'")
    database.commit()
    database.close()
    before = path.read_bytes()
    for command in (["nbgrader", "export"], ["lernformer", "grade", SLUG]):
        printed = old.run(*command, fails=True)
        assert "is from an older nbgrader (it lacks student.lms_user_id)" in printed
        assert "`nbgrader db upgrade` brings it up to date" in printed
        assert "Traceback" not in printed
        assert path.read_bytes() == before
    old.nbgrader("db", "upgrade")
    (copy,) = path.parent.glob("gradebook.db.*")
    assert copy.read_bytes() == before
    assert scores(old) == scores(course)
    old.nbgrader("export")


@pytest.fixture
def small_disk(tmp_path):
    """A file system of eight megabytes."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", str(tmp_path)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("NO FULL DISK: only root can make one to fill it")
    yield tmp_path
    subprocess.run(["umount", str(tmp_path)], check=True)


def test_a_full_disk(course, small_disk):
    """The disk is really full; with space again, the same command finishes the work."""
    small, before = copied(course, small_disk), scores(course)
    small.hand_in("lazy", SLUG, content(SLUG))
    handed_in = files(small)
    filler = small_disk / "filler"
    subprocess.run(["dd", "if=/dev/zero", f"of={filler}"], capture_output=True)
    printed = small.lernformer("grade", SLUG, fails=True)
    assert re.search(r"The disk is full: .+ could not be written\. Free some", printed)
    assert "Traceback" not in printed
    assert (small.folder / "autograded" / "ada" / SLUG / f"{SLUG}.ipynb").exists()
    printed = small.lernformer("report", SLUG, fails=True)
    assert "report.html could not be written: No space left on device" in printed
    assert "No space left" in small.nbgrader("export", fails=True)
    filler.unlink()
    small.lernformer("grade", SLUG, "--report", "report.html")
    assert scores(small) == before | {"lazy": FULL}
    assert files(small) == handed_in
    assert not list((small.folder / "autograded").rglob(".*"))
