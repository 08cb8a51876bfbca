"""Marian in Hugging Face transformers, with its cache."""

import torch
import transformers
from torch import Tensor
from torch.nn import functional as F
from transformers import MarianConfig, MarianMTModel

from benchmarks.peers import Ids, Step, Translate, copy_linear, copy_norm, count, up_to
from benchmarks.sizes import SMOOTHING
from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID
from lernformer.fast.decoding import LENGTH_PENALTY
from lernformer.transformer import Transformer, TransformerConfig

transformers.logging.set_verbosity_error()


def build(config: TransformerConfig) -> MarianMTModel:
    c = config
    return MarianMTModel(
        MarianConfig(
            vocab_size=c.tgt_vocab_size,
            d_model=c.d_model,
            encoder_layers=c.n_layers,
            decoder_layers=c.n_layers,
            encoder_attention_heads=c.n_heads,
            decoder_attention_heads=c.n_heads,
            encoder_ffn_dim=c.d_ff,
            decoder_ffn_dim=c.d_ff,
            activation_function="relu",
            dropout=c.dropout,
            attention_dropout=0.0,
            activation_dropout=0.0,
            scale_embedding=True,
            max_position_embeddings=c.max_length,
            pad_token_id=PAD_ID,
            bos_token_id=BOS_ID,
            eos_token_id=EOS_ID,
            forced_eos_token_id=None,
            decoder_start_token_id=BOS_ID,
        )
    )


def trainer(
    config: TransformerConfig, device: torch.device, bf16: bool = False
) -> tuple[Step, int]:
    """Its own forward pass; loss and optimiser as in ``torch_nn``."""
    model = build(config).to(device).train()
    optimizer = torch.optim.AdamW(model.parameters(), 1e-4, (0.9, 0.98), fused=True)

    def step(src: Tensor, tgt: Tensor) -> Tensor:
        decoder_input = tgt[:, :-1]
        with torch.autocast(device.type, torch.bfloat16, enabled=bf16):
            logits = model(
                src,
                attention_mask=src != PAD_ID,
                decoder_input_ids=decoder_input,
                decoder_attention_mask=decoder_input != PAD_ID,
                use_cache=False,
            ).logits
            loss = F.cross_entropy(
                logits.flatten(0, 1),
                tgt[:, 1:].flatten(),
                ignore_index=PAD_ID,
                label_smoothing=SMOOTHING,
            )
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        return loss.detach()

    return step, count(model)


def translator(model: Transformer) -> Translate:
    theirs = build(model.config)
    copy(model, theirs)
    theirs.eval()

    def generate(src: Tensor, max_length: int, **options) -> Ids:
        ids = theirs.generate(
            src,
            attention_mask=(src != PAD_ID).long(),
            max_new_tokens=max_length,
            do_sample=False,
            **options,
        )
        return up_to(ids[:, 1:].tolist(), EOS_ID)

    def greedy(src: Tensor, max_length: int) -> Ids:
        return generate(src, max_length, num_beams=1)

    def beam(src: Tensor, beam_size: int, max_length: int) -> Ids:
        return generate(
            src, max_length, num_beams=beam_size, length_penalty=LENGTH_PENALTY
        )

    return Translate(greedy, beam)


@torch.no_grad()
def copy(ours: Transformer, theirs: MarianMTModel) -> None:
    theirs.model.shared.weight.copy_(ours.src_embedding.weight)
    theirs.tie_weights()
    stacks = [theirs.model.encoder.layers, theirs.model.decoder.layers]
    copied = [layer for stack in stacks for layer in stack]
    layers = [*ours.encoder.layers, *ours.decoder.layers]
    for layer, their in zip(layers, copied, strict=True):
        pairs = [(layer.self_attention, their.self_attn)]
        norms = [their.self_attn_layer_norm, their.final_layer_norm]
        if hasattr(layer, "cross_attention"):
            pairs.append((layer.cross_attention, their.encoder_attn))
            norms.insert(1, their.encoder_attn_layer_norm)
        for a, b in pairs:
            for name in ("q_proj", "k_proj", "v_proj", "out_proj"):
                copy_linear(getattr(b, name), getattr(a, name))
        copy_linear(their.fc1, layer.feed_forward.linear_1)
        copy_linear(their.fc2, layer.feed_forward.linear_2)
        for i, norm in enumerate(norms, start=1):
            copy_norm(norm, getattr(layer, f"residual_{i}").norm)
