"""Check for ``transformer.EncoderLayer``."""

from lernformer import transformer as reference
from lernformer.checks.task import Task
from lernformer.checks.transformer.common import LAYER_SYMPTOMS, expected_from
from lernformer.checks.transformer.layers import LAYER_SHARES, TRANSFORMS, layer_cases
from lernformer.mistakes.transformer.EncoderLayer import MISTAKES
from lernformer.probes.transformer.EncoderLayer import PROBE
from lernformer.probes.transformer.layers import probe_layer

TASK = Task(
    probe=PROBE,
    points=3,
    difficulty=2,
    minutes=20,
    hints=(
        "All the parts exist already. __init__ makes one attention, one feed-forward "
        "network and two residual connections; forward is two lines.",
        "ResidualConnection takes x and a function of one tensor. For attention that "
        "is a lambda: its argument is query, key and value at once, and it returns the "
        "first of the two results.",
        "x = self.residual_1(x, lambda h: self.self_attention(h, h, h, src_mask)[0]); "
        "return self.residual_2(x, self.feed_forward).",
    ),
    aspects={TRANSFORMS: 4, **LAYER_SHARES},
    cases=layer_cases(decoder=False),
    expected=expected_from(probe_layer, reference.EncoderLayer),
    symptoms=LAYER_SYMPTOMS,
    mistakes=MISTAKES,
)
