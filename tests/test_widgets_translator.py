"""The translator that runs in the page: its arithmetic, and how a reader uses it."""

import json
import math
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from types import SimpleNamespace

import browser
import node
import pytest
import torch
from extent import ALL, some
from playwright.sync_api import expect
from sphinx.errors import ExtensionError
from traitlets import TraitError
from translators import learned, pairs, translator

from lernformer.embedding import BOS_ID, SPECIALS
from lernformer.fast.decoding import beam_search, greedy_decode, length_divisor
from lernformer.translator import checkpoint, passages, release
from lernformer.translator.attention_maps import attention_maps
from lernformer.translator.corpus import everyday, make_corpus
from lernformer.translator.corpus.constructions import draw
from lernformer.translator.export import export_web, for_page
from lernformer.translator.inspection import Part, attentions, heads, look_inside
from lernformer.translator.offered_words import following
from lernformer.translator.splitter import Contractions
from lernformer.translator.translation import AHEAD, Translator
from lernformer.translator.vocabulary import Vocabulary
from lernformer.widgets.translator import (
    ADDRESS,
    EVERYDAY_ADDRESS,
    EVERYDAY_EXAMPLES,
    EXAMPLES,
    TranslatorDemo,
)

ROOT = Path(__file__).parents[1]
SENTENCES = 500 if ALL else 60
CONTRACTED = """
I don't know; he can't.
It’s Tom's dog, isn't it?
Let's go, we'll see. I'm THERE'S they've
won't Everyone's I'd
Mr. Ant's in St. Bee. No! Wait... What? I like L.a. better. So?
""".strip().splitlines()
TEXTS = [
    *("The Man, who sleeps!", "  Anthony   Hopkins ", "i I", "Is it? Yes; no."),
    *("the man’s dog doesn't - 3 …", "“the” dog & 3.5 €: 10:30, x-y, 3. (man)", ""),
]


@pytest.fixture(scope="module")
def small() -> Translator:
    return learned()


def reference(made: Translator, source: str) -> dict:
    """What torch says in float32, and where it looks while saying it."""
    src = made.encode([source])
    ids = greedy_decode(made.model, src, src.size(1) + AHEAD)  # (1, L)
    read = torch.cat([torch.tensor([[BOS_ID]]), ids[:, :-1]], dim=1)
    maps = attention_maps(made.model, src, read)
    layers = range(made.model.config.n_layers)
    attention = [maps[f"decoder.layers.{i}.cross_attention"][0] for i in layers]
    return {
        "source": source,
        "words": [made.target.words[i] for i in ids[0]],
        "attention": [weights.tolist() for weights in attention],
    }


def search(made: Translator, source: str, beam_size: int) -> dict:
    src = made.encode([source])
    ids, scores = beam_search(made.model, src, beam_size, src.size(1) + AHEAD)
    found = {"target": made.target.decode(ids[0]), "score": scores[0].item()}
    return {"source": source, "beamSize": beam_size} | found


def unlearned() -> Translator:
    """An untrained translator whose output depends on every head."""
    made = translator(d_model=32, n_heads=4, d_ff=64, n_layers=2, positions="rotary")
    with torch.no_grad():
        for parameter in made.model.parameters():
            parameter.mul_(1.7)
    made.model.eval()
    return made


def inside() -> dict:
    """What torch says with some parts switched off or with attention pasted in."""
    made, random, cases = unlearned(), Random(0), []
    parts = [*heads(made.model.config), *attentions(made.model.config)]
    parts += [Part(stack, i) for stack in ("encoder", "decoder") for i in range(2)]
    sources = [p.source for p in pairs(80, seed=2) if len(p.source.split()) > 3][:24]
    for i, source in enumerate(sources):
        off = random.sample(parts, k=i % 3)
        paste = random.sample(parts, k=random.randint(1, 6)) if i % 4 else []
        same = [s for s in sources if len(s.split()) == len(source.split())]
        other = random.choice([s for s in same if s != source] or same)
        cases.append(
            {
                "text": source,
                "off": list(map(str, off)),
                "paste": list(map(str, paste)),
                "other": other,
                "before": look_inside(made, source),
                "after": look_inside(made, source, off, paste, other),
            }
        )
    return {"exported": for_page(made), "cases": cases}


CUT = [
    "Ant bee cat and dog but cat ant. Bee dog",
    "cat and bee dog bee and ant bee",
    "ant bee and cat dog and and dog cat ant! Dog and bee",
    "ant and bee",
    "bee ant dog cat but cat dog bee ant but bee dog",
    "dog cat bee ant dog",
]


def in_passages() -> dict:
    """Texts of more than three words, cut at joints that are words themselves."""
    made = unlearned()
    joints = {"eel": "but", "fox": "and"}
    source = Vocabulary([joints.get(w, w) for w in made.source.words])
    target = Vocabulary([{"FOX": "."}.get(w, w) for w in made.target.words])
    cutting = Translator(made.model, source, target, Contractions(), longest=3)
    words = [cutting.as_in_corpus(text) for text in CUT]
    # one by one: a batch's longest text decides how long a translation may get
    cut = [[list(passage) for passage in text] for text in cutting.cut(words, 1)]
    cases = zip(CUT, cut, cutting.translate(words, batch_size=1), strict=True)
    return {"exported": for_page(cutting, {"longest": 3}), "cases": list(cases)}


def run_in_node(made: Translator, sources: list[str]):
    known = [*SPECIALS, "the", "man", "I", "is", "it", "anthony", "?", "dog", "-"]
    few = replace(made, source=Vocabulary(known))
    none = replace(few, source=Vocabulary(SPECIALS), splitter=Contractions())
    vectors = {
        "exported": for_page(made),
        "tolerance": 1e-4,
        "sentences": [reference(made, source) for source in sources],
        "inside": inside(),
        "passages": in_passages(),
        "searches": [search(made, s, 2 + i % 4) for i, s in enumerate(sources[:40])],
        "texts": {
            "known": known,
            "cases": [[text, few.as_in_corpus(text)] for text in TEXTS],
            "contracted": [[text, none.as_in_corpus(text)] for text in CONTRACTED],
            "contractions": for_page(none)["contractions"],
        },
    }
    node.run_tests("translator", vectors)


def test_javascript_translates_as_torch_does(small):
    sources = list(dict.fromkeys(pair.source for pair in pairs(2000, seed=1)))
    run_in_node(small, sources[:SENTENCES])


@pytest.mark.slow
def test_the_books_translator_is_the_same_in_the_page():
    random, (books, _) = Random(500), checkpoint.load(release.TOY)
    drawn = (draw(random).source for _ in range(5 * SENTENCES))
    sources = [source for source in drawn if not books.source.unknown(source)]
    assert len(sources) > SENTENCES
    run_in_node(books, sources[:SENTENCES])


def test_what_is_surely_wrong_is_seen_and_what_is_right_is_not_marked():
    random = Random(0)
    drawn = [everyday.draw(random)[:2] for _ in range(3000)]
    lexicon = release.load()[1]["lexicon"]
    node.run_tests("doubts", {"pairs": drawn, "lexicon": lexicon})


def test_the_first_page_shows_the_everyday_translator():
    demo = TranslatorDemo.everyday()
    assert demo.address == EVERYDAY_ADDRESS != TranslatorDemo().address
    assert demo.text == EVERYDAY_EXAMPLES[0].english
    german = [step["word"] for step in demo.first["steps"]]
    assert german == [*EVERYDAY_EXAMPLES[0].german.split(), "<eos>"]
    examples = [example["english"] for example in demo.examples]
    assert examples == [example.english for example in EVERYDAY_EXAMPLES]


# The figure in Python ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("released", "examples"),
    [(release.TOY, EXAMPLES), (release.FOLDER, EVERYDAY_EXAMPLES)],
)
def test_the_examples_are_translated_as_they_say(released, examples):
    made, _ = checkpoint.load(released)
    assert len({example.name for example in examples}) == len(examples)
    for example in examples:
        words = made.as_in_corpus(example.english)
        assert made.source.unknown(words) == [], example.name
        assert made.translate([words]) == [example.german]
        assert example.look in example.german.split(), example.name


def test_in_a_notebook_the_checkpoint_comes_with_the_figure(small, tmp_path):
    kept = {"recipe": {}, "corpus": "", "longest": 5}
    checkpoint.save(tmp_path, small, 1, {}, kept)
    demo = TranslatorDemo(tmp_path, text="ant bee", head=2)
    assert demo.exported == for_page(small, {"longest": 5})
    assert (demo.text, demo.layer, demo.head) == ("ant bee", None, 2)
    assert TranslatorDemo().exported == {}
    with pytest.raises(ValueError, match="there is no checkpoint"):
        TranslatorDemo(tmp_path / "none")
    with pytest.raises(TraitError, match="should not be less than 0"):
        TranslatorDemo(layer=-1)


def test_the_book_gets_the_model_where_a_page_shows_it(small, tmp_path, monkeypatch):
    spec = spec_from_file_location("extension", ROOT / "book/_ext/translator.py")
    extension = module_from_spec(spec)
    spec.loader.exec_module(extension)
    html = SimpleNamespace(name="html")
    app = SimpleNamespace(outdir=tmp_path / "html", builder=html)
    app.outdir.mkdir()
    monkeypatch.setattr(extension, "CHECKPOINT", tmp_path / "checkpoint")
    few = dict.fromkeys(("validation", "test", "compositional", "longer"), 0)
    monkeypatch.setattr(extension, "make_corpus", partial(make_corpus, train=50, **few))

    (app.outdir / "index.html").write_text("no figure")
    extension.write_model(app, None)
    assert not (app.outdir / ADDRESS).exists()

    (app.outdir / "chapter.html").write_text(json.dumps(TranslatorDemo().get_state()))
    with pytest.raises(ExtensionError, match="but there is no checkpoint"):
        extension.write_model(app, None)
    checkpoint.save(tmp_path / "checkpoint", small, 1, {}, {"longest": 5})
    extension.write_model(app, None)
    script = (app.outdir / ADDRESS).read_text("utf-8")
    assert script.count('"longest":5') == script.count('"following":{"') == 1
    assert "contractions" in (app.outdir / EVERYDAY_ADDRESS).read_text("utf-8")


# The figure in a page ---------------------------------------------------------------

SENTENCE = "fox cat bee ant"


@contextmanager
def opened(chromium, folder, demo, **options):
    """A page in a folder, without a server."""
    url = browser.write_page(folder / "page.html", demo, **options)
    with browser.visit(chromium, url) as page:
        yield page
        assert page.problems == []


@pytest.fixture(scope="module")
def folder(small, tmp_path_factory):
    """The folder of such a page with the model beside it."""
    path = tmp_path_factory.mktemp("page")
    offered = following(pair.source for pair in pairs(200))
    export_web(small, path / ADDRESS, {"longest": 5, "following": offered})
    return path


@pytest.fixture
def page(chromium, folder):
    with opened(chromium, folder, TranslatorDemo()) as found:
        yield found


def figure_of(page):
    return page.locator(".lf-translator")


def translate(page, sentence=SENTENCE, key="Enter"):
    figure = figure_of(page)
    figure.get_by_label("English sentence").fill(sentence)
    figure.get_by_label("English sentence").press(key)
    expect(figure.get_by_role("status")).to_contain_text("German: ")
    return figure


def german(figure):
    return figure.locator("[lang=de] label").all_inner_texts()


def shown(figure):
    """The weights in the table for the chosen word, one per English word."""
    texts = figure.locator(".weights tbody tr .num").all_inner_texts()
    return torch.tensor([float(text.strip("<>")) for text in texts])


def weights(made, place, layer=1, head=None, sentence=SENTENCE):
    """The same weights from torch."""
    (target,) = made.translate([sentence])
    maps = made.attention(sentence, target)[f"decoder.layers.{layer}.cross_attention"]
    return (maps.mean(dim=0) if head is None else maps[head])[place]


CLOSE = {"rtol": 0, "atol": 1e-3}  # three digits


@pytest.mark.slow
def test_a_sentence_becomes_the_german_of_torch_and_words_show_weights(small, page):
    loaded = "() => Boolean(globalThis.lernformerTranslator)"
    assert not page.evaluate(loaded)  # the model is loaded on demand
    figure = translate(page)
    assert page.evaluate(loaded)
    (expected,) = small.translate([SENTENCE])
    assert german(figure) == [*expected.split(), "<eos>"]
    expect(figure.get_by_role("status")).to_have_text(f"German: {expected}")
    assert page.evaluate("() => document.activeElement.tagName") == "INPUT"

    torch.testing.assert_close(shown(figure), weights(small, 0), **CLOSE)
    words = figure.locator("[lang=de] label")
    words.nth(3).hover()
    expect(words.nth(3).locator("input")).to_be_checked()
    torch.testing.assert_close(shown(figure), weights(small, 3), **CLOSE)
    last = german(figure)[2]
    expect(figure.locator(".looking")).to_contain_text(f"After “{last}” the decoder")

    # each square's side is the square root of its weight
    sides = figure.locator(".weights tbody i[style*=side]").evaluate_all(
        "all => all.map(e => Number(e.style.getPropertyValue('--side')))"
    )
    found = torch.tensor(sides).square().view(-1, 2, 4)  # (S, layers, heads)
    for layer in range(2):
        for head in range(4):
            expected = weights(small, 3, layer, head)
            torch.testing.assert_close(found[:, layer, head], expected, **CLOSE)

    other = "bee dog"
    translate(page, other)
    expect(figure.locator("[lang=de] label")).to_have_count(3)
    assert german(figure) == [*small.translate([other])[0].split(), "<eos>"]


@pytest.mark.slow
def test_words_layers_and_heads_are_chosen_by_keyboard_and_by_touch(small, page):
    figure = translate(page)
    words = figure.locator("[lang=de] input")
    words.nth(0).focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(words.nth(2)).to_be_checked()
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowLeft")  # from layer 1 to layer 0
    torch.testing.assert_close(shown(figure), weights(small, 2, 0), **CLOSE)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")  # from the mean to head 0
    page.keyboard.press("ArrowRight")
    torch.testing.assert_close(shown(figure), weights(small, 2, 0, 1), **CLOSE)
    expect(figure.locator(".looking")).to_contain_text("head 1 of layer 0 looks most")
    expect(figure.locator("thead .chosen")).to_have_count(1)
    words.nth(4).dispatch_event("click")  # as a tap does
    torch.testing.assert_close(shown(figure), weights(small, 4, 0, 1), **CLOSE)
    assert page.url.endswith("page.html")


@pytest.mark.slow
def test_unknown_words_are_marked_and_may_be_replaced(small, page):
    figure = figure_of(page)
    entry = figure.get_by_label("English sentence")
    entry.fill("Fox, cats zebra")
    entry.press("Enter")
    status = figure.get_by_role("status")
    expect(status).to_contain_text("Change the marked words")
    marks = figure.locator("mark")
    expect(marks).to_have_text(["cats?", "zebra?"])
    problems = figure.locator(".problems")
    expect(problems).to_contain_text("The model does not know “zebra”.")
    figure.get_by_role("button", name="all the same").press("Enter")
    expect(status).to_contain_text("I am not sure")  # nothing can stand in for them
    figure.get_by_role("button", name="cat", exact=True).press("Enter")
    button = figure.get_by_role("button", name="Translate", exact=True)
    expect(button).to_be_focused()
    expect(marks).to_have_text(["zebra?"])
    assert entry.input_value() == "Fox, cat zebra"
    entry.fill("fox cat")  # what you type is checked at once
    expect(marks).to_have_count(0)
    entry.fill(" ".join(["fox"] * 6))
    expect(problems).to_contain_text("6 words; the longest sentence in training had 5")
    entry.fill("  ?! ")
    entry.press("Enter")
    expect(status).to_have_text("There is no word to translate.")


@pytest.mark.slow
def test_the_beam_search_grows_as_a_tree(small, page):
    figure = translate(page)
    toggle = figure.get_by_role("button", name="Show the beam search")
    toggle.press("Enter")
    nodes = figure.locator("svg .node")
    expect(nodes.first).to_be_visible()
    kept = figure.locator(".kept tbody tr")
    expect(kept).to_have_count(4)
    few = nodes.count()
    figure.get_by_role("button", name="Next").press("Enter")
    assert nodes.count() > few
    figure.get_by_label("step").press("End")

    found = search(small, SENTENCE, 4)
    words = found["target"].split()
    expect(kept.first.locator("th")).to_have_text(" ".join([*words, "<eos>"]))
    log = found["score"] * length_divisor(len(words) + 1, 0.6)
    probability = kept.first.locator("td").first.inner_text().strip("<>")
    assert float(probability) == pytest.approx(math.exp(log), abs=2e-3)
    best = figure.locator("svg .best .word").all_text_contents()
    assert best == ["<bos>", *words, "<eos>"]

    figure.get_by_role("button", name="Hide the beam search").press("Enter")
    expect(nodes).to_have_count(0)


REFUSED = [
    "delete globalThis.Worker",
    "globalThis.Worker = class { constructor() { throw new Error('refused'); } }",
    "globalThis.Worker = class { set onerror(f) { f(new Event('error')); } }",
]


@pytest.mark.slow
@pytest.mark.parametrize("first", some(REFUSED, REFUSED[2:]))
def test_it_works_where_workers_are_refused(small, chromium, folder, first):
    with opened(chromium, folder, TranslatorDemo(), first=first) as page:
        assert german(translate(page))[:-1] == small.translate([SENTENCE])[0].split()


@pytest.mark.slow
def test_german_is_there_before_the_model_which_is_requested_again(chromium, tmp_path):
    example = EVERYDAY_EXAMPLES[0]
    everyday, found = release.load()
    last = everyday.model.config.n_layers - 1
    place = example.german.split().index("nicht")
    english = everyday.as_in_corpus(example.english)
    with opened(chromium, tmp_path, TranslatorDemo.everyday()) as page:
        figure = figure_of(page)
        status = figure.get_by_role("status")
        expect(status).to_have_text("German: Ich will nicht nach Hause gehen.")
        expect(figure.locator(".looking")).to_contain_text(f"says “{example.look}”")
        parts = figure.locator("[lang=de]").all()
        assert {part.get_attribute("translate") for part in parts} == {"no"}
        figure.locator("[lang=de] label", has_text="nicht").click()
        expect(figure.locator("[lang=de] :checked + *")).to_have_text("nicht")
        expected = weights(everyday, place, last, sentence=english)
        torch.testing.assert_close(shown(figure), expected, **CLOSE)
        assert page.problems == []
        figure.get_by_role("button", name="Translate", exact=True).click()
        expect(status).to_contain_text(f"no translation: {EVERYDAY_ADDRESS} could not")
        export_web(everyday, tmp_path / EVERYDAY_ADDRESS, found)
        translate(page, "I am here.")
        # a name and a number that it doesn't know are copied
        said = german(translate(page, "Mohammed was born in 1987."))
        assert {"Mohammed", "1987"} <= {*said}
        page.problems.clear()


@pytest.mark.slow
def test_what_is_cut_is_listed_and_shown_with_all_that_was_read(chromium, tmp_path):
    everyday, found = release.load()
    export_web(everyday, tmp_path / EVERYDAY_ADDRESS, found)
    # too long to be tried as a whole
    sentence = (
        "My brother bought a new car today and "
        "my sister sold her old house in the city."
    )
    words = everyday.as_in_corpus(sentence)
    assert len(words.split()) > everyday.longest + passages.BEYOND
    with opened(chromium, tmp_path, TranslatorDemo.everyday()) as page:
        figure = translate(page, sentence)
        (output,) = everyday.translate([words])
        assert german(figure) == [*output.split(), "<eos>"]
        first, second = words.split(" and ")
        problems = figure.locator(".problems")
        expect(problems).to_contain_text("had more than 12 words")
        expect(problems.locator("[lang=en]")).to_have_text([first, second])
        expect(figure.locator(".weights tbody th")).to_have_text(
            ["<bos>", *first.split(), "<eos>", "and", "<bos>", *second.split(), "<eos>"]
        )
        expect(figure.get_by_role("button", name="beam search")).to_have_count(0)
        figure.locator("[lang=de] label", has_text="und").first.click()
        expect(figure.locator(".looking")).to_contain_text("“und” stands for “and”")
        assert shown(figure).sum() == 0
        figure.locator("[lang=de] label", has_text="Haus").click()
        expect(figure.locator(".weights .top th")).to_have_text("house")

        translate(page, "I am here. Are you tired?")
        (output,) = everyday.translate(["i am here . are you tired"])
        expect(figure.locator("[lang=de] label")).to_have_count(len(output.split()) + 1)
        assert german(figure) == [*output.split(), "<eos>"]
        expect(problems.locator("p")).to_have_count(0)
        translate(page, "I am here.")
        expect(figure.get_by_role("button", name="beam search")).to_be_visible()


@pytest.mark.slow
@browser.in_ways(("light", 1280), ("dark", 360))
def test_everyone_can_use_it(chromium, folder, scheme, width):
    url = browser.write_page(folder / "page.html", TranslatorDemo())
    with browser.visit(chromium, url, scheme=scheme, width=width) as page:
        page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
        assert browser.violations(page) == []
        figure = figure_of(page)
        entry = figure.get_by_label("English sentence")
        entry.fill("fox catt")
        entry.press("Enter")
        expect(figure.locator("mark")).to_have_count(1)
        assert browser.violations(page) == []
        entry.fill("fox ")
        expect(figure.locator(".chips button").first).to_be_visible()
        assert browser.violations(page) == []
        figure = translate(page, "fox cat bee")
        motion = "e => [getComputedStyle(e).animationName, e.getAnimations().length]"
        label = figure.locator("[lang=de] label").first
        assert label.evaluate(motion) == ["none", 0]
        figure.get_by_role("button", name="Show the beam search").click()
        figure.get_by_label("step").press("End")
        figure.locator("summary").click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert browser.violations(page) == []
        label.locator("input").focus()
        page.keyboard.press("ArrowRight")
        focused = figure.locator("[lang=de] input:focus-visible + span")
        expect(focused).to_have_css("outline-width", "3px")
