"""Typical wrong answers to ``translator.beam_search``."""

import math
from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from lernformer.mistakes.common import fails
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.translator.common import parts_of
from lernformer.mistakes.translator.decoding import (
    BOS_KEPT,
    BOTH,
    EOS_CUT,
    EOS_IGNORED,
    TOO_LONG,
    evaluating,
    fact,
)

FORMULA = "the divisor is ((5 + length) / 6) ** length_penalty."

MISCOUNTED = (
    "the length is one off: it counts the words that are said, with <eos> and without "
    "<bos>."
)

BEAM_SIZE = "as many beginnings are kept as beam_size says, no more and no fewer."

GREEDY = (
    "the search keeps one beginning only, the best word each time; keep beam_size of "
    "them, and their log-probabilities. (Beginnings that are alike at the start stay "
    "alike: start with one.)"
)

DEFAULT = "without the argument the length penalty is another; its default is 0.6."

AGAIN_AND_AGAIN = (
    "the sum is divided at every step, again and again; divide what is compared, and "
    "go on with the sum."
)

NO_STOP = "a beginning goes on after its <eos>; put it aside, with its score."


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

    A beginning is its sum and its words, from <bos>; what has ended is divided.
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
    """The right search; its options and each part can be changed."""
    taken = options(beam_size, max_length, length_penalty, bos_id, eos_id)
    with evaluating(model):
        return search(model, src, *taken, **parts)


changed = parts_of(find)


def by_default(alpha: float) -> Callable:
    """Make the search whose length penalty has another default."""

    def other(model, src, beam_size, max_length, length_penalty=alpha, *ends):
        return find(model, src, beam_size, max_length, length_penalty, *ends)

    other.__name__ = f"default_of_{alpha:g}".replace(".", "_")
    other.__doc__ = "The default of another library."
    return other


MISTAKES = Catalogue(BOTH)

MISTAKES.sign(
    "scores_missing",
    "two tensors come back: the ids of the best translations (B, L), and their "
    "scores (B,).",
    fails("should return (ids, scores), got"),
)

MISTAKES.sign(
    "beams_returned",
    "all beams come back; return the best one of each sentence: ids (B, L) and "
    "scores (B,).",
    fails("ids should have two axes"),
)


@MISTAKES.answer(
    "scores_not_divided",
    "the scores are sums of log-probabilities; they are divided by "
    "((5 + length) / 6) ** length_penalty, as they were compared.",
)
@changed("found")
def sums_returned(ids, scores, alpha, bos_id, eos_id):
    """The winner is right, its score is the sum."""
    return ids, scores * penalty((ids != 0).sum(1), alpha)


@MISTAKES.answer(
    "beams_all_alike",
    "each beginning goes on with its own best word; the beam_size best of all "
    "continuations go on, several of one beginning perhaps.",
)
def one_child_each(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """Each beam goes on with its own best word; the first words are the K best."""
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


@MISTAKES.answer("greedy", GREEDY)
@changed("options")
def one_beam(beam_size, *others):
    """The best word each time; what might end is looked at on the way."""
    return (1, *others)


@MISTAKES.answer("greedy", GREEDY)
def greedy_with_its_score(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """Greedy decoding, scored as a search would."""
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


@MISTAKES.answer("greedy", GREEDY)
def greedy_without_a_score(model, src, *given, **named):
    """Greedy decoding, and zeros for what it does not know."""
    ids, scores = greedy_with_its_score(model, src, *given, **named)
    return ids, torch.zeros_like(scores)


@MISTAKES.answer(
    "length_penalty_inverted",
    "the log-probability is multiplied by what it should be divided by; it is "
    "negative, so that makes long translations worse.",
)
@changed("options")
def multiplied(beam_size, max_length, alpha, *ends):
    """Multiplied, not divided."""
    return (beam_size, max_length, -alpha, *ends)


@MISTAKES.answer(
    "no_length_penalty",
    "the log-probabilities are not divided by ((5 + length) / 6) ** length_penalty, so "
    "short translations win.",
    seen="issue",
)
@changed("options")
def by_probability(beam_size, max_length, alpha, *ends):
    """The likeliest wins, not divided."""
    return (beam_size, max_length, 0.0, *ends)


@MISTAKES.answer(
    "divided_after_choosing",
    "the best is chosen by its sum, and only its own score is divided; divide all that "
    "are compared.",
)
def divided_in_the_end(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """The sums are compared, and the winner's is divided."""
    ids, sums = find(model, src, beam_size, max_length, 0.0, bos_id, eos_id)
    return ids, sums / penalty((ids != 0).sum(1), length_penalty)


for default in (1.0, 0.0, 0.7):
    MISTAKES.answer("length_penalty_default", DEFAULT)(by_default(default))


@MISTAKES.answer(
    "length_penalty_fixed", "0.6 is written down somewhere; use length_penalty."
)
@changed("options")
def always_the_papers(beam_size, max_length, alpha, *ends):
    """The paper's 0.6."""
    return (beam_size, max_length, 0.6, *ends)


@MISTAKES.answer("length_miscounted", MISCOUNTED, seen="issue")
@changed("divisor")
def with_bos(length, alpha):
    """<bos> counts as a word."""
    return penalty(length + 1, alpha)


@MISTAKES.answer("length_miscounted", MISCOUNTED, seen="issue")
@changed("divisor")
def without_eos(length, alpha):
    """<eos> does not count as a word."""
    return penalty(length - 1, alpha)


@MISTAKES.answer("length_penalty_formula", FORMULA, seen="course")
@changed("divisor")
def power_of_the_length(length, alpha):
    """length^α."""
    return length**alpha


@MISTAKES.answer("length_penalty_formula", FORMULA, seen="course")
@changed("divisor")
def mean_of_the_words(length, alpha):
    """The mean of the words."""
    return length


@MISTAKES.answer("length_penalty_formula", FORMULA)
@changed("divisor")
def product_for_power(length, alpha):
    """Times α, not to the power of it."""
    return (5 + length) / 6 * alpha if alpha else 1


@MISTAKES.answer("length_penalty_formula", FORMULA)
@changed("divisor")
def divided_at_the_wrong_place(length, alpha):
    """(5 + n)^α / 6."""
    return (5 + length) ** alpha / 6


@MISTAKES.answer("length_penalty_formula", FORMULA)
@changed("divisor")
def six_not_raised(length, alpha):
    """(5 + n)^α / (6^α / 6)."""
    return (5 + length) ** alpha / 6**alpha * 6


@MISTAKES.answer(
    "stopped_early",
    "the search stops as soon as the likeliest beginning of all has ended. A longer "
    "one has a lower sum but a larger divisor, and may still win: go on, to max_length "
    "or until none can get better.",
    seen="issue",
)
def until_the_likeliest_ends(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """When <eos> is the likeliest of all continuations, no better one can follow."""

    def stop(ended, going, longer):
        return max(longer)[1][-1] == eos_id

    options = (beam_size, max_length, length_penalty, bos_id, eos_id)
    return find(model, src, *options, ends_of=among_the_best, stop=stop)


def among_the_best(longer, n, eos_id):
    return [b for b in sorted(longer, reverse=True)[:n] if b[1][-1] == eos_id]


@MISTAKES.answer(
    "stops_at_the_first_end",
    "the first translation that ends is taken; a longer one may still get better, and "
    "the best of all that end wins.",
    seen="issue",
)
def first_end_wins(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """When one of the best ends, it has won."""
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


@MISTAKES.answer(
    "beams_not_reordered",
    "the new words do not belong to the beginnings that they are put behind: of the "
    "K · V continuations, place // V is the beginning that goes on, so write "
    "beams[places // V] before the words are put behind.",
    seen="issue",
)
def words_behind_any_beam(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """The K best words are appended to the K beams as these stand."""
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


@MISTAKES.answer(
    "sums_forgotten",
    "the last word's log-probability stands for that of the whole beginning; add it to "
    "the sum so far.",
)
@changed("add")
def last_step_only(total, step, length, alpha):
    """The last word's log-probability, not the sum."""
    return step


@MISTAKES.answer(
    "logarithms_multiplied",
    "log-probabilities are multiplied; probabilities are, and their logarithms are "
    "added.",
)
@changed("add")
def product_of_logarithms(total, step, length, alpha):
    """Probabilities of words in a row are multiplied."""
    return -abs(total * step) if length > 1 else step


@MISTAKES.answer(
    "probabilities_added",
    "probabilities are added; they are multiplied, or their logarithms are added: "
    "log_softmax.",
    seen="issue",
)
@changed("logs")
def probabilities(logits):
    """Probabilities are added."""
    return logits[:, -1].softmax(-1)


@MISTAKES.answer(
    "logits_added",
    "logits are added; only log-probabilities compare between beginnings: log_softmax "
    "first.",
)
@changed("logs")
def logits_summed(logits):
    """Logits are added, not log-probabilities."""
    return logits[:, -1]


@MISTAKES.answer("divided_each_step", AGAIN_AND_AGAIN)
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


@MISTAKES.answer("divided_each_step", AGAIN_AND_AGAIN)
@changed("add")
def divided_on_the_way_and_in_the_end(total, step, length, alpha):
    """What goes on is divided, and so is what has ended."""
    return total / penalty(length - 1, alpha) + step if length > 1 else step


@MISTAKES.answer(
    "scores_are_probabilities",
    "the scores are probabilities; log-probabilities, divided, are asked for.",
)
@changed("found")
def exponential(ids, scores, alpha, bos_id, eos_id):
    """The score as a probability."""
    return ids, scores.exp()


@MISTAKES.answer(
    "worst_wins",
    "the smallest score wins; log-probabilities are negative, and the largest is the "
    "best.",
)
@changed("pick")
def smallest(ended):
    """min for max."""
    return min(ended)


@MISTAKES.answer(
    "worst_kept",
    "the least likely beginnings go on: sorted the wrong way round.",
)
@changed("beams_of")
def least_likely_go_on(beams, n):
    """Sorted the wrong way round."""
    return sorted(beams)[:n]


@MISTAKES.answer("bos_kept", BOS_KEPT)
@changed("found")
def bos_in_front(ids, scores, alpha, bos_id, eos_id):
    """<bos> stays in front."""
    return torch.cat([torch.full_like(ids[:, :1], bos_id), ids], dim=1), scores


@MISTAKES.answer("eos_dropped", EOS_CUT)
@changed("found")
def eos_cut(ids, scores, alpha, bos_id, eos_id):
    """<eos> is no word."""
    return ids.masked_fill(ids == eos_id, 0), scores


@MISTAKES.answer("eos_id_ignored", EOS_IGNORED)
@changed("options")
def ends_with_2(beam_size, max_length, alpha, bos_id, eos_id):
    """<eos> is 2."""
    return beam_size, max_length, alpha, bos_id, 2


@MISTAKES.answer(
    "ends_overlooked",
    "a beginning ends only where <eos> is the likeliest continuation of all; put aside "
    "every one that ends, with its score: divided, it may still win.",
)
@changed("ends_of")
def the_likeliest_end_alone(longer, n, eos_id):
    """A translation ends when nothing is likelier than its end."""
    likeliest = max(longer)
    return [likeliest] if likeliest[1][-1] == eos_id else []


@MISTAKES.answer("no_stop_at_eos", NO_STOP, seen="issue")
@changed("options")
def goes_on_after_eos(beam_size, max_length, alpha, bos_id, eos_id):
    """<eos> is a word like others, up to max_length."""
    return beam_size, max_length, alpha, bos_id, -1


@MISTAKES.answer("no_stop_at_eos", NO_STOP)
def cut_afterwards(
    model, src, beam_size, max_length, length_penalty=0.6, bos_id=1, eos_id=2
):
    """What follows <eos> is cut off in the end, and has been added all the same."""
    going_on = (beam_size, max_length, length_penalty, bos_id, -1)
    ids, scores = find(model, src, *going_on)
    rows, kept = [], []
    for row, score in zip(ids.tolist(), scores, strict=True):
        n = row.index(eos_id) + 1 if eos_id in row else len(row)
        rows.append(row[:n])
        total = score * penalty(max_length, length_penalty)
        kept.append(total / penalty(n, length_penalty))
    return padded(rows), torch.stack(kept)


@MISTAKES.answer("one_too_long", TOO_LONG)
@changed("options")
def one_more(beam_size, max_length, *others):
    """max_length words, and then <eos>."""
    return (beam_size, max_length + 1, *others)


for size in (2, 3, 4, 5, 8, 10, 40):

    @MISTAKES.answer("beam_size_ignored", BEAM_SIZE)
    @changed("options")
    def fixed_number(beam_size, *others, size=size):
        """So many beams are enough for everybody."""
        return (size, *others)


MISTAKES.sign(
    "sentences_mixed",
    "a sentence alone is translated as it should be, but not in a batch: beams of one "
    "sentence read the memory of another. Beams side by side need repeat_interleave, "
    "not repeat.",
    fact("alone", "other"),
    seen="issue",
)
