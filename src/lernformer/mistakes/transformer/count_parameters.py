"""Typical wrong answers to ``transformer.count_parameters``."""

from collections.abc import Callable

from lernformer.mistakes.common import fails
from lernformer.mistakes.mistake import Bugs, Catalogue
from lernformer.transformer import TransformerConfig

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

PER_HEAD = (
    "per_head",
    "the heads share the projections: together they have d_model features, however "
    "many they are.",
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

POSITIONS = (
    "positions_counted",
    "sinusoidal positions are a formula and learn nothing.",
)


# The right count in parts, each of them a number of numbers


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


MISTAKES = Catalogue()
MISTAKES.sign(
    "not_an_int",
    "a count is an int: multiply and add ints, // instead of /, and return the number "
    "itself.",
    fails("should return an int"),
)


def off(id: str, cause: str, seen: str = "made up") -> Callable:
    """Register a count that is off by what the decorated function returns."""

    def register(by: Callable[[TransformerConfig], int]) -> Callable:
        def count_parameters(config):
            return right(config) + by(config)

        count_parameters.__name__, count_parameters.__doc__ = by.__name__, by.__doc__
        return MISTAKES.answer(id, cause, seen)(count_parameters)

    return register


@off(*BIASES, seen="course")
def no_biases(c):
    """Weights only."""
    return -c.n_layers * (3 * 4 * c.d_model + 2 * (c.d_ff + c.d_model))


@off(*BIASES, seen="course")
def no_biases_in_attention(c):
    """The paper's attention has no biases."""
    return -c.n_layers * 3 * 4 * c.d_model


@off(*BIASES)
def no_biases_in_the_network(c):
    """The network has none."""
    return -c.n_layers * 2 * (c.d_ff + c.d_model)


@off(*BIASES)
def no_bias_within_the_network(c):
    """The first layer of the network has none."""
    return -c.n_layers * 2 * c.d_ff


@off(*BIASES)
def no_bias_after_the_heads(c):
    """The output projection has no bias."""
    return -c.n_layers * 3 * c.d_model


@off(*BIASES)
def matrices_of_the_layers_only(c):
    """12 d² + 4 d d_ff for a layer of either stack, and that is all."""
    d = c.d_model
    return c.n_layers * (12 * d * d + 4 * d * c.d_ff) - right(c)


@off(*BIASES)
def one_bias_in_the_network(c):
    """Both layers of the network have d_model biases, or both d_ff."""
    return c.n_layers * 2 * (c.d_model - c.d_ff)


@off(
    "output_projection_forgotten",
    "an attention has four projections: query, key, value and output.",
    seen="course",
)
def three_projections(c):
    """Query, key and value."""
    return -3 * c.n_layers * linear(c.d_model, c.d_model)


@off(*PER_HEAD, seen="course")
def each_head_full_size(c):
    """Each head has projections of its own, of full size."""
    return 3 * c.n_layers * (c.n_heads - 1) * 4 * c.d_model**2


@off(*PER_HEAD, seen="course")
def attention_times_heads(c):
    """There are n_heads attentions."""
    return 3 * c.n_layers * (c.n_heads - 1) * attention(c)


@off(*PER_HEAD)
def three_projections_times_heads(c):
    """Each head has its own query, key and value of full size, and there is one W_O."""
    return 3 * c.n_layers * (c.n_heads - 1) * 3 * linear(c.d_model, c.d_model)


@off(*PER_HEAD)
def one_head_counted(c):
    """A projection leads to d_k features."""
    d, d_k = c.d_model, c.d_model // c.n_heads
    return 3 * c.n_layers * (3 * linear(d, d_k) + linear(d_k, d) - attention(c))


@off(*NORMS, seen="course")
def no_norms(c):
    """Norms learn nothing."""
    return -5 * c.n_layers * 2 * c.d_model - final_norms(c)


@off(*NORMS, seen="issue")
def no_final_norms(c):
    """The norms at the end of the stacks are missing."""
    return -final_norms(c)


@off(*NORMS)
def one_final_norm(c):
    """There is one norm at the end, that of the decoder."""
    return -final_norms(c) // 2


@off("one_number_a_norm", "a norm learns γ and β: 2 d_model numbers.")
def only_gamma(c):
    """A norm has γ."""
    return -(5 * c.n_layers * 2 * c.d_model + final_norms(c)) // 2


@off(*NORM_COUNT)
def one_norm_a_layer(c):
    """One norm a layer."""
    return -3 * c.n_layers * 2 * c.d_model


@off(
    NORM_COUNT[0],
    "2 · d_model are missing for each pair of layers: a decoder layer has three norms, "
    "and the network's second layer has a bias in both stacks.",
    seen="course",
)
def two_norms_in_the_decoder(c):
    """The decoder's layer has two norms, too."""
    return -c.n_layers * 2 * c.d_model


@off(*NORM_COUNT)
def three_norms_in_the_encoder(c):
    """The encoder's layer has three norms, too."""
    return c.n_layers * 2 * c.d_model


@off(
    "final_norms_in_post_norm",
    "in post-norm no norm stands at the end of a stack: the last layer ends with one.",
)
def final_norms_always(c):
    """Both stacks end with a norm."""
    return 4 * c.d_model - final_norms(c)


@off("cross_attention_forgotten", "a decoder layer has two attentions.", seen="course")
def one_attention_in_the_decoder(c):
    """The decoder's layer has one attention."""
    return -c.n_layers * attention(c)


@off(
    "decoder_as_encoder",
    "the decoder's layers are counted like the encoder's; each has one attention more, "
    "and one norm more.",
    seen="course",
)
def two_encoders(c):
    """The decoder is built like the encoder."""
    return c.n_layers * (encoder_layer(c) - decoder_layer(c))


@off(
    "encoder_as_decoder",
    "the encoder's layers are counted like the decoder's; they have one attention, and "
    "two norms.",
)
def two_decoders(c):
    """The encoder is built like the decoder."""
    return c.n_layers * (decoder_layer(c) - encoder_layer(c))


@off("one_stack_only", "the decoder is missing: it has n_layers layers as well.")
def encoder_only(c):
    """The encoder only."""
    return -c.n_layers * decoder_layer(c)


@off("one_layer_only", "each stack has n_layers layers.", seen="course")
def one_layer(c):
    """One layer."""
    return -(c.n_layers - 1) * (encoder_layer(c) + decoder_layer(c))


@off("one_layer_only", "each stack has n_layers layers.")
def one_decoder_layer(c):
    """n_layers layers in the encoder, and the decoder's one."""
    return -(c.n_layers - 1) * decoder_layer(c)


@off(*WORDS)
def no_words(c):
    """The embeddings are not counted."""
    return -words(c)


@off(*WORDS)
def source_words_never(c):
    """The source shares the target's embedding."""
    return -(not c.tie_embeddings) * c.src_vocab_size * c.d_model


@off(*WORDS, seen="course")
def target_words_only(c):
    """The source's embedding is not counted."""
    return -c.src_vocab_size * c.d_model


@off(*TWICE, seen="course")
def output_always(c):
    """The output layer is counted even if it is tied."""
    return c.tie_output * c.tgt_vocab_size * c.d_model


@off(*TWICE)
def output_always_with_bias(c):
    """The output layer is counted even if it is tied, and with a bias."""
    return c.tie_output * c.tgt_vocab_size * c.d_model + c.tgt_vocab_size


@off(*TWICE)
def source_always(c):
    """The source's embedding is counted even if it is shared."""
    return c.tie_embeddings * c.src_vocab_size * c.d_model


@off(
    "output_never_counted",
    "with tie_output=False the output layer has a weight of its own.",
)
def output_never(c):
    """The output layer is always tied."""
    return -(not c.tie_output) * c.tgt_vocab_size * c.d_model


@off("output_bias_counted", "the output layer has no bias.", seen="course")
def output_bias(c):
    """The output layer has a bias."""
    return c.tgt_vocab_size


@off(*POSITIONS, seen="course")
def one_table_of_positions(c):
    """The table of positions is counted."""
    return c.max_length * c.d_model


@off(*POSITIONS)
def two_tables_of_positions(c):
    """The table of positions is counted on both sides."""
    return 2 * c.max_length * c.d_model


# To find: each in the right code, by what a colleague would see of it.
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
