# %% [markdown]
# # Exercise: residuals and norms
#
# Attention mixes the tokens, but a deep stack of attention layers is hard to train. Two
# simple additions make it trainable: a **residual connection**, which is a path around
# each layer, and a **norm**, which keeps the numbers in range. A sublayer $F$ is either
# attention or the feed-forward network that you will build here. There are two ways to
# put a residual connection and a norm around it:
#
# $$
# \text{pre-norm: } \; x + F(\mathrm{norm}(x)), \qquad
# \text{post-norm, as in the paper: } \; \mathrm{norm}(x + F(x))
# $$
#
# You start with two functions that bring numbers into range. Then you turn the second
# one into a layer norm, and build the residual connection. At the end, you measure what
# the residual connection does to the gradient in a stack of 24 layers.
#
# **Axes:** `B` batch, `L` length, `d` features. `...` stands for any number of leading
# axes.

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
# Suppose that people's ages range from 18 to 80 and their incomes go up to 100,000. It
# makes no sense to compare these numbers directly. Write a function `min_max` that
# scales every feature to $[0, 1]$, using the feature's minimum and maximum.
#
# $$
# \frac{x - \min x}{\max x - \min x}
# $$
#
# The argument `axis` is the axis along which you take the minimum and the maximum. In a
# table, `axis=0` takes them within each column, and `axis=1` within each row. If all
# the values in a column (or row) are equal, return 0 for all of them. Use NumPy for
# this task.

# %% task residual_norm.standardize
# With min-max scaling, a single outlier squeezes all the other numbers together. Write
# a function `standardize` that avoids this by measuring how many standard deviations
# each number is from the mean. Every feature then has mean 0 and variance 1. Again, if
# all the values are equal, return 0 for all of them.
#
# $$
# \frac{x - \mu}{\sigma}, \qquad
# \mu = \frac{1}{n} \sum_i x_i, \qquad
# \sigma^2 = \frac{1}{n} \sum_i (x_i - \mu)^2
# $$
#
# Note that you divide by $n$, not by $n - 1$, to get the variance. The same is true of
# every norm below.

# %% task residual_norm.layer_norm
# Write a function `layer_norm` that standardises the features of each token separately.
# The result for a token then doesn't depend on the other tokens or on the rest of the
# batch. After that, the function multiplies each feature by its own $\gamma$ and adds
# its own $\beta$. A model learns both of these. If a batch has the shape $(B, L, d)$,
# its axes are sentences, tokens and features. Before you start, decide which of these
# axes you have to standardise along.
#
# $$
# y = \gamma \, \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta
# $$
#
# The small $\epsilon$ keeps you from dividing by zero if all features of a token are
# equal. Note that it goes inside the square root.

# %% [markdown]
# **Predict, then run.** Once your function passes, this cell shows four tokens before
# and after your layer norm. Move the sliders to change γ and β.

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
# Now write the layer norm in torch. Your class `LayerNorm` is a layer that learns its γ
# and β. Start with 1 for every γ and 0 for every β, so that at first the layer only
# standardises.
#
# $$
# y = \gamma \, \frac{x - \mu}{\sqrt{\sigma^2 + \epsilon}} + \beta
# $$
#
# Every tensor that the layer learns must be an `nn.Parameter`. Create it once, in
# `__init__`.

# %% task residual_norm.RMSNorm
# Many newer models don't subtract the mean. They only divide by the root mean square,
# which is less work, and they train just as well. Write a class `RMSNorm` for a layer
# that normalises in this way. It learns a γ, but it has no β.
#
# $$
# y = \gamma \, \frac{x}{\sqrt{\frac{1}{d} \sum_i x_i^2 + \epsilon}}
# $$

# %% task residual_norm.FeedForward
# Attention only computes averages. Once its weights are fixed, its output is linear in
# the values. A feed-forward network adds a non-linear step, in which each token
# processes what it has gathered. Write a class `FeedForward` that maps the features of
# a token to a larger number of features, applies a ReLU, and maps them back. It does
# the same for every token.
#
# $$
# \mathrm{FFN}(x) = \max(0,\; x W_1 + b_1) \, W_2 + b_2
# $$

# %% task residual_norm.ResidualConnection
# With a residual connection, a sublayer doesn't have to compute the whole new $x$. It
# only has to compute the change to $x$, which is easier to learn. Write a class
# `ResidualConnection` that adds the output of the sublayer to $x$ itself. Apply dropout
# only to the sublayer's output, before you add it.
#
# $$
# \text{pre-norm: } \; x + \mathrm{dropout}(F(\mathrm{norm}(x))), \qquad
# \text{post-norm: } \; \mathrm{norm}(x + \mathrm{dropout}(F(x)))
# $$
#
# Use `LayerNorm` for the norm. The method `forward` gets the sublayer $F$ as a
# function.

# %% task residual_norm.gradient_lengths
# **Measure.** Before a gradient reaches the first layer of a stack, it passes through
# all the other layers. The first layer can only learn from what is left of it. To find
# out how much residual connections help, write a function `gradient_lengths` that sends
# a gradient down from the top of a stack. The function measures the gradient's length
# at every layer, relative to its length at the top.
#
# $$
# \ell_i = \frac{\left| \partial\, (u \cdot x_n) / \partial x_i \right|}{|u|},
# \qquad x_{i+1} = \mathrm{layer}_i(x_i), \qquad i = 0, \ldots, n
# $$
#
# Here $u$ is `upstream`, the gradient at the very top.

# %% [markdown]
# **Predict, then run.** Once your answers pass, this cell builds three stacks of 24 of
# your feed-forward networks. In the first one, the networks sit directly on top of each
# other. In the other two, they sit inside your residual connections, once with pre-norm
# and once with post-norm. The cell plots the lengths that your function measures. When
# you have seen them, use the slider to make the weights of the networks larger.

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
# learn, or the gradient becomes enormous. Explain in three to five sentences how both
# can happen. Write down the derivatives of $x + F(\mathrm{norm}(x))$ and of $F(x)$, and
# think about the product of 24 such derivatives. Also say what post-norm changes. A
# person will read your answer.

# %% answer explain_residual, 2 points

# %% [markdown]
# ## For those who want more
#
# The two tasks in this section are optional and earn no points. In the first one, you
# write a norm for weights. In the second one, you compute the two numbers that make
# deep post-norm stacks trainable. Nothing later in the course needs them.

# %% task residual_norm.weight_norm
# The norms above normalise the numbers that flow through a network. **Weight norm**
# normalises the network's weights instead. Write a function `weight_norm` that computes
# the weights of each output as a length times a direction. A network can then learn the
# length and the direction separately.
#
# $$
# w_i = g_i \, \frac{v_i}{|v_i|}, \qquad |v_i| = \sqrt{\sum_j v_{ij}^2}
# $$
#
# Here $v_i$ is a row of `v`, which has one number for each input. Use NumPy for this
# task.

# %% task residual_norm.deepnorm_scales
# The deeper a post-norm stack is, the harder it is to get its training started.
# **DeepNorm** therefore computes $\mathrm{norm}(\alpha x + F(x))$, which gives $x$ more
# weight than the change to it. DeepNorm also multiplies the initial weights of $F$ by a
# number $\beta$, so that the change is small at first. Only the weights for queries and
# keys are left as they are. (This $\beta$ is not the $\beta$ of a norm.) Write a
# function `deepnorm_scales` that returns both $\alpha$ and $\beta$, for the encoder and
# for the decoder. If the encoder has $N$ layers and the decoder has $M$, Wang et al.
# (2022) use these values:
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
# Would you like to practise debugging? The next cell adds a cell with another student's
# wrong answer to a task that you've already solved. Fix the answer and run its cell, and
# you'll see what was wrong. This doesn't earn any points.

# %%
# repair("residual_norm")  # remove the first "#"

# %% [markdown]
# ## Questions about your code
#
# How well do you know your own code? The next cell takes one of your answers, changes
# one line and runs the check. You predict what the check says. You can try this with
# any task that you've solved, and again, it doesn't earn any points.

# %%
# defend("residual_norm.min_max")  # remove the first "#"
