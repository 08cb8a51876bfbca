"""``python -m benchmarks.multi30k DIR``: how well it learns real text, over time.

DIR contains your own copy of Multi30k, task 1: train.en, train.de, val.* and
test_2016_flickr.*, uncompressed or as .gz.
"""

import json
import math
import os
import time
from dataclasses import asdict, replace
from pathlib import Path

import click
import sacrebleu
import torch

from benchmarks import report
from benchmarks.about import about
from lernformer.commands import words_of
from lernformer.fast import faster
from lernformer.fast.training_step import train_step
from lernformer.transformer import PRESETS, Transformer, TransformerConfig
from lernformer.translator import checkpoint
from lernformer.translator.batch import batches, encode_pairs, group
from lernformer.translator.corpus import Pair
from lernformer.translator.corpus.text import read_multi30k
from lernformer.translator.device import pick_device
from lernformer.translator.recipe import RECIPES, make_optimizer
from lernformer.translator.translation import Translator

RESULTS = Path(__file__).with_name("results.json")
BEAM_SIZE = 5
SMALL, RECIPE = PRESETS["small"], RECIPES["small"]


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--minutes", default=30.0, show_default=True, help="Of training.")
@click.option(
    "--cpu-minutes",
    default=60.0,
    show_default=True,
    help="Training time over all cores; the limit reached first ends it.",
)
@click.option(
    "--every", default=100.0, show_default=True, help="Seconds between checks."
)
@click.option("--threads", default=2, show_default=True)
@click.option("--device", default="cpu", show_default=True)
@click.option("--d-model", default=SMALL["d_model"], show_default=True)
@click.option("--n-heads", default=SMALL["n_heads"], show_default=True)
@click.option("--d-ff", default=SMALL["d_ff"], show_default=True)
@click.option("--n-layers", default=SMALL["n_layers"], show_default=True)
@click.option("--dropout", default=SMALL["dropout"], show_default=True)
@click.option(
    "--bpe", default=4000, show_default=True, help="Word pieces; 0 uses words."
)
@click.option("--batch-tokens", default=RECIPE.batch_tokens, show_default=True)
@click.option("--peak", default=RECIPE.peak, show_default=True, help="Learning rate.")
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    default="_build/multi30k",
    show_default=True,
    help="Folder for the checkpoint, which each check replaces.",
)
@click.option("--seed", default=0, show_default=True)
def main(
    folder, minutes, cpu_minutes, every, threads, device, bpe, keep, seed, **options
):
    """Train on Multi30k, English to German, and write the curve to results.json."""
    torch.set_num_threads(threads)
    device = pick_device(device)
    setup = about(device, threads)
    try:
        corpus = read_multi30k(folder)
        splitter, source, target = words_of("multi30k", corpus.train, bpe)
    except ValueError as error:
        raise click.ClickException(str(error)) from error
    recipe = replace(
        RECIPE,
        seed=seed,
        batch_tokens=options.pop("batch_tokens"),
        peak=options.pop("peak"),
    )
    torch.manual_seed(seed)
    c = TransformerConfig(
        len(source), len(target), **options, tie_embeddings=source is target
    )
    translator = Translator(Transformer(c).to(device), source, target, splitter)
    pairs = encode_pairs(corpus.train, source, target, splitter)

    def bleu(pairs: list[Pair], **search):
        metric = sacrebleu.BLEU()
        references = [[pair.target for pair in pairs]]
        sources = [pair.source for pair in pairs]
        outputs = translator.translate(sources, **search)
        score = metric.corpus_score(outputs, references).score
        return round(score, 2), str(metric.get_signature())

    def check(curve: list[dict]) -> None:
        curve[-1]["bleu"] = bleu(corpus.validation)[0]
        click.echo(json.dumps(curve[-1]))
        kept = {"recipe": asdict(recipe), "corpus": corpus.fingerprint}
        metrics = {"curve": curve}
        checkpoint.save(keep, translator, curve[-1]["step"], metrics, kept)

    limits = 60 * minutes, 60 * cpu_minutes
    curve = learn(translator.model, pairs, limits, every, check, recipe)
    beam, signature = bleu(corpus.test, beam_size=BEAM_SIZE, length_penalty=1.0)
    results = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    setup["load_after"] = round(os.getloadavg()[0], 2)
    key = "multi30k" + f" on {device.type}" * (device.type != "cpu")
    results[key] = {
        "about": setup,
        "skipped": {},
        "results": {
            "description": (
                f"English to German: d_model {c.d_model}, {c.n_heads} heads, d_ff "
                f"{c.d_ff}, {c.n_layers} + {c.n_layers} layers, dropout {c.dropout}, "
                f"{f'joint BPE of {bpe}' if bpe else 'words that occur twice'}, "
                f"bfloat16, {recipe.batch_tokens} tokens a batch, "
                f"learning rate {recipe.peak}, falling as a cosine of the time to 0."
            ),
            "curve": curve,
            "final": {"greedy": bleu(corpus.test)[0], f"beam {BEAM_SIZE}": beam},
            "beam_size": BEAM_SIZE,
            "signature": signature,
        },
    }
    report.save(results, RESULTS)
    click.echo(results[key]["results"]["final"])


def learn(model, pairs, limits, every, check, recipe) -> list[dict]:
    """Train until a number of seconds or of CPU seconds is used up, whichever is first.

    Validation takes extra time and completes the curve. The learning rate depends on
    the time that is left, so even a slow or busy machine finishes its schedule.
    """
    device = model.src_embedding.weight.device
    learner, optimizer = faster(model), make_optimizer(model, recipe)
    steps_an_epoch = len(group(pairs, recipe.batch_tokens))
    curve, losses = [], []
    seconds = cpu_seconds = 0.0
    next_check = every
    began, cpu_began = time.monotonic(), time.process_time()
    for step, batch in enumerate(batches(pairs, recipe.batch_tokens, recipe.seed), 1):
        spent = seconds + time.monotonic() - began
        cpu_spent = cpu_seconds + time.process_time() - cpu_began
        share = min(1.0, max(spent / limits[0], cpu_spent / limits[1]))
        rate = recipe.peak * (1 + math.cos(math.pi * share)) / 2
        rate *= min(1.0, step / recipe.warmup_steps)
        for parameters in optimizer.param_groups:
            parameters["lr"] = rate
        batch = batch.to(device)
        loss = train_step(
            learner,
            optimizer,
            batch.src,
            batch.tgt,
            recipe.smoothing,
            max_norm=recipe.max_norm,
            bf16=recipe.bf16,
        )
        losses.append(loss.sum())
        if spent >= next_check or share == 1:
            mean_loss = torch.stack(losses).float().mean().item()  # waits for a GPU
            seconds += time.monotonic() - began
            cpu_seconds += time.process_time() - cpu_began
            point = {
                "seconds": round(seconds, 1),
                "cpu_seconds": round(cpu_seconds, 1),
                "step": step,
                "epochs": round(step / steps_an_epoch, 2),
                "loss": round(mean_loss, 4),
            }
            curve.append(point)
            check(curve)
            if share == 1:
                return curve
            losses.clear()
            next_check += every
            began, cpu_began = time.monotonic(), time.process_time()
    raise AssertionError("batches end")


if __name__ == "__main__":
    main()
