"""Names and structure as in tutorials: w_q, fc1, sublayer, subsequent_mask, pe.

What tutorials write as the hints do is imported from there.
"""

import math

import torch
from torch import nn
from torch.nn import functional as F

from hand.hint_three import (  # noqa: F401
    FeedForward,
    LayerNorm,
    ResidualConnection,
    build_vocabulary,
    encode,
    greedy_decode,
    label_smoothed_loss,
    noam_learning_rate,
    pad_batch,
    padding_mask,
    sinusoidal_encoding,
    teacher_forcing,
    train_step,
)


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model, pad_id=0):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model, padding_idx=pad_id)
        nn.init.normal_(self.embedding.weight, mean=0, std=d_model**-0.5)
        nn.init.constant_(self.embedding.weight[pad_id], 0)
        self.weight = self.embedding.weight
        self.emb_size = d_model

    def forward(self, tokens):
        return self.embedding(tokens.long()) * math.sqrt(self.emb_size)


class TiedOutput(nn.Module):
    def __init__(self, embedding):
        super().__init__()
        vocab, d_model = embedding.weight.shape
        self.generator = nn.Linear(d_model, vocab, bias=False)
        self.generator.weight = embedding.weight

    def forward(self, h):
        return self.generator(h)


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, max_length=5000, dropout=0.0):
        super().__init__()
        self.dropout = nn.Dropout(p=dropout)
        pe = torch.tensor(sinusoidal_encoding(max_length, d_model)).float()
        self.register_buffer("pe", pe)

    def forward(self, x, start=0):
        return self.dropout(x + self.pe[start : start + x.size(-2)])


def attention(query, key, value, mask=None, dropout=None):
    d_k = query.size(-1)
    scores = torch.matmul(query, key.transpose(-2, -1)) / math.sqrt(d_k)
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    p_attn = F.softmax(scores, dim=-1)
    dropped = p_attn if dropout is None else dropout(p_attn)
    return torch.matmul(dropped, value), p_attn


def scaled_dot_product_attention(q, k, v, mask=None):
    return attention(q, k, v, mask)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        assert d_model % n_heads == 0
        self.d_k, self.h = d_model // n_heads, n_heads
        self.linears = nn.ModuleList([nn.Linear(d_model, d_model) for _ in range(4)])
        self.q_proj, self.k_proj, self.v_proj, self.out_proj = self.linears
        self.attn = None
        self.dropout = nn.Dropout(p=dropout)

    def forward(self, query, key, value, mask=None):
        nbatches = query.size(0)
        query, key, value = [
            lin(x).view(nbatches, -1, self.h, self.d_k).transpose(1, 2)
            for lin, x in zip(self.linears, (query, key, value), strict=False)
        ]
        x, self.attn = attention(query, key, value, mask, self.dropout)
        x = x.transpose(1, 2).contiguous().view(nbatches, -1, self.h * self.d_k)
        return self.linears[-1](x), self.attn


def look_ahead_mask(query_length, key_length=None):
    size = key_length or query_length
    attn_shape = (1, 1, size, size)
    subsequent_mask = torch.triu(torch.ones(attn_shape), diagonal=1).type(torch.uint8)
    return (subsequent_mask == 0)[:, :, size - query_length :]


def decoder_mask(tgt_ids, pad_id=0):
    tgt_mask = (tgt_ids != pad_id).unsqueeze(-2).unsqueeze(1)
    return tgt_mask & look_ahead_mask(tgt_ids.size(-1)).type_as(tgt_mask.data)


class EncoderLayer(nn.Module):
    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.self_attn = MultiHeadAttention(d_model, n_heads)
        self.ffn = nn.Sequential(
            nn.Linear(d_model, d_ff), nn.ReLU(), nn.Linear(d_ff, d_model)
        )
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.dropout1, self.dropout2 = nn.Dropout(dropout), nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x, src_mask=None):
        if self.norm_first:
            h = self.norm1(x)
            x = x + self.dropout1(self.self_attn(h, h, h, src_mask)[0])
            return x + self.dropout2(self.ffn(self.norm2(x)))
        x = self.norm1(x + self.dropout1(self.self_attn(x, x, x, src_mask)[0]))
        return self.norm2(x + self.dropout2(self.ffn(x)))


class DecoderLayer(nn.Module):
    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.self_attn = MultiHeadAttention(d_model, n_heads)
        self.src_attn = MultiHeadAttention(d_model, n_heads)
        self.ffn = FeedForward(d_model, d_ff)
        self.sublayer = nn.ModuleList(
            ResidualConnection(d_model, dropout, norm_first) for _ in range(3)
        )

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        m = memory
        x = self.sublayer[0](x, lambda x: self.self_attn(x, x, x, tgt_mask)[0])
        x = self.sublayer[1](x, lambda x: self.src_attn(x, m, m, src_mask)[0])
        return self.sublayer[2](x, self.ffn)


class Stack(nn.Module):
    def __init__(self, cfg, layer):
        super().__init__()
        c = cfg
        sizes = c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first
        self.blocks = nn.ModuleList([layer(*sizes) for _ in range(c.n_layers)])
        self.ln_f = nn.LayerNorm(c.d_model) if c.norm_first else None

    def forward(self, x, *memory_and_masks):
        for block in self.blocks:
            x = block(x, *memory_and_masks)
        return x if self.ln_f is None else self.ln_f(x)


class Encoder(Stack):
    def __init__(self, cfg):
        super().__init__(cfg, EncoderLayer)

    def forward(self, x, src_mask=None):
        return super().forward(x, src_mask)


class Decoder(Stack):
    def __init__(self, cfg):
        super().__init__(cfg, DecoderLayer)

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        return super().forward(x, memory, tgt_mask, src_mask)


class Transformer(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.encoder, self.decoder = Encoder(cfg), Decoder(cfg)
        self.src_tok_emb = TokenEmbedding(cfg.src_vocab_size, cfg.d_model)
        self.tgt_tok_emb = TokenEmbedding(cfg.tgt_vocab_size, cfg.d_model)
        if cfg.tie_embeddings:
            self.tgt_tok_emb = self.src_tok_emb
        self.generator = nn.Linear(cfg.d_model, cfg.tgt_vocab_size, bias=False)
        if cfg.tie_output:
            self.generator.weight = self.tgt_tok_emb.weight
        self.pe = PositionalEncoding(cfg.d_model, cfg.max_length, cfg.dropout)

    def encode(self, src):
        return self.encoder(self.pe(self.src_tok_emb(src)), padding_mask(src))

    def decode(self, tgt, memory, src):
        x = self.pe(self.tgt_tok_emb(tgt))
        x = self.decoder(x, memory, decoder_mask(tgt), padding_mask(src))
        return self.generator(x)

    def forward(self, src, tgt):
        return self.decode(tgt, self.encode(src), src)
