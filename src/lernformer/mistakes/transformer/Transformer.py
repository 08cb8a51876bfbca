"""Typical wrong answers to ``transformer.Transformer``."""

import math
import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from torch import nn

from lernformer.embedding import TiedOutput, TokenEmbedding
from lernformer.masking import decoder_mask, look_ahead_mask, padding_mask
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import in_steps
from lernformer.positional_encoding import PositionalEncoding
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.transformer.common import POST
from lernformer.probes.transformer.Transformer import LEARNED, LOST, READS, probe_model
from lernformer.transformer import Decoder, Encoder


class Right(nn.Module):
    """A right answer in steps. Each mistake gets one of them wrong."""

    def __init__(self, config):
        super().__init__()
        self.config = config
        self.src_words, self.tgt_words = self.embeddings(config)
        self.positions = self.place(config)
        self.encoder = Encoder(config)
        self.decoder = Decoder(config)
        self.output = self.head(config)

    def embeddings(self, c):
        src = TokenEmbedding(c.src_vocab_size, c.d_model)
        if c.tie_embeddings:
            return src, src
        return src, TokenEmbedding(c.tgt_vocab_size, c.d_model)

    def place(self, c):
        return PositionalEncoding(c.d_model, c.max_length, c.dropout)

    def head(self, c):
        if c.tie_output:
            return TiedOutput(self.tgt_words)
        return nn.Linear(c.d_model, c.tgt_vocab_size, bias=False)

    def read_src(self, src):
        return self.positions(self.src_words(src))

    def read_tgt(self, tgt):
        return self.positions(self.tgt_words(tgt))

    def src_mask(self, src):
        return padding_mask(src)

    def tgt_mask(self, tgt):
        return decoder_mask(tgt)

    def encode(self, src):
        return self.encoder(self.read_src(src), self.src_mask(src))

    def decode(self, tgt, memory, src):
        x = self.read_tgt(tgt)
        x = self.decoder(x, memory, self.tgt_mask(tgt), self.src_mask(src))
        return self.output(x)

    def forward(self, src, tgt):
        return self.decode(tgt, self.encode(src), src)


def words_and_positions(case: Case) -> Arrays:
    """What should reach the two stacks in training, apart from dropout."""
    still = replace(case, inputs={**case.inputs, "dropout": 0.0}, dtype="float64")
    return probe_model(Right, still).values


def _learned(case: Case, seen: Observation) -> float:
    """How many more numbers than the right count are learned for words."""
    if LEARNED not in seen.values:
        return 0.0
    return float(seen.values[LEARNED][0] - _right_count(case))


def _right_count(case: Case) -> int:
    x = case.inputs
    rows = x["tgt_vocab_size"]
    rows += 0 if x.get("tie_embeddings") else x["src_vocab_size"]
    rows += 0 if x.get("tie_output", True) else x["tgt_vocab_size"]
    return rows * x["d_model"]


def _last_axis(case: Case, seen: Observation) -> int:
    shape = np.shape(seen.values.get("output"))  # type: ignore[arg-type]
    return shape[-1] if len(shape) == 3 else 0


def _source_words_out(case: Case, seen: Observation) -> bool:
    return _last_axis(case, seen) == case.inputs["src_vocab_size"] and (
        case.inputs["src_vocab_size"] != case.inputs["tgt_vocab_size"]
    )


def _dropped_words_only(case: Case, seen: Observation) -> bool:
    """Whether the words are dropped and the positions are not."""
    dropped = case.setting == "dropout" and bool(seen.values)
    return dropped and _zeros_read(case, seen) < 0.1


def _lost(case: Case, seen: Observation) -> bool:
    return any(np.abs(seen.values.get(name, 0)).max() > 1e-3 for name in LOST)


def _target_padding_misfits(case: Case, seen: Observation) -> bool:
    """Whether a mask for the target's padding meets words of the source."""
    found = re.search(r"mask \(\d+, 1, 1, (\d+)\) does not .*, (\d+)\)", seen.trouble)
    lengths = case.inputs["tgt"].shape[1], case.inputs["src"].shape[1]
    return found is not None and tuple(map(int, found.groups())) == lengths


def _zeros_read(case: Case, seen: Observation) -> float:
    """The share of zeros in what a stack reads, and of two stacks, the larger share."""
    read = [seen.values[name] for name in READS if name in seen.values]
    return max(((x == 0).mean() for x in read), default=0.0)


def _never_dropped(case: Case, seen: Observation) -> bool:
    if case.setting != "dropout" or not all(name in seen.values for name in READS):
        return False
    want = words_and_positions(case)
    return all(
        seen.values[name].shape == want[name].shape
        and np.allclose(seen.values[name], want[name], atol=1e-3)
        for name in READS
    )


class MasksInverted(Right):
    """True means hidden."""

    def src_mask(self, src):
        return ~super().src_mask(src)

    def tgt_mask(self, tgt):
        return ~super().tgt_mask(tgt)


SCALED_TWICE_FAMILY = Catalogue()


def misread(id: str, cause: str, seen: str = "made up") -> Callable:
    """Register a wrong way to read words: in both languages, and in each alone.

    The decorated function takes the model, its table of words, and ids.
    """

    def register(read: Callable) -> Callable:
        def read_src(self, ids):
            return read(self, self.src_words, ids)

        def read_tgt(self, ids):
            return read(self, self.tgt_words, ids)

        src, tgt = {"read_src": read_src}, {"read_tgt": read_tgt}
        for members in ({**src, **tgt}, src, tgt):
            named = {**members, "__doc__": read.__doc__}
            SCALED_TWICE_FAMILY.answer(id, cause, seen)(
                type(read.__name__, (Right,), named)
            )
        return read

    return register


@misread(
    "scaled_twice",
    "The code multiplies the words by √d_model twice. TokenEmbedding already does it.",
    seen="issue",
)
def scaled_twice(model, words, ids):
    """The words still have to be multiplied by √d_model here."""
    return model.positions(words(ids) * math.sqrt(model.config.d_model))


@misread(
    "not_scaled",
    "The code doesn't multiply the words by √d_model. TokenEmbedding does that, but "
    "nn.Embedding doesn't.",
    seen="course",
)
def not_scaled(model, words, ids):
    """The vectors of torch's embedding can be used as they are."""
    return model.positions(words(ids) / math.sqrt(model.config.d_model))


@misread("positions_twice", "The code adds the positions twice. Once is enough.")
def positions_twice(model, words, ids):
    """The positions are added, and then added once more."""
    return model.positions(model.positions(words(ids)))


@misread(
    "positions_scaled",
    "The code multiplies the positions by √d_model, too. This factor belongs only to "
    "the words.",
    seen="issue",
)
def positions_scaled(model, words, ids):
    """The factor √d_model comes after the positions."""
    root = math.sqrt(model.config.d_model)
    return model.positions(words(ids) / root) * root


class Probabilities(Right):
    """A model returns probabilities."""

    def forward(self, src, tgt):
        return super().forward(src, tgt).softmax(-1)


MISTAKES = in_steps(globals(), Right)
