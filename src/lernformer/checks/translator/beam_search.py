"""The check of ``translator.beam_search``."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.checks.translator.common import sentences
from lernformer.checks.translator.decoding import (
    ENDS,
    TRANSFORMER,
    UNLIKELY,
    manners,
    sources,
    told,
)
from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID
from lernformer.mistakes.translator.beam_search import MISTAKES, beam_expected
from lernformer.probes.aspects import PURE, SIZE
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.beam_search import APART, PROBE, words_of
from lernformer.probes.translator.decoding import ENDS_GIVEN, LIMIT, MODE, RECORDS

BETTER = "finds what greedy decoding misses"

PENALTY = "divides by the length's penalty"

SCORE = "returns the score of what it found"


def ways_to_search(
    logs: np.ndarray, beam_size: int, max_length: int, alpha: float, bos: int, eos: int
) -> Iterator[tuple]:
    """The words that beam search finds by a table (positions, V, V), in common forms.

    They differ in what becomes of a beginning that has ended: it keeps its place among
    the beams, ranked with or without the divisor, or is put aside, whereupon the search
    goes on to the limit or stops after ``beam_size`` ends; and in whether what has not
    ended counts beside what has.
    """

    divisors = [((5 + length) / 6) ** alpha for length in range(max_length + 1)]

    def divided(beam):
        return beam[0] / divisors[len(beam[1])]

    def undivided(beam):
        return beam[0]

    def has_ended(beam):
        return bool(beam[1]) and beam[1][-1] == eos

    rows = logs.tolist()

    def grown(beam):
        total, words = beam
        row = rows[min(len(words), len(rows) - 1)][words[-1] if words else bos]
        return [(total + x, (*words, w)) for w, x in enumerate(row)]

    for rank in (divided, undivided) if alpha else (undivided,):
        beams = [(0.0, ())]
        for _ in range(max_length):
            if all(map(has_ended, beams)):
                break
            longer = [
                b
                for beam in beams
                for b in ([beam] if has_ended(beam) else grown(beam))
            ]
            beams = sorted(longer, key=rank, reverse=True)[:beam_size]
        yield max(beams, key=divided)[1]
    every = None
    for enough, reach in ((beam_size, 2 * beam_size), (np.inf, every)):
        beams, ended, unended = [(0.0, ())], [], []
        for _ in range(max_length):
            longer = sorted((b for beam in beams for b in grown(beam)), reverse=True)
            longer = longer[:reach]
            ended += [(divided(b), b[1]) for b in longer if b[1][-1] == eos]
            if len(ended) >= enough:
                break
            beams = [b for b in longer if b[1][-1] != eos][:beam_size]
        else:
            unended = [(divided(b), b[1]) for b in beams]
        if reach:
            yield max(ended or unended)[1]
        yield max(ended + unended)[1]


def agreed(*arguments: Any, unlike: tuple | None = None) -> tuple | None:
    """The words that all ways to search find; None where they differ, or are unlike."""
    ways = ways_to_search(*arguments)
    found = next(ways)
    if found == unlike:
        return None
    return found if all(words == found for words in ways) else None


def search_table(
    rng: np.random.Generator,
    fits: Callable[[np.ndarray], bool],
    positions: int,
    vocab_size: int,
    bos: int,
    eos: int,
    never: bool,
) -> np.ndarray:
    """One sentence's logits (positions, V, V), drawn until their logarithms fit."""
    while True:
        table = rng.normal(0, 1.6, (positions, vocab_size, vocab_size))
        table[..., [PAD_ID, bos]] = UNLIKELY
        table[..., eos] += np.linspace(-1.5, 1.5, positions)[:, None]
        if never:
            table[..., eos] = 3 * UNLIKELY
        logs = table - np.log(np.exp(table).sum(-1, keepdims=True))
        if fits(logs):
            return table + rng.uniform(-3, 3, (positions, vocab_size, 1))


def beam_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, lengths, beam_size, max_length, *, alpha=0.0, own=(), **more):
        bos, eos = own or (BOS_ID, EOS_ID)
        never = more.pop("never", False)
        setting = more.pop("setting", "")
        optional = more.pop("optional", False)
        penalty = 0.6 if alpha is None else alpha
        other = {"size": 1} if aspect == BETTER and beam_size > 1 else {}
        if more.get("narrow"):
            other = {"size": 5}
        elif aspect == PENALTY:
            other = {"alpha": 0.0}

        def words(logs, size=beam_size, alpha=penalty, unlike=None):
            return agreed(logs, size, max_length, alpha, bos, eos, unlike=unlike)

        def fits(logs):
            right = words(logs)
            if right is None:
                return False
            if aspect == SCORE:  # one word's divisor is 1, whatever the penalty
                return len(right) > 1
            return not other or bool(words(logs, unlike=right, **other))

        tables = [search_table(rng, fits, 5, 6, bos, eos, never) for _ in lengths]
        inputs = {
            "src": sources(rng, lengths),
            "table": np.stack(tables),
            "beam_size": beam_size,
            "max_length": max_length,
        }
        inputs |= {} if alpha is None else {"length_penalty": alpha}
        inputs |= dict(zip(ENDS_GIVEN, own, strict=False))
        return Case(aspect, inputs, setting=setting, optional=optional)

    def with_transformer(lengths, beam_size, max_length):
        inputs = {
            "src": sentences(rng, lengths, 14),
            "beam_size": beam_size,
            "max_length": max_length,
            "length_penalty": 0.6,
            "weights": int(rng.integers(2**31)),
            "src_vocab": 14,
            "tgt_vocab": 11,
        }
        return Case(TRANSFORMER, inputs, setting="Transformer", tolerance=1e-4)

    return [
        case(BETTER, [3], 2, 3),
        case(BETTER, [4], 3, 5),
        case(BETTER, [5], 2, 5, narrow=True),
        case(BETTER, [3], 1, 5),
        case(BETTER, [3], 20, 3, optional=True),
        case(PENALTY, [4], 3, 5, alpha=2.0),
        case(PENALTY, [3], 4, 5, alpha=1.0),
        case(PENALTY, [3], 3, 5, alpha=None),
        case(SCORE, [4, 3], 3, 5, alpha=None),
        case(SCORE, [3], 2, 5, alpha=0.0),
        case(SCORE, [3], 2, 5, alpha=1.3),
        case(SCORE, [3], 2, 3, alpha=0.6, never=True),
        case(APART, [3, 6, 4], 2, 5, alpha=0.6),
        case(APART, [5, 3, 4], 3, 5, alpha=0.6),
        case(LIMIT, [4, 3], 2, 3, alpha=0.6, never=True),
        case(LIMIT, [3, 4], 2, 1, alpha=0.6, never=True),
        case(ENDS, [3, 5], 2, 5, alpha=0.6, own=(5, 4)),
        case(ENDS, [3], 3, 5, alpha=0.6, own=(5, 3)),
        case(MODE, [3, 5], 2, 5, alpha=0.6, setting="training"),
        case(MODE, [4], 2, 4, alpha=0.6),
        case(RECORDS, [3], 2, 4, alpha=0.6),
        with_transformer([3, 5], 3, 4),
        case(PURE, [3, 5], 2, 3, alpha=0.6),
        case(SIZE, [3], 1, 55, never=True),
    ]


def score_told(case: Case, seen: Observation) -> str | None:
    """The first score that is another."""
    if case.aspect != SCORE:
        return None
    want = beam_expected(case)["scores"]
    for i, (got, right) in enumerate(zip(seen.values["scores"], want, strict=True)):
        if not np.isclose(got, right, rtol=case.tolerance, atol=case.tolerance):
            alpha = case.inputs.get("length_penalty")
            told = (
                "no length_penalty"
                if alpha is None
                else f"length_penalty = {alpha:.3g}"
            )
            return (
                f"the score of sentence {i} of {len(want)} is {got:.6g}, expected "
                f"{right:.6g}, for the translation {words_of(seen.values['ids'][i])} "
                f"and {told}"
            )
    return None


TASK = Task(
    probe=PROBE,
    points=5,
    difficulty=3,
    minutes=60,
    hints=(
        "Take one sentence at a time. Keep a list of beginnings with the sum of their "
        "log-probabilities. In each round let every beginning grow by every word; "
        "which of these have ended, and which are the best that have not?",
        "All beginnings of a sentence go through the decoder as one batch; "
        "memory.expand(K, -1, -1) and src.expand(K, -1) repeat the sentence. The sums "
        "of all continuations are sums[:, None] + logits[:, -1].log_softmax(-1), "
        "(K, V). A continuation by <eos> is put aside with its divided score; of the "
        "others flatten().topk(beam_size) go on: place // V is the beam, place % V "
        "the word.",
        "longer = sums[:, None] + log_probabilities; compare longer[:, eos_id].max() / "
        "((5 + length) / 6) ** length_penalty with the best score so far (at "
        "max_length: longer.max()) and remember beam, word and score; longer[:, "
        "eos_id] = -inf; sums, places = longer.flatten().topk(min(beam_size, "
        "longer.numel())); beams = torch.cat([beams[places // V], (places % V)[:, "
        "None]], dim=1).",
    ),
    aspects={
        BETTER: 4,
        PENALTY: 2,
        SCORE: 1.5,
        APART: 1.5,
        LIMIT: 1,
        ENDS: 0.5,
        MODE: 1,
        RECORDS: 0.5,
        TRANSFORMER: 1,
        PURE: 0.5,
        SIZE: 0.5,
    },
    cases=beam_cases,
    expected=lambda case: {},
    symptoms=(modifies_input, manners, told(beam_expected), score_told),
    mistakes=MISTAKES,
)
