"""Check for ``residual_norm.RMSNorm``."""

from lernformer import residual_norm as reference
from lernformer.checks.expected import as_reference
from lernformer.checks.residual_norm.common import NORM_SYMPTOMS
from lernformer.checks.residual_norm.norms import NORM_SHARES, norm_cases
from lernformer.checks.task import Task
from lernformer.mistakes.residual_norm.RMSNorm import BUGS, MISTAKES
from lernformer.probes.residual_norm.RMSNorm import PROBE, probe_rms_norm

TASK = Task(
    probe=PROBE,
    points=2,
    difficulty=1,
    minutes=10,
    hints=(
        "Compare the formula with that of LayerNorm: what is missing?",
        "No mean is subtracted and no β added. Under the root is the mean of x², plus "
        "eps; γ is a parameter that starts as ones.",
        "mean_square = x.square().mean(dim=-1, keepdim=True); return self.gamma * x / "
        "torch.sqrt(mean_square + self.eps).",
    ),
    aspects=NORM_SHARES,
    cases=lambda rng: norm_cases(rng, module=True, beta=False),
    expected=as_reference(reference.RMSNorm, probe_rms_norm),
    symptoms=NORM_SYMPTOMS,
    mistakes=MISTAKES,
    bugs=BUGS,
)
