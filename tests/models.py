"""Small models of every variant, ids that they read, and comparisons with torch."""

import re
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

DEVICES = ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)]
# bfloat16 has 8 bits of precision; float32 has 24
PRECISION = {torch.float32: 1e-5, torch.float64: 1e-10, torch.bfloat16: 0.05}


def everywhere(test):
    """Run a test for each ``device`` and ``dtype``."""
    for name, values in (("device", DEVICES), ("dtype", PRECISION)):
        test = pytest.mark.parametrize(name, values)(test)
    return test


def assert_same_but_for_precision(got, want, device, atol=None):
    """Compare numbers on a device with those in float64 on the CPU."""
    assert got.device.type == device
    atol = PRECISION[got.dtype] if atol is None else atol
    torch.testing.assert_close(got.double().cpu(), want, rtol=0, atol=atol)


def normal(*shape, seed=0):
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(shape, generator=generator, dtype=torch.float64)


def some_mask(*shape, seed=4):
    """A random mask: True = may attend, and at least one key per query."""
    mask = normal(*shape, seed=seed) > 0
    mask[..., 0] = True
    return mask


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


# against torch.nn -------------------------------------------------------------------

RENAMED = {
    r"self_attention\.": "self_attn.",
    r"cross_attention\.": "multihead_attn.",
    r"feed_forward\.linear_": "linear",
    r"residual_(\d)\.norm": r"norm\1",
    r"gamma$": "weight",
    r"beta$": "bias",
}


def in_torch_names(tensors):
    """Our parameters, or their gradients, under the names of torch's layers."""
    renamed = {}
    for name, tensor in tensors.items():
        for ours, theirs in RENAMED.items():
            name = re.sub(ours, theirs, name)
        packed = re.sub(r"[qkv]_proj\.(weight|bias)", r"in_proj_\1", name)
        parts = [renamed[packed]] if packed in renamed else []  # q, k, v in this order
        renamed[packed] = torch.cat([*parts, tensor])
    return renamed


def with_gradients(output, inputs, layer=None):
    """An output, its gradients by the inputs, and those by a layer's parameters."""
    names, parameters = [], []
    if layer is not None:
        names, parameters = zip(*layer.named_parameters(), strict=True)
    upstream = normal(*output.shape, seed=9).to(output)
    gradients = torch.autograd.grad(output, [*inputs, *parameters], upstream)
    n = len(inputs)
    return output, gradients[:n], dict(zip(names, gradients[n:], strict=True))


def compare_with_torch(ours, theirs, run_ours, run_theirs, inputs, **tolerance):
    """Compare outputs and all gradients on copied weights."""
    theirs.double().load_state_dict(in_torch_names(ours.state_dict()))
    output, by_inputs, by_parameters = with_gradients(run_ours(), inputs, ours)
    got = output, by_inputs, in_torch_names(by_parameters)
    want = with_gradients(run_theirs(), inputs, theirs)
    torch.testing.assert_close(got, want, **(tolerance or EXACT))
