"""Small training runs to compare in the book: the same sentences, with one change.

    base = experiments.learn(seed=0)
    without = experiments.learn(seed=0, positions="none")
    without.losses  # (steps / EVERY,)

Each run takes seconds, so a chapter can repeat it with several seeds.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from lernformer.transformer import Transformer, TransformerConfig
from lernformer.translator.batch import encode_pairs
from lernformer.translator.corpus import Corpus, make_corpus
from lernformer.translator.recipe import Recipe
from lernformer.translator.trainer import train
from lernformer.translator.translation import Translator
from lernformer.translator.vocabulary import Vocabulary

EVERY = 10  # steps to average into one point of a curve
SIZES = {"d_model": 64, "n_heads": 4, "d_ff": 128, "n_layers": 1, "dropout": 0.0}
RECIPE = Recipe(steps=300, batch_tokens=512, peak=1e-2, warmup_steps=50, smoothing=0.0)


@cache
def corpus() -> Corpus:
    """Return the experiments' sentences: so few that every run sees each one often."""
    return make_corpus(
        train=4000, validation=200, test=200, compositional=200, longer=200
    )


@cache
def vocabularies() -> tuple[Vocabulary, Vocabulary]:
    """Return the words of the experiments' sentences, English and German."""
    return Vocabulary.of_both(corpus().train)


@dataclass(frozen=True)
class Learned:
    """A trained translator, and the mean loss of every ``EVERY`` steps."""

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
        seed: random seed for the initial weights, the batches and the dropout.
        change: function that changes the model in place before it learns.
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


def decodable(vectors: Tensor) -> float:
    """Return how often a linear probe finds a vector's position in unseen sentences.

    Args:
        vectors: (n, L, d), for n sentences of L words. The probe learns from the first
            half and is tested on the second.

    Returns:
        The share of positions that the probe finds; guessing gives 1/L.
    """
    n, length, d = vectors.shape
    x = vectors.double()
    x = (x - x.mean((0, 1))) / (x.std((0, 1)) + 1e-12)
    x = torch.cat([x, torch.ones(n, length, 1)], dim=-1)  # a bias
    seen, unseen = x[: n // 2].flatten(0, 1), x[n // 2 :]
    positions = torch.eye(length).double().repeat(n // 2, 1)
    ridge = seen.T @ seen + torch.eye(d + 1)
    guess = unseen @ torch.linalg.solve(ridge, seen.T @ positions)
    right = guess.argmax(-1) == torch.arange(length)
    return right.double().mean().item()


@torch.no_grad()
def probe_positions(translator: Translator, n: int = 400, length: int = 12) -> float:
    """Return how well positions can be read from the top of a translator's encoder.

    Args:
        translator: the translator whose encoder reads random words.
        n: the number of sentences to read.
        length: the number of words in each sentence.

    Returns:
        See `decodable`. The measurement is before the norm that ends a pre-norm stack.
    """
    model = translator.model.eval()
    words = torch.Generator().manual_seed(0)
    ids = torch.randint(4, len(translator.source), (n, length), generator=words)
    x = model.src_positions(model.src_embedding(ids))
    mask = torch.ones(1, 1, 1, length, dtype=torch.bool)
    for layer in model.encoder.layers:
        x = layer(x, mask)
    return decodable(x)
