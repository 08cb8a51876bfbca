"""Names and structure as in tutorials: w_q, fc1, sublayer, subsequent_mask, pe."""

import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F


def build_vocabulary(sentences, min_count=1):
    word2idx = {"<pad>": 0, "<bos>": 1, "<eos>": 2, "<unk>": 3}
    freq = {}
    for sent in sentences:
        for tok in sent.split():
            freq[tok] = freq.get(tok, 0) + 1
    for tok, n in sorted(freq.items(), key=lambda kv: (-kv[1], kv[0])):
        if n >= min_count and tok not in word2idx:
            word2idx[tok] = len(word2idx)
    return word2idx


def encode(sentence, vocabulary):
    stoi = vocabulary
    return [stoi[t] if t in stoi else stoi["<unk>"] for t in sentence.split()]


def pad_batch(sequences, pad_id=0):
    max_len = max([len(s) for s in sequences] or [0])
    padded = [list(s) + [pad_id] * (max_len - len(s)) for s in sequences]
    return np.array(padded, dtype=np.int64).reshape(len(sequences), max_len)


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


def sinusoidal_encoding(length, d_model, base=10000.0):
    pe = np.zeros((length, d_model))
    position = np.arange(0, length)[:, np.newaxis]
    div_term = np.exp(np.arange(0, d_model, 2) * -(math.log(base) / d_model))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)[:, : d_model // 2]
    return pe


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


def padding_mask(ids, pad_id=0):
    return ids.ne(pad_id).unsqueeze(1).unsqueeze(2)


def look_ahead_mask(query_length, key_length=None):
    size = key_length or query_length
    attn_shape = (1, 1, size, size)
    subsequent_mask = torch.triu(torch.ones(attn_shape), diagonal=1).type(torch.uint8)
    return (subsequent_mask == 0)[:, :, size - query_length :]


def decoder_mask(tgt_ids, pad_id=0):
    tgt_mask = (tgt_ids != pad_id).unsqueeze(-2).unsqueeze(1)
    return tgt_mask & look_ahead_mask(tgt_ids.size(-1)).type_as(tgt_mask.data)


class LayerNorm(nn.Module):
    def __init__(self, features, eps=1e-5):
        super().__init__()
        self.a_2 = nn.Parameter(torch.ones(features))
        self.b_2 = nn.Parameter(torch.zeros(features))
        self.gamma, self.beta = self.a_2, self.b_2
        self.eps = eps

    def forward(self, x):
        mean = x.mean(-1, keepdim=True)
        var = ((x - mean) ** 2).mean(-1, keepdim=True)
        return self.a_2 * (x - mean) * torch.rsqrt(var + self.eps) + self.b_2


class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        return self.linear_2(self.dropout(F.relu(self.linear_1(x))))


class ResidualConnection(nn.Module):
    def __init__(self, size, dropout=0.0, norm_first=True):
        super().__init__()
        self.norm = nn.LayerNorm(size)
        self.dropout = nn.Dropout(dropout)
        self.pre = norm_first

    def forward(self, x, sublayer):
        if self.pre:
            return x + self.dropout(sublayer(self.norm(x)))
        return self.norm(x + self.dropout(sublayer(x)))


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


class Encoder(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        blocks = []
        for _ in range(cfg.n_layers):
            block = EncoderLayer(
                cfg.d_model, cfg.n_heads, cfg.d_ff, cfg.dropout, cfg.norm_first
            )
            blocks.append(block)
        self.blocks = nn.ModuleList(blocks)
        self.ln_f = nn.LayerNorm(cfg.d_model) if cfg.norm_first else None

    def forward(self, x, src_mask=None):
        for block in self.blocks:
            x = block(x, src_mask)
        return x if self.ln_f is None else self.ln_f(x)


class Decoder(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        blocks = []
        for _ in range(cfg.n_layers):
            block = DecoderLayer(
                cfg.d_model, cfg.n_heads, cfg.d_ff, cfg.dropout, cfg.norm_first
            )
            blocks.append(block)
        self.blocks = nn.ModuleList(blocks)
        self.ln_f = nn.LayerNorm(cfg.d_model) if cfg.norm_first else None

    def forward(self, x, memory, tgt_mask=None, src_mask=None):
        for block in self.blocks:
            x = block(x, memory, tgt_mask, src_mask)
        return x if self.ln_f is None else self.ln_f(x)


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


def teacher_forcing(tgt):
    tgt_input = tgt[:, :-1]
    tgt_out = tgt[:, 1:]
    return tgt_input, tgt_out


def label_smoothed_loss(logits, labels, smoothing=0.1, pad_id=0):
    V = logits.size(-1)
    log_probs = F.log_softmax(logits.reshape(-1, V), dim=-1)
    target = labels.reshape(-1)
    true_dist = torch.full_like(log_probs, smoothing / V)
    true_dist.scatter_add_(
        1,
        target.unsqueeze(1),
        torch.full_like(target, 0).unsqueeze(1).to(log_probs) + (1 - smoothing),
    )
    loss = -(true_dist * log_probs).sum(-1)
    keep = target != pad_id
    return loss[keep].sum() / keep.sum().clamp(min=1)


def noam_learning_rate(step, d_model, warmup_steps):
    return (d_model ** (-0.5)) * min(step ** (-0.5), step * warmup_steps ** (-1.5))


def train_step(model, optimizer, src, tgt, smoothing=0.1):
    model.train()
    optimizer.zero_grad(set_to_none=True)
    tgt_input, tgt_out = teacher_forcing(tgt)
    loss = label_smoothed_loss(model(src, tgt_input), tgt_out, smoothing)
    loss.backward()
    optimizer.step()
    return float(loss.detach())


@torch.no_grad()
def greedy_decode(model, src, max_length, bos_id=1, eos_id=2):
    was_training = model.training
    model.eval()
    memory = model.encode(src)
    ys = torch.ones(src.size(0), 1, dtype=torch.long).fill_(bos_id).to(src.device)
    done = torch.zeros(src.size(0), dtype=torch.bool, device=src.device)
    for _ in range(max_length):
        prob = model.decode(ys, memory, src)[:, -1]
        _, next_word = torch.max(prob, dim=1)
        next_word = torch.where(done, torch.zeros_like(next_word), next_word)
        ys = torch.cat([ys, next_word.unsqueeze(1)], dim=1)
        done |= next_word == eos_id
        if done.all():
            break
    model.train(was_training)
    return ys[:, 1:]
