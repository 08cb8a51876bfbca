"""A small language and small translators for the tests: a target is its source
backwards, in capitals."""

import random
from functools import cache
from typing import NamedTuple

import torch

from lernformer.transformer import Transformer, TransformerConfig
from lernformer.translator.batch import collate, encode_pairs
from lernformer.translator.recipe import Recipe
from lernformer.translator.trainer import train
from lernformer.translator.translation import Translator
from lernformer.translator.vocabulary import Vocabulary

WORDS = ["ant", "bee", "cat", "dog", "eel", "fox"]


class Pair(NamedTuple):
    source: str
    target: str


def pairs(n, seed=0, longest=5):
    chance = random.Random(seed)
    sources = [chance.choices(WORDS, k=chance.randint(1, longest)) for _ in range(n)]
    return [Pair(" ".join(s), " ".join(s[::-1]).upper()) for s in sources]


def translator(seed=0, **options):
    source = Vocabulary.of([" ".join(WORDS)])
    target = Vocabulary.of([" ".join(WORDS).upper()])
    options = {"d_model": 16, "n_heads": 2, "d_ff": 20, "n_layers": 1} | options
    torch.manual_seed(seed)
    config = TransformerConfig(len(source), len(target), **options)
    return Translator(Transformer(config), source, target)


@cache
def learned():
    """A translator that has learned in seconds to say short sentences backwards."""
    made = translator(d_model=32, n_heads=4, d_ff=64, n_layers=2, positions="rotary")
    recipe = Recipe(400, 200, peak=5e-3, warmup_steps=40, smoothing=0.0)
    train(made, encode_pairs(pairs(2000), made.source, made.target), recipe)
    made.model.eval()
    return made


def bold(**options):
    """A bold model in double precision and a batch whose sentences differ in length."""
    ours = translator(**options)
    batch = collate(encode_pairs(pairs(5), ours.source, ours.target))
    with torch.no_grad():
        for parameter in ours.model.double().parameters():
            parameter.mul_(1.7)
    return ours.model, batch
