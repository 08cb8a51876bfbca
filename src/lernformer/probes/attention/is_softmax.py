"""Probe for ``attention.is_softmax``."""

from lernformer.probes.case import Probe
from lernformer.probes.testing import probe_test

PROBE = Probe("attention.is_softmax", probe_test)
