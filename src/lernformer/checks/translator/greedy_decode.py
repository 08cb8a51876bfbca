"""Check for ``translator.greedy_decode``."""

import numpy as np

from lernformer.checks.expected import as_reference, right
from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.checks.translator.common import sentences
from lernformer.checks.translator.decoding import (
    ENDS,
    TRANSFORMER,
    UNLIKELY,
    manners,
    sources,
    wrong_translation,
)
from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID
from lernformer.probes.aspects import PURE, SIZE
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.decoding import LIMIT, MODE, RECORDS
from lernformer.probes.translator.greedy_decode import PROBE, SAYS, probe_greedy
from lernformer.translator import greedy_decode

STOPS = "ends each translation at its <eos>"

IN_TIME = "stops when all have ended"

CLOSE = 1e-3  # float32 rounds logits of 10 by 1e-6, float16 by 8e-3


def greedy_table(
    rng: np.random.Generator,
    ends: list[int | None],
    positions: int,
    vocab_size: int = 8,
    bos: int = BOS_ID,
    eos: int = EOS_ID,
    close: bool = False,
) -> np.ndarray:
    """Draw logits for which sentence b has ``ends[b]`` words, the last of them <eos>.

    The likeliest word leads by at least 1, so rounding never changes which one it is.
    With ``close``, its lead is so small that float32 still sees it but float16 doesn't.
    """
    shape = (len(ends), positions, vocab_size, vocab_size)
    table = rng.normal(0, 2, shape) + rng.uniform(-3, 3, (*shape[:3], 1))
    table[..., [PAD_ID, bos]] = UNLIKELY
    for rows, end in zip(table, ends, strict=True):
        word = bos
        for place in range(positions):
            row = rows[place, word]
            if end is None or place < end:
                row[eos] = UNLIKELY
            if end is not None and place + 1 == end:
                row[eos] = row.max()
            word = int(row.argmax())
            if close:
                row[[w for w in np.argsort(row)[-2:] if w != word]] = row[word]
            row[word] += CLOSE if close else 1
    return table


greedy_expected = as_reference(greedy_decode, probe_greedy)


def too_often(case: Case, seen: Observation) -> str | None:
    """Return the symptom of more calls than decoding each sentence alone takes."""
    if case.aspect != IN_TIME:
        return None
    words = int((right(case, greedy_expected)["ids"] != PAD_ID).sum())
    calls = int(seen.facts.get("calls", "0"))
    if calls <= words:
        return None
    return (
        f"the model is called {calls} times with max_length = "
        f"{case.inputs['max_length']}, though the translations have {words} words in "
        "all; the loop should stop when all have ended"
    )


def greedy_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, lengths, ends, max_length, setting="", close=False, **own):
        named = {name.removesuffix("_id"): i for name, i in own.items()}
        inputs = {
            "src": sources(rng, lengths),
            "table": greedy_table(
                rng, ends, max(8, max_length + 1), close=close, **named
            ),
            "max_length": max_length,
            **own,
        }
        return Case(aspect, inputs, setting=setting)

    def with_transformer(aspect, lengths, max_length, **more):
        inputs = {
            "src": sentences(rng, lengths, 14),
            "max_length": max_length,
            "weights": int(rng.integers(2**31)),
            "src_vocab": 14,
            "tgt_vocab": 11,
            **more,
        }
        return Case(aspect, inputs, setting="Transformer")

    return [
        case(SAYS, [3, 3], [None, None], 4),
        case(SAYS, [5, 3, 4], [None, None, None], 5),
        case(SAYS, [4, 2, 6], [None, None, None], 7),
        case(SAYS, [4, 3, 5], [None, None, None], 7, close=True),
        case(STOPS, [3, 5, 4], [4, 4, 4], 7),
        case(STOPS, [4, 6, 3], [2, 5, 3], 7),
        case(STOPS, [4, 3, 5, 6], [5, 1, 4, 2], 6),
        case(STOPS, [3, 4, 5], [5, None, 2], 7),
        case(STOPS, [4, 4], [1, 1], 5),
        case(STOPS, [4], [3], 6),
        case(LIMIT, [4, 3], [None, None], 4),
        case(LIMIT, [3, 4], [3, 3], 3),
        case(LIMIT, [3, 4, 5], [None, 1, 2], 1),
        case(LIMIT, [2], [None], 1),
        case(IN_TIME, [4, 3, 5], [2, 4, 3], 60, setting="stop"),
        case(IN_TIME, [4, 3], [1, 3], 61, setting="stop"),
        case(ENDS, [3, 5, 4], [3, 5, 2], 7, bos_id=6, eos_id=4),
        case(ENDS, [3, 4], [2, 4], 6, bos_id=5, eos_id=7),
        case(MODE, [3, 5], [3, 5], 7, setting="training"),
        case(MODE, [4, 3], [2, 4], 6, setting=""),
        case(RECORDS, [3, 5], [3, 5], 7),
        with_transformer(TRANSFORMER, [4, 6, 3], 5),
        case(PURE, [3, 5], [3, 5], 7),
        case(SIZE, [3, 4], [None, 66], 70),
    ]


TASK = Task(
    probe=PROBE,
    aspects={
        SAYS: 4,
        STOPS: 3,
        LIMIT: 1.5,
        IN_TIME: 1,
        ENDS: 1,
        MODE: 1.5,
        RECORDS: 0.5,
        TRANSFORMER: 1,
        PURE: 0.5,
        SIZE: 0.5,
    },
    cases=greedy_cases,
    expected=greedy_expected,
    symptoms=(modifies_input, manners, wrong_translation(greedy_expected), too_often),
)
