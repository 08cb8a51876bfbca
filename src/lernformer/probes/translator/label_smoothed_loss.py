"""Probe for ``translator.label_smoothed_loss``."""

from typing import Any

from torch.overrides import TorchFunctionMode

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.refusing import ReadyMade, plain_name, watched
from lernformer.probes.values import probe_torch

EMPTY_BATCH = "is 0 where there is nothing but padding"

LARGE = "survives large logits"


class RefusingSmoothing(TorchFunctionMode):
    """While active, torch's cross-entropy works but doesn't smooth labels.

    Without smoothing, it is one of the parts that an answer can be built from.
    """

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        place = {"cross_entropy": 7, "cross_entropy_loss": 5}.get(plain_name(func))
        if place is not None:
            given = args[place:] or (kwargs.get("label_smoothing", 0.0),)
            if given[0]:
                raise ReadyMade(
                    "calls torch.nn.functional.cross_entropy with label_smoothing, "
                    "which does this task's work: build it from its parts"
                )
        return watched(self, func, args, kwargs)


def probe_loss(answer: Any, case: Case) -> Observation:
    with RefusingSmoothing():
        return probe_torch("loss")(answer, case)


PROBE = Probe("translator.label_smoothed_loss", probe_loss)
