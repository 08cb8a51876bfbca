"""Typical wrong answers to ``transformer.count_parameters``."""

from collections.abc import Callable

from lernformer.mistakes.mistake import Bugs
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
    """A count that is off by what ``by`` returns."""

    def count_parameters(config):
        return right(config) + by(config)

    count_parameters.__name__, count_parameters.__doc__ = by.__name__, by.__doc__
    return count_parameters


# Bugs to find: each in the right code, with what a colleague would report.
BUGS = Bugs(
    ('norm = 2 * d if c.norm == "layer" else d', "norm = 2 * d"),
    (
        """    positions = 2 * c.max_length * d if c.positions == "learned" else 0
    positions += 2 * (2 * d * d) if c.concatenate_positions else 0
    return layers + final_norms + words * d + positions""",
        "    return layers + final_norms + words * d",
    ),
)
BUGS.plant(
    "output_projection_forgotten",
    "It says too few. How many are missing does not depend on d_ff nor on the "
    "vocabularies, and is nearly four times as much when d_model doubles.",
    right="attention = 4 * (d * d + d)",
    wrong="attention = 3 * (d * d + d)",
)
BUGS.plant(
    "biases_forgotten",
    "It says too few. How many are missing grows with n_layers and with d_ff, and does "
    "not depend on the vocabularies.",
    right="d * c.d_ff + c.d_ff + c.d_ff * d + d",
    wrong="d * c.d_ff + c.d_ff * d",
)
BUGS.plant(
    "norm_count_wrong",
    "It says too few: 2·d_model for each pair of layers, whatever the other sizes.",
    right="3 * norm",
    wrong="2 * norm",
)
BUGS.plant(
    "cross_attention_forgotten",
    "It says too few. How many are missing grows with n_layers and with d_model, and "
    "does not depend on d_ff; of an encoder alone the count is right.",
    right="decoder_layer = 2 * attention",
    wrong="decoder_layer = attention",
)
BUGS.plant(
    "final_norms_in_post_norm",
    "In pre-norm it is right. In post-norm it says 4·d_model too many.",
    right="2 * norm if c.norm_first else 0",
    wrong="2 * norm",
)
BUGS.plant(
    "tied_counted_twice",
    "With an output layer of its own the count is right. With a tied one it says too "
    "many, and the larger the German vocabulary, the more.",
    right="words += 0 if c.tie_output else c.tgt_vocab_size",
    wrong="words += c.tgt_vocab_size",
)

MISTAKES = mistakes(globals())
