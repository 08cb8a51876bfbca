"""Check for ``transformer.Encoder``."""

from lernformer import transformer as reference
from lernformer.checks.task import Task
from lernformer.checks.transformer.common import adapt_parts
from lernformer.checks.transformer.stacks import (
    STACK_SHARES,
    STACK_SYMPTOMS,
    STACKS,
    expected_stack,
    stack_cases,
)
from lernformer.probes.transformer.Encoder import PROBE

TASK = Task(
    probe=PROBE,
    aspects={STACKS: 4, **STACK_SHARES},
    cases=stack_cases(decoder=False),
    expected=expected_stack(reference.Encoder),
    symptoms=STACK_SYMPTOMS,
    adapt=adapt_parts,
)
