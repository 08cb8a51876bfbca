"""How ``attention.MultiHeadAttention`` is asked."""

from typing import Any

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.modules import (
    average,
    forward,
    load_projections,
    others,
    reused,
    unchanged,
)
from lernformer.probes.values import call, tensors

CROSS = "attends from one sequence to another"


def probe_multi_head(answer: Any, case: Case) -> Observation:
    """Make the module, copy the case's weights into it, and attend."""
    x, facts, names = tensors(case), {}, ("output", "weights")
    sizes = [x["d_model"], x["n_heads"], x["dropout"]]
    given = sizes[: 2 if "by default" in case.setting else 3]
    module = reused(answer, given, case)
    loaded = load_projections(module, x, facts)
    inputs = {name: x[name] for name in ("query", "key", "value", "mask")}
    if case.setting == "dropout":
        return average(module, inputs, facts, names)
    if case.setting == "second call":
        call(module, others(inputs))
    seen = forward(module, inputs, loaded, facts, x.get("upstream"), names)
    unchanged(module, loaded, facts)
    return seen


PROBE = Probe(
    "attention.MultiHeadAttention",
    probe_multi_head,
    ready_made=(
        "torch.nn.functional.multi_head_attention_forward",
        "torch.nn.MultiheadAttention",
    ),
)
