"""Answers that go wrong in the same way whether positions are learned or not."""

import functools
import math

import torch

from .. import mutant_of_each
from . import LearnedPositionalEncoding, PositionalEncoding

LAYERS = {m.TASK: m.Right for m in (PositionalEncoding, LearnedPositionalEncoding)}
both = functools.partial(mutant_of_each, LAYERS)


# --- Which rows ------------------------------------------------------------------


@both(mistake="one_row_for_all")
class FirstRowForAll:
    """The first row meets each token."""

    def rows(self, x, start):
        return self.table[start]


@both(mistake="positions_along_batch")
class LengthFirst:
    """The module of a tutorial that takes (L, B, d)."""

    def rows(self, x, start):
        return self.table[start : start + x.size(0)].unsqueeze(1)


@both(mistake="positions_along_features")
class WrongSize:
    """size(-1) is taken for the length."""

    def rows(self, x, start):
        return self.table[start : start + x.size(-1)]


@both(mistake="whole_table")
class WholeTable:
    """The table fits by broadcasting."""

    def rows(self, x, start):
        return self.table


@both(mistake="last_rows")
class LastRows:
    """Slices from the end."""

    def rows(self, x, start):
        return self.table[-x.size(-2) :]


@both(mistake="start_ignored")
class StartIgnored:
    """A sentence starts at 0."""

    def rows(self, x, start):
        return super().rows(x, 0)


@both(mistake="too_long_accepted")
class WrapsAround:
    """After the last row comes the first."""

    def rows(self, x, start):
        places = torch.arange(start, start + x.size(-2), device=x.device)
        return self.table[places % self.max_length]


# --- How they meet ---------------------------------------------------------------


@both(mistake="multiplied")
class Multiplied:
    """Multiplies where it should add."""

    def combine(self, x, rows):
        return x * rows


@both(mistake="tokens_lost")
class PositionsOnly:
    """Returns the encoding."""

    def combine(self, x, rows):
        return rows.expand_as(x)


@both(mistake="positions_lost")
class TokensOnly:
    """The table is never used."""

    def combine(self, x, rows):
        return x


@both(mistake="concatenated")
class Concatenated:
    """Side by side."""

    def combine(self, x, rows):
        return torch.cat([x, rows.expand_as(x)], dim=-1)


@both(mistake="subtracted")
class Subtracted:
    """Minus."""

    def combine(self, x, rows):
        return x - rows


@both(mistake="tokens_scaled")
class ScaledTokens:
    """The factor √d of the embedding, once more."""

    def combine(self, x, rows):
        return x * math.sqrt(x.size(-1)) + rows


@both(mistake="positions_scaled")
class ScaledPositions:
    """Positions weigh as much as tokens."""

    def combine(self, x, rows):
        return x + rows * math.sqrt(x.size(-1))


@both(mistake="averaged")
class Averaged:
    """The mean of both."""

    def combine(self, x, rows):
        return (x + rows) / 2


@both(mistake="gradient_cut")
class TokensDetached:
    """What comes in needs no gradient."""

    def combine(self, x, rows):
        return x.detach() + rows


@both(mistake="dtype_lost")
class SinglePrecision:
    """Numbers are float32."""

    def combine(self, x, rows):
        return x.float() + rows.float()


# --- Dropout ---------------------------------------------------------------------


@both(mistake="dropout_never_applied")
class NeverDrops:
    """Made and not used."""

    def forward(self, x, start=0):
        return self.combine(x, self.rows(x, start))


@both(mistake="dropout_unscaled")
class Unscaled:
    """What stays is not divided by 1 - p."""

    def forward(self, x, start=0):
        total = self.combine(x, self.rows(x, start))
        if not self.training:
            return total
        return total * (torch.rand_like(total) >= self.dropout.p)


@both(mistake="dropout_on_tokens_only")
class DropsTokens:
    """Positions stay whole."""

    def forward(self, x, start=0):
        return self.dropout(x) + self.rows(x, start)
