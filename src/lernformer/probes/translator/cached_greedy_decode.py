"""Probe for ``translator.cached_greedy_decode``."""

from typing import Any

import torch

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.translator.decoding import ENDS_GIVEN, arguments, as_ids
from lernformer.probes.values import as_tensors, call, modified, tensors
from lernformer.transformer import Transformer, TransformerConfig

ONCE = "makes each key and value once"


def speaker(case: Case) -> Transformer:
    """Return an untrained Transformer with words that depend on its output so far."""
    x = case.inputs
    torch.default_generator.manual_seed(x["weights"])
    model = Transformer(
        TransformerConfig(
            14, 11, 12, 3, 16, n_layers=x["n_layers"], dropout=0.0, max_length=64
        )
    )
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.mul_(2.5)  # otherwise, all words are about equally likely
    return model.eval()


def probe_cached(answer: Any, case: Case) -> Observation:
    model, src = speaker(case), tensors(case)["src"]
    before, limit = src.clone(), case.inputs["max_length"]
    more = arguments(case, "max_length", *ENDS_GIVEN)
    seen = dict.fromkeys(range(case.inputs["n_layers"]), 0)
    layers: Any = model.decoder.layers
    for i, layer in enumerate(layers):
        for projection in (layer.self_attention.k_proj, layer.self_attention.v_proj):

            def count(_, inputs, __, i=i):
                seen[i] += inputs[0].numel() // inputs[0].size(-1)

            projection.register_forward_hook(count)
    facts: dict[str, str] = {}
    result = call(answer, {"model": model, "src": src, **more})
    ids = as_ids(as_tensors(result, ("ids",))["ids"], src, limit, facts)
    # two projections per layer
    most = max(seen.values()) / (2 * len(src))
    facts |= {"most": f"{most:g}", "modified": modified({"src": before}, {"src": src})}
    return Observation({"ids": ids}, facts)


PROBE = Probe(
    "translator.cached_greedy_decode",
    probe_cached,
    ready_made=("lernformer.translator.greedy_decode",),
)
