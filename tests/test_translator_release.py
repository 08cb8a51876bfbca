"""The translators that come with the package."""

import json

import pytest
import torch

from lernformer.translator import checkpoint, release
from lernformer.translator.corpus.everyday import FIXED, make_pairs
from lernformer.translator.evaluation import exact_match
from lernformer.translator.export import export_web
from lernformer.translator.progress import read_log
from lernformer.translator.splitter import Contractions
from lernformer.translator.translation import is_degenerate


@pytest.fixture(scope="module")
def everyday():
    torch.set_num_threads(1)
    return release.load()


def test_its_quality_was_measured_on_the_grammar_as_it_is(everyday):
    _, found = everyday
    assert found["grammar"] == release.grammar(), (
        "the grammar has changed: measure the release on it (`python -m benchmarks "
        "everyday FILE --keep`), or train it again first (`make translator`)"
    )


def test_it_is_small_enough_for_a_page(everyday, tmp_path):
    translator, found = everyday
    assert export_web(translator, tmp_path / "model.js", found) <= 4_200_000
    assert sum(file.stat().st_size for file in release.FOLDER.iterdir()) <= 4_200_000


def test_it_translates_its_own_grammar(everyday):
    # the last sentences of a training with a different seed: nearly all of them new
    translator, found = everyday
    pairs = make_pairs(seed=1, size=1_200, held_out=0)["train"][800:1_200]
    pairs = [pair for pair in pairs if not translator.source.unknown(pair[0])]
    assert len(pairs) > 380
    outputs = translator.translate([source for source, _ in pairs])
    right = exact_match(outputs, [target for _, target in pairs])
    least = found["quality"]["own"] - 5  # its own test's, or by chance fewer
    assert right > least


def test_it_says_phrases_as_a_whole(everyday):
    translator, _ = everyday
    outputs = translator.translate([english for english, *_ in FIXED])
    right = exact_match(outputs, [f"{german} {mark}" for _, german, mark in FIXED])
    assert right > 85
    assert translator.translate(["thank you very much", "what is your name"]) == [
        "vielen Dank .",
        "wie heißt du ?",
    ]


def test_what_is_longer_than_in_training_is_translated_in_passages(everyday):
    translator, found = everyday
    words = translator.as_in_corpus(
        "My brother bought a new car and my sister bought a small house, "
        "but Tom and Mary have no money."
    )
    assert len(words.split()) > found["longest"] == translator.longest
    ((first, second, third),) = translator.cut([words])
    assert (first.joint, second.joint, third.joint) == ("and", "but", "")
    assert third.text == "tom and mary have no money"
    outputs = [translator.translate([each.text])[0] for each in (first, second, third)]
    joined = f"{outputs[0][:-2]} und {outputs[1][:-2]} , aber {outputs[2]}"
    assert translator.translate([words]) == [joined]
    assert translator.translate([words], whole=True) != [joined]
    # sentences in a row
    words = translator.as_in_corpus("I am tired. Where is my book? Come in!")
    assert words == "i am tired . where is my book ? come in"
    outputs = translator.translate(["i am tired", "where is my book", "come in"])
    assert translator.translate([words]) == [" ".join(outputs)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I don't know.", "i do not know"),
        ("Don’t you?", "do not you"),
        ("You can't go.", "you cannot go"),
        ("It's Tom's car!", "it is tom 's car"),
        ("I'm here, we'll stay, they've won", "i am here we will stay they have won"),
        ("Let's go", "let us go"),
        ("She won't; I'd", "she will not i would"),
        ("What's up?", "what is up"),
        ("He's got time, Tom's been there", "he has got time tom has been there"),
        ("I wanna go, you're Gonna stay", "i want to go you are going to stay"),
        ("You can not go", "you cannot go"),
    ],
)
def test_contractions_are_taken_apart(everyday, text, words):
    assert everyday[0].as_in_corpus(text) == Contractions().split(words) == words


def test_what_says_a_word_again_and_again_is_no_translation():
    assert is_degenerate("ich bin oft oft oft Oft .")
    assert is_degenerate("und du und du und du und du")
    assert not is_degenerate("sie sind , sie sind es . das das das")
    assert not is_degenerate("")


def same_weights(one, other):
    both = zip(one.model.parameters(), other.model.parameters(), strict=True)
    return all(torch.equal(a, b) for a, b in both)


def test_keeping_a_checkpoint_makes_it_the_release(everyday, tmp_path):
    translator, found = everyday
    release.keep(release.FOLDER, {"own": 1.0}, tmp_path)
    again, kept = checkpoint.load(tmp_path)
    assert kept["quality"] == {"own": 1.0}
    assert kept["grammar"] == release.grammar()
    for name in ("recipe", "corpus", "longest", "step"):
        assert kept[name] == found[name]
    assert same_weights(translator, again)
    json.dumps(kept)


def test_keeping_a_toy_takes_its_log_along(tmp_path):
    release.keep_toy(release.TOY, 7.5, tmp_path)
    assert same_weights(*(checkpoint.load(x)[0] for x in (release.TOY, tmp_path)))
    assert checkpoint.details(tmp_path)["first_loss"] == 7.5
    assert read_log(tmp_path / release.LOG) == read_log(release.TOY / release.LOG)
