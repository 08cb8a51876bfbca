"""Check for ``residual_norm.LayerNorm``."""

from lernformer import residual_norm as reference
from lernformer.checks.expected import as_reference
from lernformer.checks.residual_norm.common import NORM_SYMPTOMS
from lernformer.checks.residual_norm.norms import NORM_SHARES, norm_cases
from lernformer.checks.task import Task
from lernformer.mistakes.residual_norm.LayerNorm import MISTAKES
from lernformer.probes.residual_norm.LayerNorm import PROBE, probe_layer_norm

TASK = Task(
    probe=PROBE,
    points=2,
    difficulty=2,
    minutes=15,
    hints=(
        "The formula is the same as in layer_norm. What is new: γ and β are learned, "
        "so they are parameters that the module makes once.",
        "nn.Parameter(torch.ones(d_model)) is a parameter. In torch, keepdims is "
        "keepdim, and x.var divides by d - 1 unless you say unbiased=False.",
        "mean = x.mean(dim=-1, keepdim=True); variance = x.var(dim=-1, keepdim=True, "
        "unbiased=False); return self.gamma * (x - mean) / torch.sqrt(variance + "
        "self.eps) + self.beta.",
    ),
    aspects=NORM_SHARES,
    cases=lambda rng: norm_cases(rng, module=True),
    expected=as_reference(reference.LayerNorm, probe_layer_norm),
    symptoms=NORM_SYMPTOMS,
    mistakes=MISTAKES,
)
