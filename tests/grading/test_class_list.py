"""Class lists in the wild: from several programs, with names of all kinds."""

import pytest

from lernformer.grading.gradebook.class_list import MAX_ID, read_list


@pytest.fixture
def read(tmp_path):
    def read(text: str, encoding: str = "utf-8"):
        path = tmp_path / "class.csv"
        path.write_bytes(text.encode(encoding))
        return read_list(path)

    return read


def test_names_of_all_kinds(read):
    long = "ö" * 200
    people = read(
        "id,last_name,first_name,email,remark\n"
        'ada,"von Zuhause, Müller","Ada ""Bob"" O\'Brien",ada@example.org,x\n'
        f"jörg 2,{long},  Jörg ,,\n"
        "=1+1,<b>,-,,\n"
        '李,李,"two\nlines",,\n'
    )
    assert people == {
        "ada": {
            "last_name": "von Zuhause, Müller",
            "first_name": 'Ada "Bob" O\'Brien',
            "email": "ada@example.org",
        },
        "jörg 2": {"last_name": long, "first_name": "Jörg", "email": None},
        "=1+1": {"last_name": "<b>", "first_name": "-", "email": None},
        "李": {"last_name": "李", "first_name": "two\nlines", "email": None},
    }


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_what_programs_write(read, delimiter, encoding, newline):
    lines = ["id,lms_user_id", "ada,7", "jörg,8", ""]
    text = newline.join(lines).replace(",", delimiter)
    assert read(text, encoding) == {
        "ada": {"lms_user_id": "7"},
        "jörg": {"lms_user_id": "8"},
    }


def test_a_column_that_is_not_there_changes_nothing(read):
    assert read("id\nada\n") == {"ada": {}}


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (["ada,", "bela,", "ada,"], r"line 4: id 'ada' is already in line 2"),
        (["Ada,", "ada,"], r"line 3: id 'ada' is already in line 2"),
        (["j\u00f6rg,", "jo\u0308rg,"], r"line 3: id '.*' is already in line 2"),
        (["ada,x@y.org", "bela,X@y.org"], r"line 3: email .* is already in line 2"),
        ([",x@y.org"], r"line 2: there is no id"),
        (["ada"], r"line 2: it has a different number of fields"),
        (["ada,,,"], r"line 2: it has a different number of fields"),
        (["../ada,"], r"line 2: id '../ada' can't contain '.', because it names"),
        (["a/b,"], r"can't contain '/'"),
        (["a*,"], r"can't contain '\*'"),
        (["x" * 200 + ","], rf"x'… is too long: 200 characters; at most {MAX_ID}"),
        (["李" * 100 + ","], r"is too long: 100 characters; .* 255 bytes"),
    ],
)
def test_mistakes_are_listed_by_line(read, lines, words):
    with pytest.raises(ValueError, match=words):
        read("\n".join(["id,email", *lines]))


def test_all_mistakes_are_listed_at_once(read):
    with pytest.raises(ValueError, match=r"already in line 2\n  line 4: there is no"):
        read("id,email\nada,\nada,\n,\n")


@pytest.mark.parametrize(
    ("text", "encoding", "words"),
    [
        ("id,last_name\nada,Müller\n", "latin-1", "is not UTF-8; save it as"),
        ("name\nada\n", "utf-8", "has no column id in its first line"),
        ("", "utf-8", "has no column id in its first line"),
        ("id\nada\n", "utf-16-le", "isn't text"),
    ],
)
def test_what_is_no_list(read, text, encoding, words):
    with pytest.raises(ValueError, match=words):
        read(text, encoding)


def test_no_file(tmp_path):
    with pytest.raises(ValueError, match=r"none\.csv: No such file"):
        read_list(tmp_path / "none.csv")
