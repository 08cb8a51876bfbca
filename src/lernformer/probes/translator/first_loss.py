"""Probe for ``translator.first_loss``."""

from typing import Any

import numpy as np
import torch

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.translator.models import model_of
from lernformer.probes.values import as_number, call, modified, plain, tensors


def probe_first_loss(answer: Any, case: Case) -> Observation:
    """Call the answer with a fresh model and one batch; it returns one number."""
    x, before = tensors(case), tensors(case)
    model = model_of(case)
    drawn = [plain(p) for p in model.parameters()]
    given = {"src": x["src"], "tgt": x["tgt"]}
    result = as_number("the loss", call(answer, {"model": model, **given}))
    facts = model.facts() | {"modified": modified(before, given)}
    if not all(map(np.array_equal, drawn, map(plain, model.parameters()))):
        facts["modified"] = "the model"
    if model.reads and torch.equal(model.reads[0], x["src"]):
        facts["read"] = "source"
    return Observation({"loss": np.array(result)}, facts)


PROBE = Probe("translator.first_loss", probe_first_loss)
