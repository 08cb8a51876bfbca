"""Typical wrong answers to ``transformer.count_parameters``."""

from collections.abc import Callable

from lernformer.mistakes.bugs import bugs
from lernformer.mistakes.table import mistakes
from lernformer.transformer import TransformerConfig

# The right count in parts, each giving a number of parameters


def linear(n_in: int, n_out: int) -> int:
    return n_in * n_out + n_out


def attention(c: TransformerConfig) -> int:
    return 4 * linear(c.d_model, c.d_model)


def network(c: TransformerConfig) -> int:
    return linear(c.d_model, c.d_ff) + linear(c.d_ff, c.d_model)


def encoder_layer(c: TransformerConfig) -> int:
    return attention(c) + network(c) + 2 * 2 * c.d_model


def decoder_layer(c: TransformerConfig) -> int:
    return 2 * attention(c) + network(c) + 3 * 2 * c.d_model


def final_norms(c: TransformerConfig) -> int:
    return 2 * 2 * c.d_model if c.norm_first else 0


def words(c: TransformerConfig) -> int:
    rows = c.tgt_vocab_size * (1 if c.tie_output else 2)
    return c.d_model * (rows + (0 if c.tie_embeddings else c.src_vocab_size))


def right(c: TransformerConfig) -> int:
    layers = c.n_layers * (encoder_layer(c) + decoder_layer(c))
    return layers + final_norms(c) + words(c)


def off(by: Callable[[TransformerConfig], int]) -> Callable:
    """A count that differs from the right one by what ``by`` returns."""

    def count_parameters(config):
        return right(config) + by(config)

    count_parameters.__name__, count_parameters.__doc__ = by.__name__, by.__doc__
    return count_parameters


BUGS = bugs(globals())
MISTAKES = mistakes(globals())
