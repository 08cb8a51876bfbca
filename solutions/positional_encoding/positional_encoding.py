# %% [markdown]
# # Exercise: positional encoding
#
# Attention itself ignores the order of the words: if you shuffle them, each word still
# gets the same vector. (Later, the decoder's look-ahead mask will be the only thing
# that tells earlier words from later ones.) This is why the paper adds a vector for the
# position to each word. Think of this vector as a row of **clocks**, with one clock for
# each pair of its dimensions. From one position to the next, the hand of clock $k$
# turns by the angle $\omega_k$. The first clocks turn fast, and the last ones turn
# slowly:
#
# $$
# PE_{p,\,2k} = \sin(\omega_k\, p), \qquad
# PE_{p,\,2k+1} = \cos(\omega_k\, p), \qquad
# \omega_k = n^{-2k/d}, \quad n = 10000
# $$
#
# In this exercise, you build the table of these vectors, find out why it is made of
# sines and cosines, and turn it into a layer. At the end, you try two alternatives:
# learned positions and rotations.
#
# **Axes:** `B` batch, `L` length, `d` features. `...` stands for any number of leading
# axes. **Positions** are numbered from 0.

# %%
from collections.abc import Callable

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
from lernformer.widgets.positional_encoding import show_encoding

# %% task positional_encoding.angular_frequencies
# When you count, the digits change at different speeds. The last digit changes at every
# step, and the first one hardly ever does. The clocks work in the same way. Write a
# function `angular_frequencies` that returns their speeds. From each clock to the next,
# the speed falls by the same factor.
#
# $$
# \omega_k = n^{-2k/d}, \qquad k = 0, 1, \ldots, \lceil d/2 \rceil - 1
# $$
#
# Use NumPy until we get to the layers.

# %% task positional_encoding.sinusoidal_encoding
# Each row of the table belongs to one position and contains the readings of all the
# clocks at that position. Write a function `sinusoidal_encoding` that computes this
# table. Put the sines in the even dimensions and the cosines in the odd ones, so that
# row 0 is $0, 1, 0, 1, \ldots$ The number of dimensions $d$ may be odd.
#
# $$
# PE_{p,\,2k} = \sin(\omega_k\, p), \qquad PE_{p,\,2k+1} = \cos(\omega_k\, p),
# \qquad p = 0, \ldots, L - 1
# $$

# %% [markdown]
# **Predict, then run.** Once your function passes, this cell asks what the clocks are
# for and then draws the sines of your table.

# %% folded
# Run this cell: it draws the sines.
if passed(sinusoidal_encoding) and predict("positional_encoding.which_sine"):
    fig, ax = figures.subplots()
    for k, wave in enumerate(sinusoidal_encoding(100, 8)[:, 0::2].T):
        ax.plot(wave, label=f"clock {k}")
    ax.set(xlabel="position", ylabel="sine")
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1), ncols=4, fontsize=9)
    alt = "The sines of four clocks over 100 positions, each ten times slower."
    display(figures.figure(fig, alt))

# %% [markdown]
# This cell shows your table as the hands of clocks. Make a prediction, then set a shift
# and move the position. In the task `shift_matrix`, you'll compute what you see here.

# %% folded
# Run this cell: it draws the clocks.
if passed(sinusoidal_encoding) and predict("positional_encoding.what_stays"):
    display(show_encoding(sinusoidal_encoding(50, 12)))

# %% task positional_encoding.to_halves
# Some implementations arrange the table differently, with all sines first and then all
# cosines. The columns are the same, only in a different order, so a model can learn
# equally well from either table. Write a function `to_halves` that reorders the
# features of any array in this way.
#
# $$
# (x_0, x_1, x_2, x_3, x_4, \ldots) \;\to\; (x_0, x_2, x_4, \ldots,\; x_1, x_3, \ldots)
# $$

# %% [markdown]
# **Prove it.** Suppose a linear layer has learned to read the table. If you put the
# sines first, the layer's output is nonsense. But if you also put the rows of the
# layer's weight into the new order, the output is the same as before. This cell uses
# your function to try both, with an odd $d$.

# %% folded
# Run this cell: it compares both orders.
if passed(sinusoidal_encoding, to_halves):
    W = np.random.default_rng(0).standard_normal((15, 3))  # (d, d_out)
    table = sinusoidal_encoding(50, 15)
    moved = {"as they were": W, "in the new order": to_halves(W.T).T}
    for rows, weight in moved.items():
        difference = np.abs(to_halves(table) @ weight - table @ W).max()
        print(f"rows of the layer {rows:16}: largest difference {difference:.1e}")

# %% task positional_encoding.shift_matrix
# The table needs both sines *and* cosines, because then a single matrix can move every
# position by $k$. This lets a linear layer look "three words back" from anywhere in a
# text. Write a function `shift_matrix` that returns this matrix, $M_k$.
#
# $$
# PE_{p+k} = M_k \, PE_p \qquad \text{for all } p
# $$
#
# The angle addition formulas give the entries of $M_k$:
# $\sin(a + b) = \sin a \cos b + \cos a \sin b$ and
# $\cos(a + b) = \cos a \cos b - \sin a \sin b$.

# %% [markdown]
# **Prove it.** Using your two functions, this cell moves every position of a table with
# a single matrix. It also shows that this matrix is a rotation, because $M M^\top = I$
# and $\det M = 1$.

# %% folded
# Run this cell: it moves every position of a table.
if passed(sinusoidal_encoding, shift_matrix):
    table = sinusoidal_encoding(500, 16)
    for k in (1, 3, 50):
        M = shift_matrix(k, 16)
        error = np.abs(table[:-k] @ M.T - table[k:]).max()  # every row p, moved
        turns = np.abs(M @ M.T - np.eye(16)).max()
        print(
            f"k = {k:2}: {500 - k} positions moved, largest error {error:.0e}, "
            f"|M Mᵀ - I| = {turns:.0e}, det M = {np.linalg.det(M):.6f}"
        )

# %% task positional_encoding.position_similarity
# Attention compares vectors by their dot products. The dot product of the encodings of
# two positions depends only on how far apart the positions are:
#
# $$
# PE_p \cdot PE_{p+\varphi}
# = \sum_k \sin(\omega_k p) \sin(\omega_k (p + \varphi))
#        + \cos(\omega_k p) \cos(\omega_k (p + \varphi))
# = \; ?
# $$
#
# Simplify this sum until $p$ no longer appears in it. Then write a function
# `position_similarity` that computes the result for each offset $\varphi$.

# %% [markdown]
# **Predict, then run.** Once your function passes, this cell draws the similarity.

# %% folded
# Run this cell: it draws the similarity.
if passed(position_similarity) and predict("positional_encoding.always_falls"):
    offsets = np.arange(-50, 51)
    fig, ax = figures.subplots()
    for d_model in (16, 64):
        similarity = position_similarity(offsets, d_model) / (d_model / 2)
        ax.plot(offsets, similarity, label=f"d = {d_model}")
    ax.set(xlabel="offset", ylabel="similarity, 1 at offset 0")
    ax.legend()
    alt = "Similarity of two positions by offset: a peak at 0, waves on both sides."
    display(figures.figure(fig, alt))

# %% task positional_encoding.similarity_by_distance
# **Measure.** For sinusoids, a formula gives the similarity of two positions. For other
# tables, such as learned positions or pure noise, there is no formula, so you have to
# measure the similarity. Write a function `similarity_by_distance` that does this for
# any table $T$. For each distance $k$, it computes the mean dot product of all pairs of
# rows that are $k$ apart.
#
# $$
# s_k = \frac{1}{L - k} \sum_{p=0}^{L-1-k} T_p \cdot T_{p+k}, \qquad
# k = 0, \ldots, L - 1
# $$

# %% [markdown]
# **Predict, then run.** Once your function passes, this cell measures the sinusoids and
# a table of random numbers. A model with learned positions starts with a random table
# like this one.

# %% folded
# Run this cell: it measures both tables.
measured = passed(sinusoidal_encoding, similarity_by_distance)
if measured and predict("positional_encoding.drawn_rows"):
    random = np.random.default_rng(0).normal(0, 0.5**0.5, (100, 64))
    fig, ax = figures.subplots()
    for name, table in {
        "sinusoids": sinusoidal_encoding(100, 64),
        "drawn at random": random,
    }.items():
        ax.plot(similarity_by_distance(table)[:60] / 32, label=name)
    ax.set(xlabel="distance", ylabel="similarity, about 1 at distance 0")
    ax.legend()
    alt = "By distance, sinusoids fall in waves; random rows are alike at 0 only."
    display(figures.figure(fig, alt))

# %% task positional_encoding.PositionalEncoding with _rows
# In the model, the table is part of a layer. First write a function `_rows` that looks
# up the rows for the positions of a text. Then write a class `PositionalEncoding` that
# adds to each token the row for its position, and applies dropout to the sum (section
# 5.4 of the paper). The table comes from a formula, so the optimiser must not change
# it. But when the model moves to a different device or dtype, the table must move with
# it.
#
# $$
# \mathrm{out}_{b,\,p} = \mathrm{dropout}\,(x_{b,\,p} + PE_p)
# $$
#
# From here on, we use torch. The argument `start` is for text that is read piece by
# piece. It gives the position of the first token of `x`.

# %% task positional_encoding.is_permutation_equivariant
# To see why we need the encoding, look at attention without it. Attention compares each
# word with every other word, wherever they are. So if you shuffle the words, it returns
# the same vectors, shuffled in the same way. This property is called **permutation
# equivariance**. Write a function `is_permutation_equivariant` that tests whether a
# layer $f$ has this property for a given order $\pi$.
#
# $$
# f(x_\pi) = f(x)_\pi, \qquad (x_\pi)_{b,\,i} = x_{b,\,\pi_i}
# $$
#
# A computer rounds differently when it adds numbers in a different order, so compare
# the results with a tolerance.

# %% [markdown]
# **Prove it.** Attention alone can't tell *Tom bit a dog* from *a dog bit Tom*, but it
# can with your layer in front of it. If a layer fails for a single order, you know that
# it is not equivariant. This cell asks you whether any number of orders can prove that
# it is.

# %% folded
# Run this cell: it tries your test on two layers.
tested = passed(is_permutation_equivariant, PositionalEncoding)
if tested and predict("positional_encoding.how_many_orders"):
    torch.manual_seed(0)
    words = torch.randn(1, 4, 8)  # Tom bit a dog
    order = torch.tensor([2, 3, 1, 0])  # a dog bit Tom
    add_positions = PositionalEncoding(8)

    def attend(x):
        return nn.functional.scaled_dot_product_attention(x, x, x)

    def attend_with_positions(x):
        return attend(add_positions(x))

    for layer in (attend, attend_with_positions):
        print(f"{layer.__name__}:", is_permutation_equivariant(layer, words, order))

# %% task positional_encoding.concatenation_as_sum
# You may worry that adding the position spoils the word, so you would rather
# concatenate the two. That would make little difference, because the next layer
# multiplies by a matrix, which turns the concatenation into a sum. In the product
# $[X; P]\,W$, each word is concatenated with its position and multiplied by a matrix
# $W$. Write a function `concatenation_as_sum` that splits this product into the part
# that comes from the words and the part that comes from the positions.
#
# $$
# [X; P]\, W = [X; P] \begin{pmatrix} W_1 \\ W_2 \end{pmatrix} = X W_1 + P W_2
# $$

# %% [markdown]
# **Prove it.** For any $W$, concatenating gives the sum of your two parts. If $W$
# consists of two identity matrices on top of each other, this sum is exactly what your
# layer computes, namely $X + P$.

# %% folded
# Run this cell: it tries both W.
summed = passed(sinusoidal_encoding, concatenation_as_sum)
if summed and predict("positional_encoding.free_numbers"):
    torch.manual_seed(0)
    x = torch.randn(2, 7, 16, dtype=torch.float64)
    P = torch.from_numpy(sinusoidal_encoding(7, 16))
    beside = torch.cat([x, P.expand(2, -1, -1)], dim=-1)  # (B, L, 2d)
    free = torch.randn(32, 16, dtype=x.dtype)
    twice = torch.eye(16, dtype=x.dtype).repeat(2, 1)
    for label, W in {"free": free, "the identity twice": twice}.items():
        from_words, from_positions = concatenation_as_sum(x, P, W)
        parts = from_words + from_positions
        print(f"W is {label}:")
        print("  [X; P] W is the sum of the parts:", torch.allclose(beside @ W, parts))
        print("  [X; P] W is X + P:", torch.allclose(beside @ W, x + P))

# %% task positional_encoding.LearnedPositionalEncoding
# Instead of designing a table, you can let the model learn one. The authors of the
# paper tried both and found that they work equally well (Table 3, row E). But a learned
# table has useful rows only for the positions that occurred in training. Write a class
# `LearnedPositionalEncoding` that works like `PositionalEncoding`, except that its
# table is trained.
#
# $$
# \mathrm{out}_{b,\,p} = \mathrm{dropout}\,(x_{b,\,p} + T_p), \qquad
# T \in \mathbb{R}^{max\_length \times d} \text{ trained}
# $$

# %% task positional_encoding.rotary
# When you move to a different position, the hands of the clocks rotate. So instead of
# adding the hands to a vector, we could rotate the vector itself. This is what rotary
# positions (RoPE) do to the queries and keys of recent language models. Write a
# function `rotary` that rotates each pair of features $(x_{2k}, x_{2k+1})$ by the angle
# that clock $k$ shows at the token's position $p$.
#
# $$
# \begin{pmatrix} x'_{2k} \\ x'_{2k+1} \end{pmatrix}
# = \begin{pmatrix} \cos \omega_k p & -\sin \omega_k p \\
#                   \sin \omega_k p & \phantom{-}\cos \omega_k p \end{pmatrix}
#   \begin{pmatrix} x_{2k} \\ x_{2k+1} \end{pmatrix}
# $$
#
# Pay attention to the dtype: bfloat16 can't tell position 257 from 256, so compute the
# angles in at least float32. Return the result in the dtype of `x`. If you create new
# tensors, put them on the device of `x` with `device=x.device`.

# %% [markdown]
# **Prove it.** This cell uses your function to rotate a query and a key for different
# places in a text. Their score depends only on how far apart these places are. Change
# the numbers and see for yourself.

# %% folded
# Run this cell: it scores your query and key at several places.
if passed(rotary):
    torch.manual_seed(0)
    query, key = torch.randn(2, 1, 64, dtype=torch.float64)
    for distance in (0, 3, 20):
        scores = [
            rotary(query, torch.tensor([p]))
            @ rotary(key, torch.tensor([p + distance])).T
            for p in (0, 10, 1000)
        ]
        listed = ", ".join(f"{score.item():9.6f}" for score in scores)
        print(f"{distance:2} apart, from position 0, 10, 1000: {listed}")

# %% [markdown]
# ## Explain the clocks
#
# *{points} · about 10 minutes · difficulty ●●○*
#
# A friend has a simpler idea: add the position $p$ itself to every feature, or add
# $p / L$ to keep the numbers small, where $L$ is the length of the sentence. What goes
# wrong with $p$, what goes wrong with $p / L$, and what do the clocks offer that
# neither of them does? Answer in three to five sentences. Your `shift_matrix` helps
# with the last part. A person will read your answer.

# %% answer explain_clocks, 2 points

# %% [markdown]
# ## More bugs
#
# Would you like to practise debugging? The next cell adds a cell with another student's
# wrong answer to a task that you've already solved. Fix the answer and run its cell, and
# you'll see what was wrong. This doesn't earn any points.

# %%
# repair("positional_encoding")  # remove the first "#"

# %% [markdown]
# ## Questions about your code
#
# How well do you know your own code? The next cell takes one of your answers, changes
# one line and runs the check. You predict what the check says. You can try this with
# any task that you've solved, and again, it doesn't earn any points.

# %%
# defend("positional_encoding.angular_frequencies")  # remove the first "#"
