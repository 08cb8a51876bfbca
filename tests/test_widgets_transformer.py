"""The figures of the transformer chapter: map, shapes, loop."""

import math

import browser
import node
import pytest
import torch
from playwright.sync_api import expect
from torch import nn
from translators import translator

from lernformer import CHAPTERS
from lernformer.embedding import BOS_ID
from lernformer.residual_norm import LayerNorm, ResidualConnection
from lernformer.transformer import (
    DecoderLayer,
    EncoderLayer,
    TransformerConfig,
    count_parameters,
)
from lernformer.widgets.transformer import (
    BASE,
    COMPONENTS,
    STEPS,
    ArchitectureMap,
    AutoregressiveLoop,
    DataFlow,
    parameters_by_component,
    predict,
)

PAGE = "transformer"
CONFIGS = [
    BASE,
    TransformerConfig(11, 13, 12, 3, 7, 2, positions="learned", max_length=5),
    TransformerConfig(11, 13, 12, 3, 7, 2, tie_output=False, norm="rms"),
    TransformerConfig(11, 13, 12, 3, 7, 2, concatenate_positions=True),
]


@pytest.mark.parametrize("config", CONFIGS)
def test_every_parameter_belongs_to_one_component(config):
    counts = parameters_by_component(config)
    assert list(counts) == list(COMPONENTS)
    assert sum(counts.values()) == count_parameters(config)


def test_components_of_the_paper_by_hand():
    counts = parameters_by_component(BASE)
    attention = 6 * 4 * (512 * 512 + 512)
    assert counts["embeddings"] == 37_000 * 512
    assert counts["cross-attention, decoder"] == attention
    assert counts["feed-forward, encoder"] == 6 * (2 * 512 * 2048 + 2048 + 512)
    assert counts["norms"] == 6 * 5 * 2 * 512


def test_map_leads_to_each_chapter_and_knows_each_component():
    """The blocks are in JavaScript; this tests what they name."""
    known = {"here": "transformer", **ArchitectureMap().parameters}
    assert known.keys() >= COMPONENTS.keys()
    assert ArchitectureMap(CONFIGS[1], here="why").total == count_parameters(CONFIGS[1])


def test_a_shorter_block_keeps_the_step_inside():
    flow = DataFlow(part="decoder", step=18)
    flow.part = "encoder"
    assert flow.step == 11


# The loop ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def small():
    return translator()


def test_the_target_is_the_translation(small):
    example = predict(small, "cat dog")
    assert example["source"] == ["cat", "dog"]
    # as translate gives it, plus the marks that it leaves out
    ids = [small.target.ids[word] for word in example["target"]]
    assert small.target.decode(ids) == small.translate(["cat dog"])[0]
    assert "<eos>" not in example["target"][:-1]


def test_probabilities_are_those_of_the_step_by_step_loop(small):
    example = predict(small, "cat dog")
    src = small.encode(["cat dog"])
    ids = [BOS_ID, *(small.target.ids[word] for word in example["target"])]
    for i, likely in enumerate(example["likely"]):
        with torch.no_grad():
            logits = small.model(src, torch.tensor([ids[: i + 1]]))[0, -1]
        probabilities = logits.softmax(dim=-1)
        expected = sorted(probabilities.tolist(), reverse=True)[: len(likely)]
        assert [p for _, p in likely] == pytest.approx(expected, abs=1e-5)
        for word, p in likely:
            assert probabilities[small.target.ids[word]] == pytest.approx(p, abs=1e-5)


def test_loop_checks_its_state(small):
    loop = AutoregressiveLoop.of(small, ["cat dog", "ant"])
    steps = len(loop.examples[0]["target"])
    loop.step = steps
    with pytest.raises(ValueError, match=f"step must be from 0 to {steps}"):
        loop.step = steps + 1
    with pytest.raises(ValueError, match="sentence must be from 0 to 1, got 2"):
        loop.sentence = 2
    loop.sentence = 1
    assert loop.step == 0
    with pytest.raises(ValueError, match="there is no example"):
        AutoregressiveLoop([])


# JavaScript against Python ----------------------------------------------------------


def shapes(part, source, target, heads, d_model):
    """The shapes that really occur in a layer, in the order of the figure's steps."""
    sizes = (d_model, heads, 4 * d_model)
    x, memory = torch.zeros(1, target, d_model), torch.zeros(1, source, d_model)
    if part == "encoder":
        layer, x, rest = EncoderLayer(*sizes), memory, ()
    else:
        layer, rest = DecoderLayer(*sizes), (memory,)
    seen = [x.shape]

    def attended(module, arguments, result):
        queries, keys = arguments[0], arguments[1]
        per_head = (1, heads, queries.size(1), module.out_proj.in_features // heads)
        assert result[1].shape == (1, heads, queries.size(1), keys.size(1))
        seen.extend([module.q_proj(queries).shape, per_head, result[1].shape, per_head])
        seen.append(result[0].shape)

    kinds = (nn.Linear, LayerNorm, ResidualConnection)
    for name, module in layer.named_modules():
        if name.endswith("attention"):
            module.register_forward_hook(attended)
        elif "proj" not in name and isinstance(module, kinds):
            module.register_forward_hook(lambda _, __, y: seen.append(y.shape))
    layer(x, *rest)
    return [list(shape) for shape in seen]


def test_javascript_computes_what_python_computes(small):
    names = ("source", "target", "heads", "dModel")
    flows = [
        {"part": part, "sizes": dict(zip(names, s, strict=True))}
        | {"shapes": shapes(part, *s)}
        for part in ("encoder", "decoder")
        for s in ((5, 4, 4, 64), (1, 8, 1, 128), (7, 3, 8, 512))
    ]
    assert [len(f["shapes"]) for f in flows[::3]] == list(STEPS.values())
    example = predict(small, "cat dog eel")
    products = [
        math.prod(likely[0][1] for likely in example["likely"][:n])
        for n in range(len(example["target"]) + 1)
    ]
    vectors = {
        "flows": flows,
        "loop": {**example, "reads": ["<bos>", *example["target"]][:-1]},
        "products": products,
        "parameters": ArchitectureMap().parameters,
        "chapters": CHAPTERS,
    }
    node.run_tests("transformer", vectors)


# In the page ------------------------------------------------------------------------


@pytest.mark.slow
def test_page_map_describes_and_leads(visited):
    figure = visited.locator(".lf-map").first  # before a pointer rests on a block
    status = figure.get_by_role("status")
    block = figure.get_by_role("link", name="Cross-attention")
    block.focus()
    attention = parameters_by_component(BASE)["cross-attention, decoder"]
    text = f"{attention / 1e6:.1f} million parameters in 6 layers"
    assert text in status.inner_text()
    hrefs = figure.locator("a").evaluate_all("all => all.map(a => a.href)")
    assert len(hrefs) == 20
    block.press("Enter")
    visited.wait_for_url("**/attention.html")
    visited.go_back(wait_until="networkidle")


@pytest.mark.slow
def test_the_first_tap_on_the_map_explains_and_the_second_leads(chromium, served):
    with browser.phone(chromium, f"{served}/index.html") as page:
        figure = page.locator(".lf-map").first
        block = figure.get_by_role("link", name="Cross-attention")
        block.tap()
        expect(figure.get_by_role("status")).to_contain_text("Cross-attention.")
        assert page.url.endswith("index.html")
        block.tap()
        page.wait_for_url("**/attention.html")


@pytest.mark.slow
def test_page_flow_shows_the_shape(visited):
    figure = visited.locator(".lf-flow").first
    figure.get_by_role("radio", name="encoder").check()
    figure.get_by_role("button", name="Self-attention: weights").click()
    expected = shapes("encoder", 5, 4, 4, 64)[4]
    assert str(tuple(expected)) in figure.get_by_role("status").inner_text()
    slider = figure.get_by_label("English words, S")
    slider.press("ArrowRight")
    expected = shapes("encoder", 6, 4, 4, 64)[4]
    assert str(tuple(expected)) in figure.get_by_role("status").inner_text()
    assert figure.locator(".picture i").count() == 4 * 6 * 6
    figure.get_by_role("button", name="Next").click()
    current = figure.locator(".path [aria-current]")
    assert current.inner_text().startswith("Self-attention: contexts")


@pytest.mark.slow
def test_page_loop_says_word_by_word(visited):
    figure = visited.locator(".lf-loop").first
    figure.get_by_role("radio", name="anthony hopkins").check()
    reads = figure.locator("tbody tr").nth(0).locator("td")
    says = figure.locator("tbody tr").nth(1).locator("td")
    assert reads.nth(0).inner_text() == "<bos>"
    assert says.nth(0).inner_text() == "?"
    forward = figure.get_by_role("button", name="Next")
    forward.focus()
    forward.press("Enter")
    assert says.nth(0).inner_text() == reads.nth(1).inner_text() == "Anthony"
    assert reads.nth(2).inner_text() == "·"  # not known yet
    figure.get_by_role("radio", name="training").check()
    words = "Anthony Hopkins hat Michael Bay als einen großartigen Regisseur"
    assert reads.all_inner_texts()[1:10] == words.split()
