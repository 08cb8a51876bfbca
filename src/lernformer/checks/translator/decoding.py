"""Helpers for the checks of several tasks in this chapter."""

from collections.abc import Callable

import numpy as np

from lernformer.checks.expected import right
from lernformer.checks.translator.common import sentences
from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID
from lernformer.mistakes.translator.decoding import begins_otherwise, left_otherwise
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.beam_search import words_of
from lernformer.probes.translator.decoding import LIMIT, MODE, RECORDS

TRANSFORMER = "decodes with a Transformer"

UNLIKELY = -12.0  # a logit: <pad> and <bos> are never chosen

ENDS = "takes bos_id and eos_id as given"


def sources(rng: np.random.Generator, lengths: list[int]) -> np.ndarray:
    """Return ids (B, L) with padding; row b sums to b, modulo the number of rows."""
    ids = sentences(rng, lengths, 20)
    n = len(lengths)
    for b, row in enumerate(ids):
        row[0] += (b - row.sum()) % n
    return ids


def manners(case: Case, seen: Observation) -> str | None:
    """Return the symptom of calling the model wrongly or leaving it in another mode."""
    if case.aspect == RECORDS and "gradients" in seen.facts:
        return "the model is called while gradients are recorded"
    if case.aspect == LIMIT:
        return _beyond(case.inputs["max_length"], seen.facts)
    if case.aspect == ENDS and begins_otherwise(case, seen):
        bos = case.inputs["bos_id"]
        return (
            f"the decoder reads {seen.facts['read first']} first, with bos_id = {bos}"
        )
    if case.aspect == MODE and "training" in seen.facts:
        return "the model is called in training mode"
    if case.aspect == MODE and left_otherwise(case, seen):
        came = "training" if case.setting.endswith("training") else "evaluation"
        return f"the model came in {came} mode and is left in {seen.facts['mode']} mode"
    return None


def _beyond(limit: int, facts: dict[str, str]) -> str | None:
    """Return the symptom of columns beyond ``limit``, which should not be there."""
    if "words" in facts:
        return f"a translation has {facts['words']} words, with max_length = {limit}"
    if "too wide" in facts:
        return (
            f"ids has {facts['too wide']} columns, the last with nothing but padding, "
            f"with max_length = {limit}"
        )
    return None


def wrong_translation(expected: Callable) -> Callable[[Case, Observation], str | None]:
    """Make a symptom that names the first sentence with a different translation."""

    def symptom(case: Case, seen: Observation) -> str | None:
        if "unsteady" in seen.facts:
            return "it gives a different translation each time, for the same sentence"
        if not seen.values:
            return None
        want = right(case, expected)["ids"]
        limit = case.inputs["max_length"]
        for i, (got, true) in enumerate(zip(seen.values["ids"], want, strict=True)):
            got_words, want_words = words_of(got), words_of(true)
            if got_words != want_words:
                bos = case.inputs.get("bos_id", BOS_ID)
                eos = case.inputs.get("eos_id", EOS_ID)
                begins = "begins with" if len(got) < limit else "is"
                return (
                    f"the translation of sentence {i} of {len(want)} {begins} "
                    f"{shortened(got_words)}, expected {shortened(want_words)}, with "
                    f"max_length = {limit} (<bos> is {bos}, <eos> {eos}, padding "
                    f"{PAD_ID})"
                )
        return None

    return symptom


def shortened(words: list[int]) -> str:
    listed = ", ".join(map(str, words[:12]))
    return f"[{listed}, …] ({len(words)} words)" if len(words) > 12 else f"[{listed}]"
