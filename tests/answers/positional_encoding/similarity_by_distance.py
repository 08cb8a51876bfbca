"""Answers to `similarity_by_distance(table)`: (L, d) to (L,)."""

import numpy as np
import torch

from .. import variant

TASK = "positional_encoding.similarity_by_distance"


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
