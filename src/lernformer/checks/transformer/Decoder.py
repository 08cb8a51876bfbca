"""Check for ``transformer.Decoder``."""

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
from lernformer.probes.transformer.Decoder import PROBE

TASK = Task(
    probe=PROBE,
    aspects={STACKS: 4, **STACK_SHARES},
    cases=stack_cases(decoder=True),
    expected=expected_stack(reference.Decoder),
    symptoms=STACK_SYMPTOMS,
    adapt=adapt_parts,
)
