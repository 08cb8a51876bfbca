"""Probe for ``transformer.DecoderLayer``."""

from lernformer.probes.case import Probe
from lernformer.probes.transformer.common import TORCHS
from lernformer.probes.transformer.layers import probe_layer

PROBE = Probe("transformer.DecoderLayer", probe_layer, ready_made=TORCHS)
