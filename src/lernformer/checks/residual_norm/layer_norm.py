"""Check for ``residual_norm.layer_norm``."""

from lernformer.checks.residual_norm.norms import EPS, TOKENS, norm_cases
from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.probes.aspects import LEADING, PURE
from lernformer.probes.residual_norm.common import ONES
from lernformer.probes.residual_norm.layer_norm import PROBE

TASK = Task(
    probe=PROBE,
    aspects={TOKENS: 5, ONES: 0.5, LEADING: 0.5, EPS: 3, PURE: 1},
    cases=lambda rng: norm_cases(rng, module=False),
    symptoms=(modifies_input, not_finite),
)
