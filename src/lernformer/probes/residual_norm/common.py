"""Helpers for several probes in this chapter."""

DROPOUT = "drops in training only"

ONES = "works for sizes of 1"

TORCHS = (  # functions that normalise, each of which can act as a layer_norm
    "torch.layer_norm",
    "torch.native_layer_norm",
    "torch.nn.functional.layer_norm",
    "torch.nn.LayerNorm",
    "torch.group_norm",
    "torch.nn.functional.group_norm",
    "torch.batch_norm",
    "torch.nn.functional.batch_norm",
    "torch.instance_norm",
    "torch.nn.functional.instance_norm",
)
