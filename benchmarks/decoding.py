"""How long translating takes, with the same trained weights in every implementation.

A small model learns our corpus for a moment, so that translations have real lengths;
then its weights are copied into each peer, and all translate the same sentences. How
many translations agree with ours word by word stands beside the times.
"""

import importlib
from collections.abc import Callable

import torch
from torch import Tensor

from benchmarks.peers import Ids
from benchmarks.sizes import Size
from benchmarks.timing import compare, side_by_side
from lernformer.transformer import Transformer
from lernformer.translator.batch import collate, encode_pairs
from lernformer.translator.corpus import make_corpus
from lernformer.translator.recipe import Recipe
from lernformer.translator.training import train
from lernformer.translator.translation import Translator
from lernformer.translator.vocabulary import Vocabulary

PEERS = {
    "nn.Transformer": "torch_nn",
    "Annotated Transformer": "annotated",
    "Marian": "marian",
    "JoeyNMT": "joey",
    "CTranslate2": "ct2",
}
MAX_LENGTH = 30
BEAM_SIZE = 4
ONE_BY_ONE = 12  # sentences of a measurement with batches of one


def trained_model(steps: int = 800) -> tuple[Transformer, list[Tensor]]:
    """A model that says something sensible, and sentences of the test split."""
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
    """Rows (1, L) as one batch."""
    padded = torch.nn.utils.rnn.pad_sequence([row[0] for row in rows], True)
    return padded


def measure(rounds: int, skip) -> dict[str, dict]:
    """Greedy decoding of single sentences and of 64, beam search of 64.

    Args:
        rounds: how often each is measured.
        skip: is told the name of a peer that is not there, and why.
    """
    model, sentences = trained_model()
    print("decoding: the model is trained", flush=True)
    translators = {}
    for peer, module in {"ours": "ours", **PEERS}.items():
        try:
            found = importlib.import_module(f"benchmarks.peers.{module}")
        except ModuleNotFoundError as error:
            skip(peer, error)
            continue
        translators[peer] = found.translator(model)
    batch = joined(sentences)

    def singly(greedy: Callable) -> Ids:
        return [greedy(row, MAX_LENGTH)[0] for row in sentences[:ONE_BY_ONE]]

    tasks = {
        "greedy, batch 1": {
            peer: lambda t=t: singly(t.greedy) for peer, t in translators.items()
        },
        "greedy, batch 64": {
            peer: lambda t=t: t.greedy(batch, MAX_LENGTH)
            for peer, t in translators.items()
            if peer != "Annotated Transformer"  # decodes single sentences
        },
        f"beam {BEAM_SIZE}, batch 64": {
            peer: lambda t=t: t.beam(batch, BEAM_SIZE, MAX_LENGTH)
            for peer, t in translators.items()
            if t.beam is not None
        },
    }
    results = {}
    for name, contestants in tasks.items():
        said = {peer: translate() for peer, translate in contestants.items()}
        results[name] = compare(side_by_side(contestants, rounds))
        for peer, translations in said.items():
            pairs = list(zip(translations, said["ours"], strict=True))
            agreement = sum(a == b for a, b in pairs) / len(pairs)
            results[name][peer]["same_as_ours"] = round(100 * agreement, 1)
        results[name]["ours"]["mean_words"] = round(
            sum(map(len, said["ours"])) / len(said["ours"]), 2
        )
        print(f"decoding, {name}: done", flush=True)
    return results
