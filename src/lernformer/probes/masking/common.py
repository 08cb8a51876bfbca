"""Helpers for several probes in this chapter."""

from typing import Any

from lernformer.probes.case import Case, Observation
from lernformer.probes.values import probe_torch

EMPTY = "gives zeros where nothing may be attended to"


def probe_weights(*names: str) -> Any:
    """Make a probe that, in any setting but "", reports only gradients."""
    plainly = probe_torch(*names)

    def probe(answer: Any, case: Case) -> Observation:
        seen = plainly(answer, case)
        if not case.setting:
            return seen
        kept = {name: x for name, x in seen.values.items() if name not in names}
        return Observation(kept, seen.facts)

    return probe
