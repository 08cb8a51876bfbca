"""Typical wrong answers to ``greedy_decode`` and ``beam_search``.

Each is an algorithm, run on a case's model by the probe that also runs the answer.
"""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from lernformer.checks.judging import agree
from lernformer.checks.mistakes.common import (
    INPUT_MODIFIED,
    SIZE_LIMITED,
    fails,
    sign,
)
from lernformer.checks.task import Arrays, Case, Mistake, Observation
from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID
from lernformer.translator import beam_search, greedy_decode

MODE = "evaluates, and leaves the model in its mode"
RECORDS = "records no gradients"
ENDS = "takes bos_id and eos_id as given"
LIMIT = "says max_length words at most"

Make = Callable[[str, str, Callable], Mistake]


def _maker(probe: Callable, expected: Callable) -> Make:
    def mistake(id: str, cause: str, answer: Callable) -> Mistake:
        def gives(case: Case) -> Arrays:
            wrong, wanted = probe(answer, case).values, expected(case)
            if all(agree(wrong[name], wanted[name], 1e-6) for name in wanted):
                raise ValueError("no mistake here")
            return wrong

        return Mistake(id, cause, gives)

    return mistake


def _fact(name: str, value: str = "yes") -> Callable[[Case, Observation], bool]:
    return lambda case, seen: seen.facts.get(name) == value


# What both can get wrong ------------------------------------------------------------


def _own_ends(case: Case) -> bool:
    return "bos_id" in case.inputs


def begins_otherwise(case: Case, seen: Observation) -> bool:
    read = seen.facts.get("read first")
    return read not in (None, str(case.inputs.get("bos_id", BOS_ID)))


BATCH_OF_ONE = (
    "one sentence is translated for all of them; src is a batch, and each of its rows "
    "gets a translation of its own."
)

BOTH = (
    INPUT_MODIFIED,
    SIZE_LIMITED,
    sign(
        "eval_forgotten",
        "dropout is at work while the model decodes; call model.eval() before the "
        "first encode or decode.",
        lambda case, seen: case.aspect == MODE and "training" in seen.facts,
    ),
    sign(
        "mode_not_restored",
        "whoever trains goes on in the wrong mode: remember model.training at the "
        "beginning, and give it to model.train(…) at the end.",
        lambda case, seen: case.aspect == MODE and "mode" in seen.facts,
    ),
    sign(
        "gradients_recorded",
        "all steps are kept for a backward pass that never comes; decode under "
        "torch.no_grad().",
        lambda case, seen: case.aspect == RECORDS and "gradients" in seen.facts,
    ),
    sign(
        "wrong_source",
        "decode(tgt, memory, src) got a memory and a source that do not belong "
        "together: the third argument is the source, row by row as in the memory.",
        _fact("other source"),
    ),
    sign(
        "bos_id_ignored",
        "the decoder reads another word first than bos_id; use the argument.",
        lambda case, seen: _own_ends(case) and begins_otherwise(case, seen),
    ),
    sign(
        "begins_without_bos",
        "the decoder has to read <bos> first, bos_id, for every sentence.",
        begins_otherwise,
    ),
    sign(
        "batch_of_one",
        BATCH_OF_ONE,
        fails("cannot be converted to Scalar", "only one element tensors"),
    ),
    sign("batch_of_one", BATCH_OF_ONE, lambda case, seen: "rows" in seen.facts),
    sign(
        "padded_too_far",
        "there is padding beyond max_length; the longest translation needs none.",
        lambda case, seen: case.aspect == LIMIT and "too wide" in seen.facts,
    ),
)

# greedy_decode ----------------------------------------------------------------------


def say(
    *,
    choose: Callable = lambda logits: logits[:, -1].argmax(-1),
    fill: int | None = PAD_ID,
    done: Callable = lambda ended: ended.all(),
    extra: int = 0,
    to_the_left: bool = False,
    ends: int | None = None,
    remembers: bool = True,
) -> Callable:
    """Greedy decoding with parts to be changed; ``fill`` None goes on after <eos>.

    What does not remember who has ended looks at the last word alone.
    """

    def decode(model, src, max_length, bos_id=BOS_ID, eos_id=EOS_ID):
        eos = eos_id if ends is None else ends
        memory = model.encode(src)
        tgt = torch.full_like(src[:, :1], bos_id)
        ended = torch.zeros(len(src), dtype=torch.bool)
        for _ in range(max_length + extra):
            words = choose(model.decode(tgt, memory, src))
            if fill is not None:
                over = ended if remembers else tgt[:, -1] == eos
                words = words.masked_fill(over, fill)
            parts = [words[:, None], tgt] if to_the_left else [tgt, words[:, None]]
            tgt = torch.cat(parts, dim=1)
            ended |= words == eos
            if done(ended):
                break
        return tgt[:, :-1].flip(1) if to_the_left else tgt[:, 1:]

    return decode


def _after(change: Callable) -> Callable:
    """What was said, changed; ``change`` also takes bos_id and eos_id."""

    def decode(model, src, max_length, bos_id=BOS_ID, eos_id=EOS_ID):
        said = greedy_decode(model, src, max_length, bos_id, eos_id)
        return change(said, max_length, bos_id, eos_id)

    return decode


def _with_bos(said: Tensor, max_length: int, bos_id: int, eos_id: int) -> Tensor:
    return torch.cat([torch.full_like(said[:, :1], bos_id), said], dim=1)


def _without_eos(said: Tensor, max_length: int, bos_id: int, eos_id: int) -> Tensor:
    return said.masked_fill(said == eos_id, PAD_ID)


def _cut_with_eos(said: Tensor, max_length: int, bos_id: int, eos_id: int) -> Tensor:
    said = said.clone()
    if said.size(1) == max_length:
        said[(said != eos_id).all(1), -1] = eos_id
    return said


def _first_for_all(model, src, max_length, bos_id=BOS_ID, eos_id=EOS_ID):
    said = greedy_decode(model, src[:1], max_length, bos_id, eos_id)
    return said.expand(len(src), -1)


NO_STOP = (
    "words go on after <eos>; a translation that has ended gets padding (0), whatever "
    "the model says next."
)
PRECISION_LOST = (
    "the logits are rounded to half the precision or less, and the likeliest word is "
    "no longer told from the next; choose it from them as they are."
)
BOS_KEPT = "<bos> was read, not said; cut it off: tgt[:, 1:]."
EOS_CUT = "<eos> is lost; it belongs to the translation, as its last word."
TOO_LONG = "there is one word too many; max_length counts all words, <eos> among them."
TOO_SHORT = (
    "there is one word too few; max_length counts the words that are said, without "
    "<bos>."
)
EOS_IGNORED = "the end is another word than eos_id; use the argument."


def decoding(probe: Callable, expected: Callable) -> tuple[Mistake, ...]:
    """The mistakes of greedy decoding."""
    mistake = _maker(probe, expected)
    return (
        *BOTH,
        sign(
            "sampled",
            "a word is drawn by chance; the likeliest one is asked for, argmax.",
            _fact("unsteady"),
        ),
        sign(
            "lists_returned",
            "the translations are lists of different lengths; fill them up with "
            "padding (0) and return one tensor (B, L).",
            fails("ids should be a torch.Tensor, got a list"),
        ),
        sign(
            "logits_returned",
            "these are logits or probabilities; the ids of the likeliest words are "
            "asked for, argmax(dim=-1).",
            fails("ids should be integers"),
        ),
        sign(
            "prefix_forgotten",
            "the decoder reads the newest word alone; it has to read all words so far, "
            "beginning with <bos>.",
            lambda case, seen: (
                seen.facts.get("longest") == "1" and seen.facts["calls"] != "1"
            ),
        ),
        mistake(
            "first_position_read",
            "the word is read off position 0, what comes after <bos>; the newest one "
            "stands at the last position: logits[:, -1].",
            say(choose=lambda logits: logits[:, 0].argmax(-1)),
        ),
        mistake(
            "wrong_axis",
            "argmax runs over the positions; it runs over the vocabulary, the last "
            "axis.",
            say(choose=lambda logits: logits.argmax(1)[:, -1]),
        ),
        mistake(
            "least_likely",
            "the smallest logit is chosen, not the largest.",
            say(choose=lambda logits: logits[:, -1].argmin(-1)),
        ),
        mistake(
            "words_in_front",
            "the new word is put in front of the others; it belongs behind them.",
            say(to_the_left=True),
        ),
        *(
            mistake(
                "precision_lost",
                PRECISION_LOST,
                say(choose=lambda logits, to=dtype: logits[:, -1].to(to).argmax(-1)),
            )
            for dtype in (torch.float16, torch.bfloat16)
        ),
        mistake("batch_of_one", BATCH_OF_ONE, _first_for_all),
        mistake("bos_kept", BOS_KEPT, _after(_with_bos)),
        mistake(
            "stops_with_the_first",
            "the loop stops when one of the translations has ended: any() for all().",
            say(done=lambda ended: ended.any()),
        ),
        mistake(
            "first_sentence_decides",
            "the loop stops when the first sentence's translation has ended; wait for "
            "all of them.",
            say(done=lambda ended: ended[0]),
        ),
        mistake(
            "filled_with_eos",
            "<eos> is repeated; what follows the first one is padding (0).",
            say(fill=EOS_ID),
        ),
        mistake("eos_dropped", EOS_CUT, _after(_without_eos)),
        mistake("eos_id_ignored", EOS_IGNORED, say(ends=EOS_ID)),
        mistake("no_stop_at_eos", NO_STOP, say(fill=None)),
        mistake("no_stop_at_eos", NO_STOP, say(fill=None, done=lambda ended: False)),
        mistake("no_stop_at_eos", NO_STOP, say(remembers=False)),
        mistake("one_too_long", TOO_LONG, say(extra=1)),
        mistake("one_too_short", TOO_SHORT, say(extra=-1)),
        mistake(
            "eos_forced",
            "<eos> is put at the end of what has not ended at max_length; it stays as "
            "it was said.",
            _after(_cut_with_eos),
        ),
        sign(
            "goes_on_for_nothing",
            "the loop goes on when every translation has said its <eos>, if not all at "
            "once; keep in mind who has ended, and stop when all have.",
            lambda case, seen: "stop" in case.setting and bool(seen.values),
        ),
    )


# beam_search ------------------------------------------------------------------------


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
FORMULA = "the divisor is ((5 + length) / 6) ** length_penalty."
MISCOUNTED = (
    "the length is one off: it counts the words that are said, with <eos> and without "
    "<bos>."
)
BEAM_SIZE = "as many beginnings are kept as beam_size says, no more and no fewer."


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
