"""Train the small GPT on German sentences from the everyday grammar, word by word.

`python -m lernformer.gpt.training` trains it again, and one more model for each change
that larger models made.
"""

import json
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

import torch
from safetensors.torch import save_file
from torch import Tensor
from torch.nn import functional as F

from lernformer.embedding import BOS_ID, EOS_ID, SPECIALS
from lernformer.gpt import (
    FOLDER,
    GPT,
    with_grouped_queries,
    with_rms_norm,
    with_swiglu,
)
from lernformer.translator.corpus.everyday import draw

N_WORDS = 2000  # size of the vocabulary: only the most frequent words
SENTENCES, HELD_OUT = 200_000, 2_000
STEPS, BATCH, PEAK = 2_000, 64, 4e-3


@cache
def sentences(n: int = SENTENCES, seed: int = 0) -> tuple[list[str], list[list[int]]]:
    """Return the words, and all sentences that consist of them, as ids with both ends.

    Args:
        n: how many sentences to draw; those that contain a rarer word are left out.
        seed: random seed. The same seed gives the same sentences.
    """
    random = Random(seed)
    drawn = [draw(random).target.split() for _ in range(n)]
    often = Counter(word for sentence in drawn for word in sentence)
    words = [*SPECIALS, *(word for word, _ in often.most_common(N_WORDS))]
    ids = {word: i for i, word in enumerate(words)}
    known = [s for s in dict.fromkeys(map(tuple, drawn)) if all(w in ids for w in s)]
    return words, [[BOS_ID, *(ids[w] for w in s), EOS_ID] for s in known]


def batch(texts: list[list[int]]) -> Tensor:
    """Return ids (B, L), padded at the end."""
    longest = max(map(len, texts))
    return torch.tensor([text + [0] * (longest - len(text)) for text in texts])


def loss_of(model: GPT, texts: list[list[int]]) -> Tensor:
    """Return the mean cross-entropy of the next words, in nats."""
    ids = batch(texts)
    logits = model(ids[:, :-1])
    return F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten(), ignore_index=0)


def train(
    change: Callable[[GPT], None] = lambda model: None,
    steps: int = STEPS,
    seed: int = 0,
    report: Callable[[str], None] = lambda line: None,
) -> tuple[GPT, list[str], dict]:
    """Train a model; also return its words and measurements.

    Args:
        change: function that changes the model in place before it learns.
        steps: how many batches to train on.
        seed: random seed for the initial weights and the order of the sentences.
        report: function to call with a line of progress now and then.

    Returns:
        The model, its words, and these measurements: ``loss``, in nats per word of
        held-out sentences, ``parameters``, ``steps`` and ``seconds``.
    """
    words, texts = sentences()
    held_out, texts = texts[:HELD_OUT], texts[HELD_OUT:]
    torch.manual_seed(seed)
    model = GPT(len(words))
    change(model)
    random, start = Random(seed), time.monotonic()
    optimizer = torch.optim.AdamW(model.parameters(), weight_decay=0.05)
    for step in range(steps):
        rate = PEAK * min((step + 1) / 100, 1 - step / steps)
        for group in optimizer.param_groups:
            group["lr"] = rate
        loss = loss_of(model, random.sample(texts, BATCH))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        if step % 100 == 99:
            report(f"step {step + 1} of {steps}: loss {loss.item():.2f}")
    seconds = time.monotonic() - start
    model.eval()
    with torch.no_grad():
        parts = [held_out[i : i + 200] for i in range(0, HELD_OUT, 200)]
        mean = sum(loss_of(model, part).item() for part in parts) / len(parts)
    measured = {
        "loss": round(mean, 4),
        "parameters": sum(p.numel() for p in model.parameters()),
        "steps": steps,
        "seconds": round(seconds),
    }
    return model, words, measured


def all_three(model: GPT) -> None:
    with_rms_norm(model)
    with_swiglu(model)
    with_grouped_queries(model)


CHANGES: dict[str, Callable[[GPT], None]] = {
    "RMS norm": with_rms_norm,
    "SwiGLU": with_swiglu,
    "grouped queries": with_grouped_queries,
    "all three": all_three,
}


def keep(model: GPT, words: list[str], measured: dict) -> None:
    """Make this the model that comes with the course, with its matrices in float16."""
    tensors = {
        name: p.detach().half() if p.ndim > 1 else p.detach()
        for name, p in model.named_parameters()
    }
    save_file(tensors, FOLDER / "weights.safetensors")
    text = json.dumps({"measured": measured, "words": words}, ensure_ascii=False)
    (FOLDER / "gpt.json").write_text(text + "\n", encoding="utf-8")


def main() -> None:
    """Train all variants, one after another, and keep their measurements."""
    torch.set_num_threads(1)
    model, words, base = train(report=print)
    measured = {"as in the course": base}
    for name, change in CHANGES.items():
        print(name)
        _, _, measured[name] = train(change, report=print)
    keep(model, words, measured)


if __name__ == "__main__":
    main()
