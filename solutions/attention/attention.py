# %% [markdown]
# # Exercise: attention
#
# Every token asks a question, its **query**. Every token also offers an answer, its
# **value**, under a title, its **key**. Attention compares each query with all keys,
# turns the resulting scores into weights, and uses the weights to average the values:
#
# $$
# \mathrm{Attention}(Q, K, V)
# = \mathrm{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right) V
# $$
#
# The rows of $Q$, $K$ and $V$ are the queries, keys and values, and each key has $d_k$
# features. In this exercise, you build the formula from the inside out. Then you run
# several attentions side by side.
#
# **Axes:** `B` batch, `H` heads, `L` length (`L_q` queries, `L_k` keys), `d` features.
# `...` stands for any number of leading axes. **Masks** are boolean, and True means
# that the query may attend to the key.

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
# Scores can be any numbers, but weights must be positive and sum to 1. Write a function
# `softmax` that turns scores into weights along one axis, so that a larger score gets a
# larger weight.
#
# $$
# \mathrm{softmax}(s)_i = \frac{e^{s_i}}{\sum_j e^{s_j}}
# $$
#
# Your function must also work for large scores, although $e^{1000}$ is too large for a
# float. Use NumPy here.

# %% [markdown]
# **Predict, then run.** Once your softmax passes, this cell asks what you expect and
# then draws its weights. Move the sliders to change the scores.

# %% folded
# Run this cell: it draws your softmax.
if passed(softmax) and predict("attention.times_ten"):
    display(explore_softmax(softmax))

# %% task attention.is_softmax
# **Be the grader.** Now it's your turn to write the test. Write a function `is_softmax`
# that takes another function and calls it with scores of your choice. It returns True
# if that function is a softmax, and False if it isn't. The check runs your test on
# correct functions, written in four different ways, and on wrong functions with
# mistakes that students make. You earn points for each wrong function that your test
# catches, as long as it accepts all the correct ones.
#
# $$
# \mathrm{is\_softmax}(f) = \left[\, f(s) = \mathrm{softmax}(s)
# \text{ for all scores } s \,\right]
# $$
#
# You may compare the results with those of your own `softmax`. You may also use
# `assert`, because an error in your test has the same effect as returning False.

# %% task attention.softmax_jacobian
# During training, gradients flow back through the softmax. Write a function
# `softmax_jacobian` that computes the derivatives of the softmax. All it needs is the
# weights $p = \mathrm{softmax}(s)$:
#
# $$
# \frac{\partial p_i}{\partial s_j} = p_i \, (\delta_{ij} - p_j)
# $$
#
# Here $\delta_{ij}$ is 1 if $i = j$ and 0 otherwise.

# %% task attention.score_variances
# **Measure.** The paper divides the scores by $\sqrt{d_k}$, and a measurement shows
# why. Write a function `score_variances` that takes the dot product of every query with
# every key. It returns the variance of all these scores, both before and after the
# division. The variance of numbers $s_i$ with mean $\bar s$ is
#
# $$
# \mathrm{Var}(s) = \frac{1}{n} \sum_i (s_i - \bar s)^2
# $$

# %% [markdown]
# **Predict, then run.** Once your function passes, this cell uses it on random queries
# and keys, whose features have mean 0 and variance 1. It tries larger and larger values
# of $d_k$.

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
# A dot product measures how well a key matches a query. But the more features there
# are, the larger the dot products become by chance alone, so we divide them by
# $\sqrt{d_k}$ before the softmax. First write a function `attention_weights` that
# computes the weights $W$. Then write `scaled_dot_product_attention`, which calls
# `attention_weights` and averages the values with these weights.
#
# $$
# W = \mathrm{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right), \qquad
# \mathrm{Attention}(Q, K, V) = W V
# $$
#
# From here on, we use torch, which computes the gradients for us. You may use
# `torch.softmax`.
#
# A **mask** is a boolean tensor that is broadcast to the shape of the scores. Where the
# mask is False, the query may not attend to the key. The weight of this key must be 0,
# and the other weights in the row must still sum to 1.

# %% [markdown]
# Once your function passes, this cell shows your weights for random queries and keys.
# Each row shows where one word looks, and the weights in the row sum to 1.

# %% folded
# Run this cell: it draws your weights.
if passed(scaled_dot_product_attention):
    words = ["give", "me", "a", "second", "please"]
    torch.manual_seed(0)
    q, k, v = torch.randn(3, 1, len(words), 16)
    output, weights = scaled_dot_product_attention(q, k, v)
    display(show_attention(weights[0], words))

# %% task attention.split_heads
# A single attention gives each word only one set of weights, but several heads can look
# for different things at once. Write a function `split_heads` that gives each of the
# $H$ heads its own slice of the $d_{model}$ features. The slices stay in order, so head
# $h$ gets slice $h$.
#
# $$
# (\ldots, L, d_{model}) \to (\ldots, H, L, d_k), \qquad d_k = d_{model} / H
# $$

# %% task attention.merge_heads
# After attention, each head has its own output. Write a function `merge_heads` that
# puts these outputs side by side again. It must undo what `split_heads` does.
#
# $$
# (\ldots, H, L, d_k) \to (\ldots, L, d_{model}), \qquad d_{model} = H \, d_k
# $$

# %% task attention.split_projection
# In the paper's formula, each head has its own small projection matrix. In code, one
# big linear layer computes the features of all heads at once, so one matrix product is
# enough instead of $H$. Write a function `split_projection` that splits the weight and
# bias of the big layer into the weights and biases of the $H$ small layers. The weight
# $W$ has one row per output feature, as in an `nn.Linear`.
#
# $$
# \mathrm{split\_heads}(x W^\top + b)_h = x W_h^\top + b_h
# $$

# %% [markdown]
# **Prove it.** Each head gets the same features from the big layer as from its own
# small layer.

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
# Now put everything together in a class `MultiHeadAttention`. It projects the inputs,
# splits them into heads, attends, merges the heads, and projects once more. Use
# `split_heads`, `attention_weights` and `merge_heads` from above. Dropout acts on the
# weights, so apply it after `attention_weights` and before you multiply by the values.
# Return the weights as they were before dropout.
#
# $$
# \mathrm{MultiHead}(Q, K, V) = [\mathrm{head}_1; \ldots; \mathrm{head}_H] \, W^O,
# \qquad
# \mathrm{head}_h = \mathrm{Attention}(Q W^Q_h, K W^K_h, V W^V_h)
# $$

# %% [markdown]
# **Predict, then run.** Once your class passes, this cell shows the weights of each
# head. Nothing is trained yet.

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
# A friend leaves out the division by $\sqrt{d_k}$. With $d_k = 4$, the model learns
# almost as well, but with $d_k = 512$, it hardly learns at all. Explain why, in three
# to five sentences: what happens to the scores, to the weights, and to the gradient
# that you computed in `softmax_jacobian`? A person will read your answer.

# %% answer explain_scaling, 2 points

# %% [markdown]
# ## More bugs
#
# Would you like to practise debugging? The next cell adds a cell with another student's
# wrong answer to a task that you've already solved. Fix the answer and run its cell, and
# you'll see what was wrong. This doesn't earn any points.

# %%
# repair("attention")  # remove the first "#"

# %% [markdown]
# ## Questions about your code
#
# How well do you know your own code? The next cell takes one of your answers, changes
# one line and runs the check. You predict what the check says. You can try this with
# any task that you've solved, and again, it doesn't earn any points.

# %%
# defend("attention.softmax")  # remove the first "#"
