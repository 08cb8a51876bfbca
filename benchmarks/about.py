"""Describes what a measurement depends on: machine, versions, and state of the code."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

import torch

from lernformer.translator.checkpoint import code_version

ROOT = Path(__file__).parents[1]
PACKAGES = (
    "torch",
    "numpy",
    "transformers",
    "joeynmt",
    "ctranslate2",
    "sentencepiece",
    "sacrebleu",
)


def about(device: torch.device, threads: int) -> dict:
    """Return what to report with each number, including the load before measuring."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="minutes"),
        "commit": _commit(),
        "code": code_version(),
        "machine": _machine(device),
        "threads": threads,
        "load": round(os.getloadavg()[0], 2),
        "versions": {"python": platform.python_version()} | _versions(),
    }


def _commit() -> str | None:
    def git(*arguments: str) -> str:
        command = ["git", "-C", str(ROOT), *arguments]
        return subprocess.run(
            command, capture_output=True, text=True, check=True
        ).stdout.strip()

    try:
        changed = git("status", "--porcelain", "--", "src")
        return git("rev-parse", "HEAD") + (" with changes" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return None


def _machine(device: torch.device) -> str:
    name = platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        lines = info.read_text().splitlines()
        named = [line.partition(": ")[2] for line in lines if "model name" in line]
        name = named[0] if named else name
    machine = f"{name}, {os.cpu_count()} cores, {platform.system()}"
    if device.type == "cuda":
        machine += f", {torch.cuda.get_device_name(device)}"
    return machine


def _versions() -> dict[str, str]:
    found = {}
    for package in PACKAGES:
        try:
            found[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return found
