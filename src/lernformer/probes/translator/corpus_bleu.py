"""Probe for ``translator.corpus_bleu``."""

import json
from typing import Any

import numpy as np

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.values import as_number, call

ZERO = "is 0 where no run of four is right"


def probe_bleu(answer: Any, case: Case) -> Observation:
    inputs, before = texts(case), texts(case)
    score = as_number("the score", call(answer, inputs))
    changed = [name for name in inputs if inputs[name] != before[name]]
    return Observation({"score": np.array([score])}, {"modified": ", ".join(changed)})


def texts(case: Case) -> dict[str, list[str]]:
    """Return the hypotheses and the references of a case."""
    return {name: json.loads(text) for name, text in case.inputs.items()}


PROBE = Probe(
    "translator.corpus_bleu",
    probe_bleu,
    ready_made=(
        "sacrebleu.corpus_bleu",
        "sacrebleu.sentence_bleu",
        "sacrebleu.metrics.bleu.BLEU.corpus_score",
        "sacrebleu.metrics.bleu.BLEU.compute_bleu",
    ),
)
