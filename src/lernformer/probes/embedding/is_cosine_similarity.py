"""Probe for ``embedding.is_cosine_similarity``."""

from lernformer.probes.case import Probe
from lernformer.probes.testing import probe_test

PROBE = Probe("embedding.is_cosine_similarity", probe_test)
