"""Train the toy translator from scratch, as anyone would: how good, how fast."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SPLITS = ("test", "compositional", "longer")


def measure(seeds: int) -> dict:
    """Train with each seed on the command line, including start-up, and evaluate.

    Args:
        seeds: number of translators to train.
    """
    runs = []
    for seed in range(seeds):
        with tempfile.TemporaryDirectory() as folder:
            here = ("--folder", folder)
            run, _ = timed("train", *here, "--seed", str(seed), "--quiet")
            run |= _sizes(Path(folder))
            _, output = timed("evaluate", *here, "--json")
        scores = json.loads(output)
        run |= {split: round(scores[split]["exact_match"], 1) for split in SPLITS}
        runs.append({"seed": seed} | run)
        print(f"toy: {runs[-1]}", flush=True)
    numbers = [name for name in runs[0] if name not in ("seed", "parameters")]
    median = {name: statistics.median(run[name] for run in runs) for name in numbers}
    return {"runs": runs, "median": median}


def timed(*arguments: str) -> tuple[dict, str]:
    """Return how long one of our commands takes, and what it prints."""
    command = [sys.executable, "-m", "lernformer.cli", *arguments]
    began = time.monotonic()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        output = process.stdout.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command, output)
    kilobytes = usage.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    taken = {
        "seconds": round(time.monotonic() - began, 1),
        "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 1),
        "peak_gigabytes": round(kilobytes / 1024**2, 2),
    }
    return taken, output


def _sizes(folder: Path) -> dict:
    from lernformer.transformer import TransformerConfig, count_parameters

    found = json.loads((folder / "checkpoint.json").read_text("utf-8"))
    parameters = count_parameters(TransformerConfig(**found["config"]))
    return {"steps": found["step"], "parameters": parameters}
