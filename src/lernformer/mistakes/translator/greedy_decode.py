"""Typical wrong answers to ``translator.greedy_decode``."""

from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor

from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID
from lernformer.mistakes.common import fails, sign
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.translator.decoding import (
    BATCH_OF_ONE,
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
from lernformer.probes.case import Case, once
from lernformer.probes.translator.greedy_decode import probe_greedy
from lernformer.translator import greedy_decode

NO_STOP = (
    "words go on after <eos>; a translation that has ended gets padding (0), whatever "
    "the model says next."
)

PRECISION_LOST = (
    "the logits are rounded to half the precision or less, and the likeliest word is "
    "no longer told from the next; choose it from them as they are."
)

TOO_SHORT = (
    "there is one word too few; max_length counts the words that are said, without "
    "<bos>."
)


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


def _cut_with_eos(said: Tensor, max_length: int, bos_id: int, eos_id: int) -> Tensor:
    said = said.clone()
    if said.size(1) == max_length:
        said[(said != eos_id).all(1), -1] = eos_id
    return said


def _first_for_all(model, src, max_length, bos_id=BOS_ID, eos_id=EOS_ID):
    said = greedy_decode(model, src[:1], max_length, bos_id, eos_id)
    return said.expand(len(src), -1)


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


@once
def greedy_expected(case: Case) -> dict[str, np.ndarray]:
    return probe_greedy(greedy_decode, case).values


MISTAKES = decoding(probe_greedy, greedy_expected)
