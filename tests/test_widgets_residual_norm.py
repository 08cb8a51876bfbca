"""The figure of the norms' axes: its numbers, its state, and how the page moves it."""

import node
import numpy as np
import pytest

from lernformer.widgets.residual_norm import N_GROUPS, NORMS, NormAxes, normalise

PAGE = "residual_norm"
# How many of a block's B · L · d numbers are averaged together.
COUNTS = {
    "layer": lambda batch, length, d: d,
    "rms": lambda batch, length, d: d,
    "batch": lambda batch, length, d: batch * length,
    "instance": lambda batch, length, d: length,
    "group": lambda batch, length, d: length * d // N_GROUPS,
}


def test_results_have_mean_0_along_the_axes_of_the_norm():
    axes = {"layer": -1, "batch": (0, 1), "instance": 1}
    for norm, axis in axes.items():
        results = NormAxes(norm=norm).results()
        np.testing.assert_allclose(results.mean(axis), 0, atol=1e-12)


def test_only_batch_norm_depends_on_the_other_sentence():
    for norm in NORMS:
        first, other = (NormAxes(norm=norm, other=o).results()[0] for o in (0, 1))
        assert np.array_equal(first, other) == (norm != "batch"), norm


def test_blocks_must_fit_the_words():
    message = r"blocks \(1, 2, 4\) and \(1, 2, 4\) don't match words \(1, 1\)"
    with pytest.raises(ValueError, match=message):
        NormAxes([["one"]], np.zeros((2, 1, 2, 4)))


def test_javascript_computes_what_python_computes():
    rng = np.random.default_rng(8)
    cases = []
    for norm in NORMS:
        for shape in ((2, 3, 4), (3, 2, 6), (1, 1, 2)):
            block = rng.normal(3, 10, shape)
            case = {"norm": norm, "block": block.tolist(), "n_groups": N_GROUPS}
            case |= {"name": f"{norm}, {shape}", "n": COUNTS[norm](*shape)}
            cases.append(case | {"expected": normalise(block, norm).tolist()})
    node.run_tests("residual_norm", {"cases": cases})


def numbers(figure):
    return figure.locator("td").all_inner_texts()


@pytest.mark.slow
def test_page_moves_by_keyboard_and_shows_a_neighbours_influence(visited):
    figure = visited.locator(".lf-norms").first
    status = figure.get_by_role("status")
    chosen = figure.locator("td input:checked")
    chosen.press("ArrowRight")
    assert "5 becomes (5 − 4.00)" in status.inner_text()
    other = figure.get_by_label("another sentence 2")
    before = status.inner_text()
    other.check()
    assert status.inner_text() == before  # layer norm does not notice
    figure.get_by_role("radio", name="Batch").check()
    after = status.inner_text()
    other.uncheck()
    assert status.inner_text() != after  # batch norm does
    assert visited.url.endswith(f"/{PAGE}.html")


@pytest.mark.slow
def test_page_shows_the_numbers_that_python_computes(visited):
    figure = visited.locator(".lf-norms").first
    axes = NormAxes()
    figure.get_by_role("radio", name="after the norm").check()
    for label in ("Layer", "Batch", "Instance", "Group", "RMS"):
        norm = label.lower()
        figure.get_by_role("radio", name=label, exact=True).check()
        axes.norm = norm
        expected = [f"{x:.1f}" for x in axes.results().flatten()]
        shown = [text.replace("−", "-") for text in numbers(figure)]
        assert shown == [x.replace("-0.0", "0.0") for x in expected]
        count = COUNTS[norm](2, 3, 4)
        assert figure.locator("td.near").count() == count
        assert f"{count} numbers" in figure.get_by_role("status").inner_text()
