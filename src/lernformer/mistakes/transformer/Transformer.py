"""Typical wrong answers to ``transformer.Transformer``."""

import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from torch import Tensor, nn

from lernformer import transformer as reference
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
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.transformer.common import SUPER_INIT, wrong
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.transformer.common import POST
from lernformer.probes.transformer.Transformer import LEARNED, LOST, READS, probe_model

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

_model = reference.Transformer


def words_and_positions(case: Case) -> Arrays:
    """What should reach the two stacks in training, but for dropout."""
    still = replace(case, inputs={**case.inputs, "dropout": 0.0}, dtype="float64")
    return probe_model(_model, still).values


def _made(*what, **how) -> Mistake:
    return wrong(probe_model, _model, *what, **how)


def _encode(
    mask=padding_mask, read=lambda s, src: s.src_positions(s.src_embedding(src))
):
    """An ``encode`` with another mask, or other inputs."""
    return lambda s, src: s.encoder(read(s, src), mask(src))


def _decode(
    tgt_mask=lambda tgt, src: decoder_mask(tgt),
    src_mask=lambda tgt, src: padding_mask(src),
    read=lambda s, tgt: s.tgt_positions(s.tgt_embedding(tgt)),
    memory=lambda s, x, memory: memory,
    finish=lambda s, h: s.output(h),
):
    """A ``decode`` with other masks, other inputs or another end."""

    def decode(self, tgt, memory, src):
        x = read(self, tgt)
        memory = memory_of(self, x, memory)
        masks = tgt_mask(tgt, src), src_mask(tgt, src)
        return finish(self, self.decoder(x, memory, *masks))

    memory_of = memory
    return decode


def _none(*ids):
    return None


def _bare(tables: nn.Module, ids: Tensor) -> Tensor:
    """The words without √d_model."""
    return tables(ids) / math.sqrt(tables.weight.size(1))


def _root(words: nn.Module) -> float:
    return math.sqrt(words.weight.size(1))


def _read_otherwise(id: str, cause: str, read: Callable) -> list[Mistake]:
    """The mistake on both sides, in the source alone and in the target alone.

    ``read`` takes the table of words, the layer of positions and ids.
    """
    encode = _encode(read=lambda s, x: read(s.src_embedding, s.src_positions, x))
    decode = _decode(read=lambda s, x: read(s.tgt_embedding, s.tgt_positions, x))
    members = {"encode": encode}, {"decode": decode}
    return [_made(id, cause, **m) for m in ({**members[0], **members[1]}, *members)]


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
    shape = np.shape(seen.values.get("output"))
    return shape[-1] if len(shape) == 3 else 0


def _source_words_out(case: Case, seen: Observation) -> bool:
    return _last_axis(case, seen) == case.inputs["src_vocab_size"] and (
        case.inputs["src_vocab_size"] != case.inputs["tgt_vocab_size"]
    )


def _dropped_words_only(case: Case, seen: Observation) -> bool:
    """Whether the words are dropped and the positions are not."""
    return case.setting == "dropout" and bool(seen.values)


def _lost(case: Case, seen: Observation) -> bool:
    return any(np.abs(seen.values.get(name, 0)).max() > 1e-3 for name in LOST)


def _never_dropped(case: Case, seen: Observation) -> bool:
    if case.setting != "dropout" or not all(name in seen.values for name in READS):
        return False
    want = words_and_positions(case)
    return all(
        seen.values[name].shape == want[name].shape
        and np.allclose(seen.values[name], want[name], atol=1e-3)
        for name in READS
    )


MISTAKES = (
    SIZE_LIMITED,
    SUPER_INIT,
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
        fails("0 of 3 attentions", "same dtype"),
    ),
    sign(*OWN_TABLE, fails("index out of range")),
    sign(
        "words_returned",
        "this is the best word already; return the logits of all words, (B, T, V).",
        lambda case, seen: (
            bool(seen.values)
            and np.shape(seen.values.get("output")) == case.inputs["tgt"].shape
        ),
    ),
    sign(
        "last_word_only",
        "only the last place is returned; the decoder tells a word after each prefix: "
        "(B, T, V).",
        lambda case, seen: (
            np.shape(seen.values.get("output"))
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
    _made(*LOOK_AHEAD, decode=_decode(lambda tgt, src: padding_mask(tgt))),
    _made(*LOOK_AHEAD, decode=_decode(_none)),
    _made(
        "target_padding_forgotten",
        "the target's padding is read; decoder_mask(tgt) hides it together with the "
        "future.",
        decode=_decode(lambda tgt, src: look_ahead_mask(tgt.size(1))),
    ),
    _made(
        "source_mask_missing_in_encoder",
        SOURCE_UNSEEN + "encoder it is missing.",
        encode=_encode(_none),
    ),
    _made(
        "source_mask_missing_in_decoder",
        SOURCE_UNSEEN + "decoder it is missing.",
        decode=_decode(src_mask=_none),
    ),
    _made(
        "source_mask_missing",
        SOURCE_UNSEEN + "encoder and in the decoder.",
        encode=_encode(_none),
        decode=_decode(src_mask=_none),
    ),
    _made(
        "masks_swapped",
        "the masks are exchanged; the decoder takes x, memory, tgt_mask, src_mask.",
        decode=_decode(lambda t, s: padding_mask(s), lambda t, s: decoder_mask(t)),
    ),
    sign(
        "masks_swapped",
        "the masks are exchanged; the decoder takes x, memory, tgt_mask, src_mask.",
        lambda case, seen: misfit(seen) and "broadcast" in seen.trouble,
    ),
    _made(
        "mask_inverted",
        "the masks are turned round: True = may attend.",
        encode=_encode(lambda src: ~padding_mask(src)),
        decode=_decode(lambda t, s: ~decoder_mask(t), lambda t, s: ~padding_mask(s)),
    ),
    _made(
        "encoder_looks_back_only",
        "the encoder gets the decoder's mask; in the source a word sees all others.",
        encode=_encode(decoder_mask),
    ),
    _made(
        *OWN_TABLE,
        decode=_decode(
            read=lambda s, tgt: s.tgt_positions(
                s.src_embedding(tgt % s.config.src_vocab_size)
            )
        ),
    ),
    _made(
        "decoder_positions_missing",
        "the target's words have no positions; both sides add them.",
        decode=_decode(read=lambda s, tgt: s.tgt_embedding(tgt)),
    ),
    _made(
        "encoder_positions_missing",
        "the source's words have no positions; both sides add them.",
        encode=_encode(read=lambda s, src: s.src_embedding(src)),
    ),
    _made(
        "positions_missing",
        "the words have no positions, so that their order is lost: add them on both "
        "sides.",
        encode=_encode(read=lambda s, src: s.src_embedding(src)),
        decode=_decode(read=lambda s, tgt: s.tgt_embedding(tgt)),
    ),
    *_read_otherwise(
        "scaled_twice",
        "the words are multiplied by √d_model twice; TokenEmbedding does it.",
        lambda words, places, ids: places(words(ids) * _root(words)),
    ),
    *_read_otherwise(
        "not_scaled",
        "the words are not multiplied by √d_model; TokenEmbedding does it, "
        "nn.Embedding does not.",
        lambda words, places, ids: places(_bare(words, ids)),
    ),
    *_read_otherwise(
        "positions_twice",
        "the positions are added twice; once is enough.",
        lambda words, places, ids: places(places(words(ids))),
    ),
    _made(
        "positions_scaled",
        "√d_model multiplies the positions, too; it belongs to the words alone.",
        encode=_encode(
            read=lambda s, src: (
                s.src_positions(_bare(s.src_embedding, src)) * _root(s.src_embedding)
            )
        ),
        decode=_decode(
            read=lambda s, tgt: (
                s.tgt_positions(_bare(s.tgt_embedding, tgt)) * _root(s.tgt_embedding)
            )
        ),
    ),
    _made(
        "source_not_encoded",
        "the memory is the embedded source; it passes through the encoder first.",
        encode=lambda s, src: s.src_positions(s.src_embedding(src)),
    ),
    _made(
        "memory_of_target",
        "the decoder reads its own input as memory; the memory comes from encode(src).",
        decode=_decode(
            src_mask=lambda tgt, src: padding_mask(tgt), memory=lambda s, x, memory: x
        ),
    ),
    _made(
        "log_softmax",
        "these are log-probabilities; return the logits, the loss does the rest.",
        decode=_decode(finish=lambda s, h: s.output(h).log_softmax(-1)),
    ),
    _made(
        "softmax",
        "these are probabilities; return the logits, the loss does the rest.",
        decode=_decode(finish=lambda s, h: s.output(h).softmax(-1)),
    ),
    _made(
        "output_scaled",
        "the logits are multiplied by √d_model; a tied output is not scaled.",
        decode=_decode(finish=lambda s, h: s.output(h) * math.sqrt(h.size(-1))),
    ),
    _made(
        "decode_differs",
        "decode makes a memory of its own; it takes the one that it is given.",
        decode=lambda s, tgt, memory, src: _model.decode(s, tgt, s.encode(src), src),
    ),
    _made(
        "source_and_target_swapped",
        "source and target are exchanged: forward(src, tgt), decode(tgt, memory, src).",
        lambda s, src, tgt: _model.forward(
            s, tgt % s.config.src_vocab_size, src % s.config.tgt_vocab_size
        ),
    ),
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
