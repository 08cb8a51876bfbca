"""The whole model against torch.nn on copied weights, and the laws that it obeys."""

import json
import re
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
    normal,
    padded,
    perturbed,
    small,
    some_ids,
    variants,
)
from torch import nn
from torch.nn import functional as F

from lernformer.attention import MultiHeadAttention
from lernformer.transformer import (
    DecoderLayer,
    EncoderLayer,
    Transformer,
    TransformerConfig,
    count_parameters,
    silenced_heads,
)

DEVICES = ["cpu", pytest.param("cuda", marks=pytest.mark.gpu)]

examples = settings(max_examples=20, deadline=None)  # the first one warms torch up
seeds = st.integers(0, 2**31)


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


def compare_with_torch(ours, theirs, run_ours, run_theirs, inputs):
    """Compare outputs and all gradients on copied weights."""
    theirs.double().load_state_dict(in_torch_names(ours.state_dict()))
    output, want = run_ours(), run_theirs()
    torch.testing.assert_close(output, want, **EXACT)

    upstream = normal(*want.shape, seed=9)
    results = []
    for layer, result in ((ours, output), (theirs, want)):
        names, parameters = zip(*layer.named_parameters(), strict=True)
        gradients = torch.autograd.grad(result, [*inputs, *parameters], upstream)
        results.append(
            (
                gradients[: len(inputs)],
                dict(zip(names, gradients[len(inputs) :], strict=True)),
            )
        )
    (got_inputs, got), (want_inputs, want) = results
    torch.testing.assert_close(got_inputs, want_inputs, **EXACT)
    torch.testing.assert_close(in_torch_names(got), want, **EXACT)


def torch_layer(kind, norm_first):
    return kind(D, H, D_FF, 0.0, batch_first=True, norm_first=norm_first)


SRC_PADDING = torch.tensor(
    [[False] * S, [False] * 3 + [True] * 2]
)  # torch: True = hide
FUTURE = torch.ones(T, T, dtype=torch.bool).triu(1)


@pytest.mark.parametrize("norm_first", [False, True])
def test_encoder_layer_and_gradients_equal_torch(norm_first):
    ours = perturbed(EncoderLayer(D, H, D_FF, norm_first=norm_first))
    theirs = torch_layer(nn.TransformerEncoderLayer, norm_first)
    x = normal(B, S, D, seed=1).requires_grad_()
    compare_with_torch(
        ours,
        theirs,
        lambda: ours(x, ~SRC_PADDING[:, None, None]),
        lambda: theirs(x, src_key_padding_mask=SRC_PADDING),
        [x],
    )


@pytest.mark.parametrize("norm_first", [False, True])
def test_decoder_layer_and_gradients_equal_torch(norm_first):
    ours = perturbed(DecoderLayer(D, H, D_FF, norm_first=norm_first))
    theirs = torch_layer(nn.TransformerDecoderLayer, norm_first)
    x = normal(B, T, D, seed=1).requires_grad_()
    memory = normal(B, S, D, seed=2).requires_grad_()
    compare_with_torch(
        ours,
        theirs,
        lambda: ours(x, memory, ~FUTURE, ~SRC_PADDING[:, None, None]),
        lambda: theirs(x, memory, tgt_mask=FUTURE, memory_key_padding_mask=SRC_PADDING),
        [x, memory],
    )


@pytest.mark.parametrize("norm_first", [False, True])
def test_the_whole_and_its_gradients_equal_torch(norm_first):
    model = small(norm_first=norm_first)
    final = nn.LayerNorm(D) if norm_first else None
    theirs = nn.Transformer(
        D,
        H,
        batch_first=True,
        custom_encoder=nn.TransformerEncoder(
            torch_layer(nn.TransformerEncoderLayer, norm_first),
            2,
            final,
            enable_nested_tensor=False,
        ),
        custom_decoder=nn.TransformerDecoder(
            torch_layer(nn.TransformerDecoderLayer, norm_first),
            2,
            nn.LayerNorm(D) if norm_first else None,
        ),
    )
    stacks = nn.ModuleDict({"encoder": model.encoder, "decoder": model.decoder})
    src = padded(some_ids(B, S), 5, 3)
    tgt = padded(some_ids(B, T, size=V_TGT), 4, 3)

    def run_theirs():
        return model.output(
            theirs(
                model.src_positions(model.src_embedding(src)),
                model.tgt_positions(model.tgt_embedding(tgt)),
                tgt_mask=FUTURE,
                src_key_padding_mask=src == 0,
                tgt_key_padding_mask=tgt == 0,
                memory_key_padding_mask=src == 0,
            )
        )

    compare_with_torch(
        stacks,
        theirs,
        lambda: model(src, tgt),
        run_theirs,
        [model.src_embedding.weight, model.tgt_embedding.weight],
    )


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
def test_more_padding_changes_nothing(changes, seed, more):
    model = small(**changes)
    src = padded(some_ids(B, S, seed=seed), 5, 2)
    tgt = padded(some_ids(B, T, seed=seed), 4, 3)
    longer = model(F.pad(src, (0, more)), F.pad(tgt, (0, more)))
    torch.testing.assert_close(longer[:, :T], model(src, tgt), **EXACT)


def test_a_sentence_does_not_depend_on_its_batch():
    model = small()
    src, tgt = padded(some_ids(B, S), 5, 3), padded(some_ids(B, T), 4, 2)
    together = model(src, tgt)
    alone = model(src[1:, :3], tgt[1:, :2])
    torch.testing.assert_close(together[1:, :2], alone, **EXACT)


@given(seed=seeds, order=st.permutations(range(S)))
@examples
def test_without_positions_the_order_of_the_source_is_lost(seed, order):
    model = small(positions="none")
    src, tgt = some_ids(B, S, seed=seed), some_ids(B, T, seed=seed)
    shuffled = src[:, order]
    torch.testing.assert_close(
        model.encode(shuffled), model.encode(src)[:, order], **EXACT
    )
    torch.testing.assert_close(model(shuffled, tgt), model(src, tgt), **EXACT)


@pytest.mark.parametrize("positions", ["sinusoidal", "halves", "learned", "rotary"])
def test_with_positions_the_order_of_the_source_counts(positions):
    model = small(positions=positions)
    src, tgt = torch.tensor([[4, 5, 6, 7, 8]]), some_ids(1, T)
    difference = model(src.flip(1), tgt) - model(src, tgt)
    assert difference.abs().max() > 1e-3


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


def test_one_parallel_pass_equals_one_pass_for_each_prefix():
    model = small()
    src, tgt = some_ids(B, S), some_ids(B, T)
    memory, parallel = model.encode(src), model(src, tgt)
    for t in range(1, T + 1):
        stepwise = model.decode(tgt[:, :t], memory, src)[:, -1]
        torch.testing.assert_close(parallel[:, t - 1], stepwise, **EXACT)


# variants ---------------------------------------------------------------------------


def test_shared_weights_are_one_tensor():
    model = small(tgt_vocab_size=V_SRC, tie_embeddings=True)
    assert model.output.weight is model.tgt_embedding.weight
    assert model.tgt_embedding is model.src_embedding
    separate = small(tie_output=False)
    assert separate.output.weight is not separate.tgt_embedding.weight


@pytest.mark.parametrize("norm_first", [False, True])
def test_dropout_acts_where_the_paper_has_it(norm_first):
    model = Transformer(replace(SMALL, dropout=0.5, norm_first=norm_first))
    acting = {
        name
        for name, module in model.named_modules()
        if isinstance(module, nn.Dropout) and module.p
    }
    assert acting == {
        "src_positions.dropout",
        "tgt_positions.dropout",
        *(f"encoder.layers.{i}.residual_{j}.dropout" for i in (0, 1) for j in (1, 2)),
        *(
            f"decoder.layers.{i}.residual_{j}.dropout"
            for i in (0, 1)
            for j in (1, 2, 3)
        ),
    }


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16])
@pytest.mark.parametrize("device", DEVICES)
def test_the_model_keeps_dtype_and_device(dtype, device):
    model = small().to(device, dtype)
    src, tgt = padded(some_ids(B, S), 5, 3).to(device), some_ids(B, T).to(device)
    logits = model(src, tgt)
    assert logits.dtype == dtype
    assert logits.device.type == device
    want = small()(src.cpu(), tgt.cpu())
    # logits of size 10 after two layers: bfloat16 has 8 bits of precision, float32 24
    tolerance = {torch.bfloat16: 1.0, torch.float32: 1e-4, torch.float64: 1e-9}
    torch.testing.assert_close(
        logits.double().cpu(), want, rtol=0, atol=tolerance[dtype]
    )


TRAINED = [
    "pre_norm",
    "post_norm",
    "deepnorm",
    "rms",
    "rotary",
    "learned",
    "concatenated",
]


@pytest.mark.parametrize("name", some(TRAINED, TRAINED[::2]))
def test_first_weights_train(name):
    """Learn to reverse four words, in seconds and without tuning."""
    torch.manual_seed(0)
    config = TransformerConfig(12, 12, 32, 2, 64, 2, dropout=0.0)
    model = Transformer(replace(config, **VARIANTS[name]))
    optimizer = torch.optim.Adam(model.parameters(), 3e-3)
    for step in range(300):
        src = some_ids(64, 4, seed=step, size=12)
        tgt = F.pad(src.flip(1), (1, 0), value=1)
        logits = model(src, tgt[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), tgt[:, 1:].flatten())
        if step == 0:  # a guess gives log 12 = 2.5; a tied output starts by repeating
            assert 2 < loss < 5
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert loss < 0.1


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


def test_presets():
    sizes = {
        name: TransformerConfig.preset(name, V_SRC, V_TGT)
        for name in ("toy", "everyday", "small", "base", "big")
    }
    base = sizes["base"]
    assert (base.d_model, base.n_heads, base.d_ff, base.n_layers) == (512, 8, 2048, 6)
    assert base == TransformerConfig(V_SRC, V_TGT)
    counts = [count_parameters(config) for config in sizes.values()]
    assert counts == sorted(counts)
    with pytest.raises(
        ValueError, match="one of toy, everyday, small, base, big, got huge"
    ):
        TransformerConfig.preset("huge", V_SRC, V_TGT)


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
        ({"n_heads": 5}, r"d_model \(12\) must be divisible by n_heads \(5\)"),
        ({"dropout": 1}, r"dropout must lie in \[0, 1\), got 1"),
        ({"positions": "cosine"}, "positions must be one of .*, got cosine"),
        ({"norm": "batch"}, "norm must be one of layer, rms, got batch"),
        (
            {"d_model": 15, "positions": "rotary"},
            "rotary positions need an even d_k, got 5",
        ),
        (
            {"positions": "rotary", "concatenate_positions": True},
            "rotary positions cannot be concatenated",
        ),
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
        whole = theirs(x, x, x, attn_mask=~causal)[0]
        for h in range(H):
            own = slice(h * D // H, (h + 1) * D // H)
            theirs.out_proj.weight[:, own] = 0
            silent = theirs(x, x, x, attn_mask=~causal)[0]
            theirs.out_proj.weight.copy_(before["out_proj.weight"])
            want = torch.linalg.norm(silent - whole) / torch.linalg.norm(whole)
            torch.testing.assert_close(got[h], want)
