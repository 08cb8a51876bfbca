"""Probe for ``masking.masked_attention``."""

from lernformer.probes.case import Probe
from lernformer.probes.masking.common import probe_weights

probe_attention = probe_weights("output", "weights")

PROBE = Probe(
    "masking.masked_attention",
    probe_attention,
    ready_made=(
        "torch._safe_softmax",
        "torch.nn.functional.scaled_dot_product_attention",
        "torch.nn.functional.multi_head_attention_forward",
        "torch.nn.MultiheadAttention",
        "lernformer.attention.attention_weights",
        "lernformer.attention.scaled_dot_product_attention",
    ),
)
