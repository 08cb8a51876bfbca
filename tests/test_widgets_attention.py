"""The figures of the attention chapter: their numbers, and how the page moves them."""

import json
import math

import node
import numpy as np
import pytest
import torch
from browser import number, readout
from playwright.sync_api import expect

from lernformer.attention import (
    scaled_dot_product_attention,
    softmax,
    softmax_jacobian,
    split_heads,
)
from lernformer.widgets.attention import HeadSplitter, QueryStepper, explore_softmax
from lernformer.widgets.positional_encoding import RotaryScores

PAGE = "attention"
# What JavaScript reads; the rest of a widget's state is ipywidgets' own.
STATE = ("tokens", "scores", "values", "d_k_choices", "sentence", "query", "step")
STATE += ("learned", "d_k", "scaled", "temperature")


def test_state_has_a_score_for_each_d_k_query_and_key():
    stepper = QueryStepper()
    for tokens, scores, values in zip(
        stepper.tokens, stepper.scores, stepper.values, strict=True
    ):
        assert np.shape(scores) == (10, len(tokens), len(tokens))
        assert np.shape(values) == (len(tokens), 4)
    state = {name: getattr(stepper, name) for name in STATE}
    assert len(json.dumps(state)) < 10_000  # bytes in the page


def test_scores_are_products_of_the_first_d_k_components():
    stepper = QueryStepper(["one two", "two three"], seed=7)
    rng = np.random.default_rng(7)
    q, k = rng.standard_normal((2, 3, 512))
    v = rng.standard_normal((3, 4))
    for ids, scores, values in zip(
        ([0, 1], [1, 2]), stepper.scores, stepper.values, strict=True
    ):
        for d_k, score in zip(stepper.d_k_choices, scores, strict=True):
            product = q[ids, :d_k] @ k[ids, :d_k].T
            np.testing.assert_allclose(score, product, atol=5.1e-5)  # four decimals
        np.testing.assert_allclose(values, v[ids], atol=5.1e-5)


def test_seed_reproduces():
    assert QueryStepper().scores == QueryStepper().scores
    assert QueryStepper(seed=1).scores != QueryStepper(seed=2).scores


def test_a_word_has_the_same_vectors_in_both_sentences():
    stepper = QueryStepper()
    a, b = (line.index("second") for line in stepper.tokens)
    assert stepper.values[0][a] == stepper.values[1][b]
    assert stepper.scores[0][6][a][a] == stepper.scores[1][6][b][b]


@pytest.mark.parametrize("scaled", [True, False])
def test_a_trained_head_has_its_own_d_k(scaled):
    q, k, v = torch.randn(3, 2, 9, dtype=torch.float64)
    stepper = QueryStepper.of("one two", 1, q.numpy(), k.numpy(), v.numpy())
    stepper.scaled = scaled
    _, weights = scaled_dot_product_attention(q if scaled else 3 * q, k, v)
    np.testing.assert_allclose(stepper.weights(), weights[1], atol=1e-3)  # rounding
    np.testing.assert_allclose(stepper.values[0], v[:, :4], atol=5.1e-5)
    before = stepper.weights()
    stepper.d_k = 512  # the d_k of the random vectors
    np.testing.assert_array_equal(stepper.weights(), before)
    stepper.sentence = 1  # the first random one
    stepper.query = 0
    plain = QueryStepper(query=0, d_k=512, scaled=scaled)
    np.testing.assert_array_equal(stepper.weights(), plain.weights())


@pytest.mark.parametrize("scaled", [True, False])
def test_weights_agree_with_attention(scaled):
    stepper = QueryStepper(["one two"], seed=3, d_k=16, query=1, scaled=scaled)
    q, k = np.random.default_rng(3).standard_normal((2, 2, 512))
    q, k = (torch.tensor(x[:, :16]) for x in (q, k))
    _, weights = scaled_dot_product_attention(q if scaled else 4 * q, k, k)
    np.testing.assert_allclose(stepper.weights(), weights[1], atol=1e-3)  # rounding


def test_scaling_keeps_the_weights_soft():
    """The figure's story holds for its seed."""
    stepper = QueryStepper()
    for d_k in stepper.d_k_choices:
        stepper.d_k = d_k
        assert stepper.weights().max() < 0.6
    stepper.scaled = False
    assert stepper.weights().max() > 0.99


@pytest.mark.parametrize("sentences", [[], ["one", " "]])
def test_empty_sentences_are_refused(sentences):
    with pytest.raises(ValueError, match="sentences must not be empty"):
        QueryStepper(sentences)


def test_query_stays_inside_a_shorter_sentence():
    stepper = QueryStepper(sentence=1, query=5)
    stepper.sentence = 0
    assert stepper.query == 4


def test_a_page_may_change_several_values_at_once():
    stepper = QueryStepper()
    stepper.set_state({"query": 5, "sentence": 1})
    assert (stepper.sentence, stepper.query) == (1, 5)


def case(name, scores, d_k=1, scaled=True, temperature=1.0):
    """Inputs, and what the reference makes of them."""
    scores = np.array(scores, float)
    values = np.random.default_rng(0).standard_normal((len(scores), 4))
    logits = scores / math.sqrt(d_k) if scaled else scores
    weights = softmax(logits / temperature)
    positive = weights[weights > 0]
    expected = {
        "logits": logits,
        "weights": weights,
        "entropy": -(positive * np.log2(positive)).sum(),
        "gradient": softmax_jacobian(weights).max(),
        "output": weights @ values,
    }
    return {
        **{"name": name, "scores": scores.tolist(), "values": values.tolist()},
        **{"d_k": d_k, "scaled": scaled, "temperature": temperature},
        "expected": {key: value.tolist() for key, value in expected.items()},
    }


def test_javascript_computes_what_python_computes():
    rng = np.random.default_rng(5)
    cases = [
        case("extreme scores", [1e4, -1e4, 0], scaled=False),
        case("extreme scores, cold", [1e4, -1e4, 9999.9], d_k=512, temperature=0.1),
        case("all very negative", [-1e4, -1e4 - 1, -1e4 - 2]),
        case("length 1", [-3.7]),
        case("ties", [2, 2, 2, 2, 2]),
        case("two tie for the largest", [1e4, 1e4, -1e4]),
        case("hot", [4, -2, 0, 1], temperature=10),
    ]
    for d_k in (1, 8, 512):
        for scaled in (True, False):
            scores = rng.normal(0, math.sqrt(d_k), 6)
            temperature = rng.uniform(0.1, 10)
            name = f"random, d_k {d_k}, scaled {scaled}"
            cases.append(case(name, scores, d_k, scaled, temperature))
    node.run_tests("attention", {"cases": cases})


def sliders_and_html(box):
    *sliders, shown = box.children
    return sliders, shown


def test_explore_softmax_draws_the_given_function():
    (temperature, size), shown = sliders_and_html(explore_softmax(softmax))
    expected = softmax(np.array([1.0, 0.5, 0.2, -0.3, -1.0])).max()
    assert f"largest weight <b>{expected:.3f}</b>" in shown.value
    temperature.value = 0.1
    size.value = 1000
    assert "largest weight <b>1.000</b>" in shown.value
    assert "entropy <b>0.00</b>" in shown.value


def test_explore_softmax_survives_wrong_functions():
    def unstable(scores, axis):
        return np.exp(scores) / np.exp(scores).sum(axis)

    def broken(scores, axis):
        raise TypeError("<script>")

    (_, size), shown = sliders_and_html(explore_softmax(unstable))
    size.value = 1000
    assert "nan" in shown.value
    _, shown = sliders_and_html(explore_softmax(broken))
    assert shown.value == "<b>TypeError</b>: &lt;script&gt;"
    _, shown = sliders_and_html(explore_softmax(lambda scores, axis: scores[:2]))
    assert "ValueError" in shown.value


def test_choices_of_heads_divide_the_features():
    assert HeadSplitter().head_choices == [1, 2, 4]
    assert HeadSplitter(d_model=12).head_choices == [1, 2, 3, 4, 6]


def test_blocks_go_where_split_heads_puts_the_numbers():
    cases = []
    for length, d_model, heads in ((3, 8, 2), (3, 8, 4), (5, 6, 3), (1, 4, 1)):
        x = torch.arange(length * d_model).reshape(length, d_model)
        case = {"length": length, "d_model": d_model, "heads": heads}
        case["name"] = f"{case}"
        case["split_rows"] = split_heads(x, heads).tolist()
        case["reshaped"] = x.reshape(heads, length, d_model // heads).tolist()
        cases.append(case)
    node.run_tests("attention_heads", {"cases": cases})


@pytest.mark.slow
def test_page_shows_the_weight_that_python_computes(visited):
    figure = visited.locator(".lf-stepper").first
    slider = figure.get_by_label("size of q and k")
    expect(slider).to_be_hidden()  # a trained head has its own
    status = figure.get_by_role("status")
    assert "“her” fits the key “castle” best" in status.inner_text()
    stepper = QueryStepper()
    line = " ".join(stepper.tokens[0])
    figure.get_by_role("radio", name=line).check()
    figure.get_by_role("radio", name="second", exact=True).check()
    assert readout(figure, "largest weight") == f"{stepper.weights().max():.3f}"

    figure.get_by_label("scaled by").uncheck()
    slider.focus()
    for _ in range(2):
        slider.press("ArrowLeft")  # 64 → 16
    assert slider.get_attribute("aria-valuetext") == "16 components"
    stepper.d_k, stepper.scaled = 16, False
    assert readout(figure, "largest weight") == f"{stepper.weights().max():.3f}"
    slider.press("End")
    assert readout(figure, "largest weight") == ">0.999"
    assert "10⁻" in readout(figure, "largest gradient")

    figure.get_by_label("temperature").press("End")
    stepper.d_k, stepper.temperature = 512, 10.0
    assert readout(figure, "largest weight") == f"{stepper.weights().max():.3f}"


@pytest.mark.slow
def test_page_steps_by_keyboard(visited):
    figure = visited.locator(".lf-stepper").first
    status = figure.get_by_role("status")
    figure.get_by_role("radio", name="give me a second please").check()
    figure.get_by_role("radio", name="second", exact=True).check()
    forward = figure.get_by_role("button", name="Next")
    forward.focus()
    sentences = [status.inner_text()]
    for key in ("Enter", "Space", "Enter"):
        forward.press(key)
        sentences.append(status.inner_text())
    assert len(set(sentences)) == 4
    assert forward.get_attribute("aria-disabled") == "true"
    assert figure.locator("tfoot").inner_text().startswith("output")

    figure.get_by_role("radio", name="second", exact=True).press("ArrowRight")
    assert figure.get_by_role("radio", name="please", exact=True).is_checked()
    assert "“please”" in status.inner_text()
    figure.get_by_role("radio", name="I came second in the exam").check()
    assert figure.locator("tbody tr").count() == 6
    assert visited.url.endswith(f"/{PAGE}.html")  # the arrow keys did not turn it


def places(figure):
    """Where each block ends up: (left, top), in blocks."""
    return figure.locator(".block").evaluate_all(
        """all => all.map((e) => ["--x", "--y"].map(
            (name) => Number(e.style.getPropertyValue(name))))"""
    )


@pytest.mark.slow
def test_page_moves_the_blocks_as_split_heads_does(visited):
    figure = visited.locator(".lf-splitter").first
    status = figure.get_by_role("status")
    together = places(figure)
    assert together == [[n % 8, n // 8] for n in range(24)]
    assert "(3, 8)" in status.inner_text()
    figure.get_by_role("radio", name="Split").check()
    heads = split_heads(torch.arange(24).reshape(3, 8), 2).flatten(0, 1)
    for n, (left, top) in enumerate(places(figure)):
        row = int(top - 0.5 * (top > 3))  # half a block between the two heads
        assert heads[row, int(left)] == n
    assert "(H, L, d_k) = (2, 3, 4)" in status.inner_text()
    figure.get_by_label("one reshape").check()
    assert "pieces of the sentence" in status.inner_text()
    figure.get_by_role("radio", name="Merged").check()
    assert places(figure) == together
    slider = figure.get_by_label("heads, H")
    slider.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") == "4 heads of 2 features"
    figure.get_by_role("radio", name="Cut").check()
    assert "(L, H, d_k) = (3, 4, 2)" in status.inner_text()


@pytest.mark.slow
def test_page_keeps_the_score_of_a_distance(visited):
    figure, reference = visited.locator(".lf-rope"), RotaryScores()

    def agrees():
        score = number(readout(figure, "score"))
        return score == pytest.approx(reference.score(), abs=0.0051)

    assert agrees()
    score = readout(figure, "score")
    for _ in range(4):
        figure.get_by_role("button", name="both →").press("Enter")
    assert figure.get_by_label("position m").input_value() == "5"
    assert readout(figure, "score") == score
    figure.get_by_label("position n").press("ArrowRight")
    reference.n += 1
    assert agrees()
    figure.get_by_role("radio", name="1", exact=True).check()
    reference.frequency = 1.0
    assert agrees()
