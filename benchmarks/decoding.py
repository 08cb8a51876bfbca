"""Measure how long translating takes, with the same trained weights everywhere.

A small model trains briefly on our corpus, so that its translations have realistic
lengths. Then its weights are copied into each peer, and all of them translate the same
sentences. We also report how many translations match ours word for word.
"""

import importlib
import multiprocessing
import operator
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import torch
from torch import Tensor

from benchmarks.peers import Ids
from benchmarks.sizes import Size
from benchmarks.timing import compare, side_by_side
from lernformer.transformer import Transformer
from lernformer.translator.batch import collate, encode_pairs
from lernformer.translator.corpus import make_corpus
from lernformer.translator.recipe import Recipe
from lernformer.translator.trainer import train
from lernformer.translator.translation import Translator
from lernformer.translator.vocabulary import Vocabulary

PEERS = {
    "nn.Transformer": "torch_nn",
    "Annotated Transformer": "annotated",
    "Marian": "marian",
    "JoeyNMT": "joey",
    "CTranslate2": "ct2",
}
CPU = torch.device("cpu")
MAX_LENGTH = 30
BEAM_SIZE = 4
REPEATS = 3  # batches per measurement, so that warm-up hardly matters
ONE_BY_ONE = 24  # sentences per measurement when they are translated one at a time
# What our decoding does, as torch operations; the rest is data movement and Python.
WORK = {
    "matrix products": ("_linear_pointwise", "addmm", "baddbmm", "bmm", "mm"),
    "softmax, norms": ("_softmax", "_log_softmax", "native_layer_norm", "relu_"),
    "choosing words": ("topk", "argmax", "max", "amax", "gather"),
    "copying": ("index_select", "copy_", "cat", "index", "index_copy_", "fill_"),
}


def trained_model(steps: int = 800) -> tuple[Transformer, list[Tensor]]:
    """Return a model that translates sensibly, and sentences from the test split."""
    corpus = make_corpus(train=20_000)
    words = [text for pair in corpus.train for text in pair]
    vocabulary = Vocabulary.of(words)
    config = Size(128, 4, 512, 2, len(vocabulary), 0, (0, 0)).config(dropout=0.0)
    torch.manual_seed(0)
    translator = Translator(Transformer(config), vocabulary, vocabulary)
    pairs = encode_pairs(corpus.train, vocabulary, vocabulary)
    train(translator, pairs, Recipe(steps, batch_tokens=1024, peak=2e-3))
    test = encode_pairs(corpus.test[:64], vocabulary, vocabulary)
    return translator.model.eval(), [collate([pair]).src for pair in test]


def joined(rows: list[Tensor]) -> Tensor:
    """Return rows (1, L) as one batch."""
    padded = torch.nn.utils.rnn.pad_sequence([row[0] for row in rows], True)
    return padded


def measure(rounds: int, skip) -> dict[str, dict]:
    """Time greedy decoding of single sentences and of 64, and beam search of 64.

    Each peer is compared with ours in a separate process, where no third library's
    threads are running.

    Args:
        rounds: how many times to measure each one.
        skip: function to call with the name of a missing peer and the reason.
    """
    model, sentences = trained_model()
    print("decoding: the model is trained", flush=True)
    results: dict[str, dict] = {}
    shares = profile(model, joined(sentences))
    for peer, module in PEERS.items():
        arguments = model, sentences, peer, module, rounds, torch.get_num_threads()
        try:
            with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as own:
                found = own.submit(measure_pair, *arguments).result()
        except ModuleNotFoundError as error:
            skip(peer, error)
            continue
        for task, compared in found.items():
            results[task] = compared | results.get(task, {})
        print(f"decoding, {peer}: done", flush=True)
    return results | {"profile": shares}


def profile(model: Transformer, batch: Tensor) -> dict[str, dict[str, float]]:
    """Return what share of the decoding time each kind of work takes, in %."""
    ours = importlib.import_module("benchmarks.peers.ours").translator(model)
    tasks = {
        "greedy, batch 64": lambda: ours.greedy(batch, MAX_LENGTH),
        f"beam {BEAM_SIZE}, batch 64": lambda: ours.beam(batch, BEAM_SIZE, MAX_LENGTH),
    }
    shares = {}
    for name, task in tasks.items():
        task()
        with torch.profiler.profile() as run:
            for _ in range(10):
                task()
        times = {
            event.key.split("::")[-1]: event.self_cpu_time_total
            for event in run.key_averages()
        }
        shares[name] = {
            kind: 100
            * sum(times.get(one, 0) for one in operations)
            / sum(times.values())
            for kind, operations in WORK.items()
        }
    return shares


def measure_pair(
    model: Transformer,
    sentences: list[Tensor],
    peer: str,
    module: str,
    rounds: int,
    threads: int,
    device: torch.device = CPU,
) -> dict[str, dict]:
    """Compare a peer's times with ours, task by task."""
    torch.set_num_threads(threads)
    model, sentences = model.to(device), [row.to(device) for row in sentences]
    pair = {
        name: importlib.import_module(f"benchmarks.peers.{file}").translator(model)
        for name, file in (("ours", "ours"), (peer, module))
    }
    batch = joined(sentences)

    def singly(greedy: Callable) -> Ids:
        return [greedy(row, MAX_LENGTH)[0] for row in sentences[:ONE_BY_ONE]]

    tasks = {
        "greedy, batch 1": lambda t: singly(t.greedy),
        "greedy, batch 64": lambda t: t.greedy(batch, MAX_LENGTH),
        f"beam {BEAM_SIZE}, batch 64": lambda t: t.beam(batch, BEAM_SIZE, MAX_LENGTH),
    }
    if module == "annotated":  # only decodes single sentences
        tasks = {"greedy, batch 1": tasks["greedy, batch 1"]}
    elif pair[peer].beam is None:
        del tasks[f"beam {BEAM_SIZE}, batch 64"]

    results = {}
    for name, task in tasks.items():
        contestants = {who: partial(task, how) for who, how in pair.items()}
        theirs, ours = contestants[peer](), contestants["ours"]()
        repeats = 1 if "batch 1" in name else REPEATS
        compared = compare(side_by_side(contestants, rounds, device, repeats))
        agreement = sum(map(operator.eq, theirs, ours)) / len(ours)
        compared[peer]["same_as_ours"] = round(100 * agreement, 1)
        compared["ours"]["mean_words"] = round(sum(map(len, ours)) / len(ours), 2)
        results[name] = compared
    return results
