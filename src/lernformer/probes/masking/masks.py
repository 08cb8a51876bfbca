"""Helpers for several probes in this chapter."""

from typing import Any

import torch

from lernformer.probes.case import Case, Observation
from lernformer.probes.values import as_tensors, call, probe_torch, tensors

BOOLEAN = "is boolean"

DEVICE = "stays on the device of the ids"

SINGLE = "works for sizes of 1"


def probe_mask(answer: Any, case: Case) -> Observation:
    """Ask for a mask; in the setting "device", for ids that aren't on the CPU.

    Tensors on torch's device "meta" have shapes but no numbers. An answer that looks at
    individual numbers can't be tested this way, and is excused.
    """
    if case.setting != "device":
        return probe_torch("mask")(answer, case)
    inputs = {name: to_meta(x) for name, x in tensors(case).items()}
    try:
        mask = as_tensors(call(answer, inputs), ("mask",))["mask"]
    except Exception as error:
        if "expected device" in str(error):
            raise
        return Observation()
    return Observation(facts={"device": mask.device.type})


def to_meta(x: Any) -> Any:
    return x.to("meta") if isinstance(x, torch.Tensor) else x
