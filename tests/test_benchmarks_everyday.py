"""How the sentences that people write are counted."""

import pytest

from benchmarks.everyday import bare, measure, read
from lernformer.translator import release


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "pairs.tsv"
    pairs = (
        ("I'm not going home.", "Ich fahre nicht heim.", "x"),
        ("I’m not going home!", "Ich gehe nicht nach Hause."),
        ("Tom saw a zebra.", "Tom hat ein Zebra gesehen."),
        ("Where is the old dog?", "Falsch."),
        ("Too short.", "Zu kurz."),
    )
    path.write_text("".join("\t".join(pair) + "\n" for pair in pairs), "utf-8")
    return path


def test_sentences_are_read_once_with_all_their_translations(file):
    assert read(file) == {
        "i am not going home": ["Ich fahre nicht heim.", "Ich gehe nicht nach Hause."],
        "tom saw a zebra": ["Tom hat ein Zebra gesehen."],
        "where is the old dog": ["Falsch."],
    }


def test_marks_and_capitals_do_not_count():
    assert bare("Geht’s, Tom?") == "gehts tom"


def test_what_is_covered_and_what_is_right(file):
    found = measure(release.load()[0], file, learned={"i am not going home"})
    assert (found["sentences"], found["covered"], found["drawn"]) == (3, 66.7, 2)
    assert (found["equal_of_covered"], found["equal_of_all"]) == (50.0, 33.3)
    assert (found["equal_of_new"], found["degenerate"]) == (0.0, 0)
