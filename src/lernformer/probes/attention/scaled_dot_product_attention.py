"""Probe for ``attention.scaled_dot_product_attention``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_torch

probe_attention = probe_torch("output", "weights")

PROBE = Probe(
    "attention.scaled_dot_product_attention",
    probe_attention,
    ready_made=(
        "torch.nn.functional.scaled_dot_product_attention",
        "torch.nn.functional.multi_head_attention_forward",
        "torch.nn.MultiheadAttention",
        "lernformer.attention.attention_weights",
        "lernformer.masking.masked_attention",
    ),
    helpers=("attention_weights",),
)
