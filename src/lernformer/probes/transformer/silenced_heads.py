"""Probe for ``transformer.silenced_heads``."""

from typing import Any

import torch

from lernformer.attention import MultiHeadAttention
from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.values import as_row, call, modified, tensors


class Noted(MultiHeadAttention):
    """An attention that records the mode in which it is called."""

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        self.modes = {*getattr(self, "modes", ()), self.training}
        return super().forward(*args, **kwargs)


def probe_heads(answer: Any, case: Case) -> Observation:
    """Call the answer with a fresh attention; it returns one number per head."""
    inputs, before = tensors(case), tensors(case)
    attention = Noted(inputs["d_model"], inputs["n_heads"], inputs["dropout"]).double()
    draw = torch.Generator().manual_seed(inputs["weights"])
    learned = [p.detach() for p in attention.parameters()]
    for p in learned:
        p.normal_(0, inputs["d_model"] ** -0.5, generator=draw)
    drawn = [p.clone() for p in learned]
    given = {"x": inputs["x"], "mask": inputs["mask"]}
    result = as_row("the result", call(answer, {"attention": attention, **given}))
    facts = {"modified": modified(before, given)}
    now = [p.detach() for p in attention.parameters()]
    if not all(map(torch.allclose, drawn, now)):  # up to rounding
        facts["modified"] = "the weights of attention"
    if True in getattr(attention, "modes", ()):
        facts["training"] = "yes"
    return Observation({"result": result}, facts)


PROBE = Probe("transformer.silenced_heads", probe_heads)
