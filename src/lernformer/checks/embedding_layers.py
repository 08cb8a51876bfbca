"""Checks of the embedding chapter's layers: modules with a weight."""

from dataclasses import replace
from typing import Any

import numpy as np
import torch
from torch import nn

from lernformer import embedding as reference
from lernformer.checks.mistakes import embedding as mistakes
from lernformer.checks.mistakes.common import (
    DTYPE,
    GRADIENT,
    PURE,
    loses_dtype,
    modifies_input,
)
from lernformer.checks.mistakes.embedding.layers import PADDING, SHARED, START
from lernformer.checks.mistakes.embedding.vectors import ANY_SIZE
from lernformer.checks.modules import load, make, outputs_of
from lernformer.checks.task import Arrays, Case, Observation, Task
from lernformer.checks.values import (
    Unusable,
    as_tensors,
    call,
    describe,
    plain,
    tensors,
)

BFLOAT16 = 0.1  # 8 bits of precision, a few roundings of numbers around 5


def some_ids(rng: np.random.Generator, vocab_size: int, *shape: int) -> np.ndarray:
    """Ids below ``vocab_size``, 0 among them, with a word that occurs twice.

    The last word never occurs, so that the ids do not tell the vocabulary's size.
    """
    ids = rng.integers(1, max(2, vocab_size - 1), shape)
    ids = np.minimum(ids, vocab_size - 1)
    if ids.size > 2:
        flat = ids.reshape(-1)
        flat[rng.permutation(ids.size)[:2]] = flat[0], 0
    return ids


# TokenEmbedding ---------------------------------------------------------------------


def token_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, vocab_size, d, *shape, pad_id=0, setting="", axes="B L", **more):
        inputs = {"vocab_size": vocab_size, "d_model": d, "pad_id": pad_id}
        inputs["ids"] = some_ids(rng, vocab_size, *shape)
        inputs["weight"] = rng.normal(0, 1.5, (vocab_size, d))
        inputs["weight"][pad_id] = 0
        if setting in ("trained", "gradient"):
            inputs["upstream"] = rng.normal(0, 1, (*shape, d))
        return Case(aspect, inputs, {"output": f"{axes} d_model"}, setting, **more)

    scaled = "gives rows times √d_model"
    first = case(scaled, 3, 4, 2, 2)
    first.inputs["ids"][:] = [[2, 1], [1, 1]]
    first.inputs["weight"][1:] = [[1, 2, 3, 4], [5, 6, 7, 8]]
    return [
        first,
        case(scaled, 7, 6, 2, 5),
        case(scaled, 9, 5, 3, 3),
        case(scaled, 7, 6, 2, 5, setting="second call"),
        case(scaled, 7, 6, 2, 5, setting="eval"),
        case(scaled, 7, 6, 2, 5, pad_id=3),
        case(scaled, 7, 6, 5, axes="L", optional=True),
        case(scaled, 7, 6, 2, 3, 5, axes="... L", optional=True),
        case(ANY_SIZE, 7, 6, 3, 1),
        case(ANY_SIZE, 7, 6, 1, 4),
        case(ANY_SIZE, 7, 1, 2, 4),
        case(PURE, 7, 6, 2, 5),
        case(PADDING, 7, 6, 2, 5, setting="fresh"),
        case(PADDING, 8, 5, 2, 3, setting="fresh", pad_id=3),
        case(PADDING, 7, 6, 2, 5, setting="trained"),
        case(PADDING, 7, 6, 2, 5, setting="fresh, default pad_id"),
        case(START, 7, 6, 2, 5, setting="fresh"),
        case(GRADIENT, 7, 6, 2, 5, setting="gradient"),
        case(DTYPE, 7, 6, 2, 5, dtype="float32"),
        case(DTYPE, 7, 6, 2, 5, dtype="bfloat16", tolerance=BFLOAT16),
    ]


def probe_token(answer: Any, case: Case) -> Observation:
    """Make the module and either look at it as it is, or give it the case's vectors."""
    x, loaded = tensors(case), {}
    sizes = [x["vocab_size"], x["d_model"], x["pad_id"]]
    default = case.setting.endswith("default pad_id")
    module = make(answer, sizes[:2] if default else sizes, case)
    module.train(case.setting != "eval")
    table = table_of(module, *sizes[:2])
    facts = {"parameters": str(len(list(module.parameters())))}
    if not table.requires_grad:
        facts["frozen"] = "yes"
    if case.setting.startswith("fresh"):
        return look_at_start(module, x, facts)

    load(loaded, "weight", table, x["weight"])
    if case.setting == "second call":
        call(module, {"ids": (x["ids"] + 1) % x["vocab_size"]})
    output = outputs_of(module, {"ids": x["ids"]}, facts)["output"]
    held = loaded["weight"]
    facts["weight"] = "" if torch.equal(table, held.copied) else "changed"
    values = {"output": plain(output)}
    if "upstream" in x:
        values |= learn(module, output, x["upstream"])
        words = torch.arange(len(x["weight"])) != x["pad_id"]
        vectors = vectors_of_all(module, x)
        values["padding's vector"] = plain(vectors[x["pad_id"]])
        if table.grad is not None:
            gradient = held.turn(plain(table.grad.to_dense()))
            values["gradient of weight"] = gradient[words.numpy()]
            values["vectors after a step"] = plain(vectors[words])
    return Observation(values, facts)


def table_of(module: nn.Module, vocab_size: int, d_model: int) -> nn.Parameter:
    """The parameter that holds the vectors, whatever it is called."""
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
    """What the module makes of every id, as one sentence."""
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


def learn(module: nn.Module, output: torch.Tensor, upstream: torch.Tensor) -> Arrays:
    """One step of gradient descent, where a gradient arrives and fits."""
    if output.shape == upstream.shape and output.requires_grad:
        output.backward(upstream.to(output.dtype))
        with torch.no_grad():
            for parameter in module.parameters():
                if parameter.grad is not None:
                    parameter -= 0.1 * parameter.grad.to_dense()
    return {}


def expected_token(case: Case) -> Arrays:
    """What the case's aspect is about, of all that the probe finds."""
    case = replace(case, dtype="float64")
    found = probe_token(reference.TokenEmbedding, case).values
    names = {
        PADDING: ["padding's vector"],
        START: ["words with a vector of their own"],
        GRADIENT: ["gradient of weight", "vectors after a step"],
    }
    return {name: found[name] for name in names.get(case.aspect, ["output"])}


TOKEN_EMBEDDING = Task(
    id="embedding.TokenEmbedding",
    points=3,
    difficulty=2,
    minutes=20,
    hints=(
        "Three things: a trainable table with one row a word, a row of zeros for "
        "padding that stays zero, and a factor in forward.",
        "nn.Embedding(vocab_size, d_model, padding_idx=pad_id) brings the first two. "
        "With your own nn.Parameter, set the row to zero at the start and give "
        "F.embedding the padding_idx.",
        "In __init__: self.d_model = d_model and self.embedding = nn.Embedding(…, "
        "padding_idx=pad_id); in forward: return self.embedding(ids) * "
        "math.sqrt(self.d_model).",
    ),
    aspects={
        "gives rows times √d_model": 4,
        PADDING: 2,
        ANY_SIZE: 0.5,
        START: 0.5,
        GRADIENT: 1.5,
        PURE: 0.5,
        DTYPE: 1,
    },
    cases=token_cases,
    probe=probe_token,
    expected=expected_token,
    symptoms=(modifies_input, loses_dtype),
    mistakes=mistakes.TOKEN_EMBEDDING,
)

# TiedOutput -------------------------------------------------------------------------


def tied_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, vocab_size, d, *shape, setting="", axes="B L", **more):
        inputs = {"weight": rng.normal(0, 1, (vocab_size, d))}
        inputs["h"] = rng.normal(0, 1, (*shape, d))
        if setting == "follows":
            inputs["weight later"] = rng.normal(0, 1, (vocab_size, d))
        if setting.startswith("gradient"):
            inputs["upstream"] = rng.normal(0, 1, (*shape, vocab_size))
        return Case(aspect, inputs, {"output": f"{axes} V"}, setting, **more)

    compares = "compares h with each row of the weight"
    first = case(compares, 3, 2, 1, 1)
    first.inputs["weight"][:] = [[1, -1], [1, 0], [1, 1]]
    first.inputs["h"][:] = [1, 2]
    return [
        first,
        case(compares, 7, 4, 2, 5),
        case(compares, 5, 5, 2, 3),  # square: an untransposed weight gives no error
        case(compares, 6, 8, 3, 3),
        case(compares, 7, 4, 2, 5, setting="second call"),
        case(compares, 7, 4, 5, axes="L", optional=True),
        case(compares, 7, 4, 2, 3, 5, axes="... L", optional=True),
        case(ANY_SIZE, 7, 4, 3, 1),
        case(ANY_SIZE, 7, 4, 1, 5),
        case(ANY_SIZE, 7, 1, 2, 4),
        case(PURE, 7, 4, 2, 5),
        case(SHARED, 7, 4, 2, 5, setting="follows"),
        case(SHARED, 7, 4, 2, 5, setting="gradient of weight"),
        case(GRADIENT, 7, 4, 2, 5, setting="gradient of h"),
        case(DTYPE, 7, 4, 2, 5, dtype="float32", tolerance=1e-4),
        case(DTYPE, 7, 4, 2, 5, dtype="bfloat16", tolerance=BFLOAT16),
    ]


class TokenEmbedding(nn.Module):
    """What an output is tied to; the reference does not reach the student's process."""

    def __init__(self, weight: torch.Tensor):
        super().__init__()
        self.weight = nn.Parameter(torch.zeros(weight.shape))

    def forward(self, ids: torch.Tensor) -> torch.Tensor:
        return self.weight[ids] * self.weight.size(1) ** 0.5


def probe_tied(answer: Any, case: Case) -> Observation:
    """Make an embedding with the case's weight, and the answer's output of it."""
    x = tensors(case)
    embedding = TokenEmbedding(x["weight"])
    if case.aspect != DTYPE:  # there the weight changes its dtype when it is shared
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
            # Without padding's row: whether it learns is left open.
            values["gradient of weight"] = plain(embedding.weight.grad)[1:]
            later = as_tensors(call(module, {"h": x["h"]}), ("output",))["output"]
            values["output after a step"] = plain(later)[..., 1:]
    return Observation(values, facts)


def ownership(module: nn.Module, weight: torch.Tensor) -> dict[str, str]:
    """What the module learns beside the embedding's weight, and where it lies."""
    kinds = {weight.shape: "table", weight.T.shape: "table", weight[:, 0].shape: "bias"}
    own = [p for p in module.parameters() if p is not weight]
    facts = {"own": " ".join(kinds.get(p.shape, "layer") for p in own)}
    if any(p.data_ptr() == weight.data_ptr() for p in own):
        facts["memory"] = "shared"
    return facts


def expected_tied(case: Case) -> Arrays:
    case = replace(case, dtype="float64")
    found = probe_tied(reference.TiedOutput, case).values
    names = {
        "gradient of h": ["gradient of h"],
        "gradient of weight": ["gradient of weight", "output after a step"],
    }
    return {name: found[name] for name in names.get(case.setting, ["output"])}


TIED_OUTPUT = Task(
    id="embedding.TiedOutput",
    points=2,
    difficulty=2,
    minutes=15,
    hints=(
        "The logit of a word is the dot product of h with the word's row. Which matrix "
        "product does that for all words at once? No new weight is needed.",
        "Keep the embedding, or its weight, in __init__, without a copy: no clone(), "
        "no detach(), no new nn.Parameter. (…, d_model) times the transposed "
        "(V, d_model) is (…, V).",
        "self.weight = embedding.weight in __init__; return h @ self.weight.T in "
        "forward.",
    ),
    aspects={
        "compares h with each row of the weight": 4,
        SHARED: 3,
        ANY_SIZE: 0.5,
        GRADIENT: 1,
        PURE: 0.5,
        DTYPE: 1,
    },
    cases=tied_cases,
    probe=probe_tied,
    expected=expected_tied,
    symptoms=(modifies_input, loses_dtype),
    mistakes=mistakes.TIED_OUTPUT,
)
