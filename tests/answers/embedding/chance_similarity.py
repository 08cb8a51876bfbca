"""Answers to `chance_similarity(E)`: root mean square cosine of different rows."""

import itertools
import math

import numpy as np
import torch
from torch.nn import functional as F

from .. import mutant, variant

TASK = "embedding.chance_similarity"


@variant(TASK)
def above_the_diagonal(E):
    directions = E / np.linalg.norm(E, axis=-1, keepdims=True)
    pairs = (directions @ directions.T)[np.triu_indices(len(E), 1)]
    return np.sqrt(np.mean(pairs**2))


@variant(TASK)
def in_loops(E):
    squares = [
        (a @ b) ** 2 / ((a @ a) * (b @ b)) for a, b in itertools.combinations(E, 2)
    ]
    return math.sqrt(sum(squares) / len(squares))


@variant(TASK)
def by_torch(E):
    directions = F.normalize(torch.tensor(E), dim=1)
    products = (directions @ directions.T).fill_diagonal_(0)
    return (products.square().sum() / (len(E) * (len(E) - 1))).sqrt()


@variant(TASK)
def by_the_norm_of_the_table(E):
    directions = E / np.linalg.norm(E, axis=-1, keepdims=True)
    every = np.linalg.norm(directions @ directions.T) ** 2  # with V times 1
    return float(np.sqrt((every - len(E)) / (len(E) * (len(E) - 1))))
