"""``python -m benchmarks gpu``: train and translate on a GPU, in separate parts.

Each part writes a line to gpu.jsonl as soon as it is done, and parts that already have
a line aren't measured again, so you can restart the command as often as you like. A
part that the time doesn't allow for stays "not measured" in the table in README.md.
"""

import ast
import importlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from subprocess import CalledProcessError

import click
import torch

from benchmarks import decoding
from benchmarks.about import ROOT, about
from benchmarks.sizes import SIZES, Size
from benchmarks.timing import compare, side_by_side
from benchmarks.toy import timed

RESULTS = Path(__file__).with_name("gpu.jsonl")
LARGE = replace(SIZES["base"], sentences=256)  # keeps a GPU busier than 32 do
PEERS = {"ours": "ours", "nn.Transformer": "torch_nn", "Marian": "marian"}
SIDE = 8192  # size of the matrices that measure the device's peak


@dataclass(frozen=True)
class Setting:
    """What to measure on; ``tiny`` only checks that the parts run."""

    device: torch.device
    rounds: int = 21
    multi30k: Path | None = None
    tiny: bool = False

    @property
    def options(self) -> tuple[str, ...]:
        """The options for `lernformer train`, apart from the device."""
        return ("--quiet", *("--steps", "3") * self.tiny)


def gpu_tests(setting: Setting) -> dict:
    """Run the tests that need a GPU."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-m",
        "gpu",
        "-p",
        "no:cacheprovider",
    ]
    command += ["tests/test_muon.py" if setting.tiny else "tests"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    last = run.stdout.strip().splitlines()[-1]
    counts = dict.fromkeys(("passed", "failed", "skipped", "error"), 0)
    counts |= {what: int(n) for n, what in re.findall(r"(\d+) (\w+)", last)}
    return {what: counts[what] for what in ("passed", "failed", "skipped", "error")}


def step(setting: Setting) -> dict:
    """Time a training step in bfloat16; measure its memory and its share of the peak.

    A step counts as 6 operations per weight and token. The embedding's weights count
    once, for the output (Kaplan et al. 2020, arXiv 2001.08361, section 2.1).
    """
    size = Size(16, 2, 32, 1, 50, 4, (3, 5)) if setting.tiny else LARGE
    src, tgt = (ids.to(setting.device) for ids in size.batch())
    contestants, found, parameters = {}, {}, {}
    for peer, module in PEERS.items():
        try:
            trainer = importlib.import_module(f"benchmarks.peers.{module}").trainer
        except ModuleNotFoundError as error:
            found[peer] = {"skipped": str(error)}
            continue
        torch.manual_seed(0)
        one, parameters[peer] = trainer(size.config(), setting.device, True)
        contestants[peer] = lambda one=one: one(src, tgt)
        gigabytes = _peak_gigabytes(contestants[peer], setting.device)
        found[peer] = {"step_gigabytes": gigabytes}
    seconds = side_by_side(contestants, setting.rounds, setting.device, repeats=3)
    compared = compare(seconds)
    tokens = int((src != 0).sum() + (tgt[:, 1:] != 0).sum()) / 2  # on one side
    peak = peak_operations(setting)
    for peer, numbers in compared.items():
        done = 6 * parameters[peer] * tokens / statistics.median(seconds[peer])
        found[peer] |= numbers | {"share_of_peak": round(100 * done / peak, 1)}
    return {"peers": found, "tokens": tokens, "peak_teraflops": round(peak / 1e12, 2)}


def peak_operations(setting: Setting) -> float:
    """Return the operations per second in one large matrix product in bfloat16."""
    side = 64 if setting.tiny else SIDE
    a = torch.randn(side, side, device=setting.device, dtype=torch.bfloat16)
    seconds = side_by_side({"ours": lambda: a @ a}, 5, setting.device, repeats=10)
    return 2 * side**3 / statistics.median(seconds["ours"])


def _peak_gigabytes(run: Callable[[], object], device: torch.device) -> float | None:
    """Return the most memory that a call adds to what was in use; None on a CPU."""
    if device.type != "cuda":
        return None
    before = torch.cuda.memory_allocated(device)
    torch.cuda.reset_peak_memory_stats(device)
    run()
    return round((torch.cuda.max_memory_allocated(device) - before) / 1e9, 2)


def toy(setting: Setting) -> dict:
    """Train the toy translator on the device and on the CPU: how good, how fast."""
    found = {}
    for device in (setting.device.type, "cpu"):
        with tempfile.TemporaryDirectory() as folder:
            here = ("--folder", folder)
            taken, _ = timed("train", *here, "--device", device, *setting.options)
            scores = json.loads(timed("evaluate", *here, "--json")[1])
        exact = {split: round(x["exact_match"], 1) for split, x in scores.items()}
        found["cpu" if device == "cpu" else "device"] = {**exact, **taken}
    return found


def everyday(setting: Setting) -> dict:
    """Train the everyday translator on the device, and for a few steps on the CPU."""
    found = {}
    preset = ("--preset", "everyday", *setting.options)
    short = () if setting.tiny else ("--steps", "200")
    for name, device, more in (
        ("device", setting.device.type, ()),
        ("cpu", "cpu", short),
    ):
        with tempfile.TemporaryDirectory() as folder:
            timed("train", *preset, *more, "--folder", folder, "--device", device)
            read = json.loads((Path(folder) / "checkpoint.json").read_text("utf-8"))
        metrics = read["metrics"]
        found[name] = {
            "steps": metrics["step"],
            "seconds_a_step": round(metrics["seconds"] / metrics["step"], 5),
            "exact_match": metrics["exact_match"],
        }
    return found


def translating(setting: Setting) -> dict:
    """Compare decoding with CTranslate2's, on the device and with the same weights."""
    steps = 3 if setting.tiny else 800
    model, sentences = decoding.trained_model(steps)
    arguments = model, sentences, "CTranslate2", "ct2", setting.rounds
    return decoding.measure_pair(*arguments, torch.get_num_threads(), setting.device)


def multi30k(setting: Setting) -> dict:
    """Train on Multi30k with the full budget, and return the BLEU score."""
    if setting.multi30k is None:
        raise LookupError("no --multi30k DIR was given")
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.multi30k", str(setting.multi30k)]
        command += ["--device", setting.device.type, "--keep", folder, "--minutes", "4"]
        command += ["--batch-tokens", "8192", "--every", "60"]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if run.returncode:
        raise LookupError(run.stderr.strip().splitlines()[-1])
    return {"bleu": ast.literal_eval(run.stdout.strip().splitlines()[-1])}


PARTS: dict[str, Callable[[Setting], dict]] = {
    "tests": gpu_tests,
    "step": step,
    "translating": translating,
    "toy": toy,
    "everyday": everyday,
    "multi30k": multi30k,
}


def read(path: Path = RESULTS) -> dict[str, dict]:
    """Return the lines that already exist, keyed by part."""
    if not path.exists():
        return {}
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    return {line["part"]: line for line in lines}


def measure(
    setting: Setting, path: Path, minutes: float, parts: Iterable[str] = PARTS
) -> None:
    """Measure the parts that don't have a line yet, until the time is up."""
    deadline = time.monotonic() + 60 * minutes
    for part in parts:
        if part in read(path):
            click.echo(f"{part}: measured before")
            continue
        if time.monotonic() > deadline:
            click.echo(f"{part}: not measured, {minutes:g} minutes are over")
            continue
        start, setup = time.monotonic(), about(setting.device, torch.get_num_threads())
        try:
            found = PARTS[part](setting)
        except (ImportError, LookupError, RuntimeError, CalledProcessError) as error:
            click.echo(f"{part}: not measured, {error}")
            continue
        setup["load_after"] = round(os.getloadavg()[0], 2)
        line = {"part": part, "about": setup, "results": found}
        line["seconds"] = round(time.monotonic() - start, 1)
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
        click.echo(json.dumps(line, ensure_ascii=False))


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("parts", nargs=-1, type=click.Choice(list(PARTS)))
@click.option(
    "--minutes", default=8.0, show_default=True, help="Start no part after this time."
)
@click.option("--rounds", type=click.IntRange(2), default=21, show_default=True)
@click.option(
    "--multi30k",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Your own copy; see `python -m benchmarks.multi30k --help`.",
)
@click.option(
    "--results",
    type=click.Path(dir_okay=False, path_type=Path),
    default=RESULTS,
    help="File for the lines; by default, benchmarks/gpu.jsonl.",
)
@click.option("--tiny", is_flag=True, help="Only try whether all parts run, on a CPU.")
def main(
    parts: tuple[str, ...],
    minutes: float,
    rounds: int,
    multi30k: Path | None,
    results: Path,
    tiny: bool,
) -> None:
    """Measure PARTS (all by default) on a GPU and on the CPU of the same machine."""
    if not tiny and not torch.cuda.is_available():
        raise click.ClickException("there is no CUDA device; --tiny tries it on a CPU")
    device = torch.device("cpu" if tiny else "cuda")
    setting = Setting(device, 2 if tiny else rounds, multi30k, tiny)
    measure(setting, results, minutes, parts or PARTS)


if __name__ == "__main__":
    main()
