# %% [markdown]
# # Exercise: attention
#
# Every token asks a question, the **query**. Every token offers an answer, the
# **value**, under a title, the **key**. Attention compares the query with all keys,
# turns the scores into weights and averages the values with them:
#
# $$
# \mathrm{Attention}(Q, K, V)
# = \mathrm{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V
# $$
#
# You build this formula from the inside out, then put several attentions side by side.
#
# **Axes:** `B` batch, `H` heads, `L` length (`L_q` queries, `L_k` keys), `d` features;
# `...` is any number of leading axes. **Masks** are boolean, True = may attend.

# %%
import math
from collections.abc import Callable

import numpy as np
import torch
from IPython.display import display
from torch import Tensor, nn

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
from lernformer.widgets.attention import explore_softmax
from lernformer.widgets.heads import show_attention

# %% task attention.softmax
# Scores can be any numbers, but weights must be positive and sum to 1. Write `softmax`,
# which keeps the order: the further the largest score is ahead, the larger its share.
#
# $$
# \mathrm{softmax}(s)_i = \frac{e^{s_i}}{\sum_j e^{s_j}}
# $$
#
# Mind large scores: $e^{1000}$ does not fit into a float. Use NumPy here.

# %% [markdown]
# **Predict, then run.** Once your softmax passes, this cell asks what you expect, then
# draws it. Move the sliders.

# %% folded
# Run this cell: it draws your softmax.
if passed(softmax) and predict("attention.times_ten"):
    display(explore_softmax(softmax))

# %% task attention.is_softmax
# **Be the grader.** Now write the test yourself: it takes a function, calls it with
# scores of your choice and says whether it is a softmax. The check passes it right
# functions, written in four ways, and wrong ones with mistakes that students make. Your
# test earns points for each wrong one it catches, as long as it accepts the right ones.
#
# $$
# \mathrm{is\_softmax}(f) = \left[\, f(s) = \mathrm{softmax}(s)
# \text{ for all scores } s \,\right]
# $$
#
# You may compare with your own `softmax`. `assert` is fine, too: an error in the test
# counts as False.

# %% task attention.softmax_jacobian
# Training sends gradients back through the softmax. Write `softmax_jacobian`: the
# derivatives depend only on the weights $p = \mathrm{softmax}(s)$.
#
# $$
# \frac{\partial p_i}{\partial s_j} = p_i \, (\delta_{ij} - p_j)
# $$
#
# Here $\delta_{ij}$ is 1 where $i = j$ and 0 elsewhere.

# %% task attention.score_variances
# **Measure.** The paper divides scores by $\sqrt{d_k}$, and a measurement shows why. If
# the features of queries and keys have mean 0 and variance 1, what is the variance of
# their dot products before and after the division? Write `score_variances`, which
# measures both. The variance of numbers $s_i$ with the mean $\bar s$ is
#
# $$
# \mathrm{Var}(s) = \frac{1}{n} \sum_i (s_i - \bar s)^2
# $$

# %% [markdown]
# **Predict, then run.** Once it passes, this cell lets $d_k$ grow and measures random
# queries and keys with your function.

# %% folded
# Run this cell: it measures the scores of random queries and keys.
if passed(score_variances) and predict("attention.two_factors"):
    rng = np.random.default_rng(0)
    print("  d_k   Var(q · k)   Var(q · k / √d_k)")
    for d_k in (4, 16, 64, 256, 1024):
        q, k = rng.normal(0, 1, (2, 200, d_k))
        unscaled, scaled = score_variances(q, k)
        print(f"{d_k:5}   {unscaled:10.1f}   {scaled:17.2f}")

# %% task attention.scaled_dot_product_attention with attention_weights
# A dot product says how well a key fits a query. But the more features there are, the
# larger the dot products become by chance alone, so they are divided by $\sqrt{d_k}$
# first.
#
# $$
# W = \mathrm{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right), \qquad
# \mathrm{Attention}(Q, K, V) = W V
# $$
#
# From here on we use torch, which takes care of the gradients (`torch.softmax` is
# allowed). First write `attention_weights`, then use it in
# `scaled_dot_product_attention`.
#
# A **mask** is a table of truth values that goes with the scores. Where it is False,
# the query may not look at the key: that weight is 0, and the other weights in its row
# still sum to 1.

# %% [markdown]
# Once it passes, this cell shows your weights for random queries and keys. Each row
# sums to 1 and shows where one word looks.

# %% folded
# Run this cell: it draws your weights.
if passed(scaled_dot_product_attention):
    words = ["give", "me", "a", "second", "please"]
    torch.manual_seed(0)
    q, k, v = torch.randn(3, 1, len(words), 16)
    output, weights = scaled_dot_product_attention(q, k, v)
    display(show_attention(weights[0], words))

# %% task attention.split_heads
# A single attention has only one pattern of weights, but several heads can look for
# several things at once. Write `split_heads` to give each its own slice of the
# features: head $h$ takes slice $h$.
#
# $$
# (\ldots, L, d_{model}) \to (\ldots, H, L, d_k), \qquad d_k = d_{model} / H
# $$

# %% task attention.merge_heads
# After attention, each head has its own result. Then `merge_heads` puts them side by
# side again, so that merging undoes splitting.
#
# $$
# (\ldots, H, L, d_k) \to (\ldots, L, d_{model}), \qquad d_{model} = H \, d_k
# $$

# %% task attention.split_projection
# On paper, each head projects with its own small matrix. In code, one big linear layer
# computes the features of all heads at once, with one product instead of $H$. Write
# `split_projection`, which finds the small layers in the big one. Note that $W$ is
# stored as in an `nn.Linear`, with one row per output feature.
#
# $$
# \mathrm{split\_heads}(x W^\top + b)_h = x W_h^\top + b_h
# $$

# %% [markdown]
# **Prove it.** Each head gets the same features from the big layer as from the small
# one that you found in it.

# %% folded
# Run this cell: it compares the big layer with the small ones.
if passed(split_heads, split_projection):
    torch.manual_seed(0)
    x, big = torch.randn(2, 5, 12), nn.Linear(12, 12)
    heads = split_heads(big(x), n_heads=3)  # (B, H, L, d_k)
    layers = zip(*split_projection(big.weight, big.bias, n_heads=3), strict=True)
    for h, (weight, bias) in enumerate(layers):
        small = nn.functional.linear(x, weight, bias)  # (B, L, d_k)
        difference = (heads[:, h] - small).abs().max().item()
        print(f"head {h}: largest difference {difference:.0e}")

# %% task attention.MultiHeadAttention
# Now put it all together in `MultiHeadAttention`: project, split, attend, merge and
# project once more. Use `split_heads`, `attention_weights` and `merge_heads` from
# above. Dropout acts on the weights, so it belongs between `attention_weights` and the
# product with the values.
#
# $$
# \mathrm{MultiHead}(Q, K, V) = [\mathrm{head}_1; \ldots; \mathrm{head}_H] \, W^O,
# \qquad
# \mathrm{head}_h = \mathrm{Attention}(Q W^Q_h, K W^K_h, V W^V_h)
# $$

# %% [markdown]
# **Predict, then run.** Once it passes, this cell shows the weights of each head.
# Nothing is trained yet.

# %% folded
# Run this cell: it draws the weights of your heads.
if passed(MultiHeadAttention) and predict("attention.heads_alike"):
    words = ["give", "me", "a", "second", "please"]
    torch.manual_seed(0)
    x = torch.randn(1, len(words), 24)
    output, weights = MultiHeadAttention(d_model=24, n_heads=3)(x, x, x)
    display(show_attention(weights[0], words))

# %% [markdown]
# ## Explain the scaling
#
# *{points} · about 10 minutes · difficulty ●●○*
#
# A friend leaves out the division by $\sqrt{d_k}$. With $d_k = 4$ the model learns
# almost as well, but with $d_k = 512$ it hardly learns at all. Explain why, in three to
# five sentences: what happens to the scores, to the weights, and to the gradient that
# you computed in `softmax_jacobian`? A person reads this answer.

# %% answer explain_scaling, 2 points

# %% [markdown]
# ## More bugs
#
# No points, just practice: this inserts another student's wrong answer to a task that
# you have already solved. Fix it and run the cell to hear what was wrong. Do it as
# often as you like.

# %%
# repair("attention")  # remove the first "#"

# %% [markdown]
# ## Questions about your code
#
# No points either: this changes one line of an answer that you have written, runs the
# check on it and asks you what happens. Name any task that you have solved.

# %%
# defend("attention.softmax")  # remove the first "#"
