"""The figure that looks inside the translator."""

import re

import browser
import node
import pytest
from playwright.sync_api import expect
from translators import WORDS, learned, translator

from lernformer.claims import detokenise
from lernformer.translator.export import export_web
from lernformer.translator.inspection import Part, attentions, heads, look_inside
from lernformer.widgets.inspector import (
    QUESTIONS,
    HeadSwitches,
    Question,
    other_article,
    other_pronoun,
    showcases,
    verb_moves,
)
from lernformer.widgets.translator import ADDRESS

SENTENCE, OTHER = "fox cat bee ant", "dog ant eel cat"


@pytest.fixture(scope="module")
def small():
    return learned()


def test_it_lists_the_parts_and_marks_what_differs():
    config = translator(d_model=12, n_heads=3, n_layers=2).model.config
    layers = [Part(stack, i) for stack in ("encoder", "decoder") for i in range(2)]
    # a layer of the encoder has one attention
    parts = [*heads(config), *attentions(config), *layers]
    node.run_tests("inspector", {"parts": [str(part) for part in parts]})


OLD = "weil sie alt war ."
SEES = "der Hund sieht das Kind ."


@pytest.mark.parametrize(
    ("shows", "before", "after", "want"),
    [
        (other_pronoun, OLD, "weil es alt war .", True),
        (other_pronoun, OLD, "weil er neu war .", False),
        (other_pronoun, OLD, "weil sie neu war .", False),
        (other_pronoun, OLD, "es war .", False),
        (verb_moves, OLD, "sie war alt .", True),
        (verb_moves, OLD, "weil sie alt war .", False),
        (verb_moves, OLD, "weil sie alt ist .", False),
        (verb_moves, OLD, "war .", False),
        (other_article, SEES, "die Hund sieht das Kind .", True),
        (other_article, SEES, "ein Hund sieht das Kind .", False),
        (other_article, "der Hund .", "der Hund .", False),
    ],
)
def test_what_counts_as_shown(shows, before, after, want):
    assert bool(shows(before, after)) is want


def test_examples_are_what_the_translator_does(small):
    def turned(before, after):
        return before != after

    questions = [
        Question("off", SENTENCE, (), turned, ""),
        Question("paste", SENTENCE, (OTHER,), turned, ""),
        Question("never", SENTENCE, (), lambda *_: False, ""),
        *QUESTIONS,  # it knows no word of these
    ]
    off, paste = showcases(small, questions)
    assert (off.name, paste.name) == ("off", "paste")
    assert len(off.off) == len(paste.paste) == 1
    assert (off.paste, paste.off) == ([], [])
    assert paste.other == OTHER
    part = Part.of(off.off[0], small.model.config)
    assert look_inside(small, SENTENCE, [part]) != look_inside(small, SENTENCE)


# The figure in a page ---------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(small, tmp_path_factory):
    path = tmp_path_factory.mktemp("page")
    export_web(small, path / ADDRESS)
    figure = HeadSwitches(small, text=SENTENCE, other=OTHER)
    browser.write_page(path / "page.html", figure)
    return path


def shown(figure):
    return figure.get_by_role("status")


def label(name):
    """The label of a part's button."""
    part = Part.of(name, translator(n_layers=2, n_heads=4).model.config)
    row = f"{part.stack} {part.layer}"
    if part.attention is None:
        return f"{row}, the whole layer"
    if part.stack == "decoder":
        row += ", itself" if part.attention == "self" else ", English"
    return f"{row}, all heads" if part.head is None else f"{row}, head {part.head}"


@pytest.mark.slow
def test_switches_change_the_german_as_in_torch(small, chromium, folder):
    with browser.visit(chromium, (folder / "page.html").as_uri()) as page:
        figure = page.locator(".lf-inspector")
        question = Question("", SENTENCE, (OTHER,), lambda a, b: a != b, "")
        (found,) = showcases(small, [question])
        name = label(found.paste[0])
        figure.get_by_role("button", name=f"{name}: on").press("Enter")
        off = figure.get_by_role("button", name=f"{name}: off")
        expect(off).to_have_text("✕")
        expect(off).to_be_focused()
        expect(shown(figure)).to_contain_text(re.compile("hanged: "))
        (before,) = small.translate([SENTENCE])
        expect(figure.get_by_text("As it is")).to_contain_text(detokenise(before))
        off.press("Enter")
        expect(figure.get_by_text("⇄", exact=True)).to_be_focused()
        part = Part.of(found.paste[0], small.model.config)
        after = look_inside(small, SENTENCE, [], [part], OTHER)
        assert after != before
        expect(shown(figure)).to_have_text(f"Changed: {detokenise(after)}")
        expect(shown(figure).locator("mark").first).to_be_visible()
        page.keyboard.press("Enter")
        expect(shown(figure)).to_have_text("All is on. Press a part.")

        entry = figure.get_by_label("A second sentence with as many words")
        entry.fill(" ".join(WORDS))
        figure.get_by_role("button", name="encoder 0, head 0").press("Enter")
        page.keyboard.press("Enter")
        expect(shown(figure)).to_contain_text("here are 4, there 6")
        figure.get_by_label("English sentence").fill("fox zebra")
        figure.get_by_label("English sentence").press("Enter")
        expect(shown(figure)).to_have_text("The model does not know “zebra”.")
        figure.get_by_role("button", name="All on").click()
        expect(
            figure.get_by_role("button", name="encoder 0, head 0: on")
        ).to_be_visible()
        assert page.problems == []


@pytest.mark.slow
@browser.in_ways(("light", 360), ("dark", 1280))
def test_everyone_can_use_it(chromium, folder, scheme, width):
    url = (folder / "page.html").as_uri()
    with browser.visit(chromium, url, scheme=scheme, width=width) as page:
        figure = page.locator(".lf-inspector")
        figure.get_by_role("button", name="encoder 0, head 0: on").click()
        expect(shown(figure)).to_contain_text(re.compile("hanged: "))
        assert browser.violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        inside = figure.get_by_role("region", name="Parts")
        assert inside.evaluate("e => e.scrollWidth - e.clientWidth") <= 0
