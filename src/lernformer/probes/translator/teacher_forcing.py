"""How ``translator.teacher_forcing`` is asked."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_torch

IDS = "returns integers"

ROLLED = "roll carries a word from one end to the other; cut the column off instead."

FLAT = "the axes of batch and length are gone; both results are (B, L)."

probe_forcing = probe_torch("decoder_input", "labels")

PROBE = Probe(
    "translator.teacher_forcing",
    probe_forcing,
)
