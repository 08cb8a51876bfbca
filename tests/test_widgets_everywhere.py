"""What holds for every figure of the book, whoever moves it and wherever it is shown.

That a figure shows the right numbers is the matter of its chapter's tests.
"""

import browser
import pytest

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(300),
]  # the first may build the book

FIGURES = {
    "index": ["map"],
    "embedding": ["lookup", "angle"],
    "positional_encoding": ["counter", "clocks", "circle", "rope"],
    "attention": ["stepper", "heads"],
    "masking": ["mask"],
    "residual_norm": ["norms"],
    "transformer": ["map", "flow", "loop"],
    "translator": ["translator", "beams", "heads"],
}
MOVABLE = "button:not([aria-disabled=true]), input:not(:checked), a"
# What the keyboard is at, within a figure, and how thick the line is around it, or
# around the chip that a hidden radio button belongs to.
FOCUS = """figure => {
    const at = document.activeElement;
    if (!figure.contains(at)) return null;
    const shown = at.type === "radio" ? at.nextElementSibling || at : at;
    const { outlineStyle, outlineWidth } = getComputedStyle(shown);
    return outlineStyle === "none" ? 0 : parseFloat(outlineWidth);
}"""


@pytest.fixture(scope="module")
def address():
    with browser.serve(browser.build_book()) as served:
        yield served


@pytest.fixture(scope="module")
def chromium():
    with browser.launch() as running:
        yield running


def figures(page, slug):
    found = page.locator(".lf-widget").all()
    names = [f"lf-{name}" for name in FIGURES[slug]]
    classes = [figure.get_attribute("class").split() for figure in found]
    assert all(name in c for name, c in zip(names, classes, strict=True))
    return found


@pytest.mark.parametrize("slug", FIGURES)
def test_figures_follow_the_theme_and_fit_a_phone(chromium, address, slug):
    with browser.visit(chromium, f"{address}/{slug}.html") as page:
        colour = "element => getComputedStyle(element).backgroundColor"
        light = [figure.evaluate(colour) for figure in figures(page, slug)]
        page.evaluate("document.documentElement.dataset.theme = 'dark'")
        page.set_viewport_size({"width": 360, "height": 800})
        for figure, before in zip(figures(page, slug), light, strict=True):
            assert figure.evaluate(colour) != before
            wider = "element => element.scrollWidth - element.clientWidth"
            assert figure.evaluate(wider) <= 0
            for step in figure.locator("button, fieldset label").all():
                if step.is_visible() and step.is_enabled():
                    step.click()
                    assert figure.evaluate(wider) <= 0
        assert page.problems == []


@pytest.mark.parametrize("slug", FIGURES)
def test_figures_keep_still_for_who_asks(chromium, address, slug):
    with browser.visit(chromium, f"{address}/{slug}.html") as page:
        moving = """figure => [...figure.querySelectorAll("*")].filter((e) => {
            const { transitionDuration, animationName } = getComputedStyle(e);
            return animationName !== "none" || !/^0s(, 0s)*$/.test(transitionDuration);
        }).map((e) => e.outerHTML)"""
        page.emulate_media(reduced_motion="reduce")
        for figure in figures(page, slug):
            assert figure.evaluate(moving) == []


@pytest.mark.parametrize("slug", FIGURES)
def test_the_keyboard_reaches_figures_and_is_seen(chromium, address, slug):
    with browser.visit(chromium, f"{address}/{slug}.html") as page:
        for figure in figures(page, slug):
            figure.locator(f"{MOVABLE}, [tabindex='0']").first.focus()
            page.keyboard.press("Shift+Tab")  # before it; then in, by the keyboard
            page.keyboard.press("Tab")
            stops = []
            while (outline := figure.evaluate(FOCUS)) is not None and len(stops) < 60:
                stops.append(outline)
                page.keyboard.press("Tab")
            assert stops
            assert min(stops) >= 2  # pixels


@pytest.mark.parametrize("slug", FIGURES)
def test_a_finger_moves_figures(chromium, address, slug):
    context = chromium.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    page = context.new_page()
    page.goto(f"{address}/{slug}.html", wait_until="networkidle")
    for figure in figures(page, slug):
        before, place = figure.inner_html(), page.url
        target = figure.locator(MOVABLE).first
        box = target.bounding_box()
        # A slider goes to where it is tapped.
        target.tap(position={"x": 0.8 * box["width"], "y": box["height"] / 2})
        page.wait_for_timeout(100)
        if place == page.url:
            assert figure.inner_html() != before
        else:
            page.go_back(wait_until="networkidle")  # the map led to a chapter
    context.close()
