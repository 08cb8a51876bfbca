"""How transformers are asked: a layer, a stack, the whole model."""

import itertools
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np
import torch
from torch import nn

from lernformer.checks.earlier import standing_in
from lernformer.checks.modules import (
    ELSEWHERE,
    SAME,
    forward,
    make,
    on_another_device,
    others,
    outputs_of,
    reused,
)
from lernformer.checks.probing import ReadyMade, noted
from lernformer.checks.task import Case, Observation
from lernformer.checks.transformer_parts import (
    LAYERS,
    STACKS,
    StandIn,
    adding,
    ends_of,
    fill,
    find,
)
from lernformer.checks.values import Unusable, call, plain, tensors
from lernformer.transformer import TransformerConfig

GIVEN = ("x", "memory", "tgt_mask", "src_mask")  # to a layer or a stack, in this order
ORDER = ("tgt", "memory", "src")  # of decode
MANY = 20  # copies of a sentence, so that a share of dropped features can be told
FEW = 4  # so that each choice of what is dropped comes up
BY_HIDDEN = "what hidden tokens change"
BY_LATER = "what the last token changes before it"
BY_PADDING = "what more padding changes"
VARIES = "share of calls that differ in training"
ARGUMENTS = "what its layers are made with"
DROPPED_BEFORE = "what is dropped before the first layer"
DROPPED_BETWEEN = "what is dropped between the layers"
DROPPED_AFTER = "share of zeros in the output"
LOST = ("what the memory loses on its way", "what the logits lose after the decoder")
LEARNED = "count of numbers learned for words"
READS = ("what the encoder reads", "what the decoder reads")


def needs(decoder: bool, layers: int = 1) -> dict[str, int]:
    """How many parts of each kind there are in so many layers."""
    attentions = (1 + decoder) * layers
    norms = (2 + decoder) * layers
    sizes = {"attention": attentions, "norm": norms}
    return {**sizes, "linear_1": layers, "linear_2": layers}


def config_of(x: dict) -> TransformerConfig:
    names = {field.name for field in fields(TransformerConfig)}
    return TransformerConfig(**{name: x[name] for name in names & x.keys()})


def filled(
    answer: Any,
    arguments: list,
    case: Case,
    inputs: dict,
    wanted: Callable[[nn.Module, dict], dict[str, int]],
) -> tuple[nn.Module, dict[str, list], dict, dict]:
    """The module that an answer makes, its parts, what holds their numbers, and facts.

    Cases that differ only in what the module is given are asked of the same one.

    Args:
        answer: the class.
        arguments: what it is called with.
        case: its dtype, its mode, the seed of its numbers.
        inputs: what the module will be given.
        wanted: tells how many parts of each kind a module needs, and adds facts.
    """
    x = case.inputs
    key = x["weights"], "own parts" in x
    module = reused(answer, arguments, case, key)
    alike = filled, id(answer), *arguments, case.dtype, *key
    if alike not in noted:
        facts: dict = {}
        needs = wanted(module, facts)

        def run() -> None:
            call(module, others(inputs))
            reused(answer, arguments, case, key)  # as if it had not been called

        parts = find(answer, module, x, needs, run)
        noted[alike] = parts, fill(parts, x, facts), facts
    parts, loaded, facts = noted[alike]
    return module, parts, loaded, dict(facts)


# A layer -----------------------------------------------------------------------------


def probe_layer(answer: Any, case: Case) -> Observation:
    """Make the layer, draw numbers for its parts, and let it transform x."""
    x = tensors(case)
    sizes = [x["d_model"], x["n_heads"], x["d_ff"]]
    more = [] if "by default" in case.setting else [x["dropout"], x["norm_first"]]
    inputs = {name: x[name] for name in GIVEN if name in x}
    module, parts, loaded, facts = filled(
        answer, [*sizes, *more], case, inputs, lambda *_: needs("memory" in x)
    )
    if case.setting.startswith("dropout of "):
        name = case.setting.removeprefix("dropout of ")
        with adding(ends_of(parts), {name: x["bias"]}):
            return _added(module, inputs)
    if case.setting == "dropout in post-norm":
        return _beside_choices(module, inputs, ends_of(parts), x)
    return _transformed(module, inputs, loaded, facts, case, x.get("upstream"))


def _added(module: nn.Module, inputs: dict) -> Observation:
    """What the one sublayer that is not silent adds to many copies of x."""
    many = {n: v if v is None else v.repeat(MANY, 1, 1) for n, v in inputs.items()}
    x = many["x"].clone()  # the answer may write into its input
    output = outputs_of(module, many, {})["output"]
    if output.shape != many["x"].shape:
        raise Unusable(
            f"output has shape {tuple(output.shape)}, expected {tuple(many['x'].shape)}"
        )
    return Observation({"added": plain(output - x)})


def _beside_choices(
    module: nn.Module, inputs: dict, ends: dict[str, tuple], x: dict
) -> Observation:
    """How far tokens are from all that dropping what the sublayers add can give.

    Each adds a number to one feature. Norms hide it, so that the tokens are compared
    with what the module itself makes of them in evaluation, for each choice of what
    is dropped.
    """
    many = {n: v if v is None else v.repeat(FEW, 1, 1) for n, v in inputs.items()}

    def outputs(inputs: dict, factors: tuple[float, ...]) -> torch.Tensor:
        added = [factor * x["bias"] for factor in factors]
        with adding(ends, dict(zip(ends, added, strict=True))):
            return outputs_of(module, inputs, {})["output"]

    whole = (1,) * len(ends)
    seen = outputs(many, whole)
    module.eval()
    same = torch.allclose(seen, outputs(inputs, whole).repeat(FEW, 1, 1))
    kept = 1 / (1 - x["dropout"])
    choices = itertools.product((0, kept), repeat=len(ends))
    known = torch.stack([outputs(inputs, choice) for choice in choices])
    off = known.repeat(1, FEW, 1, 1).sub(seen).abs().amax(-1).amin(0)
    return Observation({"off": plain(off)}, {"same": "yes"} if same else {})


def _transformed(
    module: nn.Module, inputs: dict, loaded: dict, facts: dict, case: Case, upstream
) -> Observation:
    if case.setting == "second call":
        call(module, others(inputs))
    seen = forward(module, inputs, loaded, facts, upstream)
    changes = _changes(module, inputs) if case.setting == "changes" else {}
    return Observation(changes | seen.values, facts)


def _changes(module: nn.Module, inputs: dict) -> dict[str, np.ndarray]:
    """Differences in the output where there should be none."""
    source = "memory" if "memory" in inputs else "x"
    hidden = ~inputs["src_mask"][:, 0, 0].expand(inputs[source].shape[:2])
    found = {BY_HIDDEN: _difference(module, inputs, source, hidden)}
    if source == "memory":
        last = torch.zeros(inputs["x"].shape[:2], dtype=torch.bool)
        last[:, -1] = True
        found[BY_LATER] = _difference(module, inputs, "x", last)
    return found


def _difference(module, inputs: dict, name: str, where: torch.Tensor) -> np.ndarray:
    """How other tokens ``where`` change the output at the other places."""
    tokens = where[..., None]
    changed = {**inputs, name: torch.where(tokens, 3 - inputs[name], inputs[name])}
    before, after = (outputs_of(module, i, {})["output"] for i in (inputs, changed))
    if before.shape != inputs["x"].shape:
        raise Unusable(
            f"output has shape {tuple(before.shape)}, expected "
            f"{tuple(inputs['x'].shape)}"
        )
    change = after - before
    return plain(change.masked_fill(tokens, 0) if name == "x" else change)


# A stack of layers, with stand-ins for them ------------------------------------------


def with_stand_ins(probe: Callable, names: dict[str, type]) -> Callable:
    """Probe with stand-ins; without, if the answer stumbles on them."""

    def probing(answer: Any, case: Case) -> Observation:
        if "own parts" in case.inputs:
            return probe(answer, case)
        with standing_in(answer, names):
            try:
                return probe(answer, case)
            except (Unusable, ReadyMade):
                raise
            except Exception:
                own = {**case.inputs, "own parts": True}
        return probe(answer, replace(case, inputs=own))

    return probing


def adapt_parts(case: Case, facts: dict[str, str]) -> Case:
    """Take over the answer's freedom: layers that are not called what they should.

    Then the eps of many norms in turn is free.
    """
    if "parts" not in facts:
        return case
    inputs = {**case.inputs, "own parts": True}
    return replace(case, inputs=inputs, tolerance=10 * case.tolerance)


def stood_in(module: nn.Module, facts: dict) -> bool:
    """Whether it has stand-ins; else it is noted that it has parts of its own."""
    found = any(isinstance(part, StandIn) for part in module.modules())
    facts |= {} if found else {"parts": "own"}
    return found


def _probe_stack(answer: Any, case: Case) -> Observation:
    x = tensors(case)
    inputs = {name: x[name] for name in GIVEN if name in x}

    def wanted(module: nn.Module, facts: dict) -> dict[str, int]:
        parts = {"layer": x["n_layers"], "norm": 0}
        if not stood_in(module, facts):
            parts = needs("memory" in x, x["n_layers"])
        return {**parts, "norm": parts["norm"] + x["norm_first"]}

    module, parts, loaded, facts = filled(answer, [config_of(x)], case, inputs, wanted)
    if case.setting == "arguments":
        given = np.array(
            [part.arguments for part in parts.get("layer", [])], dtype=float
        )
        return Observation({ARGUMENTS: given} if len(given) else {}, facts)
    if case.setting == "dropout":
        values = {VARIES: _varies(module, inputs), **_elsewhere(module, inputs, parts)}
        return Observation(values, facts)
    return _transformed(module, inputs, loaded, facts, case, x.get("upstream"))


def _varies(module: nn.Module, inputs: dict) -> np.ndarray:
    outputs = [outputs_of(module, inputs, {})["output"] for _ in range(2)]
    return np.array(float((outputs[0] - outputs[1]).abs().max() > SAME))


def _elsewhere(module: nn.Module, inputs: dict, parts: dict) -> dict[str, np.ndarray]:
    """What is dropped before the first layer, between two and after the last."""
    output = outputs_of(module, inputs, {})["output"]
    found = {DROPPED_AFTER: np.array(float((output == 0).double().mean()))}
    if "layer" in parts:
        layers = parts["layer"]
        found[DROPPED_BEFORE] = plain(layers[0].read[0] - inputs["x"])
        lost = [b.read[0] - a.gave for a, b in itertools.pairwise(layers)]
        lost.append(output - parts["norm"][0](layers[-1].gave))
        found[DROPPED_BETWEEN] = plain(torch.stack(lost))
    return found


probe_stack = with_stand_ins(_probe_stack, LAYERS)


# The whole model, with stand-ins for its stacks --------------------------------------


def _probe_model(answer: Any, case: Case) -> Observation:
    x = tensors(case)
    inputs = {"src": x["src"], "tgt": x["tgt"]}
    if case.setting == "device":
        moved = make(answer, [config_of(x)], case).to(ELSEWHERE)
        return on_another_device(moved, inputs)

    def wanted(module: nn.Module, facts: dict) -> dict[str, int]:
        if stood_in(module, facts):
            return {"layer": 2}
        encoder, decoder = (needs(d, x["n_layers"]) for d in (False, True))
        parts = {kind: encoder[kind] + decoder[kind] for kind in encoder}
        return {**parts, "norm": parts["norm"] + 2 * x["norm_first"]}

    module, parts, loaded, facts = filled(answer, [config_of(x)], case, inputs, wanted)
    if case.setting == "learned":
        return Observation(
            {LEARNED: np.array([sum(p.numel() for p in parts["table"])])}
        )
    if case.setting == "dropout":
        return Observation(_dropped(module, x, parts), facts)
    if case.setting == "second call":
        call(module, others(inputs))
    if case.setting in ("other last word", "more padding"):
        return Observation(_changes_by_ids(module, x, case.setting), facts)
    ask = module
    if case.setting == "encode":
        ask, inputs = method(module, "encode"), {"src": x["src"]}
    if case.setting == "decode":
        method(module, "encode")(x["src"].flip(0))  # which should leave nothing behind
        ask, inputs = method(module, "decode"), {n: x[n] for n in ORDER}
    seen = forward(ask, inputs, loaded, facts, x.get("upstream"))
    for name in seen.values:  # whether padding's row learns is left open
        if name.startswith("gradient of table"):
            seen.values[name] = seen.values[name][1:]
    return seen


def method(module: nn.Module, name: str) -> Callable:
    if not callable(getattr(module, name, None)):
        raise Unusable(f"has no method {name}")
    return getattr(module, name)


def _dropped(module: nn.Module, x: dict, parts: dict) -> dict[str, np.ndarray]:
    """What reaches the two stacks in training, and what is lost elsewhere."""
    many = {name: x[name].repeat(MANY, 1) for name in ("src", "tgt")}
    if "layer" not in parts:
        return {VARIES: _varies(module, many)}
    logits = outputs_of(module, many, {})["output"]
    encoder, decoder = parts["layer"]
    sizes = {x["tgt_vocab_size"], x["d_model"]}
    table = next(p for p in parts["table"] if set(p.shape) == sizes)
    table = table if table.shape[-1] == x["d_model"] else table.T
    found = {
        READS[0]: encoder.read[0],
        READS[1]: decoder.read[0],
        LOST[0]: decoder.read[1] - encoder.gave,
        LOST[1]: logits - decoder.gave @ table.T,
    }
    return {name: plain(tensor) for name, tensor in found.items()}


def _changes_by_ids(module: nn.Module, x: dict, setting: str) -> dict:
    """What another last word changes before it, or more padding everywhere."""
    src, tgt = x["src"], x["tgt"]

    def logits(src, tgt):
        return outputs_of(module, {"src": src, "tgt": tgt}, {})["output"]

    plainly = logits(src, tgt)
    if plainly.ndim != 3:
        raise Unusable(f"output has shape {tuple(plainly.shape)}")
    if setting == "other last word":
        later = tgt.clone()
        later[:, -1] = tgt[:, -1] % (x["tgt_vocab_size"] - 1) + 1
        changes = {BY_LATER: plain((logits(src, later) - plainly)[:, :-1])}
    else:
        padded = torch.cat([src, torch.zeros_like(src[:, :2])], dim=1)
        changes = {BY_PADDING: plain(logits(padded, tgt) - plainly)}
    return {**changes, "output": plain(plainly)}


probe_model = with_stand_ins(_probe_model, STACKS)
