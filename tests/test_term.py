"""A chapter of a term, from a platform's zip to the zip that goes back to it.

CLASS=120 pytest tests/test_term.py    the same with more students
"""

import csv
import os
import zipfile
from datetime import datetime

import archives
import nbformat
import pytest
from archives import Sent
from course import Course
from graded import content, points

SLUG = "masking"
SIZE = int(os.environ.get("CLASS", "6"))
FULL = sum(points(SLUG).values())
WRONG = "def padding_mask(ids, pad_id=0):\n    return ids == pad_id"
FIRST = ("Jörg", "Zoë", "D'Arcy", "李", "Ay-şe", "Anne Marie")
WORKSHEET = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Feedback comments"
)

pytestmark = pytest.mark.slow


def person(number: int) -> tuple[str, str, str]:
    return f"s{number:03}", FIRST[number % len(FIRST)], f"Müller {number:03}"


@pytest.fixture(scope="module")
def term(tmp_path_factory) -> Course:
    """The last student hands in nothing, the first one twice, the second is wrong."""
    course = Course(tmp_path_factory.mktemp("term"))
    with (course.folder / "class.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["id", "first_name", "last_name", "email"])
        table.writerows([*person(i), f"s{i}@example.org"] for i in range(SIZE))
    course.nbgrader("db", "student", "import", "class.csv")
    course.nbgrader("generate_assignment", SLUG)
    work = [
        Sent(
            *person(i),
            1000 + i,
            f"{SLUG}.ipynb" if i != 2 else "final (1).ipynb",
            content(SLUG, padding_mask=WRONG) if i == 1 else content(SLUG),
            datetime(2026, 11, 20, 12, 0),
        )
        for i in range(SIZE - 1)
    ]
    old = content(SLUG, padding_mask=WRONG)
    day_before = datetime(2026, 11, 19, 12, 0)
    work.append(Sent(*person(0), 1000, "old.ipynb", old, day_before))
    archives.write(course.folder / "in.zip", archives.moodle, work)
    lines = [WORKSHEET]
    lines += [
        f"Participant {1000 + i},{' '.join(person(i)[1:])},s{i}@example.org,,,20.00,"
        for i in range(SIZE)
    ]
    (course.folder / "sheet.csv").write_text("\n".join(lines), "utf-8")
    course.collected = course.lernformer("collect", "in.zip")
    assert not (course.folder / "submitted").exists()
    course.lernformer("collect", "in.zip", "--yes")
    course.graded = course.lernformer("grade", SLUG, "--report", "report.html")
    course.nbgrader("generate_feedback", SLUG)
    (course.folder / "submitted" / "S000").mkdir()
    course.returned = course.lernformer("return", SLUG, "--worksheet", "sheet.csv")
    return course


def test_the_table_shows_what_is_unusual(term):
    last = person(SIZE - 1)[0]
    for words in (
        f"{SLUG}: {SIZE - 1} to collect",
        "s000: the newest of 2",
        "s002: was called final (1).ipynb",
        f"Missing for {SLUG}: {last}\n",
        "Nothing was changed. Add --yes to copy the files.",
    ):
        assert words in term.collected
    assert "Not graded" not in term.graded
    assert "(there) differ" not in term.graded
    assert "a different version" not in term.graded


def test_each_students_page_goes_back_to_where_the_work_came_from(term):
    with zipfile.ZipFile(term.folder / f"{SLUG}-feedback.zip") as archive:
        assert len(archive.namelist()) == SIZE - 1
        for i in range(SIZE - 1):
            sent = Sent(*person(i), 1000 + i, f"{SLUG}.html", b"")
            page = archive.read(archives.moodle(sent)).decode()
            lost = points(SLUG)["check_padding_mask"] if i == 1 else 0
            assert f"(Score: {FULL - lost:g}" in page.replace(".0", "")


def test_the_worksheet_has_a_grade_only_where_nobody_has_to_read(term):
    text = (term.folder / f"{SLUG}-grades.csv").read_text("utf-8")
    rows = list(csv.DictReader(text.splitlines(keepends=True)))
    assert len(rows) == SIZE
    assert "padding_mask: 0 of" in rows[1]["Feedback comments"]
    waits = "not graded yet" in rows[0]["Feedback comments"]
    assert rows[0]["Grade"] == ("" if waits else f"{FULL:g}")
    assert rows[-1]["Grade"] == rows[-1]["Feedback comments"] == ""
    assert "S000: nobody in the class list; did you mean s000?" in term.returned


def test_another_version_is_reported_and_what_the_gradebook_lost_is_graded(term):
    """For example, a student began before the exercise was fixed, or was graded after
    the backup that was restored."""
    with term.gradebook() as book:
        earned = book.find_submission(SLUG, "s004").score
        book.remove_submission(SLUG, "s004")
    there = term.folder / "submitted" / "s003" / SLUG / f"{SLUG}.ipynb"
    before = there.read_bytes()
    known = nbformat.reads(before.decode(), as_version=4)
    known.metadata.lernformer.exercise = "0" * 12
    nbformat.write(known, there)
    printed = term.lernformer("grade", SLUG)
    assert f"1 handed in a different version of {SLUG}" in printed
    assert "here: s003;" in printed
    with term.gradebook() as book:
        assert book.find_submission(SLUG, "s004").score == earned == FULL
    there.write_bytes(before)


def test_nothing_is_graded_when_the_own_solution_is_wrong(term):
    solution = term.folder / "solutions" / SLUG / f"{SLUG}.ipynb"
    script = solution.with_suffix(".py")
    right = solution.read_bytes()
    script.rename(script.with_suffix(".txt"))  # the notebook would be made again
    solution.chmod(0o644)
    try:
        solution.write_bytes(content(SLUG, padding_mask=WRONG))
        before = sorted((term.folder / "autograded").rglob("*.ipynb"))
        more = ("--force", "--student", "s000")
        printed = term.lernformer("grade", SLUG, *more, fails=True)
        assert "Nothing was graded" in printed
        assert "padding_mask 0 instead of" in printed
        assert sorted((term.folder / "autograded").rglob("*.ipynb")) == before
    finally:
        solution.write_bytes(right)
        script.with_suffix(".txt").rename(script)


def test_a_failed_generation_leaves_what_was_released(term):
    """nbgrader removes no cell from an assignment with submissions."""
    released = term.folder / "exercises" / SLUG / f"{SLUG}.ipynb"
    script = term.folder / "solutions" / SLUG / f"{SLUG}.py"
    before, text = released.read_bytes(), script.read_text("utf-8")
    start = text.index(f"# %% task {SLUG}.masked_attention")
    end = text.find("\n# %%", start + 1)
    script.write_text(text[:start] + (text[end:] if end > 0 else ""), "utf-8")
    try:
        printed = term.nbgrader("generate_assignment", SLUG, fails=True)
        assert f"{SLUG} is unchanged" in printed
        assert released.read_bytes() == before
    finally:
        script.write_text(text, "utf-8")
