"""Small models of every variant for the tests, and ids that they read."""

from dataclasses import replace

import pytest
import torch

from lernformer.transformer import Transformer, TransformerConfig

B, S, T, H, D, D_FF, V_SRC, V_TGT = 2, 5, 4, 3, 12, 7, 11, 13  # all different
EXACT = {"rtol": 0, "atol": 1e-9}  # float64 on both sides: rounding only

SMALL = TransformerConfig(
    V_SRC,
    V_TGT,
    d_model=D,
    n_heads=H,
    d_ff=D_FF,
    n_layers=2,
    dropout=0.0,
    max_length=50,
)
VARIANTS = {
    "pre_norm": {},
    "post_norm": {"norm_first": False},
    "deepnorm": {"norm_first": False, "deepnorm": True},
    "rms": {"norm": "rms"},
    "halves": {"positions": "halves"},
    "learned": {"positions": "learned"},
    "rotary": {"positions": "rotary"},
    "no_positions": {"positions": "none"},
    "concatenated": {"concatenate_positions": True},
    "concatenated_learned": {"positions": "learned", "concatenate_positions": True},
    "untied": {"tie_output": False},
    "one_embedding": {"tgt_vocab_size": V_SRC, "tie_embeddings": True},
    "nothing_shared_but_the_embedding": {
        "tgt_vocab_size": V_SRC,
        "tie_embeddings": True,
        "tie_output": False,
    },
}

variants = pytest.mark.parametrize("changes", VARIANTS.values(), ids=VARIANTS.keys())


def normal(*shape, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(*shape, generator=generator, dtype=torch.float64)


def perturbed(model):
    """The model in float64, with all norms and biases moved off their first values."""
    with torch.no_grad():
        for seed, parameter in enumerate(model.double().parameters()):
            parameter.add_(0.3 * normal(*parameter.shape, seed=seed))
    return model.eval()


def small(**changes):
    torch.manual_seed(0)
    return perturbed(Transformer(replace(SMALL, **changes)))


def some_ids(*shape, seed=0, size=V_SRC):
    """Random words, without specials."""
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(4, size, shape, generator=generator)


def padded(ids, *lengths):
    """The same ids, with each row cut to its length."""
    return ids.where(torch.arange(ids.size(1)) < torch.tensor(lengths)[:, None], 0)
