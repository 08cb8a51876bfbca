"""Probe for ``residual_norm.deepnorm_scales``."""

from typing import Any

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.values import Unusable, as_row, call, describe

ENCODER, DECODER = "encoder", "decoder"


def probe_scales(answer: Any, case: Case) -> Observation:
    """Ask for both stacks; return the pair for the one that the setting names."""
    scales = call(answer, case.inputs)
    if not isinstance(scales, dict):
        raise Unusable(f"should return a dict, got {describe(scales)}")
    if set(scales) != {ENCODER, DECODER}:
        keys = ", ".join(map(repr, scales))
        raise Unusable(
            f"should return a dict of {ENCODER!r} and {DECODER!r}, not {keys}"
        )
    stack = case.setting
    return Observation({stack: as_row(f"the {stack}'s pair", scales[stack])})


PROBE = Probe("residual_norm.deepnorm_scales", probe_scales)
