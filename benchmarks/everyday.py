"""``python -m benchmarks everyday FILE``: sentences that people really write.

FILE has a pair a line: English, tab, German, as collections of Tatoeba have, packed as
.gz or not. Of its distinct English sentences of 3 to 8 words, contractions taken
apart, it asks how many have only words that the translator knows, and draws some of
these to see how many it translates as one of the file's own translations has it (in
lower case, without punctuation). The sentences are measured on; nothing learns them.
"""

import json
import random
import re
from collections import defaultdict
from collections.abc import Container
from pathlib import Path

import click
import sacrebleu
import torch

from lernformer.translator import checkpoint, release
from lernformer.translator.corpus.text import make_everyday, read_lines
from lernformer.translator.evaluation import evaluate
from lernformer.translator.splitter import Contractions
from lernformer.translator.translation import Translator, is_degenerate

SHORTEST, LONGEST = 3, 8  # words
DRAWN = 600


def bare(text: str) -> str:
    """Lower case, no punctuation."""
    return " ".join(re.findall(r"\w+", text.lower().replace("'", "").replace("’", "")))


def english(text: str) -> str:
    """As the translator reads it: lower case, contractions apart, no marks."""
    return " ".join(re.findall(r"'s|\w+", Contractions().split(text.lower())))


def read(path: Path) -> dict[str, list[str]]:
    """Distinct English sentences of the right length, with all their translations."""
    found: dict[str, list[str]] = defaultdict(list)
    for line in read_lines(path):
        source, target, *_ = line.split("\t")
        words = english(source)
        if SHORTEST <= len(words.split()) <= LONGEST:
            found[words].append(target)
    return dict(found)


def measure(
    translator: Translator,
    path: Path,
    drawn: int = DRAWN,
    seed: int = 0,
    show: int = 0,
    learned: Container[str] = (),
) -> dict[str, float]:
    """Coverage and, of drawn sentences that are covered, how many come out right.

    A grammar writes some sentences that people write too: what stands in ``learned``
    does not count in ``equal_of_new``.
    """
    sentences = read(path)
    known = [s for s in sentences if not translator.source.unknown(s)]
    chosen = random.Random(seed).sample(known, min(drawn, len(known)))
    said = translator.translate(chosen)
    right, new, right_new, chrf, bad = 0, 0, 0, 0.0, 0
    for source, translation in zip(chosen, said, strict=True):
        references = sentences[source]
        is_right = bare(translation) in map(bare, references)
        right += is_right
        if source not in learned:
            new += 1
            right_new += is_right
        if not is_right and show > 0:
            show -= 1
            click.echo(f"{source}\n  {translation}\n  {references[0]}", err=True)
        scores = (
            sacrebleu.sentence_chrf(bare(translation), [bare(r)]).score
            for r in references
        )
        chrf += max(scores)
        bad += is_degenerate(bare(translation))
    covered = 100 * len(known) / len(sentences)
    equal = 100 * right / len(chosen)
    return {
        "sentences": len(sentences),
        "covered": round(covered, 1),
        "drawn": len(chosen),
        "equal_of_covered": round(equal, 1),
        "equal_of_new": round(100 * right_new / max(1, new), 1),
        "chrf": round(chrf / len(chosen), 1),
        "equal_of_all": round(covered * equal / 100, 1),
        "degenerate": bad,
    }


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Of a checkpoint; by default the translator that comes with the package.",
)
@click.option("--seed", default=0, show_default=True, help="Of the drawn sentences.")
@click.option("--keep", is_flag=True, help="Make the checkpoint the package's own.")
@click.option("--show", default=0, help="Print so many that are not right.")
def main(file: Path, folder: Path | None, seed: int, keep: bool, show: int) -> None:
    """Measure a translator on FILE: English, tab, German, a pair a line."""
    if keep and not folder:
        raise click.UsageError("--keep needs the --folder of a checkpoint")
    torch.set_num_threads(1)
    try:
        translator = (checkpoint.load(folder) if folder else release.load())[0]
        corpus = make_everyday()
        learned = {pair.source for pair in corpus.train}
        found = measure(translator, file, seed=seed, show=show, learned=learned)
        found["own"] = round(evaluate(translator, corpus.test)["exact_match"], 1)
        click.echo(json.dumps(found, indent=1))
        if keep:
            assert folder is not None
            release.keep(folder, found)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
