"""``make experiments``: the book's experiments that are too long for a build.

Each trains the same small translator to the end, with three seeds and one change. The
deep ones have six layers on each side. The chapters read the results from
``experiments.json``: how the loss falls, how many unseen sentences are translated word
for word and, for deep models, how much the top layer knows about positions. A test
repeats one of the runs. A run that was interrupted resumes where it stopped, and
results that no longer match the code are recomputed.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import click
import torch
from torch import nn
from torch.nn import functional as F

from lernformer import atomic, experiments
from lernformer.attention import MultiHeadAttention
from lernformer.residual_norm import ResidualConnection
from lernformer.transformer import Transformer, TransformerConfig
from lernformer.translator.batch import encode_pairs
from lernformer.translator.corpus import LONGEST, Corpus, make_corpus
from lernformer.translator.decoding import greedy_decode
from lernformer.translator.evaluation import exact_match
from lernformer.translator.recipe import Recipe
from lernformer.translator.trainer import train
from lernformer.translator.translation import Translator
from lernformer.translator.vocabulary import Vocabulary

RESULTS = Path(__file__).with_name("experiments.json")
SEEDS = 3
STEPS = 1200
SIZES = {"d_model": 64, "n_heads": 4, "d_ff": 256, "n_layers": 2, "dropout": 0.0}
DEEP = {"d_model": 32, "d_ff": 64, "n_layers": 6}
RECIPE = Recipe(STEPS, batch_tokens=768, peak=5e-3, warmup_steps=120, smoothing=0.0)


POST = {"norm_first": False}
COLD = {"warmup_steps": 1}
GENTLE = {"peak": 1e-3, "warmup_steps": 400}
POINTS = 20  # points per curve


class Nothing(nn.Module):
    """Takes the place of an attention, but adds nothing to the residual."""

    def forward(self, h, *_):
        return torch.zeros_like(h), None


def without(stack: str, name: str) -> Callable[[Transformer], None]:
    """Return a change that removes a sublayer from every layer of a stack."""

    def change(model):
        for layer in getattr(model, stack).layers:
            setattr(layer, name, Nothing())

    return change


def unscaled(model: Transformer) -> None:
    """Undo the division by √dₖ by making the queries √dₖ times as long."""
    for module in model.modules():
        if isinstance(module, MultiHeadAttention):
            root = (module.q_proj.out_features // module.n_heads) ** 0.5
            module.q_proj.register_forward_hook(
                lambda layer, inputs, q, root=root: root * q
            )


def without_root(model: Transformer) -> None:
    """Remove the factor √d from the embeddings."""
    for layer in (model.src_embedding, model.tgt_embedding):
        layer.forward = lambda ids, layer=layer: F.embedding(ids, layer.weight)


class NormOnly(ResidualConnection):
    """A connection without the addition: the norm, then the sublayer."""

    def forward(self, x, sublayer):
        return sublayer(self.norm(x))


def without_residuals(model: Transformer) -> None:
    """Remove the addition from every residual connection."""
    for module in model.modules():
        if type(module) is ResidualConnection:
            module.__class__ = NormOnly


@dataclass(frozen=True)
class Experiment:
    """What an experiment changes: the untrained model, its settings, or the recipe."""

    change: Callable[[Transformer], None] = lambda model: None
    config: dict[str, Any] = field(default_factory=dict)
    recipe: dict[str, Any] = field(default_factory=dict)
    curve: bool = False  # whether to record how the loss falls

    @property
    def deep(self) -> bool:
        return self.config.get("n_layers") == DEEP["n_layers"]


EXPERIMENTS = {
    "all": Experiment(curve=True),
    "no_encoder_self_attention": Experiment(without("encoder", "self_attention")),
    "no_decoder_self_attention": Experiment(without("decoder", "self_attention")),
    "no_cross_attention": Experiment(without("decoder", "cross_attention")),
    "no_positions": Experiment(config={"positions": "none"}),
    "unscaled": Experiment(unscaled),
    "one_head": Experiment(config={"n_heads": 1}),
    "no_root": Experiment(without_root, curve=True),
    "no_root_learned": Experiment(without_root, {"positions": "learned"}, curve=True),
    "cold": Experiment(recipe=COLD),
    "deep_pre": Experiment(config=DEEP),
    "deep_pre_cold": Experiment(config=DEEP, recipe=COLD),
    "deep_post": Experiment(config=DEEP | POST),
    "deep_post_cold": Experiment(config=DEEP | POST, recipe=COLD),
    "deep_post_gentle": Experiment(config=DEEP | POST, recipe=GENTLE),
    "deep_rms": Experiment(config=DEEP | {"norm": "rms"}),
    "deep_deepnorm": Experiment(config=DEEP | POST | {"deepnorm": True}),
    "deep_no_residuals": Experiment(without_residuals, DEEP),
}


@cache
def corpus() -> Corpus:
    """Return the sentences to learn from, and those that no experiment has seen."""
    return make_corpus(train=20_000, validation=0, test=500, compositional=0, longer=0)


@cache
def vocabularies() -> tuple[Vocabulary, Vocabulary]:
    """Return the corpus's vocabularies, English and German."""
    return Vocabulary.of_both(corpus().train)


def learn(name: str, seed: int, steps: int = 0) -> tuple[Translator, list[float]]:
    """Train a translator with one change.

    Args:
        name: the experiment, one of ``EXPERIMENTS``.
        seed: random seed for the initial weights and the batches.
        steps: how many steps to train, if not all.

    Returns:
        The trained translator, and the mean loss in each of ``POINTS`` equal parts of
        the training.
    """
    chosen = EXPERIMENTS[name]
    source, target = vocabularies()
    config = TransformerConfig(len(source), len(target), **{**SIZES, **chosen.config})
    recipe = replace(RECIPE, seed=seed, steps=steps or STEPS, **chosen.recipe)
    torch.manual_seed(seed)
    translator = Translator(Transformer(config), source, target)
    chosen.change(translator.model)
    losses: list[float] = []
    train(
        translator,
        encode_pairs(corpus().train, source, target),
        recipe,
        report=lambda progress: losses.append(progress.loss),
        report_every=max(1, recipe.steps // POINTS),
    )
    return translator, losses


def measured(name: str, translator: Translator, losses: list[float]) -> dict[str, Any]:
    """Return what the book reports about a trained translator.

    Returns:
        ``loss``: the mean over the last tenth of the steps. ``exact``: the percentage
        of unseen sentences that it translates word for word, decoded as the book
        teaches it (faster decoders would bypass the change). Some also have the
        ``curve`` of the loss, and deep ones ``positions``, the share of positions that
        a probe finds in the encoder's output.
    """
    sources, references = zip(*corpus().test, strict=True)
    outputs = greedy_decode(translator.model, translator.encode(sources), LONGEST + 2)
    found = {
        "loss": round(sum(losses[-2:]) / 2, 4),
        "exact": exact_match(
            [translator.target.decode(ids) for ids in outputs], references
        ),
    }
    if EXPERIMENTS[name].curve or EXPERIMENTS[name].deep:
        found["curve"] = [round(loss, 3) for loss in losses]
    if EXPERIMENTS[name].deep:
        found["positions"] = round(experiments.probe_positions(translator), 3)
    return found


def first_loss(name: str) -> float:
    """Return the loss at step 3, which changes whenever the results would change."""
    return learn(name, seed=0, steps=3)[1][-1]


def fits(found: dict, now: float) -> bool:
    """Return whether results come from today's code, judging by the first losses."""
    return abs(found["first_loss"] - now) < 1e-3


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("names", nargs=-1, type=click.Choice(list(EXPERIMENTS)))
def main(names):
    """Train NAMES; by default, all whose results are missing or outdated."""
    torch.set_num_threads(1)
    results = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    for name, seed in product(names or EXPERIMENTS, range(SEEDS)):
        now = first_loss(name)
        if seed == 0 and (names or name not in results or not fits(results[name], now)):
            results[name] = {"first_loss": round(now, 5), "steps": STEPS}
        found = results[name]
        if len(found.get("exact", ())) > seed:
            continue
        for key, value in measured(name, *learn(name, seed)).items():
            found.setdefault(key, []).append(value)
        click.echo(f"{name}, seed {seed}: {found['exact'][-1]:.1f} % word for word")
        ordered = {name: results[name] for name in EXPERIMENTS if name in results}
        atomic.write(RESULTS, json.dumps(ordered, indent=1) + "\n")


if __name__ == "__main__":
    main()
