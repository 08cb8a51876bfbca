"""``python -m benchmarks.multi30k DIR``: learn real text, and how well by when.

DIR holds your own copy of Multi30k, task 1: train.en, train.de, val.* and
test_2016_flickr.*, plain or as .gz.
"""

import gzip
import io
import json
import math
import os
import re
import time
from pathlib import Path
from typing import NamedTuple

import click
import sacrebleu
import torch

from benchmarks import report
from benchmarks.about import about
from lernformer.transformer import Transformer, TransformerConfig
from lernformer.translator.batch import batches, encode_pairs, group
from lernformer.translator.device import pick_device
from lernformer.translator.recipe import Recipe, make_optimizer
from lernformer.translator.training import train_step
from lernformer.translator.translation import Translator
from lernformer.translator.vocabulary import Vocabulary

RESULTS = Path(__file__).with_name("results.json")
BEAM_SIZE = 5


class Pair(NamedTuple):
    source: str
    target: str


def read(folder: Path, split: str) -> list[Pair]:
    """The pairs of a split, a sentence a line."""
    sides = []
    for language in ("en", "de"):
        plain, packed = (folder / f"{split}.{language}{end}" for end in ("", ".gz"))
        if not plain.exists() and not packed.exists():
            raise click.ClickException(f"there is no {plain.name} in {folder}")
        if plain.exists():
            text = plain.read_bytes()
        else:
            text = gzip.decompress(packed.read_bytes())
        sides.append(text.decode("utf-8").splitlines())
    if len(sides[0]) != len(sides[1]):
        raise click.ClickException(
            f"{split}: {len(sides[0])} and {len(sides[1])} lines"
        )
    return [Pair(*pair) for pair in zip(*sides, strict=True)]


class Pieces:
    """Byte-pair encoding: frequent words whole, rare ones in pieces."""

    def __init__(self, texts: list[str], vocab_size: int):
        import sentencepiece

        model = io.BytesIO()
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(texts),
            model_writer=model,
            vocab_size=vocab_size,
            model_type="bpe",
            character_coverage=1.0,
            minloglevel=2,
        )
        self.model = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())

    def split(self, text: str) -> str:
        return " ".join(self.model.encode(text, out_type=str))

    def join(self, pieces: str) -> str:
        return self.model.decode(pieces.split())


class Words:
    """Words and marks: where sentencepiece is not installed."""

    def split(self, text: str) -> str:
        return " ".join(re.findall(r"\w+|[^\w\s]", text))

    def join(self, words: str) -> str:
        return re.sub(r" ([.,;:!?])", r"\1", words)


def splitter(texts: list[str], vocab_size: int) -> tuple[Pieces | Words, str, int]:
    """How text becomes words of the vocabulary; its name; how often a word occurs."""
    try:
        return Pieces(texts, vocab_size), f"joint BPE of {vocab_size}", 1
    except ModuleNotFoundError as error:
        click.secho(f"NO BPE, WORDS INSTEAD: {error}", fg="yellow", err=True)
        return Words(), "words that occur twice", 2


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--minutes", default=30.0, show_default=True, help="Of training.")
@click.option("--every", default=100.0, show_default=True, help="Seconds to a check.")
@click.option("--threads", default=2, show_default=True)
@click.option("--device", default="cpu", show_default=True)
@click.option("--d-model", default=256, show_default=True)
@click.option("--n-heads", default=4, show_default=True)
@click.option("--d-ff", default=1024, show_default=True)
@click.option("--n-layers", default=2, show_default=True)
@click.option("--dropout", default=0.2, show_default=True)
@click.option("--bpe", default=4000, show_default=True, help="Size of the vocabulary.")
@click.option("--batch-tokens", default=1024, show_default=True)
@click.option("--peak", default=1.5e-3, show_default=True, help="Learning rate.")
@click.option("--seed", default=0, show_default=True)
def main(folder, minutes, every, threads, device, bpe, seed, **options):
    """Train on Multi30k English to German; write the curve to results.json."""
    torch.set_num_threads(threads)
    device = pick_device(device)
    told = about(device, threads)
    splits = {name: read(folder, name) for name in ("train", "val", "test_2016_flickr")}
    texts = [text for pair in splits["train"] for text in pair]
    split, split_name, min_count = splitter(texts, bpe)
    train = [Pair(*map(split.split, pair)) for pair in splits["train"]]
    vocabulary = Vocabulary.of((text for pair in train for text in pair), min_count)

    torch.manual_seed(seed)
    config = TransformerConfig(
        len(vocabulary),
        len(vocabulary),
        options["d_model"],
        options["n_heads"],
        options["d_ff"],
        options["n_layers"],
        options["dropout"],
        tie_embeddings=True,
    )
    translator = Translator(Transformer(config).to(device), vocabulary, vocabulary)
    pairs = encode_pairs(train, vocabulary, vocabulary)

    def translate(pairs: list[Pair], **search) -> list[str]:
        sources = [split.split(pair.source) for pair in pairs]
        return [split.join(text) for text in translator.translate(sources, **search)]

    def bleu(pairs: list[Pair], **search):
        metric = sacrebleu.BLEU()
        references = [[pair.target for pair in pairs]]
        score = metric.corpus_score(translate(pairs, **search), references).score
        return round(score, 2), str(metric.get_signature())

    curve = learn(
        translator.model,
        pairs,
        60 * minutes,
        every,
        lambda: bleu(splits["val"])[0],
        Recipe(
            steps=1,  # time decides
            batch_tokens=options["batch_tokens"],
            peak=options["peak"],
            bf16=True,
            seed=seed,
        ),
    )
    test = splits["test_2016_flickr"]
    beam, signature = bleu(test, beam_size=BEAM_SIZE, length_penalty=1.0)
    c = config
    results = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    told["load_after"] = round(os.getloadavg()[0], 2)
    key = "multi30k" + f" on {device.type}" * (device.type != "cpu")
    results[key] = {
        "about": told,
        "skipped": {},
        "results": {
            "description": (
                f"English to German: d_model {c.d_model}, {c.n_heads} heads, d_ff "
                f"{c.d_ff}, {c.n_layers} + {c.n_layers} layers, dropout {c.dropout}, "
                f"{split_name}, bfloat16, {options['batch_tokens']} tokens a batch, "
                f"learning rate {options['peak']} falling to 0 as a cosine of time."
            ),
            "curve": curve,
            "final": {"greedy": bleu(test)[0], f"beam {BEAM_SIZE}": beam},
            "beam_size": BEAM_SIZE,
            "signature": signature,
        },
    }
    report.save(results, RESULTS)
    click.echo(results[key]["results"]["final"])


def learn(model, pairs, limit, every, validate, recipe) -> list[dict]:
    """Train for ``limit`` seconds; checks come on top of them.

    The learning rate follows the clock, so that a slow or busy machine ends its
    schedule as well.
    """
    device = model.src_embedding.weight.device
    optimizer = make_optimizer(model, recipe)
    steps_an_epoch = len(group(pairs, recipe.batch_tokens))
    curve, losses = [], []
    seconds = cpu_seconds = 0.0
    next_check = every
    began, cpu_began = time.monotonic(), time.process_time()
    for step, batch in enumerate(batches(pairs, recipe.batch_tokens, recipe.seed), 1):
        spent = seconds + time.monotonic() - began
        share = min(1.0, spent / limit)
        rate = recipe.peak * (1 + math.cos(math.pi * share)) / 2
        rate *= min(1.0, step / recipe.warmup_steps)
        for parameters in optimizer.param_groups:
            parameters["lr"] = rate
        batch = batch.to(device)
        loss = train_step(
            model,
            optimizer,
            batch.src,
            batch.tgt,
            recipe.smoothing,
            max_norm=recipe.max_norm,
            bf16=recipe.bf16,
        )
        losses.append(loss)
        if spent >= min(next_check, limit):
            mean_loss = torch.stack(losses).float().mean().item()  # waits for a GPU
            seconds += time.monotonic() - began
            cpu_seconds += time.process_time() - cpu_began
            point = {
                "seconds": round(seconds, 1),
                "cpu_seconds": round(cpu_seconds, 1),
                "step": step,
                "epochs": round(step / steps_an_epoch, 2),
                "loss": round(mean_loss, 4),
                "bleu": validate(),
            }
            curve.append(point)
            click.echo(json.dumps(point))
            if spent >= limit:
                return curve
            losses.clear()
            next_check += every
            began, cpu_began = time.monotonic(), time.process_time()
    raise AssertionError("batches end")


if __name__ == "__main__":
    main()
