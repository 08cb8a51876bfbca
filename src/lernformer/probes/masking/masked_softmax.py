"""Probe for ``masking.masked_softmax``."""

from lernformer.probes.case import Probe
from lernformer.probes.masking.common import probe_weights

PROBE = Probe(
    "masking.masked_softmax",
    probe_weights("weights"),
    ready_made=(
        "torch.masked.softmax",
        "torch._safe_softmax",
        "torch.nn.functional.scaled_dot_product_attention",
        "lernformer.attention.attention_weights",
        "lernformer.attention.scaled_dot_product_attention",
    ),
)
