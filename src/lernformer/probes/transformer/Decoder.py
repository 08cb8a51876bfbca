"""Probe for ``transformer.Decoder``."""

from lernformer.probes.case import Probe
from lernformer.probes.transformer.common import TORCHS
from lernformer.probes.transformer.stacks import probe_stack

PROBE = Probe("transformer.Decoder", probe_stack, ready_made=TORCHS)
