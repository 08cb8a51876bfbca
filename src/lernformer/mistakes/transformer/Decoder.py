"""Typical wrong answers to ``transformer.Decoder``."""

from lernformer.mistakes.mistake import Bugs
from lernformer.mistakes.table import in_steps
from lernformer.mistakes.transformer.stacks import (
    DecoderInSteps as Right,
)
from lernformer.transformer import EncoderLayer


class NoTargetMask(Right):
    """The target may be seen as a whole."""

    def step(self, i, layer, x, memory, tgt_mask=None, src_mask=None):
        return layer(x, memory, None, src_mask)


class MasksSwapped(Right):
    """The masks in the wrong order."""

    def step(self, i, layer, x, memory, tgt_mask=None, src_mask=None):
        return layer(x, memory, src_mask, tgt_mask)


class MemoryNormed(Right):
    """The last norm acts on the memory, too."""

    def forward(self, x, memory, *masks):
        return super().forward(x, self.norm(memory), *masks)


class MemoryReplaced(Right):
    """Each layer reads what the one before made, as query and as memory."""

    def run(self, x, memory, tgt_mask=None, src_mask=None):
        for layer in self.layers:
            x = layer(x, memory, tgt_mask, src_mask)
            memory, src_mask = x, tgt_mask
        return x


class EncoderLayers(Right):
    """Layers that have no second attention."""

    def layer(self, c):
        return EncoderLayer(c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first)

    def step(self, i, layer, x, memory, tgt_mask=None, src_mask=None):
        return layer(x, tgt_mask)


# Bugs to find: each in the right code, with what a colleague would report.
BUGS = Bugs()
LAYERS = """nn.ModuleList(
            DecoderLayer(c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first)
            for _ in range(c.n_layers)
        )"""
BUGS.plant(
    "layers_in_list",
    "It computes what it should, and does not learn. The optimiser has nothing of it "
    "but the norm at the end.",
    right=LAYERS,
    wrong="""[
            DecoderLayer(c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first)
            for _ in range(c.n_layers)
        ]""",
)
BUGS.plant(
    "shared_layers",
    "It learns, but six layers are hardly better than one, and the saved file is as "
    "small as with one.",
    right=LAYERS,
    wrong="""nn.ModuleList(
            [DecoderLayer(c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first)]
            * c.n_layers
        )""",
)
BUGS.plant(
    "masks_swapped",
    "Where source and target are of one length the training loss falls to nearly 0, "
    "yet it translates nonsense. Else it stops over sizes that do not fit.",
    right="layer(x, memory, tgt_mask, src_mask)",
    wrong="layer(x, memory, src_mask, tgt_mask)",
)
BUGS.plant(
    "memory_replaced",
    "With one layer it is right. With more, only the first one reads what the encoder "
    "says.",
    right="x = layer(x, memory, tgt_mask, src_mask)",
    wrong="x = memory = layer(x, memory, tgt_mask, src_mask)",
)
BUGS.plant(
    "layers_not_chained",
    "With one layer it is right. With six, the first five get no gradient at all.",
    right="""            x = layer(x, memory, tgt_mask, src_mask)
        return self.norm(x)""",
    wrong="""            h = layer(x, memory, tgt_mask, src_mask)
        return self.norm(h)""",
)
BUGS.plant(
    "norm_after_each_layer",
    "With one layer it is right, and in post-norm it is right. In pre-norm with six "
    "layers, what goes from layer to layer is always of the same size.",
    right="""            x = layer(x, memory, tgt_mask, src_mask)
        return self.norm(x)""",
    wrong="""            x = self.norm(layer(x, memory, tgt_mask, src_mask))
        return x""",
)
BUGS.plant(
    "final_norm_in_post_norm",
    "In pre-norm it is right. In post-norm it has 2·d_model parameters more than the "
    "paper's.",
    right="LayerNorm(c.d_model) if c.norm_first else nn.Identity()",
    wrong="LayerNorm(c.d_model)",
)


MISTAKES = in_steps(globals(), Right)
