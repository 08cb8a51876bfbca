"""Checks of the translator's decoders, on models that say what a table says."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lernformer.checks.mistakes import translator as mistakes
from lernformer.checks.mistakes.common import PURE, SIZE, modifies_input
from lernformer.checks.mistakes.translator.decoding import (
    ENDS,
    LIMIT,
    MODE,
    RECORDS,
    begins_otherwise,
)
from lernformer.checks.task import Case, Observation, Task, once
from lernformer.checks.translator_models import model_of
from lernformer.checks.translator_training import sentences
from lernformer.checks.values import (
    Unusable,
    as_tensors,
    call,
    describe,
    modified,
    plain,
    tensors,
)
from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID
from lernformer.translator import beam_search, greedy_decode

SAYS = "says the likeliest word each time"
STOPS = "ends each translation at its <eos>"
IN_TIME = "stops when all have ended"
TRANSFORMER = "decodes with a Transformer"
CLOSE = 1e-3  # float32 rounds logits of 10 by 1e-6, float16 by 8e-3
UNLIKELY = -12.0  # a logit: <pad> and <bos> are never said

# Models ----------------------------------------------------------------------------


def sources(rng: np.random.Generator, lengths: list[int]) -> np.ndarray:
    """Ids (B, L) with padding; the sum of row b is b, modulo the number of rows."""
    ids = sentences(rng, lengths, 20)
    n = len(lengths)
    for b, row in enumerate(ids):
        row[0] += (b - row.sum()) % n
    return ids


def greedy_table(
    rng: np.random.Generator,
    ends: list[int | None],
    positions: int,
    vocab_size: int = 8,
    bos: int = BOS_ID,
    eos: int = EOS_ID,
    close: bool = False,
) -> np.ndarray:
    """Logits by which sentence b says ``ends[b]`` words, the last of them <eos>.

    The likeliest word leads by 1 at least: no rounding makes another out of it. Where
    it is ``close``, it leads by what float32 still tells apart, and half of it not.
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


# Probes ----------------------------------------------------------------------------


def as_ids(value: Tensor, case: Case, facts: dict[str, str]) -> np.ndarray:
    """Translations (B, L) without columns of padding alone at their end."""
    if value.is_floating_point() or value.dtype == torch.bool:
        raise Unusable(f"ids should be integers, got {describe(value)}")
    if value.dim() != 2:
        raise Unusable(f"ids should have two axes, (B, L), got {describe(value)}")
    if len(value) != len(case.inputs["src"]):
        facts["rows"] = str(len(value))
    used = (value != PAD_ID).any(0).nonzero()
    width = int(used.max()) + 1 if len(used) else 0
    if width <= case.inputs["max_length"] < value.size(1):
        facts["too wide"] = str(value.size(1))
    return plain(value[:, :width])


def arguments(case: Case, *names: str) -> dict[str, Any]:
    """The case's arguments in the order of the function's, as far as they are given."""
    return {name: case.inputs[name] for name in names if name in case.inputs}


ENDS_GIVEN = ("bos_id", "eos_id")


def probe_greedy(answer: Any, case: Case) -> Observation:
    model, src, facts = model_of(case), tensors(case)["src"], {}
    before = src.clone()
    more = arguments(case, "max_length", *ENDS_GIVEN)

    def ask() -> np.ndarray:
        said = call(answer, {"model": model, "src": src, **more})
        return as_ids(as_tensors(said, ("ids",))["ids"], case, facts)

    ids = ask()
    facts |= model.facts() | {"modified": modified({"src": before}, {"src": src})}
    if case.aspect == SAYS and not np.array_equal(ids, ask()):
        facts["unsteady"] = "yes"
    return Observation({"ids": ids}, facts)


def probe_beam(answer: Any, case: Case) -> Observation:
    model, src, facts = model_of(case), tensors(case)["src"], {}
    before = src.clone()
    more = arguments(case, "beam_size", "max_length", "length_penalty", *ENDS_GIVEN)

    def ask(src: Tensor, facts: dict[str, str]) -> tuple[np.ndarray, np.ndarray]:
        found = call(answer, {"model": model, "src": src, **more})
        found = as_tensors(found, ("ids", "scores"))
        ids = as_ids(found["ids"], case, facts)
        if found["scores"].shape != found["ids"].shape[:1]:
            raise Unusable(f"scores should be (B,), got {describe(found['scores'])}")
        return ids, plain(found["scores"])

    ids, scores = ask(src, facts)
    facts |= model.facts() | {"modified": modified({"src": before}, {"src": src})}
    if case.aspect == APART and "rows" not in facts:
        for row, sentence in zip(ids, src.split(1), strict=True):
            alone = ask(sentence, {})[0][0]
            if words_of(alone) != words_of(row):
                facts["alone"] = "other"
    return Observation({"ids": ids, "scores": scores}, facts)


# Symptoms --------------------------------------------------------------------------


def words_of(row: np.ndarray) -> list[int]:
    """The row without padding at its end."""
    words = row.astype(int).tolist()
    while words and words[-1] == PAD_ID:
        words.pop()
    return words


def manners(case: Case, seen: Observation) -> str | None:
    """How the model was asked, and how it was left."""
    if case.aspect == RECORDS and "gradients" in seen.facts:
        return "the model is asked while gradients are recorded"
    if case.aspect == LIMIT and "too wide" in seen.facts:
        return (
            f"ids has {seen.facts['too wide']} columns, the last of padding alone, "
            f"with max_length = {case.inputs['max_length']}"
        )
    if case.aspect == ENDS and begins_otherwise(case, seen):
        bos = case.inputs["bos_id"]
        return (
            f"the decoder reads {seen.facts['read first']} first, with bos_id = {bos}"
        )
    if case.aspect != MODE:
        return None
    if "training" in seen.facts:
        return "the model is asked in training mode"
    mode = "training" if case.setting.endswith("training") else "evaluation"
    if seen.facts["mode"] != mode:
        return f"the model came in {mode} mode and is left in {seen.facts['mode']} mode"
    return None


def told(expected: Callable) -> Callable[[Case, Observation], str | None]:
    """Make a symptom that tells of the first sentence that is said in another way."""

    def symptom(case: Case, seen: Observation) -> str | None:
        if "rows" in seen.facts:
            return (
                f"there are {seen.facts['rows']} translations for "
                f"{len(case.inputs['src'])} sentences"
            )
        if "unsteady" in seen.facts:
            return "it says something else each time, for the same sentence"
        want = expected(case)["ids"]
        limit = case.inputs["max_length"]
        for i, (got, right) in enumerate(zip(seen.values["ids"], want, strict=True)):
            said, wanted = words_of(got), words_of(right)
            if case.aspect == SAYS and abs(len(said) - len(wanted)) < 2:
                n = min(len(said), len(wanted))  # the limit has an aspect of its own
                said, wanted = said[:n], wanted[:n]
            if said != wanted:
                bos = case.inputs.get("bos_id", BOS_ID)
                eos = case.inputs.get("eos_id", EOS_ID)
                return (
                    f"the translation of sentence {i} of {len(want)} is "
                    f"{shortened(said)}, expected {shortened(wanted)}, with "
                    f"max_length = {limit} (<bos> is {bos}, <eos> {eos}, padding "
                    f"{PAD_ID})"
                )
        return None

    return symptom


def shortened(words: list[int]) -> str:
    told = ", ".join(map(str, words[:12]))
    return f"[{told}, …] ({len(words)} words)" if len(words) > 12 else f"[{told}]"


def too_often(case: Case, seen: Observation) -> str | None:
    """Whether the model was asked more often than one sentence at a time would."""
    if case.aspect != IN_TIME:
        return None
    words = int((greedy_expected(case)["ids"] != PAD_ID).sum())
    calls = int(seen.facts.get("calls", "0"))
    if calls <= words:
        return None
    return (
        f"the model is asked {calls} times with max_length = "
        f"{case.inputs['max_length']}, though the translations have {words} words in "
        "all; the loop should stop when all have ended"
    )


# greedy_decode ----------------------------------------------------------------------


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
        case(LIMIT, [4, 3], [None, 2], 4),
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


@once
def greedy_expected(case: Case) -> dict[str, np.ndarray]:
    return probe_greedy(greedy_decode, case).values


GREEDY = Task(
    id="translator.greedy_decode",
    points=4,
    difficulty=2,
    minutes=30,
    hints=(
        "Encode once. Then, in a loop: ask the decoder about all words so far, take "
        "the likeliest next word of each sentence, append it. What has to be true for "
        "the loop to end, and what do sentences get that ended before the others?",
        "decode gives logits for every position, (B, L, V); the next word stands at "
        "the last one: logits[:, -1].argmax(dim=-1). Keep a boolean tensor `ended` "
        "(B,): where it is True the next word is padding, masked_fill(ended, 0).",
        "mode = model.training; model.eval(); with torch.no_grad(): memory = "
        "model.encode(src); tgt = torch.full_like(src[:, :1], bos_id); while tgt has "
        "at most max_length columns and not ended.all(): words = …; tgt = "
        "torch.cat([tgt, words[:, None]], dim=1); ended = ended | (words == eos_id). "
        "Then model.train(mode); return tgt[:, 1:].",
    ),
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
    probe=probe_greedy,
    expected=lambda case: {},  # judged by ``told``: a length is no shape to teach
    symptoms=(modifies_input, manners, told(greedy_expected), too_often),
    mistakes=mistakes.decoding(probe_greedy, greedy_expected),
    ready_made=(
        "lernformer.translator.decoding.beam_search",
        "lernformer.fast.decoding.beam_search",
        "lernformer.fast.decoding.greedy_decode",
    ),
)

# beam_search ------------------------------------------------------------------------

BETTER = "finds what greedy decoding misses"
PENALTY = "divides by the length's penalty"
SCORE = "returns the score of what it found"
APART = "keeps the sentences of a batch apart"


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


@once
def beam_expected(case: Case) -> dict[str, np.ndarray]:
    return probe_beam(beam_search, case).values


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


BEAM = Task(
    id="translator.beam_search",
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
    probe=probe_beam,
    expected=lambda case: {},  # judged by ``told`` and ``score_told``
    symptoms=(modifies_input, manners, told(beam_expected), score_told),
    mistakes=mistakes.searching(probe_beam, beam_expected),
    ready_made=("lernformer.fast.decoding.beam_search",),
)
