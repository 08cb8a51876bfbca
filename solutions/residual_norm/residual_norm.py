# %% [markdown]
# # Exercise: residuals and norms
#
# Attention mixes tokens. What makes a stack of many such layers trainable is simpler: a
# path **around** each layer, the residual connection, and a **norm** that keeps the
# numbers in range. There are two ways to put them around a sublayer $F$ (attention, or
# the feed-forward network that you build here):
#
# $$
# \text{pre-norm: } \; x + F(\mathrm{norm}(x)), \qquad
# \text{post-norm, as in the paper: } \; \mathrm{norm}(x + F(x))
# $$
#
# You start with two ways to bring numbers into range, turn the second one into a layer
# norm, and then build the residual connection. At the end, you measure what it does to
# the gradient in a stack of 24 layers.
#
# **Axes:** `B` batch, `L` length, `d` features; `...` is any number of leading axes.

# %%
from collections.abc import Callable, Sequence

import numpy as np
import torch
from IPython.display import display
from torch import Tensor, nn

from lernformer import figures
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
from lernformer.widgets.controls import interact

# %% task residual_norm.min_max
# Ages range from 18 to 80 and incomes up to 100,000, so comparing them directly makes
# no sense. Write `min_max`, which scales every feature to $[0, 1]$ by its minimum and
# maximum.
#
# $$
# \frac{x - \min x}{\max x - \min x}
# $$
#
# The `axis` determines where the minimum and the maximum are taken: 0 means within each
# column of a table, 1 within each row. Where all these values are equal, return 0. Use
# NumPy here.

# %% task residual_norm.standardize
# With min-max scaling, a single outlier squeezes all other numbers together. Write
# `standardize`, which measures each number in standard deviations from the mean, so
# every feature gets mean 0 and variance 1. Where all values are equal, return 0 again.
#
# $$
# \frac{x - \mu}{\sigma}, \qquad
# \mu = \frac{1}{n} \sum_i x_i, \qquad
# \sigma^2 = \frac{1}{n} \sum_i (x_i - \mu)^2
# $$
#
# Note that the variance divides by $n$, not by $n - 1$, here and in every norm below.

# %% task residual_norm.layer_norm
# Write `layer_norm`, which standardises the features of each token separately, so that
# the result for a token doesn't depend on the other tokens or on the rest of the batch.
# It then multiplies each feature by its $\gamma$ and adds its $\beta$, both of which a
# model learns. If a batch has the shape $(B, L, d)$ (sentences, tokens, features),
# which axis do you standardise along?
#
# $$
# y = \gamma \, \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta
# $$
#
# The small $\epsilon$ keeps you from dividing by zero if all features of a token are
# equal. Note that it goes inside the square root.

# %% [markdown]
# **Predict, then run.** Once your function passes, this cell shows four tokens before
# and after your layer norm. Move the sliders for γ and β.

# %% folded
# Run this cell: it shows four tokens before and after.
if passed(layer_norm) and predict("residual_norm.what_is_lost"):
    places, sizes = (
        np.array([[0.0], [8], [-5], [2]]),
        np.array([[1.0], [1], [4], [0.1]]),
    )
    tokens = places + sizes * np.random.default_rng(0).normal(size=(4, 12))

    def draw_tokens(gamma=1.0, beta=0.0):
        """One row per token, one dot per feature."""
        fig, axes = figures.subplots(1, 2, sharey=True)
        normed = layer_norm(tokens, np.full(12, gamma), np.full(12, beta))
        for ax, rows in zip(axes, [tokens, normed], strict=True):
            for place, row in enumerate(rows):
                ax.plot(row, np.full(12, place), "o", color=figures.BLUE, alpha=0.5)
            ax.set(xlim=(-15, 15), xlabel="before" if rows is tokens else "after")
        axes[0].set_yticks(range(4), [f"token {i}" for i in range(1, 5)])
        span = f"{normed.mean(-1).min():.2f} to {normed.mean(-1).max():.2f}"
        return figures.figure(
            fig,
            alt="Features of four tokens: different means and spreads before the "
            f"layer norm; after it, the means run from {span}.",
        )

    interact(draw_tokens, gamma=(0.0, 3.0), beta=(-5.0, 5.0))

# %% task residual_norm.LayerNorm
# Now write the same in torch: `LayerNorm` is a layer that learns its γ and β. At first,
# γ is all ones and β all zeros, so the layer only standardises.
#
# $$
# y = \gamma \, \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta
# $$
#
# Everything that is learned must be an `nn.Parameter`, created once in `__init__`.

# %% task residual_norm.RMSNorm
# Is it worth subtracting the mean? Many newer models skip this step and only divide by
# the root mean square. That is less work, and the models train just as well. Write
# `RMSNorm`, a layer that does this, with a learned γ and without β.
#
# $$
# y = \gamma \, \frac{x}{\sqrt{\frac{1}{d} \sum_i x_i^2 + \epsilon}}
# $$

# %% task residual_norm.FeedForward
# Attention only averages: once its weights are fixed, its output is linear in the
# values. A feed-forward network adds a non-linear step, in which each token processes
# what it has gathered. Write `FeedForward`, which maps the features of a token to a
# larger number of features, applies a ReLU, and maps them back, in the same way for
# every token.
#
# $$
# \mathrm{FFN}(x) = \max(0,\; x W_1 + b_1) \, W_2 + b_2
# $$

# %% task residual_norm.ResidualConnection
# A sublayer doesn't have to compute the whole new x. It only has to compute the change,
# which is easier to learn. Write `ResidualConnection`, which adds the output of the
# sublayer to x itself. Dropout acts only on the sublayer's output, before the sum.
#
# $$
# \text{pre-norm: } \; x + \mathrm{dropout}(F(\mathrm{norm}(x))), \qquad
# \text{post-norm: } \; \mathrm{norm}(x + \mathrm{dropout}(F(x)))
# $$
#
# The norm is a `LayerNorm`. The sublayer $F$ is passed to `forward` as a function.

# %% task residual_norm.gradient_lengths
# **Measure.** How does a path around each layer help learning? The first layer of a
# stack learns from whatever is left of the gradient after it has passed through all the
# other layers. Write `gradient_lengths`, which sends a gradient down from the top and
# measures its length at every layer, relative to its length at the top.
#
# $$
# \ell_i = \frac{\left| \partial\, (u \cdot x_n) / \partial x_i \right|}{|u|},
# \qquad x_{i+1} = \mathrm{layer}_i(x_i), \qquad i = 0, \ldots, n
# $$
#
# Here $u$ is `upstream`, the gradient at the very top.

# %% [markdown]
# **Predict, then run.** Once your answers pass, this cell stacks 24 of your
# feed-forward networks: first directly on top of each other, then inside your residual
# connections, with pre-norm and with post-norm. It draws the lengths that your function
# measures. Then use the slider to make the weights of the networks larger.

# %% folded
# Run this cell: it measures the gradient at each layer.
measured = passed(FeedForward, ResidualConnection, gradient_lengths)
if measured and predict("residual_norm.what_arrives"):
    depth, d_model = 24, 32

    def no_residual(network: nn.Module) -> Callable:
        return network

    def pre_norm(network: nn.Module) -> Callable:
        residual = ResidualConnection(d_model)
        return lambda x: residual(x, network)

    def post_norm(network: nn.Module) -> Callable:
        residual = ResidualConnection(d_model, norm_first=False)
        return lambda x: residual(x, network)

    def stack(around: Callable, size: float) -> list[Callable]:
        """Layers whose initial weights are multiplied by ``size``."""
        torch.manual_seed(0)
        networks = [FeedForward(d_model, 4 * d_model) for _ in range(depth)]
        with torch.no_grad():
            for network in networks:
                for weights in network.parameters():
                    weights *= size
        return [around(network) for network in networks]

    x, upstream = torch.randn(2, 8, d_model)

    def draw_gradients(size=1.0):
        """The lengths on a scale of powers of ten, from the first layer to the top."""
        fig, ax = figures.subplots()
        lines = []
        for around, line in ((no_residual, "-"), (post_norm, ":"), (pre_norm, "--")):
            lengths = np.array(gradient_lengths(stack(around, size), x, upstream))
            name = around.__name__.replace("_", " ")
            ax.plot(np.log10(lengths), line, label=name)
            lines.append(f"{lengths[0]:.1e} with {name}")
        ax.set(xlabel="layer", ylabel="power of ten of the length")
        ax.legend()
        alt = f"Length of the gradient at the first of {depth} layers: {', '.join(lines)}."
        print(alt)
        return figures.figure(fig, alt=alt)

    interact(draw_gradients, size=(1.0, 4.0, 0.5))

# %% [markdown]
# ## Explain the path around
#
# *{points} · about 10 minutes · difficulty ●●○*
#
# A friend removes the residual connections from a model with 24 layers, because "the
# layers can learn the identity if they need it". Now either the first layers hardly
# learn, or the gradient becomes enormous. Explain both in three to five sentences:
# write down the derivative of $x + F(\mathrm{norm}(x))$ and of $F(x)$, imagine the
# product of 24 such derivatives, and say what post-norm changes. A person will read
# your answer.

# %% answer explain_residual, 2 points

# %% [markdown]
# ## For those who want more
#
# These two tasks earn no points: a norm for weights, and the two numbers that make deep
# post-norm stacks trainable. Do one, both or neither; nothing later needs them.

# %% task residual_norm.weight_norm
# The norms above act on the numbers that flow through a network, but **weight norm**
# acts on its weights. Write `weight_norm`, which computes the weights of each output as
# a length times a direction, so that the two can be learned separately.
#
# $$
# w_i = g_i \, \frac{v_i}{|v_i|}, \qquad |v_i| = \sqrt{\sum_j v_{ij}^2}
# $$
#
# Here $v_i$ is a row of `v`, with one number for each input. Use NumPy.

# %% task residual_norm.deepnorm_scales
# With post-norm, the deeper the stack is, the harder it is to start training.
# **DeepNorm** therefore computes $\mathrm{norm}(\alpha x + F(x))$, in which $x$ counts
# more than the change to it. It also multiplies the initial weights of $F$, except
# those for queries and keys, by $\beta$, so that the change is small at first. (This is
# not the $\beta$ of a norm.) Write `deepnorm_scales`, which returns both numbers. With
# $N$ layers in the encoder and $M$ in the decoder, Wang et al. (2022) use
#
# $$
# \begin{aligned}
# \text{encoder:} \quad & \alpha = 0.81 \, (N^4 M)^{1/16}, & \quad
# & \beta = 0.87 \, (N^4 M)^{-1/16}, \\
# \text{decoder:} \quad & \alpha = (3 M)^{1/4}, & & \beta = (12 M)^{-1/4}.
# \end{aligned}
# $$

# %% [markdown]
# ## More bugs
#
# Just for practice, without points: the next cell adds a new cell with another
# student's wrong answer to a task that you have already solved. Fix the answer, then
# run the new cell to find out what was wrong.

# %%
# repair("residual_norm")  # remove the first "#"

# %% [markdown]
# ## Questions about your code
#
# This, too, is just for practice: the next cell changes one line of one of your
# answers, runs the check on the changed answer and asks you what the check says. You
# can name any task that you have solved.

# %%
# defend("residual_norm.min_max")  # remove the first "#"
