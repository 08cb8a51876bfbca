"""Typical wrong answers to ``transformer.Transformer``."""

import math
import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from torch import nn

from lernformer.embedding import TiedOutput, TokenEmbedding
from lernformer.masking import decoder_mask, look_ahead_mask, padding_mask
from lernformer.mistakes.common import (
    DROPOUT_IN_EVAL,
    DTYPE_LOST,
    GRADIENT_CUT,
    SIZE_LIMITED,
    fails,
    misfit,
    sign,
)
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.transformer.common import SUPER_INIT
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

SOURCE_UNSEEN = "padding_mask(src) hides the source's padding in both stacks: in the "

OWN_TABLE = (
    "target_in_source_table",
    "the target's words are looked up in the source's table; each language has one. Or "
    "have src and tgt changed places?",
)

SOURCE_WORDS = (
    "source_words_out",
    "the logits tell words of the source; the output layer leads to the "
    "tgt_vocab_size words of the target.",
)

LOOK_AHEAD = (
    "look_ahead_forgotten",
    "the decoder sees the words that it is to tell: its mask is decoder_mask(tgt), "
    "which hides padding and future.",
)

MASKS_SWAPPED = (
    "masks_swapped",
    "the masks are exchanged; the decoder takes x, memory, tgt_mask, src_mask.",
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
    """What should reach the two stacks in training, but for dropout."""
    still = replace(case, inputs={**case.inputs, "dropout": 0.0}, dtype="float64")
    return probe_model(Right, still).values


NOT_TIED = (
    "not_tied",
    "a table is a copy, or one of its own, where the configuration asks for one "
    "weight: TiedOutput(self.tgt_embedding) if tie_output, one embedding if "
    "tie_embeddings.",
)


def _learned(case: Case, seen: Observation) -> float:
    """How many numbers more than the right ones are learned for words."""
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
    """Whether a mask of the target's padding meets words of the source."""
    found = re.search(r"mask \(\d+, 1, 1, (\d+)\) does not .*, (\d+)\)", seen.trouble)
    lengths = case.inputs["tgt"].shape[1], case.inputs["src"].shape[1]
    return found is not None and tuple(map(int, found.groups())) == lengths


def _zeros_read(case: Case, seen: Observation) -> float:
    """The share of zeros in what the stacks read, where they are dropped."""
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


MISTAKES = Catalogue([SIZE_LIMITED, SUPER_INIT])
MISTAKES += (
    sign(
        "starts_large",
        "a table of words starts √d_model times too large, as that of nn.Embedding "
        "does, drawn from N(0, 1), and so do the logits that it gives as an output: "
        "divide its rows by √d_model when they are drawn, or take TokenEmbedding.",
        lambda case, seen: FIRST_LOSS in seen.values,
        "course",
    ),
    sign(
        "not_on_device",
        "a tensor stays on the processor while the inputs are elsewhere: give new "
        "tensors device=tgt.device, and make a table a buffer.",
        lambda case, seen: case.setting == "device",
    ),
    sign(
        "methods_missing",
        "encode(src) and decode(tgt, memory, src) are methods of the model; forward "
        "calls one after the other.",
        fails("has no method"),
    ),
    sign(
        "positions_learned",
        "the positions are learned; PositionalEncoding adds the sinusoids, which learn "
        "nothing.",
        lambda case, seen: (
            f"of shape ({case.inputs['max_length']}, {case.inputs['d_model']})"
            in seen.trouble
        ),
    ),
    sign(
        "final_norm_again",
        "there is a norm beside those of the stacks; the decoder has one at its end.",
        fails("1 of 0 norms"),
    ),
    sign(
        "parts_in_list",
        "the stacks are not registered with the model, so that no optimiser finds what "
        "they learn: assign each to self.",
        fails("0 of 3 attentions", "Double and Float"),
    ),
    sign(*OWN_TABLE, fails("index out of range")),
    sign(
        "words_returned",
        "this is the best word already; return the logits of all words, (B, T, V).",
        lambda case, seen: (
            bool(seen.values)
            and np.shape(seen.values.get("output"))  # type: ignore[arg-type]
            == case.inputs["tgt"].shape
        ),
    ),
    sign(
        "last_word_only",
        "only the last place is returned; the decoder tells a word after each prefix: "
        "(B, T, V).",
        lambda case, seen: (
            np.shape(seen.values.get("output"))  # type: ignore[arg-type]
            == (len(case.inputs["tgt"]), case.inputs["tgt_vocab_size"])
        ),
    ),
    sign(*SOURCE_WORDS, _source_words_out),
    sign(
        "no_output_layer",
        "what the decoder gives has d_model features; the output layer makes a logit "
        "for each word of them.",
        lambda case, seen: (
            case.setting == "" and _last_axis(case, seen) == case.inputs["d_model"]
        ),
    ),
)


@MISTAKES.answer(*LOOK_AHEAD, seen="course")
class SeesTheFuture(Right):
    """The target's padding is hidden, its future is not."""

    def tgt_mask(self, tgt):
        return padding_mask(tgt)


@MISTAKES.answer(*LOOK_AHEAD, seen="course")
class NoTargetMask(Right):
    """Nothing of the target is hidden."""

    def tgt_mask(self, tgt):
        return None


@MISTAKES.answer(
    "target_padding_forgotten",
    "the target's padding is read; decoder_mask(tgt) hides it together with the "
    "future.",
)
class TargetPaddingSeen(Right):
    """The target's future is hidden, its padding is not."""

    def tgt_mask(self, tgt):
        return look_ahead_mask(tgt.size(1))


@MISTAKES.answer(
    "padding_on_queries",
    "padding is hidden on the rows as well, so that it may attend to nothing; it is "
    "the keys that are hidden, in the mask's last axis.",
    seen="issue",
)
class PaddingAsksNothing(Right):
    """What is padding has nothing to ask."""

    def tgt_mask(self, tgt):
        return decoder_mask(tgt) & tgt.ne(0)[:, None, :, None]


@MISTAKES.answer(
    "padding_on_queries",
    "padding is hidden on the rows, and not in the columns; it is the keys that are "
    "hidden, in the mask's last axis.",
)
class PaddingAsksNothingAndTells(Right):
    """Padding is hidden by row."""

    def tgt_mask(self, tgt):
        return look_ahead_mask(tgt.size(1)) & tgt.ne(0)[:, None, :, None]


@MISTAKES.answer(
    "padding_on_queries",
    "in the attention to the memory, padding of the target is hidden on the rows; "
    "padding_mask(src) is all there is to hide.",
)
class PaddingAsksNothingOfTheMemory(Right):
    """What is padding has nothing to ask, of the memory either."""

    def decode(self, tgt, memory, src):
        asking = tgt.ne(0)[:, None, :, None]
        x = self.read_tgt(tgt)
        mask = padding_mask(src) & asking
        return self.output(self.decoder(x, memory, decoder_mask(tgt), mask))


@MISTAKES.answer(
    "padding_on_queries",
    "in the encoder, padding is hidden on the rows as well; padding_mask(src) hides it "
    "as keys, and that is all.",
)
class PaddingOfTheSourceAsksNothing(Right):
    """What is padding has nothing to ask, in the source either."""

    def encode(self, src):
        mask = padding_mask(src) & src.ne(0)[:, None, :, None]
        return self.encoder(self.read_src(src), mask)


MISTAKES.sign(
    "padding_of_target",
    "the attention to the memory is given padding_mask(tgt); its keys are words of the "
    "source: padding_mask(src).",
    lambda case, seen: _target_padding_misfits(case, seen),
    seen="issue",
)


@MISTAKES.answer(
    "source_mask_missing_in_encoder",
    "padding_mask(src) hides the source's padding in both stacks: in the encoder it "
    "is missing.",
    seen="course",
)
class EncoderSeesPadding(Right):
    """The encoder gets no mask."""

    def encode(self, src):
        return self.encoder(self.read_src(src))


@MISTAKES.answer(
    "source_mask_missing_in_decoder",
    "padding_mask(src) hides the source's padding in both stacks: in the decoder it "
    "is missing.",
    seen="course",
)
class DecoderSeesPadding(Right):
    """The decoder gets no mask of the source."""

    def decode(self, tgt, memory, src):
        x = self.read_tgt(tgt)
        return self.output(self.decoder(x, memory, decoder_mask(tgt)))


@MISTAKES.answer(
    "source_mask_missing",
    "padding_mask(src) hides the source's padding in both stacks: in the encoder "
    "and in the decoder.",
)
class PaddingSeen(Right):
    """The source's padding is hidden nowhere."""

    def src_mask(self, src):
        return None


@MISTAKES.answer(*MASKS_SWAPPED, seen="issue")
class MasksSwapped(Right):
    """The masks in the wrong order."""

    def decode(self, tgt, memory, src):
        x = self.read_tgt(tgt)
        x = self.decoder(x, memory, padding_mask(src), decoder_mask(tgt))
        return self.output(x)


MISTAKES.sign(
    *MASKS_SWAPPED, lambda case, seen: misfit(seen) and "broadcast" in seen.trouble
)


@MISTAKES.answer(
    "mask_inverted",
    "the masks are turned round: True = may attend.",
    seen="issue",
)
class MasksInverted(Right):
    """True = hidden."""

    def src_mask(self, src):
        return ~super().src_mask(src)

    def tgt_mask(self, tgt):
        return ~super().tgt_mask(tgt)


@MISTAKES.answer(
    "encoder_looks_back_only",
    "the encoder gets the decoder's mask; in the source a word sees all others.",
)
class EncoderLooksBack(Right):
    """The encoder gets the decoder's mask."""

    def encode(self, src):
        return self.encoder(self.read_src(src), decoder_mask(src))


@MISTAKES.answer(*OWN_TABLE)
class OneTable(Right):
    """The source's table serves for the target."""

    def read_tgt(self, tgt):
        return self.positions(self.src_words(tgt % self.config.src_vocab_size))


@MISTAKES.answer(
    "decoder_positions_missing",
    "the target's words have no positions; both sides add them.",
    seen="course",
)
class NoTargetPositions(Right):
    """The look-ahead mask tells the order."""

    def read_tgt(self, tgt):
        return self.tgt_words(tgt)


@MISTAKES.answer(
    "encoder_positions_missing",
    "the source's words have no positions; both sides add them.",
)
class NoSourcePositions(Right):
    """The source is a bag of words."""

    def read_src(self, src):
        return self.src_words(src)


@MISTAKES.answer(
    "positions_missing",
    "the words have no positions, so that their order is lost: add them on both sides.",
    seen="course",
)
class NoPositions(Right):
    """A bag of words."""

    def read_src(self, src):
        return self.src_words(src)

    def read_tgt(self, tgt):
        return self.tgt_words(tgt)


def misread(id: str, cause: str, seen: str = "made up") -> Callable:
    """Register a wrong way to read words: on both sides, of source or target alone.

    The function that is decorated takes the model, its table of words, and ids.
    """

    def register(read: Callable) -> Callable:
        def read_src(self, ids):
            return read(self, self.src_words, ids)

        def read_tgt(self, ids):
            return read(self, self.tgt_words, ids)

        src, tgt = {"read_src": read_src}, {"read_tgt": read_tgt}
        for members in ({**src, **tgt}, src, tgt):
            named = {**members, "__doc__": read.__doc__}
            MISTAKES.answer(id, cause, seen)(type(read.__name__, (Right,), named))
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
    "√d_model multiplies the positions, too; it belongs to the words alone.",
    seen="issue",
)
def positions_scaled(model, words, ids):
    """√d_model after the positions."""
    root = math.sqrt(model.config.d_model)
    return model.positions(words(ids) / root) * root


@MISTAKES.answer(
    "source_not_encoded",
    "the memory is the embedded source; it passes through the encoder first.",
)
class NotEncoded(Right):
    """The memory is the embedded source."""

    def encode(self, src):
        return self.read_src(src)


@MISTAKES.answer(
    "memory_of_target",
    "the decoder reads its own input as memory; the memory comes from encode(src).",
)
class ReadsTheTarget(Right):
    """The decoder's memory is its own input."""

    def decode(self, tgt, memory, src):
        x = self.read_tgt(tgt)
        return self.output(self.decoder(x, x, decoder_mask(tgt), padding_mask(tgt)))


@MISTAKES.answer(
    "log_softmax",
    "these are log-probabilities; return the logits, the loss does the rest.",
    seen="course",
)
class LogProbabilities(Right):
    """Log-probabilities, as in other implementations."""

    def forward(self, src, tgt):
        return super().forward(src, tgt).log_softmax(-1)


@MISTAKES.answer(
    "softmax",
    "these are probabilities; return the logits, the loss does the rest.",
    seen="course",
)
class Probabilities(Right):
    """Probabilities."""

    def forward(self, src, tgt):
        return super().forward(src, tgt).softmax(-1)


@MISTAKES.answer(
    "output_scaled",
    "the logits are multiplied by √d_model; a tied output is not scaled.",
)
class OutputScaled(Right):
    """The tied output is multiplied by √d_model, like the embedding."""

    def forward(self, src, tgt):
        return super().forward(src, tgt) * math.sqrt(self.config.d_model)


@MISTAKES.answer(
    "decode_differs",
    "decode makes a memory of its own; it takes the one that it is given.",
)
class DecodeEncodesAgain(Right):
    """decode makes a memory of its own."""

    def decode(self, tgt, memory, src):
        return super().decode(tgt, self.encode(src), src)


@MISTAKES.answer(
    "source_and_target_swapped",
    "source and target are exchanged: forward(src, tgt), decode(tgt, memory, src).",
)
class ArgumentsSwapped(Right):
    """forward(tgt, src)."""

    def forward(self, tgt, src):
        tgt = tgt % self.config.tgt_vocab_size
        return super().forward(src % self.config.src_vocab_size, tgt)


MISTAKES += (
    sign(
        "state_kept",
        "decode uses what an earlier encode has left in self; make the source's mask "
        "from the src that decode is given.",
        lambda case, seen: case.setting == "decode" and bool(seen.values),
    ),
    sign(
        "dropout_elsewhere",
        "memory or logits are dropped on their way; outside of the layers dropout acts "
        "only where words and positions are added.",
        _lost,
    ),
    sign(
        "output_bias",
        "the output layer has a bias; it has a weight only (bias=False).",
        lambda case, seen: _learned(case, seen) == case.inputs["tgt_vocab_size"],
    ),
    sign(*NOT_TIED, lambda case, seen: _learned(case, seen) > 0),
    sign(
        "tied_always",
        "with tie_output=False the output layer has a weight of its own: "
        "nn.Linear(d_model, tgt_vocab_size, bias=False).",
        lambda case, seen: _learned(case, seen) < 0,
    ),
    DROPOUT_IN_EVAL,
    sign(
        "dropout_never_applied",
        "words and positions are dropped, too: pass config.dropout on to "
        "PositionalEncoding.",
        _never_dropped,
    ),
    sign(
        "dropout_twice",
        "words and positions are dropped twice: PositionalEncoding drops already.",
        lambda case, seen: case.setting == "dropout" and _zeros_read(case, seen) > 0.6,
        seen="issue",
    ),
    sign(
        "dropout_before_positions",
        "dropout acts on the sum of word and position, the last step before a stack.",
        _dropped_words_only,
    ),
    sign(
        "memory_cut_off",
        "no gradient reaches the encoder: the memory is detached on its way.",
        lambda case, seen: (
            "gradient of layer 1, weight" in seen.values
            and "gradient of layer 0, weight" not in seen.values
        ),
    ),
    sign(
        "config_not_passed_on",
        "a stack is made by another configuration: it is Encoder(config), and "
        "Decoder(config).",
        lambda case, seen: case.aspect == POST and bool(seen.values),
    ),
    GRADIENT_CUT,
    DTYPE_LOST,
)
