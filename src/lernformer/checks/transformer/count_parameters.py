"""Check for ``transformer.count_parameters``."""

import numpy as np

from lernformer import transformer as reference
from lernformer.checks.task import Task
from lernformer.checks.transformer.common import config
from lernformer.mistakes.transformer.count_parameters import BUGS, MISTAKES
from lernformer.probes.case import Case, Observation
from lernformer.probes.transformer.common import POST, config_of
from lernformer.probes.transformer.count_parameters import PROBE, probe_count

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
    told = f"counts {got:,}, expected {want:,} ({got - want:+,}"
    if as_product := _as_product(got - want, case.inputs):
        told += f" = {as_product}"
    return f"{told})"


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
    points=2,
    difficulty=2,
    minutes=20,
    hints=(
        "Count one attention, one feed-forward network and one norm; then how many of "
        "each there are in a layer of the encoder, and in one of the decoder.",
        "A linear layer from n to m learns n · m + m numbers, a norm 2 d. Encoder "
        "layer: 1 attention, 1 network, 2 norms; decoder layer: 2, 1, 3. In pre-norm "
        "each stack has one more norm. Positions learn nothing.",
        "attention = 4 * (d * d + d); feed_forward = d * d_ff + d_ff + d_ff * d + d; "
        "norm = 2 * d; words: one row of d for each target word, for each source word "
        "unless tie_embeddings, and for each target word again unless tie_output.",
    ),
    aspects={COUNTS: 5, POST: 2, COUNTS_TIED: 3},
    cases=count_cases,
    expected=lambda case: probe_count(reference.count_parameters, case).values,
    symptoms=(counts_wrongly,),
    mistakes=MISTAKES,
    bugs=BUGS,
)
