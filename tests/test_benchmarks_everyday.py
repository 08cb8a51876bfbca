"""How the sentences that people write are counted."""

import json

import pytest
import torch

from benchmarks import everyday
from benchmarks.everyday import bare, measure, read, sure_and_right
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


def test_of_what_is_sure_it_is_counted_what_is_right(monkeypatch):
    """A word counts if it has a place in the most similar reference, given the rest."""
    shares = [[0.95, 0.5, 0.99, 0.9], [0.91, 0.2]]
    monkeypatch.setattr(everyday, "probabilities", lambda *_: shares)
    translator = release.load()[0]
    german = ["ich mag den Hund", "nein ."]
    references = [["ich bin nicht", "sie hat den alten Hund"], ["ja ."]]
    found = sure_and_right(translator, ["", ""], german, references)
    # sure: ich, den, Hund, nein; the most similar reference has den and Hund
    assert found == (round(100 * 4 / 6, 1), 50.0)
    assert sure_and_right(translator, ["", ""], german, references, bare)[0] == 80.0


def test_probabilities_are_those_of_the_words_that_it_says():
    translator = release.load()[0]
    sources = ["i do not know", "the dog sleeps"]
    german = translator.translate(sources)
    for source, translation, shares in zip(
        *(sources, german, everyday.probabilities(translator, sources, german)),
        strict=True,
    ):
        words = translation.split()
        assert len(shares) == len(words)
        src = translator.encode([source])
        for i, share in enumerate(shares):  # without the words that follow
            tgt = torch.tensor([translator.target.encode(" ".join(words[:i]))[:-1]])
            with torch.no_grad():
                logits = translator.model(src, tgt)[0, -1]
            likely = logits.softmax(-1)[translator.target.ids[words[i]]]
            assert share == pytest.approx(likely.item(), abs=1e-5)


def test_what_the_page_says_was_measured_of_this_translator():
    part = json.loads(everyday.RESULTS.read_text("utf-8"))["everyday"]
    assert part["about"]["weights"] == release.weights(), (
        "`python -m benchmarks everyday FILE --keep` measures it again"
    )
    assert release.load()[1]["quality"] == part["results"]
