"""Answers to `count_parameters(config) -> int`, by formula."""

import numpy as np

from lernformer.transformer import Transformer
from lernformer.transformer import count_parameters as ready

from .. import mutant, variant

TASK = "transformer.count_parameters"


def right(c):
    """A right answer, all terms in one."""
    d, f = c.d_model, c.d_ff
    layers = 12 * d * d + 12 * d + 4 * d * f + 2 * (f + d) + 5 * 2 * d
    words = c.tgt_vocab_size + (0 if c.tie_embeddings else c.src_vocab_size)
    words += 0 if c.tie_output else c.tgt_vocab_size
    return c.n_layers * layers + (4 * d if c.norm_first else 0) + words * d


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
