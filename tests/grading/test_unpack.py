"""Nobody gets lost between a platform and `submitted/`, in either direction."""

import io
import json
import os
import time
import zipfile
from collections import Counter
from datetime import datetime, timedelta

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


@pytest.fixture
def planned(tmp_path):
    def plan(found, people=CLASS, **more):
        return unpack.plan(
            found, People(people), EXERCISES, tmp_path / "submitted", **more
        )

    return plan


def taken(plan):
    return {one.student: one.item.path for one in plan.taken}


# the platforms' own names -----------------------------------------------------------


@pytest.mark.parametrize("form", FORMS)
def test_each_student_is_found(form, planned, tmp_path):
    path = archives.write(tmp_path / "in.zip", form, map(sent, CLASS))
    plan = planned(unpack.items(path))
    assert taken(plan) == {one.id: form(sent(one)) for one in CLASS}, plan.left


def test_moodle_says_when_and_canvas_that_it_is_late(planned, tmp_path):
    late = datetime(2026, 11, 22, 18, 30)
    work = [sent(CLASS[0], when=late, late=True), sent(CLASS[1])]

    def due(student, assignment):
        return datetime(2026, 11, 22, 12, 0)

    for form, words in (
        (archives.moodle, "late: 6.5 hours"),
        (archives.canvas, "late, but canvas doesn't say by how much"),
        (archives.ilias, "late, but ilias doesn't say by how much"),
    ):
        path = archives.write(tmp_path / "in.zip", form, work)
        plan = planned(unpack.items(path), due=due)
        (one,) = (one for one in plan.taken if one.student == "ada")
        assert words in one.remarks
        assert (one.sent == late) == (form == archives.moodle)


def test_older_ilias_writes_the_time_before_the_name():
    told = origin("Abgaben/Lovelace_Ada_ada_71/20261120174501_attention.ipynb")
    assert (told.stamp, told.file) == ("20261120174501", "attention.ipynb")
    assert unpack.Found(unpack.Item("x", None, bytes), told).sent == datetime(
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
    plan = planned(unpack.items(tmp_path / "in"))
    assert taken(plan).keys() == {one.id for one in CLASS}
    assert {one.sent.year for one in plan.taken} >= {2023}


# nobody is guessed ------------------------------------------------------------------


def test_what_is_nobodys_is_left_with_the_nearest_told(planned, tmp_path):
    people = [*CLASS, Person("ada2", "Ada", "Lovelace", "", "76")]
    stranger = Person("fin", "Fin", "Agaoglu", "", "99")
    work = [sent(CLASS[0]), sent(stranger)]
    path = archives.write(tmp_path / "in.zip", archives.moodle, work)
    plan = planned(unpack.items(path), people)
    assert [one.reason for one in plan.left] == [
        "could be any of: ada, ada2",
        "nobody in the class list; the nearest is fynn",
    ]
    assert not plan.taken


def test_the_worksheet_tells_two_of_one_name_apart(planned, tmp_path):
    people = [*CLASS, Person("ada2", "Ada", "Lovelace", "ada2@example.org", "76")]
    path = archives.write(
        tmp_path / "in.zip", archives.moodle, [sent(CLASS[0]), sent(people[-1])]
    )
    numbers = pack.numbers_in(WORKSHEET, People(people))
    assert taken(planned(unpack.items(path), people, numbers=numbers)) == {
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
    plan = planned(unpack.items(path))
    (one,) = plan.taken
    assert one.item.read() == new
    assert one.remarks == ("was called my final version.ipynb", "the newest of 2")
    assert [x.reason for x in plan.left] == [
        "no notebook",
        "none of the exercises (attention/attention, masking/masking)",
        f"a newer file exists: {archives.moodle(work[0])}",
    ]
    text = unpack.told(plan)
    assert "ada: was called my final version.ipynb" in text
    assert "Missing for attention: fynn, jörg.müller, li, o_neill" in text


@pytest.mark.parametrize("file", ["attention (2).ipynb", "Attention-Copy1.ipynb"])
def test_a_damaged_notebook_is_known_by_its_name(file, planned, tmp_path):
    path = archives.write(
        tmp_path / "in.zip", archives.moodle, [sent(CLASS[0], b"{", file)]
    )
    (one,) = planned(unpack.items(path)).taken
    assert one.remarks[0] == "cannot be read as a notebook; taken by its name"


@pytest.mark.parametrize("name", ["a\n  ada: b", "\x1b[2J", "\u202egnp", "x" * 300])
def test_each_name_stays_on_its_line(name, planned, tmp_path):
    work = [sent(CLASS[0], file=f"{name}.ipynb"), sent(CLASS[0], b"", f"{name}.txt")]
    path = archives.write(tmp_path / "in.zip", archives.moodle, work)
    text = unpack.told(planned(unpack.items(path)))
    lines = [line for line in text.split("\n") if line.startswith("  ")]
    assert len(lines) == 2  # one that is taken, one that is not
    assert all(map(str.isprintable, lines))


# unpacking --------------------------------------------------------------------------


def test_bytes_and_time_are_kept_and_nothing_older_replaces_them(planned, tmp_path):
    submitted = tmp_path / "submitted"
    when = datetime(2026, 11, 3, 8, 0)
    path = archives.write(
        tmp_path / "in.zip", archives.moodle, [sent(CLASS[0], when=when)]
    )
    plan = planned(unpack.items(path))
    assert not submitted.exists()
    unpack.carry_out(plan, submitted, tmp_path)
    assert (tmp_path / unpack.COLLECTED).stat().st_mode & 0o777 == 0o600
    folder = submitted / "ada" / "attention"
    assert (folder / "attention.ipynb").read_bytes() == WORK
    assert (folder / "timestamp.txt").read_text() == "2026-11-03 08:00:00 UTC\n"
    assert not (folder / "collected.json").exists()
    assert unpack.collected(tmp_path, "ada", "attention") == origin(
        archives.moodle(sent(CLASS[0]))
    )
    assert unpack.collected(tmp_path, "fynn", "attention") is None
    (again,) = planned(unpack.items(path)).left
    assert again.reason == "collected before"
    old = sent(CLASS[0], notebook("softmax", text="old"), when=datetime(2026, 11, 1))
    path = archives.write(tmp_path / "old.zip", archives.moodle, [old])
    (left,) = planned(unpack.items(path)).left
    assert left.reason.startswith("older than what was collected before (2026-11-03")


def test_what_is_no_archive_is_refused(tmp_path):
    (tmp_path / "in.zip").write_text("no zip")
    with pytest.raises(ValueError, match="neither a folder nor a zip"):
        list(unpack.items(tmp_path / "in.zip"))


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
    file = tmp_path / "in" / "ada" / "attention.ipynb"
    file.parent.mkdir(parents=True)
    file.write_bytes(WORK)
    unpack.carry_out(planned(unpack.items(tmp_path / "in")), submitted, tmp_path)
    file.write_bytes(notebook("softmax", text="new"))
    plan = planned(unpack.items(tmp_path / "in"))
    file.unlink()
    with pytest.raises(unpack.Unreadable, match="there is no attention"):
        unpack.carry_out(plan, submitted, tmp_path)
    assert (submitted / "ada" / "attention" / "attention.ipynb").read_bytes() == WORK


def test_without_times_a_name_decides_and_that_is_said(planned):
    names = ("attention.ipynb", "attention (1).ipynb")
    items = [unpack.Item(f"ada/{name}", None, lambda: WORK) for name in names]
    (one,) = planned(items).taken
    assert one.origin.file == "attention (1).ipynb"
    assert "one of 2, by its name: times are unknown" in one.remarks


def test_no_link_leads_out_of_a_folder(planned, tmp_path):
    (tmp_path / "secret.ipynb").write_bytes(WORK)
    folder = tmp_path / "in" / "ada"
    folder.mkdir(parents=True)
    (folder / "attention.ipynb").symlink_to(tmp_path / "secret.ipynb")
    assert not planned(unpack.items(tmp_path / "in")).taken


def test_an_id_that_is_anothers_name_is_nobodys(planned):
    people = [Person("0", "", "1"), Person("1", "", "")]
    path = archives.moodle(Sent("0", "", "1", 100, "attention.ipynb", b""))
    (one,) = planned([unpack.Item(path, None, lambda: WORK)], people).left
    assert one.reason == "could be any of: 0, 1"


# whatever students call what they hand in ---------------------------------------------

THEIRS = [  # what Ada and somebody else hand in, and whose file each one is
    (
        "ada/attention.ipynb",
        "fynn/ada/attention.ipynb",
        "fynn/Ada Lovelace/attention.ipynb",
        "fynn/Ada Lovelace_71_assignsubmission_file_attention.ipynb",
        "fynn/Ada Lovelace_71_assignsubmission_file/attention.ipynb",
        "fynn/Lovelace_Ada_ada_71/attention.ipynb",
        "fynn/lovelaceada_71_80_attention.ipynb",
    ),
    (
        "Ada Lovelace_71_assignsubmission_file/attention.ipynb",
        "Fynn Ağaoğlu_74_assignsubmission_file/ada/attention.ipynb",
        "Fynn Ağaoğlu_74_assignsubmission_file/Ada Lovelace_71_assignsubmission_file/"
        "attention.ipynb",
        "Fynn Ağaoğlu_74_assignsubmission_file/lovelaceada_71_80_attention.ipynb",
        "Fynn Ağaoğlu_74_assignsubmission_file/Lovelace_Ada_ada_71/attention.ipynb",
    ),
    (
        "Attention/Submissions/Lovelace_Ada_ada_71/attention.ipynb",
        "Attention/Submissions/Agaoglu_Fynn_fynn_74/ada/attention.ipynb",
        "Attention/Submissions/Agaoglu_Fynn_fynn_74/Lovelace_Ada_ada_71/attention.ipynb",
        "Attention/Submissions/Agaoglu_Fynn_fynn_74/Ada Lovelace_71_assignsubmission_"
        "file_attention.ipynb",
    ),
    (
        "lovelaceada_71_80_attention.ipynb",
        "agaoglufynn_74_83_lovelaceada_71_90_attention.ipynb",
        "agaoglufynn_74_83_x_71_9999_attention.ipynb",
        "agaoglufynn_74_83_Ada Lovelace_71_assignsubmission_file_attention.ipynb",
    ),
]


@pytest.mark.parametrize("paths", THEIRS, ids=["folders", "moodle", "ilias", "canvas"])
@pytest.mark.parametrize("wrapper", ["", "HTML export/attention/"])
def test_nothing_below_a_students_name_says_whose_it_is(paths, wrapper, planned):
    when = datetime(2026, 11, 20)
    items = [
        unpack.Item(f"{wrapper}{path}", when + timedelta(days=i), lambda: WORK)
        for i, path in enumerate(paths)
    ]
    plan = planned(items)
    assert taken(plan)["ada"] == f"{wrapper}{paths[0]}"
    whose = {one.item.path.removeprefix(wrapper): one.student for one in plan.left}
    assert set(whose.values()) == {"fynn"}


def test_nobodys_file_is_not_anothers_by_what_stands_after(planned):
    """As Canvas names the files of people who are not in the list."""
    path = "guestgreta_99_5000_x_71_9999_attention.ipynb"
    (one,) = planned([unpack.Item(path, None, lambda: WORK)]).left
    assert one.reason.startswith("nobody in the class list")


def test_folders_of_two_assignments(planned):
    paths = ["attention/ada/attention.ipynb", "masking/fynn/masking.ipynb"]
    works = WORK, notebook("padding_mask")
    items = [
        unpack.Item(path, None, lambda work=work: work)
        for path, work in zip(paths, works, strict=True)
    ]
    assert taken(planned(items)) == dict(zip(("ada", "fynn"), paths, strict=True))


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "[]", '{"ada/attention": []}', '{"a": {"x": 1}}', "\0"]
)
def test_damaged_origins_are_told(text, tmp_path):
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
    items = [unpack.Item(path, None, lambda: WORK) for path in work]
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
    return pack.Work(
        person.id, pages=(page,), origin=origin(form(sent(person))), **about
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
    works = [
        work(CLASS[0], tmp_path),
        work(CLASS[1], tmp_path, points=None),
        work(CLASS[2], tmp_path),
    ]
    text, absent = pack.filled(WORKSHEET, works, People(CLASS))
    assert text.splitlines() == [
        *WORKSHEET.splitlines()[:1],
        'Participant 71,Ada Lovelace,ada@example.org,Submitted,17.5,19.00,"softmax: 2 '
        'of 2, ""right"""',
        WORKSHEET.splitlines()[2],
        'Participant 72,"Müller, Jörg",,Submitted,,19.00,"softmax: 2 of 2, ""right"""',
    ]
    assert absent == ["o_neill"]


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


@pytest.mark.parametrize(
    ("file", "content", "remark"),
    [
        ("work.zip", packed(("__MACOSX/._attention.ipynb", b"x"), (".DS_Store", b"x"),
                            ("work/attention.ipynb", WORK)), "was in a zip"),
        ("WORK.ZIP", packed(("attention.ipynb", WORK)), "was in a zip"),
        (f"{BELA}.zip", packed((f"{BELA}/Jörg Müller/attention.ipynb", WORK)), "zip"),
        ("attention.ipynb.txt", WORK, "is called attention.ipynb.txt"),
        ("attention.ipynb.json", WORK, "is called attention.ipynb.json"),
        ("attention.ipynb", WORK.decode().encode("utf-16"), ""),
        ("attention.ipynb", b"\xef\xbb\xbf" + WORK, ""),
    ],
)  # fmt: skip
def test_a_notebook_is_found_in_what_a_student_packed_or_a_browser_named(
    file, content, remark, planned
):
    """It is Ada's, whatever is in her zip."""
    items = unpack.unpacked(unpack.Item(f"{ADA}/{file}", None, lambda: content))
    plan = planned(list(items))
    (one,) = plan.taken
    assert one.student == "ada"
    assert remark in "; ".join(one.remarks)


def test_a_zip_that_holds_no_notebook_is_told(planned, tmp_path):
    for name, content in (("a.zip", b"no zip"), ("b.zip", packed(("x.txt", b"text")))):
        (tmp_path / "in" / ADA).mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / ADA / name).write_bytes(content)
    plan = planned(unpack.items(tmp_path / "in"))
    assert [one.reason for one in plan.left] == ["no notebook"] * 2


def test_a_worksheet_without_a_column_for_grades_is_refused(tmp_path):
    text = WORKSHEET.replace(",Grade,", ",Note,")
    with pytest.raises(ValueError, match="no column Grade or Bewertung; it has Ident"):
        pack.filled(text, [work(CLASS[0], tmp_path)], People(CLASS))
