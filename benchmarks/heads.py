"""``python -m benchmarks.heads``: find out which of the translators' heads matter.

Three translators with the preset *toy*, trained with ``lernformer train``, and the
everyday one that comes with the package translate 500 unseen sentences, with each
head and each attention switched off in turn. How much worse they get is saved in
``heads.json`` next to ``lernformer.translator.heads``, for the book and for
``lernformer inspect --heads``. The first of the three comes with the package, and the
book looks inside it. Each seed takes two minutes to train and one to measure. Results
that match the code are kept.
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
FOLDER = ROOT / "_build" / "heads"  # for the translators that are trained here


def of_toy() -> dict[str, Any]:
    """Return a fingerprint that shows whether results come from today's code.

    It consists of the corpus, the recipe, and the first losses, because whatever
    changes the translators also changes these.
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
    """Return whether results come from today's code, allowing for rounding.

    Any field that an old recipe lacks had its default value.
    """
    same = Recipe(**found["recipe"]) == Recipe(**now["recipe"])
    same &= found["corpus"] == now["corpus"]
    return same and abs(found["first_loss"] - now["first_loss"]) < 1e-3


def learned(seed: int) -> Translator:
    """Return the toy translator for a seed, trained with the command line."""
    folder = FOLDER / str(seed)
    if not (folder / checkpoint.NAME).exists():
        command = [sys.executable, "-m", "lernformer", "train", "--quiet"]
        command += ["--folder", str(folder), "--seed", str(seed)]
        subprocess.run(command, check=True)
    return checkpoint.load(folder)[0]


def toy() -> dict[str, Any]:
    """Train and measure the translator for each seed."""
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
    """Measure the translators whose results are missing or outdated."""
    torch.set_num_threads(1)
    results = heads.results() if heads.RESULTS.exists() else {}
    if "toy" not in results or not fits(results["toy"], of_toy()):
        save("toy", toy())
    if results.get("everyday", {}).get("weights") != release.weights():
        save("everyday", everyday(make_everyday().test))


if __name__ == "__main__":
    main()
