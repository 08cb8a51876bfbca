"""Probe for ``attention.softmax``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_numpy

ANY_AXIS = "works along any axis"

INTEGERS = "takes whole numbers, too"

PROBE = Probe(
    "attention.softmax",
    probe_numpy,
    ready_made=(
        "scipy.special.softmax",
        "scipy.special.log_softmax",
        "torch.softmax",
        "torch.log_softmax",
        "torch.special.softmax",
        "torch.special.log_softmax",
        "torch.Tensor.softmax",
        "torch.Tensor.log_softmax",
        "torch.nn.functional.softmax",
        "torch.nn.functional.log_softmax",
        "torch.nn.functional.softmin",
        "torch.nn.functional.scaled_dot_product_attention",
    ),
)
