"""Check for ``transformer.EncoderLayer``."""

from lernformer.checks.task import Task
from lernformer.checks.transformer.common import LAYER_SYMPTOMS
from lernformer.checks.transformer.layers import LAYER_SHARES, TRANSFORMS, layer_cases
from lernformer.probes.transformer.EncoderLayer import PROBE

TASK = Task(
    probe=PROBE,
    aspects={TRANSFORMS: 4, **LAYER_SHARES},
    cases=layer_cases(decoder=False),
    symptoms=LAYER_SYMPTOMS,
)
