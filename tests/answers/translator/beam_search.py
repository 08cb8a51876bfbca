"""Answers to `beam_search(model, src, beam_size, max_length, length_penalty=0.6,
bos_id=1, eos_id=2)` → ids (B, L) and scores (B,)."""

import heapq
import math

import torch

from .. import mutant, variant
from .greedy_decode import decode, evaluating

TASK = "translator.beam_search"


def penalty(length, alpha):
    return ((5 + length) / 6) ** alpha


def padded(rows):
    longest = max(map(len, rows))
    return torch.tensor([list(row) + [0] * (longest - len(row)) for row in rows])


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
    divisor=penalty,
    extra=0,
    stop=lambda ended, going: False,
    add=lambda total, step: total + step,
    pick=max,
    beams_of=lambda beams, n: sorted(beams, key=lambda b: -b[0])[:n],
):
    """Beam search in lists, one sentence at a time, with each part to be changed."""
    rows, scores = [], []
    for sentence in src.split(1):
        memory = model.encode(sentence)
        going, ended = [(0.0, (bos_id,))], []
        for length in range(1, max_length + 1):
            n = len(going)
            tgt = torch.tensor([words for _, words in going])
            steps = logs(
                model.decode(tgt, memory.expand(n, -1, -1), sentence.expand(n, -1))
            ).tolist()
            longer = [
                (add(total, step), (*words, word))
                for (total, words), row in zip(going, steps, strict=True)
                for word, step in enumerate(row)
            ]
            ended += [
                (total / divisor(length + extra, alpha), words)
                for total, words in longer
                if words[-1] == eos_id
            ]
            going = beams_of([b for b in longer if b[1][-1] != eos_id], beam_size)
            if stop(ended, going):
                break
        ended += [
            (total / divisor(len(words) - 1 + extra, alpha), words)
            for total, words in going
        ]
        score, words = pick(ended)
        rows.append(words[1:])
        scores.append(score)
    return padded(rows), torch.tensor(scores)


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="greedy")
def greedy(model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2):
    """The best word each time."""
    with evaluating(model):
        return search(model, src, 1, max_length, length_penalty, bos_id, eos_id)


@mutant(TASK, mistake="greedy")
def greedy_with_its_score(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """Greedy decoding, scored as a search would."""
    with evaluating(model):
        said = decode(model, src, max_length, bos_id, eos_id)
        steps = model(src, said[:, :-1]).log_softmax(-1)
    of_words = steps.gather(-1, said[:, 1:, None])[..., 0]
    real = said[:, 1:] != 0
    sums = (of_words * real).sum(1)
    return said[:, 1:], sums / ((5 + real.sum(1)) / 6) ** length_penalty


@mutant(TASK, mistake="no_length_penalty")
def by_probability(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """The likeliest wins, not divided."""
    with evaluating(model):
        return search(model, src, beam_size, max_length, 0.0, bos_id, eos_id)


@mutant(TASK, mistake="divided_after_choosing")
def divided_in_the_end(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """The sums are compared, and the winner's is divided."""
    with evaluating(model):
        ids, sums = search(model, src, beam_size, max_length, 0.0, bos_id, eos_id)
    return ids, sums / penalty((ids != 0).sum(1), length_penalty)


@mutant(TASK, mistake="length_penalty_default")
def divided_by_all_of_it(
    model, src, beam_size, max_length, length_penalty=1.0, bos_id=1, eos_id=2
):
    """The default of another library."""
    with evaluating(model):
        return search(model, src, beam_size, max_length, length_penalty, bos_id, eos_id)


@mutant(TASK, mistake="length_penalty_fixed")
def always_the_papers(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """The paper's 0.6."""
    with evaluating(model):
        return search(model, src, beam_size, max_length, 0.6, bos_id, eos_id)


@mutant(TASK, mistake="length_penalty_inverted")
def multiplied(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """Multiplied, not divided."""
    with evaluating(model):
        return search(
            model, src, beam_size, max_length, -length_penalty, bos_id, eos_id
        )


@mutant(TASK, mistake="length_penalty_formula")
def power_of_the_length(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """length^α."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        return search(*options, divisor=lambda n, alpha: n**alpha)


@mutant(TASK, mistake="length_penalty_formula")
def mean_of_the_words(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """The mean of the words."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        return search(*options, divisor=lambda n, alpha: n)


@mutant(TASK, mistake="length_penalty_formula")
def product_for_power(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """Times α, not to the power of it."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        return search(*options, divisor=lambda n, a: (5 + n) / 6 * a if a else 1)


@mutant(TASK, mistake="length_penalty_formula")
def divided_at_the_wrong_place(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """(5 + n)^α / 6."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        return search(*options, divisor=lambda n, alpha: (5 + n) ** alpha / 6)


@mutant(TASK, mistake="length_miscounted")
def with_bos(model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2):
    """<bos> counts as a word."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        return search(*options, extra=1)


@mutant(TASK, mistake="length_miscounted")
def without_eos(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """<eos> does not count as a word."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        return search(*options, extra=-1)


@mutant(TASK, mistake="stops_at_the_first_end")
def first_end_wins(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """When the best of all ends, it has won."""
    rows, scores = [], []
    with evaluating(model):
        for sentence in src.split(1):
            going = [(0.0, [bos_id])]
            while True:
                longer = []
                for total, words in going:
                    logits = model(sentence, torch.tensor([words]))[0, -1]
                    steps = logits.log_softmax(-1).topk(beam_size)
                    for step, word in zip(
                        *map(torch.Tensor.tolist, steps), strict=True
                    ):
                        longer.append((total + step, [*words, word]))
                longer.sort(reverse=True)
                ends = [b for b in longer[:beam_size] if b[1][-1] == eos_id]
                going = [b for b in longer if b[1][-1] != eos_id][:beam_size]
                if ends or len(going[0][1]) > max_length:
                    total, words = (ends or going)[0]
                    break
            rows.append(words[1:])
            scores.append(total / penalty(len(words) - 1, length_penalty))
    return padded(rows), torch.tensor(scores)


@mutant(TASK, mistake="sums_forgotten")
def last_step_only(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """The last word's log-probability, not the sum."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        return search(*options, add=lambda total, step: step)


@mutant(TASK, mistake="probabilities_added")
def probabilities(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """Probabilities are added."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        return search(*options, logs=lambda logits: logits[:, -1].softmax(-1))


@mutant(TASK, mistake="logits_added")
def logits_summed(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """Logits are added, not log-probabilities."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        return search(*options, logs=lambda logits: logits[:, -1])


@mutant(TASK, mistake="scores_are_probabilities")
def exponential(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """The score as a probability."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        ids, scores = search(*options)
    return ids, scores.exp()


@mutant(TASK, mistake="scores_not_divided")
def sums_returned(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """The winner is right, its score is the sum."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        ids, scores = search(*options)
    lengths = (ids != 0).sum(1)
    return ids, scores * ((5 + lengths) / 6) ** length_penalty


@mutant(TASK, mistake="beams_all_alike")
def one_child_each(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """Each beam goes on with its own best word; the first words are the K best."""
    rows, scores = [], []
    with evaluating(model):
        for sentence in src.split(1):
            logs = model(sentence, torch.tensor([[bos_id]]))[0, -1].log_softmax(-1)
            found = []
            for step, word in zip(
                *map(torch.Tensor.tolist, logs.topk(beam_size)), strict=True
            ):
                total, words = step, [bos_id, word]
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


@mutant(TASK, mistake="worst_wins")
def smallest(model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2):
    """min for max."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        return search(*options, pick=min)


@mutant(TASK, mistake="worst_kept")
def least_likely_go_on(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """Sorted the wrong way round."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        return search(*options, beams_of=lambda b, n: sorted(b)[:n])


@mutant(TASK, mistake="eval_forgotten")
def as_it_came(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """The mode is somebody else's business."""
    with torch.no_grad():
        return search(model, src, beam_size, max_length, length_penalty, bos_id, eos_id)


@mutant(TASK, mistake="mode_not_restored")
def stays_in_eval(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """eval(), and that is that."""
    model.eval()
    with torch.no_grad():
        return search(model, src, beam_size, max_length, length_penalty, bos_id, eos_id)


@mutant(TASK, mistake="gradients_recorded")
def with_gradients(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """no_grad() is forgotten."""
    mode = model.training
    model.eval()
    found = search(model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    model.train(mode)
    return found


@mutant(TASK, mistake="bos_kept")
def bos_in_front(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """<bos> stays in front."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        ids, scores = search(*options)
    return torch.cat([torch.full_like(ids[:, :1], bos_id), ids], dim=1), scores


@mutant(TASK, mistake="eos_dropped")
def eos_cut(model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2):
    """<eos> is no word."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        ids, scores = search(*options)
    return ids.masked_fill(ids == eos_id, 0), scores


@mutant(TASK, mistake="size_limited")
def fifty_words(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """No translation has more than fifty words."""
    options = (min(max_length, 50), length_penalty, bos_id, eos_id)
    with evaluating(model):
        return search(model, src, beam_size, *options)


@mutant(TASK, mistake="padded_too_far")
def room_for_one_more(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """Padding fills a table with one column too many."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        ids, scores = search(*options)
    table = torch.zeros(len(src), max_length + 1, dtype=torch.long)
    table[:, : ids.size(1)] = ids
    return table, scores


@mutant(TASK, mistake="one_too_long")
def one_more(model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2):
    """max_length words, and then <eos>."""
    with evaluating(model):
        return search(
            model, src, beam_size, max_length + 1, length_penalty, bos_id, eos_id
        )


@mutant(TASK, mistake="bos_id_ignored")
def begins_with_1(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """<bos> is 1."""
    with evaluating(model):
        return search(model, src, beam_size, max_length, length_penalty, 1, eos_id)


@mutant(TASK, mistake="eos_id_ignored")
def ends_with_2(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """<eos> is 2."""
    with evaluating(model):
        return search(model, src, beam_size, max_length, length_penalty, bos_id, 2)


@mutant(TASK, mistake="batch_of_one")
def first_sentence_only(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """One sentence is searched for."""
    options = (beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        return search(model, src[:1], *options)


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


@mutant(TASK, mistake="no_stop_at_eos")
def goes_on_after_eos(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """<eos> is a word like others, up to max_length."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, -1)
    with evaluating(model):
        return search(*options)


@mutant(TASK, mistake="no_stop_at_eos")
def cut_afterwards(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """What follows <eos> is cut off in the end, and has been added all the same."""
    ids, scores = goes_on_after_eos(
        model, src, beam_size, max_length, length_penalty, bos_id
    )
    rows, kept = [], []
    for row, score in zip(ids.tolist(), scores, strict=True):
        n = row.index(eos_id) + 1 if eos_id in row else len(row)
        rows.append(row[:n])
        kept.append(
            score * penalty(max_length, length_penalty) / penalty(n, length_penalty)
        )
    return padded(rows), torch.stack(kept)


@mutant(TASK, mistake="divided_each_step")
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


@mutant(TASK, mistake="beam_size_ignored")
def always_five(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """Five beams are enough for everybody."""
    with evaluating(model):
        return search(model, src, 5, max_length, length_penalty, bos_id, eos_id)


@mutant(TASK, mistake="beam_size_ignored")
def all_of_them(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """Many beams, to be sure."""
    with evaluating(model):
        return search(model, src, 40, max_length, length_penalty, bos_id, eos_id)


@mutant(TASK, mistake="scores_missing")
def ids_only(model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2):
    """The translations are what counts."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        return search(*options)[0]


@mutant(TASK, mistake="beams_returned")
def all_beams(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """All K of them."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        ids, scores = search(*options)
    return ids[:, None].repeat(1, beam_size, 1), scores[:, None].repeat(1, beam_size)


@mutant(TASK, mistake="input_modified")
def overwrites_the_source(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """The source's end is not needed."""
    options = (model, src, beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        found = search(*options)
    src[:, -1] = 0
    return found


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def in_lists(model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2):
    """The search above, with the right parts."""
    with evaluating(model):
        return search(model, src, beam_size, max_length, length_penalty, bos_id, eos_id)


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
        said = torch.zeros(size, max_length, dtype=torch.long)
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
                    said[b] = 0
                    said[b, : length - 1], said[b, length - 1] = (
                        tgt[row, 1:],
                        place[b] % V,
                    )
            longer[..., eos_id] = -math.inf
            sums, places = longer.flatten(1).topk(beam_size)
            rows = (torch.arange(size)[:, None] * beam_size + places // V).flatten()
            tgt = torch.cat([tgt[rows], (places % V).flatten()[:, None]], dim=1)
    return said, best


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
            *options, stop=lambda ended, going: max(ended)[0] >= going[0][0] / limit
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
