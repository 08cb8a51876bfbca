"""What several probes of the chapter share."""

from lernformer.probes.values import probe_torch

probe_heads = probe_torch("output")
