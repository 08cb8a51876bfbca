"""Check for ``residual_norm.layer_norm``."""

from lernformer import residual_norm as reference
from lernformer.checks.expected import as_reference
from lernformer.checks.residual_norm.norms import EPS, TOKENS, norm_cases
from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
from lernformer.mistakes.residual_norm.layer_norm import MISTAKES
from lernformer.probes.aspects import LEADING, PURE
from lernformer.probes.residual_norm.common import ONES
from lernformer.probes.residual_norm.layer_norm import PROBE
from lernformer.probes.values import probe_numpy

TASK = Task(
    probe=PROBE,
    points=2,
    difficulty=1,
    minutes=15,
    hints=(
        "It is standardize along the last axis, with eps added to the variance, and "
        "then γ and β for each feature.",
        "μ and σ² are x.mean and x.var along axis -1 with keepdims=True. eps goes "
        "under the root; then equal features need no special care.",
        "gamma * (x - mean) / np.sqrt(variance + eps) + beta.",
    ),
    aspects={TOKENS: 5, ONES: 0.5, LEADING: 0.5, EPS: 3, PURE: 1},
    cases=lambda rng: norm_cases(rng, module=False),
    expected=as_reference(reference.layer_norm, probe_numpy),
    symptoms=(modifies_input, not_finite),
    mistakes=MISTAKES,
)
