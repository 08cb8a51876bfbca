"""Answers to `deepnorm_scales(n_encoder, n_decoder)`: α and β for each stack."""

import math

import numpy as np
import torch

from .. import mutant, variant

TASK = "residual_norm.deepnorm_scales"


def right(n, m):
    both = n**4 * m
    return {
        "encoder": (0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)),
        "decoder": ((3 * m) ** 0.25, (12 * m) ** -0.25),
    }


@variant(TASK)
def square_roots(n_encoder, n_decoder):
    """A fourth root is the root of the root; a sixteenth takes four."""
    root = math.sqrt(math.sqrt(math.sqrt(math.sqrt(n_encoder**4 * n_decoder))))
    return {
        "decoder": (
            math.sqrt(math.sqrt(3 * n_decoder)),
            1 / math.sqrt(math.sqrt(12 * n_decoder)),
        ),
        "encoder": (0.81 * root, 0.87 / root),
    }


@variant(TASK)
def powers_apart(n_encoder, n_decoder):
    """(N⁴ M)^(1/16) is N^(1/4) M^(1/16)."""
    depth = n_encoder**0.25 * n_decoder**0.0625
    result = {}
    result["encoder"] = [0.81 * depth, 0.87 * depth**-1]
    result["decoder"] = [pow(3 * n_decoder, 0.25), pow(12 * n_decoder, -0.25)]
    return result


@variant(TASK)
def by_logarithms(n_encoder, n_decoder):
    """exp of a part of the logarithm, in NumPy."""
    both = (4 * np.log(n_encoder) + np.log(n_decoder)) / 16
    alpha, beta = np.log(3 * n_decoder) / 4, -np.log(12 * n_decoder) / 4
    return {
        "encoder": np.array([0.81, 0.87]) * np.exp([both, -both]),
        "decoder": np.exp([alpha, beta]),
    }


@variant(TASK)
def in_torch(n_encoder, n_decoder):
    """Tensors of two numbers."""
    depths = torch.tensor([n_encoder, n_decoder], dtype=torch.float64)
    both = depths[0] ** 4 * depths[1]
    signs = torch.tensor([1.0, -1.0], dtype=torch.float64)
    decoder = torch.tensor([3.0, 12.0], dtype=torch.float64) * depths[1]
    constants = torch.tensor([0.81, 0.87], dtype=torch.float64)
    encoder = constants * both ** (signs / 16)
    return {"encoder": encoder, "decoder": decoder ** (signs / 4)}


@variant(TASK)
def beta_by_alpha(n_encoder, n_decoder):
    """The product of α and β is known."""
    alpha = 0.81 * (n_encoder**4 * n_decoder) ** (1 / 16)
    decoders = (3 * n_decoder) ** (1 / 4)
    return {
        "encoder": (alpha, 0.81 * 0.87 / alpha),
        "decoder": (decoders, (1 / 4) ** (1 / 4) / decoders),
    }
