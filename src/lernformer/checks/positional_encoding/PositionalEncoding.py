"""Check for ``positional_encoding.PositionalEncoding``."""

from lernformer.checks.positional_encoding.layers import (
    DROPOUT,
    START,
    drops_wrongly,
    layer_cases,
    takes_too_much,
)
from lernformer.checks.symptoms import (
    loses_dtype,
    modifies_input,
    not_finite,
    stays_behind,
)
from lernformer.checks.task import Task
from lernformer.probes.aspects import DTYPE, GRADIENT, LEADING, PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.positional_encoding.common import DEVICE, ODD
from lernformer.probes.positional_encoding.layers import ADDS, LENGTHS, TRAINED
from lernformer.probes.positional_encoding.PositionalEncoding import PROBE


def has_parameters(case: Case, seen: Observation) -> str | None:
    if case.aspect == TRAINED and seen.facts.get("trainable"):
        return f"has a parameter that is trained: {seen.facts['trainable']}"
    return None


TASK = Task(
    probe=PROBE,
    aspects={
        ADDS: 4,
        LENGTHS: 1,
        ODD: 1,
        TRAINED: 1,
        START: 0.5,
        LEADING: 0.5,
        DROPOUT: 1,
        PURE: 0.5,
        GRADIENT: 0.5,
        DEVICE: 0.5,
        DTYPE: 0.5,
    },
    cases=layer_cases(learned=False),
    symptoms=(
        has_parameters,
        takes_too_much(formula=True),
        drops_wrongly,
        modifies_input,
        stays_behind,
        loses_dtype,
        not_finite,
    ),
)
