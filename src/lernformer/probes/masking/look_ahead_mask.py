"""Probe for ``masking.look_ahead_mask``."""

from lernformer.probes.case import Probe
from lernformer.probes.masking.masks import probe_mask

LAST = "takes the queries for the last of the keys"

PROBE = Probe(
    "masking.look_ahead_mask",
    probe_mask,
    ready_made=(
        "torch.nn.Transformer.generate_square_subsequent_mask",
        "torch.nn.attention.bias.causal_lower_right",
        "torch.nn.attention.bias.causal_upper_left",
    ),
)
