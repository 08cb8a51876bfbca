"""Probe for ``translator.greedy_decode``."""

from typing import Any

import numpy as np

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.translator.decoding import (
    ENDS_GIVEN,
    WORDLESS,
    arguments,
    as_ids,
)
from lernformer.probes.translator.models import model_of
from lernformer.probes.values import as_tensors, call, modified, tensors

SAYS = "says the likeliest word each time"


def probe_greedy(answer: Any, case: Case) -> Observation:
    model, src = model_of(case), tensors(case)["src"]
    facts: dict[str, str] = {}
    before, limit = src.clone(), case.inputs["max_length"]
    more = arguments(case, "max_length", *ENDS_GIVEN)

    def ask() -> np.ndarray:
        result = call(answer, {"model": model, "src": src, **more})
        return as_ids(as_tensors(result, ("ids",))["ids"], src, limit, facts)

    ids = ask()
    facts |= model.facts() | {"modified": modified({"src": before}, {"src": src})}
    if case.aspect == SAYS and not np.array_equal(ids, ask()):
        facts["unsteady"] = "yes"
    if case.aspect in WORDLESS:
        return Observation(facts=facts)
    # the last word is about the limit, which has its own aspect
    return Observation({"ids": ids[:, :-1] if case.aspect == SAYS else ids}, facts)


PROBE = Probe(
    "translator.greedy_decode",
    probe_greedy,
    ready_made=("lernformer.translator.decoding.beam_search",),
)
