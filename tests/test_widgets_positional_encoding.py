"""The positional-encoding chapter's figures: their numbers, how the page moves them."""

import node
import numpy as np
import pytest
import torch
from browser import number, readout

from lernformer.positional_encoding import (
    angular_frequencies,
    position_similarity,
    sinusoidal_encoding,
)
from lernformer.widgets.positional_encoding import (
    MOST_ROWS,
    AddOrConcatenate,
    CounterWaves,
    PositionClocks,
    RotaryScores,
    show_encoding,
)

PAGE = "positional_encoding"


def test_clocks_show_the_formula_or_a_table():
    clocks = PositionClocks(d_model=8, base=100.0)
    assert clocks.row(7) == pytest.approx(sinusoidal_encoding(8, 8, 100)[7])
    table = np.arange(12.0).reshape(3, 4)
    assert PositionClocks(table=table, position=2).row(2) == pytest.approx(table[2])


def test_the_shift_turns_all_clocks_by_their_frequency():
    clocks = PositionClocks(offset=-3, d_model=4)
    assert clocks.turns() == pytest.approx(np.rad2deg([-3, -0.03]))


def test_show_encoding_takes_arrays_and_tensors():
    table = sinusoidal_encoding(9, 6)
    for P in (table, torch.tensor(table, dtype=torch.bfloat16, requires_grad=True)):
        shown = show_encoding(P)
        assert np.array(shown.table) == pytest.approx(table, abs=0.01)
    assert show_encoding(np.zeros((1, 2))).position == 0
    assert len(show_encoding(np.zeros((5000, 4))).table) == MOST_ROWS


@pytest.mark.parametrize("shape", [(3,), (0, 4), (4, 1), (2, 3, 4)])
def test_show_encoding_refuses_other_shapes(shape):
    with pytest.raises(ValueError, match=r"P must be \(positions, d\) with d >= 2"):
        show_encoding(np.zeros(shape))


def test_show_encoding_refuses_what_is_no_number():
    with pytest.raises(ValueError, match="finite"):
        show_encoding(np.array([[0.0, np.nan]]))


def test_rotary_scores_depend_on_the_distance_alone():
    here, there = RotaryScores(m=2, n=5), RotaryScores(m=12, n=15)
    assert here.score() == pytest.approx(there.score())
    assert here.score() != pytest.approx(RotaryScores(m=2, n=6).score())


def test_adding_is_concatenating_with_factors_of_one():
    added = AddOrConcatenate(position=4)
    mixed = AddOrConcatenate(position=4, concatenate=True, w1=1.0, w2=1.0)
    assert added.vector() == pytest.approx(mixed.vector())


def test_javascript_computes_what_python_computes():
    rows = [
        {
            **{"position": p, "d": d, "base": base},
            "row": sinusoidal_encoding(p + 1, d, base)[p].tolist(),
            "omega": angular_frequencies(d, base).tolist(),
        }
        for p, d, base in [(0, 4, 1e4), (5, 7, 100), (127, 512, 1e4), (49, 2, 10)]
    ]
    counters = []
    for n, smoothness in [(0, 0), (6, 0), (7, 0.3), (15, 1)]:
        state = {"number": n, "smoothness": smoothness}
        counters.append({**state, "levels": CounterWaves(**state).levels().tolist()})
    sums = []
    for word, p, w1, w2 in [(0, 0, 1, 1), (1, 7, 0.4, 1.5), (2, 12, 0, 0.3)]:
        figure = AddOrConcatenate(
            **{"word": word, "position": p, "concatenate": True, "w1": w1, "w2": w2}
        )
        state = {"degrees": figure.angles[word], "size": figure.size, "position": p}
        sums.append({**state, "w1": w1, "w2": w2, "sum": figure.vector().tolist()})
    scores = []
    for m, n, frequency in [(0, 0, 1.0), (3, 17, 0.3), (20, 1, 0.1)]:
        figure = RotaryScores(m=m, n=n, frequency=frequency)
        state = {"q": figure.query, "k": figure.key, "m": m, "n": n}
        scores.append({**state, "frequency": frequency, "score": figure.score()})
    cases = {"rows": rows, "counters": counters, "sums": sums, "scores": scores}
    node.run_tests("positional_encoding", cases)


@pytest.mark.slow
def test_page_paints_the_table_on_the_ground_of_its_theme(visited):
    canvas = visited.locator(".lf-clocks canvas")
    pixel = """(canvas) => [
        [...canvas.getContext("2d").getImageData(0, 0, 1, 1).data],
        [...canvas.getContext("2d").getImageData(1, 0, 1, 1).data],
        [canvas.width, canvas.height],
    ]"""
    (zero, one, size) = canvas.evaluate(pixel)  # row 0: sin 0, cos 0
    assert size == [32, 50]
    assert zero == [255, 255, 255, 255]
    assert one == [217, 115, 13, 255]
    visited.evaluate("document.documentElement.dataset.theme = 'dark'")
    while max(canvas.evaluate(pixel)[0][:3]) >= 60:  # until it has been redrawn
        visited.wait_for_timeout(100)


@pytest.mark.slow
def test_page_moves_the_clocks_as_python_does(visited):
    figure = visited.locator(".lf-clocks")
    clocks = PositionClocks()

    def row():
        shown = figure.locator(".values .cells span").all_inner_texts()
        return [number(x) for x in shown]

    def turns():
        return figure.locator(".clock:visible span:last-child").all_inner_texts()

    assert row() == pytest.approx(clocks.row(5)[:8], abs=0.0051)
    before = turns()
    assert number(before[0].removeprefix("ωφ: ")) == round(clocks.turns()[0])
    lit = "all => all.map((mark) => mark.style.top)"  # the rows of p + k and of p
    assert figure.locator(".map i").evaluate_all(lit) == ["16%", "10%"]

    figure.get_by_label("position p").press("ArrowRight")
    assert row() == pytest.approx(clocks.row(6)[:8], abs=0.0051)
    assert turns() == before  # the same turn of every hand from any position
    assert figure.locator(".map i").evaluate_all(lit) == ["18%", "12%"]
    similarity = position_similarity(3, 32)
    product = number(readout(figure, "dot product"))
    assert product == pytest.approx(similarity, abs=0.005)

    figure.get_by_label("shift by φ").press("ArrowLeft")
    clocks.offset = 2
    assert number(readout(figure, "turn of clock 0")) == round(clocks.turns()[0])
    figure.get_by_label("features").press("Home")
    figure.get_by_label("base n").press("Home")
    clocks.d_model, clocks.base = 4, 10.0
    assert row()[:4] == pytest.approx(clocks.row(6), abs=0.0051)
    assert figure.locator(".clock:visible").count() == 2
    wave = 2 * np.pi * 10 ** (2 / 4)
    assert number(readout(figure, "wavelength")) == pytest.approx(wave, abs=0.05)

    box = figure.locator(".map").bounding_box()
    visited.mouse.click(box["x"] + 9, box["y"] + (20.5 / 50) * box["height"])
    assert figure.get_by_label("position p").input_value() == "20"
    assert figure.get_by_role("status").inner_text().startswith("Position 20:")


@pytest.mark.slow
def test_page_rounds_the_counter_off(visited):
    figure = visited.locator(".lf-counter")
    figure.get_by_label("number").press("ArrowRight")
    assert readout(figure, "in binary") == "0111"
    assert "From 7 to 8, 4 digits flip" in figure.get_by_role("status").inner_text()
    figure.get_by_label("from switches").press("End")
    levels = CounterWaves(number=7, smoothness=1.0).levels()[::-1]
    curves = [number(x) for x in readout(figure, "what the curves").split()]
    assert curves == pytest.approx(levels, abs=0.0051)


@pytest.mark.slow
def test_page_adds_and_concatenates(visited):
    figure, reference = visited.locator(".lf-circle"), AddOrConcatenate()

    def vector():
        text = readout(figure, "what the layer").strip("()")
        return [number(x) for x in text.split(", ")]

    assert vector() == pytest.approx(reference.vector(), abs=0.0051)
    figure.get_by_label("position", exact=True).press("ArrowRight")
    reference.position += 1
    assert vector() == pytest.approx(reference.vector(), abs=0.0051)
    assert readout(figure, "nearest") == "dog"
    figure.get_by_role("radio", name="concatenated").check()
    figure.get_by_label("W₂ stretches").press("Home")
    reference.concatenate, reference.w2 = True, 0.0
    assert vector() == pytest.approx(reference.vector(), abs=0.0051)
    assert "W₂ drops the position" in figure.get_by_role("status").inner_text()

    figure.get_by_role("radio", name="added").check()
    size = figure.get_by_label("size of the embedding")
    size.press("Home")
    for _ in range(5):
        size.press("ArrowRight")
    figure.get_by_label("position", exact=True).press("Home")  # straight up
    assert readout(figure, "nearest") == "cat"
    assert "outshouts" in figure.get_by_role("status").inner_text()
