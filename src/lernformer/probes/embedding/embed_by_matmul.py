"""Probe for ``embedding.embed_by_matmul``."""

from lernformer.probes.case import Probe
from lernformer.probes.embedding.common import EMBED_READY_MADE
from lernformer.probes.values import probe_numpy

PRODUCT = "is a matrix product"

PROBE = Probe("embedding.embed_by_matmul", probe_numpy, ready_made=EMBED_READY_MADE)
