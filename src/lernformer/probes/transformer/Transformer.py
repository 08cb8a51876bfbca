"""Probe for ``transformer.Transformer``."""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from lernformer.probes.aspects import FITS
from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.modules import (
    ELSEWHERE,
    forward,
    make,
    on_another_device,
    others,
    outputs_of,
)
from lernformer.probes.transformer.common import (
    BY_LATER,
    MANY,
    TORCHS,
    VARIES,
    _varies,
    config_of,
    filled,
    needs,
    stood_in,
    with_stand_ins,
)
from lernformer.probes.transformer.parts import (
    StandIn,
    StandInDecoderLayer,
    StandInEncoderLayer,
)
from lernformer.probes.values import Unusable, call, plain, tensors
from lernformer.transformer import TransformerConfig

ORDER = ("tgt", "memory", "src")  # the arguments of decode

BY_PADDING = "what more padding changes"

OTHER_NUMBERS = "other numbers for <pad>"

BY_NUMBERS = {  # keyed by the field with a vocabulary's size
    "src_vocab_size": "what other numbers for the source's <pad> change",
    "tgt_vocab_size": "what other numbers for the target's <pad> change",
}

LOST = ("what the memory loses on its way", "what the logits lose after the decoder")

LEARNED = "count of numbers learned for words"

FIRST_LOSS = "first loss"  # per word, before anything has been learned

READS = ("what the encoder reads", "what the decoder reads")


class StandInStack(StandIn):
    """A stack with results that show which configuration made it."""

    def __init__(self, config: TransformerConfig):
        c = config
        super().__init__(c.d_model, c.n_heads, c.d_ff)
        self.share = 1 / (1 + c.n_layers + c.norm_first + c.n_heads / 7 + c.d_ff / 70)

    def add(self, x: Tensor, values: Tensor, mask: Tensor | None) -> Tensor:
        return super().add(x, (1 + self.share) * values, mask)


class StandInEncoder(StandInStack, StandInEncoderLayer):
    pass


class StandInDecoder(StandInStack, StandInDecoderLayer):
    pass


STACKS = {"Encoder": StandInEncoder, "Decoder": StandInDecoder}


def _probe_model(answer: Any, case: Case) -> Observation:
    x = tensors(case)
    inputs = {"src": x["src"], "tgt": x["tgt"]}
    if case.setting == "device":
        moved = make(answer, [config_of(x)], case).to(ELSEWHERE)
        return on_another_device(moved, inputs)

    if case.aspect == FITS:
        return _first_loss(make(answer, [config_of(x)], case), inputs)

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
    if case.setting == OTHER_NUMBERS:
        return Observation(_changes_by_numbers(module, x, parts), facts)
    if case.setting in ("other last word", "more padding"):
        return Observation(_changes_by_ids(module, x, case.setting), facts)
    ask: Any = module
    if case.setting == "encode":
        ask, inputs = method(module, "encode"), {"src": x["src"]}
    if case.setting == "decode":
        method(module, "encode")(x["src"].flip(0))  # should leave nothing behind
        ask, inputs = method(module, "decode"), {n: x[n] for n in ORDER}
    seen = forward(ask, inputs, loaded, facts, x.get("upstream"))
    for name in seen.values:  # the row of <pad> may learn or not
        if name.startswith("gradient of table"):
            seen.values[name] = seen.values[name][1:]
    return seen


def _first_loss(module: nn.Module, ids: dict[str, Tensor]) -> Observation:
    """Observe the loss on the next words, in nats, before anything has been learned."""
    read, labels = ids["tgt"][:, :-1], ids["tgt"][:, 1:]
    with torch.no_grad():
        logits = outputs_of(module, {"src": ids["src"], "tgt": read}, {})["output"]
    if logits.shape[:-1] != labels.shape:
        raise Unusable(f"output has shape {tuple(logits.shape)}")
    loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten())
    return Observation({FIRST_LOSS: plain(loss)})


def method(module: nn.Module, name: str) -> Callable:
    if not callable(getattr(module, name, None)):
        raise Unusable(f"has no method {name}")
    return getattr(module, name)


def _dropped(module: nn.Module, x: dict, parts: dict) -> dict[str, np.ndarray]:
    """Return what reaches the two stacks in training, and what is lost elsewhere."""
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
    """Return what a different last word changes before it, or what padding changes."""
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


def _changes_by_numbers(module: nn.Module, x: dict, parts: dict) -> dict:
    """Return what changes if either language's table has different numbers for <pad>.

    Positions that are padding themselves may differ, and so may the logit of <pad>.
    """
    inputs = {"src": x["src"], "tgt": x["tgt"]}
    plainly = outputs_of(module, inputs, {})["output"]
    if plainly.ndim != 3:
        raise Unusable(f"output has shape {tuple(plainly.shape)}")
    words = x["tgt"].ne(0)[..., None]
    found = {}
    for size, name in BY_NUMBERS.items():
        rows = [
            p.detach() if p.shape[0] == x[size] else p.detach().T
            for p in parts["table"]
            if x[size] in p.shape
        ]
        for row in rows:
            row[0] += 1
        changed = outputs_of(module, inputs, {})["output"]
        for row in rows:
            row[0] -= 1
        found[name] = plain(((changed - plainly) * words)[..., 1:])
    return {**found, "output": plain(plainly)}


probe_model = with_stand_ins(_probe_model, STACKS)

PROBE = Probe("transformer.Transformer", probe_model, ready_made=TORCHS)
