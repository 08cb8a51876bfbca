"""``python -m benchmarks.longer``: what helps with longer sentences than in training.

This takes half an hour, too long for a build. It writes ``longer.json``, which the
translator chapter reads. ``make experiments`` runs it.
"""

import json
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import click
import torch
from torch import Tensor, nn

from benchmarks.heads import fits, of_toy
from lernformer import atomic
from lernformer.transformer import Transformer, TransformerConfig
from lernformer.translator.batch import encode_pairs
from lernformer.translator.corpus import make_corpus
from lernformer.translator.evaluation import evaluate
from lernformer.translator.recipe import RECIPES
from lernformer.translator.trainer import train
from lernformer.translator.translation import Translator
from lernformer.translator.vocabulary import Vocabulary

RESULTS = Path(__file__).with_name("longer.json")
STEPS = 2500  # a bit less than half as many as the toy's; enough for the test split
SEEDS = 3
JOINED = RECIPES["toy"].joined
KINDS = (  # positions, share of joined pairs, largest offset
    ("sinusoidal", 0.0, 0),
    ("sinusoidal", JOINED, 0),
    ("rotary", 0.0, 0),
    ("rotary", JOINED, 0),
    ("sinusoidal", 0.0, 13),  # the last start of a second joined sentence
)


class Offset(nn.Module):
    """Positions that start at a different place in every training batch."""

    def __init__(self, positions: nn.Module, most: int):
        super().__init__()
        self.positions = positions
        self.most = most

    def forward(self, x: Tensor, start: int = 0) -> Tensor:
        if self.training:
            start += int(torch.randint(self.most + 1, ()))
        return self.positions(x, start)


def learn(seed: int, positions: str, joined: float, offset: int) -> dict[str, Any]:
    """Train the toy translator once.

    Args:
        seed: random seed for the initial weights and the batches.
        positions: "sinusoidal" or "rotary".
        joined: as in `Recipe`.
        offset: the last position at which a sentence may begin in training.

    Returns:
        The four arguments, and the percentage of exact matches on *test* and *longer*.
    """
    corpus = make_corpus()
    source, target = Vocabulary.of_both(corpus.train)
    toy = TransformerConfig.preset("toy", len(source), len(target))
    torch.manual_seed(seed)
    model = Transformer(replace(toy, positions=positions))
    if offset:
        model.src_positions = Offset(model.src_positions, offset)
        model.tgt_positions = Offset(model.tgt_positions, offset)
    translator = Translator(model, source, target)
    recipe = replace(RECIPES["toy"], steps=STEPS, joined=joined, seed=seed)
    train(translator, encode_pairs(corpus.train, source, target), recipe)
    exact = {
        split: evaluate(translator, getattr(corpus, split))["exact_match"]
        for split in ("test", "longer")
    }
    kind = {"positions": positions, "joined": joined, "offset": offset, "seed": seed}
    return kind | exact


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
def main():
    """Train the toy with two kinds of positions, with joined sentences and offsets.

    Earlier results are kept if they come from this code and its corpus.
    """
    torch.set_num_threads(1)
    now = of_toy()
    found = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else None
    runs = found["runs"] if found and fits(found, now) else []
    known = {(x["seed"], x["positions"], x["joined"], x["offset"]) for x in runs}
    for seed, kind in product(range(SEEDS), KINDS):
        if (seed, *kind) in known:
            continue
        runs.append(learn(seed, *kind))
        click.echo(json.dumps(runs[-1]))
        text = json.dumps(now | {"steps": STEPS, "runs": runs}, indent=1)
        atomic.write(RESULTS, f"{text}\n")


if __name__ == "__main__":
    main()
