"""Probe for ``embedding.TokenEmbedding``."""

from typing import Any

import numpy as np
import torch
from torch import nn

from lernformer.probes.aspects import FITS
from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.embedding.layers import learn
from lernformer.probes.modules import AT_START, Loaded, load, make, outputs_of
from lernformer.probes.values import (
    Unusable,
    as_tensors,
    call,
    describe,
    plain,
    tensors,
)

PADDING = "keeps padding at zero"

START = "starts with a vector for each word"

SPARSE = "gradient"  # the name of a fact: "sparse" if Adam refuses it


def probe_token(answer: Any, case: Case) -> Observation:
    """Make the module, and observe it as it is or with the case's vectors."""
    x = tensors(case)
    loaded: dict[str, Loaded] = {}
    sizes = [x["vocab_size"], x["d_model"], x["pad_id"]]
    default = case.setting.endswith("default pad_id")
    module = make(answer, sizes[:2] if default else sizes, case)
    module.train(case.setting != "eval")
    table = table_of(module, *sizes[:2])
    facts = {"parameters": str(len(list(module.parameters())))}
    if not table.requires_grad:
        facts["frozen"] = "yes"
    if case.aspect == FITS:
        return look_at_fit(module, x)
    if case.setting.startswith("fresh"):
        return look_at_start(module, x, facts)

    load(loaded, "weight", table, x["weight"])
    if case.setting == "second call":
        call(module, {"ids": (x["ids"] + 1) % x["vocab_size"]})
    output = outputs_of(module, {"ids": x["ids"]}, facts)["output"]
    weight = loaded["weight"]
    facts["weight"] = "" if torch.equal(table, weight.copied) else "changed"
    values = {"output": plain(output)}
    if "upstream" in x:
        values |= learn(module, output, x["upstream"])
        words = torch.arange(len(x["weight"])) != x["pad_id"]
        vectors = vectors_of_all(module, x)
        values["padding's vector"] = plain(vectors[x["pad_id"]])
        if table.grad is not None:
            gradient = weight.turn(plain(table.grad.to_dense()))
            values["gradient of weight"] = gradient[words.numpy()]
            values["vectors after a step"] = plain(vectors[words])
    return Observation(values, facts)


def table_of(module: nn.Module, vocab_size: int, d_model: int) -> nn.Parameter:
    """Return the parameter that holds the vectors, whatever its name."""
    parameters = list(module.parameters())
    for shape in ((vocab_size, d_model), (d_model, vocab_size)):
        for parameter in parameters:
            if parameter.shape == shape:
                return parameter
    shapes = [tuple(parameter.shape) for parameter in parameters]
    raise Unusable(
        f"has no parameter of shape (vocab_size, d_model) = ({vocab_size}, {d_model}); "
        f"its parameters have the shapes {shapes}"
    )


def vectors_of_all(module: nn.Module, x: dict) -> torch.Tensor:
    """Return the module's output for all ids as one sentence."""
    ids = torch.arange(x["vocab_size"])[None]
    with torch.no_grad():
        output = as_tensors(call(module, {"ids": ids}), ("output",))["output"]
    if output.shape != (1, x["vocab_size"], x["d_model"]):
        raise Unusable(f"gives {describe(output)} for ids of shape {tuple(ids.shape)}")
    return output[0]


def look_at_start(module: nn.Module, x: dict, facts: dict) -> Observation:
    vectors = plain(vectors_of_all(module, x))
    zero = ~vectors.any(axis=-1)
    facts["zero rows"] = " ".join(map(str, np.flatnonzero(zero)))
    words = np.delete(vectors, x["pad_id"], axis=0)
    own = len(np.unique(words[words.any(axis=-1)], axis=0))
    values = {
        "padding's vector": vectors[x["pad_id"]],
        "words with a vector of their own": np.array(own, dtype=float),
    }
    return Observation(values, facts)


def look_at_fit(module: nn.Module, x: dict) -> Observation:
    """Observe what later chapters need: a small ``weight`` with a dense gradient."""
    sizes = x["vocab_size"], x["d_model"]
    weight = getattr(module, "weight", None)
    if not isinstance(weight, nn.Parameter) or weight.shape != sizes:
        found = describe(weight) if weight is not None else "nothing"
        raise Unusable(
            f"should hold its rows as the parameter weight of shape (vocab_size, "
            f"d_model) = {sizes}, found {found}"
        )
    output = as_tensors(call(module, {"ids": x["ids"]}), ("output",))["output"]
    output.sum().backward()
    facts = {
        SPARSE: "sparse" if weight.grad is not None and weight.grad.is_sparse else ""
    }
    words = vectors_of_all(module, x)[torch.arange(sizes[0]) != x["pad_id"]]
    return Observation({AT_START: plain(words.square().mean().sqrt())}, facts)


PROBE = Probe("embedding.TokenEmbedding", probe_token)
