# %% [markdown]
# # Exercise: the transformer
#
# You now have all the parts of a Transformer. Words become vectors, positions are added
# to them, attention mixes the tokens, and a feed-forward network transforms them.
# Residual connections and norms keep the whole model trainable. Now you put these parts
# together:
#
# $$
# \text{source} \;\to\; \text{encoder} \;\to\; \text{memory}, \qquad
# \text{target so far},\ \text{memory} \;\to\; \text{decoder} \;\to\; \text{logits}
# $$
#
# First you build one layer of each stack, then the two stacks, and then the whole
# model. After that, you check that your model can't look ahead, and you count its
# parameters. You don't train anything yet, because training is the subject of the next
# chapter.
#
# **Axes:** `B` batch, `S` source, `T` target, `d` features, `V` vocabulary. **Masks**
# are boolean, and True means that the query may attend to the key. The id of padding is
# 0.
#
# The parts come from the earlier chapters. You can choose the names of the attributes
# in which you store them, but the model must not have any parameters besides those of
# the parts.

# %%
import torch
from IPython.display import display
from torch import Tensor, nn

from lernformer import figures
from lernformer.attention import MultiHeadAttention
from lernformer.checks import (
    check,
    deal,
    defend,
    hint,
    passed,
    predict,
    recheck,
    repair,
    reset,
    reveal,
    status,
)
from lernformer.embedding import TiedOutput, TokenEmbedding
from lernformer.masking import decoder_mask, padding_mask
from lernformer.positional_encoding import PositionalEncoding, positional_layer
from lernformer.residual_norm import FeedForward, LayerNorm, ResidualConnection
from lernformer.transformer import TransformerConfig

# %% task transformer.EncoderLayer
# An encoder layer has two sublayers. In self-attention (MHA), every word attends to all
# words. After that, the feed-forward network (FFN) processes each word by itself. Write
# a class `EncoderLayer` that puts each of the two sublayers into its own residual
# connection, with its own norm.
#
# $$
# x \leftarrow x + \mathrm{MHA}(\mathrm{norm}(x)), \qquad
# x \leftarrow x + \mathrm{FFN}(\mathrm{norm}(x))
# $$
#
# The formula shows pre-norm. If `norm_first` is False, the layer is post-norm. For
# example, its first step is then $\mathrm{norm}(x + \mathrm{MHA}(x))$. As a reminder,
# these are the parts:
#
# - `MultiHeadAttention(d_model, n_heads)`, called with `(query, key, value, mask)`,
#   returns `(output, weights)`.
# - `FeedForward(d_model, d_ff)`, called with `(x)`, returns a tensor of the same shape.
# - `ResidualConnection(d_model, dropout, norm_first)` is called with `(x, sublayer)`,
#   where `sublayer` is a function of one tensor. The connection already contains the
#   norm and the dropout.

# %% task transformer.DecoderLayer
# A decoder layer has one more sublayer than an encoder layer. Between self-attention
# and the feed-forward network, it attends to the memory, which is the encoder's output.
# This is the only place where the target sees the source. Write a class `DecoderLayer`
# with all three sublayers.
#
# $$
# x \leftarrow x + \mathrm{MHA}(\mathrm{norm}(x)), \quad
# x \leftarrow x + \mathrm{MHA}(\mathrm{norm}(x), \text{memory}, \text{memory}), \quad
# x \leftarrow x + \mathrm{FFN}(\mathrm{norm}(x))
# $$
#
# In the second attention, the queries come from the target, and the keys and values
# come from the memory. Don't normalise the memory here, because the encoder has already
# done that.

# %% task transformer.Encoder
# Write a class `Encoder` for a stack of encoder layers. The layers run one after the
# other, and each has its own parameters. Whether the stack needs a norm at its end
# depends on where the norms of the layers are. With pre-norm, nothing has normalised
# the output of the last layer yet, so add a final `LayerNorm`. With post-norm, each
# layer already ends with a norm, so don't add another.
#
# $$
# \mathrm{memory} = \mathrm{norm}(\mathrm{layer}_N(\cdots \mathrm{layer}_1(x)))
# $$
#
# From here on, all sizes are in a configuration object, a `TransformerConfig`. For this
# task, you need its `d_model`, `n_heads`, `d_ff`, `n_layers`, `dropout` and
# `norm_first`. Create the layers by calling `EncoderLayer`. The check puts a layer of
# its own under that name, so a mistake in your layer won't cost you any points here.

# %% task transformer.Decoder
# The decoder is also a stack of layers. All of its layers get the same memory, which is
# the output of the whole encoder. Write a class `Decoder` that creates its layers by
# calling `DecoderLayer`. Like the encoder, it ends with a norm only if its layers use
# pre-norm.
#
# $$
# h = \mathrm{norm}(\mathrm{layer}_N(\cdots \mathrm{layer}_1(x, \text{memory}) \cdots,
# \text{memory}))
# $$

# %% task transformer.Transformer
# Now write a class `Transformer` for the whole model in the paper's Figure 1. The model
# takes the ids of a source and a target. For each prefix of the target, it returns one
# logit for each word that could come next. Encoding and decoding are separate methods,
# because a translation needs the encoder only once but runs the decoder again for each
# new word.
#
# $$
# \text{memory} = \mathrm{encode}(\text{src}), \qquad
# \text{logits} = \mathrm{decode}(\text{tgt}, \text{memory}, \text{src})
# $$
#
# Besides the two stacks, you need these parts:
#
# - `TokenEmbedding(vocab_size, d_model)` already multiplies by $\sqrt{d}$. If
#   `config.tie_embeddings` is True, the two languages share one embedding. Otherwise,
#   each language has its own.
# - `PositionalEncoding(d_model, max_length, dropout)` adds the sinusoids and applies
#   dropout. You need it for both the source and the target. You don't need
#   `positional_layer`, which makes other kinds of positions.
# - If `config.tie_output` is True, the output layer is a `TiedOutput(…)` of the
#   target's embedding. Otherwise, it is an `nn.Linear` with `tgt_vocab_size` outputs
#   and `bias=False`.
# - `padding_mask(ids)` hides padding, and `decoder_mask(ids)` hides padding and later
#   words.
#
# Create the stacks by calling `Encoder` and `Decoder`, because the check again puts its
# own stacks under these names.

# %% [markdown]
# ## Prove it: your model cannot look ahead
#
# Once all five classes pass, this cell runs your untrained model on a sentence. Then it
# replaces the words of the target, one at a time, and checks which logits change. Row
# $t$ of the table shows what happens when word $t$ is replaced. A 1 in that row marks
# each word after which the logits are different.

# %% folded
# Run this cell: it changes the words one at a time.
if ready := passed(EncoderLayer, DecoderLayer, Encoder, Decoder, Transformer):
    torch.manual_seed(0)
    config = TransformerConfig(
        src_vocab_size=30,
        tgt_vocab_size=40,
        d_model=32,
        n_heads=4,
        d_ff=64,
        n_layers=2,
        dropout=0.0,
    )
    model = Transformer(config).eval()
    words = ["<bos>", "gib", "mir", "eine", "Sekunde"]
    src, tgt = torch.tensor([[7, 12, 5, 20, 9, 2]]), torch.tensor([[1, 14, 6, 23, 30]])
    with torch.no_grad():
        logits = model(src, tgt)
        noticed = torch.zeros(len(words), len(words))
        for t in range(len(words)):
            changed = tgt.clone()
            changed[0, t] += 1
            difference = (model(src, changed) - logits).abs().amax(dim=-1)[0]  # (T,)
            noticed[t] = difference > 1e-5
            assert not noticed[t, :t].any(), (
                f"{words[t]!r} changes what comes before it"
            )
    fig, ax = figures.subplots()
    figures.heat_map(ax, noticed, words, words)
    ax.set_ylabel("word that changed")
    ax.set_xlabel("logits that noticed")
    alt = (
        "Every word is noticed by the logits at its own place and after it, not before."
    )
    display(figures.figure(fig, alt=alt))

# %% [markdown]
# So one parallel pass predicts the next word after every prefix, as if the model had
# read each prefix alone. The next chapter uses this to train the model. The cell below
# reads the prefixes one by one and compares the logits with those of the parallel pass.
# It also adds padding to the source, which shouldn't change anything.

# %% folded
# Run this cell: it reads the prefixes one by one.
if ready:
    with torch.no_grad():
        memory = model.encode(src)
        steps = [
            model.decode(tgt[:, :t], memory, src) for t in range(1, len(words) + 1)
        ]
        alone = torch.cat([step[:, -1:] for step in steps], dim=1)  # (1, T, V)
        padded = torch.cat([src, torch.zeros(1, 3, dtype=torch.int64)], dim=1)
        for name, other in {
            "prefix by prefix": alone,
            "more padding": model(padded, tgt),
        }.items():
            print(
                f"{name}: logits differ by {(other - logits).abs().max():.0e} at most"
            )
            assert torch.allclose(other, logits, atol=1e-4)

# %% task transformer.count_parameters
# You can find out how many parameters a model will have before you build it. Write a
# function `count_parameters` that does this. Each term of the formula below is the size
# of a matrix or a vector that you made above, so you can see where the parameters are.
# For example, one encoder layer and one decoder layer have three attentions together.
# Each attention has four $d \times d$ matrices, which makes $12 d^2$ weights in total.
#
# $$
# \underbrace{d_\text{in} d_\text{out} + d_\text{out}}_{\text{linear layer}}, \qquad
# \underbrace{2 d}_{\text{norm}}, \qquad
# \underbrace{V d}_{\text{table of words}}
# $$
#
# Count shared parameters only once. Don't build the model just to count them, because
# the check asks about a model that is too large for the memory of any computer here.

# %% [markdown]
# **Prove it.** This cell counts the parameters of your model in two ways: in the model
# itself, and with your function. Then it applies your function to the two models in the
# paper, which have a shared vocabulary of 37,000 words. Table 3 of the paper says that
# they have 65 and 213 million parameters.

# %% folded
# Run this cell: it counts your model and the paper's.
if passed(count_parameters) and ready:
    built = sum(p.numel() for p in model.parameters())
    print(f"your model: {built:,} built, {count_parameters(config):,} by formula")
    assert built == count_parameters(config)
    paper = {"base": (512, 8, 2048), "big": (1024, 16, 4096)}
    for name, (d_model, n_heads, d_ff) in paper.items():
        sizes = TransformerConfig(
            37_000,
            37_000,
            d_model,
            n_heads,
            d_ff,
            norm_first=False,
            tie_embeddings=True,
        )
        print(f"the paper's {name} model: {count_parameters(sizes) / 1e6:.1f} million")

# %% task transformer.silenced_heads
# **Measure.** The simplest way to find out what a part of a model does is to take it
# out and see what changes. Write a function `silenced_heads` that does this with the
# heads of an attention, one at a time. The silenced head adds nothing to the output,
# and everything else stays the same. For each head, measure how much the output
# changes, relative to the output's length.
#
# $$
# c_h = \frac{\left| \mathrm{out} - \mathrm{out}_{\,h \text{ silent}} \right|}
# {\left| \mathrm{out} \right|}, \qquad
# |y|^2 = \sum_{b,\,i,\,j} y_{b,i,j}^2
# $$
#
# The argument `attention` is a `MultiHeadAttention` from the course. It has `n_heads`
# and four `nn.Linear` layers: `q_proj`, `k_proj`, `v_proj` and `out_proj`. Restore any
# weights that you change, because the attention will be used again.

# %% [markdown]
# **Predict, then run.** Once your function passes, this cell silences heads of
# untrained attentions with 1 to 16 heads.

# %% folded
# Run this cell: it silences heads of untrained attentions.
if passed(silenced_heads) and predict("transformer.one_of_sixteen"):
    torch.manual_seed(0)
    x = torch.randn(4, 12, 64)
    print("heads   change by one silent head, on average   1/H    1/√H")
    for n_heads in (1, 2, 4, 8, 16):
        attention = MultiHeadAttention(64, n_heads)
        nn.init.zeros_(attention.out_proj.bias)  # which belongs to no head
        change = float(sum(silenced_heads(attention, x))) / n_heads
        print(f"{n_heads:5}   {change:39.2f}   {1 / n_heads:.2f}   {n_heads**-0.5:.2f}")

# %% [markdown]
# ## Explain the second attention
#
# *{points} · about 10 minutes · difficulty ●●○*
#
# A friend's model writes fluent German sentences, but they have nothing to do with the
# English ones. A second friend's model reaches a loss near 0 in training, but when it
# translates by itself, it repeats one word forever. Each friend has made one mistake in
# the code of this notebook. What are the two mistakes, and why do they have these
# effects? Answer in three to five sentences. A person will read your answer.

# %% answer explain_second_attention, 2 points

# %% [markdown]
# ## More bugs
#
# Would you like to practise debugging? The next cell adds a cell with another student's
# wrong answer to a task that you've already solved. Fix the answer and run its cell, and
# you'll see what was wrong. This doesn't earn any points.

# %%
# repair("transformer")  # remove the first "#"

# %% [markdown]
# ## Questions about your code
#
# How well do you know your own code? The next cell takes one of your answers, changes
# one line and runs the check. You predict what the check says. You can try this with
# any task that you've solved, and again, it doesn't earn any points.

# %%
# defend("transformer.EncoderLayer")  # remove the first "#"
