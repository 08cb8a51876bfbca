"""The whole model against torch.nn on copied weights, and the laws that it obeys."""

import json
from dataclasses import FrozenInstanceError, asdict, replace

import pytest
import torch
from extent import some
from hypothesis import given, settings
from hypothesis import strategies as st
from models import (
    D_FF,
    EXACT,
    SMALL,
    V_SRC,
    V_TGT,
    VARIANTS,
    B,
    D,
    H,
    S,
    T,
    compare_with_torch,
    everywhere,
    in_torch_names,
    normal,
    padded,
    small,
    some_ids,
    variants,
)
from torch import nn
from torch.nn import functional as F

from lernformer.attention import MultiHeadAttention
from lernformer.transformer import (
    Transformer,
    TransformerConfig,
    count_parameters,
    silenced_heads,
)

examples = settings(max_examples=20, deadline=None)  # the first one warms torch up
seeds = st.integers(0, 2**31)


# against torch.nn -------------------------------------------------------------------


FUTURE = torch.ones(T, T, dtype=torch.bool).triu(1)
both_orders = pytest.mark.parametrize("norm_first", [False, True])


@both_orders
def test_the_whole_and_its_gradients_equal_torch(norm_first):
    model = small(norm_first=norm_first)
    norm = [nn.LayerNorm(D), nn.LayerNorm(D)] if norm_first else [None, None]
    sizes = {"dropout": 0.0, "batch_first": True, "norm_first": norm_first}
    layer = nn.TransformerEncoderLayer(D, H, D_FF, **sizes)
    encoder = nn.TransformerEncoder(layer, 2, norm[0], enable_nested_tensor=False)
    layer = nn.TransformerDecoderLayer(D, H, D_FF, **sizes)
    decoder = nn.TransformerDecoder(layer, 2, norm[1])
    theirs = nn.Transformer(
        D, H, batch_first=True, custom_encoder=encoder, custom_decoder=decoder
    )
    stacks = nn.ModuleDict({"encoder": model.encoder, "decoder": model.decoder})
    src = padded(some_ids(B, S), 5, 3)
    tgt = padded(some_ids(B, T, size=V_TGT), 4, 3)

    hidden = {"src_key_padding_mask": src == 0, "tgt_key_padding_mask": tgt == 0}
    hidden |= {"tgt_mask": FUTURE, "memory_key_padding_mask": src == 0}

    def run_theirs():
        source = model.src_positions(model.src_embedding(src))
        target = model.tgt_positions(model.tgt_embedding(tgt))
        return model.output(theirs(source, target, **hidden))

    words = [model.src_embedding.weight, model.tgt_embedding.weight]
    compare_with_torch(stacks, theirs, lambda: model(src, tgt), run_theirs, words)


# laws -------------------------------------------------------------------------------


@variants
@given(seed=seeds, t=st.integers(0, T - 1))
@examples
def test_a_target_word_changes_nothing_before_it(changes, seed, t):
    model = small(**changes)
    size = model.config.tgt_vocab_size
    src, tgt = some_ids(B, S, seed=seed), some_ids(B, T, seed=seed, size=size)
    before = model(src, tgt)
    tgt[:, t] = 4 + (tgt[:, t] - 3) % (size - 4)  # a different word
    after = model(src, tgt)
    torch.testing.assert_close(after[:, :t], before[:, :t], **EXACT)
    changed = (after - before).abs().amax(-1)[:, t:]
    assert (changed > 1e-6).all()  # all later positions read it


@variants
@given(seed=seeds, more=st.integers(1, 5))
@examples
def test_neither_padding_nor_neighbours_change_anything(changes, seed, more):
    model = small(**changes)
    src = padded(some_ids(B, S, seed=seed), 5, 2)
    tgt = padded(some_ids(B, T, seed=seed), 4, 3)
    together = model(src, tgt)
    longer = model(F.pad(src, (0, more)), F.pad(tgt, (0, more)))
    torch.testing.assert_close(longer[:, :T], together, **EXACT)
    alone = model(src[1:, :2], tgt[1:, :3])  # nor do the other sentences of the batch
    torch.testing.assert_close(together[1:, :3], alone, **EXACT)


def test_every_parameter_learns():
    for changes in VARIANTS.values():
        model = small(**changes)
        src = some_ids(B, S)
        model(src, some_ids(B, T)).square().sum().backward()
        for name, parameter in model.named_parameters():
            # shifting all keys shifts all scores alike, unless the keys are turned
            turned = "self_attention" in name and changes.get("positions") == "rotary"
            if turned or not name.endswith("k_proj.bias"):
                assert parameter.grad.abs().max() > 1e-9, name


# variants ---------------------------------------------------------------------------


@both_orders
def test_dropout_acts_where_the_paper_has_it(norm_first):
    model = Transformer(replace(SMALL, dropout=0.5, norm_first=norm_first))
    acting = {
        name
        for name, module in model.named_modules()
        if isinstance(module, nn.Dropout) and module.p
    }
    residuals = [f"encoder.layers.{i}.residual_{j}" for i in (0, 1) for j in (1, 2)]
    residuals += [f"decoder.layers.{i}.residual_{j}" for i in (0, 1) for j in (1, 2, 3)]
    places = ["src_positions", "tgt_positions", *residuals]
    assert acting == {f"{place}.dropout" for place in places}


@variants
@everywhere
def test_every_variant_keeps_dtype_and_device(changes, dtype, device):
    model = small(**changes).to(device, dtype)
    logits = model(some_ids(B, S).to(device), some_ids(B, T).to(device))
    assert logits.dtype == dtype
    assert logits.device.type == device


TRAINED = ["pre_norm", "post_norm", "deepnorm", "rms", "rotary", "learned"]
TRAINED += ["concatenated"]


@pytest.mark.parametrize("name", some(TRAINED, ["pre_norm", "deepnorm", "rotary"]))
def test_first_weights_train(name):
    """Learn to reverse four words, in seconds and without tuning."""
    torch.manual_seed(0)
    config = TransformerConfig(12, 12, 32, 2, 64, 2, dropout=0.0)
    model = Transformer(replace(config, **VARIANTS[name]))
    optimizer = torch.optim.Adam(model.parameters(), 3e-3)
    for step in range(150):
        src = some_ids(64, 4, seed=step, size=12)
        tgt = F.pad(src.flip(1), (1, 0), value=1)
        logits = model(src, tgt[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), tgt[:, 1:].flatten())
        if step == 0:  # a guess gives log 12 = 2.5; a tied output starts by repeating
            assert 2 < loss < 5
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert loss < 0.4


# sizes ------------------------------------------------------------------------------


@variants
def test_the_formula_counts_all_parameters(changes):
    model = Transformer(replace(SMALL, **changes))
    assert count_parameters(model.config) == sum(p.numel() for p in model.parameters())


@pytest.mark.parametrize(
    ("preset", "derived", "paper"),
    [("base", 63_082_496, 65e6), ("big", 214_245_376, 213e6)],
)
def test_the_papers_models(preset, derived, paper):
    config = TransformerConfig.preset(preset, 37_000, 37_000)
    config = replace(config, norm_first=False, tie_embeddings=True)
    d, d_ff, words = config.d_model, config.d_ff, 37_000
    attention, norm = 4 * (d + 1) * d, 2 * d
    feed_forward = (d + 1) * d_ff + (d_ff + 1) * d
    encoder = 6 * (attention + feed_forward + 2 * norm)
    decoder = 6 * (2 * attention + feed_forward + 3 * norm)
    assert count_parameters(config) == words * d + encoder + decoder == derived
    # the paper has "about 37000" words and doesn't mention biases
    assert derived == pytest.approx(paper, rel=0.03)


def test_presets_grow():
    names = ("toy", "everyday", "small", "base", "big")
    sizes = [TransformerConfig.preset(name, V_SRC, V_TGT) for name in names]
    base = sizes[3]
    assert (base.d_model, base.n_heads, base.d_ff, base.n_layers) == (512, 8, 2048, 6)
    assert base == TransformerConfig(V_SRC, V_TGT)
    counts = [count_parameters(config) for config in sizes]
    assert counts == sorted(counts)
    with pytest.raises(ValueError, match=f"one of {', '.join(names)}, got huge"):
        TransformerConfig.preset("huge", V_SRC, V_TGT)


ROTARY = {"positions": "rotary"}


def test_config_is_frozen_and_goes_through_json():
    with pytest.raises(FrozenInstanceError):
        SMALL.d_model = 24
    assert TransformerConfig(**json.loads(json.dumps(asdict(SMALL)))) == SMALL
    assert SMALL.norm_first


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"n_layers": 0}, "n_layers must be a positive integer, got 0"),
        ({"d_model": 12.0}, "d_model must be a positive integer, got 12.0"),
        ({"n_layers": True}, "n_layers must be a positive integer, got True"),
        ({"norm_first": "no"}, "norm_first must be True or False, got 'no'"),
        ({"tie_output": 1}, "tie_output must be True or False, got 1"),
        ({"dropout": "0.1"}, r"dropout must lie in \[0, 1\), got '0.1'"),
        ({"dropout": 1}, r"dropout must lie in \[0, 1\), got 1"),
        ({"n_heads": 5}, r"d_model \(12\) must be divisible by n_heads \(5\)"),
        ({"positions": "cosine"}, "positions must be one of .*, got cosine"),
        ({"norm": "batch"}, "norm must be one of layer, rms, got batch"),
        (ROTARY | {"d_model": 15}, "rotary positions need an even d_k, got 5"),
        (ROTARY | {"concatenate_positions": True}, "rotary .* cannot be concatenated"),
        ({"deepnorm": True}, "deepnorm needs norm_first=False"),
        ({"tie_embeddings": True}, "needs one vocabulary, got sizes 11 and 13"),
    ],
)
def test_config_refuses_contradictions(changes, message):
    with pytest.raises(ValueError, match=message):
        replace(SMALL, **changes)


def test_a_silenced_head_takes_what_it_alone_had_added():
    torch.manual_seed(0)
    ours = MultiHeadAttention(D, H, dropout=0.5).double()
    theirs = nn.MultiheadAttention(D, H, batch_first=True).double().eval()
    theirs.load_state_dict(in_torch_names(ours.state_dict()))
    x = normal(B, T, D)
    causal = torch.ones(T, T, dtype=torch.bool).tril()
    before = {name: p.clone() for name, p in ours.state_dict().items()}
    got = silenced_heads(ours, x, causal)
    assert all(torch.equal(before[name], p) for name, p in ours.state_dict().items())

    with torch.no_grad():
        complete = theirs(x, x, x, attn_mask=~causal)[0]
        for h in range(H):
            own = slice(h * D // H, (h + 1) * D // H)
            theirs.out_proj.weight[:, own] = 0
            silent = theirs(x, x, x, attn_mask=~causal)[0]
            theirs.out_proj.weight.copy_(before["out_proj.weight"])
            want = torch.linalg.norm(silent - complete) / torch.linalg.norm(complete)
            torch.testing.assert_close(got[h], want)
