"""The figures of the embedding chapter: their numbers, and how the page moves them."""

import node
import numpy as np
import pytest
from browser import number, readout

from lernformer.embedding import cosine_similarity, embed_by_lookup, embed_by_matmul
from lernformer.widgets.embedding import AngleExplorer, LookupExplorer

PAGE = "embedding"


def test_the_product_is_the_row_that_the_lookup_reads():
    explorer = LookupExplorer()
    table = np.array(explorer.table)
    for i in explorer.sentence:
        explorer.x = np.eye(len(table), dtype=int)[i].tolist()
        assert explorer.vector() == pytest.approx(embed_by_lookup(i, table))


def test_words_and_table_must_fit():
    with pytest.raises(ValueError, match=r"table must be \(2, d\) .* got \(3, 4\)"):
        LookupExplorer(words=["a", "b"], table=np.ones((3, 4)), sentence="a")
    with pytest.raises(ValueError, match="must be in the vocabulary"):
        LookupExplorer(sentence="it is a unicorn")


def test_javascript_computes_what_python_computes():
    rng = np.random.default_rng(3)
    lookups = []
    for V, d in ((5, 4), (7, 3), (2, 1)):
        E = rng.normal(size=(V, d))
        row = embed_by_matmul(V - 1, E)
        lookups.append({"id": V - 1, "E": E.tolist(), "row": row.tolist()})
    angles = []
    for a, b in [
        ((3, 70), (2.5, 20)),
        ((4, 0), (4, 180)),
        ((1.5, 30), (2, 120)),
        ((2, 359), (0.1, 1)),
        ((0, 10), (2, 50)),
        ((2, 10), (0, 50)),
    ]:
        u, v = (
            length * np.array([np.cos(np.deg2rad(t)), np.sin(np.deg2rad(t))])
            for length, t in (a, b)
        )
        expected = {
            "a": u.tolist(),
            "dot": float(u @ v),
            "cosine": float(cosine_similarity(u, v)),
            "projection": float(u @ v / (np.linalg.norm(v) or 1)),
        }
        angles.append({"a": a, "b": b, "expected": expected})
        state = AngleExplorer(
            **{"a_length": a[0], "a_angle": a[1], "b_length": b[0], "b_angle": b[1]}
        )
        numbers = state.numbers()
        assert numbers == pytest.approx({name: expected[name] for name in numbers})
    node.run_tests("embedding", {"lookups": lookups, "angles": angles})


def numbers(cells):
    return [number(x) for x in cells.locator("span").all_inner_texts()]


@pytest.mark.slow
def test_page_multiplies_as_python_does(visited):
    figure = visited.locator(".lf-lookup")
    explorer = LookupExplorer()
    product = figure.locator("tfoot tr").nth(0).locator(".cells")
    read = figure.locator("tfoot tr").nth(1).locator(".cells")
    assert numbers(product) == pytest.approx(explorer.vector())

    figure.get_by_role("radio", name="it", exact=True).focus()
    visited.keyboard.press("ArrowRight")  # it → is
    explorer.x = [0, 0, 1, 0, 0]
    assert numbers(product) == numbers(read) == pytest.approx(explorer.vector())
    assert "“is”" in figure.get_by_role("status").inner_text()
    assert readout(figure, "of them with a 0") == "16"

    button = figure.get_by_role("button", name="x at id 0")
    button.focus()
    visited.keyboard.press("Space")
    explorer.x = [1, 0, 1, 0, 0]
    assert button.get_attribute("aria-pressed") == "true"
    assert numbers(product) == pytest.approx(explorer.vector())
    assert not read.is_visible()
    assert "2 ones" in figure.get_by_role("status").inner_text()
    assert readout(figure, "numbers that the lookup reads") == "–"


@pytest.mark.slow
def test_page_measures_the_angle_that_python_measures(visited):
    figure = visited.locator(".lf-angle")
    explorer = AngleExplorer()

    def readouts():
        labels = {"dot": "dot product", "cosine": "cosine", "projection": "proj"}
        return {name: number(readout(figure, label)) for name, label in labels.items()}

    assert readouts() == pytest.approx(explorer.numbers(), abs=0.005)
    slider = figure.get_by_label("length of a")
    slider.press("ArrowRight")  # 3.0 → 3.1
    explorer.a_length = 3.1
    assert readouts() == pytest.approx(explorer.numbers(), abs=0.005)
    slider = figure.get_by_label("angle of a")
    for _ in range(2):
        slider.press("PageUp")
    explorer.a_angle = int(slider.input_value())
    assert explorer.a_angle > 110  # 90° from b
    assert readouts()["dot"] < 0
    assert readouts() == pytest.approx(explorer.numbers(), abs=0.005)
    assert "leans away" in figure.get_by_role("status").inner_text()

    # The tip of b to the left, by mouse.
    figure.scroll_into_view_if_needed()
    tip = figure.locator(".arrow.warm .handle").bounding_box()
    sheet = figure.locator("svg").bounding_box()
    visited.mouse.move(tip["x"] + tip["width"] / 2, tip["y"] + tip["height"] / 2)
    visited.mouse.down()
    middle = sheet["y"] + sheet["height"] / 2
    visited.mouse.move(sheet["x"] + sheet["width"] / 4, middle, steps=4)
    visited.mouse.up()
    assert figure.get_by_label("angle of b").input_value() == "180"
    explorer.b_angle = 180
    explorer.b_length = int(figure.get_by_label("length of b").input_value()) / 10
    assert explorer.b_length == pytest.approx(2.2, abs=0.15)  # half of 4.4
    assert readouts() == pytest.approx(explorer.numbers(), abs=0.005)
