"""Every task as its third hint says it, word for word where that is code."""

import math
from collections import Counter

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def build_vocabulary(sentences, min_count=1):
    counts = Counter(word for sentence in sentences for word in sentence.split())
    words = sorted(counts, key=lambda word: (-counts[word], word))
    specials = ["<pad>", "<bos>", "<eos>", "<unk>"]
    words = [w for w in words if counts[w] >= min_count and w not in specials]
    return {word: i for i, word in enumerate(specials + words)}


def encode(sentence, vocabulary):
    return [vocabulary.get(word, vocabulary["<unk>"]) for word in sentence.split()]


def pad_batch(sequences, pad_id=0):
    L = max((len(s) for s in sequences), default=0)
    batch = np.full((len(sequences), L), pad_id)
    for row, s in zip(batch, sequences, strict=True):
        row[: len(s)] = s
    return batch


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model, pad_id=0):
        super().__init__()
        self.weight = nn.Parameter(
            torch.randn(vocab_size, d_model) / math.sqrt(d_model)
        )
        self.weight.data[pad_id] = 0
        self.pad_id = pad_id

    def forward(self, ids):
        return F.embedding(ids, self.weight, padding_idx=self.pad_id) * math.sqrt(
            self.weight.size(1)
        )


class TiedOutput(nn.Module):
    def __init__(self, embedding):
        super().__init__()
        self.weight = embedding.weight

    def forward(self, h):
        return h @ self.weight.T


def angular_frequencies(d_model, base=10000.0):
    k = np.arange((d_model + 1) // 2)
    return base ** (-2.0 * k / d_model)


def sinusoidal_encoding(length, d_model, base=10000.0):
    encoding = np.zeros((length, d_model))
    angles = np.arange(length)[:, None] * angular_frequencies(d_model, base)
    encoding[:, 0::2] = np.sin(angles)
    encoding[:, 1::2] = np.cos(angles[:, : d_model // 2])
    return encoding


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, max_length=5000, dropout=0.0):
        super().__init__()
        table = torch.from_numpy(sinusoidal_encoding(max_length, d_model)).float()
        self.register_buffer("table", table)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, start=0):
        return self.dropout(x + self.table[start : start + x.size(-2)])


def attention_weights(q, k, mask=None):
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
    if mask is not None:
        scores = scores.masked_fill(~mask, -1e9)
    return scores.softmax(dim=-1)


def scaled_dot_product_attention(q, k, v, mask=None):
    weights = attention_weights(q, k, mask)
    return weights @ v, weights


def split_heads(x, n_heads):
    B, L, d_model = x.shape
    return x.reshape(B, L, n_heads, d_model // n_heads).transpose(1, 2)


def merge_heads(x):
    return x.transpose(1, 2).flatten(2)


class MultiHeadAttention(nn.Module):
    def __init__(self, d_model, n_heads, dropout=0.0):
        super().__init__()
        self.n_heads = n_heads
        self.q_proj = nn.Linear(d_model, d_model)
        self.k_proj = nn.Linear(d_model, d_model)
        self.v_proj = nn.Linear(d_model, d_model)
        self.out_proj = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, query, key, value, mask=None):
        q = split_heads(self.q_proj(query), self.n_heads)
        k = split_heads(self.k_proj(key), self.n_heads)
        v = split_heads(self.v_proj(value), self.n_heads)
        weights = attention_weights(q, k, mask)
        heads = self.dropout(weights) @ v
        return self.out_proj(merge_heads(heads)), weights


def padding_mask(ids, pad_id=0):
    return (ids != pad_id)[:, None, None, :]


def look_ahead_mask(query_length, key_length=None):
    key_length = query_length if key_length is None else key_length
    mask = torch.ones(query_length, key_length, dtype=torch.bool)
    return mask.tril(key_length - query_length)[None, None]


def decoder_mask(tgt_ids, pad_id=0):
    return padding_mask(tgt_ids, pad_id) & look_ahead_mask(tgt_ids.size(-1)).to(
        tgt_ids.device
    )


class LayerNorm(nn.Module):
    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.gamma * (x - mean) / torch.sqrt(variance + self.eps) + self.beta


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        hidden = self.linear_1(x).relu()
        return self.linear_2(self.dropout(hidden))


class ResidualConnection(nn.Module):
    def __init__(self, d_model, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm_first = norm_first
        self.norm = LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, sublayer):
        if self.norm_first:
            return x + self.dropout(sublayer(self.norm(x)))
        return self.norm(x + self.dropout(sublayer(x)))


class EncoderLayer(nn.Module):
    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, n_heads)
        self.feed_forward = FeedForward(d_model, d_ff)
        self.residual_1 = ResidualConnection(d_model, dropout, norm_first)
        self.residual_2 = ResidualConnection(d_model, dropout, norm_first)

    def forward(self, x, src_mask=None):
        x = self.residual_1(x, lambda h: self.self_attention(h, h, h, src_mask)[0])
        return self.residual_2(x, self.feed_forward)


class DecoderLayer(nn.Module):
    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, n_heads)
        self.cross_attention = MultiHeadAttention(d_model, n_heads)
        self.feed_forward = FeedForward(d_model, d_ff)
        self.residual_1 = ResidualConnection(d_model, dropout, norm_first)
        self.residual_2 = ResidualConnection(d_model, dropout, norm_first)
        self.residual_3 = ResidualConnection(d_model, dropout, norm_first)

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        x = self.residual_1(x, lambda h: self.self_attention(h, h, h, tgt_mask)[0])
        x = self.residual_2(
            x, lambda h: self.cross_attention(h, memory, memory, src_mask)[0]
        )
        return self.residual_3(x, self.feed_forward)


class Encoder(nn.Module):
    def __init__(self, config):
        super().__init__()
        c = config
        self.layers = nn.ModuleList(
            EncoderLayer(c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first)
            for _ in range(c.n_layers)
        )
        self.norm = LayerNorm(c.d_model) if c.norm_first else nn.Identity()

    def forward(self, x, src_mask=None):
        for layer in self.layers:
            x = layer(x, src_mask)
        return self.norm(x)


class Decoder(nn.Module):
    def __init__(self, config):
        super().__init__()
        c = config
        self.layers = nn.ModuleList(
            DecoderLayer(c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first)
            for _ in range(c.n_layers)
        )
        self.norm = LayerNorm(c.d_model) if c.norm_first else nn.Identity()

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        for layer in self.layers:
            x = layer(x, memory, tgt_mask, src_mask)
        return self.norm(x)


class Transformer(nn.Module):
    def __init__(self, config):
        super().__init__()
        c = config
        self.src_embedding = TokenEmbedding(c.src_vocab_size, c.d_model)
        self.tgt_embedding = self.src_embedding
        if not c.tie_embeddings:
            self.tgt_embedding = TokenEmbedding(c.tgt_vocab_size, c.d_model)
        self.positions = PositionalEncoding(c.d_model, c.max_length, c.dropout)
        self.encoder, self.decoder = Encoder(c), Decoder(c)
        if c.tie_output:
            self.output = TiedOutput(self.tgt_embedding)
        else:
            self.output = nn.Linear(c.d_model, c.tgt_vocab_size, bias=False)

    def encode(self, src):
        return self.encoder(self.positions(self.src_embedding(src)), padding_mask(src))

    def decode(self, tgt, memory, src):
        x = self.positions(self.tgt_embedding(tgt))
        x = self.decoder(x, memory, decoder_mask(tgt), padding_mask(src))
        return self.output(x)

    def forward(self, src, tgt):
        return self.decode(tgt, self.encode(src), src)


def teacher_forcing(tgt):
    return tgt[:, :-1], tgt[:, 1:]


def label_smoothed_loss(logits, labels, smoothing=0.1, pad_id=0):
    log_probabilities = logits.log_softmax(dim=-1)
    of_label = log_probabilities.gather(-1, labels[..., None]).squeeze(-1)
    of_all = log_probabilities.mean(dim=-1)
    loss = -(1 - smoothing) * of_label - smoothing * of_all
    real = labels != pad_id
    return loss.masked_fill(~real, 0).sum() / real.sum().clamp(min=1)


def noam_learning_rate(step, d_model, warmup_steps):
    return d_model**-0.5 * min(step**-0.5, step * warmup_steps**-1.5)


def train_step(model, optimizer, src, tgt, smoothing=0.1):
    model.train()
    decoder_input, labels = teacher_forcing(tgt)
    loss = label_smoothed_loss(model(src, decoder_input), labels, smoothing)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def greedy_decode(model, src, max_length, bos_id=1, eos_id=2):
    mode = model.training
    model.eval()
    with torch.no_grad():
        memory = model.encode(src)
        tgt = torch.full_like(src[:, :1], bos_id)
        ended = torch.zeros(len(src), dtype=torch.bool, device=src.device)
        while tgt.size(1) <= max_length and not ended.all():
            words = model.decode(tgt, memory, src)[:, -1].argmax(dim=-1)
            words = words.masked_fill(ended, 0)
            tgt = torch.cat([tgt, words[:, None]], dim=1)
            ended = ended | (words == eos_id)
    model.train(mode)
    return tgt[:, 1:]
