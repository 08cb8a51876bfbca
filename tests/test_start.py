"""The start page: the chapters in order, points over all of them, what to do next."""

import json

import pytest
from course import ROOT

from lernformer import COURSE, start


@pytest.fixture
def folder(tmp_path):
    for slug in COURSE:
        (tmp_path / slug).mkdir()
        text = (ROOT / "exercises" / slug / f"{slug}.ipynb").read_text("utf-8")
        (tmp_path / slug / f"{slug}.ipynb").write_text(text, "utf-8")
    return tmp_path


def answer(folder, slug, text):
    path = folder / slug / f"{slug}.ipynb"
    made = json.loads(path.read_text("utf-8"))
    for cell in made["cells"]:
        if "".join(cell["source"]) == start.UNTOUCHED:
            cell["source"] = [text]
    path.write_text(json.dumps(made), "utf-8")


def test_untouched_it_begins_with_the_first_chapter(folder):
    now = start.course(folder)
    assert [one.slug for one in now.chapters] == list(COURSE)
    assert now.line.endswith("Next: embedding.")
    assert now.line.startswith("0 of ")


def test_points_and_answers_are_counted_over_all_chapters(folder):
    first = start.course(folder).chapters[0]
    start.keep(folder / "embedding", "embedding.encode", 1.0)
    start.keep(folder / "embedding", "embedding.one_hot", 0.5)
    answer(folder, "embedding", "A lookup and a product give the same rows.")
    now = start.course(folder).chapters[0]
    assert 0 < now.earned < now.points == first.points
    assert (first.answered, now.answered) == ("0 of 1", "1 of 1")
    assert not now.done


def test_a_chapter_is_done_with_all_points_and_all_answers(folder):
    for task in start._worth("embedding", start._cells(folder, "embedding")):
        start.keep(folder / "embedding", task, 1.0)
    assert not start.course(folder).chapters[0].done
    answer(folder, "embedding", "A lookup and a product give the same rows.")
    assert start.course(folder).line.endswith("Next: positional encoding.")


def test_headings_promise_what_is_counted(folder):
    attention = start.course(folder).chapters[2]
    by_hand = sum(question.points for question in attention.questions)
    assert (attention.points, by_hand) == (20, 2)


def test_the_page_links_to_each_notebook_and_shows_the_points(folder):
    made = json.loads(start.write(folder).read_text("utf-8"))
    welcome, points, submit = made["cells"]
    for number, slug in enumerate(COURSE, 1):
        assert (
            f"{number}. [{slug.replace('_', ' ')}]({slug}/{slug}.ipynb)"
            in (welcome["source"])
        )
    assert "Next: embedding." in points["outputs"][0]["data"]["text/plain"]
    assert "hand in" in submit["source"]


def test_from_a_chapters_own_folder_it_is_the_same(folder):
    inside = start.course(folder / "attention")
    assert repr(inside) == repr(start.course(folder))
    assert max(map(len, repr(inside).splitlines())) <= 80


def test_without_notebooks_there_is_nothing_to_count(tmp_path):
    assert start.course(tmp_path).chapters == []


def test_what_is_kept_may_be_damaged(folder):
    start.keep(folder / "masking", "masking.padding_mask", 1.0)
    (folder / "masking" / start.POINTS).write_text("{")
    assert start.course(folder).chapters[3].earned == 0
