"""Answers to `beam_search(model, src, beam_size, max_length, length_penalty=0.6,
bos_id=1, eos_id=2)` → ids (B, L) and scores (B,)."""

import heapq
import math

import torch

from lernformer.mistakes.translator.beam_search import (
    among_the_best,
    find,
    padded,
    penalty,
    search,
)
from lernformer.mistakes.translator.decoding import evaluating

from .. import mutant, variant

TASK = "translator.beam_search"


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="sentences_mixed")
def repeated_in_the_wrong_order(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """repeat for repeat_interleave: beams read a neighbour's memory."""
    size = len(src)
    with evaluating(model):
        memory = model.encode(src).repeat(beam_size, 1, 1)
        tgt = torch.full((size * beam_size, 1), bos_id)
        sums = torch.full((size, beam_size), -math.inf)
        sums[:, 0] = 0
        found = [(-math.inf, [])] * size
        for length in range(1, max_length + 1):
            logits = model.decode(tgt, memory, src.repeat(beam_size, 1))[:, -1]
            steps = logits.log_softmax(-1).view(size, beam_size, -1)
            longer = sums[..., None] + steps
            for b in range(size):
                for k in range(beam_size):
                    for word in (
                        [eos_id] if length < max_length else range(longer.size(-1))
                    ):
                        words = [*tgt[b * beam_size + k, 1:].tolist(), word]
                        by = penalty(length, length_penalty)
                        found[b] = max(
                            found[b], (longer[b, k, word].item() / by, words)
                        )
            longer[..., eos_id] = -math.inf
            sums, places = longer.flatten(1).topk(beam_size)
            first = torch.arange(size)[:, None] * beam_size
            rows = (first + places // longer.size(-1)).flatten()
            words = (places % longer.size(-1)).flatten()
            tgt = torch.cat([tgt[rows], words[:, None]], dim=1)
    return padded([words for _, words in found]), torch.tensor([s for s, _ in found])


@mutant(TASK, mistake="greedy")
def begins_with_k_copies(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """K beams from the start, all alike; so all of them find the same."""
    rows, scores = [], []
    with evaluating(model):
        for sentence in src.split(1):
            memory = model.encode(sentence).repeat(beam_size, 1, 1)
            source = sentence.repeat(beam_size, 1)
            beams, sums = torch.full((beam_size, 1), bos_id), torch.zeros(beam_size)
            found = []
            for length in range(1, max_length + 1):
                logs = model.decode(beams, memory, source)[:, -1].log_softmax(-1)
                longer = sums[:, None] + logs
                by = penalty(length, length_penalty)
                found.append((longer[0, eos_id].item() / by, [*beams[0], eos_id]))
                longer[:, eos_id] = -math.inf
                sums, words = longer.max(-1)
                beams = torch.cat([beams, words[:, None]], dim=1)
            found.append((sums[0].item() / by, [*beams[0]]))
            score, words = max(found, key=lambda f: f[0])
            rows.append([int(w) for w in words[1:]])
            scores.append(score)
    return padded(rows), torch.tensor(scores)


@mutant(TASK, mistake="stopped_early")
def top_beam_finished(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """In tensors: done when the first of the K best has said <eos>."""
    rows, scores = [], []
    with evaluating(model):
        for sentence in src.split(1):
            memory = model.encode(sentence)
            alive, sums = torch.full((1, 1), bos_id), torch.zeros(1, 1)
            finished, done = [], False
            for length in range(1, max_length + 1):
                n = len(alive)
                logits = model.decode(
                    alive, memory.expand(n, -1, -1), sentence.expand(n, -1)
                )
                longer = sums + logits[:, -1].log_softmax(-1)
                V, by = longer.size(1), penalty(length, length_penalty)
                top = longer.flatten().topk(min(2 * beam_size, longer.numel()))
                words = top.indices % V
                grown = torch.cat([alive[top.indices // V], words[:, None]], dim=1)
                is_end = words == eos_id
                for total, row in zip(
                    top.values[:beam_size][is_end[:beam_size]],
                    grown[:beam_size][is_end[:beam_size]],
                    strict=True,
                ):
                    finished.append((total.item() / by, row[1:].tolist()))
                if is_end[0]:
                    done = True
                    break
                alive = grown[~is_end][:beam_size]
                sums = top.values[~is_end][:beam_size, None]
            if not done:
                for total, row in zip(sums[:, 0], alive, strict=True):
                    finished.append((total.item() / by, row[1:].tolist()))
            score, words = max(finished)
            rows.append(words)
            scores.append(score)
    return padded(rows), torch.tensor(scores)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def in_lists(model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2):
    """The search above, with the right parts."""
    return find(model, src, beam_size, max_length, length_penalty, bos_id, eos_id)


@variant(TASK)
def ended_beams_stay(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """Translations that have ended keep their place among the K."""
    rows, scores = [], []
    with evaluating(model):
        for sentence in src.split(1):
            memory = model.encode(sentence)
            beams = [(0.0, [bos_id])]
            for _ in range(max_length):
                candidates = []
                for total, words in beams:
                    if words[-1] == eos_id:
                        candidates.append((total, words))
                        continue
                    logits = model.decode(torch.tensor([words]), memory, sentence)
                    top = (
                        logits[0, -1]
                        .log_softmax(-1)
                        .topk(min(beam_size, logits.size(-1)))
                    )
                    for step, word in zip(*map(torch.Tensor.tolist, top), strict=True):
                        candidates.append((total + step, [*words, word]))
                beams = sorted(candidates, key=lambda b: b[0], reverse=True)[:beam_size]
                if all(words[-1] == eos_id for _, words in beams):
                    break
            best = max(
                beams, key=lambda b: b[0] / penalty(len(b[1]) - 1, length_penalty)
            )
            rows.append(best[1][1:])
            scores.append(best[0] / penalty(len(best[1]) - 1, length_penalty))
    return padded(rows), torch.tensor(scores)


@variant(TASK)
def ranked_by_divided_scores(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """The same, but beams are ranked by their divided scores all the way."""
    rows, scores = [], []

    def divided(beam):
        return beam[0] / penalty(len(beam[1]) - 1, length_penalty)

    with evaluating(model):
        for sentence in src.split(1):
            beams = [(0.0, (bos_id,))]
            for _ in range(max_length):
                going = [b for b in beams if b[1][-1] != eos_id]
                if not going:
                    break
                tgt = torch.tensor([words for _, words in going])
                source = sentence.repeat(len(going), 1)
                logs = model(source, tgt)[:, -1].log_softmax(-1).double()
                longer = [b for b in beams if b[1][-1] == eos_id]
                for (total, words), row in zip(going, logs.tolist(), strict=True):
                    longer += [(total + x, (*words, w)) for w, x in enumerate(row)]
                beams = sorted(longer, key=divided, reverse=True)[:beam_size]
            rows.append(beams[0][1][1:])
            scores.append(divided(beams[0]))
    return padded(rows), torch.tensor(scores, dtype=torch.float64)


@variant(TASK)
def stops_after_k_ends(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """Of the 2K best, those that end are put aside; enough when K have ended."""
    rows, scores = [], []
    with evaluating(model):
        for sentence in src.split(1):
            memory = model.encode(sentence)
            going, ended = [(0.0, [bos_id])], []
            for _ in range(max_length):
                n = len(going)
                tgt = torch.tensor([words for _, words in going])
                logits = model.decode(
                    tgt, memory.expand(n, -1, -1), sentence.expand(n, -1)
                )
                sums = torch.tensor([[total] for total, _ in going])
                longer = sums + logits[:, -1].log_softmax(-1)
                top = longer.flatten().topk(min(2 * beam_size, longer.numel()))
                nexts = []
                for total, place in zip(*map(torch.Tensor.tolist, top), strict=True):
                    beam, word = divmod(place, longer.size(1))
                    words = [*going[beam][1], word]
                    if word == eos_id:
                        score = total / penalty(len(words) - 1, length_penalty)
                        ended.append((score, words))
                    else:
                        nexts.append((total, words))
                going = nexts[:beam_size]
                if len(ended) >= beam_size:
                    break
            ended = ended or [  # what has not ended counts as a last resort
                (total / penalty(len(words) - 1, length_penalty), words)
                for total, words in going
            ]
            score, words = max(ended)
            rows.append(words[1:])
            scores.append(score)
    return padded(rows), torch.tensor(scores)


@variant(TASK)
def narrowing_beam(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """The textbook's: a complete path leaves the frontier, which gets narrower."""
    rows, scores = [], []
    with evaluating(model):
        for sentence in src.split(1):
            complete, frontier, width = [], [(0.0, [bos_id])], beam_size
            while frontier and width > 0 and len(frontier[0][1]) <= max_length:
                extended = []
                for total, words in frontier:
                    logits = model(sentence, torch.tensor([words]))[0, -1]
                    for word, step in enumerate(logits.log_softmax(-1).tolist()):
                        extended.append((total + step, [*words, word]))
                        extended.sort(reverse=True)
                        del extended[width:]
                frontier = []
                for path in extended:
                    if path[1][-1] == eos_id:
                        complete.append(path)
                        width -= 1
                    else:
                        frontier.append(path)
            found = [
                (total / penalty(len(words) - 1, length_penalty), words[1:])
                for total, words in complete or frontier
            ]
            score, words = max(found)
            rows.append(words)
            scores.append(score)
    return padded(rows), torch.tensor(scores)


@variant(TASK)
def ends_among_the_k_best(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """Only what ends among the K best is put aside, until none is better by now."""

    def worse_by_now(ended, going, longer):
        best = sorted((score for score, _ in ended), reverse=True)[:beam_size]
        now = penalty(len(going[0][1]) - 1, length_penalty)
        return len(best) == beam_size and best[-1] >= max(longer)[0] / now

    options = (beam_size, max_length, length_penalty, bos_id, eos_id)
    return find(model, src, *options, ends_of=among_the_best, stop=worse_by_now)


@variant(TASK)
def all_sentences_at_once(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """In tensors, all beams of all sentences in one batch."""
    size = len(src)
    with evaluating(model):
        memory = model.encode(src).repeat_interleave(beam_size, dim=0)
        source = src.repeat_interleave(beam_size, dim=0)
        tgt = torch.full((size * beam_size, 1), bos_id)
        sums = torch.full((size, beam_size), -math.inf)
        sums[:, 0] = 0
        best = torch.full((size,), -math.inf)
        ids = torch.zeros(size, max_length, dtype=torch.long)
        for length in range(1, max_length + 1):
            steps = model.decode(tgt, memory, source)[:, -1].log_softmax(-1)
            longer = sums[..., None] + steps.view(size, beam_size, -1)  # (B, K, V)
            V = longer.size(-1)
            ends = longer.clone()
            if length < max_length:
                ends[..., torch.arange(V) != eos_id] = -math.inf
            score, place = (ends / penalty(length, length_penalty)).flatten(1).max(1)
            for b in range(size):
                if score[b] > best[b]:
                    best[b], row = score[b], b * beam_size + place[b] // V
                    ids[b] = 0
                    ids[b, : length - 1], ids[b, length - 1] = (
                        tgt[row, 1:],
                        place[b] % V,
                    )
            longer[..., eos_id] = -math.inf
            sums, places = longer.flatten(1).topk(beam_size)
            rows = (torch.arange(size)[:, None] * beam_size + places // V).flatten()
            tgt = torch.cat([tgt[rows], (places % V).flatten()[:, None]], dim=1)
    return ids, best


@variant(TASK)
def by_recursion(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """A generator of levels; NumPy sorts."""
    import numpy as np

    def levels(sentence, beams):
        yield beams
        if beams and len(beams[0][1]) <= max_length:
            longer = []
            for total, words in beams:
                logits = model(sentence, torch.tensor([words]))[0, -1].double()
                steps = (logits - logits.logsumexp(0)).numpy()
                longer += [(total + s, [*words, w]) for w, s in enumerate(steps)]
            ended.extend(b for b in longer if b[1][-1] == eos_id)
            longer = [b for b in longer if b[1][-1] != eos_id]
            order = np.argsort([-total for total, _ in longer])[:beam_size]
            yield from levels(sentence, [longer[i] for i in order])

    was_training, rows, scores = model.training, [], []
    model.eval()
    with torch.inference_mode():
        for sentence in src:
            ended = []
            *_, last = levels(sentence[None], [(0.0, [bos_id])])
            found = [
                (total / ((5 + len(w) - 1) / 6) ** length_penalty, w[1:])
                for total, w in ended + last
            ]
            score, words = max(found)
            rows.append(words)
            scores.append(score)
    model.train(was_training)
    return padded(rows), torch.tensor(scores)


@variant(TASK)
def the_fast_form(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """The search above, which stops when no beginning can get better."""
    limit = penalty(max_length, length_penalty)
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        return search(
            *options,
            stop=lambda ended, going, longer: max(ended)[0] >= going[0][0] / limit,
        )


@variant(TASK)
def with_a_heap(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """heapq, and inference mode instead of no_grad."""

    def largest(beams, n):
        return heapq.nlargest(n, beams, key=lambda beam: beam[0])

    mode = model.training
    model.eval()
    try:
        with torch.inference_mode():
            return search(
                model,
                src,
                beam_size,
                max_length,
                length_penalty,
                bos_id,
                eos_id,
                beams_of=largest,
            )
    finally:
        model.train(mode)
