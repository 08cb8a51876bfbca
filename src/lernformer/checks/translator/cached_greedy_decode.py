"""Check for ``translator.cached_greedy_decode``."""

import itertools
from dataclasses import replace

import numpy as np

from lernformer.checks.expected import as_reference
from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.checks.translator.common import sentences
from lernformer.checks.translator.decoding import ENDS, manners, wrong_translation
from lernformer.embedding import EOS_ID, PAD_ID
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case, Observation, once
from lernformer.probes.translator.cached_greedy_decode import ONCE, PROBE
from lernformer.probes.translator.decoding import LIMIT
from lernformer.translator import cached_greedy_decode

SAYS = "says what greedy_decode says"
LAYERS = "goes through several layers"
PADDED = "hides the padding of the source"

decoded = as_reference(cached_greedy_decode, PROBE.ask)


def ending(case: Case) -> Case:
    """Return the case, whose <eos> becomes a word that the model says midway.

    It tries several models, starting with the case's, because some say only ``<pad>``.
    """
    for weights in itertools.count(case.inputs["weights"]):
        never = replace(case, inputs={**case.inputs, "eos_id": -1, "weights": weights})
        ids = PROBE.ask(cached_greedy_decode, never).values["ids"][:, :-2]
        for word in map(int, ids.T.flat):
            if word not in (PAD_ID, EOS_ID):
                return replace(never, inputs={**never.inputs, "eos_id": word})
    raise AssertionError("there is always another model")


def cached_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, lengths, max_length, n_layers=1, **own):
        inputs = {
            "src": sentences(rng, lengths, 14),
            "max_length": max_length,
            "weights": int(rng.integers(2**31)),
            "n_layers": n_layers,
            **own,
        }
        return Case(aspect, inputs)

    return [
        case(SAYS, [4, 4], 6),
        case(SAYS, [5, 5, 5], 9),
        case(SAYS, [3, 3, 3, 3], 12),
        case(SAYS, [6, 6, 6], 12),
        case(LAYERS, [4, 4, 4], 9, n_layers=2),
        case(LAYERS, [5, 5, 5], 10, n_layers=3),
        case(PADDED, [3, 7, 5], 9),
        case(PADDED, [8, 4, 3], 9, n_layers=2),
        case(LIMIT, [4, 4], 1),
        case(LIMIT, [4, 5], 4),
        case(ONCE, [4, 4], 7),
        case(ONCE, [5, 3], 8, n_layers=2),
        ending(case(ENDS, [4, 4, 4], 9, bos_id=5, eos_id=EOS_ID)),
        case(PURE, [4, 3], 5),
    ]


@once
def words_read(case: Case) -> float:
    """Return how many words per sentence each of the reference's projections sees."""
    return float(PROBE.ask(cached_greedy_decode, case).facts["most"])


def too_often(case: Case, seen: Observation) -> str | None:
    """Return the symptom of computing a word's keys and values more than once."""
    if case.aspect != ONCE or not seen.values:
        return None
    most, needed = float(seen.facts["most"]), words_read(case)
    if most <= needed:
        return None
    return (
        f"k_proj and v_proj of a layer see {most:g} words of a sentence, but only "
        f"{needed:g} are needed"
    )


TASK = Task(
    probe=PROBE,
    aspects={SAYS: 4, LAYERS: 1, PADDED: 1, LIMIT: 0.5, ONCE: 3, ENDS: 0.5, PURE: 0.5},
    cases=cached_cases,
    expected=decoded,
    symptoms=(modifies_input, manners, wrong_translation(decoded), too_often),
)
