"""``python -m benchmarks``: run benchmarks, and write results.json and README.md."""

import json
import logging
import os
import sys
import warnings
from pathlib import Path

import click

PARTS = ("toy", "training", "decoding", "one_more_token", "grading")
RESULTS = Path(__file__).with_name("results.json")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("parts", nargs=-1, type=click.Choice([*PARTS, "report"]))
@click.option("--rounds", type=click.IntRange(2), default=21, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=2, show_default=True)
@click.option("--seeds", type=click.IntRange(1), default=3, show_default=True)
@click.option("--device", default="cpu", show_default=True, help="Of the training.")
@click.option("--bf16", is_flag=True, help="Train in bfloat16.")
def main(parts, rounds, threads, seeds, device, bf16):
    """Run the benchmarks PARTS (all by default); `report` only rewrites the table."""
    # set before torch is imported, because some libraries read it only once
    os.environ["OMP_NUM_THREADS"] = str(threads)
    # Wait half a millisecond for the other threads instead of five. Otherwise, a round
    # takes ten times as long whenever the machine is busy with something else.
    os.environ["GOMP_SPINCOUNT"] = "30000"
    warnings.filterwarnings("ignore", module=r"(torch|transformers|joeynmt)\.")
    logging.disable(logging.INFO)  # JoeyNMT logs everything that it builds
    import torch

    from benchmarks import decoding, grading, one_more_token, report, toy, training
    from benchmarks.about import about
    from lernformer.translator.device import pick_device

    torch.set_num_threads(threads)
    device = pick_device(device)
    results = json.loads(RESULTS.read_text("utf-8")) if RESULTS.exists() else {}
    skipped = {}

    def skip(peer: str, reason: Exception) -> None:
        if peer not in skipped:
            click.secho(f"SKIPPED {peer}: {reason}", fg="yellow", err=True)
        skipped[peer] = str(reason)

    for part in parts or PARTS:
        if part == "report":
            continue
        key, setup = part, about(device, threads)
        skipped.clear()
        if part == "training":
            found = training.measure(device, rounds, skip, bf16)
            key += f" on {device.type}" * (device.type != "cpu") + ", bf16" * bf16
        elif part == "toy":
            found = toy.measure(seeds)
        elif part == "decoding":
            found = decoding.measure(rounds, skip)
        elif part == "grading":
            found = grading.measure(max(3, rounds // 7))
        else:
            found = one_more_token.measure(max(3, rounds // 4))
            one_more_token.draw(found)
        setup["load_after"] = round(os.getloadavg()[0], 2)
        results[key] = {"about": setup, "skipped": dict(skipped), "results": found}
        report.save(results, RESULTS)
    report.save(results, RESULTS)
    click.echo(f"{RESULTS.name} and README.md are written.")


if __name__ == "__main__":
    if sys.argv[1:2] == ["everyday"]:  # takes a file
        from benchmarks import everyday

        everyday.main(sys.argv[2:], prog_name="python -m benchmarks everyday")
    if sys.argv[1:2] == ["gpu"]:  # has its own options
        from benchmarks import gpu

        gpu.main(sys.argv[2:], prog_name="python -m benchmarks gpu")
    main()
