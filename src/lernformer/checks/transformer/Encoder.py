"""Check for ``transformer.Encoder``."""

from lernformer import transformer as reference
from lernformer.checks.task import Task
from lernformer.checks.transformer.common import (
    adapt_parts,
    expected_from,
)
from lernformer.checks.transformer.stacks import (
    STACK_SHARES,
    STACK_SYMPTOMS,
    STACKS,
    stack_cases,
)
from lernformer.mistakes.transformer.Encoder import MISTAKES
from lernformer.probes.transformer.Encoder import PROBE
from lernformer.probes.transformer.stacks import probe_stack

TASK = Task(
    probe=PROBE,
    points=2,
    difficulty=1,
    minutes=15,
    hints=(
        "n_layers layers, each with its own parameters, called one after the other. "
        "And the sum that pre-norm builds up still needs a norm.",
        "nn.ModuleList registers what it holds; a plain list does not. [layer] * n "
        "would be n times the same layer. In post-norm there is nothing left to do at "
        "the end: nn.Identity() fits.",
        "self.layers = nn.ModuleList(EncoderLayer(…) for _ in range(config.n_layers)); "
        "in forward: for layer in self.layers: x = layer(x, src_mask); return "
        "self.norm(x).",
    ),
    aspects={STACKS: 4, **STACK_SHARES},
    cases=stack_cases(decoder=False),
    expected=expected_from(probe_stack, reference.Encoder),
    symptoms=STACK_SYMPTOMS,
    adapt=adapt_parts,
    mistakes=MISTAKES,
)
