"""``python -m benchmarks everyday FILE``: evaluate on sentences that people wrote.

FILE has one pair per line: English, a tab, German, as in Tatoeba's collections. It may
be compressed as .gz. Among its distinct English sentences of 3 to 8 words, with
contractions expanded, this counts those whose words the translator knows, and how many
of these it translates like one of the file's own translations (ignoring case and
punctuation). The sentences are only used for measuring, never for training.

It also evaluates sentences from the translator's own grammar: *test* is like training;
*compositional* combines two words that never occur together in training; *longer* has
more words than any training line, including joined ones, and is translated once in
passages (the translator's default) and once uncut; *fixed* contains phrases exactly as
they appear in training. Finally, it measures how many of the words that the translator
is sure of (with a probability of 0.9 or more) are right.
"""

import json
import random
import re
from collections import defaultdict
from collections.abc import Container, Sequence
from difflib import SequenceMatcher
from hashlib import sha256
from pathlib import Path
from typing import Any

import click
import sacrebleu
import torch

from benchmarks import heads, report
from benchmarks.about import about
from lernformer.embedding import pad_batch
from lernformer.translator import checkpoint, release
from lernformer.translator.batch import encode_pairs, join_pairs
from lernformer.translator.corpus import Pair
from lernformer.translator.corpus.everyday import FIXED
from lernformer.translator.corpus.everyday import LONGEST as LONGEST_OF_GRAMMAR
from lernformer.translator.corpus.everyday.splits import compositional, longer
from lernformer.translator.corpus.text import TextCorpus, make_everyday, read_lines
from lernformer.translator.dropped_words import lexicon
from lernformer.translator.evaluation import evaluate, exact_match
from lernformer.translator.offered_words import following
from lernformer.translator.splitter import Contractions
from lernformer.translator.translation import Translator, is_degenerate

SHORTEST, LONGEST = 3, 8  # words
# as in widgets/doubts.mjs, which underlines words that are less likely than this
SURE = 0.9
HELD_OUT = 1_000  # sentences in each harder split
RESULTS = Path(__file__).with_name("results.json")


def bare(text: str) -> str:
    """Return text in lower case, without punctuation."""
    return " ".join(re.findall(r"\w+", text.lower().replace("'", "").replace("’", "")))


def english(text: str) -> str:
    """Return what the translator reads: lower case, no contractions or punctuation."""
    return " ".join(re.findall(r"'s|\w+", Contractions().split(text.lower())))


def read(path: Path) -> dict[str, list[str]]:
    """Return distinct English sentences of the right length, with all translations."""
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
    drawn: int | None = None,
    seed: int = 0,
    show: int = 0,
    learned: Container[str] = (),
) -> dict[str, float]:
    """Measure coverage, and how many of the covered sentences come out right.

    By default, all of them are translated; otherwise, ``seed`` selects ``drawn``.

    The grammar also generates some of the sentences that people write. Those in
    ``learned`` don't count towards ``equal_of_new``.
    """
    sentences = read(path)
    known = [s for s in sentences if not translator.source.unknown(s)]
    chosen = random.Random(seed).sample(known, min(drawn or len(known), len(known)))
    german = translator.translate(chosen)
    right, new, right_new, chrf, bad = 0, 0, 0, 0.0, 0
    for source, translation in zip(chosen, german, strict=True):
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
    references_of = [[bare(r) for r in sentences[source]] for source in chosen]
    sure, sure_right = sure_and_right(translator, chosen, german, references_of, bare)
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
        "sure_of_people": sure,
        "sure_right_of_people": sure_right,
    }


@torch.inference_mode()
def probabilities(
    translator: Translator, sources: Sequence[str], german: Sequence[str]
) -> list[list[float]]:
    """Return the probability that the model gives each word of its own translations."""
    found: list[list[float]] = []
    for source, translation in zip(sources, german, strict=True):
        ids = translator.target.encode(translator.splitter.split(translation))
        tgt = torch.from_numpy(pad_batch([ids]))
        logits = translator.model(translator.encode([source]), tgt[:, :-1])
        likely = logits.softmax(dim=-1).gather(-1, tgt[:, 1:, None])[0, :-1, 0]
        found.append(likely.tolist())
    return found


def sure_and_right(
    translator: Translator,
    sources: Sequence[str],
    german: Sequence[str],
    references: Sequence[Sequence[str]],
    form: Any = str,
) -> tuple[float, float]:
    """Return the share of words it is sure of, and the share of those right, both in %.

    A word is right if it occurs in the reference most similar to the translation, in a
    position that the words before and after it leave free.

    Args:
        translator: the translator to measure.
        sources: the source sentences.
        german: the translator's own translations.
        references: one or more for each sentence, in the form that ``form`` returns.
        form: function that returns what to compare of a word; a word with nothing left
            doesn't count.
    """
    words = sure = right = 0
    likely = probabilities(translator, sources, german)
    for translation, shares, others in zip(german, likely, references, strict=True):
        split = translator.splitter.split(translation).split()
        pairs = [(form(w), p) for w, p in zip(split, shares, strict=True) if form(w)]
        spoken = [word for word, _ in pairs]

        def places(reference: str, spoken: list[str] = spoken) -> set[int]:
            match = SequenceMatcher(None, spoken, reference.split(), autojunk=False)
            blocks = match.get_matching_blocks()
            return {block.a + i for block in blocks for i in range(block.size)}

        best = max((places(reference) for reference in others), key=len)
        for i, (_, p) in enumerate(pairs):
            words += 1
            sure += p >= SURE
            right += p >= SURE and i in best
    return round(100 * sure / words, 1), round(100 * right / max(1, sure), 2)


def measure_own(
    translator: Translator, found: dict[str, Any], corpus: TextCorpus, size: int
) -> dict[str, float]:
    """Evaluate on the grammar's own splits, including how sure and right the words are.

    Args:
        translator: the translator to measure.
        found: the details of its checkpoint.
        corpus: the corpus it was trained on.
        size: how many sentences to draw for each harder split.
    """
    sources, references = zip(*corpus.test, strict=True)
    german = translator.translate(sources)
    sure, right = sure_and_right(translator, sources, german, [[r] for r in references])
    pairs = encode_pairs(
        corpus.train, translator.source, translator.target, translator.splitter
    )
    n_joined = round(found["recipe"]["joined"] * len(pairs))
    joined = join_pairs(pairs, n_joined, found["recipe"]["seed"])

    lines = [max(len(line[side]) for line in [*pairs, *joined]) - 2 for side in (0, 1)]
    splits = {
        "compositional": compositional(corpus.train, size, LONGEST_OF_GRAMMAR),
        "longer": longer(corpus.train, size, lines),
    }
    exact = {
        name: round(evaluate(translator, [Pair(*p) for p in split])["exact_match"], 1)
        for name, split in splits.items()
    }
    phrases, meant = zip(*((e, f"{g} {mark}") for e, g, mark in FIXED), strict=True)
    uncut = evaluate(translator, [Pair(*p) for p in splits["longer"]], whole=True)
    return {
        "own": round(exact_match(german, references), 1),
        "fixed": round(exact_match(translator.translate(phrases), meant), 1),
        **exact,
        "longer_whole": round(uncut["exact_match"], 1),
        "longest_line": lines[0],
        "sure": sure,
        "sure_right": right,
    }


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of a checkpoint; by default, the translator in the package.",
)
@click.option(
    "--drawn", type=int, help="Translate this many, drawn at random, instead of all."
)
@click.option(
    "--seed", default=0, show_default=True, help="Seed for drawing sentences."
)
@click.option(
    "--keep",
    is_flag=True,
    help="Make the checkpoint the package's own, and write the table of README.md.",
)
@click.option("--show", default=0, help="Print this many that are wrong.")
def main(
    file: Path,
    folder: Path | None,
    drawn: int | None,
    seed: int,
    keep: bool,
    show: int,
) -> None:
    """Evaluate a translator on FILE, with English, a tab and German on each line."""
    folder = folder or release.FOLDER
    torch.set_num_threads(1)
    setup = about(torch.device("cpu"), 1)
    try:
        translator, details = checkpoint.load(folder)
        corpus = make_everyday()
        learned = {pair.source for pair in corpus.train}
        found = measure(translator, file, drawn, seed, show, learned)
        found |= measure_own(translator, details, corpus, HELD_OUT)
        click.echo(json.dumps(found, indent=1))
        if keep:
            split = translator.splitter.split
            pairs = [(split(pair.source), pair.target) for pair in corpus.train]
            offered = following(source for source, _ in pairs)
            release.keep(folder, found, following=offered, lexicon=lexicon(pairs))
            setup |= {
                "load_after": setup["load"],
                "weights": release.weights(),
                "file": sha256(file.read_bytes()).hexdigest(),
            }
            results = json.loads(RESULTS.read_text("utf-8"))
            results["everyday"] = {"about": setup, "skipped": {}, "results": found}
            report.save(results, RESULTS)
            heads.save("everyday", heads.everyday(corpus.test))
    except ValueError as error:
        raise click.ClickException(str(error)) from error
