"""The questions in the built pages, answered in a browser."""

import gzip
import json
import re
from pathlib import Path

import browser
import pytest
from browser import DESKTOP, PHONE
from playwright.sync_api import expect

from lernformer import CHAPTERS, checks
from sphinx_practice import practice as asking

WEIGHT = 15_000  # bytes, gzipped, of an item with its script
PAGES = ["why", *CHAPTERS]
SCRIPT = Path(__file__).with_name("answering.js").read_text("utf-8")


def open_all(page):
    """Open all folds and decks; afterwards the page has ``answering``."""
    page.evaluate(f"() => {{ {SCRIPT}; answering.openAll(); }}")


def answered(page):
    """What each question says to a right and to a wrong answer."""
    open_all(page)
    messages = page.evaluate("answering.answerAll()")
    for right, wrong in messages:
        assert right.startswith("Right."), (right, wrong)
        assert wrong.startswith("Not this."), (right, wrong)
    return messages


@pytest.mark.slow
@pytest.mark.parametrize("slug", PAGES)
def test_every_question_can_be_answered_wrongly_and_rightly(chromium, book, slug):
    with browser.visit(chromium, (book / f"{slug}.html").as_uri()) as page:
        a_figure_opens_when_it_was_guessed(page)
        open_all(page)
        script = Path(asking.__file__).with_suffix(".js").read_text("utf-8")
        for item in page.evaluate("answering.items()"):
            assert len(gzip.compress((script + item).encode())) <= WEIGHT, item[:200]
        messages = answered(page)
        assert len(messages) >= 6
        assert all(len(wrong) > 20 for _, wrong in messages)
        assert page.problems == []


def a_figure_opens_when_it_was_guessed(page):
    for item in page.locator(".practice.guess").all():
        name = json.loads(item.get_attribute("data-guess"))["opens"]
        if name:
            figure = page.locator(f"figure[id='{name}']")
            expect(figure).to_be_hidden()
            item.get_by_role("slider").press("ArrowRight")
            item.get_by_role("button", name="Check").press("Enter")
            expect(figure).to_be_visible()


@pytest.mark.slow
def test_numbers_are_read_as_people_type_them(chromium, book):
    def question(page, which):
        page.goto((book / page_of[which]).as_uri())
        open_all(page)
        item = page.locator(".practice.compute", has_text=which)
        return item, right(item)

    def right(item):
        data = item.locator("script").evaluate("e => JSON.parse(e.textContent)")
        return data["instances"][int(item.get_attribute("data-at"))]["right"]

    def typed(item, texts):
        for text, message in texts.items():
            item.locator("input").fill(text)
            item.locator("input").press("Enter")
            expect(item.locator("[role=status]")).to_contain_text(message)

    page_of = {
        "Which weights does the softmax give": "attention.html",
        "What is the mask of this sentence?": "masking.html",
        "How many parameters does one more layer cost": "transformer.html",
    }
    weights, mask, large = page_of
    with browser.fresh(chromium) as context:
        page = context.new_page()
        item, (a, b, c) = question(page, weights)
        texts = {
            f"{a} {b} {c}": "Right.",
            f"[{a}, {b}, {c}]": "Right.",
            f"{a},{b},{c}": "Right.",
            f"{a}; {b}; {c}".replace(".", ","): "Right.",
            f"{100 * a:g}% {100 * b:g} % {round(100 * c)}/100": "Right.",
            f"= +{a:e} {b:e} {c:e}": "Right.",
            f"{a} {b}": "Not yet.",
            f"{a} {b} x": "Not yet.",
            f"- {a} {b} {c}": "Not this.",
        }
        typed(item, texts)
        item, bits = question(page, mask)
        typed(item, {" ".join("True" if one else "false" for one in bits): "Right."})
        item, (number,) = question(page, large)
        while number < 1000:
            item.get_by_role("button", name="Another one").click()
            (number,) = right(item)
        commas = f"{number:,.0f}"
        typed(
            item, {commas.replace(",", sign): "Right." for sign in (",", ".", " ", "")}
        )


@pytest.mark.slow
def test_the_book_asks_at_least_sixty_times(book):
    # a deck of wrong answers to one task counts once, and so does a recall
    kinds = ("deck", 'practice predict"', 'practice compute"', 'practice guess"')
    pages = "".join((book / f"{slug}.html").read_text("utf-8") for slug in PAGES)
    questions = sum(pages.count(f'class="{kind}') for kind in kinds)
    assert questions >= 60


@pytest.mark.slow
def test_every_task_comes_with_wrong_answers_and_with_its_lines(book):
    pages = "".join((book / f"{slug}.html").read_text("utf-8") for slug in CHAPTERS)
    ids = set(re.findall(r'data-id="([^"]+)"', pages))
    tasks = {*checks.tasks()}
    assert {f"{task_id}.lines" for task_id in tasks} <= ids
    assert tasks <= {
        one.rpartition(".")[0] for one in ids - {f"{t}.lines" for t in tasks}
    }


@pytest.mark.slow
def test_with_the_keyboard_and_what_was_wrong_comes_again(chromium, served):
    # Chromium sometimes forgets what a page opened from a file has stored.
    with browser.visit(chromium, f"{served}/masking.html") as page:
        recall = page.locator("details.remember")
        recall.locator("summary").first.press("Enter")
        shown = recall.locator(".practice:not([hidden])")
        expect(shown).to_have_count(1)
        missed = shown.get_attribute("data-id")
        right = int(shown.get_attribute("data-right"))
        choice = shown.locator(".choices button").nth((right + 1) % 3)
        choice.focus()
        page.keyboard.press("Enter")
        expect(shown.locator("[role=status]")).to_contain_text("Not this.")
        page.reload()
        page.locator("details.remember > summary").press("Enter")
        expect(shown).to_have_count(1)
        assert shown.get_attribute("data-id") == missed
        recall.get_by_role("button", name="Forget my answers").press("Enter")
        assert page.evaluate("localStorage['lernformer-practice']") == "{}"
        with page.expect_download() as download:
            recall.get_by_role("button", name="Cards for Anki").click()
        cards = Path(download.value.path()).read_text("utf-8").splitlines()
        assert len(cards) == recall.locator(".practice").count()
        assert all(line.count("\t") == 1 for line in cards)


SMALL = 24  # pixels; WCAG 2.2 (2.5.8) asks for no less
BUTTONS = """(e) => [...e.querySelectorAll("button, input, summary")]
    .map((e) => e.getBoundingClientRect()).filter((box) => box.width)
    .map(({ width, height }) => Math.min(width, height))"""


@pytest.mark.slow
def test_every_kind_is_answered_by_touch(chromium, book):
    with browser.phone(chromium, (book / "attention.html").as_uri()) as page:
        open_all(page)

        def first(kind):
            item = page.locator(f".practice{kind}").first
            assert min(item.evaluate(BUTTONS)) >= SMALL
            return item, item.locator("[role=status]")

        item, status = first("[data-right]")
        item.locator(".choices button").nth(int(item.get_attribute("data-right"))).tap()
        expect(status).to_contain_text("Right.")

        item, status = first(":has(.lines[data-odd])")
        odd = int(item.locator(".lines").get_attribute("data-odd"))
        item.locator(".lines button").nth(odd - 1).tap()
        expect(status).to_contain_text("Not this line.")
        item.locator(".lines button").nth(odd).tap()
        expect(status).to_contain_text("This line.")

        item, status = first(".arrange")
        data = item.locator("script").first
        for line in json.loads(data.text_content())["right"]:
            item.locator(".pool button").nth(line).tap()
        expect(status).to_contain_text("Right.")

        item, status = first(".compute")
        item.locator("input").tap()
        page.keyboard.type("-1")
        item.locator("button[type=submit]").tap()
        expect(status).to_contain_text("Not")

        item, status = first(".guess")
        slider = item.get_by_role("slider")
        before, box = slider.input_value(), slider.bounding_box()
        slider.scroll_into_view_if_needed()
        slider.tap(position={"x": box["width"] * 0.9, "y": box["height"] / 2})
        assert float(slider.input_value()) > float(before)
        item.get_by_role("button", name="Check").tap()
        expect(status).to_contain_text("off.")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE


@pytest.mark.slow
@browser.in_ways(("light", DESKTOP), ("dark", PHONE))
def test_questions_are_accessible_and_fit(chromium, book, scheme, width):
    url = (book / "attention.html").as_uri()
    with browser.visit(chromium, url, scheme=scheme, width=width) as page:
        open_all(page)
        page.evaluate(
            "document.querySelectorAll('.practice .choices button')"
            ".forEach(button => button.click())"
        )
        assert browser.violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.slow
def test_without_scripts_a_question_has_its_answer_in_a_fold(chromium, book):
    context = browser.fresh(chromium, java_script_enabled=False)
    page = context.new_page()
    page.goto((book / "attention.html").as_uri())
    item = page.locator(".practice.predict").first
    expect(item.locator(".choices li")).to_have_count(3)
    answer = item.locator("details.answer")
    expect(answer.locator(".whys")).to_be_hidden()
    answer.locator("summary").click()
    expect(answer.locator(".whys li")).to_have_count(3)
    fold = page.locator("details.practise").first
    fold.locator("summary").first.click()
    expect(fold.locator(".practice").first).to_be_visible()
    context.close()


@pytest.mark.slow
def test_on_paper_each_question_has_its_answer(chromium, book):
    kinds = ["recall", "predict", "guess", "arrange", "compute", "spot"]
    with browser.visit(chromium, (book / "masking.html").as_uri()) as page:
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        for kind in kinds:
            item = page.locator(f".practice.{kind}").first
            expect(item).to_be_visible()
            expect(item.locator("details.answer p").first).to_be_visible()
        expect(page.locator(".practice form:visible")).to_have_count(0)
        expect(page.locator("details.solution pre:visible")).to_have_count(0)
