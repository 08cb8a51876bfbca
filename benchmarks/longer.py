"""``python -m benchmarks.longer``: what helps with longer sentences than were trained.

Half an hour: too long for a build. The book's chapter on the translator reads
``longer.json``, which this writes.
"""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path

import click
import torch

from lernformer.transformer import Transformer, TransformerConfig
from lernformer.translator.batch import encode_pairs
from lernformer.translator.corpus import make_corpus
from lernformer.translator.evaluation import evaluate
from lernformer.translator.recipe import RECIPES
from lernformer.translator.trainer import train
from lernformer.translator.translation import Translator
from lernformer.translator.vocabulary import Vocabulary

RESULTS = Path(__file__).with_name("longer.json")
STEPS = 2500  # a bit less than half of the toy's: enough for the test split
SEEDS = 3


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
def main():
    """Train the toy with two kinds of positions, with and without joined sentences."""
    torch.set_num_threads(1)
    corpus = make_corpus()
    source, target = Vocabulary.of_both(corpus.train)
    pairs = encode_pairs(corpus.train, source, target)
    toy = TransformerConfig.preset("toy", len(source), len(target))
    runs = []
    for seed, positions, joined in product(
        range(SEEDS), ("sinusoidal", "rotary"), (0.0, RECIPES["toy"].joined)
    ):
        recipe = replace(RECIPES["toy"], steps=STEPS, joined=joined, seed=seed)
        torch.manual_seed(seed)
        model = Transformer(replace(toy, positions=positions))
        translator = Translator(model, source, target)
        train(translator, pairs, recipe)
        exact = {
            split: evaluate(translator, getattr(corpus, split))["exact_match"]
            for split in ("test", "longer")
        }
        runs.append({"positions": positions, "joined": joined, "seed": seed, **exact})
        click.echo(json.dumps(runs[-1]))
    RESULTS.write_text(
        json.dumps({"steps": STEPS, "runs": runs}, indent=1) + "\n", "utf-8"
    )


if __name__ == "__main__":
    main()
