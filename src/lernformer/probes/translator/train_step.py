"""Probe for ``translator.train_step``."""

from typing import Any

import numpy as np
import torch
from torch import Tensor

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.translator.models import model_of
from lernformer.probes.values import as_number, call, modified, plain, tensors

RETURNS = "returns the loss as a number"

TRAINING = "puts the model into training mode"

OPTIMIZERS = {
    "plain": lambda parameters: torch.optim.SGD(parameters, lr=0.3),
    "momentum": lambda parameters: torch.optim.SGD(parameters, lr=0.2, momentum=0.9),
    "Adam": lambda parameters: torch.optim.Adam(parameters, lr=0.01),
}


def probe_step(answer: Any, case: Case) -> Observation:
    """Make a model and an optimiser, and let the answer take one or more steps."""
    x, facts, events = tensors(case), {}, set()
    model = model_of(case)
    learned = list(model.parameters())
    optimizer = OPTIMIZERS[x["optimizer"]](learned)
    optimizer.register_step_post_hook(lambda *_: events.add("step"))
    for p in learned:
        p.register_post_accumulate_grad_hook(lambda _: events.add("backward"))
    losses, parameters, before = [], [], parameters_of(learned)
    more = {"smoothing": x["smoothing"]} if "smoothing" in x else {}
    for i in range(sum(name.startswith("src ") for name in x)):
        batch = {"src": x[f"src {i}"], "tgt": x[f"tgt {i}"]}
        kept = {name: ids.clone() for name, ids in batch.items()}
        inputs = {"model": model, "optimizer": optimizer, **batch, **more}
        loss = call(answer, inputs)
        if isinstance(loss, Tensor) and loss.requires_grad:
            facts["graph"] = "yes"
            loss = loss.detach()
        losses.append(as_number("the loss", loss))
        parameters.append(parameters_of(learned))
        facts["modified"] = facts.get("modified") or modified(kept, batch)
    facts |= model.facts() | dict.fromkeys(events, "yes")
    if model.reads and torch.equal(model.reads[0], x["src 0"]):
        facts["read"] = "source"
    left = any(p.grad is not None and p.grad.any() for p in learned)
    facts["gradients left"] = "yes" if left else "no"
    facts["learned"] = "no" if np.array_equal(parameters[0], before) else "yes"
    values = {"losses": np.array(losses), "parameters": np.stack(parameters)}
    return Observation(values, facts)


def parameters_of(learned: list[Tensor]) -> np.ndarray:
    return np.concatenate([plain(p).ravel() for p in learned])


PROBE = Probe("translator.train_step", probe_step)
