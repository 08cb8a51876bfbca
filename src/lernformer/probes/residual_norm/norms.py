"""Helpers for several probes in this chapter."""

from collections.abc import Callable
from typing import Any

import numpy as np

from lernformer.probes.case import Case, Observation
from lernformer.probes.modules import Loaded, forward, load, make, parameter, unchanged
from lernformer.probes.values import Unusable, call, plain, tensors

START = "starts as the plain norm"


def probe_norm(*names: str) -> Callable[[Any, Case], Observation]:
    """Make a probe for a norm whose parameters are ``names``."""

    def probe(answer: Any, case: Case) -> Observation:
        x = tensors(case)
        facts: dict[str, str] = {}
        loaded: dict[str, Loaded] = {}
        d = x["d_model"]
        module = make(answer, [d, x["eps"]] if "eps" in x else [d], case)
        for name in names:
            found = parameter(module, name)
            if found.numel() != d or found.shape[-1] != d:
                raise Unusable(
                    f"{name} should have shape (d_model,) = ({d},), but it has shape "
                    f"{tuple(found.shape)}"
                )
            if case.setting != "fresh":
                load(loaded, name, found, x[name])
        if case.setting == "fresh":
            values = {name: plain(parameter(module, name)).ravel() for name in names}
            count = sum(p.numel() for p in module.parameters())
            return Observation({**values, "number of parameters": np.array([count])})
        if case.setting == "second call":
            call(module, {"x": 1 - 2 * x["x"]})  # a different mean and variance
        seen = forward(module, {"x": x["x"]}, loaded, facts, x.get("upstream"))
        unchanged(module, loaded, facts)
        return seen

    return probe
