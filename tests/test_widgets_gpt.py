"""The figure in which a GPT writes: the page's numbers against Python's."""

import json

import browser
import node
import pytest
import torch
from playwright.sync_api import expect

from lernformer.embedding import BOS_ID
from lernformer.gpt import GPT, load
from lernformer.translator.sampling import nucleus
from lernformer.widgets.gpt import ADDRESS, GPTDemo, for_page

PAGE = "gpt"
WORDS = ["<pad>", "<bos>", "<eos>", "<unk>", "der", "die", "Hund", "Katze", "schläft"]


@pytest.fixture(scope="module")
def small():
    torch.manual_seed(1)
    return GPT(len(WORDS), d_model=8, n_heads=2, d_ff=16, n_layers=2).eval()


def test_the_page_computes_what_python_does(small):
    words = ["der", "Hund", "schläft"]
    ids = torch.tensor([[BOS_ID, *map(WORDS.index, words)]])
    with torch.no_grad():
        logits = small(ids)[0]
    draws = [
        {"temperature": t, "top_p": p, "chances": nucleus(logits[-1], t, p).tolist()}
        for t in (0.5, 1.0, 2.0)
        for p in (0.1, 0.6, 1.0)
    ]
    given = {
        "exported": for_page(small, WORDS),
        "words": words,
        "logits": logits.tolist(),
        "draws": draws,
    }
    node.run_tests("gpt", given)


def test_a_model_of_ones_own_comes_with_its_numbers(small):
    demo = GPTDemo.of(small, WORDS, words=["der"])
    assert demo.exported == for_page(small, WORDS)
    assert {word for word, _ in demo.first} <= {*WORDS}
    assert demo.words == ["der"]


def test_the_released_model_is_small_enough_for_a_page():
    model, words, _ = load()
    exported = json.dumps(for_page(model, words), ensure_ascii=False).encode()
    assert len(exported) < 1.5e6


@pytest.mark.slow
def test_a_reader_draws_a_word_and_writes_to_the_end(visited):
    figure = visited.locator(".lf-gpt")
    likeliest = figure.locator("li button")
    expect(likeliest).to_have_count(8)  # before the model has loaded
    assert visited.evaluate("() => globalThis.lernformerGPT") is None
    likeliest.first.click()
    text = figure.locator(".text")
    expect(text).not_to_have_text("…")
    figure.get_by_role("button", name="Write to the end").click()
    expect(figure.get_by_role("status")).to_have_text("The sentence has ended.")
    assert len(text.inner_text().split()) > 1
    figure.get_by_role("button", name="Take one back").click()
    expect(likeliest.first).to_be_visible()
    figure.get_by_label("temperature").fill("1")
    expect(figure.locator("li .num").first).to_have_text("1.000")
    assert (browser.BOOK / ADDRESS).stat().st_size < 1.5e6
