"""Typical wrong answers to ``residual_norm.RMSNorm``."""

import numpy as np
import torch.nn.functional as F

from lernformer.mistakes.bugs import bugs
from lernformer.mistakes.residual_norm.norms import (
    RMSNormInSteps as Right,
)
from lernformer.mistakes.table import in_steps
from lernformer.probes.residual_norm.norms import START

BUGS = bugs(globals())
MISTAKES = in_steps(globals(), Right)
