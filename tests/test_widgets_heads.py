"""Where heads look: the figure, and the student's own arrays in it."""

import node
import numpy as np
import pytest
import torch
from translators import translator

from lernformer.widgets.heads import HeadViewer, show_attention

PAGE = "inside"
PAIR = ("cat dog eel", "EEL DOG")


@pytest.fixture(scope="module")
def small():
    return translator(n_layers=2)


def test_weights_are_those_of_the_translator(small):
    viewer = HeadViewer.of(small, [PAIR])
    maps = small.attention(*PAIR)
    names = (
        "decoder.layers.{}.cross_attention",
        "encoder.layers.{}.self_attention",
        "decoder.layers.{}.self_attention",
    )
    for part, name in enumerate(names):
        viewer.part = part
        for layer in range(2):
            viewer.layer = layer
            expected = maps[name.format(layer)].numpy()
            for head in range(2):
                viewer.head = head
                np.testing.assert_allclose(viewer.weights(), expected[head], atol=6e-4)
            viewer.head = -1
            np.testing.assert_allclose(viewer.weights(), expected.mean(0), atol=6e-4)


def test_rows_and_columns_have_their_words(small):
    cross, encoder, decoder = HeadViewer.of(small, [PAIR]).examples[0]["parts"]
    assert cross["rows"] == ["→ EEL", "→ DOG", "→ <eos>"]
    assert cross["columns"] == encoder["rows"] == ["<bos>", *PAIR[0].split(), "<eos>"]
    assert decoder["columns"] == ["<bos>", "EEL", "DOG"]  # what has been read
    assert decoder["rows"] == cross["rows"]  # what is predicted there


@pytest.mark.parametrize(
    ("name", "value", "low", "high"),
    [
        ("sentence", 2, 0, 1),
        ("part", 3, 0, 2),
        ("layer", -1, 0, 1),
        ("head", -2, -1, 1),
        ("row", 3, 0, 2),
    ],
)
def test_state_outside_its_range_is_refused(small, name, value, low, high):
    viewer = HeadViewer.of(small, [PAIR, ("ant", "ANT")])
    message = f"{name} must be from {low} to {high}, got {value}"
    with pytest.raises(ValueError, match=message):
        setattr(viewer, name, value)


def test_row_stays_inside_a_shorter_sentence(small):
    viewer = HeadViewer.of(small, [PAIR, ("ant", "ANT")], row=2)
    viewer.sentence = 1
    assert viewer.row == 1


def test_there_must_be_an_example():
    with pytest.raises(ValueError, match="there is no example"):
        HeadViewer([])


# A student's arrays ------------------------------------------------------------------


def test_show_attention_shows_each_head():
    weights = torch.tensor(
        [[[0.25, 0.75, 0.0]], [[0.1, 0.2, 0.7]]], requires_grad=True
    ).to(torch.float64)
    viewer = show_attention(weights, ["a", "b", "c"], ["<q>"])
    np.testing.assert_allclose(viewer.weights(), [[0.25, 0.75, 0.0]])
    viewer.head = 1
    np.testing.assert_allclose(viewer.weights(), [[0.1, 0.2, 0.7]])
    (part,) = viewer.examples[0]["parts"]
    assert (part["rows"], part["columns"]) == (["<q>"], ["a", "b", "c"])


def test_show_attention_of_one_head_looks_at_its_own_words():
    viewer = show_attention(np.eye(2), ["a", "b"])
    np.testing.assert_allclose(viewer.weights(), np.eye(2))


def test_show_attention_takes_a_mask():
    mask = torch.ones(1, 3, 3).tril().bool()
    expected = np.tril(np.ones((3, 3)))
    np.testing.assert_allclose(show_attention(mask, list("abc")).weights(), expected)


def test_show_attention_survives_wrong_weights():
    viewer = show_attention([[np.nan, 2.0, -1.0]], ["a", "b", "c"], ["q"])
    np.testing.assert_allclose(viewer.weights(), [[0, 1, 0]])


def test_show_attention_refuses_other_shapes():
    message = r"weights must be \(heads, 2, 2\) for these words, got \(1, 3, 2, 2\)"
    with pytest.raises(ValueError, match=message):
        show_attention(np.zeros((1, 3, 2, 2)), ["a", "b"])


def test_javascript_computes_what_python_computes(small):
    viewer = HeadViewer.of(small, [PAIR])
    layer = viewer.examples[0]["parts"][0]["layers"][0]
    cases = []
    for head in (-1, 0, 1):
        viewer.head = head
        weights = viewer.weights()
        order = [np.argsort(-row, kind="stable")[:3].tolist() for row in weights]
        cases.append({"head": head, "weights": weights.tolist(), "order": order})
    node.run_tests("heads", {"layer": layer, "cases": cases})


@pytest.mark.slow
def test_page_shows_the_weights_of_a_head(visited):
    figure = visited.locator(".lf-heads").first
    status = figure.get_by_role("status")
    figure.get_by_role("button", name="→ Regisseur").focus()
    assert "“Regisseur”" in status.inner_text()
    seen = set()
    for head in ("0", "1", "2", "3", "mean"):
        heads = figure.get_by_role("group", name="Head", exact=True)
        heads.get_by_role("radio", name=head, exact=True).check()
        numbers = figure.locator("li .num").all_inner_texts()
        assert numbers == sorted(numbers, reverse=True)
        seen.add((status.inner_text(), *numbers))
    assert len(seen) == 5
    figure.get_by_role("radio", name="English to English").check()
    rows = figure.locator("tbody tr")
    assert rows.count() == len(figure.locator("thead th").all())
    rows.nth(3).locator("td").nth(3).hover()
    assert rows.nth(3).get_attribute("class") == "at"
