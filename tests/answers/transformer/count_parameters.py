"""Answers to `count_parameters(config) -> int`, by formula."""

import numpy as np

from lernformer.transformer import Transformer
from lernformer.transformer import count_parameters as ready

from .. import mutant, variant

TASK = "transformer.count_parameters"


def right(
    c,
    *,
    bias=1,
    d_ff_bias=1,
    output=1,
    projections=4,
    norms=(2, 3),
    norm=2,
    final=None,
    cross=1,
    layers=None,
    embeddings=1,
):
    """A right answer whose terms the mutants change."""
    d, f = c.d_model, c.d_ff
    attention = projections * d * d + 4 * d * bias
    network = 2 * d * f + d_ff_bias * (f + d) * bias
    encoder = attention + network + norms[0] * norm * d
    decoder = (1 + cross) * attention + network + norms[1] * norm * d
    final = (2 if c.norm_first else 0) if final is None else final
    words = c.tgt_vocab_size + (0 if c.tie_embeddings else c.src_vocab_size)
    words = words * embeddings + (0 if c.tie_output else c.tgt_vocab_size) * output
    layers = c.n_layers if layers is None else layers
    return layers * (encoder + decoder) + final * norm * d + words * d


@mutant(TASK, mistake="biases_forgotten")
def no_biases(config):
    """Weights only."""
    return right(config, bias=0)


@mutant(TASK, mistake="biases_forgotten")
def no_biases_in_attention(config):
    """The paper's attention has no biases."""
    layers = 3 * config.n_layers
    return right(config) - layers * 4 * config.d_model


@mutant(TASK, mistake="biases_forgotten")
def no_biases_in_the_network(config):
    """The network has none."""
    return right(config, d_ff_bias=0)


@mutant(TASK, mistake="output_projection_forgotten")
def three_projections(config):
    """Query, key and value."""
    return right(config) - 3 * config.n_layers * (config.d_model**2 + config.d_model)


@mutant(TASK, mistake="per_head")
def each_head_full_size(config):
    """Each head has projections of its own, of full size."""
    return right(config, projections=4 * config.n_heads)


@mutant(TASK, mistake="norms_forgotten")
def no_norms(config):
    """Norms learn nothing."""
    return right(config, norm=0)


@mutant(TASK, mistake="norms_forgotten")
def no_final_norms(config):
    """The norms at the end of the stacks are missing."""
    return right(config, final=0)


@mutant(TASK, mistake="one_number_a_norm")
def only_gamma(config):
    """A norm has γ."""
    return right(config, norm=1)


@mutant(TASK, mistake="norm_count_wrong")
def one_norm_a_layer(config):
    """One norm a layer."""
    return right(config, norms=(1, 1))


@mutant(TASK, mistake="norm_count_wrong")
def two_norms_in_the_decoder(config):
    """The decoder's layer has two norms, too."""
    return right(config, norms=(2, 2))


@mutant(TASK, mistake="final_norms_in_post_norm")
def final_norms_always(config):
    """Both stacks end with a norm."""
    return right(config, final=2)


@mutant(TASK, mistake="cross_attention_forgotten")
def one_attention_in_the_decoder(config):
    """The decoder's layer is like the encoder's."""
    return right(config, cross=0)


@mutant(TASK, mistake="one_stack_only")
def n_layers_in_all(config):
    """The encoder only."""
    c, d = config, config.d_model
    encoder = 4 * (d * d + d) + 2 * d * c.d_ff + c.d_ff + d + 4 * d
    return right(c, layers=0) + c.n_layers * encoder


@mutant(TASK, mistake="one_layer_only")
def one_layer(config):
    """One layer."""
    return right(config, layers=1)


@mutant(TASK, mistake="embeddings_forgotten")
def no_words(config):
    """The embeddings are not counted."""
    return right(config, embeddings=0, output=0)


@mutant(TASK, mistake="embeddings_forgotten")
def target_words_only(config):
    """The source's embedding is not counted."""
    return right(config) - config.src_vocab_size * config.d_model


@mutant(TASK, mistake="tied_counted_twice")
def output_always(config):
    """The output layer is counted even if it is tied."""
    return right(config) + config.tie_output * config.tgt_vocab_size * config.d_model


@mutant(TASK, mistake="output_never_counted")
def output_never(config):
    """The output layer is always tied."""
    return right(config, output=0)


@mutant(TASK, mistake="tied_counted_twice")
def source_always(config):
    """The source's embedding is counted even if it is shared."""
    return (
        right(config) + config.tie_embeddings * config.src_vocab_size * config.d_model
    )


@mutant(TASK, mistake="output_bias_counted")
def output_bias(config):
    """The output layer has a bias."""
    return right(config) + config.tgt_vocab_size


@mutant(TASK, mistake="positions_counted")
def positions(config):
    """The table of positions is counted."""
    return right(config) + config.max_length * config.d_model


@mutant(TASK, mistake="not_an_int")
def half(config):
    """Division makes a float."""
    return right(config) / 1


@mutant(TASK, mistake="not_an_int")
def in_millions(config):
    """A number for people."""
    return f"{right(config) / 1e6:.1f}M"


@mutant(TASK, mistake="ready_made")
def by_counting(config):
    """Builds the model and counts."""
    return sum(p.numel() for p in Transformer(config).parameters())


@mutant(TASK, mistake="ready_made")
def by_ours(config):
    """The course's own."""
    return ready(config)


# --- Right ---------------------------------------------------------------------------


@variant(TASK)
def term_by_term(config):
    """All terms in one."""
    return right(config)


@variant(TASK)
def by_matrices(config):
    """The shapes of all matrices and vectors, multiplied and added."""
    c, d, f = config, config.d_model, config.d_ff
    attention = [(d, d), (d,)] * 4
    network = [(d, f), (f,), (f, d), (d,)]
    norm = [(d,), (d,)]
    shapes = []
    for _ in range(c.n_layers):
        shapes += attention + norm + network + norm
        shapes += attention + norm + attention + norm + network + norm
    if c.norm_first:
        shapes += norm + norm
    tables = [c.tgt_vocab_size]
    if not c.tie_embeddings:
        tables.append(c.src_vocab_size)
    if not c.tie_output:
        tables.append(c.tgt_vocab_size)
    total = 0
    for shape in shapes + [(n, d) for n in tables]:
        size = 1
        for n in shape:
            size *= n
        total += size
    return total


@variant(TASK)
def in_powers_of_d(config):
    """Sorted by powers of d."""
    c, d, n = config, config.d_model, config.n_layers
    square = 12 * n
    linear = n * (4 * c.d_ff + 12 + 2 + 10) + (4 if c.norm_first else 0)
    linear += c.tgt_vocab_size * (1 if c.tie_output else 2)
    linear += 0 if c.tie_embeddings else c.src_vocab_size
    return square * d**2 + linear * d + 2 * n * c.d_ff


@variant(TASK)
def by_helpers(config):
    """Small functions."""

    def linear(n_in, n_out):
        return (n_in + 1) * n_out

    d = config.d_model
    attention = sum(linear(d, d) for _ in "qkvo")
    network = linear(d, config.d_ff) + linear(config.d_ff, d)
    total = config.n_layers * (3 * attention + 2 * network + 5 * 2 * d)
    total += 2 * 2 * d * int(config.norm_first)
    total += config.tgt_vocab_size * d
    if config.tie_output is False:
        total += d * config.tgt_vocab_size
    if not config.tie_embeddings:
        total += d * config.src_vocab_size
    return int(total)


@variant(TASK)
def by_dictionary(config):
    """The sizes of the parts by name, and how often each occurs."""
    c = config
    sizes = {
        "attention": 4 * (c.d_model**2 + c.d_model),
        "network": 2 * c.d_model * c.d_ff + c.d_ff + c.d_model,
        "norm": 2 * c.d_model,
        "source": c.src_vocab_size * c.d_model,
        "target": c.tgt_vocab_size * c.d_model,
    }
    often = {
        "attention": 3 * c.n_layers,
        "network": 2 * c.n_layers,
        "norm": 5 * c.n_layers + 2 * c.norm_first,
        "source": not c.tie_embeddings,
        "target": 1 + (not c.tie_output),
    }
    return sum(sizes[part] * often[part] for part in sizes)


@variant(TASK)
def numpy_integer(config):
    """Products of shapes, an np.int64."""
    c, d = config, config.d_model
    square, wide = [(d, d), (d,)] * 4, [(d, c.d_ff), (c.d_ff,), (c.d_ff, d), (d,)]
    norm = [(d,), (d,)]
    layer = 3 * square + 2 * wide + 5 * norm
    shapes = c.n_layers * layer + 2 * norm * c.norm_first
    shapes += [(c.tgt_vocab_size, d)] * (2 - c.tie_output)
    shapes += [(c.src_vocab_size, d)] * (not c.tie_embeddings)
    return np.sum([np.prod(shape, dtype=np.int64) for shape in shapes])


@variant(TASK)
def stack_by_stack(config):
    """The encoder, the decoder, the words."""

    def linear(n_in, n_out):
        return n_in * n_out + n_out

    c, d = config, config.d_model
    around = 2 * d  # what a residual connection learns
    attention = 4 * linear(d, d) + around
    network = linear(d, c.d_ff) + linear(c.d_ff, d) + around
    last = around if c.norm_first else 0
    encoder = c.n_layers * (attention + network) + last
    decoder = c.n_layers * (attention + attention + network) + last
    words = (
        c.tgt_vocab_size if c.tie_embeddings else c.src_vocab_size + c.tgt_vocab_size
    )
    output = 0 if c.tie_output else c.tgt_vocab_size
    return encoder + decoder + (words + output) * d


@variant(TASK)
def difference(config):
    """Everything apart, then less what is shared."""
    c, d = config, config.d_model
    total = d * (c.src_vocab_size + 2 * c.tgt_vocab_size) + 4 * d
    for _ in range(c.n_layers):
        total += 12 * d * d + 4 * d * c.d_ff + 2 * c.d_ff + 24 * d
    if c.tie_embeddings:
        total -= d * c.src_vocab_size
    if c.tie_output:
        total -= d * c.tgt_vocab_size
    if not c.norm_first:
        total -= 4 * d
    return total
