"""Probe for ``embedding.pad_batch``."""

import json
from typing import Any

from lernformer.probes.case import Case, Observation, Probe
from lernformer.probes.values import as_array, call

INTEGERS = "is a table of integers"

EMPTY = "copes with empty sequences"


def probe_pad(answer: Any, case: Case) -> Observation:
    inputs = {**case.inputs, "sequences": json.loads(case.inputs["sequences"])}
    made = call(answer, inputs)
    result = as_array("the result", made)
    before = json.loads(case.inputs["sequences"])
    facts = {"modified": "" if inputs["sequences"] == before else "sequences"}
    return Observation({"result": result}, facts | {"dtype": str(made.dtype)})


PROBE = Probe(
    "embedding.pad_batch",
    probe_pad,
    ready_made=(
        "torch.nn.utils.rnn.pad_sequence",
        "torch._C._nn.pad_sequence",
        "torch.nested.to_padded_tensor",
    ),
)
