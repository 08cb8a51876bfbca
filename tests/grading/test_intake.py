"""Nobody is lost between a learning platform and `submitted/`, in neither direction."""

import json
import os
import time
import zipfile
from collections import Counter
from datetime import datetime

import archives
import pytest
from archives import Sent
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lernformer.grading import giveback, intake
from lernformer.grading.people import People, Person
from lernformer.grading.platforms import origin, returned

EXERCISES = {
    "attention/attention": {"softmax", "check_softmax"},
    "masking/masking": {"padding_mask"},
}
FORMS = [archives.moodle, archives.moodle_flat, archives.canvas, archives.ilias]
CLASS = [
    Person("ada", "Ada", "Lovelace", "ada@example.org", "71"),
    Person("jörg.müller", "Jörg", "Müller", "", "72"),
    Person("o_neill", "Dora", "O'Neill", "dora@example.org", "73"),
    Person("fynn", "Fynn", "Ağaoğlu", "fynn@example.org", "74"),
    Person("li", "莉", "王", "", "75"),
]


@pytest.fixture(autouse=True)
def _time_zone(monkeypatch):
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def notebook(*cells, text="") -> bytes:
    made = [
        {"cell_type": "code", "metadata": {}, "id": cell, "source": text, "outputs": []}
        for cell in cells
    ]
    return json.dumps({"nbformat": 4, "cells": made, "metadata": {}}).encode()


WORK = notebook("softmax", "check_softmax")


def sent(person, content=WORK, file="attention.ipynb", **more) -> Sent:
    names = person.id, person.first_name, person.last_name, int(person.number)
    return Sent(*names, file, content, **more)


@pytest.fixture
def planned(tmp_path):
    def plan(found, people=CLASS, **more):
        return intake.plan(
            found, People(people), EXERCISES, tmp_path / "submitted", **more
        )

    return plan


def taken(plan):
    return {one.student: one.item.path for one in plan.taken}


# the platforms' own names -----------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_each_student_is_found(form, planned, tmp_path):
    path = archives.write(tmp_path / "in.zip", form, map(sent, CLASS))
    plan = planned(intake.items(path))
    assert taken(plan) == {one.id: form(sent(one)) for one in CLASS}, plan.left


def test_moodle_says_when_and_canvas_that_it_is_late(planned, tmp_path):
    late = datetime(2026, 11, 22, 18, 30)
    work = [sent(CLASS[0], when=late, late=True), sent(CLASS[1])]

    def due(student, assignment):
        return datetime(2026, 11, 22, 12, 0)

    for form, words in (
        (archives.moodle, "late: 6.5 hours"),
        (archives.canvas, "late, as canvas says; the hours are not told"),
        (archives.ilias, "late, as ilias says; the hours are not told"),
    ):
        path = archives.write(tmp_path / "in.zip", form, work)
        plan = planned(intake.items(path), due=due)
        (one,) = (one for one in plan.taken if one.student == "ada")
        assert words in one.remarks
        assert (one.sent == late) == (form == archives.moodle)


def test_older_ilias_writes_the_time_before_the_name():
    told = origin("Abgaben/Lovelace_Ada_ada_71/20261120174501_attention.ipynb")
    assert (told.stamp, told.file) == ("20261120174501", "attention.ipynb")
    assert intake.Found(intake.Item("x", None, bytes), told).sent == datetime(
        2026, 11, 20, 17, 45, 1
    )


def test_a_folder_of_any_kind(planned, tmp_path):
    for place, person in (
        ("FYNN", 3),
        ("Lovelace, Ada", 0),
        ("dora@example.org", 2),
        ("jo\u0308rg.mu\u0308ller/attention", 1),
    ):
        file = tmp_path / "in" / place / "attention.ipynb"
        file.parent.mkdir(parents=True)
        file.write_bytes(WORK)
        os.utime(file, (0, 1_700_000_000 + person))
    (tmp_path / "in" / "li.ipynb").write_bytes(WORK)
    plan = planned(intake.items(tmp_path / "in"))
    assert taken(plan).keys() == {one.id for one in CLASS}
    assert {one.sent.year for one in plan.taken} >= {2023}


# nobody is guessed ------------------------------------------------------------------


def test_what_is_nobodys_is_left_with_the_nearest_told(planned, tmp_path):
    people = [*CLASS, Person("ada2", "Ada", "Lovelace", "", "76")]
    stranger = Person("fin", "Fin", "Agaoglu", "", "99")
    work = [sent(CLASS[0]), sent(stranger)]
    path = archives.write(tmp_path / "in.zip", archives.moodle, work)
    plan = planned(intake.items(path), people)
    assert [one.reason for one in plan.left] == [
        "several can be meant: ada, ada2",
        "nobody in the class list; the nearest is fynn",
    ]
    assert not plan.taken


def test_the_worksheet_tells_two_of_one_name_apart(planned, tmp_path):
    people = [*CLASS, Person("ada2", "Ada", "Lovelace", "ada2@example.org", "76")]
    path = archives.write(
        tmp_path / "in.zip", archives.moodle, [sent(CLASS[0]), sent(people[-1])]
    )
    numbers = giveback.numbers_in(WORKSHEET, People(people))
    assert taken(planned(intake.items(path), people, numbers=numbers)) == {
        "ada": archives.moodle(sent(CLASS[0])),
        "ada2": archives.moodle(sent(people[-1])),
    }


def test_the_newest_is_taken_whatever_it_is_called(planned, tmp_path):
    ada = CLASS[0]
    new = notebook("softmax", text="new")
    early, later = datetime(2026, 11, 1), datetime(2026, 11, 2)
    work = [
        sent(ada, new, "my final version.ipynb", when=later),
        sent(ada, when=early),
        sent(ada, b"", "notes.txt", when=later),
        sent(ada, notebook("other"), "own.ipynb", when=later),
    ]
    path = archives.write(tmp_path / "in.zip", archives.moodle, work)
    plan = planned(intake.items(path))
    (one,) = plan.taken
    assert one.item.read() == new
    assert one.remarks == ("was called my final version.ipynb", "the newest of 2")
    assert [x.reason for x in plan.left] == [
        "no notebook",
        "none of the exercises (attention/attention, masking/masking)",
        f"another one is newer: {archives.moodle(work[0])}",
    ]
    text = intake.told(plan)
    assert "ada: was called my final version.ipynb" in text
    assert "Nothing of attention from: fynn, jörg.müller, li, o_neill" in text


@pytest.mark.parametrize("file", ["attention (2).ipynb", "Attention-Copy1.ipynb"])
def test_a_damaged_notebook_is_known_by_its_name(file, planned, tmp_path):
    path = archives.write(
        tmp_path / "in.zip", archives.moodle, [sent(CLASS[0], b"{", file)]
    )
    (one,) = planned(intake.items(path)).taken
    assert one.remarks[0] == "cannot be read as a notebook; taken by its name"


@pytest.mark.parametrize("name", ["a\n  ada: b", "\x1b[2J", "\u202egnp", "x" * 300])
def test_each_name_stays_on_its_line(name, planned, tmp_path):
    work = [sent(CLASS[0], file=f"{name}.ipynb"), sent(CLASS[0], b"", f"{name}.txt")]
    path = archives.write(tmp_path / "in.zip", archives.moodle, work)
    text = intake.told(planned(intake.items(path)))
    lines = [line for line in text.split("\n") if line.startswith("  ")]
    assert len(lines) == 2  # one that is taken, one that is not
    assert all(map(str.isprintable, lines))


# carrying out -----------------------------------------------------------------------


def test_bytes_and_time_are_kept_and_nothing_older_replaces_them(planned, tmp_path):
    submitted = tmp_path / "submitted"
    when = datetime(2026, 11, 3, 8, 0)
    path = archives.write(
        tmp_path / "in.zip", archives.moodle, [sent(CLASS[0], when=when)]
    )
    plan = planned(intake.items(path))
    assert not submitted.exists()
    intake.carry_out(plan, submitted)
    folder = submitted / "ada" / "attention"
    assert (folder / "attention.ipynb").read_bytes() == WORK
    assert (folder / "timestamp.txt").read_text() == "2026-11-03 08:00:00 UTC\n"
    assert intake.collected(folder) == origin(archives.moodle(sent(CLASS[0])))
    (again,) = planned(intake.items(path)).left
    assert again.reason == "collected before"
    old = sent(CLASS[0], notebook("softmax", text="old"), when=datetime(2026, 11, 1))
    path = archives.write(tmp_path / "old.zip", archives.moodle, [old])
    (left,) = planned(intake.items(path)).left
    assert left.reason.startswith("older than what was collected before (2026-11-03")


def test_what_is_no_archive_is_refused(tmp_path):
    (tmp_path / "in.zip").write_text("no zip")
    with pytest.raises(ValueError, match="neither a folder nor a zip"):
        list(intake.items(tmp_path / "in.zip"))


def test_one_damaged_file_keeps_nobody_else_out(planned, tmp_path):
    path = tmp_path / "in.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for student in ("ada", "fynn"):
            archive.writestr(f"{student}/attention.ipynb", WORK * 50)
        start = archive.infolist()[0].header_offset + 30 + len("ada/attention.ipynb")
    damaged = bytearray(path.read_bytes())
    damaged[start] |= 0b110  # a kind of block that deflate does not have
    path.write_bytes(damaged)
    plan = planned(intake.items(path))
    assert [one.item.path for one in plan.left] == ["ada/attention.ipynb"]
    assert plan.left[0].reason.startswith("it cannot be unpacked: ")
    assert taken(plan) == {"fynn": "fynn/attention.ipynb"}


def test_a_file_that_is_gone_meanwhile_costs_nothing(planned, tmp_path):
    submitted = tmp_path / "submitted"
    file = tmp_path / "in" / "ada" / "attention.ipynb"
    file.parent.mkdir(parents=True)
    file.write_bytes(WORK)
    intake.carry_out(planned(intake.items(tmp_path / "in")), submitted)
    file.write_bytes(notebook("softmax", text="new"))
    plan = planned(intake.items(tmp_path / "in"))
    file.unlink()
    with pytest.raises(intake.Unreadable, match="there is no attention"):
        intake.carry_out(plan, submitted)
    assert (submitted / "ada" / "attention" / "attention.ipynb").read_bytes() == WORK


def test_without_times_a_name_decides_and_that_is_said(planned):
    names = ("attention.ipynb", "attention (1).ipynb")
    items = [intake.Item(f"ada/{name}", None, lambda: WORK) for name in names]
    (one,) = planned(items).taken
    assert one.origin.file == "attention (1).ipynb"
    assert "one of 2, by its name: times are not told" in one.remarks


def test_no_link_leads_out_of_a_folder(planned, tmp_path):
    (tmp_path / "secret.ipynb").write_bytes(WORK)
    folder = tmp_path / "in" / "ada"
    folder.mkdir(parents=True)
    (folder / "attention.ipynb").symlink_to(tmp_path / "secret.ipynb")
    assert not planned(intake.items(tmp_path / "in")).taken


def test_an_id_that_is_anothers_name_is_nobodys(planned):
    people = [Person("0", "", "1"), Person("1", "", "")]
    path = archives.moodle(Sent("0", "", "1", 100, "attention.ipynb", b""))
    (one,) = planned([intake.Item(path, None, lambda: WORK)], people).left
    assert one.reason == "several can be meant: 0, 1"


# whatever people are called ---------------------------------------------------------

words = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="/\\"),
    max_size=12,
)
ids = st.text(
    st.characters(categories=["L", "N"], include_characters="._- "), min_size=1
).filter(lambda x: x.strip() == x and not x.startswith("."))


@given(
    people=st.lists(
        st.tuples(ids, words, words), min_size=1, max_size=6, unique_by=lambda x: x[0]
    ),
    form=st.sampled_from(FORMS),
    listed=st.booleans(),
)
@settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_nothing_is_lost_and_nothing_goes_to_another(people, form, listed, planned):
    known = [
        Person(one, first, last, "", str(100 + i) if listed else "")
        for i, (one, first, last) in enumerate(people)
    ]
    work = {
        form(Sent(*person, 100 + i, "attention.ipynb", b"")): person[0]
        for i, person in enumerate(people)
    }
    items = [intake.Item(path, None, lambda: WORK) for path in work]
    plan = planned(items, known)
    every = [*plan.taken, *plan.left]
    assert Counter(x.item.path for x in every) == Counter(work.keys())
    for one in every:
        if not one.reason:
            assert work[one.item.path] == one.student
            place = returned(one.origin, one.student, "attention", "attention.html")
            back = origin(place)
            assert (back.platform, back.number) == (
                one.origin.platform,
                one.origin.number,
            )
            assert back.file == "attention.html"
    names = "".join(first + last for _, first, last in people)
    if listed and form is archives.canvas and not any(c.isdigit() for c in names):
        assert len(plan.taken) == len(people)  # the number decides


# the way back -----------------------------------------------------------------------

WORKSHEET = """\
Identifier,Full name,Email address,Status,Grade,Maximum Grade,Feedback comments
Participant 71,Ada Lovelace,ada@example.org,Submitted,,19.00,
Participant 76,Ada Lovelace,ada2@example.org,Submitted,,19.00,
Participant 72,"Müller, Jörg",,Submitted,3.00,19.00,kept
"""


def work(person, tmp_path, form=archives.moodle, **more):
    page = tmp_path / person.id / "attention.html"
    page.parent.mkdir(exist_ok=True)
    page.write_text(person.id)
    about = {"points": 17.5, "comment": 'softmax: 2 of 2, "right"', **more}
    return giveback.Work(
        person.id, pages=(page,), origin=origin(form(sent(person))), **about
    )


@pytest.mark.parametrize("form", FORMS)
def test_each_page_lies_where_the_platform_looks(form, tmp_path):
    works = [work(one, tmp_path, form) for one in CLASS]
    target = tmp_path / "out" / "feedback.zip"
    assert giveback.pack(works, "attention", target) == len(CLASS)
    with zipfile.ZipFile(target) as archive:
        pages = {name: archive.read(name).decode() for name in archive.namelist()}
    for person in CLASS:
        place = form(sent(person)).replace(".ipynb", ".html")
        if form is archives.moodle_flat:
            place = place.replace("_file_", "_file/")
        if form is archives.ilias:
            place = place.replace("Attention/Submissions", "multi_feedback_attention")
        assert pages[place] == person.id


def test_the_worksheet_comes_back_filled_and_else_as_it_was(tmp_path):
    works = [
        work(CLASS[0], tmp_path),
        work(CLASS[1], tmp_path, points=None),
        work(CLASS[2], tmp_path),
    ]
    text, absent = giveback.filled(WORKSHEET, works, People(CLASS))
    assert text.splitlines() == [
        *WORKSHEET.splitlines()[:1],
        'Participant 71,Ada Lovelace,ada@example.org,Submitted,17.5,19.00,"softmax: 2 '
        'of 2, ""right"""',
        WORKSHEET.splitlines()[2],
        'Participant 72,"Müller, Jörg",,Submitted,,19.00,"softmax: 2 of 2, ""right"""',
    ]
    assert absent == ["o_neill"]


def test_a_worksheet_without_a_column_for_grades_is_refused(tmp_path):
    text = WORKSHEET.replace(",Grade,", ",Note,")
    with pytest.raises(ValueError, match="no column Grade or Bewertung; it has Ident"):
        giveback.filled(text, [work(CLASS[0], tmp_path)], People(CLASS))
