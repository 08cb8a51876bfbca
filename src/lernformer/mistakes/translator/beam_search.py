"""Typical wrong answers to ``translator.beam_search``."""

import math
from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import mistakes
from lernformer.mistakes.translator.common import parts_of
from lernformer.mistakes.translator.decoding import evaluating

BEAM_SIZE = (
    "The search keeps the wrong number of beams. Keep exactly beam_size of them."
)


DEFAULT = "The length penalty has the wrong default. It should be 0.6."


def penalty(length: int, alpha: float) -> float:
    return ((5 + length) / 6) ** alpha


def padded(rows: list) -> Tensor:
    return pad_sequence([torch.tensor(row) for row in rows], batch_first=True)


def search(
    model,
    src,
    beam_size,
    max_length,
    alpha,
    bos_id,
    eos_id,
    *,
    logs=lambda logits: logits[:, -1].log_softmax(-1),
    add=lambda total, step, length, alpha: total + step,
    divisor=penalty,
    beams_of=lambda beams, n: sorted(beams, key=lambda b: -b[0])[:n],
    ends_of=lambda longer, n, eos_id: [b for b in longer if b[1][-1] == eos_id],  # type: ignore[name-defined]
    stop=lambda ended, going, longer: False,
    pick=max,
    found=lambda ids, scores, alpha, bos_id, eos_id: (ids, scores),
):
    """A right beam search in lists, one sentence at a time; each part can be changed.

    A beam is its sum and its words, from <bos>; once it has ended, the sum is divided.
    """
    rows, scores = [], []
    for sentence in src.split(1):
        memory = model.encode(sentence)
        going, ended = [(0.0, (bos_id,))], []
        for length in range(1, max_length + 1):
            n = len(going)
            tgt = torch.tensor([words for _, words in going])
            same = memory.expand(n, -1, -1), sentence.expand(n, -1)
            longer = [
                (add(total, step, length, alpha), (*words, word))
                for (total, words), row in zip(
                    going, logs(model.decode(tgt, *same)).tolist(), strict=True
                )
                for word, step in enumerate(row)
            ]
            by = divisor(length, alpha)
            ends = ends_of(longer, beam_size, eos_id)
            ended += [(total / by, words) for total, words in ends]
            going = beams_of([b for b in longer if b[1][-1] != eos_id], beam_size)
            if stop(ended, going, longer):
                going = []
                break
        ended += [(total / by, words) for total, words in going]
        score, words = pick(ended)
        rows.append(words[1:])
        scores.append(score)
    return found(padded(rows), torch.tensor(scores), alpha, bos_id, eos_id)


def find(
    model,
    src,
    beam_size,
    max_length,
    length_penalty=0.6,
    bos_id=1,
    eos_id=2,
    *,
    options=lambda *given: given,
    **parts,
):
    """The right search. Its options and each of its parts can be changed."""
    taken = options(beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        return search(model, src, *taken, **parts)


changed = parts_of(find)


def by_default(alpha: float) -> Callable:
    """Make a search whose length penalty has a different default."""

    def other(model, src, beam_size, max_length, length_penalty=alpha, *ends):
        return find(model, src, beam_size, max_length, length_penalty, *ends)

    other.__name__ = f"default_of_{alpha:g}".replace(".", "_")
    other.__doc__ = "The default is that of a different library."
    return other


def one_child_each(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """Each of the K best first words continues with its own best word."""
    rows, scores = [], []
    with evaluating(model):
        for sentence in src.split(1):
            logs = model(sentence, torch.tensor([[bos_id]]))[0, -1].log_softmax(-1)
            top = logs.topk(min(beam_size, len(logs)))
            found = []
            for total, word in zip(*map(Tensor.tolist, top), strict=True):
                words = [bos_id, word]
                while words[-1] != eos_id and len(words) <= max_length:
                    logits = model(sentence, torch.tensor([words]))[0, -1]
                    best = logits.log_softmax(-1).max(-1)
                    total += best.values.item()
                    words.append(best.indices.item())
                found.append((total / penalty(len(words) - 1, length_penalty), words))
            score, words = max(found)
            rows.append(words[1:])
            scores.append(score)
    return padded(rows), torch.tensor(scores)


def greedy_with_its_score(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """Greedy decoding is a beam search, if it is scored like one."""
    with evaluating(model):
        memory = model.encode(src)
        tgt = torch.full((len(src), 1), bos_id)
        ended, sums = torch.zeros(len(src), dtype=torch.bool), torch.zeros(len(src))
        for _ in range(max_length):
            logs = model.decode(tgt, memory, src)[:, -1].log_softmax(-1)
            steps, words = logs.max(-1)
            sums = sums + steps.masked_fill(ended, 0)
            tgt = torch.cat([tgt, words.masked_fill(ended, 0)[:, None]], dim=1)
            ended = ended | (words == eos_id)
    ids = tgt[:, 1:]
    return ids, sums / penalty((ids != 0).sum(1), length_penalty)


def greedy_without_a_score(model, src, *given, **named):
    """Greedy decoding is a beam search, and its scores can be zeros."""
    ids, scores = greedy_with_its_score(model, src, *given, **named)
    return ids, torch.zeros_like(scores)


LENGTH_PENALTY_DEFAULT_FAMILY = Catalogue()

for default in (1.0, 0.0, 0.7):
    LENGTH_PENALTY_DEFAULT_FAMILY.answer("length_penalty_default", DEFAULT)(
        by_default(default)
    )


def among_the_best(longer, n, eos_id):
    return [b for b in sorted(longer, reverse=True)[:n] if b[1][-1] == eos_id]


def first_end_wins(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """As soon as one of the best beams ends, it has won."""
    rows, scores = [], []
    with evaluating(model):
        for sentence in src.split(1):
            going, ends = [(0.0, [bos_id])], []
            while not ends and len(going[0][1]) <= max_length:
                longer = []
                for total, words in going:
                    logits = model(sentence, torch.tensor([words]))[0, -1]
                    steps = logits.log_softmax(-1).tolist()
                    longer += [(total + x, [*words, w]) for w, x in enumerate(steps)]
                longer.sort(reverse=True)
                ends = [b for b in longer[:beam_size] if b[1][-1] == eos_id]
                going = [b for b in longer if b[1][-1] != eos_id][:beam_size]
            total, words = (ends or going)[0]
            rows.append(words[1:])
            scores.append(total / penalty(len(words) - 1, length_penalty))
    return padded(rows), torch.tensor(scores)


def words_behind_any_beam(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """The K best words are appended to the K beams in their old order."""
    rows, scores = [], []
    with evaluating(model):
        for sentence in src.split(1):
            memory = model.encode(sentence)
            beams, sums = torch.full((1, 1), bos_id), torch.zeros(1)
            found = []
            for length in range(1, max_length + 1):
                same = (
                    memory.expand(len(beams), -1, -1),
                    sentence.expand(len(beams), -1),
                )
                logs = model.decode(beams, *same)[:, -1].log_softmax(-1)
                longer = sums[:, None] + logs
                by = penalty(length, length_penalty)
                for beam, total in zip(beams, longer[:, eos_id] / by, strict=True):
                    found.append((total.item(), [*beam.tolist(), eos_id]))
                longer[:, eos_id] = -math.inf
                K = min(beam_size, longer.numel())
                sums, places = longer.flatten().topk(K)
                words = places % longer.size(1)
                beams = beams.expand(K, -1) if len(beams) == 1 else beams[:K]
                beams = torch.cat([beams, words[: len(beams), None]], dim=1)
                sums = sums[: len(beams)]
            found += zip((sums / by).tolist(), beams.tolist(), strict=True)
            score, words = max(found)
            rows.append(words[1:])
            scores.append(score)
    return padded(rows), torch.tensor(scores)


def divided_again_and_again(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """The sum so far is divided at every step."""
    rows, scores = [], []
    with evaluating(model):
        for sentence in src.split(1):
            going, ended = [(0.0, [bos_id])], []
            for length in range(1, max_length + 1):
                longer = []
                for total, words in going:
                    logits = model(sentence, torch.tensor([words]))[0, -1]
                    for word, step in enumerate(logits.log_softmax(-1).tolist()):
                        score = (total + step) / penalty(length, length_penalty)
                        longer.append((score, [*words, word]))
                ended += [b for b in longer if b[1][-1] == eos_id]
                going = sorted(b for b in longer if b[1][-1] != eos_id)[-beam_size:]
            score, words = max(ended + going)
            rows.append(words[1:])
            scores.append(score)
    return padded(rows), torch.tensor(scores)


def cut_afterwards(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """It is enough to cut off what follows <eos> in the end."""
    going_on = (beam_size, max_length, length_penalty, bos_id, -1)
    ids, scores = find(model, src, *going_on)
    rows, kept = [], []
    for row, score in zip(ids.tolist(), scores, strict=True):
        n = row.index(eos_id) + 1 if eos_id in row else len(row)
        rows.append(row[:n])
        total = score * penalty(max_length, length_penalty)
        kept.append(total / penalty(n, length_penalty))
    return padded(rows), torch.stack(kept)


BEAM_SIZE_IGNORED_FAMILY = Catalogue()

for size in (2, 3, 4, 5, 8, 10, 40):

    @BEAM_SIZE_IGNORED_FAMILY.answer("beam_size_ignored", BEAM_SIZE)
    @changed("options")
    def fixed_number(beam_size, *others, size=size):
        """This many beams are enough for everybody."""
        return (size, *others)


MISTAKES = mistakes(globals())
