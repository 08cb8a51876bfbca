"""What several tasks of the chapter are asked with."""

from lernformer.probes.values import probe_torch

probe_heads = probe_torch("output")
