"""The figures of the embedding chapter: their numbers, and how the page moves them."""

import gzip
import json
import re

import browser
import node
import numpy as np
import pytest

from lernformer.embedding import cosine_similarity, embed_by_lookup, embed_by_matmul
from lernformer.widgets import css, esm
from lernformer.widgets.embedding import AngleExplorer, LookupExplorer


@pytest.mark.parametrize("figure", [LookupExplorer, AngleExplorer])
def test_module_is_small_and_whole(figure):
    assert len(gzip.compress((figure._esm + figure._css).encode())) < 15_000
    assert re.findall(r"^import", figure._esm, re.M) == []


def test_a_file_that_two_others_import_comes_once():
    module = esm("embedding_angle")  # imports shared.mjs, and so does plane.mjs
    assert module.count("export function frame(") == 1
    assert module.count("export function plane(") == 1
    assert module.count(".lf-widget.lf-widget {") == 1  # what all figures share
    sheet = css("embedding_angle")
    names = ["lf-widget.lf-widget", "plane-box", "lf-widget.lf-angle"]
    assert [sheet.count(f".{name} {{") for name in names] == [0, 1, 1]
    assert sheet.index(names[1]) < sheet.index(names[2])


def test_the_product_is_the_row_that_the_lookup_reads():
    explorer = LookupExplorer()
    table = np.array(explorer.table)
    for i in explorer.sentence:
        explorer.x = np.eye(len(table), dtype=int)[i].tolist()
        assert explorer.vector() == pytest.approx(embed_by_lookup(i, table))


@pytest.mark.parametrize("x", [[1, 0, 0, 0], [0, 0, 2, 0, 0]])
def test_x_is_zeros_and_ones_for_each_word(x):
    with pytest.raises(ValueError, match="x must be 5 zeros and ones"):
        LookupExplorer(x=x)


def test_words_and_table_must_fit():
    with pytest.raises(ValueError, match=r"table must be \(2, d\) .* got \(3, 4\)"):
        LookupExplorer(words=["a", "b"], table=np.ones((3, 4)), sentence="a")
    with pytest.raises(ValueError, match="must be in the vocabulary"):
        LookupExplorer(sentence="it is a unicorn")


@pytest.mark.parametrize(
    ("name", "value"), [("a_length", 4.1), ("b_length", -1), ("a_angle", 360)]
)
def test_a_state_outside_of_its_range_is_refused(name, value):
    with pytest.raises(ValueError, match="must be from 0 to"):
        AngleExplorer(**{name: value})


def test_javascript_computes_what_python_computes(tmp_path):
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
        told = state.numbers()
        assert told == pytest.approx({name: expected[name] for name in told})
    vectors = tmp_path / "vectors.json"
    vectors.write_text(json.dumps({"lookups": lookups, "angles": angles}))
    node.run_tests("tests/widgets/embedding.test.mjs", vectors)


@pytest.fixture(scope="module")
def page_url():
    with browser.serve(browser.build_book()) as address:
        yield f"{address}/embedding.html"


def readout(figure, label):
    return figure.locator("dl > div", has_text=label).locator("b").inner_text()


def numbers(cells):
    return [float(x.replace("−", "-")) for x in cells.locator("span").all_inner_texts()]


@pytest.mark.slow
def test_page_multiplies_as_python_does(page_url):
    with browser.launch() as chromium, browser.visit(chromium, page_url) as page:
        figure = page.locator(".lf-lookup")
        explorer = LookupExplorer()
        product = figure.locator("tfoot tr").nth(0).locator(".cells")
        read = figure.locator("tfoot tr").nth(1).locator(".cells")
        assert numbers(product) == pytest.approx(explorer.vector())

        figure.get_by_role("radio", name="it", exact=True).focus()
        page.keyboard.press("ArrowRight")  # it → is
        explorer.x = [0, 0, 1, 0, 0]
        assert numbers(product) == numbers(read) == pytest.approx(explorer.vector())
        assert "“is”" in figure.get_by_role("status").inner_text()
        assert readout(figure, "of them with a 0") == "16"

        button = figure.get_by_role("button", name="x at id 0")
        button.focus()
        page.keyboard.press("Space")
        explorer.x = [1, 0, 1, 0, 0]
        assert button.get_attribute("aria-pressed") == "true"
        assert numbers(product) == pytest.approx(explorer.vector())
        assert not read.is_visible()
        assert "2 ones" in figure.get_by_role("status").inner_text()
        assert readout(figure, "numbers that the lookup reads") == "–"
        assert page.problems == []


@pytest.mark.slow
def test_page_measures_the_angle_that_python_measures(page_url):
    with browser.launch() as chromium, browser.visit(chromium, page_url) as page:
        figure = page.locator(".lf-angle")
        explorer = AngleExplorer()

        def told():
            labels = {"dot": "dot product", "cosine": "cosine", "projection": "proj"}
            return {
                name: float(readout(figure, label).replace("−", "-"))
                for name, label in labels.items()
            }

        assert told() == pytest.approx(explorer.numbers(), abs=0.005)
        slider = figure.get_by_label("length of a")
        slider.press("ArrowRight")  # 3.0 → 3.1
        explorer.a_length = 3.1
        assert told() == pytest.approx(explorer.numbers(), abs=0.005)
        slider = figure.get_by_label("angle of a")
        for _ in range(2):
            slider.press("PageUp")
        explorer.a_angle = int(slider.input_value())
        assert explorer.a_angle > 110  # 90° from b
        assert told()["dot"] < 0
        assert told() == pytest.approx(explorer.numbers(), abs=0.005)
        assert "leans away" in figure.get_by_role("status").inner_text()

        # The tip of b to the left, by mouse.
        figure.scroll_into_view_if_needed()
        tip = figure.locator(".arrow.warm .handle").bounding_box()
        sheet = figure.locator("svg").bounding_box()
        page.mouse.move(tip["x"] + tip["width"] / 2, tip["y"] + tip["height"] / 2)
        page.mouse.down()
        middle = sheet["y"] + sheet["height"] / 2
        page.mouse.move(sheet["x"] + sheet["width"] / 4, middle, steps=4)
        page.mouse.up()
        assert figure.get_by_label("angle of b").input_value() == "180"
        explorer.b_angle = 180
        explorer.b_length = int(figure.get_by_label("length of b").input_value()) / 10
        assert explorer.b_length == pytest.approx(2.2, abs=0.15)  # half of 4.4
        assert told() == pytest.approx(explorer.numbers(), abs=0.005)
        assert page.problems == []
