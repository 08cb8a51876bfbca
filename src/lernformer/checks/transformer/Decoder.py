"""Check for ``transformer.Decoder``."""

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
from lernformer.mistakes.transformer.Decoder import BUGS, MISTAKES
from lernformer.probes.transformer.Decoder import PROBE
from lernformer.probes.transformer.stacks import probe_stack

TASK = Task(
    probe=PROBE,
    points=2,
    difficulty=1,
    minutes=10,
    hints=(
        "Compare with your Encoder: what does a layer take here that it didn't take "
        "there?",
        "Every layer reads the same memory, and gets both masks.",
        "for layer in self.layers: x = layer(x, memory, tgt_mask, src_mask); return "
        "self.norm(x).",
    ),
    aspects={STACKS: 4, **STACK_SHARES},
    cases=stack_cases(decoder=True),
    expected=expected_from(probe_stack, reference.Decoder),
    symptoms=STACK_SYMPTOMS,
    adapt=adapt_parts,
    mistakes=MISTAKES,
    bugs=BUGS,
)
