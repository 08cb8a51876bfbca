"""Probe for ``positional_encoding.rotary``."""

from typing import Any

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.modules import on_another_device
from lernformer.probes.values import probe_torch, tensors

_probe_rotary = probe_torch("output")


def probe_rotary(answer: Any, case: Case) -> Observation:
    if case.setting == "device":
        return on_another_device(answer, tensors(case))
    return _probe_rotary(answer, case)


PROBE = Probe("positional_encoding.rotary", probe_rotary)
