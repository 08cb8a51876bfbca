"""The recipe of The Annotated Transformer (Rush 2018, Huang et al. 2022), in our words.

Attention is spelled out, the output is a log-softmax, labels are smoothed into a table
that goes to a KL divergence, Adam is torch's default, and decoding reads the whole
prefix for each word, one sentence at a time. ``nn.LayerNorm`` replaces the recipe's own
norm, to its advantage: that one takes several kernels.
"""

import copy
import math

import torch
from torch import Tensor, nn

from benchmarks.peers import Ids, Step, Translate, copy_linear, copy_norm, count, up_to
from benchmarks.sizes import SMOOTHING
from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID
from lernformer.positional_encoding import halves_encoding
from lernformer.transformer import Transformer, TransformerConfig


class Attention(nn.Module):
    def __init__(self, d_model: int, n_heads: int):
        super().__init__()
        self.n_heads = n_heads
        self.projections = nn.ModuleList(nn.Linear(d_model, d_model) for _ in range(3))
        self.output = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(0.0)

    def forward(self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor):
        q, k, v = (
            linear(x).view(len(x), x.size(1), self.n_heads, -1).transpose(1, 2)
            for linear, x in zip(self.projections, (query, key, value), strict=True)
        )
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
        weights = scores.masked_fill(mask == 0, -1e9).softmax(dim=-1)
        heads = self.dropout(weights) @ v
        heads = heads.transpose(1, 2).contiguous().view(query.shape)
        return self.output(heads)


class Residual(nn.Module):
    """Post-norm, as for all peers here; the recipe's pre-norm is the same work."""

    def __init__(self, d_model: int, dropout: float):
        super().__init__()
        self.norm = nn.LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, sublayer) -> Tensor:
        return self.norm(x + self.dropout(sublayer(x)))


class Layer(nn.Module):
    """A layer of the encoder, or, with two attentions, of the decoder."""

    def __init__(self, config: TransformerConfig, n_attentions: int):
        super().__init__()
        c = config
        self.attentions = nn.ModuleList(
            Attention(c.d_model, c.n_heads) for _ in range(n_attentions)
        )
        self.feed_forward = nn.Sequential(
            nn.Linear(c.d_model, c.d_ff),
            nn.ReLU(),
            nn.Dropout(0.0),
            nn.Linear(c.d_ff, c.d_model),
        )
        residual = Residual(c.d_model, c.dropout)
        self.residuals = nn.ModuleList(
            copy.deepcopy(residual) for _ in range(n_attentions + 1)
        )

    def forward(self, x: Tensor, mask: Tensor, memory=None, src_mask=None) -> Tensor:
        x = self.residuals[0](x, lambda h: self.attentions[0](h, h, h, mask))
        if memory is not None:
            x = self.residuals[1](
                x, lambda h: self.attentions[1](h, memory, memory, src_mask)
            )
        return self.residuals[-1](x, self.feed_forward)


class AnnotatedTransformer(nn.Module):
    def __init__(self, config: TransformerConfig):
        super().__init__()
        c = config
        self.embedding = nn.Embedding(c.tgt_vocab_size, c.d_model)
        self.encoder = nn.ModuleList(Layer(c, 1) for _ in range(c.n_layers))
        self.decoder = nn.ModuleList(Layer(c, 2) for _ in range(c.n_layers))
        self.output = nn.Linear(c.d_model, c.tgt_vocab_size, bias=False)
        self.output.weight = self.embedding.weight
        self.dropout = nn.Dropout(c.dropout)
        table = torch.from_numpy(halves_encoding(c.max_length, c.d_model)).float()
        self.register_buffer("table", table)
        for parameter in self.parameters():
            if parameter.dim() > 1:
                nn.init.xavier_uniform_(parameter)

    def embed(self, ids: Tensor) -> Tensor:
        x = self.embedding(ids) * math.sqrt(self.table.size(1))
        return self.dropout(x + self.table[: ids.size(1)])

    def encode(self, src: Tensor, src_mask: Tensor) -> Tensor:
        x = self.embed(src)
        for layer in self.encoder:
            x = layer(x, src_mask)
        return x

    def decode(self, memory, src_mask, tgt, tgt_mask) -> Tensor:
        x = self.embed(tgt)
        for layer in self.decoder:
            x = layer(x, tgt_mask, memory, src_mask)
        return x

    def generate(self, hidden: Tensor) -> Tensor:
        return self.output(hidden).log_softmax(dim=-1)


def visible(length: int, device: torch.device) -> Tensor:
    future = torch.ones(1, length, length, device=device).triu(1).type(torch.uint8)
    return future == 0


def smoothed(labels: Tensor, vocab_size: int) -> Tensor:
    """The target distribution for each word, as a table (n, V)."""
    table = torch.full(
        (len(labels), vocab_size), SMOOTHING / (vocab_size - 2), device=labels.device
    )
    table.scatter_(1, labels[:, None], 1 - SMOOTHING)
    table[:, PAD_ID] = 0
    return table.masked_fill((labels == PAD_ID)[:, None], 0.0)


def trainer(
    config: TransformerConfig, device: torch.device, bf16: bool = False
) -> tuple[Step, int]:
    model = AnnotatedTransformer(config).to(device).train()
    optimizer = torch.optim.Adam(model.parameters(), 1e-4, (0.9, 0.98), 1e-9)
    criterion = nn.KLDivLoss(reduction="sum")

    def step(src: Tensor, tgt: Tensor) -> Tensor:
        tgt, labels = tgt[:, :-1], tgt[:, 1:]
        src_mask = (src != PAD_ID)[:, None, None]
        tgt_mask = (tgt != PAD_ID)[:, None] & visible(tgt.size(1), tgt.device)
        with torch.autocast(device.type, torch.bfloat16, enabled=bf16):
            memory = model.encode(src, src_mask)
            hidden = model.decode(memory, src_mask, tgt, tgt_mask[:, None])
            log_probabilities = model.generate(hidden).flatten(0, 1)
            expected = smoothed(labels.flatten(), log_probabilities.size(1))
            loss = criterion(log_probabilities, expected) / (labels != PAD_ID).sum()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        return loss.detach()

    return step, count(model)


def translator(model: Transformer) -> Translate:
    theirs = AnnotatedTransformer(model.config)
    copy_weights(model, theirs)
    theirs.eval()

    @torch.no_grad()
    def greedy(src: Tensor, max_length: int) -> Ids:
        src_mask = (src != PAD_ID)[:, None, None]
        memory = theirs.encode(src, src_mask)
        tgt = src.new_full((len(src), 1), BOS_ID)
        ended = torch.zeros(len(src), dtype=torch.bool)
        for _ in range(max_length):
            mask = visible(tgt.size(1), tgt.device)[:, None]
            hidden = theirs.decode(memory, src_mask, tgt, mask)
            word = theirs.generate(hidden[:, -1]).argmax(dim=-1)
            word = word.masked_fill(ended, PAD_ID)
            tgt = torch.cat([tgt, word[:, None]], dim=1)
            ended |= word == EOS_ID
            if ended.all():  # the recipe goes on to its limit
                break
        return up_to(tgt[:, 1:].tolist(), EOS_ID)

    return Translate(greedy)


@torch.no_grad()
def copy_weights(ours: Transformer, theirs: AnnotatedTransformer) -> None:
    theirs.embedding.weight.copy_(ours.src_embedding.weight)
    layers = [*ours.encoder.layers, *ours.decoder.layers]
    for layer, copied in zip(layers, [*theirs.encoder, *theirs.decoder], strict=True):
        attentions = [layer.self_attention, getattr(layer, "cross_attention", None)]
        for our, their in zip(attentions, copied.attentions, strict=False):
            projections = (our.q_proj, our.k_proj, our.v_proj)
            for a, b in zip(their.projections, projections, strict=True):
                copy_linear(a, b)
            copy_linear(their.output, our.out_proj)
        copy_linear(copied.feed_forward[0], layer.feed_forward.linear_1)
        copy_linear(copied.feed_forward[3], layer.feed_forward.linear_2)
        for i, residual in enumerate(copied.residuals, start=1):
            copy_norm(residual.norm, getattr(layer, f"residual_{i}").norm)
