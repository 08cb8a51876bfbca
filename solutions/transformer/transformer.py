# %% [markdown]
# # Exercise: the transformer
#
# All the parts are there: words become vectors, positions are added, attention mixes, a
# feed-forward network transforms, and residual connections and norms hold everything
# together. All that is left is to put them in order:
#
# $$
# \text{source} \;\to\; \text{encoder} \;\to\; \text{memory}, \qquad
# \text{target so far},\ \text{memory} \;\to\; \text{decoder} \;\to\; \text{logits}
# $$
#
# You build a layer of each stack, the two stacks and the whole model, and you count its
# parameters. Then your own model shows that it cannot look ahead. Nothing here is
# trained yet: that is the next chapter.
#
# **Axes:** `B` batch, `S` source, `T` target, `d` features, `V` vocabulary. **Masks**
# are boolean, True = may attend. The id of padding is 0.
#
# The parts come from the earlier chapters, and you can use them under any names you
# like. What they learn is all that the model learns.

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
# An encoder layer lets every word look at all the others, then works on each word by
# itself. Write `EncoderLayer`, with each sublayer inside its own residual connection,
# which has its own norm.
#
# $$
# x \leftarrow x + \mathrm{MHA}(\mathrm{norm}(x)), \qquad
# x \leftarrow x + \mathrm{FFN}(\mathrm{norm}(x))
# $$
#
# That is pre-norm; with `norm_first=False` it is post-norm,
# $\mathrm{norm}(x + \mathrm{MHA}(x))$ and so on. A reminder of the parts:
#
# - `MultiHeadAttention(d_model, n_heads)`, called with `(query, key, value, mask)`,
#   returns `(output, weights)`.
# - `FeedForward(d_model, d_ff)`, called with `(x)`.
# - `ResidualConnection(d_model, dropout, norm_first)`, called with `(x, sublayer)`,
#   where `sublayer` is a function of one tensor. The connection contains the norm and
#   the dropout.

# %% task transformer.DecoderLayer
# The target sees the source in one place only: between these two sublayers, a decoder
# layer attends to the memory, which is the encoder's output. Write `DecoderLayer` with
# all three sublayers.
#
# $$
# x \leftarrow x + \mathrm{MHA}(\mathrm{norm}(x)), \quad
# x \leftarrow x + \mathrm{MHA}(\mathrm{norm}(x), \text{memory}, \text{memory}), \quad
# x \leftarrow x + \mathrm{FFN}(\mathrm{norm}(x))
# $$
#
# The queries of the second attention come from the target, and its keys and values from
# the memory. The memory is not normed here: the encoder has already done that.

# %% task transformer.Encoder
# A stack runs its layers one after the other, each with its own parameters. Write
# `Encoder`, and mind its end: in pre-norm, the sum that they build up has never been
# normed as a whole, so there is one more norm; a post-norm layer already ends with a
# norm.
#
# $$
# \mathrm{memory} = \mathrm{norm}(\mathrm{layer}_N(\cdots \mathrm{layer}_1(x)))
# $$
#
# From here on, one object holds all sizes: `TransformerConfig`, the same as in the rest
# of the course. The fields that matter here are `d_model`, `n_heads`, `d_ff`,
# `n_layers`, `dropout` and `norm_first`. Your stack calls `EncoderLayer` by its name.
# The check substitutes its own layers, so it tests only the stack.

# %% task transformer.Decoder
# The class `Decoder` stacks its layers in the same way, and every one of them reads the
# same memory: what comes out of the last layer of the encoder.
#
# $$
# h = \mathrm{norm}(\mathrm{layer}_N(\cdots \mathrm{layer}_1(x, \text{memory}) \cdots,
# \text{memory}))
# $$

# %% task transformer.Transformer
# Now write `Transformer`, the paper's whole figure: ids go in, and out comes a logit
# for each word that could follow each prefix of the target. The two halves are separate
# methods, because during translation the source is read only once, while the decoder
# runs again and again.
#
# $$
# \text{memory} = \mathrm{encode}(\text{src}), \qquad
# \text{logits} = \mathrm{decode}(\text{tgt}, \text{memory}, \text{src})
# $$
#
# The parts around the stacks:
#
# - `TokenEmbedding(vocab_size, d_model)` already multiplies by $\sqrt{d}$. Each
#   language has its own table; with `config.tie_embeddings` both share one.
# - `PositionalEncoding(d_model, max_length, dropout)` adds the sinusoids and applies
#   dropout, on both sides. (`positional_layer` makes other kinds, but you don't need
#   them here.)
# - The output layer is `TiedOutput(…)` of the target's embedding if
#   `config.tie_output`, else an `nn.Linear` to `tgt_vocab_size` logits with
#   `bias=False`.
# - `padding_mask(ids)` and `decoder_mask(ids)` hide what may not be seen.
#
# Your model calls `Encoder` and `Decoder` by their names. Again, the check substitutes
# its own stacks.

# %% [markdown]
# ## Prove it: your model cannot look ahead
#
# Once all five classes pass, your own model reads a sentence that it has never learned.
# The words of the target are replaced one at a time, and row $t$ of the table shows
# after which words the logits notice that word $t$ has changed: 1 = changed.

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
# read alone; that is how the next chapter trains. This cell reads them one by one and
# compares, and it adds padding to the source, which should change nothing.

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
# How large will a model be, before it is built? Every term of the formula is a matrix
# or a vector that you made above, so you can see where the numbers are: $12 d^2$ in
# each pair of layers for attention alone.
#
# $$
# \underbrace{d_\text{in} d_\text{out} + d_\text{out}}_{\text{linear layer}}, \qquad
# \underbrace{2 d}_{\text{norm}}, \qquad
# \underbrace{V d}_{\text{table of words}}
# $$
#
# The function `count_parameters` counts by formula, without building the model: the
# check asks about one that no computer here could hold.

# %% [markdown]
# **Prove it.** The formula and your model agree, number for number. For the paper's two
# models, with a vocabulary of 37 000 shared words, its Table 3 says 65 and 213 million.

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
# **Measure.** Which head does what? The simplest experiment on a model is to take a
# part out and see what changes. Write `silenced_heads`, which silences the heads of an
# attention one at a time, without touching the rest, and measures how far the output
# moves, as a share of its length.
#
# $$
# c_h = \frac{\left| \mathrm{out} - \mathrm{out}_{\,h \text{ silent}} \right|}
# {\left| \mathrm{out} \right|}, \qquad
# |y|^2 = \sum_{b,\,i,\,j} y_{b,i,j}^2
# $$
#
# `attention` is a `MultiHeadAttention` from the course, with `n_heads`, `q_proj`,
# `k_proj`, `v_proj` and `out_proj`, each an `nn.Linear`. It will be used again, so
# leave it as you found it.

# %% [markdown]
# **Predict, then run.** Once it passes, this cell silences heads of attentions that
# have learned nothing yet, with 1 to 16 heads.

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
# translates by itself it repeats one word forever. Each has one mistake in the code of
# this notebook. What is it, and why does it show up like this? Answer in three to five
# sentences. A person reads this answer.

# %% answer explain_second_attention, 2 points

# %% [markdown]
# ## More bugs
#
# No points, just practice: this inserts another student's wrong answer to a task that
# you have already solved. Fix it and run the cell to hear what was wrong. Do it as
# often as you like.

# %%
# repair("transformer")  # remove the first "#"

# %% [markdown]
# ## Questions about your code
#
# No points either: this changes one line of an answer that you have written, runs the
# check on it and asks you what happens. Name any task that you have solved.

# %%
# defend("transformer.EncoderLayer")  # remove the first "#"
