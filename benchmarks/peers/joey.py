"""JoeyNMT, with its own loss, optimiser and search."""

from types import SimpleNamespace

import torch
from joeynmt.batch import Batch
from joeynmt.builders import build_optimizer
from joeynmt.model import Model, build_model
from joeynmt.search import search
from torch import Tensor

from benchmarks.peers import Ids, Step, Translate, copy_linear, copy_norm, count, up_to
from benchmarks.sizes import SMOOTHING
from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID, UNK_ID
from lernformer.fast.decoding import LENGTH_PENALTY
from lernformer.positional_encoding import halves_encoding
from lernformer.transformer import Transformer, TransformerConfig


class Words(SimpleNamespace):
    """What its model needs from a vocabulary, with our ids."""

    def __len__(self) -> int:
        return self.size

    def lookup(self, word: str) -> int:
        return int(word)


def build(config: TransformerConfig) -> Model:
    c = config
    stack = {
        "type": "transformer",
        "num_layers": c.n_layers,
        "num_heads": c.n_heads,
        "hidden_size": c.d_model,
        "ff_size": c.d_ff,
        "dropout": c.dropout,
        "layer_norm": "post",
        "embeddings": {
            "embedding_dim": c.d_model,
            "scale": True,
            "dropout": c.dropout,
        },
    }
    words = Words(
        size=c.tgt_vocab_size,
        pad_index=PAD_ID,
        bos_index=BOS_ID,
        eos_index=EOS_ID,
        unk_index=UNK_ID,
        sep_index=None,
        specials=[],
        lang_tags=[],
    )
    settings = {"encoder": stack, "decoder": stack}
    settings |= {"tied_embeddings": True, "tied_softmax": True}
    model = build_model(settings, words, words)
    for name, module in model.named_modules():
        # dropout where ours has it: only on what a sublayer adds
        if name.endswith(("_att.dropout", "pwff_layer.2")):
            module.p = 0.0
    model.loss_function = ("crossentropy", SMOOTHING)
    return model


def batch_of(src: Tensor, tgt: Tensor | None = None) -> Batch:
    return Batch(
        src=src,
        src_length=(src != PAD_ID).sum(dim=1),
        src_prompt_mask=None,
        trg=tgt,
        trg_prompt_mask=None,
        indices=torch.arange(len(src)),
        device=src.device,
        pad_index=PAD_ID,
        eos_index=EOS_ID,
        is_train=tgt is not None,
    )


def trainer(
    config: TransformerConfig, device: torch.device, bf16: bool = False
) -> tuple[Step, int]:
    model = build(config).to(device).train()
    settings = {"optimizer": "adam", "learning_rate": 1e-4, "adam_betas": (0.9, 0.98)}
    optimizer = build_optimizer(settings, model.parameters())

    def step(src: Tensor, tgt: Tensor) -> Tensor:
        batch = batch_of(src, tgt)
        with torch.autocast(device.type, torch.bfloat16, enabled=bf16):
            loss, *_ = model(return_type="loss", **vars(batch))
        loss = batch.normalize(loss, "tokens")
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        return loss.detach()

    return step, count(model)


def translator(model: Transformer) -> Translate:
    theirs = build(model.config)
    copy(model, theirs)
    theirs.eval()

    def run(src: Tensor, beam_size: int, max_length: int) -> Ids:
        ids, _, _ = search(theirs, batch_of(src), max_length, beam_size, LENGTH_PENALTY)
        return up_to(ids.tolist(), EOS_ID)

    return Translate(lambda src, max_length: run(src, 1, max_length), run)


@torch.no_grad()
def copy(ours: Transformer, theirs: Model) -> None:
    theirs.src_embed.lut.weight.copy_(ours.src_embedding.weight)
    for side in (theirs.encoder, theirs.decoder):
        length, d_model = side.pe.pe.shape[1:]
        side.pe.pe[0] = torch.from_numpy(halves_encoding(length, d_model)).float()
    layers = [*ours.encoder.layers, *ours.decoder.layers]
    copied = [*theirs.encoder.layers, *theirs.decoder.layers]
    for layer, their in zip(layers, copied, strict=True):
        if hasattr(layer, "cross_attention"):
            pairs = [
                (layer.self_attention, their.trg_trg_att),
                (layer.cross_attention, their.src_trg_att),
            ]
            norms = [their.x_layer_norm, their.dec_layer_norm]
        else:
            pairs = [(layer.self_attention, their.src_src_att)]
            norms = [their.layer_norm]
        for a, b in pairs:
            copy_linear(b.q_layer, a.q_proj)
            copy_linear(b.k_layer, a.k_proj)
            copy_linear(b.v_layer, a.v_proj)
            copy_linear(b.output_layer, a.out_proj)
        copy_linear(their.feed_forward.pwff_layer[0], layer.feed_forward.linear_1)
        copy_linear(their.feed_forward.pwff_layer[3], layer.feed_forward.linear_2)
        for i, norm in enumerate([*norms, their.feed_forward.layer_norm], start=1):
            copy_norm(norm, getattr(layer, f"residual_{i}").norm)
