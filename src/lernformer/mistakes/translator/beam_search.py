"""Typical wrong answers to ``translator.beam_search``."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID
from lernformer.mistakes.common import fails, sign
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.translator.decoding import (
    BOS_KEPT,
    BOTH,
    EOS_CUT,
    EOS_IGNORED,
    TOO_LONG,
    _fact,
    _maker,
    _with_bos,
    _without_eos,
)
from lernformer.probes.case import Case, Observation, once
from lernformer.probes.translator.beam_search import probe_beam
from lernformer.translator import beam_search, greedy_decode

FORMULA = "the divisor is ((5 + length) / 6) ** length_penalty."

MISCOUNTED = (
    "the length is one off: it counts the words that are said, with <eos> and without "
    "<bos>."
)

BEAM_SIZE = "as many beginnings are kept as beam_size says, no more and no fewer."


def _divisor(length: int, alpha: float) -> float:
    return ((5 + length) / 6) ** alpha


def search(
    *,
    logs: Callable = lambda logits: logits[:, -1].log_softmax(-1),
    divisor: Callable = _divisor,
    extra: int = 0,
    add: Callable = lambda total, step, length, alpha: total + step,
    pick: Callable = max,
    best_go_on: bool = True,
    size: int | None = None,
    first_end: bool = False,
    words_too_many: int = 0,
    no_end: bool = False,
    ends: int | None = None,
    divided_on_the_way: bool = False,
) -> Callable:
    """Beam search for one sentence after the other, with parts to be changed."""

    def find(
        model, src, beam_size, max_length, alpha=0.6, bos_id=BOS_ID, eos_id=EOS_ID
    ):
        eos = -1 if no_end else eos_id if ends is None else ends
        translations, scores = [], []
        for sentence in src.split(1):
            memory = model.encode(sentence)
            going: list[Any] = [(0.0, (bos_id,))]
            ended: list[Any] = []
            for length in range(1, max_length + words_too_many + 1):
                n = len(going)
                same = memory.expand(n, -1, -1), sentence.expand(n, -1)
                tgt = torch.tensor([words for _, words in going])
                rows = logs(model.decode(tgt, *same)).tolist()
                longer = [
                    (add(total, step, length, alpha), (*words, word))
                    for (total, words), row in zip(going, rows, strict=True)
                    for word, step in enumerate(row)
                ]
                longer.sort(reverse=best_go_on)
                kept = longer[: size or beam_size]
                by = 1 if divided_on_the_way else divisor(length + extra, alpha)
                among = kept if first_end else longer
                ended += [(x / by, w) for x, w in among if w[-1] == eos]
                going = [b for b in longer if b[1][-1] != eos][: size or beam_size]
                if first_end and ended:
                    going = []
                    break
            ended += [(x / by, w) for x, w in going]
            score, words = pick(ended)
            translations.append(torch.tensor(words[1:]))
            scores.append(score)
        ids = torch.nn.utils.rnn.pad_sequence(translations, batch_first=True)
        return ids, torch.tensor(scores)

    return find


def _alpha(change: Callable) -> Callable:
    """The right search with another length penalty."""

    def find(
        model, src, beam_size, max_length, alpha=0.6, bos_id=BOS_ID, eos_id=EOS_ID
    ):
        return search()(
            model, src, beam_size, max_length, change(alpha), bos_id, eos_id
        )

    return find


def _by_default(other: float) -> Callable:
    """The right search with another length penalty where none is given."""

    def find(
        model, src, beam_size, max_length, alpha=other, bos_id=BOS_ID, eos_id=EOS_ID
    ):
        return search()(model, src, beam_size, max_length, alpha, bos_id, eos_id)

    return find


def _found(change: Callable) -> Callable:
    """What was found, changed; ``change`` takes ids, scores, alpha and the ends."""

    def find(
        model, src, beam_size, max_length, alpha=0.6, bos_id=BOS_ID, eos_id=EOS_ID
    ):
        found = beam_search(model, src, beam_size, max_length, alpha, bos_id, eos_id)
        return change(*found, alpha, bos_id, eos_id)

    return find


def _chosen_by_sum(
    model, src, beam_size, max_length, alpha=0.6, bos_id=BOS_ID, eos_id=EOS_ID
):
    ids, sums = search()(model, src, beam_size, max_length, 0.0, bos_id, eos_id)
    return ids, sums / _divisor((ids != PAD_ID).sum(1), alpha)


def _cut_afterwards(
    model, src, beam_size, max_length, alpha=0.6, bos_id=BOS_ID, eos_id=EOS_ID
):
    going_on = search(no_end=True)
    ids, scores = going_on(model, src, beam_size, max_length, alpha, bos_id, eos_id)
    after = (ids == eos_id).cumsum(1) - (ids == eos_id).long() > 0
    ids = ids.masked_fill(after, PAD_ID)
    sums = scores * _divisor(max_length, alpha)
    return ids, sums / _divisor((~after).sum(1), alpha)


def _multiplied(ids, scores, alpha, bos_id, eos_id):
    lengths = (ids != PAD_ID).sum(1)
    return ids, scores * ((5 + lengths) / 6) ** alpha


def _one_child_each(
    model, src, beam_size, max_length, alpha=0.6, bos_id=BOS_ID, eos_id=EOS_ID
):
    translations, scores = [], []
    for sentence in src.split(1):
        logs = model(sentence, torch.tensor([[bos_id]]))[0, -1].log_softmax(-1)
        found = []
        top = logs.topk(min(beam_size, len(logs)))
        for total, word in zip(*map(Tensor.tolist, top), strict=True):
            words = [bos_id, word]
            while words[-1] != eos_id and len(words) <= max_length:
                steps = model(sentence, torch.tensor([words]))[0, -1].log_softmax(-1)
                words.append(steps.argmax().item())
                total += steps.max().item()
            found.append((total / _divisor(len(words) - 1, alpha), words))
        score, words = max(found)
        translations.append(torch.tensor(words[1:]))
        scores.append(score)
    ids = torch.nn.utils.rnn.pad_sequence(translations, batch_first=True)
    return ids, torch.tensor(scores)


def _only_ids(case: Case, seen: Observation) -> bool:
    return "should return (ids, scores), got" in seen.trouble


GREEDY = (
    "the search keeps one beginning only, the best word each time; keep beam_size of "
    "them, and their log-probabilities. (Beginnings that are alike at the start stay "
    "alike: start with one.)"
)


def searching(probe: Callable, expected: Callable) -> tuple[Mistake, ...]:
    """The mistakes of beam search."""
    mistake = _maker(probe, expected)
    return (
        *BOTH,
        sign(
            "scores_missing",
            "two tensors come back: the ids of the best translations (B, L), and their "
            "scores (B,).",
            _only_ids,
        ),
        sign(
            "beams_returned",
            "all beams come back; return the best one of each sentence: ids (B, L) and "
            "scores (B,).",
            fails("ids should have two axes"),
        ),
        mistake(
            "scores_not_divided",
            "the scores are sums of log-probabilities; they are divided by "
            "((5 + length) / 6) ** length_penalty, as they were compared.",
            _found(_multiplied),
        ),
        mistake(
            "beams_all_alike",
            "each beginning goes on with its own best word; the beam_size best of all "
            "continuations go on, several of one beginning perhaps.",
            _one_child_each,
        ),
        mistake("greedy", GREEDY, search(size=1)),
        mistake(
            "greedy",
            GREEDY,
            _greedy_with_score,
        ),
        mistake(
            "no_length_penalty",
            "the log-probabilities are not divided by ((5 + length) / 6) ** "
            "length_penalty, so short translations win.",
            _alpha(lambda alpha: 0.0),
        ),
        mistake(
            "divided_after_choosing",
            "the best is chosen by its sum, and only its own score is divided; divide "
            "all that are compared.",
            _chosen_by_sum,
        ),
        *(
            mistake(
                "length_penalty_default",
                f"without the argument the length penalty is {other:g} here; its "
                "default is 0.6.",
                _by_default(other),
            )
            for other in (1.0, 0.0, 0.7)
        ),
        mistake(
            "length_penalty_fixed",
            "0.6 is written down somewhere; use length_penalty.",
            _alpha(lambda alpha: 0.6),
        ),
        mistake(
            "length_penalty_inverted",
            "the log-probability is multiplied by what it should be divided by; it is "
            "negative, so that makes long translations worse.",
            _alpha(lambda alpha: -alpha),
        ),
        mistake("length_miscounted", MISCOUNTED, search(extra=1)),
        mistake("length_miscounted", MISCOUNTED, search(extra=-1)),
        *(
            mistake("length_penalty_formula", FORMULA, search(divisor=divisor))
            for divisor in (
                lambda n, alpha: n**alpha,
                lambda n, alpha: n,
                lambda n, alpha: (5 + n) / 6 * alpha if alpha else 1,
                lambda n, alpha: (5 + n) ** alpha / 6,
                lambda n, alpha: (5 + n) ** alpha / 6**alpha * 6,
            )
        ),
        mistake(
            "stops_at_the_first_end",
            "the search stops with the first translation that ends; a longer one may "
            "still get better.",
            search(first_end=True),
        ),
        mistake(
            "sums_forgotten",
            "the last word's log-probability stands for that of the whole beginning; "
            "add it to the sum so far.",
            search(add=lambda total, step, length, alpha: step),
        ),
        mistake(
            "probabilities_added",
            "probabilities are added; they are multiplied, or their logarithms are "
            "added: log_softmax.",
            search(logs=lambda logits: logits[:, -1].softmax(-1)),
        ),
        mistake(
            "logits_added",
            "logits are added; only log-probabilities compare between beginnings: "
            "log_softmax first.",
            search(logs=lambda logits: logits[:, -1]),
        ),
        mistake(
            "divided_each_step",
            "the sum is divided at every step, again and again; divide what is "
            "compared, and go on with the sum.",
            search(
                add=lambda total, step, n, alpha: (total + step) / _divisor(n, alpha),
                divided_on_the_way=True,
            ),
        ),
        mistake(
            "scores_are_probabilities",
            "the scores are probabilities; log-probabilities, divided, are asked for.",
            _found(lambda ids, scores, *_: (ids, scores.exp())),
        ),
        mistake(
            "worst_wins",
            "the smallest score wins; log-probabilities are negative, and the largest "
            "is the best.",
            search(pick=min),
        ),
        mistake(
            "worst_kept",
            "the least likely beginnings go on: sorted the wrong way round.",
            search(best_go_on=False),
        ),
        mistake(
            "bos_kept",
            BOS_KEPT,
            _found(lambda ids, s, a, bos, eos: (_with_bos(ids, 0, bos, eos), s)),
        ),
        mistake(
            "eos_dropped",
            EOS_CUT,
            _found(lambda ids, s, a, bos, eos: (_without_eos(ids, 0, bos, eos), s)),
        ),
        mistake("eos_id_ignored", EOS_IGNORED, search(ends=EOS_ID)),
        *(
            mistake(
                "no_stop_at_eos",
                "a beginning goes on after its <eos>; put it aside, with its score.",
                answer,
            )
            for answer in (search(no_end=True), _cut_afterwards)
        ),
        mistake("one_too_long", TOO_LONG, search(words_too_many=1)),
        *(
            mistake("beam_size_ignored", BEAM_SIZE, search(size=size))
            for size in (2, 3, 4, 5, 8, 10, 40)
        ),
        sign(
            "sentences_mixed",
            "a sentence alone is translated as it should be, but not in a batch: "
            "beams of one sentence read the memory of another. Beams side by side need "
            "repeat_interleave, not repeat.",
            _fact("alone", "other"),
        ),
    )


def _greedy_with_score(
    model, src, beam_size, max_length, alpha=0.6, bos_id=BOS_ID, eos_id=EOS_ID
):
    said = greedy_decode(model, src, max_length, bos_id, eos_id)
    read = torch.cat([torch.full_like(said[:, :1], bos_id), said[:, :-1]], dim=1)
    logs = model(src, read).log_softmax(-1).gather(-1, said[..., None])[..., 0]
    real = said != PAD_ID
    return said, (logs * real).sum(1) / ((5 + real.sum(1)) / 6) ** alpha


@once
def beam_expected(case: Case) -> dict[str, np.ndarray]:
    return probe_beam(beam_search, case).values


MISTAKES = searching(probe_beam, beam_expected)
