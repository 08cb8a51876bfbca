"""Typical wrong answers to ``positional_encoding.similarity_by_distance``."""

import numpy as np

from lernformer.mistakes.table import mistakes


def pairs(table):
    """For each k, the dot products of rows that are k apart."""
    products = table @ table.T
    return [np.diagonal(products, k) for k in range(len(table))]


MISTAKES = mistakes(globals())
