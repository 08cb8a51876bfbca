"""Check for ``residual_norm.LayerNorm``."""

from lernformer.checks.residual_norm.common import NORM_SYMPTOMS
from lernformer.checks.residual_norm.norms import NORM_SHARES, norm_cases
from lernformer.checks.task import Task
from lernformer.probes.residual_norm.LayerNorm import PROBE

TASK = Task(
    probe=PROBE,
    aspects=NORM_SHARES,
    cases=lambda rng: norm_cases(rng, module=True),
    symptoms=NORM_SYMPTOMS,
)
