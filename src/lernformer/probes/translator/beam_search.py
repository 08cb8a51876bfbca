"""Probe for ``translator.beam_search``."""

from typing import Any

import numpy as np
from torch import Tensor

from lernformer.embedding import PAD_ID
from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.translator.decoding import (
    ENDS_GIVEN,
    WORDLESS,
    arguments,
    as_ids,
)
from lernformer.probes.translator.models import model_of
from lernformer.probes.values import (
    Unusable,
    as_tensors,
    call,
    describe,
    modified,
    plain,
    tensors,
)

APART = "keeps the sentences of a batch apart"


def probe_beam(answer: Any, case: Case) -> Observation:
    model, src = model_of(case), tensors(case)["src"]
    facts: dict[str, str] = {}
    before = src.clone()
    more = arguments(case, "beam_size", "max_length", "length_penalty", *ENDS_GIVEN)

    def ask(src: Tensor, facts: dict[str, str]) -> tuple[np.ndarray, np.ndarray]:
        found = call(answer, {"model": model, "src": src, **more})
        found = as_tensors(found, ("ids", "scores"))
        ids = as_ids(found["ids"], src, case.inputs["max_length"], facts)
        if found["scores"].shape != found["ids"].shape[:1]:
            raise Unusable(f"scores should be (B,), got {describe(found['scores'])}")
        return ids, plain(found["scores"])

    ids, scores = ask(src, facts)
    facts |= model.facts() | {"modified": modified({"src": before}, {"src": src})}
    if case.aspect == APART:
        for row, sentence in zip(ids, src.split(1), strict=True):
            alone = ask(sentence, {})[0][0]
            if words_of(alone) != words_of(row):
                facts["alone"] = "other"
    if case.aspect in WORDLESS:
        return Observation(facts=facts)
    return Observation({"ids": ids, "scores": scores}, facts)


def words_of(row: np.ndarray) -> list[int]:
    """Return a row without the padding at its end."""
    words = row.astype(int).tolist()
    while words and words[-1] == PAD_ID:
        words.pop()
    return words


PROBE = Probe("translator.beam_search", probe_beam)
