"""Nothing in `submitted/` is passed over in silence."""

import os

import pytest

from lernformer.grading.gradebook.students import People, Person
from lernformer.grading.gradebook.unexpected_files import messages

NOTEBOOKS = {"attention": {"attention.ipynb"}, "masking": {"masking.ipynb"}}
CLASS = People([Person("fynn", "Fynn", "Ağaoğlu"), Person("jörg"), Person("s001")])


@pytest.fixture
def submitted(tmp_path):
    folder = tmp_path / "submitted"

    def submit(*paths):
        for path in paths:
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("")
        return folder

    return submit


def test_what_is_right_gets_no_message(submitted):
    folder = submitted(
        "fynn/attention/attention.ipynb",
        "fynn/attention/timestamp.txt",
        "jörg/masking/masking.ipynb",
        ".hidden/attention/other.ipynb",
    )
    assert list(messages(folder, NOTEBOOKS, CLASS)) == []
    assert list(messages(folder.with_name("nothing"), NOTEBOOKS, CLASS)) == []


NOBODY, NOT = "nobody in the class list; did you", "is not an assignment; did you"
WRONG = {
    "Fynn/attention/attention.ipynb": f"Fynn: {NOBODY} mean fynn?",
    "jo\u0308rg/attention/attention.ipynb": f"{NOBODY} mean jörg?",
    "s001_attention/attention.ipynb": f"{NOBODY} mean s001?",
    "s001/Attention/attention.ipynb": f"s001/Attention {NOT} mean attention?",
    "s001/attention_/attention.ipynb": f"{NOT} mean attention?",
    "s001/attention.ipynb": "s001/attention.ipynb is not an assignment",
    "attention.ipynb": "attention.ipynb is not in a student's folder",
    "s001/attention/attention-Copy1.ipynb": "the name must be attention.ipynb",
    os.fsdecode(b"fynn/attention/\xff\n\x1b[2J.ipynb"): "the name must be attention",
}


@pytest.mark.parametrize("path", WRONG)
def test_what_is_wrong_is_reported_with_what_is_meant(path, submitted):
    (line,) = messages(submitted(path), NOTEBOOKS, CLASS)
    assert line.startswith("submitted/")
    assert line.isprintable()
    assert WRONG[path] in line


@pytest.mark.parametrize("place", ["%s/attention/x", "fynn/%s/x", "%s", "fynn/%s"])
@pytest.mark.parametrize("people", [CLASS, None])
def test_names_of_any_bytes_are_reported_on_a_line_that_can_be_written(
    place, people, submitted
):
    for name in (b"\xff\xfe", b"\x1b[2Ja", b"a\nb", b"\xe2\x80\xa8"):
        submitted(place % os.fsdecode(name))
    lines = list(messages(submitted(), NOTEBOOKS, people))
    assert len(lines) == 4 or (people is None and place.startswith("%s/"))
    for line in lines:
        assert line.isprintable()
        line.encode()


def test_a_link_that_leads_nowhere_is_reported(submitted):
    folder = submitted("fynn/masking/masking.ipynb")
    (folder / "fynn/attention").symlink_to("attention")
    (line,) = messages(folder, NOTEBOOKS, CLASS)
    assert line == "submitted/fynn/attention is a broken link"


def test_a_second_notebook_is_reported_also_beside_the_right_one(submitted):
    folder = submitted("fynn/attention/attention.ipynb", "fynn/attention/final.ipynb")
    (line,) = messages(folder, NOTEBOOKS, CLASS)
    assert line.endswith("attention.ipynb, which is next to it and is graded")


def test_without_a_class_list_two_spellings_of_one_name_are_reported(submitted):
    folder = submitted("Ada/masking/masking.ipynb", "ada/masking/masking.ipynb")
    assert list(messages(folder, NOTEBOOKS, None)) == [
        "submitted/ada: another folder is called Ada"
    ]
