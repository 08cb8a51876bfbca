"""The tree of a beam search, against the search itself."""

import itertools
import math

import node
import pytest
import torch
from translators import translator

from lernformer.embedding import BOS_ID, EOS_ID
from lernformer.fast.decoding import beam_search, length_divisor
from lernformer.translator.translation import AHEAD
from lernformer.widgets.beams import BEAM_SIZES, BeamTree, search_tree

PAGE = "translator"
SENTENCES = ["cat dog", "ant bee cat dog", "fox"]


@pytest.fixture(scope="module")
def small():
    """An untrained translator, but with an <eos> that is likely enough to be found."""
    made = translator(seed=3)
    with torch.no_grad():
        made.model.tgt_embedding.weight[EOS_ID] *= 2
    return made


def words_to(nodes, i):
    words = []
    while i > 0:
        words.insert(0, nodes[i][2])
        i = nodes[i][0]
    return words


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("beam_size", BEAM_SIZES)
def test_best_is_what_the_search_returns(small, sentence, beam_size):
    tree = search_tree(small, sentence, beam_size)
    src = small.encode([sentence])
    found, score = beam_search(small.model, src, beam_size, src.size(1) + AHEAD)
    words = words_to(tree["nodes"], tree["best"])
    assert words == [small.target.words[i] for i in found[0].tolist()]
    _, depth, _, log, _ = tree["nodes"][tree["best"]]
    assert log / length_divisor(depth, 0.6) == pytest.approx(score.item(), abs=1e-4)


@pytest.mark.parametrize("beam_size", BEAM_SIZES)
def test_kept_are_as_many_as_the_beam_and_the_likeliest(small, beam_size):
    tree = search_tree(small, SENTENCES[1], beam_size)
    for depth in range(1, tree["steps"]):
        there = [node for node in tree["nodes"] if node[1] == depth]
        kept = [node[3] for node in there if node[4] == "kept"]
        dropped = [node[3] for node in there if node[4] == "dropped"]
        assert len(kept) == beam_size
        assert all(low <= min(kept) for low in dropped)


def test_scores_are_those_of_the_model(small):
    tree = search_tree(small, SENTENCES[0], 3)
    src = small.encode([SENTENCES[0]])
    for i in itertools.islice(range(1, len(tree["nodes"])), 0, None, 7):
        _, depth, word, score, _ = tree["nodes"][i]
        ids = [BOS_ID, *(small.target.ids[w] for w in words_to(tree["nodes"], i))]
        with torch.no_grad():
            logits = small.model(src, torch.tensor([ids[:-1]]))[0]
        steps = logits.log_softmax(-1)[range(depth), ids[1:]]
        assert score == pytest.approx(steps.sum().item(), abs=1e-4)
        assert word == small.target.words[ids[-1]]


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"sentence": 1}, "sentence must be from 0 to 0, got 1"),
        ({"beam": 5}, "beam must be from 1 to 4, got 5"),
        ({"step": 1000}, "step must be from 0 to .*, got 1000"),
        ({"length_penalty": 2.5}, "length_penalty must be from 0 to 2, got 2.5"),
    ],
)
def test_state_outside_its_range_is_refused(small, state, message):
    with pytest.raises(ValueError, match=message):
        BeamTree(small, SENTENCES[:1], **state)


def test_there_must_be_a_sentence(small):
    with pytest.raises(ValueError, match="give at least one sentence"):
        BeamTree(small, [])


def test_javascript_computes_what_python_computes(small):
    cases = []
    for sentence, size in itertools.product(SENTENCES, BEAM_SIZES):
        tree = search_tree(small, sentence, size)
        nodes = tree["nodes"]
        for penalty in (0.0, 0.6, 1.3):
            ended = sorted(
                (-node[3] / -length_divisor(node[1], penalty), i)
                for i, node in enumerate(nodes)
                if node[4] == "ended"
            )[::-1]
            cases.append(
                {
                    "nodes": nodes,
                    "steps": tree["steps"],
                    "penalty": penalty,
                    "ranks": [rank for rank, _ in ended],
                    "words": [words_to(nodes, i)[:-1] for _, i in ended],
                }
            )
    assert any(case["words"] for case in cases)
    divisors = [[n, p, length_divisor(n, p)] for n in (1, 7, 20) for p in (0, 0.6, 2)]
    assert divisors[-1][2] == pytest.approx(math.pow(25 / 6, 2))
    node.run_tests("beams", {"cases": cases, "divisors": divisors})


@pytest.mark.slow
def test_page_grows_the_tree(visited):
    figure = visited.locator(".lf-beams").first
    nodes = figure.locator(".node:visible")
    status = figure.get_by_role("status")
    assert nodes.count() > 1  # it opens where greedy and beam search differ
    for size in (1, 4):
        figure.get_by_role("radio", name=f"{size}", exact=True).check()
        assert nodes.count() == 1
        forward = figure.get_by_role("button", name="Next")
        forward.focus()
        forward.press("Enter")
        assert figure.locator(".node.kept:visible").count() == 1 + size
    figure.get_by_role("button", name="To the end").click()
    assert "The search has ended" in status.inner_text()
    assert figure.locator(".node.best:visible").count() > 2
    scores = figure.locator(".endings small")
    before = scores.first.inner_text()
    figure.get_by_label("length penalty").press("End")
    assert scores.first.inner_text() != before
