"""Probe for ``attention.softmax_jacobian``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_numpy

PROBE = Probe(
    "attention.softmax_jacobian",
    probe_numpy,
    ready_made=(
        "torch.autograd.functional.jacobian",
        "torch.func.jacrev",
        "torch.func.jacfwd",
    ),
)
