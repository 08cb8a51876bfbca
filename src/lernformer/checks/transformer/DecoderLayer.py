"""Check for ``transformer.DecoderLayer``."""

from lernformer import transformer as reference
from lernformer.checks.task import Task
from lernformer.checks.transformer.common import LAYER_SYMPTOMS, expected_from
from lernformer.checks.transformer.layers import LAYER_SHARES, TRANSFORMS, layer_cases
from lernformer.mistakes.transformer.DecoderLayer import MISTAKES
from lernformer.probes.transformer.DecoderLayer import PROBE
from lernformer.probes.transformer.layers import probe_layer

TASK = Task(
    probe=PROBE,
    points=4,
    difficulty=2,
    minutes=25,
    hints=(
        "It is the encoder's layer with one more attention in the middle. Where do the "
        "queries come from there, and where the keys and values? Which mask hides "
        "which keys?",
        "Two attentions, each with its own projections, and three residual "
        "connections. The first attention stays within the target (tgt_mask), the "
        "second goes from the target to the memory (src_mask).",
        "In the middle: x = self.residual_2(x, lambda h: self.cross_attention(h, "
        "memory, memory, src_mask)[0]).",
    ),
    aspects={TRANSFORMS: 4, **LAYER_SHARES},
    cases=layer_cases(decoder=True),
    expected=expected_from(probe_layer, reference.DecoderLayer),
    symptoms=LAYER_SYMPTOMS,
    mistakes=MISTAKES,
)
