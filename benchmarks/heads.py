"""``python -m benchmarks.heads``: which heads of the translators matter.

Three translators with the preset *toy*, as ``lernformer train`` makes them, and the
everyday one that comes with the package translate 500 unseen sentences with each head
and each attention switched off in turn. What they lose goes to ``heads.json`` next to
``lernformer.translator.heads``, which the book and ``lernformer inspect --heads`` read.
The first of the three is the one that the book looks into: it comes with the package.
Each seed takes two minutes, and one to measure; results that fit the code are kept.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import click
import torch

from benchmarks.about import ROOT
from lernformer import atomic
from lernformer.transformer import Transformer, TransformerConfig
from lernformer.translator import checkpoint, heads, release
from lernformer.translator.batch import encode_pairs
from lernformer.translator.corpus import Pair, make_corpus
from lernformer.translator.corpus.text import make_everyday
from lernformer.translator.recipe import RECIPES, Recipe
from lernformer.translator.trainer import train
from lernformer.translator.translation import Translator
from lernformer.translator.vocabulary import Vocabulary

SEEDS = 3
FOLDER = ROOT / "_build" / "heads"  # for the trained ones


def of_toy() -> dict[str, Any]:
    """What shows whether results come from today's code.

    The corpus, the recipe, and the loss of the first steps: whatever changes the
    translators changes these.
    """
    corpus = make_corpus()
    source = Vocabulary.of(pair.source for pair in corpus.train)
    target = Vocabulary.of(pair.target for pair in corpus.train)
    recipe = RECIPES["toy"]
    torch.manual_seed(recipe.seed)
    model = Transformer(TransformerConfig.preset("toy", len(source), len(target)))
    last = train(
        Translator(model, source, target),
        encode_pairs(corpus.train, source, target),
        replace(recipe, steps=3),
    )
    return {
        "corpus": corpus.fingerprint,
        "recipe": asdict(recipe),
        "first_loss": round(last.loss, 5),
    }


def fits(found: dict[str, Any], now: dict[str, Any]) -> bool:
    """Whether results come from today's code; machines round differently.

    Fields that an old recipe doesn't name had their default values.
    """
    same = Recipe(**found["recipe"]) == Recipe(**now["recipe"])
    same &= found["corpus"] == now["corpus"]
    return same and abs(found["first_loss"] - now["first_loss"]) < 1e-3


def learned(seed: int) -> Translator:
    """The toy translator for a seed, trained by the command line."""
    folder = FOLDER / str(seed)
    if not (folder / checkpoint.NAME).exists():
        command = [sys.executable, "-m", "lernformer", "train", "--quiet"]
        command += ["--folder", str(folder), "--seed", str(seed)]
        subprocess.run(command, check=True)
    return checkpoint.load(folder)[0]


def toy() -> dict[str, Any]:
    """Train, and measure each seed."""
    pairs = make_corpus().test[: heads.SENTENCES]
    seeds = []
    for seed in range(SEEDS):
        seeds.append(heads.importance(learned(seed), pairs))
        click.echo(heads.as_text(seeds[-1], f"toy, seed {seed}"))
    now = of_toy()
    release.keep_toy(FOLDER / "0", now["first_loss"])
    return now | {"sentences": len(pairs), "seeds": seeds}


def everyday(pairs: Sequence[Pair]) -> dict[str, Any]:
    """Measure the translator that comes with the package, on pairs it hasn't seen."""
    pairs = pairs[: heads.SENTENCES]
    measured = heads.importance(release.load()[0], pairs)
    click.echo(heads.as_text(measured, "everyday"))
    return {
        "weights": release.weights(),
        "sentences": len(pairs),
        "seeds": [measured],
    }


def save(name: str, found: dict[str, Any], path: Path = heads.RESULTS) -> None:
    """Replace a preset's older results with new ones."""
    results = json.loads(path.read_text("utf-8")) if path.exists() else {}
    ordered = dict(sorted((results | {name: found}).items(), reverse=True))
    atomic.write(path, json.dumps(ordered, indent=1) + "\n")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
def main():
    """Measure those whose results are missing or of other code."""
    torch.set_num_threads(1)
    results = heads.results() if heads.RESULTS.exists() else {}
    if "toy" not in results or not fits(results["toy"], of_toy()):
        save("toy", toy())
    if results.get("everyday", {}).get("weights") != release.weights():
        save("everyday", everyday(make_everyday().test))


if __name__ == "__main__":
    main()
