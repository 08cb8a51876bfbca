"""Small trainings for the book to compare: the same sentences, one thing changed.

    base = experiments.learn(seed=0)
    without = experiments.learn(seed=0, positions="none")
    without.losses  # (steps / EVERY,)

Each takes seconds, so that a chapter can repeat it over seeds.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import torch
from torch import nn

from lernformer.transformer import Transformer, TransformerConfig
from lernformer.translator.batch import encode_pairs
from lernformer.translator.corpus import Corpus, make_corpus
from lernformer.translator.recipe import Recipe
from lernformer.translator.trainer import train
from lernformer.translator.translation import Translator
from lernformer.translator.vocabulary import Vocabulary

EVERY = 10  # steps whose losses are averaged to one point of a curve
SIZES = {"d_model": 64, "n_heads": 4, "d_ff": 128, "n_layers": 1, "dropout": 0.0}
RECIPE = Recipe(steps=300, batch_tokens=512, peak=1e-2, warmup_steps=50, smoothing=0.0)


@cache
def corpus() -> Corpus:
    """The sentences of all experiments: few, so that every training sees each often."""
    return make_corpus(
        train=4000, validation=200, test=200, compositional=200, longer=200
    )


@cache
def vocabularies() -> tuple[Vocabulary, Vocabulary]:
    """The words of the experiments' sentences, English and German."""
    return Vocabulary.of_both(corpus().train)


@dataclass(frozen=True)
class Learned:
    """A translator after its training, and the mean loss of every ``EVERY`` steps."""

    translator: Translator
    losses: np.ndarray


def learn(
    seed: int = 0,
    change: Callable[[nn.Module], object] = lambda model: None,
    recipe: dict | None = None,
    **config: Any,
) -> Learned:
    """Train a small translator.

    Args:
        seed: of the first weights, the batches and the dropout.
        change: does something to the model before it learns, in place.
        recipe: fields of ``RECIPE`` to replace, such as ``{"warmup_steps": 1}``.
        config: fields of ``TransformerConfig`` to replace, on top of ``SIZES``.
    """
    source, target = vocabularies()
    sizes = TransformerConfig(len(source), len(target), **{**SIZES, **config})
    torch.manual_seed(seed)
    translator = Translator(Transformer(sizes), source, target)
    change(translator.model)
    losses = []
    train(
        translator,
        encode_pairs(corpus().train, source, target),
        replace(RECIPE, seed=seed, **(recipe or {})),
        report=lambda progress: losses.append(progress.loss),
        report_every=EVERY,
    )
    return Learned(translator, np.array(losses))
