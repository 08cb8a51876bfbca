"""``python -m benchmarks.tatoeba FILE``: learn what people write, compared with Marian.

FILE has one pair per line: English, a tab, German, as in Tatoeba's collections. We hold
out all translations of 2,000 sentences, as ``lernformer train --corpus tsv:FILE`` does.
Two models of the everyday translator's size learn the rest from random weights, with
the same batches, optimiser and number of steps: ours, and Marian's architecture
(Hugging Face). The everyday translator itself, which has never seen a line of FILE,
translates those sentences that consist of words it knows.
"""

import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import click
import sacrebleu
import torch
from torch import Tensor, nn

from benchmarks import report
from benchmarks.about import about
from benchmarks.everyday import bare, english
from benchmarks.peers import count, up_to
from lernformer.commands import words_of
from lernformer.embedding import EOS_ID, PAD_ID
from lernformer.fast import faster
from lernformer.fast.training_step import train_step
from lernformer.transformer import PRESETS, Transformer, TransformerConfig
from lernformer.translator import release
from lernformer.translator.batch import Ids, batches, encode_pairs
from lernformer.translator.corpus.text import TextCorpus, read_tsv
from lernformer.translator.recipe import Recipe, make_optimizer
from lernformer.translator.translation import Translator

RESULTS = Path(__file__).with_name("results.json")
SIZE = {**PRESETS["everyday"], "dropout": 0.1}
RECIPE = Recipe(steps=4_000, batch_tokens=1024, peak=4e-3, weight_decay=0.1)
Say = Callable[[Sequence[str]], list[str]]


class Logits(nn.Module):
    """Marian, called like our model: from (src, decoder input) to logits."""

    def __init__(self, marian: nn.Module):
        super().__init__()
        self.marian = marian

    def forward(self, src: Tensor, decoder_input: Tensor) -> Tensor:
        return self.marian(
            src,
            attention_mask=src != PAD_ID,
            decoder_input_ids=decoder_input,
            decoder_attention_mask=decoder_input != PAD_ID,
            use_cache=False,
        ).logits


def held_out(corpus: TextCorpus) -> dict[str, list[str]]:
    """Return the sentences that no model learns from, with all their translations."""
    found: dict[str, list[str]] = {}
    for source, target in [*corpus.validation, *corpus.test]:
        found.setdefault(source, []).append(target)
    return found


def learn(
    model: nn.Module, learner: nn.Module, pairs: Sequence[Ids], recipe: Recipe
) -> float:
    """Train ``learner``, which has ``model``'s parameters; return CPU seconds."""
    optimizer = make_optimizer(model, recipe)
    began = time.process_time()
    for step, batch in enumerate(batches(pairs, recipe.batch_tokens, recipe.seed), 1):
        if step > recipe.steps:
            break
        for parameters in optimizer.param_groups:
            parameters["lr"] = recipe.learning_rate(step, SIZE["d_model"])
        train_step(
            learner,
            optimizer,
            batch.src,
            batch.tgt,
            recipe.smoothing,
            max_norm=recipe.max_norm,
        )
    model.eval()
    return time.process_time() - began


def marian_says(marian: Any, translator: Translator, longest: int) -> Say:
    """Return Marian's greedy translations, as words of our translator."""

    def say(sources: Sequence[str]) -> list[str]:
        german = []
        for i in range(0, len(sources), 100):
            src = translator.encode(sources[i : i + 100])
            ids = marian.generate(
                src,
                attention_mask=(src != PAD_ID).long(),
                max_new_tokens=longest,
                do_sample=False,
                num_beams=1,
            )
            for row in up_to(ids[:, 1:].tolist(), EOS_ID):
                german.append(translator.splitter.join(translator.target.decode(row)))
        return german

    return say


def score(
    german: Sequence[str], references: Sequence[Sequence[str]]
) -> dict[str, float]:
    """Return exact matches, mean best chrF, and BLEU, ignoring case and punctuation."""
    german = [bare(text) for text in german]
    references = [[bare(text) for text in texts] for texts in references]
    most = max(map(len, references))
    columns = [
        [texts[i] if i < len(texts) else None for texts in references]
        for i in range(most)
    ]
    pairs = list(zip(german, references, strict=True))
    best = [max(sacrebleu.sentence_chrf(h, [r]).score for r in rs) for h, rs in pairs]
    return {
        "exact": round(100 * sum(h in rs for h, rs in pairs) / len(pairs), 1),
        "chrf": round(sum(best) / len(best), 1),
        "bleu": round(sacrebleu.corpus_bleu(german, columns).score, 1),
    }


def measure(corpus: TextCorpus, recipe: Recipe, bpe: int, skip: Any) -> dict[str, Any]:
    """Train, translate held-out sentences, and compare all, then only covered ones."""
    test = held_out(corpus)
    sources = list(test)
    references = list(test.values())
    splitter, words, _ = words_of("tsv", corpus.train, bpe)
    pairs = encode_pairs(corpus.train, words, words, splitter)
    longest = 2 * max(len(tgt) for _, tgt in pairs)
    everyday = release.load()[0]
    texts = [english(source) for source in sources]
    covered = [not everyday.source.unknown(text) for text in texts]
    known = [text for text, is_known in zip(texts, covered, strict=True) if is_known]
    spoken = iter(everyday.translate(known))
    german = {"everyday": [next(spoken) if is_known else "" for is_known in covered]}
    found: dict[str, dict[str, Any]] = {"everyday": {}}

    torch.manual_seed(recipe.seed)
    n = len(words)
    ours = Transformer(TransformerConfig(n, n, **SIZE, tie_embeddings=True))
    translator = Translator(ours, words, words, splitter)
    cpu = learn(ours, faster(ours), pairs, recipe)
    german["ours"] = translator.translate(sources)
    found["ours"] = {"cpu_seconds": round(cpu), "parameters": count(ours)}
    try:
        from benchmarks.peers.marian import build
    except ModuleNotFoundError as error:
        skip("Marian", error)
    else:
        torch.manual_seed(recipe.seed)
        changed = {"positions": "halves", "norm_first": False, "max_length": 256}
        marian = build(TransformerConfig(n, n, **{**SIZE, **changed}))
        cpu = learn(marian, Logits(marian), pairs, recipe)
        with torch.inference_mode():
            german["Marian"] = marian_says(marian, translator, longest)(sources)
        found["Marian"] = {"cpu_seconds": round(cpu), "parameters": count(marian)}

    for name, texts in german.items():
        found[name]["all"] = score(texts, references)
        rows = zip(texts, references, covered, strict=True)
        some, those = zip(*((t, r) for t, r, is_known in rows if is_known), strict=True)
        found[name]["covered"] = score(some, those)
    return {
        "held_out": len(sources),
        "references": round(sum(map(len, references)) / len(references), 2),
        "covered": round(100 * sum(covered) / len(covered), 1),
        "pairs": len(corpus.train),
        "steps": recipe.steps,
        "batch_tokens": recipe.batch_tokens,
        "bpe": bpe,
        "translators": found,
    }


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--steps", default=RECIPE.steps, show_default=True)
@click.option("--bpe", type=click.IntRange(1), default=4000, show_default=True)
@click.option("--threads", default=1, show_default=True)
def main(file: Path, steps: int, bpe: int, threads: int) -> None:
    """Train on FILE, compare on 2,000 of its sentences, and write to results.json."""
    torch.set_num_threads(threads)
    setup, skipped = about(torch.device("cpu"), threads), {}

    def skip(peer: str, reason: Exception) -> None:
        skipped[peer] = str(reason)
        click.secho(f"SKIPPED {peer}: {reason}", fg="yellow", err=True)

    try:
        corpus = read_tsv(file)
        found = measure(corpus, replace(RECIPE, steps=steps), bpe, skip)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    click.echo(json.dumps(found, indent=1))
    setup |= {
        "load_after": round(os.getloadavg()[0], 2),
        "weights": release.weights(),
        "file": sha256(file.read_bytes()).hexdigest(),
    }
    results = json.loads(RESULTS.read_text("utf-8"))
    results["tatoeba"] = {"about": setup, "skipped": skipped, "results": found}
    report.save(results, RESULTS)


if __name__ == "__main__":
    main()
