# %% [markdown]
# # Exercise: positional encoding
#
# Attention itself ignores the order of the words: shuffle them, and each still gets the
# same vector. (Only the decoder's look-ahead mask tells earlier words from later ones.)
# So the paper adds the position, with **clocks**: pair $k$ of the dimensions is the
# hand of a clock that turns by $\omega_k$ from one position to the next. The first
# clocks turn fast, the last ones slowly:
#
# $$
# PE_{p,\,2k} = \sin(\omega_k\, p), \qquad
# PE_{p,\,2k+1} = \cos(\omega_k\, p), \qquad
# \omega_k = n^{-2k/d}, \quad n = 10000
# $$
#
# You build the table, find out why it is made of sines and cosines, and turn it into a
# layer. Then you let a layer learn positions instead, and finally you turn queries and
# keys themselves.
#
# **Axes:** `B` batch, `L` length, `d` features; `...` is any number of leading axes.
# **Positions** count from 0.

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
# When you count, the digits change at different speeds: the last one at every step, the
# first one hardly ever. The clocks do the same. Write `angular_frequencies`, their
# speeds, which fall by the same factor from each clock to the next.
#
# $$
# \omega_k = n^{-2k/d}, \qquad k = 0, 1, \ldots, \lceil d/2 \rceil - 1
# $$
#
# Use NumPy for the formulas.

# %% task positional_encoding.sinusoidal_encoding
# Each position gets one row: what all clocks show at that moment. Write
# `sinusoidal_encoding`: sines in the even dimensions, cosines in the odd ones, so that
# row 0 is $0, 1, 0, 1, \ldots$
#
# $$
# PE_{p,\,2k} = \sin(\omega_k\, p), \qquad PE_{p,\,2k+1} = \cos(\omega_k\, p),
# \qquad p = 0, \ldots, L - 1
# $$

# %% [markdown]
# **Predict, then run.** Once it passes, this cell asks what the clocks are for, then
# draws the sines of your table.

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
# and move the position. What you see here is what you will compute next.

# %% folded
# Run this cell: it draws the clocks.
if passed(sinusoidal_encoding) and predict("positional_encoding.what_stays"):
    display(show_encoding(sinusoidal_encoding(50, 12)))

# %% task positional_encoding.to_halves
# Some code lays the table out differently: all sines first, then all cosines. The
# columns are the same in a different order, and a model can learn from either table
# equally well. The function `to_halves` reorders any features in this way.
#
# $$
# (x_0, x_1, x_2, x_3, x_4, \ldots) \;\to\; (x_0, x_2, x_4, \ldots,\; x_1, x_3, \ldots)
# $$

# %% [markdown]
# **Prove it.** Suppose a linear layer reads the table. If you put the sines first, the
# layer reads nonsense, but once your function puts its rows into the same new order, it
# reads what it read before. Here $d$ is odd.

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
# Why sine *and* cosine? Because moving by $k$ positions is then a multiplication by one
# matrix, the same for every position, so a linear layer can look "three words back"
# from anywhere.
#
# $$
# PE_{p+k} = M_k \, PE_p \qquad \text{for all } p
# $$
#
# Write `shift_matrix`, which returns $M_k$. The angle addition formulas give its
# entries: $\sin(a + b) = \sin a \cos b + \cos a \sin b$ and
# $\cos(a + b) = \cos a \cos b - \sin a \sin b$.

# %% [markdown]
# **Prove it.** Your two functions now show this, for every position of a table at once:
# one matrix moves them all, and it is a rotation, $M M^\top = I$ and $\det M = 1$.

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
# Attention compares vectors by dot products. The dot product of two positions depends
# only on how far apart they are, not on where they are:
#
# $$
# PE_p \cdot PE_{p+\varphi}
# = \sum_k \sin(\omega_k p) \sin(\omega_k (p + \varphi))
#        + \cos(\omega_k p) \cos(\omega_k (p + \varphi))
# = \; ?
# $$
#
# Simplify it until $p$ is gone, and write `position_similarity`, which computes what is
# left.

# %% [markdown]
# **Predict, then run.** Once it passes, this cell draws it.

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
# **Measure.** That was a formula for sinusoids, but what about a table without a
# formula, such as learned positions or mere noise? Write `similarity_by_distance`,
# which averages the dot products of all pairs of rows that are $k$ apart, wherever they
# are.
#
# $$
# s_k = \frac{1}{L - k} \sum_{p=0}^{L-1-k} T_p \cdot T_{p+k}, \qquad
# k = 0, \ldots, L - 1
# $$

# %% [markdown]
# **Predict, then run.** Once it passes, this cell measures the sinusoids and a table
# drawn at random, like the one that a model with learned positions starts with.

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
# In the model, the table is a layer. Write `_rows`, then `PositionalEncoding`, which
# adds a row to each token and drops some features of the sum while training
# (section 5.4). The table is a formula, so it moves with the model to its device and
# dtype, but no optimiser may change it.
#
# $$
# \mathrm{out}_{b,\,p} = \mathrm{dropout}\,(x_{b,\,p} + PE_p)
# $$
#
# From here on we use torch. `start` is for text that is read piece by piece: the first
# token of `x` then has position `start`.

# %% task positional_encoding.is_permutation_equivariant
# Was the encoding necessary at all? Attention compares each word with every other,
# wherever they are: if you shuffle the words, it returns the same vectors, shuffled in
# the same way. This is called **permutation equivariance**. Write
# `is_permutation_equivariant`, a test that proves or refutes it for any layer $f$ and
# any order $\pi$.
#
# $$
# f(x_\pi) = f(x)_\pi, \qquad (x_\pi)_{b,\,i} = x_{b,\,\pi_i}
# $$
#
# A computer rounds differently when it adds in a different order, so compare with a
# tolerance.

# %% [markdown]
# **Prove it.** *Tom bit a dog* and *a dog bit Tom*: the same to attention alone, but
# not with your layer in front of it. A single order for which a layer fails proves that
# it is not equivariant. Can any number of orders prove that it is?

# %% folded
# Run this cell: it asks your test about two layers.
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
# Why add the position to the word, which might spoil it, instead of putting it next to
# the word? Because the next layer multiplies by a matrix anyway, which turns the two
# into a sum. Write `concatenation_as_sum`, which splits $[X; P]\,W$ (each word with its
# position next to it, times a matrix) into the part that comes from the words and the
# part that comes from the positions.
#
# $$
# [X; P]\, W = [X; P] \begin{pmatrix} W_1 \\ W_2 \end{pmatrix} = X W_1 + P W_2
# $$

# %% [markdown]
# **Prove it.** With any $W$, concatenating gives the sum of your two parts. With one
# particular $W$, the identity twice, it is just what your layer does: $X + P$.

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
    for told, W in {"free": free, "the identity twice": twice}.items():
        from_words, from_positions = concatenation_as_sum(x, P, W)
        parts = from_words + from_positions
        print(f"W is {told}:")
        print("  [X; P] W is the sum of the parts:", torch.allclose(beside @ W, parts))
        print("  [X; P] W is X + P:", torch.allclose(beside @ W, x + P))

# %% task positional_encoding.LearnedPositionalEncoding
# Why design a table at all if a model can learn one, as in `LearnedPositionalEncoding`?
# The paper tried it and found both equally good (Table 3, row E), but a learned table
# ends where training ended.
#
# $$
# \mathrm{out}_{b,\,p} = \mathrm{dropout}\,(x_{b,\,p} + T_p), \qquad
# T \in \mathbb{R}^{max\_length \times d} \text{ trained}
# $$

# %% task positional_encoding.rotary
# If a shift is a rotation, why add anything? Recent language models use rotary
# positions (RoPE), which turn the queries and keys themselves. Write `rotary`, which
# turns each pair of features $(x_{2k}, x_{2k+1})$ by its clock's angle.
#
# $$
# \begin{pmatrix} x'_{2k} \\ x'_{2k+1} \end{pmatrix}
# = \begin{pmatrix} \cos \omega_k p & -\sin \omega_k p \\
#                   \sin \omega_k p & \phantom{-}\cos \omega_k p \end{pmatrix}
#   \begin{pmatrix} x_{2k} \\ x_{2k+1} \end{pmatrix}
# $$
#
# Mind the dtype: bfloat16 cannot tell position 257 from 256, so compute the angles in
# float32 at least, and return the dtype of `x`. New tensors go where `x` is:
# `device=x.device`.

# %% [markdown]
# **Prove it.** Your function turns a query and a key for different places in a text,
# and their score depends only on how far apart these places are. Change the numbers and
# see for yourself.

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
        told = ", ".join(f"{score.item():9.6f}" for score in scores)
        print(f"{distance:2} apart, from position 0, 10, 1000: {told}")

# %% [markdown]
# ## Explain the clocks
#
# *{points} · about 10 minutes · difficulty ●●○*
#
# A friend has a simpler idea: add the number of the position itself, $p$, to every
# feature or, to keep it from growing, $p / L$, where $L$ is the length of the sentence.
# What goes wrong with $p$, what goes wrong with $p / L$, and what do the clocks give
# that neither has? Answer in three to five sentences; `shift_matrix` helps with the
# last part. A person reads this answer.

# %% answer explain_clocks, 2 points

# %% [markdown]
# ## More bugs
#
# No points, just practice: this inserts another student's wrong answer to a task that
# you have already solved. Fix it and run the cell to hear what was wrong. Do it as
# often as you like.

# %%
# repair("positional_encoding")  # remove the first "#"

# %% [markdown]
# ## Questions about your code
#
# No points either: this changes one line of an answer that you have written, runs the
# check on it and asks you what happens. Name any task that you have solved.

# %%
# defend("positional_encoding.angular_frequencies")  # remove the first "#"
