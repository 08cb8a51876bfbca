"""Typical wrong answers to ``transformer.count_parameters``."""

from collections.abc import Callable

import numpy as np

from lernformer.mistakes.common import fails, sign
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.case import Arrays, Case
from lernformer.probes.transformer.common import config_of
from lernformer.transformer import TransformerConfig, count_parameters

BIASES = (
    "biases_forgotten",
    "a linear layer learns a bias, too: n · m + m numbers, in attention and in the "
    "feed-forward network.",
)

NORMS = (
    "norms_forgotten",
    "norms learn γ and β; in pre-norm there is one at the end of each stack as well.",
)

NORM_COUNT = (
    "norm_count_wrong",
    "each sublayer has a norm of its own: two in an encoder layer, three in a decoder "
    "layer.",
)

WORDS = (
    "embeddings_forgotten",
    "the tables of words are missing: a row of d_model numbers for each word, in both "
    "languages.",
)

TWICE = (
    "tied_counted_twice",
    "a table that is shared counts once: nothing is added for the output if "
    "tie_output, nor for the source if tie_embeddings.",
)


def _off(id: str, cause: str, by: Callable[[TransformerConfig], int]) -> Mistake:
    """A count that is too high by so many numbers, or too low."""

    def gives(case: Case) -> Arrays:
        config = config_of(case.inputs)
        return {"the count": np.array(float(count_parameters(config) + by(config)))}

    return Mistake(id, cause, gives)


def _linear(n_in: int, n_out: int) -> int:
    return n_in * n_out + n_out


def _attention(c: TransformerConfig) -> int:
    return 4 * _linear(c.d_model, c.d_model)


def _network(c: TransformerConfig) -> int:
    return _linear(c.d_model, c.d_ff) + _linear(c.d_ff, c.d_model)


def _encoder_layer(c: TransformerConfig) -> int:
    return _attention(c) + _network(c) + 4 * c.d_model


def _decoder_layer(c: TransformerConfig) -> int:
    return 2 * _attention(c) + _network(c) + 6 * c.d_model


def _in_attention(c: TransformerConfig) -> int:
    return 3 * c.n_layers * 4 * c.d_model


def _in_networks(c: TransformerConfig) -> int:
    return 2 * c.n_layers * (c.d_ff + c.d_model)


def _final(c: TransformerConfig) -> int:
    return 4 * c.d_model if c.norm_first else 0


def _norms(c: TransformerConfig) -> int:
    return 10 * c.n_layers * c.d_model + _final(c)


def _words(c: TransformerConfig) -> int:
    rows = c.tgt_vocab_size * (1 if c.tie_output else 2)
    return c.d_model * (rows + (0 if c.tie_embeddings else c.src_vocab_size))


MISTAKES = (
    sign(
        "not_an_int",
        "a count is an int: multiply and add ints, // instead of /, and return the "
        "number itself.",
        fails("should return an int"),
    ),
    _off(*BIASES, lambda c: -_in_attention(c) - _in_networks(c)),
    _off(*BIASES, lambda c: -_in_attention(c)),
    _off(*BIASES, lambda c: -_in_networks(c)),
    _off(
        "output_projection_forgotten",
        "an attention has four projections: query, key, value and output.",
        lambda c: -3 * c.n_layers * _linear(c.d_model, c.d_model),
    ),
    _off(
        "per_head",
        "the heads share the projections: together they have d_model features, however "
        "many they are.",
        lambda c: 3 * c.n_layers * 4 * (c.n_heads - 1) * c.d_model**2,
    ),
    _off(*NORMS, lambda c: -_norms(c)),
    _off(*NORMS, lambda c: -_final(c)),
    _off(
        "one_number_a_norm",
        "a norm learns γ and β: 2 d_model numbers.",
        lambda c: -_norms(c) // 2,
    ),
    _off(*NORM_COUNT, lambda c: -6 * c.n_layers * c.d_model),
    _off(*NORM_COUNT, lambda c: -2 * c.n_layers * c.d_model),
    _off(
        "final_norms_in_post_norm",
        "in post-norm no norm stands at the end of a stack: the last layer ends with "
        "one.",
        lambda c: 4 * c.d_model - _final(c),
    ),
    _off(
        "cross_attention_forgotten",
        "a decoder layer has two attentions.",
        lambda c: -c.n_layers * _attention(c),
    ),
    _off(
        "one_stack_only",
        "the decoder is missing: it has n_layers layers as well.",
        lambda c: -c.n_layers * _decoder_layer(c),
    ),
    _off(
        "one_layer_only",
        "each stack has n_layers layers.",
        lambda c: -(c.n_layers - 1) * (_encoder_layer(c) + _decoder_layer(c)),
    ),
    _off(*WORDS, lambda c: -_words(c)),
    _off(*WORDS, lambda c: -c.src_vocab_size * c.d_model),
    _off(*TWICE, lambda c: c.tie_output * c.tgt_vocab_size * c.d_model),
    _off(*TWICE, lambda c: c.tie_embeddings * c.src_vocab_size * c.d_model),
    _off(
        "output_never_counted",
        "with tie_output=False the output layer has a weight of its own.",
        lambda c: -(not c.tie_output) * c.tgt_vocab_size * c.d_model,
    ),
    _off(
        "output_bias_counted",
        "the output layer has no bias.",
        lambda c: c.tgt_vocab_size,
    ),
    _off(
        "positions_counted",
        "sinusoidal positions are a formula and learn nothing.",
        lambda c: c.max_length * c.d_model,
    ),
)
