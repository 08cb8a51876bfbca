"""Helpers for several probes of this chapter."""

from lernformer.probes.values import probe_torch

probe_heads = probe_torch("output")
