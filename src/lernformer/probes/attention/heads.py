"""Helpers for several probes in this chapter."""

from lernformer.probes.values import probe_torch

probe_heads = probe_torch("output")
