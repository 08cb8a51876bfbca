"""Typical wrong answers to ``transformer.Transformer``."""

import math
import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from torch import nn

from lernformer.embedding import TiedOutput, TokenEmbedding
from lernformer.masking import decoder_mask, look_ahead_mask, padding_mask
from lernformer.mistakes.common import fails, misfit, sign
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import in_steps
from lernformer.positional_encoding import PositionalEncoding
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.transformer.common import POST
from lernformer.probes.transformer.Transformer import (
    FIRST_LOSS,
    LEARNED,
    LOST,
    READS,
    probe_model,
)
from lernformer.transformer import Decoder, Encoder

OWN_TABLE = (
    "target_in_source_table",
    "the target's words are looked up in the source's table; each language has its "
    "own. Or are src and tgt swapped?",
)

SOURCE_WORDS = (
    "source_words_out",
    "the logits are for words of the source; the output layer leads to the "
    "tgt_vocab_size words of the target.",
)


class Right(nn.Module):
    """A right answer in steps; each mistake gets one of them wrong."""

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


NOT_TIED = (
    "not_tied",
    "a table is a copy, or a separate one, where the configuration asks for a single "
    "weight: TiedOutput(self.tgt_embedding) if tie_output, one embedding if "
    "tie_embeddings.",
)


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
    """The share of zeros in what a stack reads: the larger one of the two."""
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


SIGN = sign(
    "starts_large",
    "a table of words starts √d_model times too large, as that of nn.Embedding does, "
    "drawn from N(0, 1), and so do the logits that it gives as an output: divide its "
    "rows by √d_model when they are drawn, or use TokenEmbedding.",
    lambda case, seen: FIRST_LOSS in seen.values,
    "course",
)
SIGN_2 = sign(
    "not_on_device",
    "a tensor stays on the processor while the inputs are elsewhere: give new "
    "tensors device=tgt.device, and make a table a buffer.",
    lambda case, seen: case.setting == "device",
)
SIGN_3 = sign(
    "methods_missing",
    "encode(src) and decode(tgt, memory, src) are methods of the model; forward "
    "calls one after the other.",
    fails("has no method"),
)
SIGN_4 = sign(
    "positions_learned",
    "the positions are learned; PositionalEncoding adds the sinusoids, which learn "
    "nothing.",
    lambda case, seen: (
        f"of shape ({case.inputs['max_length']}, {case.inputs['d_model']})"
        in seen.trouble
    ),
)
SIGN_5 = sign(
    "final_norm_again",
    "there is a norm besides those of the stacks; the decoder has one at its end.",
    fails("1 of 0 norms"),
)
SIGN_6 = sign(
    "parts_in_list",
    "the stacks are not registered with the model, so no optimiser finds what they "
    "learn: assign each to self.",
    fails("0 of 3 attentions", "Double and Float"),
)
SIGN_7 = sign(*OWN_TABLE, fails("index out of range"))
SIGN_8 = sign(
    "words_returned",
    "this is already the best word; return the logits of all words, (B, T, V).",
    lambda case, seen: (
        bool(seen.values)
        and np.shape(seen.values.get("output"))  # type: ignore[arg-type]
        == case.inputs["tgt"].shape
    ),
)
SIGN_9 = sign(
    "last_word_only",
    "only the last place is returned; the decoder predicts a word after each prefix: "
    "(B, T, V).",
    lambda case, seen: (
        np.shape(seen.values.get("output"))  # type: ignore[arg-type]
        == (len(case.inputs["tgt"]), case.inputs["tgt_vocab_size"])
    ),
)
SIGN_10 = sign(*SOURCE_WORDS, _source_words_out)
SIGN_11 = sign(
    "no_output_layer",
    "what the decoder gives has d_model features; the output layer makes a logit "
    "for each word of them.",
    lambda case, seen: (
        case.setting == "" and _last_axis(case, seen) == case.inputs["d_model"]
    ),
)


def shows_padding_of_target(case, seen):
    return _target_padding_misfits(case, seen)


def shows_masks_swapped(case, seen):
    return misfit(seen) and "broadcast" in seen.trouble


class MasksInverted(Right):
    """True = hidden."""

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
    "the words are multiplied by √d_model twice; TokenEmbedding does it.",
    seen="issue",
)
def scaled_twice(model, words, ids):
    """Times √d_model, which the embedding has done already."""
    return model.positions(words(ids) * math.sqrt(model.config.d_model))


@misread(
    "not_scaled",
    "the words are not multiplied by √d_model; TokenEmbedding does it, "
    "nn.Embedding does not.",
    seen="course",
)
def not_scaled(model, words, ids):
    """torch's embedding, without √d_model."""
    return model.positions(words(ids) / math.sqrt(model.config.d_model))


@misread("positions_twice", "the positions are added twice; once is enough.")
def positions_twice(model, words, ids):
    """The positions are added, and once more."""
    return model.positions(model.positions(words(ids)))


@misread(
    "positions_scaled",
    "√d_model multiplies the positions, too; it belongs only to the words.",
    seen="issue",
)
def positions_scaled(model, words, ids):
    """√d_model after the positions."""
    root = math.sqrt(model.config.d_model)
    return model.positions(words(ids) / root) * root


class LogProbabilities(Right):
    """Log-probabilities, as in other implementations."""

    def forward(self, src, tgt):
        return super().forward(src, tgt).log_softmax(-1)


class Probabilities(Right):
    """Probabilities."""

    def forward(self, src, tgt):
        return super().forward(src, tgt).softmax(-1)


class ArgumentsSwapped(Right):
    """forward(tgt, src)."""

    def forward(self, tgt, src):
        tgt = tgt % self.config.tgt_vocab_size
        return super().forward(src % self.config.src_vocab_size, tgt)


SIGN_12 = sign(
    "state_kept",
    "decode uses what an earlier encode has left in self; make the source's mask "
    "from the src that decode is given.",
    lambda case, seen: case.setting == "decode" and bool(seen.values),
)
SIGN_13 = sign(
    "dropout_elsewhere",
    "memory or logits are dropped on their way; outside the layers dropout acts only "
    "where words and positions are added.",
    _lost,
)
SIGN_14 = sign(
    "output_bias",
    "the output layer has a bias; it should have only a weight (bias=False).",
    lambda case, seen: _learned(case, seen) == case.inputs["tgt_vocab_size"],
)
SOURCE_WORDS_LEARNED = sign(
    *SOURCE_WORDS,
    lambda case, seen: (
        case.inputs["src_vocab_size"] != case.inputs["tgt_vocab_size"]
        and _learned(case, seen)
        == case.inputs["d_model"]
        * (case.inputs["src_vocab_size"] - case.inputs["tgt_vocab_size"])
    ),
)
SIGN_15 = sign(*NOT_TIED, lambda case, seen: _learned(case, seen) > 0)
SIGN_16 = sign(
    "tied_always",
    "with tie_output=False the output layer has its own weight: nn.Linear(d_model, "
    "tgt_vocab_size, bias=False).",
    lambda case, seen: (
        _learned(case, seen) == -case.inputs["tgt_vocab_size"] * case.inputs["d_model"]
    ),
)
SIGN_17 = sign(
    "dropout_never_applied",
    "dropout does not reach words and positions: pass config.dropout on to "
    "PositionalEncoding.",
    _never_dropped,
)
SIGN_18 = sign(
    "dropout_twice",
    "words and positions are dropped twice: PositionalEncoding already applies "
    "dropout.",
    lambda case, seen: case.setting == "dropout" and _zeros_read(case, seen) > 0.6,
    seen="issue",
)
SIGN_19 = sign(
    "dropout_before_positions",
    "dropout acts before the positions are added; it should act on the sum of word and "
    "position, as the last step before a stack.",
    _dropped_words_only,
)
SIGN_20 = sign(
    "memory_cut_off",
    "no gradient reaches the encoder: the memory is detached on its way.",
    lambda case, seen: (
        "gradient of layer 1, weight" in seen.values
        and "gradient of layer 0, weight" not in seen.values
    ),
)
SIGN_21 = sign(
    "config_not_passed_on",
    "a stack is made with a different configuration: use Encoder(config), and "
    "Decoder(config).",
    lambda case, seen: case.aspect == POST and bool(seen.values),
)


MISTAKES = in_steps(globals(), Right)
