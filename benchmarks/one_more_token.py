"""Measures what one more token costs as translations grow, with and without a cache."""

import statistics
import time
from pathlib import Path

import torch

from benchmarks.sizes import Size
from lernformer import figures
from lernformer.commands import write_svg
from lernformer.embedding import BOS_ID
from lernformer.fast import faster
from lernformer.fast.cache import CachedDecoder
from lernformer.fast.decoding import UncachedDecoder
from lernformer.transformer import Transformer

LENGTH = 512
WINDOW = 32  # number of tokens in each median
FIGURE = Path(__file__).with_name("one_more_token.svg")
KINDS = {"with cache": CachedDecoder, "without cache": UncachedDecoder}


def measure(rounds: int) -> dict:
    """Return milliseconds per token, by length, for batch 1; the words don't matter.

    A token's time is the minimum over all rounds, and each point of the curve is the
    median of its window. That way, the curve shows the cost itself and not other work
    on the machine.
    """
    torch.manual_seed(0)
    size = Size(256, 4, 1024, 3, 8_000, 1, (LENGTH // 4, LENGTH // 4))
    model = faster(Transformer(size.config(dropout=0.0)).eval())
    src, _ = size.batch()
    taken = {kind: [[] for _ in range(LENGTH)] for kind in KINDS}
    for turn in range(rounds + 1):
        for kind, decoder_class in KINDS.items():
            decoder = decoder_class(model, src)
            ids = torch.tensor([[BOS_ID]])
            for position in range(LENGTH):
                began = time.perf_counter()
                logits = decoder.step(ids)
                ids = logits[:, -1].argmax(dim=-1, keepdim=True)
                if turn:  # the first round only warms up
                    taken[kind][position].append(time.perf_counter() - began)
    windows = range(0, LENGTH, WINDOW)
    curves = {
        kind: [
            round(1000 * statistics.median(map(min, steps[i : i + WINDOW])), 4)
            for i in windows
        ]
        for kind, steps in taken.items()
    }
    return {
        "lengths": [i + WINDOW // 2 for i in windows],
        "milliseconds": curves,
        "last_to_first": {k: round(c[-1] / c[0], 2) for k, c in curves.items()},
        "rounds": rounds,
    }


def draw(result: dict) -> None:
    fig, ax = figures.subplots(height=2.6)
    for kind, curve in result["milliseconds"].items():
        ax.plot(result["lengths"], curve, "o-", markersize=3, label=kind)
    ax.set(xlabel="tokens so far", ylabel="ms for one more", ylim=(0, None))
    ax.legend()
    ratio = result["last_to_first"]
    alt = (
        f"From the first {WINDOW} tokens to token {LENGTH}, the cost of one more grows "
        f"{ratio['without cache']:.1f}-fold without a cache and "
        f"{ratio['with cache']:.1f}-fold with one."
    )
    write_svg(figures.figure(fig, alt), FIGURE)
