"""Typical wrong answers to ``transformer.DecoderLayer``."""

import torch.nn.functional as F

from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import in_steps
from lernformer.mistakes.transformer.layers import HEADS_IGNORED, SAME_NORM, signs
from lernformer.mistakes.transformer.layers import (
    DecoderLayerInSteps as Right,
)

SIGNS = signs(attentions=2)


class NoSelfAttention(Right):
    """The target doesn't need to look at itself."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        _, two, three = self.sublayers(memory, tgt_mask, src_mask)
        run = self.pre if self.norm_first else self.post
        return run(2, run(1, x, two), three)


class MemoryAround(Right):
    """The residual of the second attention adds the memory."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        if not self.norm_first:
            return super().forward(x, memory, tgt_mask, src_mask)
        one, two, three = self.sublayers(memory, tgt_mask, src_mask)
        x, length = self.pre(0, x, one), x.size(1)
        around = F.pad(memory, (0, 0, 0, max(0, length - memory.size(1))))[:, :length]
        return self.pre(2, around + self.dropout(two(self.norms[1](x))), three)


class AskedByInput(Right):
    """In pre-norm, the second attention asks with the layer's input."""

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        if not self.norm_first:
            return super().forward(x, memory, tgt_mask, src_mask)
        one, two, three = self.sublayers(memory, tgt_mask, src_mask)
        query = self.query(x)
        return self.pre(2, self.pre(0, x, one) + self.dropout(two(query)), three)


class SameNormedInput(AskedByInput):
    """h = norm(x) is computed once, and both attentions ask with it."""

    def query(self, x):
        return self.norms[0](x)


class InputNormedAgain(AskedByInput):
    """Both attentions ask with the layer's input, each through its own norm."""

    def forward(self, x, *context):
        self.norms[0](x)  # the check finds the parts in the order of their calls
        return super().forward(x, *context)

    def query(self, x):
        return self.norms[1](x)


class InputAsks(AskedByInput):
    """The query of the second attention is the argument x itself."""

    def query(self, x):
        return x


SAME_NORM_TWICE_FAMILY = Catalogue()

for places in ((0, 0, 0), (0, 1, 1), (0, 0, 2), (0, 0, 1), (0, 1, 0)):

    @SAME_NORM_TWICE_FAMILY.answer(*SAME_NORM, seen="course")
    class OneNormAgain(Right):
        """A copied line still uses the norm of a different sublayer."""

        def pre(self, i, x, f, places=places):
            return super().pre(places[i], x, f)

        def post(self, i, x, f, places=places):
            return super().post(places[i], x, f)


N_HEADS_IGNORED_FAMILY = Catalogue()

for one_head in (0, 1):

    @N_HEADS_IGNORED_FAMILY.answer("n_heads_ignored", HEADS_IGNORED)
    class OneHeadInOne(Right):
        """One of the attentions has only one head."""

        def heads(self, n_heads, one_head=one_head):
            return [1 if i == one_head else n_heads for i in range(2)]


MISTAKES = in_steps(globals(), Right)
