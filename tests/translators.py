"""A small language and small translators for the tests: a target is its source
backwards, in capitals."""

import random
from typing import NamedTuple

import torch

from lernformer.transformer import Transformer, TransformerConfig
from lernformer.translator.batch import collate, encode_pairs
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


def bold(**options):
    """A bold model in double precision and a batch whose sentences differ in length."""
    ours = translator(**options)
    batch = collate(encode_pairs(pairs(5), ours.source, ours.target))
    with torch.no_grad():
        for parameter in ours.model.double().parameters():
            parameter.mul_(1.7)
    return ours.model, batch
