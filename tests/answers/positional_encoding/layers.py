"""Answers that go wrong in the same way, whether positions are learned or not."""

import functools

import torch

from .. import mutant_of_each
from . import LearnedPositionalEncoding, PositionalEncoding

LAYERS = {m.TASK: m.Right for m in (PositionalEncoding, LearnedPositionalEncoding)}
both = functools.partial(mutant_of_each, LAYERS)


# --- Which rows ------------------------------------------------------------------


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


@both(mistake="last_position_refused")
class RefusesTheLast:
    """>= for >."""

    def rows(self, x, start):
        if start + x.size(-2) >= len(self.table):
            raise ValueError("too long")
        return super().rows(x, start)


@both(mistake="last_position_refused")
class RowTooFew:
    """The last row has the number max_length - 1, so that many rows are enough."""

    def rows(self, x, start):
        return self.table[:-1][start : start + x.size(-2)]


@both(mistake="state_kept")
class KeepsSums:
    """What is computed once need not be computed again."""

    def combine(self, x, rows):
        sums = vars(self).setdefault("sums", {})
        return sums.setdefault(x.shape, x + rows)


@both(mistake="too_long_accepted")
class WrapsAround:
    """After the last row comes the first."""

    def rows(self, x, start):
        places = torch.arange(start, start + x.size(-2), device=x.device)
        return self.table[places % len(self.table)]


# --- How they meet ---------------------------------------------------------------


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


@both(mistake="dropout_on_each")
class DropsEach:
    """Dropout for both that are added."""

    def combine(self, x, rows):
        return self.dropout(x) + self.dropout(rows.expand_as(x))

    def forward(self, x, start=0):
        return self.combine(x, self.rows(x, start))


@both(mistake="dropout_on_tokens_only")
class DropsTokens:
    """Positions stay whole."""

    def forward(self, x, start=0):
        return self.dropout(x) + self.rows(x, start)
