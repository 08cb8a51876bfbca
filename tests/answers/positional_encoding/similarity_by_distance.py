"""Answers to `similarity_by_distance(table)`: (L, d) to (L,)."""

import numpy as np
import torch

from .. import mutant, variant

TASK = "positional_encoding.similarity_by_distance"


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="divided_by_length")
def by_correlate(table):
    """np.correlate does it, feature by feature."""
    found = [np.correlate(x, x, "full")[len(x) - 1 :] for x in table.T]
    return np.sum(found, axis=0) / len(table)


@mutant(TASK, mistake="not_averaged")
def sum_of_correlations(table):
    """It is a correlation."""
    return sum(np.correlate(x, x, "full")[len(x) - 1 :] for x in table.T)


@mutant(TASK, mistake="from_the_first_only")
def einsum_of_the_first(table):
    """Sinusoids do not know where they stand."""
    return np.einsum("d,kd->k", table[0], table)


@mutant(TASK, mistake="goes_around")
def by_modulo(table):
    """p + k, modulo L."""
    places = np.arange(len(table))
    return np.array(
        [
            (table[places] * table[(places + k) % len(table)]).sum(1).mean()
            for k in places
        ]
    )


@mutant(TASK, mistake="input_modified")
def centred_in_place(table):
    """Numbers are added to and taken away again, and rounding stays."""
    table *= 3
    products = table @ table.T / 9
    return np.array([np.diagonal(products, k).mean() for k in range(len(table))])


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def by_slices(table):
    length = len(table)
    found = np.zeros(length)
    for k in range(length):
        found[k] = (table[: length - k] * table[k:]).sum(axis=-1).mean()
    return found


@variant(TASK)
def in_loops(table):
    length = len(table)
    found = []
    for k in range(length):
        products = [float(table[p] @ table[p + k]) for p in range(length - k)]
        found.append(sum(products) / len(products))
    return np.array(found)


@variant(TASK)
def by_correlation(table):
    sums = sum(np.correlate(x, x, "full")[len(x) - 1 :] for x in table.T)
    return sums / np.arange(len(table), 0, -1)


@variant(TASK)
def by_torch(table):
    rows = torch.from_numpy(table)
    products = rows @ rows.mT
    return np.array([products.diagonal(k).mean().item() for k in range(len(rows))])


@variant(TASK)
def by_bincount(table):
    places = np.arange(len(table))
    apart = abs(places[:, None] - places).ravel()
    sums = np.bincount(apart, weights=(table @ table.T).ravel())
    return sums / np.bincount(apart)
