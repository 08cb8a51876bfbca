"""Small training runs for the book to compare: the same sentences, one thing changed.

    base = experiments.learn(seed=0)
    without = experiments.learn(seed=0, positions="none")
    without.losses  # (steps / EVERY,)

Each takes seconds, so a chapter can repeat it with several seeds.
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

EVERY = 10  # steps whose losses are averaged into one point of a curve
SIZES = {"d_model": 64, "n_heads": 4, "d_ff": 128, "n_layers": 1, "dropout": 0.0}
RECIPE = Recipe(steps=300, batch_tokens=512, peak=1e-2, warmup_steps=50, smoothing=0.0)


@cache
def corpus() -> Corpus:
    """The sentences of all experiments: few, so every run sees each of them often."""
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
        seed: for the initial weights, the batches and the dropout.
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


def decodable(vectors: Tensor) -> float:
    """How often a linear probe finds the position of a vector, on unseen sentences.

    Args:
        vectors: (n, L, d), for n sentences of L words. The probe learns from the first
            half and is tested on the second.

    Returns:
        The share of positions that it finds; 1/L is guessing.
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
    """How well positions can be read from the top of a translator's encoder.

    Args:
        translator: its encoder reads random words.
        n: how many sentences of random words to read.
        length: words in each.

    Returns:
        See `decodable`; measured before the norm at the end of a pre-norm stack.
    """
    model = translator.model.eval()
    words = torch.Generator().manual_seed(0)
    ids = torch.randint(4, len(translator.source), (n, length), generator=words)
    x = model.src_positions(model.src_embedding(ids))
    mask = torch.ones(1, 1, 1, length, dtype=torch.bool)
    for layer in model.encoder.layers:
        x = layer(x, mask)
    return decodable(x)
