"""Check for ``positional_encoding.LearnedPositionalEncoding``."""

from dataclasses import replace

from lernformer import positional_encoding as reference
from lernformer.checks.expected import as_reference
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
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.positional_encoding.common import DEVICE
from lernformer.probes.positional_encoding.layers import ADDS, LEARNS, LENGTHS
from lernformer.probes.positional_encoding.LearnedPositionalEncoding import PROBE


def expected_layer(case: Case) -> Arrays:
    found = as_reference(reference.LearnedPositionalEncoding, PROBE.ask)(case)
    if case.inputs.get("form") == "other":
        found.pop("gradient of table", None)
    return found


def adapt_layer(case: Case, facts: dict[str, str]) -> Case:
    """Allow for a table of a different form, whose gradient has no fixed shape."""
    if facts.get("form") != "other":
        return case
    return replace(case, inputs={**case.inputs, "form": "other"})


def does_not_learn(case: Case, seen: Observation) -> str | None:
    if seen.facts.get("learns") == "no":
        return "no gradient reaches its parameters"
    return None


TASK = Task(
    probe=PROBE,
    aspects={
        ADDS: 4,
        LEARNS: 2,
        LENGTHS: 1,
        START: 0.25,
        LEADING: 0.25,
        DROPOUT: 1,
        PURE: 0.5,
        GRADIENT: 0.5,
        DEVICE: 0.25,
        DTYPE: 0.25,
    },
    cases=layer_cases(learned=True),
    expected=expected_layer,
    symptoms=(
        does_not_learn,
        takes_too_much(formula=False),
        drops_wrongly,
        modifies_input,
        stays_behind,
        loses_dtype,
        not_finite,
    ),
    adapt=adapt_layer,
)
