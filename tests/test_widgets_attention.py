"""The figure of the heads: where its blocks go, its state, how the page moves it."""

import gzip
import json

import browser
import node
import pytest
import torch

from lernformer.attention import split_heads
from lernformer.widgets.attention import HeadSplitter


def test_module_is_small():
    assert len(gzip.compress((HeadSplitter._esm + HeadSplitter._css).encode())) < 15_000


def test_choices_of_heads_divide_the_features():
    assert HeadSplitter().head_choices == [1, 2, 4]
    assert HeadSplitter(d_model=12).head_choices == [1, 2, 3, 4, 6]


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"step": 4}, "step must be from 0 to 3, got 4"),
        ({"n_heads": 3}, r"n_heads must be one of \[1, 2, 4\], got 3"),
    ],
)
def test_state_outside_its_range_is_refused(state, message):
    with pytest.raises(ValueError, match=message):
        HeadSplitter(**state)


def test_blocks_go_where_split_heads_puts_the_numbers(tmp_path):
    cases = []
    for length, d_model, heads in ((3, 8, 2), (3, 8, 4), (5, 6, 3), (1, 4, 1)):
        x = torch.arange(length * d_model).reshape(length, d_model)
        case = {"length": length, "d_model": d_model, "heads": heads}
        case["name"] = f"{case}"
        case["split_rows"] = split_heads(x, heads).tolist()
        case["reshaped"] = x.reshape(heads, length, d_model // heads).tolist()
        cases.append(case)
    vectors = tmp_path / "vectors.json"
    vectors.write_text(json.dumps({"cases": cases}))
    node.run_tests("tests/widgets/attention_heads.test.mjs", vectors)


@pytest.fixture(scope="module")
def page_url():
    with browser.serve(browser.build_book()) as address:
        yield f"{address}/attention.html"


def places(figure):
    """Where each block ends up: (left, top), in blocks."""
    return figure.locator(".block").evaluate_all(
        """all => all.map((e) => ["--x", "--y"].map(
            (name) => Number(e.style.getPropertyValue(name))))"""
    )


@pytest.mark.slow
def test_page_moves_the_blocks_as_split_heads_does(page_url):
    with browser.launch() as chromium, browser.visit(chromium, page_url) as page:
        figure = page.locator(".lf-splitter").first
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
        assert page.problems == []
