"""Probe for ``embedding.TiedOutput``."""

from typing import Any

import torch
from torch import nn

from lernformer.probes.aspects import DTYPE
from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.embedding.layers import learn
from lernformer.probes.modules import make, outputs_of
from lernformer.probes.values import as_tensors, call, plain, tensors


class TokenEmbedding(nn.Module):
    """The embedding to tie to, because the student's process has no reference."""

    def __init__(self, weight: torch.Tensor):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(weight.shape))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.weight[ids] * self.weight.size(1) ** 0.5


def probe_tied(answer: Any, case: Case) -> Observation:
    """Make an embedding with the case's weight, tie the answer to it, and call it."""
    x = tensors(case)
    embedding = TokenEmbedding(x["weight"])
    if case.aspect != DTYPE:  # for DTYPE, the weight gets its dtype once it is shared
        embedding.to(x["weight"].dtype)
    weight = embedding.weight
    with torch.no_grad():
        weight.copy_(x["weight"])
    given = weight.detach().clone()
    module = make(answer, [embedding], case).train()
    embedding.to(x["weight"].dtype)
    facts = ownership(module, weight)
    if embedding.weight is not weight or not torch.equal(weight, given.to(weight)):
        facts["embedding"] = "changed"
    if case.setting == "second call":
        call(module, {"h": x["h"] + 1})
    if case.setting == "follows":
        with torch.no_grad():
            embedding.weight.copy_(x["weight later"])

    h = x["h"].clone().requires_grad_(case.setting == "gradient of h")
    output = outputs_of(module, {"h": h}, facts)["output"]
    values = {"output": plain(output)}
    if "upstream" in x:
        learn(nn.ModuleList([embedding, module]), output, x["upstream"])
        if h.grad is not None:
            values["gradient of h"] = plain(h.grad)
        if embedding.weight.grad is not None:
            # The row of <pad> is left out, because it may learn or not.
            values["gradient of weight"] = plain(embedding.weight.grad)[1:]
            later = as_tensors(call(module, {"h": x["h"]}), ("output",))["output"]
            values["output after a step"] = plain(later)[..., 1:]
    return Observation(values, facts)


def ownership(module: nn.Module, weight: torch.Tensor) -> dict[str, str]:
    """Return facts about what the module learns besides the embedding's weight."""
    kinds = {weight.shape: "table", weight.T.shape: "table", weight[:, 0].shape: "bias"}
    own = [p for p in module.parameters() if p is not weight]
    facts = {"own": " ".join(kinds.get(p.shape, "layer") for p in own)}
    if any(p.data_ptr() == weight.data_ptr() for p in own):
        facts["memory"] = "shared"
    return facts


PROBE = Probe("embedding.TiedOutput", probe_tied)
