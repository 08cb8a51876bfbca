"""Check for ``transformer.count_parameters``."""

import numpy as np

from lernformer import transformer as reference
from lernformer.checks.task import Task
from lernformer.checks.transformer.common import config
from lernformer.probes.case import Case, Observation
from lernformer.probes.transformer.common import POST, config_of
from lernformer.probes.transformer.count_parameters import PROBE

COUNTS = "counts what a model learns"

COUNTS_TIED = "counts shared numbers once"


def count_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, **more):
        n, d_k = more.pop("n_heads", 3), int(rng.integers(2, 9))
        sizes = {
            "src_vocab_size": int(rng.integers(50, 99)),
            "tgt_vocab_size": int(rng.integers(100, 199)),
            "n_layers": int(rng.integers(2, 6)),
            **more,
        }
        d_ff = sizes.pop("d_ff", int(rng.integers(80, 120)))
        inputs = config(n, d_k, d_ff, **sizes)
        return Case(aspect, inputs, tolerance=1e-12)  # whole numbers

    tied = {"tie_embeddings": True, "src_vocab_size": 77, "tgt_vocab_size": 77}
    base = {"d_model": 512, "n_heads": 8, "d_ff": 2048, "n_layers": 6}
    base |= {"src_vocab_size": 37_000, "tgt_vocab_size": 37_000}
    return [
        case(COUNTS, n_layers=1),
        case(COUNTS),
        case(COUNTS, **base),
        case(COUNTS, n_layers=96, src_vocab_size=10**6, d_model=12_288, n_heads=96),
        case(POST, norm_first=False),
        case(POST, norm_first=False),
        case(COUNTS_TIED, tie_output=False),
        case(COUNTS_TIED, **tied),
        case(COUNTS_TIED, **tied, tie_output=False),
    ]


def counts_wrongly(case: Case, seen: Observation) -> str | None:
    """Return both counts in full, and how far apart they are."""
    got = int(seen.values["the count"])
    want = reference.count_parameters(config_of(case.inputs))
    if got == want:
        return None
    symptom = f"counts {got:,}, expected {want:,} ({got - want:+,}"
    if as_product := _as_product(got - want, case.inputs):
        symptom += f" = {as_product}"
    return f"{symptom})"


def _as_product(difference: int, x: dict) -> str:
    """Return a difference as a multiple of the largest part size that divides it."""
    d, d_ff = x["d_model"], x["d_ff"]
    parts = {
        "tgt_vocab_size · d_model": x["tgt_vocab_size"] * d,
        "src_vocab_size · d_model": x["src_vocab_size"] * d,
        "max_length · d_model": x["max_length"] * d,
        "d_model · d_ff": d * d_ff,
        "(d_model² + d_model)": d * d + d,
        "d_model²": d * d,
        "tgt_vocab_size": x["tgt_vocab_size"],
        "(d_ff + d_model)": d_ff + d,
        "d_model": d,
    }
    few = 12 * x["n_layers"] * x["n_heads"]  # a larger multiple is chance
    for part, size in sorted(parts.items(), key=lambda part: -part[1]):
        if difference % size == 0 and abs(difference // size) <= few:
            return f"{difference // size:+,} · {part}"
    return ""


TASK = Task(
    probe=PROBE,
    aspects={COUNTS: 5, POST: 2, COUNTS_TIED: 3},
    cases=count_cases,
    symptoms=(counts_wrongly,),
)
