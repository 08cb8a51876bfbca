"""``torch.nn.Transformer``, used as its tutorial does."""

import math

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from benchmarks.peers import Ids, Step, Translate, copy_linear, copy_norm, count, up_to
from benchmarks.sizes import SMOOTHING
from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID
from lernformer.positional_encoding import halves_encoding
from lernformer.transformer import Transformer, TransformerConfig


class TorchTransformer(nn.Module):
    """Embedding, positions and output around ``nn.Transformer``."""

    def __init__(self, config: TransformerConfig):
        super().__init__()
        c = config
        sizes = (c.d_model, c.n_heads, c.d_ff, c.dropout)
        encoder = nn.TransformerEncoderLayer(*sizes, batch_first=True)
        decoder = nn.TransformerDecoderLayer(*sizes, batch_first=True)
        # dropout where ours has it: only on what a sublayer adds
        for layer in (encoder, decoder):
            layer.self_attn.dropout = layer.dropout.p = 0.0
        decoder.multihead_attn.dropout = 0.0
        self.transformer = nn.Transformer(
            c.d_model,
            c.n_heads,
            custom_encoder=nn.TransformerEncoder(encoder, c.n_layers),
            custom_decoder=nn.TransformerDecoder(decoder, c.n_layers),
            batch_first=True,
        )
        self.embedding = nn.Embedding(c.tgt_vocab_size, c.d_model, padding_idx=PAD_ID)
        nn.init.normal_(self.embedding.weight, std=c.d_model**-0.5)
        self.output = nn.Linear(c.d_model, c.tgt_vocab_size, bias=False)
        self.output.weight = self.embedding.weight
        self.dropout = nn.Dropout(c.dropout)
        table = torch.from_numpy(halves_encoding(c.max_length, c.d_model)).float()
        self.register_buffer("table", table)

    def embed(self, ids: Tensor) -> Tensor:
        x = self.embedding(ids) * math.sqrt(self.table.size(1))
        return self.dropout(x + self.table[: ids.size(1)])

    def encode(self, src: Tensor) -> Tensor:
        return self.transformer.encoder(
            self.embed(src), src_key_padding_mask=src == PAD_ID
        )

    def decode(self, tgt: Tensor, memory: Tensor, src: Tensor) -> Tensor:
        return self.transformer.decoder(
            self.embed(tgt),
            memory,
            tgt_mask=future(tgt),
            tgt_key_padding_mask=tgt == PAD_ID,
            memory_key_padding_mask=src == PAD_ID,
        )

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        hidden = self.transformer(
            self.embed(src),
            self.embed(tgt),
            tgt_mask=future(tgt),
            src_key_padding_mask=src == PAD_ID,
            tgt_key_padding_mask=tgt == PAD_ID,
            memory_key_padding_mask=src == PAD_ID,
        )
        return self.output(hidden)


def future(tgt: Tensor) -> Tensor:
    """True where torch's layers must not look."""
    length = tgt.size(1)
    return torch.ones(length, length, dtype=torch.bool, device=tgt.device).triu(1)


def trainer(
    config: TransformerConfig, device: torch.device, bf16: bool = False
) -> tuple[Step, int]:
    """The loss in one torch call, the fused optimiser: only the model differs."""
    model = TorchTransformer(config).to(device).train()
    optimizer = torch.optim.AdamW(model.parameters(), 1e-4, (0.9, 0.98), fused=True)

    def step(src: Tensor, tgt: Tensor) -> Tensor:
        with torch.autocast(device.type, torch.bfloat16, enabled=bf16):
            logits = model(src, tgt[:, :-1])
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
    """The usual loop, which reads the whole prefix for each word."""
    theirs = TorchTransformer(model.config)
    copy(model, theirs)
    theirs.eval()

    @torch.no_grad()
    def greedy(src: Tensor, max_length: int) -> Ids:
        memory = theirs.encode(src)
        # the encoder's fast path drops columns that are padding in every row
        src = src[:, : memory.size(1)]
        tgt = src.new_full((len(src), 1), BOS_ID)
        ended = torch.zeros(len(src), dtype=torch.bool)
        for _ in range(max_length):
            hidden = theirs.decode(tgt, memory, src)
            word = theirs.output(hidden[:, -1]).argmax(dim=-1)
            word = word.masked_fill(ended, PAD_ID)
            tgt = torch.cat([tgt, word[:, None]], dim=1)
            ended |= word == EOS_ID
            if ended.all():
                break
        return up_to(tgt[:, 1:].tolist(), EOS_ID)

    return Translate(greedy)


@torch.no_grad()
def copy(ours: Transformer, theirs: TorchTransformer) -> None:
    theirs.embedding.weight.copy_(ours.src_embedding.weight)
    stacks = [
        (ours.encoder.layers, theirs.transformer.encoder.layers),
        (ours.decoder.layers, theirs.transformer.decoder.layers),
    ]
    for layer, copied in (pair for stack in stacks for pair in zip(*stack)):  # noqa: B905
        attentions = [(layer.self_attention, copied.self_attn)]
        if hasattr(layer, "cross_attention"):
            attentions.append((layer.cross_attention, copied.multihead_attn))
        for our, their in attentions:
            projections = [our.q_proj, our.k_proj, our.v_proj]
            their.in_proj_weight.copy_(torch.cat([p.weight for p in projections]))
            their.in_proj_bias.copy_(torch.cat([p.bias for p in projections]))
            copy_linear(their.out_proj, our.out_proj)
        copy_linear(copied.linear1, layer.feed_forward.linear_1)
        copy_linear(copied.linear2, layer.feed_forward.linear_2)
        for i in range(1, len(attentions) + 2):
            copy_norm(getattr(copied, f"norm{i}"), getattr(layer, f"residual_{i}").norm)
