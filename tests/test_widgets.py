"""What holds for every figure of the book, however it is moved and shown.

Each chapter's own tests check that its figures show the right numbers.
"""

import gzip
import json
import math
import re
import sys

import anywidget
import browser
import pytest
from playwright.sync_api import expect
from translators import translator

from lernformer.translator.export import for_page
from lernformer.widgets import FOLDER, css, esm
from lernformer.widgets.attention import HeadSplitter, QueryStepper
from lernformer.widgets.beams import BeamTree
from lernformer.widgets.embedding import AngleExplorer, LookupExplorer
from lernformer.widgets.gpt import GPTDemo
from lernformer.widgets.heads import HeadViewer
from lernformer.widgets.inspector import HeadSwitches
from lernformer.widgets.masking import MaskStepper
from lernformer.widgets.positional_encoding import (
    AddOrConcatenate,
    CounterWaves,
    PositionClocks,
    RotaryScores,
)
from lernformer.widgets.residual_norm import NormAxes
from lernformer.widgets.transformer import AutoregressiveLoop, DataFlow
from lernformer.widgets.translator import TranslatorDemo

sys.path.insert(0, str(browser.ROOT / "book"))

from _ext.widgets import embedded

FIGURES = {
    "index": ["translator", "map"],
    "embedding": ["lookup", "angle"],
    "positional_encoding": ["counter", "clocks", "circle"],
    "attention": ["stepper", "splitter", "rope"],
    "masking": ["mask"],
    "residual_norm": ["norms"],
    "transformer": ["map", "flow", "loop"],
    "translator": ["translator", "beams"],
    "inside": ["heads", "inspector"],
    "gpt": ["gpt"],
}
ALL_FIGURES = sorted(anywidget.AnyWidget.__subclasses__(), key=lambda x: x.__name__)
MOVABLE = "button:not([aria-disabled=true]), input:not(:checked), a"
# How thick the outline is around what has the keyboard's focus within a figure, or
# around the chip of a focused radio button, which is hidden.
FOCUS = """figure => {
    const at = document.activeElement;
    if (!figure.contains(at)) return null;
    const shown = at.type === "radio" ? at.nextElementSibling || at : at;
    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    return outlineStyle === "none" ? 0 : parseFloat(outlineWidth);
}"""


@pytest.mark.parametrize("figure", ALL_FIGURES)
def test_a_module_is_small(figure):
    if figure is TranslatorDemo:
        limit, text = 23_100, figure._esm + figure._css + figure().engine
    else:
        limit, text = 15_000, figure._esm + figure._css
    assert len(gzip.compress(text.encode())) < limit


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.mjs")), ids=lambda p: p.stem)
def test_a_figure_is_one_module(path):
    """A page has no file beside it that a module could import."""
    assert not re.search(r"^import ", esm(path.stem), re.M)


def test_a_file_that_two_others_import_comes_once():
    module = esm("embedding_angle")  # imports shared.mjs, and so does plane.mjs
    assert module.count("export function frame(") == 1
    assert module.count("export function plane(") == 1
    assert module.count(".lf-widget.lf-widget {") == 1  # what all figures share
    sheet = css("embedding_angle")
    names = ["lf-widget.lf-widget", "plane-box", "lf-widget.lf-angle"]
    assert [sheet.count(f".{name} {{") for name in names] == [0, 1, 1]
    assert sheet.index(names[1]) < sheet.index(names[2])


# a figure, a trait, a value outside of its range, and the range
REFUSED = [
    (QueryStepper, "sentence", 2, "from 0 to 1"),
    (QueryStepper, "query", 5, "from 0 to 4"),
    (QueryStepper, "query", -1, "from 0 to 4"),
    (QueryStepper, "step", 0, "from 1 to 4"),
    (QueryStepper, "d_k", 3, r"one of \(1, 2, .*\)"),
    (QueryStepper, "temperature", 0.0, "from 0.1 to 10"),
    (QueryStepper, "temperature", math.nan, "from 0.1 to 10"),
    (HeadSplitter, "step", 4, "from 0 to 3"),
    (HeadSplitter, "n_heads", 3, r"one of \[1, 2, 4\]"),
    (LookupExplorer, "x", [1, 0, 0, 0], "5 zeros and ones"),
    (LookupExplorer, "x", [0, 0, 2, 0, 0], "5 zeros and ones"),
    (AngleExplorer, "a_length", 4.1, "from 0 to 4.0"),
    (AngleExplorer, "b_length", -1.0, "from 0 to 4.0"),
    (AngleExplorer, "a_angle", 360, "from 0 to 359"),
    (PositionClocks, "position", 128, "from 0 to 127"),
    (PositionClocks, "offset", -21, "from -20 to 20"),
    (PositionClocks, "d_model", 7, "one of .*"),
    (PositionClocks, "base", 2.0, "one of .*"),
    (PositionClocks, "length", 51, "one of .*"),
    (CounterWaves, "number", 16, "from 0 to 15"),
    (CounterWaves, "smoothness", 1.1, "from 0 to 1"),
    (AddOrConcatenate, "word", 3, "from 0 to 2"),
    (AddOrConcatenate, "position", 13, "from 0 to 12"),
    (AddOrConcatenate, "size", -1.0, "from 0.1 to 4"),
    (AddOrConcatenate, "w2", 1.6, "from 0 to 1.5"),
    (RotaryScores, "m", 21, "from 0 to 20"),
    (RotaryScores, "frequency", 2.0, "one of .*"),
    (MaskStepper, "sentence", 3, "from 0 to 2"),
    (MaskStepper, "mask", -1, "from 0 to 3"),
    (MaskStepper, "query", 5, "from 0 to 4"),
    (MaskStepper, "view", 3, "from 0 to 2"),
    (MaskStepper, "method", "none", r"one of \('score', .*\)"),
    (NormAxes, "norm", "weight", r"one of \('layer', .*\)"),
    (NormAxes, "cell", 24, "from 0 to 23"),
    (DataFlow, "part", "both", "one of .*"),
    (DataFlow, "heads", 3, r"one of \(1, 2, 4, 8\)"),
    (DataFlow, "d_model", 65, "one of .*"),
    (DataFlow, "source", 0, "from 1 to 8"),
    (DataFlow, "target", 9, "from 1 to 8"),
    (DataFlow, "step", 19, "from 0 to 18"),
    (GPTDemo, "temperature", 0.0, "from 0.1 to 2.0"),
    (GPTDemo, "temperature", 2.1, "from 0.1 to 2.0"),
    (GPTDemo, "top_p", 0.0, "from 0.05 to 1.0"),
    (GPTDemo, "top_p", 1.1, "from 0.05 to 1.0"),
]


@pytest.mark.parametrize(("figure", "name", "value", "allowed"), REFUSED)
def test_a_state_outside_of_its_range_is_refused(figure, name, value, allowed):
    message = rf"^({name}|an? \w+) must be {allowed}, got {re.escape(repr(value))}$"
    with pytest.raises(ValueError, match=message):
        figure().set_trait(name, value)
    with pytest.raises(ValueError, match=message):
        figure(**{name: value})


def figures(page, slug):
    expect(page.locator(".lf-widget")).to_have_count(len(FIGURES[slug]))
    found = page.locator(".lf-widget").all()
    names = [f"lf-{name}" for name in FIGURES[slug]]
    classes = [figure.get_attribute("class").split() for figure in found]
    assert all(name in c for name, c in zip(names, classes, strict=True))
    return found


@pytest.fixture(scope="module", params=FIGURES)
def shown(request, chromium, served):
    """The figures of a page that is opened once, and the page."""
    with browser.visit(chromium, f"{served}/{request.param}.html") as page:
        yield figures(page, request.param), page
        assert page.problems == []


@pytest.mark.slow
def test_figures_keep_still_for_who_asks(shown):
    moving = """figure => [...figure.querySelectorAll("*")].filter((e) => {
        const { transitionDuration, animationName } = getComputedStyle(e);
        return animationName !== "none" || !/^0s(, 0s)*$/.test(transitionDuration);
    }).map((e) => e.outerHTML)"""
    found, page = shown
    page.emulate_media(reduced_motion="reduce")
    for figure in found:
        assert figure.evaluate(moving) == []


@pytest.mark.slow
def test_high_contrast_keeps_the_colours_that_are_the_message(shown):
    """Forced colours take backgrounds away, and with them bars and heat maps."""
    data = "td, .track, .track i, .cells span"
    painted = f"""figure => [...figure.querySelectorAll("{data}")]
        .map((e) => getComputedStyle(e).backgroundColor)"""
    found, page = shown
    before = [figure.evaluate(painted) for figure in found]
    page.emulate_media(forced_colors="active")
    assert [figure.evaluate(painted) for figure in found] == before
    page.emulate_media(forced_colors="none")


@pytest.mark.slow
def test_the_keyboard_reaches_figures_and_is_seen(shown):
    found, page = shown
    for figure in found:
        figure.locator(f"{MOVABLE}, [tabindex='0']").first.focus()
        page.keyboard.press("Shift+Tab")  # before it; then in, by the keyboard
        page.keyboard.press("Tab")
        stops = []
        while (outline := figure.evaluate(FOCUS)) is not None and len(stops) < 60:
            stops.append(outline)
            page.keyboard.press("Tab")
        assert stops
        assert min(stops) >= 2  # pixels


@pytest.mark.slow
def test_figures_follow_the_theme_and_fit_a_phone(shown):
    found, page = shown
    colour = "element => getComputedStyle(element).backgroundColor"
    light = [figure.evaluate(colour) for figure in found]
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    page.set_viewport_size({"width": 360, "height": 800})
    for figure, before in zip(found, light, strict=True):
        assert figure.evaluate(colour) != before
        wider = "element => element.scrollWidth - element.clientWidth"
        assert figure.evaluate(wider) <= 0
        for step in figure.locator("button, fieldset label").all():
            if step.is_visible() and step.is_enabled():
                step.click()
                assert figure.evaluate(wider) <= 0


@pytest.mark.slow
@pytest.mark.parametrize("slug", FIGURES)
def test_a_finger_moves_figures(chromium, served, slug):
    with browser.phone(chromium, f"{served}/{slug}.html") as page:
        for figure in figures(page, slug):
            before, place = figure.inner_html(), page.url
            target = figure.locator(MOVABLE).first
            box = target.bounding_box()
            # A slider goes to where it is tapped.
            target.tap(position={"x": 0.8 * box["width"], "y": box["height"] / 2})
            page.wait_for_timeout(100)
            while place == page.url and figure.inner_html() == before:
                page.wait_for_timeout(100)
            if place != page.url:
                page.go_back(wait_until="networkidle")  # the map led to a chapter


def one_of_each() -> list[anywidget.AnyWidget]:
    """One of every figure; those that look at a translator get an untrained one."""
    made = translator(n_layers=2, positions="rotary")
    given = {
        AutoregressiveLoop: lambda: AutoregressiveLoop.of(made, ["ant bee cat"]),
        BeamTree: lambda: BeamTree(made, ["ant bee cat"], beam=3),
        HeadSwitches: lambda: HeadSwitches(made, exported=for_page(made)),
        HeadViewer: lambda: HeadViewer.of(made, [("ant bee", "BEE ANT")]),
        TranslatorDemo: lambda: TranslatorDemo(exported=for_page(made), text="ant bee"),
    }
    plain = [figure for figure in ALL_FIGURES if figure not in given]
    return [make() for make in (*plain, *given.values())]


def styles(chromium, path, figures) -> list[list[str]]:
    """The styles of the elements of each figure in a page: one text per element.

    Leaves out custom properties, whose effect shows in others, and what depends on the
    place in the page or on which font a browser finds first for an arrow.
    """
    skipped = "/^(--.*|inset.*|top|bottom|height|block-size|.*-origin)$/"
    read = """figure => [figure, ...figure.querySelectorAll("*")].map((element) =>
        [element.tagName, element.getAttribute("class")].concat(
            [null, "::before", "::after"].flatMap((part) => {
                const style = getComputedStyle(element, part);
                return [...style].filter((name) => !SKIPPED.test(name))
                    .map((name) => `${name}: ${style[name]}`);
            })).join("\\n"))""".replace("SKIPPED", skipped)
    with browser.visit(chromium, browser.write_page(path, *figures)) as page:
        page.emulate_media(reduced_motion="reduce")  # nothing is moving
        expect(page.locator(".lf-widget")).to_have_count(len(figures))
        if demo := page.locator(".lf-translator").all():
            demo[0].get_by_role("button", name="Translate").click()
            # an untrained one repeats itself, and says so
            expect(demo[0].get_by_role("status")).to_contain_text("not sure")
        return [figure.evaluate(read) for figure in page.locator(".lf-widget").all()]


@pytest.mark.slow
def test_figures_in_one_page_leave_each_other_alone(chromium, tmp_path):
    """Each brings its own sheet, and the order of sheets must not matter.

    Nor must it matter which of them adds what all share.
    """
    made, page = one_of_each(), tmp_path / "page.html"
    forwards = styles(chromium, page, made)
    backwards = styles(chromium, page, made[::-1])[::-1]
    for figure, first, last in zip(made, forwards, backwards, strict=True):
        for before, after in zip(first, last, strict=True):
            assert before == after, type(figure).__name__
    names = {elements[0].split("\n")[1] for elements in forwards}
    assert len(names) == len(made)  # otherwise one's sheet also applies to another


SHARED = ".lf-widget.lf-widget {"  # how shared.css begins


@pytest.mark.slow
@pytest.mark.parametrize("embed", [json.dumps, embedded])
def test_a_page_has_once_what_its_figures_share(chromium, tmp_path, embed):
    """It holds whether each brings it, as in a notebook, or none, as in the book."""
    made, path = one_of_each(), tmp_path / "page.html"
    with browser.visit(chromium, browser.write_page(path, *made, embed=embed)) as page:
        expect(page.locator(".lf-widget")).to_have_count(len(made))
        sheets = "[...document.querySelectorAll('style')].map(s => s.textContent)"
        assert "".join(page.evaluate(sheets)).count(SHARED) == 1
        expect(page.locator(".lf-widget").first).to_have_css("padding", "16px")
        assert page.problems == []


@pytest.mark.slow
@pytest.mark.parametrize("slug", FIGURES)
def test_a_page_of_the_book_carries_once_what_its_figures_share(book, slug):
    assert (book / f"{slug}.html").read_text("utf-8").count(SHARED) == 1
