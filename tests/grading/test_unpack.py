"""Nobody gets lost between a platform and `submitted/`, in either direction."""

import io
import json
import os
import time
import zipfile
from collections import Counter
from datetime import datetime
from pathlib import Path

import archives
import pytest
from archives import Sent
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lernformer.grading.gradebook.students import People, Person
from lernformer.grading.lms import pack, unpack
from lernformer.grading.lms.platforms import origin, returned

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


def item(path, content=WORK, when=None) -> unpack.Item:
    return unpack.Item(path, when, lambda: content)


@pytest.fixture
def planned(tmp_path):
    def plan(found, people=CLASS, **more):
        submitted = tmp_path / "submitted"
        return unpack.plan(found, People(people), EXERCISES, submitted, **more)

    return plan


@pytest.fixture
def handed_in(planned, tmp_path):
    """The plan for a platform's archive of what was sent."""

    def plan(*work, form=archives.moodle, **more):
        path = archives.write(tmp_path / "in.zip", form, work)
        return planned(unpack.items(path), **more)

    return plan


def taken(plan):
    return {one.student: one.item.path for one in plan.taken}


def file(folder, path, content=WORK):
    made = folder / path
    made.parent.mkdir(parents=True, exist_ok=True)
    made.write_bytes(content)
    return made


# the platforms' own names -----------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_each_student_is_found(form, handed_in):
    plan = handed_in(*map(sent, CLASS), form=form)
    assert taken(plan) == {one.id: form(sent(one)) for one in CLASS}, plan.left


def test_moodle_says_when_and_canvas_that_it_is_late(handed_in):
    late = datetime(2026, 11, 22, 18, 30)
    work = sent(CLASS[0], when=late, late=True), sent(CLASS[1])

    def due(student, assignment):
        return datetime(2026, 11, 22, 12, 0)

    for form, words in (
        (archives.moodle, "late: 6.5 hours"),
        (archives.canvas, "late, but canvas doesn't say by how much"),
        (archives.ilias, "late, but ilias doesn't say by how much"),
    ):
        plan = handed_in(*work, form=form, due=due)
        (one,) = (one for one in plan.taken if one.student == "ada")
        assert words in one.remarks
        assert (one.sent == late) == (form == archives.moodle)


def test_older_ilias_writes_the_time_before_the_name():
    source = origin("Abgaben/Lovelace_Ada_ada_71/20261120174501_attention.ipynb")
    assert (source.stamp, source.file) == ("20261120174501", "attention.ipynb")
    found = unpack.Found(item("x"), source)
    assert found.sent == datetime(2026, 11, 20, 17, 45, 1)


def test_a_folder_of_any_kind(planned, tmp_path):
    jörg = "jo\u0308rg.mu\u0308ller/attention"
    for place in ("FYNN", "Lovelace, Ada", "dora@example.org", jörg):
        made = file(tmp_path / "in", f"{place}/attention.ipynb")
        os.utime(made, (0, 1_700_000_000))
    file(tmp_path / "in", "li.ipynb")
    plan = planned(unpack.items(tmp_path / "in"))
    assert taken(plan).keys() == {one.id for one in CLASS}
    assert {one.sent.year for one in plan.taken} >= {2023}


# nobody is guessed ------------------------------------------------------------------


def test_what_is_nobodys_is_left_with_the_nearest_name(handed_in):
    people = [*CLASS, Person("ada2", "Ada", "Lovelace", "", "76")]
    stranger = Person("fin", "Fin", "Agaoglu", "", "99")
    plan = handed_in(sent(CLASS[0]), sent(stranger), people=people)
    assert [one.reason for one in plan.left] == [
        "could be any of: ada, ada2",
        "nobody in the class list; the nearest is fynn",
    ]
    assert not plan.taken


def test_an_id_that_is_anothers_name_is_nobodys_and_so_is_a_guests_file(planned):
    people = [Person("0", "", "1"), Person("1", "", "")]
    path = archives.moodle(Sent("0", "", "1", 100, "attention.ipynb", b""))
    (one,) = planned([item(path)], people).left
    assert one.reason == "could be any of: 0, 1"
    # as Canvas names the files of people who are not in the list
    (one,) = planned([item("guestgreta_99_5000_x_71_9999_attention.ipynb")]).left
    assert one.reason.startswith("nobody in the class list")


def test_the_worksheet_distinguishes_two_of_one_name(handed_in):
    people = [*CLASS, Person("ada2", "Ada", "Lovelace", "ada2@example.org", "76")]
    work = sent(CLASS[0]), sent(people[-1])
    numbers = pack.numbers_in(WORKSHEET, People(people))
    plan = handed_in(*work, people=people, numbers=numbers)
    paths = map(archives.moodle, work)
    assert taken(plan) == dict(zip(("ada", "ada2"), paths, strict=True))


def test_the_newest_is_taken_whatever_it_is_called(handed_in):
    ada, new = CLASS[0], notebook("softmax", text="new")
    early, later = datetime(2026, 11, 1), datetime(2026, 11, 2)
    newest = sent(ada, new, "my final version.ipynb", when=later)
    plan = handed_in(
        newest,
        sent(ada, when=early),
        sent(ada, b"", "notes.txt", when=later),
        sent(ada, notebook("other"), "own.ipynb", when=later),
    )
    (one,) = plan.taken
    assert one.item.read() == new
    assert one.remarks == ("was called my final version.ipynb", "the newest of 2")
    assert [x.reason for x in plan.left] == [
        "no notebook",
        "none of the exercises (attention/attention, masking/masking)",
        f"a newer file exists: {archives.moodle(newest)}",
    ]
    text = unpack.describe(plan)
    assert "ada: was called my final version.ipynb" in text
    assert "Missing for attention: fynn, jörg.müller, li, o_neill" in text


def test_a_damaged_notebook_is_known_by_its_name(handed_in):
    for name in ("attention (2).ipynb", "Attention-Copy1.ipynb"):
        (one,) = handed_in(sent(CLASS[0], b"{", name)).taken
        assert one.remarks[0] == "cannot be read as a notebook; taken by its name"


def test_each_name_stays_on_its_line(handed_in):
    for name in ("a\n  ada: b", "\x1b[2J", "\u202egnp", "x" * 300):
        one, other = f"{name}.ipynb", f"{name}.txt"
        plan = handed_in(sent(CLASS[0], file=one), sent(CLASS[0], b"", other))
        lines = [x for x in unpack.describe(plan).split("\n") if x.startswith("  ")]
        assert len(lines) == 2  # one that is taken, one that is not
        assert all(map(str.isprintable, lines))


# unpacking --------------------------------------------------------------------------


def test_bytes_and_time_are_kept_and_nothing_older_replaces_them(handed_in, tmp_path):
    submitted, ada = tmp_path / "submitted", CLASS[0]
    work = sent(ada, when=datetime(2026, 11, 3, 8, 0))
    plan = handed_in(work)
    assert not submitted.exists()
    unpack.carry_out(plan, submitted, tmp_path)
    assert (tmp_path / unpack.COLLECTED).stat().st_mode & 0o777 == 0o600
    folder = submitted / "ada" / "attention"
    assert (folder / "attention.ipynb").read_bytes() == WORK
    assert (folder / "timestamp.txt").read_text() == "2026-11-03 08:00:00 UTC\n"
    assert not (folder / "collected.json").exists()
    known = unpack.collected(tmp_path, "ada", "attention")
    assert known == origin(archives.moodle(work))
    assert unpack.collected(tmp_path, "fynn", "attention") is None
    (again,) = handed_in(work).left
    assert again.reason == "collected before"
    old = notebook("softmax", text="old")
    (left,) = handed_in(sent(ada, old, when=datetime(2026, 11, 1))).left
    assert left.reason.startswith("older than what was collected before (2026-11-03")


def test_one_damaged_file_keeps_nobody_else_out(planned, tmp_path):
    path = tmp_path / "in.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for student in ("ada", "fynn"):
            archive.writestr(f"{student}/attention.ipynb", WORK * 50)
        start = archive.infolist()[0].header_offset + 30 + len("ada/attention.ipynb")
    damaged = bytearray(path.read_bytes())
    damaged[start] |= 0b110  # a kind of block that deflate does not have
    path.write_bytes(damaged)
    plan = planned(unpack.items(path))
    assert [one.item.path for one in plan.left] == ["ada/attention.ipynb"]
    assert plan.left[0].reason.startswith("it cannot be unpacked: ")
    assert taken(plan) == {"fynn": "fynn/attention.ipynb"}


def test_a_file_that_is_gone_meanwhile_costs_nothing(planned, tmp_path):
    submitted = tmp_path / "submitted"
    made = file(tmp_path / "in", "ada/attention.ipynb")
    unpack.carry_out(planned(unpack.items(tmp_path / "in")), submitted, tmp_path)
    made.write_bytes(notebook("softmax", text="new"))
    plan = planned(unpack.items(tmp_path / "in"))
    made.unlink()
    with pytest.raises(unpack.Unreadable, match="there is no attention"):
        unpack.carry_out(plan, submitted, tmp_path)
    assert (submitted / "ada" / "attention" / "attention.ipynb").read_bytes() == WORK


def test_without_times_a_name_decides_and_the_remark_says_so(planned):
    names = "ada/attention.ipynb", "ada/attention (1).ipynb"
    (one,) = planned(map(item, names)).taken
    assert one.origin.file == "attention (1).ipynb"
    assert "one of 2, by its name: times are unknown" in one.remarks


def test_no_link_leads_out_of_a_folder(planned, tmp_path):
    secret = file(tmp_path, "secret.ipynb")
    (tmp_path / "in" / "ada").mkdir(parents=True)
    (tmp_path / "in" / "ada" / "attention.ipynb").symlink_to(secret)
    assert not planned(unpack.items(tmp_path / "in")).taken


# whatever students call what they hand in ---------------------------------------------

# First what Ada hands in, then what is Fynn's, whatever he calls it: in folders, and as
# Moodle, ILIAS and Canvas write it.
THEIRS = Path(__file__).with_name("unpack.txt").read_text("utf-8").split("\n\n")


@pytest.mark.parametrize("places", THEIRS)
@pytest.mark.parametrize("wrapper", ["", "HTML export/attention/"])
def test_nothing_below_a_students_name_says_whose_it_is(places, wrapper, planned):
    paths = [f"{wrapper}{place}attention.ipynb" for place in places.splitlines()]
    days = [datetime(2026, 11, 1 + i) for i in range(len(paths))]
    plan = planned(map(item, paths, [WORK] * len(paths), days))
    assert taken(plan)["ada"] == paths[0]
    assert {one.student for one in plan.left} == {"fynn"}


def test_folders_of_two_assignments(planned):
    paths = "attention/ada/attention.ipynb", "masking/fynn/masking.ipynb"
    plan = planned(map(item, paths, (WORK, notebook("padding_mask"))))
    assert taken(plan) == dict(zip(("ada", "fynn"), paths, strict=True))


def test_damaged_origins_are_reported(tmp_path):
    for text in ("[" * 100_000, "[]", '{"ada/attention": []}', '{"a": {"x": 1}}', "\0"):
        (tmp_path / unpack.COLLECTED).write_text(text)
        with pytest.raises(ValueError, match=r"grading\.origins is damaged"):
            unpack.collected(tmp_path, "ada", "attention")


def test_what_students_hand_in_says_nothing_of_where_it_came_from(tmp_path):
    folder = tmp_path / "submitted" / "mallory" / "attention"
    folder.mkdir(parents=True)
    forged = {"path": "Ada L_12_assignsubmission_file/attention.ipynb"}
    for name in ("collected.json", unpack.COLLECTED):
        (folder / name).write_text(json.dumps(forged))
    assert unpack.collected(tmp_path, "mallory", "attention") is None


# whatever people are called ---------------------------------------------------------

words = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="/\\"),
    max_size=12,
)
ids = st.text(
    st.characters(categories=["L", "N"], include_characters="._- "), min_size=1
).filter(lambda x: x.strip() == x and not x.startswith("."))


people_of_a_class = st.lists(
    st.tuples(ids, words, words), min_size=1, max_size=6, unique_by=lambda x: x[0]
)


@given(people=people_of_a_class, form=st.sampled_from(FORMS), listed=st.booleans())
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
    plan = planned(map(item, work), known)
    every = [*plan.taken, *plan.left]
    assert Counter(x.item.path for x in every) == Counter(work.keys())
    for one in every:
        if not one.reason:
            assert work[one.item.path] == one.student
            place = returned(one.origin, one.student, "attention", "attention.html")
            back, there = origin(place), one.origin
            assert (back.platform, back.number) == (there.platform, there.number)
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


def work(person, tmp_path, form=archives.moodle, points=17.5):
    page = file(tmp_path, f"{person.id}/attention.html", person.id.encode())
    where, words = origin(form(sent(person))), 'softmax: 2 of 2, "right"'
    return pack.Work(
        person.id, pages=(page,), origin=where, points=points, comment=words
    )


@pytest.mark.parametrize("form", FORMS)
def test_each_page_lies_where_the_platform_looks(form, tmp_path):
    works = [work(one, tmp_path, form) for one in CLASS]
    target = tmp_path / "out" / "feedback.zip"
    assert pack.pack(works, "attention", target) == len(CLASS)
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
    ada, jörg, dora, *_ = CLASS
    works = work(ada, tmp_path), work(jörg, tmp_path, points=None), work(dora, tmp_path)
    text, absent = pack.filled(WORKSHEET, works, People(CLASS))
    words = '"softmax: 2 of 2, ""right"""'
    given, filled = WORKSHEET.splitlines(), text.splitlines()
    assert [filled[0], filled[2]] == [given[0], given[2]]
    assert filled[1] == given[1].replace(",,19.00,", ",17.5,19.00,") + words
    assert filled[3] == given[3].replace("3.00,19.00,kept", ",19.00,") + words
    assert absent == ["o_neill"]
    without = WORKSHEET.replace(",Grade,", ",Note,")
    with pytest.raises(ValueError, match="no column Grade or Bewertung; it has Ident"):
        pack.filled(without, works, People(CLASS))


@pytest.mark.parametrize(
    ("mark", "end", "sign"),
    [("\ufeff", "\r\n", ";"), ("", "\n", ";"), ("\ufeff", "\n", "\t")],
)
def test_a_german_worksheet_keeps_its_mark_its_signs_and_its_commas(
    mark, end, sign, tmp_path
):
    """As Moodle writes it for Excel; see artemis#10679 and opendidac#391."""
    head = ["Identifier", "Name", "Bewertung", "Bestwertung", "Feedback als Kommentar"]
    row = ["Teilnehmer/in71", "Ada Lovelace", "", "22,00", ""]
    text = mark + "".join(sign.join(line) + end for line in (head, row))
    done, absent = pack.filled(text, [work(CLASS[0], tmp_path)], People(CLASS))
    assert absent == []
    first, second, rest = done.split(end)
    assert first == mark + sign.join(head)
    assert second.split(sign)[:4] == [*row[:2], "17,50", "22,00"]
    assert rest == ""


def packed(*files: tuple[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in files:
            # no time: a test's name has these bytes, and two processes collect
            archive.writestr(zipfile.ZipInfo(name), content)
    return made.getvalue()


ADA, BELA = (
    f"{x}_assignsubmission_file_" for x in ("Ada Lovelace_71", "Jörg Müller_72")
)
OF_A_MAC = ("__MACOSX/._attention.ipynb", b"x"), (".DS_Store", b"x")


@pytest.mark.parametrize(
    ("file", "content", "remark"),
    [
        ("work.zip", packed(*OF_A_MAC, ("work/attention.ipynb", WORK)), "in a zip"),
        ("WORK.ZIP", packed(("attention.ipynb", WORK)), "was in a zip"),
        (f"{BELA}.zip", packed((f"{BELA}/Jörg Müller/attention.ipynb", WORK)), "zip"),
        ("attention.ipynb.txt", WORK, "is called attention.ipynb.txt"),
        ("attention.ipynb.json", WORK, "is called attention.ipynb.json"),
        ("attention.ipynb", WORK.decode().encode("utf-16"), ""),
        ("attention.ipynb", b"\xef\xbb\xbf" + WORK, ""),
    ],
)
def test_a_notebook_is_found_in_what_a_student_packed_or_a_browser_named(
    file, content, remark, planned
):
    """It is Ada's, whatever is in her zip."""
    plan = planned(list(unpack.unpacked(item(f"{ADA}/{file}", content))))
    (one,) = plan.taken
    assert one.student == "ada"
    assert remark in "; ".join(one.remarks)


def test_a_zip_without_a_notebook_is_reported_and_no_zip_is_refused(planned, tmp_path):
    file(tmp_path / "in", f"{ADA}/a.zip", b"no zip")
    file(tmp_path / "in", f"{ADA}/b.zip", packed(("x.txt", b"text")))
    plan = planned(unpack.items(tmp_path / "in"))
    assert [one.reason for one in plan.left] == ["no notebook"] * 2
    with pytest.raises(ValueError, match="neither a folder nor a zip"):
        list(unpack.items(file(tmp_path, "in.zip", b"no zip")))
