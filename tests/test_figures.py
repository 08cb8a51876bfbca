"""Static figures: SVG that reads well in light, in dark and without eyes."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest

from lernformer import figures


@pytest.fixture(scope="module")
def drawn():
    fig, ax = figures.subplots()
    ax.plot([1, 2, 3], [3, 1, 2], label="√dₖ")
    ax.scatter([1, 2], [2, 2], color=figures.ORANGE)
    ax.set(title="Title", xlabel="steps", ylabel="largest weight")
    ax.legend()
    return fig


def svg(shown):
    markup = shown.markup
    return markup[markup.index("<svg") : markup.index("</svg>") + len("</svg>")]


def test_alt_text_reaches_screen_readers_and_terminals(drawn):
    shown = figures.figure(drawn, alt='A "curve" & <dots>')
    root = ElementTree.fromstring(svg(shown))
    assert root.get("role") == "img"
    assert root.get("aria-label") == 'A "curve" & <dots>'
    assert repr(shown) == 'Figure: A "curve" & <dots>'
    assert shown.markup in shown._repr_html_()
    for empty in ("", " \n"):
        with pytest.raises(ValueError, match="alt must say what the figure shows"):
            figures.figure(drawn, alt=empty)


def test_text_stays_text_and_every_colour_follows_the_theme(drawn):
    markup = svg(figures.figure(drawn, alt="Curve."))
    words = set(ElementTree.fromstring(markup).itertext())
    assert {"steps", "largest weight", "Title", "√dₖ", "1.0"} <= words
    assert "font-family" not in markup
    assert "<g>" not in markup  # no element that says nothing
    assert "<g/>" not in markup
    painted = re.sub(r"<style>.*?</style>", "", markup, flags=re.S)
    assert "var(--lf-blue)" in painted
    assert "var(--lf-orange)" in painted
    assert re.findall(r"#[0-9a-f]{3,6}\b[;\"]", painted) == []


def test_the_same_figure_has_the_same_bytes_and_different_ones_share_no_ids(drawn):
    one, again, other = (
        figures.figure(drawn, alt=alt).markup for alt in ("One.", "One.", "Other.")
    )
    assert one == again
    ids, others = (set(re.findall(r' id="([^"]+)"', text)) for text in (one, other))
    assert ids
    assert not ids & others


def test_styles_stay_inside_of_the_figure(drawn):
    markup = figures.figure(drawn, alt="Curve.").markup
    (style,) = re.findall(r"<style[^>]*>(.*?)</style>", markup, re.S)
    for selector in re.findall(r"([^{}]+)\{", style):
        assert ".lf-figure" in selector or selector.strip().startswith("@media")


def test_a_figure_of_default_size_fits_a_phone_and_a_wide_one_scrolls(drawn):
    narrow = figures.figure(drawn, alt="Curve.").markup
    assert int(re.search(r"min-width:(\d+)px", narrow)[1]) <= figures.PHONE
    assert "tabindex" not in narrow
    fig, ax = figures.subplots(width=10)
    ax.set_xlabel("steps")
    wide = figures.figure(fig, alt="Wide.").markup
    assert '<div class="lf-figure" tabindex="0">' in wide


def test_heat_map_writes_each_weight():
    fig, ax = figures.subplots()
    rows = [[0.25, 0.75, 0.0], [0.0, 0.1, 0.9]]
    figures.heat_map(ax, rows, ["I", "am"], ["a", "b", "c"])
    markup = svg(figures.figure(fig, alt="Weights."))
    words = list(ElementTree.fromstring(markup).itertext())
    numbers = [word for word in words if word.startswith("0.")]
    assert numbers == ["0.25", "0.75", "0.00", "0.00", "0.10", "0.90"]
    assert {"I", "am", "a", "b", "c"} <= set(words)
    assert markup.count("var(--lf-paper)") == 1  # on the darkest cell only
    assert "<image" not in markup


def test_heat_map_takes_a_form_and_leaves_cells_without_a_number_empty():
    fig, ax = figures.subplots()
    figures.heat_map(ax, [[0.4, np.nan], [0.4, 1]], ["I", "am"], ["a", "b"], form=".0f")
    assert [text.get_text() for text in ax.texts] == ["0", "0", "1"]
    markup = figures.figure(fig, alt="Staircase.").markup
    assert markup.count("fill: var(--lf-blue)") == 3


def luminance(colour):
    """Relative luminance of "#rrggbb" (WCAG 2.2)."""
    c = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


# page and code background of the book, light and dark; JupyterLab's are within
PAGES = (("#ffffff", "#f3f4f5"), ("#121212", "#222832"))


@pytest.mark.parametrize("name", figures.PALETTE)
def test_palette_stands_out_from_the_page(name):
    for tone, pages in zip(figures.PALETTE[name], PAGES, strict=True):
        for page in pages:
            dark, light = sorted((luminance(tone), luminance(page)))
            assert (light + 0.05) / (dark + 0.05) >= 3, (tone, page)


def test_dots_stand_in_a_row_around_their_mean():
    _, ax = figures.subplots()
    figures.dots(ax, {"one": [1.0, 3.0], "two": [5.0]})
    some, mean, *_ = ax.lines
    assert list(some.get_xdata()) == [1.0, 3.0]
    assert list(some.get_ydata()) == [0, 0]
    assert set(mean.get_xdata()) == {2.0}
    assert [label.get_text() for label in ax.get_yticklabels()] == ["one", "two"]
    assert ax.yaxis_inverted()  # the first is above


def test_band_spans_the_runs_around_their_mean():
    _, ax = figures.subplots()
    figures.band(ax, [1, 2], [[1.0, 5.0], [3.0, 9.0], [2.0, 4.0]], "--", "three")
    (line,), (band,) = ax.lines, ax.collections
    np.testing.assert_allclose(line.get_ydata(), [2, 6])
    assert (line.get_linestyle(), line.get_label()) == ("--", "three")
    heights = band.get_paths()[0].vertices[:, 1]
    assert (heights.min(), heights.max()) == (1, 9)
