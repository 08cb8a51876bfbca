"""The translator that runs in the page: its arithmetic, and how a reader uses it."""

import json
from pathlib import Path
from random import Random

import node
import pytest
import torch
from translators import pairs, translator

from lernformer.cli import as_in_corpus
from lernformer.embedding import SPECIALS
from lernformer.translator import checkpoint
from lernformer.translator.batch import encode_pairs
from lernformer.translator.constructions import draw
from lernformer.translator.decoding import beam_search
from lernformer.translator.export import for_page
from lernformer.translator.recipe import Recipe
from lernformer.translator.training import train
from lernformer.translator.translation import AHEAD, Translator
from lernformer.translator.vocabulary import Vocabulary

BOOKS = Path(__file__).parents[1] / "_build" / "translator"
TEXTS = [
    "The Man, who sleeps!",
    "  Anthony   Hopkins ",
    "i I",
    "Is it? Yes; no.",
    "the man’s dog doesn't - 3 …",
    "",
]


@pytest.fixture(scope="session")
def small() -> Translator:
    """Has learned in seconds to say short sentences backwards."""
    torch.manual_seed(0)
    made = translator(d_model=32, n_heads=4, d_ff=64, n_layers=2, positions="rotary")
    recipe = Recipe(400, 200, peak=5e-3, warmup_steps=40, smoothing=0.0)
    train(made, encode_pairs(pairs(2000), made.source, made.target), recipe)
    with torch.no_grad():
        for parameter in made.model.parameters():
            if parameter.dim() > 1:  # as exported, so that only arithmetic can differ
                parameter.copy_(parameter.half())
    return made


def reference(made: Translator, source: str) -> dict:
    """What torch makes of a sentence, in float32."""
    (target,) = made.translate([source])
    maps = made.attention(source, target)
    layers = range(made.model.config.n_layers)
    attention = [maps[f"decoder.layers.{i}.cross_attention"].tolist() for i in layers]
    return {"source": source, "target": target, "attention": attention}


def search(made: Translator, source: str, beam_size: int) -> dict:
    src = made.encode([source])
    ids, scores = beam_search(made.model, src, beam_size, src.size(1) + AHEAD)
    found = {"target": made.target.decode(ids[0]), "score": scores[0].item()}
    return {"source": source, "beamSize": beam_size} | found


def run_in_node(made: Translator, sources: list[str], tolerance: float, folder: Path):
    known = [*SPECIALS, "the", "man", "I", "is", "it", "anthony", "?", "dog", "-"]
    words = Vocabulary(known)
    texts = [[text, as_in_corpus(text, words)] for text in TEXTS]
    vectors = {
        "exported": for_page(made),
        "tolerance": tolerance,
        "sentences": [reference(made, source) for source in sources],
        "searches": [search(made, s, 2 + i % 4) for i, s in enumerate(sources[:40])],
        "texts": {
            "known": known,
            "cases": texts,
        },
    }
    path = folder / "vectors.json"
    path.write_text(json.dumps(vectors))
    node.run_tests("tests/widgets/translator.test.mjs", path)


def test_javascript_translates_as_torch_does(small, tmp_path):
    sources = list(dict.fromkeys(pair.source for pair in pairs(2000, seed=1)))[:500]
    assert len(sources) == 500
    run_in_node(small, sources, 1e-5, tmp_path)  # float32 sums in another order


@pytest.mark.slow
def test_the_books_translator_is_the_same_in_the_page(tmp_path):
    """Although its matrices are rounded to float16 on the way."""
    if not (BOOKS / checkpoint.NAME).exists():
        pytest.skip("NO TRANSLATOR: `lernformer train` makes one")
    made, _ = checkpoint.load(BOOKS)
    random, sources = Random(500), []
    while len(sources) < 500:
        source = draw(random).source
        if not made.source.unknown(source):
            sources.append(source)
    run_in_node(made, sources, 1e-3, tmp_path)
