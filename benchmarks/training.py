"""Measures how many target words per second training gets through."""

import importlib
import statistics

import torch

from benchmarks.sizes import SIZES
from benchmarks.timing import compare, side_by_side

PEERS = {
    "nn.Transformer": "torch_nn",
    "Annotated Transformer": "annotated",
    "JoeyNMT": "joey",
    "Marian": "marian",
}
BATCHES = {"toy": 6, "medium": 2, "base": 1}  # steps per measurement


def measure(
    device: torch.device, rounds: int, skip, bf16: bool = False
) -> dict[str, dict]:
    """Time complete training steps on the same batches: forward, backward, optimiser.

    Args:
        device: the device that all of them train on.
        rounds: number of rounds for the toy; larger sizes get fewer.
        skip: function to call with the name of a missing peer and the reason.
        bf16: whether all of them run the forward pass under autocast to bfloat16.
    """
    results = {}
    for name, size in SIZES.items():
        config = size.config()
        batches = [size.batch(seed) for seed in range(BATCHES[name])]
        batches = [(src.to(device), tgt.to(device)) for src, tgt in batches]
        n_words = sum(int((tgt[:, 1:] != 0).sum()) for _, tgt in batches)
        contestants, parameters = {}, {}
        for peer, module in {"ours": "ours", **PEERS}.items():
            try:
                trainer = importlib.import_module(f"benchmarks.peers.{module}").trainer
            except ModuleNotFoundError as error:
                skip(peer, error)
                continue
            torch.manual_seed(0)
            step, parameters[peer] = trainer(config, device, bf16)

            def run(step=step, batches=batches):
                for src, tgt in batches:
                    step(src, tgt)

            contestants[peer] = run
        n_rounds = max(5, rounds // {"toy": 1, "medium": 3, "base": 4}[name])
        seconds = side_by_side(contestants, n_rounds, device)
        compared = compare(seconds)
        for peer, numbers in compared.items():
            numbers["parameters"] = parameters[peer]
            speed = n_words / statistics.median(seconds[peer])
            numbers["words_per_second"] = round(speed)
        results[name] = compared
        print(f"training, {name}: done", flush=True)
    return results
