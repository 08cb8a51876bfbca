"""Probe for ``embedding.embed_by_lookup``."""

from lernformer.probes.case import Probe
from lernformer.probes.embedding.common import EMBED_READY_MADE
from lernformer.probes.values import probe_numpy

ROWS_ONLY = "reads only the rows it needs"

PROBE = Probe("embedding.embed_by_lookup", probe_numpy, ready_made=EMBED_READY_MADE)
