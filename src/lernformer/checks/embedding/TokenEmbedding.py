"""Check for ``embedding.TokenEmbedding``."""

from dataclasses import replace

import numpy as np

from lernformer import embedding as reference
from lernformer.checks.embedding.common import ANY_SIZE, BFLOAT16, some_ids
from lernformer.checks.symptoms import (
    loses_dtype,
    modifies_input,
    starts_large,
    starts_small,
)
from lernformer.checks.task import Task
from lernformer.probes.aspects import DTYPE, FITS, GRADIENT, PURE
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.embedding.TokenEmbedding import (
    PADDING,
    PROBE,
    SPARSE,
    START,
    probe_token,
)


def token_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, vocab_size, d, *shape, pad_id=0, setting="", **more):
        inputs = {"vocab_size": vocab_size, "d_model": d, "pad_id": pad_id}
        inputs["ids"] = some_ids(rng, vocab_size, *shape)
        inputs["weight"] = rng.normal(0, 1.5, (vocab_size, d))
        inputs["weight"][pad_id] = 0
        if setting in ("trained", "gradient"):
            inputs["ids"][0, 0] = pad_id
            inputs["upstream"] = rng.normal(0, 1, (*shape, d))
        return Case(aspect, inputs, {"output": "B L d_model"}, setting, **more)

    scaled = "gives rows times √d_model"
    first = case(scaled, 3, 4, 2, 2)
    first.inputs["ids"][:] = [[2, 1], [1, 1]]
    first.inputs["weight"][1:] = [[1, 2, 3, 4], [5, 6, 7, 8]]
    return [
        first,
        case(scaled, 7, 6, 2, 5),
        case(scaled, 9, 5, 3, 3),
        case(scaled, 7, 6, 2, 5, setting="second call"),
        case(scaled, 7, 6, 2, 5, setting="eval"),
        case(scaled, 7, 6, 2, 5, pad_id=3),
        case(ANY_SIZE, 7, 6, 3, 1),
        case(ANY_SIZE, 7, 6, 1, 4),
        case(ANY_SIZE, 7, 1, 2, 4),
        case(PURE, 7, 6, 2, 5),
        case(PADDING, 7, 6, 2, 5, setting="fresh"),
        case(PADDING, 8, 5, 2, 3, setting="fresh", pad_id=3),
        case(PADDING, 7, 6, 2, 5, setting="trained"),
        case(PADDING, 8, 5, 2, 3, setting="trained", pad_id=3),
        case(PADDING, 7, 6, 2, 5, setting="fresh, default pad_id"),
        case(START, 7, 6, 2, 5, setting="fresh"),
        case(GRADIENT, 7, 6, 2, 5, setting="gradient"),
        case(GRADIENT, 7, 6, 2, 5, setting="gradient", pad_id=3),
        case(DTYPE, 7, 6, 2, 5, dtype="float32"),
        case(DTYPE, 7, 6, 2, 5, dtype="bfloat16", tolerance=BFLOAT16),
        case(FITS, 100, 64, 2, 5),
        case(FITS, 200, 36, 3, 4, pad_id=3),
    ]


def expected_token(case: Case) -> Arrays:
    """Return the reference's outputs that the case's aspect is about."""
    if case.aspect == FITS:  # there is no single right size: a symptom judges it
        return {}
    case = replace(case, dtype="float64")
    found = probe_token(reference.TokenEmbedding, case).values
    names = {
        PADDING: ["padding's vector"],
        START: ["words with a vector of their own"],
        GRADIENT: ["gradient of weight", "vectors after a step"],
    }
    return {name: found[name] for name in names.get(case.aspect, ["output"])}


def sparse_gradient(case: Case, seen: Observation) -> str | None:
    """Return the symptom of a gradient that the translator's optimiser rejects."""
    if not seen.facts.get(SPARSE):
        return None
    return "the gradient of weight is a sparse tensor, which torch.optim.Adam refuses"


TASK = Task(
    probe=PROBE,
    aspects={
        "gives rows times √d_model": 4,
        PADDING: 2,
        ANY_SIZE: 0.5,
        START: 0.5,
        FITS: 1,
        GRADIENT: 1.5,
        PURE: 0.5,
        DTYPE: 1,
    },
    cases=token_cases,
    expected=expected_token,
    symptoms=(modifies_input, loses_dtype, starts_large, starts_small, sparse_gradient),
)
