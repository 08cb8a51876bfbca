"""The slides: they show the chapter's own content, and all of it fits on a screen."""

import re

import browser
import pytest
from bs4 import BeautifulSoup
from course import ROOT

from deploy import slides
from lernformer import CHAPTERS

PAGE = """<html><head><script src="x.js"></script><script>ours();</script></head><body>
<section><span id="sec-a"></span><p><a href="glossary.html#x">term</a></p>
<figure id="fig-a"><svg role="img"></svg><figcaption>1</figcaption></figure>
<div class="math" id="equation-eq-a">x<a class="headerlink" href="#eq"></a></div>
<div class="practice guess" data-guess='{"numbers": [1], "opens": "fig-a"}'>
<p>How many <a href="#sec-a">rows</a>?</p></div></section></body></html>"""


@pytest.fixture
def chapter():
    return slides.Chapter("attention", PAGE, {"share": "67%"})


def shown(chapter, text):
    return BeautifulSoup(slides.deck(chapter, text), "lxml")


def test_a_slide_shows_what_the_page_has_without_caption_and_number(chapter):
    page = shown(chapter, "# A\n\n## B\n\n{show} fig-a\n\n{show} eq-a\n\nSo *much*.\n")
    first, second = page.select("section")
    assert (first.h1.text, second.h2.text) == ("A", "B")
    assert [one.name for one in second.select(".fit > *")] == ["figure", "div", "p"]
    assert second.select_one(".math").text == "x"
    assert not second.select("figcaption, .headerlink")
    assert "ours();" in str(page.head)
    assert not page.select("script[src]")


def test_a_number_is_the_pages_own(chapter):
    text = "# A\n\nIt gets {glue:text}`share`.\n"
    assert shown(chapter, text).select_one(".fit").text.strip() == "It gets 67%."
    with pytest.raises(ValueError, match=r"attention\.md glues no other"):
        slides.deck(chapter, text.replace("share", "other"))


def test_a_question_opens_no_figure_and_its_links_lead_to_the_book(chapter):
    item = shown(chapter, "# A\n\n{ask} How many\nrows\n").select_one(".practice")
    assert '"opens": ""' in item["data-guess"]
    assert item.a["href"] == "../attention.html#sec-a"


@pytest.mark.parametrize("line", ["{show} fig-b", "{show} eq-b", "{ask} How few"])
def test_what_the_page_does_not_have_is_refused(chapter, line):
    with pytest.raises(ValueError, match="the page of attention has no"):
        slides.deck(chapter, f"# A\n\n{line}\n")


def test_too_many_slides_are_refused(chapter):
    with pytest.raises(ValueError, match="21 slides for attention, at most 20"):
        slides.deck(chapter, "# A\n" * 21)


def test_the_plan_shows_only_what_a_slide_shows():
    plan = (ROOT / "book" / "lecture.md").read_text("utf-8")
    _, *lectures = re.split(r"^## ", plan, flags=re.M)
    for slug, lecture in zip(CHAPTERS, lectures, strict=True):
        deck = (slides.DECKS / f"{slug}.md").read_text("utf-8")
        assert {*re.findall(r"\bfig-[\w-]+", lecture)} <= {
            *re.findall(r"fig-\S+", deck)
        }
        assert f'href="slides/{slug}.html"' in plan


OVERFLOWING = """() => [...document.querySelectorAll("main > section")]
    .filter((slide) => slide.scrollHeight > slide.clientHeight + 1
        || slide.scrollWidth > slide.clientWidth + 1
        || Number(slide.querySelector(".fit").style.zoom) < 0.6)
    .map((slide) => slide.getAttribute("aria-label"))"""


@pytest.mark.slow
@pytest.mark.parametrize("slug", CHAPTERS)
def test_a_deck_fits_the_screen_and_is_turned_by_keys(chromium, book, slug):
    url = (book / "slides" / f"{slug}.html").as_uri()
    with browser.visit(chromium, url, **slides.SCREEN) as page:
        count = page.locator("main > section").count()
        assert 8 <= count <= slides.LARGEST
        assert page.evaluate(OVERFLOWING) == []
        for number in range(2, count + 1):
            page.keyboard.press("ArrowRight")
            assert page.evaluate("location.hash") == f"#s{number}"
            assert page.evaluate("document.activeElement.id") == f"s{number}"
        page.keyboard.press("Home")
        assert page.evaluate("location.hash") == "#s1"
        assert page.problems == []
        assert browser.violations(page) == []
