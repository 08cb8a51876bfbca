# %% [markdown]
# # Exercise: the transformer
#
# You now have all the parts: words become vectors, positions are added, attention mixes
# the tokens, a feed-forward network transforms them, and residual connections and norms
# keep it all trainable. All that's left is to put the parts together:
#
# $$
# \text{source} \;\to\; \text{encoder} \;\to\; \text{memory}, \qquad
# \text{target so far},\ \text{memory} \;\to\; \text{decoder} \;\to\; \text{logits}
# $$
#
# You build one layer of each stack, the two stacks and the whole model, and you count
# its parameters. You also see that your own model cannot look ahead. Nothing is trained
# here yet; that is the next chapter.
#
# **Axes:** `B` batch, `S` source, `T` target, `d` features, `V` vocabulary. **Masks**
# are boolean, True = may attend. The id of padding is 0.
#
# The parts come from the earlier chapters. You can store them under any attribute
# names, but the model must not have any parameters besides theirs.

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
# An encoder layer lets every word attend to all words and then processes each word by
# itself. Write `EncoderLayer`, which puts both sublayers, self-attention (MHA) and
# feed-forward (FFN), into residual connections. Each connection has its own norm.
#
# $$
# x \leftarrow x + \mathrm{MHA}(\mathrm{norm}(x)), \qquad
# x \leftarrow x + \mathrm{FFN}(\mathrm{norm}(x))
# $$
#
# The formula shows pre-norm. With `norm_first=False`, the layer is post-norm,
# $\mathrm{norm}(x + \mathrm{MHA}(x))$ and so on. As a reminder, these are the parts:
#
# - `MultiHeadAttention(d_model, n_heads)`, called with `(query, key, value, mask)`,
#   returns `(output, weights)`.
# - `FeedForward(d_model, d_ff)`, called with `(x)`, returns a tensor of the same shape.
# - `ResidualConnection(d_model, dropout, norm_first)` is called with `(x, sublayer)`,
#   where `sublayer` is a function of one tensor. It already contains the norm and the
#   dropout.

# %% task transformer.DecoderLayer
# Between self-attention and feed-forward, a decoder layer has a third sublayer:
# attention to the memory, which is the encoder's output. This is the only place where
# the target sees the source. Write `DecoderLayer` with all three sublayers.
#
# $$
# x \leftarrow x + \mathrm{MHA}(\mathrm{norm}(x)), \quad
# x \leftarrow x + \mathrm{MHA}(\mathrm{norm}(x), \text{memory}, \text{memory}), \quad
# x \leftarrow x + \mathrm{FFN}(\mathrm{norm}(x))
# $$
#
# In the second attention, the queries come from the target, and the keys and values
# come from the memory. Don't normalise the memory here: the encoder has already done
# that.

# %% task transformer.Encoder
# Write `Encoder`, a stack of layers that run one after the other, each with its own
# parameters. How it ends depends on where the norms are. With pre-norm, nothing has
# normalised the output of the last layer yet, so add a final `LayerNorm`. With
# post-norm, each layer already ends with a norm, so don't add another.
#
# $$
# \mathrm{memory} = \mathrm{norm}(\mathrm{layer}_N(\cdots \mathrm{layer}_1(x)))
# $$
#
# From here on, a configuration object, a `TransformerConfig`, holds all sizes. You need
# its `d_model`, `n_heads`, `d_ff`, `n_layers`, `dropout` and `norm_first`. Create the
# layers with your `EncoderLayer`. The check swaps in a layer of its own under that
# name, so a mistake in your layer costs you nothing here.

# %% task transformer.Decoder
# The decoder is a stack of the same kind, and each of its layers gets the same memory,
# the output of the whole encoder. Write `Decoder`, which makes its layers by calling
# `DecoderLayer`. Like the encoder, it ends with a norm only if its layers use pre-norm.
#
# $$
# h = \mathrm{norm}(\mathrm{layer}_N(\cdots \mathrm{layer}_1(x, \text{memory}) \cdots,
# \text{memory}))
# $$

# %% task transformer.Transformer
# Now write `Transformer`, the whole model in the paper's Figure 1. It takes ids and
# returns, for each prefix of the target, one logit for each word that could come next.
# Encoding and decoding are separate methods, because during translation the source is
# encoded only once, while the decoder runs again for each new word.
#
# $$
# \text{memory} = \mathrm{encode}(\text{src}), \qquad
# \text{logits} = \mathrm{decode}(\text{tgt}, \text{memory}, \text{src})
# $$
#
# These are the parts around the stacks:
#
# - `TokenEmbedding(vocab_size, d_model)` already multiplies by $\sqrt{d}$. Each
#   language has its own table; if `config.tie_embeddings` is True, both share one.
# - `PositionalEncoding(d_model, max_length, dropout)` adds the sinusoids and applies
#   dropout. You need it for both the source and the target. (`positional_layer` makes
#   other kinds, which you don't need here.)
# - The output layer is `TiedOutput(…)` of the target's embedding if `config.tie_output`
#   is True. Otherwise it is an `nn.Linear` to `tgt_vocab_size` logits with
#   `bias=False`.
# - `padding_mask(ids)` hides padding, and `decoder_mask(ids)` hides padding and later
#   words.
#
# Call `Encoder` and `Decoder` by their names, because the check again substitutes its
# own stacks.

# %% [markdown]
# ## Prove it: your model cannot look ahead
#
# Once all five classes pass, this cell runs your own, untrained model on a sentence and
# replaces the words of the target one at a time. In row $t$ of the table, word $t$ is
# replaced, and a 1 marks each word after which the logits change.

# %% folded
# Run this cell: it changes one word after the other.
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
# So one parallel pass predicts the next word after every prefix, as if each prefix were
# read alone; that is how the next chapter trains the model. This cell reads the
# prefixes one by one and compares the logits. It also adds padding to the source, which
# should change nothing.

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
# How many parameters will a model have? Write `count_parameters`, which finds out
# before the model is built. Every term of the formula below is the size of a matrix or
# a vector that you made above, so you can see where the parameters are. For example,
# one encoder layer and one decoder layer have three attentions together, with four
# $d \times d$ matrices each: $12 d^2$ weights.
#
# $$
# \underbrace{d_\text{in} d_\text{out} + d_\text{out}}_{\text{linear layer}}, \qquad
# \underbrace{2 d}_{\text{norm}}, \qquad
# \underbrace{V d}_{\text{table of words}}
# $$
#
# Count shared parameters only once. Don't build the model: the check asks about one
# that is too large for the memory of any computer here.

# %% [markdown]
# **Prove it.** This cell counts the parameters of your model, as built and by your
# formula. It then uses the formula for the paper's two models, with a shared vocabulary
# of 37,000 words. For these two, the paper's Table 3 gives 65 and 213 million.

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
# **Measure.** What does each head do? The simplest experiment on a model is to take a
# part out and see what changes. Write `silenced_heads`, which silences the heads of an
# attention one at a time: the silenced head adds nothing to the output, and everything
# else stays the same. For each head, measure how much the output changes, relative to
# the output's length.
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
# translates by itself, it repeats one word forever. Each of them has made one mistake
# in the code of this notebook. What are the two mistakes, and why do they have these
# effects? Answer in three to five sentences. A person will read your answer.

# %% answer explain_second_attention, 2 points

# %% [markdown]
# ## More bugs
#
# Just for practice, without points: the next cell adds a new cell with another
# student's wrong answer to a task that you have already solved. Fix the answer, then
# run the new cell to find out what was wrong.

# %%
# repair("transformer")  # remove the first "#"

# %% [markdown]
# ## Questions about your code
#
# This, too, is just for practice: the next cell changes one line of one of your
# answers, runs the check on the changed answer and asks you what the check says. You
# can name any task that you have solved.

# %%
# defend("transformer.EncoderLayer")  # remove the first "#"
