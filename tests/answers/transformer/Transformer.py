"""Answers to `class Transformer(config)`: embeddings, positions, stacks, output.

`encode(src)`, `decode(tgt, memory, src)`, `forward(src, tgt) -> logits`.
"""

import math
from dataclasses import replace

import torch
import torch.nn.functional as F
from torch import nn

from lernformer.embedding import TiedOutput, TokenEmbedding
from lernformer.masking import decoder_mask, padding_mask
from lernformer.mistakes.transformer.Transformer import Right
from lernformer.positional_encoding import (
    LearnedPositionalEncoding,
    PositionalEncoding,
    sinusoidal_encoding,
)
from lernformer.transformer import Decoder, DecoderLayer, Encoder, EncoderLayer
from lernformer.transformer import Transformer as Ready

from .. import mutant, variant

TASK = "transformer.Transformer"


# --- Wrong: words and positions ----------------------------------------------------


@mutant(TASK, mistake="target_in_source_table")
class OneTableMade(Right):
    """One table is made, for the source's words."""

    def embeddings(self, c):
        table = TokenEmbedding(c.src_vocab_size, c.d_model)
        return table, table

    def head(self, c):
        return nn.Linear(c.d_model, c.tgt_vocab_size, bias=False)


@mutant(TASK, mistake="source_words_out")
class VocabulariesSwapped(Right):
    """The sizes of the vocabularies in the wrong order."""

    def embeddings(self, c):
        tgt, src = (
            TokenEmbedding(n, c.d_model) for n in (c.src_vocab_size, c.tgt_vocab_size)
        )
        return src, tgt

    def read_src(self, src):
        return self.positions(self.src_words(src % self.config.tgt_vocab_size))

    def read_tgt(self, tgt):
        return self.positions(self.tgt_words(tgt % self.config.src_vocab_size))


# --- Wrong: the stacks --------------------------------------------------------------


@mutant(TASK, mistake="final_norm_again")
class NormedAgain(Right):
    """A norm before the output, which the decoder has at its end."""

    def __init__(self, config):
        super().__init__(config)
        self.norm = nn.LayerNorm(config.d_model)

    def decode(self, tgt, memory, src):
        x = self.read_tgt(tgt)
        x = self.decoder(x, memory, decoder_mask(tgt), padding_mask(src))
        return self.output(self.norm(x))


@mutant(TASK, mistake="parts_in_list")
class StacksInAList(Right):
    """A plain list hides the stacks."""

    def __init__(self, config):
        super().__init__(config)
        self.stacks = [self.encoder, self.decoder]
        del self.encoder, self.decoder

    def encode(self, src):
        return self.stacks[0](self.read_src(src), padding_mask(src))

    def decode(self, tgt, memory, src):
        x = self.read_tgt(tgt)
        x = self.stacks[1](x, memory, decoder_mask(tgt), padding_mask(src))
        return self.output(x)


# --- Wrong: dropout, manners, registration ------------------------------------------


@mutant(TASK, mistake="dropout_in_eval")
class DropsInEval(Right):
    """Dropout by hand, always."""

    def place(self, c):
        self.p = c.dropout
        return PositionalEncoding(c.d_model, c.max_length)

    def read_src(self, src):
        return nn.functional.dropout(super().read_src(src), self.p)


@mutant(TASK, mistake="state_kept")
class MaskOfTheLastSource(Right):
    """The source's mask is kept for the decoder."""

    def encode(self, src):
        self.kept = padding_mask(src)
        return super().encode(src)

    def decode(self, tgt, memory, src):
        x = self.read_tgt(tgt)
        return self.output(self.decoder(x, memory, decoder_mask(tgt), self.kept))


@mutant(TASK, mistake="methods_missing")
class ForwardOnly(nn.Module):
    """All in forward."""

    def __init__(self, config):
        super().__init__()
        self.inner = Right(config)

    def forward(self, src, tgt):
        return self.inner(src, tgt)


@mutant(TASK, mistake="ready_made")
class OurOwnInside(nn.Module):
    """The course's own model, wrapped."""

    def __init__(self, config):
        super().__init__()
        self.model = Ready(config)

    def encode(self, src):
        return self.model.encode(src)

    def decode(self, tgt, memory, src):
        return self.model.decode(tgt, memory, src)

    def forward(self, src, tgt):
        return self.model(src, tgt)


@mutant(TASK, mistake="ready_made")
class OurOwn(Ready):
    """The course's own model under another name."""


@mutant(TASK, mistake="ready_made")
class TorchsInside(Right):
    """torch's own model between embedding and output."""

    def __init__(self, config):
        super().__init__(config)
        c = config
        self.model = nn.Transformer(c.d_model, c.n_heads, c.n_layers, c.n_layers)

    def forward(self, src, tgt):
        x, y = self.read_src(src).mT, self.read_tgt(tgt).mT
        return self.output(self.model(x, y))


@mutant(TASK, mistake="starts_large")
class TorchsTables(Right):
    """nn.Embedding times √d_model is TokenEmbedding."""

    def embeddings(self, c):
        src, tgt = (
            nn.Embedding(n, c.d_model, padding_idx=0)
            for n in (c.src_vocab_size, c.tgt_vocab_size)
        )
        return src, src if c.tie_embeddings else tgt

    def read_src(self, src):
        return self.positions(self.src_words(src) * self.config.d_model**0.5)

    def read_tgt(self, tgt):
        return self.positions(self.tgt_words(tgt) * self.config.d_model**0.5)


# --- Right --------------------------------------------------------------------------

variant(TASK)(Right)


@variant(TASK)
class OneLineEach(nn.Module):
    """Other names, other order; two tables of positions; weight of Linear shared."""

    def __init__(self, c):
        super().__init__()
        self.fc = nn.Linear(c.d_model, c.tgt_vocab_size, bias=False)
        self.dec, self.enc = Decoder(c), Encoder(c)
        self.pos_b = PositionalEncoding(c.d_model, c.max_length, c.dropout)
        self.pos_a = PositionalEncoding(c.d_model, c.max_length, c.dropout)
        self.emb_b = TokenEmbedding(c.tgt_vocab_size, c.d_model)
        self.emb_a = TokenEmbedding(c.src_vocab_size, c.d_model)
        if c.tie_embeddings:
            self.emb_a = self.emb_b
        if c.tie_output:
            self.fc.weight = self.emb_b.weight

    def encode(self, src):
        return self.enc(self.pos_a(self.emb_a(src)), src_mask=padding_mask(src))

    def decode(self, tgt, memory, src):
        x = self.pos_b(self.emb_b(tgt))
        tgt_mask, src_mask = decoder_mask(tgt), padding_mask(src)
        x = self.dec(x, memory, src_mask=src_mask, tgt_mask=tgt_mask)
        return self.fc(x)

    def forward(self, src, tgt):
        memory = self.encode(src)
        return self.decode(tgt, memory, src)


@variant(TASK)
class OwnWords(Right):
    """nn.Embedding times √d_model, positions from the formula, F.linear."""

    def embeddings(self, c):
        def table(n):
            words = nn.Embedding(n, c.d_model, padding_idx=0)
            words.weight.data /= c.d_model**0.5
            return words

        src = table(c.src_vocab_size)
        return src, src if c.tie_embeddings else table(c.tgt_vocab_size)

    def place(self, c):
        self.root = math.sqrt(c.d_model)
        table = torch.from_numpy(sinusoidal_encoding(c.max_length, c.d_model))
        self.register_buffer("table", table)
        return nn.Dropout(c.dropout)

    def head(self, c):
        if not c.tie_output:
            return nn.Linear(c.d_model, c.tgt_vocab_size, bias=False)
        return lambda h: nn.functional.linear(h, self.tgt_words.weight)

    def read(self, words, ids):
        x = words(ids) * self.root
        return self.positions(x + self.table[: ids.size(1)].to(x.dtype))

    def read_src(self, src):
        return self.read(self.src_words, src)

    def read_tgt(self, tgt):
        return self.read(self.tgt_words, tgt)


@variant(TASK)
class OwnMasks(Right):
    """Masks by comparison, of other shapes."""

    def decode(self, tgt, memory, src):
        B, T = tgt.shape
        place = torch.arange(T, device=tgt.device)
        seen = (place[:, None] >= place) & tgt.ne(0)[:, None, :]
        x = self.decoder(
            self.read_tgt(tgt), memory, seen.unsqueeze(1), (src != 0).view(B, 1, 1, -1)
        )
        return self.output(x)


@variant(TASK)
class TableAsParameter(nn.Module):
    """Tables as plain parameters, drawn here."""

    def __init__(self, c):
        super().__init__()
        self.c = c

        def table(n):
            return nn.Parameter(torch.randn(n, c.d_model) / c.d_model**0.5)

        self.src_table = table(c.src_vocab_size)
        self.tgt_table = self.src_table
        if not c.tie_embeddings:
            self.tgt_table = table(c.tgt_vocab_size)
        self.out = self.tgt_table
        if not c.tie_output:
            self.out = table(c.tgt_vocab_size)
        self.add = PositionalEncoding(c.d_model, dropout=c.dropout)
        self.stacks = nn.ModuleDict({"decoder": Decoder(c), "encoder": Encoder(c)})

    def embed(self, table, ids):
        return self.add(nn.functional.embedding(ids, table) * self.c.d_model**0.5)

    def encode(self, src):
        return self.stacks["encoder"](
            self.embed(self.src_table, src), padding_mask(src)
        )

    def decode(self, tgt, memory, src):
        x = self.embed(self.tgt_table, tgt)
        masks = decoder_mask(tgt), padding_mask(src)
        x = self.stacks["decoder"](x, memory, *masks)
        return torch.einsum("btd,vd->btv", x, self.out)

    def forward(self, src, tgt):
        return self.decode(tgt, self.encode(src), src)


class Stack(nn.Module):
    """A stack under another name, of either kind of layer."""

    def __init__(self, layer, c):
        super().__init__()
        sizes = c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first
        self.layers = nn.ModuleList(layer(*sizes) for _ in range(c.n_layers))
        self.norm = nn.LayerNorm(c.d_model) if c.norm_first else nn.Identity()

    def forward(self, x, *context):
        for layer in self.layers:
            x = layer(x, *context)
        return self.norm(x)


@variant(TASK)
class OwnStacks(Right):
    """Stacks that are not called Encoder and Decoder."""

    def __init__(self, config):
        super().__init__(config)
        self.decoder = Stack(DecoderLayer, config)
        self.encoder = Stack(EncoderLayer, config)


@variant(TASK)
class Functional(nn.Module):
    """nn.Embedding, a buffer of positions, masks in one line each, F.linear."""

    def __init__(self, config):
        super().__init__()
        c = self.config = config
        self.source = nn.Embedding(c.src_vocab_size, c.d_model, padding_idx=0)
        self.target = self.source
        if not c.tie_embeddings:
            self.target = nn.Embedding(c.tgt_vocab_size, c.d_model, padding_idx=0)
        table = sinusoidal_encoding(c.max_length, c.d_model)
        self.register_buffer("table", torch.tensor(table), persistent=False)
        for words in (self.source, self.target):
            nn.init.normal_(words.weight, std=0.02)
        self.encoder, self.decoder = Encoder(c), Decoder(c)
        self.dropout = nn.Dropout(c.dropout)
        if not c.tie_output:
            self.output = nn.Linear(c.d_model, c.tgt_vocab_size, bias=False)

    def embed(self, layer, ids):
        x = layer(ids) * self.config.d_model**0.5
        return self.dropout(x + self.table[: ids.size(1)].to(x))

    def encode(self, src):
        return self.encoder(self.embed(self.source, src), src.ne(0)[:, None, None])

    def decode(self, tgt, memory, src):
        places = torch.arange(tgt.size(1), device=tgt.device)
        mask = tgt.ne(0)[:, None, None] & (places[:, None] >= places)
        x = self.embed(self.target, tgt)
        x = self.decoder(x, memory, mask, src.ne(0)[:, None, None])
        if self.config.tie_output:
            return F.linear(x, self.target.weight)
        return self.output(x)

    def forward(self, src, tgt):
        return self.decode(tgt=tgt, memory=self.encode(src=src), src=src)


@variant(TASK)
class WeightAssigned(Right):
    """nn.Linear whose weight is the embedding's."""

    def head(self, c):
        output = nn.Linear(c.d_model, c.tgt_vocab_size, bias=False)
        if c.tie_output:
            output.weight = next(self.tgt_words.parameters())
        return output
