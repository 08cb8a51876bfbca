# %% [markdown]
# # Exercise: masking
#
# In attention, not every token may attend to every other token. **Padding** only makes
# short sentences longer and has no meaning, so no token should attend to it. A decoder
# learns to predict the next word, so it must not see that word. That's why we hide the
# **future** from it, like the answers during a German test. A mask $m$ says which keys
# each query may attend to. The weights $p$ are computed only from the scores $s$ of
# these keys:
#
# $$
# p_{ij} = \frac{m_{ij} \, e^{s_{ij}}}{\sum_l m_{il} \, e^{s_{il}}}, \qquad
# m_{ij} = \begin{cases} 1 & \text{query } i \text{ may attend to key } j \\
# 0 & \text{otherwise} \end{cases}
# $$
#
# In this exercise, you first build the masks, then the softmax that respects them, and
# finally attention.
#
# **Axes:** `B` batch, `H` heads, `L` length (`L_q` queries, `L_k` keys), `d` features.
# `...` stands for any number of leading axes. **Masks** are boolean, and True means
# that the query may attend to the key. An axis of length 1 broadcasts.

# %%
import math
from collections.abc import Callable

import torch
from IPython.display import display
from torch import Tensor, nn

from lernformer import figures
from lernformer.attention import scaled_dot_product_attention
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
from lernformer.widgets.heads import show_attention
from lernformer.widgets.masking import show_mask

# %% task masking.padding_mask
# The sentences in a batch share a single table, so the short ones are padded. No word
# should attend to this padding. Write a function `padding_mask` that finds the keys
# that are padding and hides them from every query.
#
# $$
# m_{b,1,1,j} = \left[\, \mathrm{ids}_{b,j} \ne \mathrm{pad} \,\right]
# $$
#
# The attention scores have the shape (B, H, L_q, L_k). The mask is the same for all
# heads and all queries, so its axes for heads and queries have length 1.

# %% task masking.look_ahead_mask
# During training, a decoder gets the whole target sentence at once, but it has to
# predict each word only from the words before it. Write a function `look_ahead_mask`
# that lets each token attend to itself and to everything before it, but to nothing
# after it.
#
# $$
# m_{1,1,i,j} = \left[\, j \le i + L_k - L_q \,\right]
# $$
#
# If $L_q = L_k$, the mask is True in the lower triangle. If there are fewer queries
# than keys, the queries are at the *last* positions. For example, a decoder that
# generates one word at a time has a query only for the newest word. This query may
# attend to everything generated so far.

# %% task masking.is_look_ahead_mask
# **Be the grader.** If a mask hides one cell too few, you won't notice it in training.
# The loss just falls faster, because the model can see the answer. Write a function
# `is_look_ahead_mask` that tests for such mistakes. It takes another function and calls
# it with lengths of your choice. It returns True if that function makes look-ahead
# masks, and False if it doesn't. The check runs your test on correct and on wrong
# functions. You earn points for each wrong function that your test catches, as long as
# it accepts all the correct ones.
#
# $$
# \mathrm{is\_look\_ahead\_mask}(f) = \left[\, f(L_q, L_k)_{1,1,i,j}
# = \left[\, j \le i + L_k - L_q \,\right] \text{ for all } L_q \le L_k \,\right]
# $$
#
# You may compare the results with those of your own `look_ahead_mask`. You may also use
# `assert`, because an error in your test has the same effect as returning False.

# %% task masking.decoder_mask
# In a decoder, you have to hide both the padding *and* the future. Write a function
# `decoder_mask` that combines your `padding_mask` and `look_ahead_mask`. A key is
# visible only if both masks allow it.
#
# $$
# m_{b,1,i,j} = \left[\, \mathrm{ids}_{b,j} \ne \mathrm{pad} \,\right] \cdot
# \left[\, j \le i \,\right]
# $$
#
# The ids may be on a GPU, but `look_ahead_mask` gets only the lengths and creates its
# mask on the CPU. So move that mask to the device of the ids with
# `.to(tgt_ids.device)`.

# %% [markdown]
# **Predict, then run.** Once your function passes, this cell shows your mask and what
# it does to random scores. Choose a row, then try the other ways to hide a key.

# %% folded
# Run this cell: it shows your mask.
if passed(decoder_mask) and predict("masking.sums_of_rows"):
    words = ["<bos>", "give", "me", "<eos>", "<pad>", "<pad>"]
    display(show_mask(decoder_mask(torch.tensor([[1, 5, 6, 2, 0, 0]])), words))

# %% task masking.masked_softmax
# A hidden key must get a weight of 0, and the weights of the visible keys must sum to
# 1. If you set weights to 0 *after* the softmax, the row no longer sums to 1. So write
# a function `masked_softmax` that changes the scores *before* the softmax. It replaces
# the score of each hidden key with a number so low that its exponential is 0.
#
# $$
# \mathrm{softmax}(s')_j \quad \text{with} \quad
# s'_j = \begin{cases} s_j & \text{if } m_j \\ -\infty & \text{otherwise} \end{cases}
# $$
#
# Pay attention to rows in which every key is hidden. For such a row, the formula gives
# $0 / 0$, but your function should return all zeros. You may use `torch.softmax`.

# %% task masking.masked_attention
# The Transformer uses attention in three places. Only the mask differs, so one function
# is enough for all of them. Write a function `masked_attention` that computes the
# scores as in the last chapter, but gets the weights from your own `masked_softmax`.
#
# $$
# W = \mathrm{masked\_softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}},\ M\right), \qquad
# \mathrm{Attention}(Q, K, V, M) = W V
# $$

# %% task masking.step_by_step
# When a decoder generates a sentence, it has no future to hide, because the later words
# don't exist yet. Write a function `step_by_step` that computes attention one step at a
# time, without a mask. At step $t$, query $t$ attends to the keys and values up to and
# including position $t$.
#
# $$
# \mathrm{out}_t = \mathrm{Attention}\,(q_t,\; K_{0 \ldots t},\; V_{0 \ldots t}),
# \qquad t = 0, \ldots, T - 1
# $$
#
# You can use `scaled_dot_product_attention(q, k, v)` from the last chapter, which
# returns the output and the weights.

# %% [markdown]
# ## Prove it: the rows still sum to one
#
# With a look-ahead mask, each query sees a different number of keys, and the first
# query sees only its own. Once your functions pass, this cell shows that the weights in
# each row still sum to one, however many keys the query sees.

# %% folded
# Run this cell: it shows the weights, and the sums of their rows.
if passed(look_ahead_mask, masked_attention):
    words = ["give", "me", "a", "second", "please"]
    causal = look_ahead_mask(len(words))
    torch.manual_seed(0)
    q, k, v = torch.randn(3, 1, 1, len(words), 16)  # each (B, H, L, d)
    output, weights = masked_attention(q, k, v, causal)
    display(show_attention(weights[0], words))
    sums = weights.sum(dim=-1).flatten()
    print("sums of the rows:", ", ".join(f"{total:.6f}" for total in sums))
    assert torch.allclose(sums, torch.ones(len(words)))

# %% [markdown]
# ## Prove it: all at once is the same as step by step
#
# With a look-ahead mask, the model can predict all words of a sentence in one parallel
# pass, as if it predicted each of them separately. That is what makes training a
# Transformer fast. This cell shows that `masked_attention` and `step_by_step` give the
# same results.

# %% folded
# Run this cell: it compares one pass with a hundred steps.
both = passed(look_ahead_mask, masked_attention, step_by_step)
if both and predict("masking.train_or_translate"):
    torch.manual_seed(0)
    q, k, v = torch.randn(3, 2, 4, 100, 16)  # each (B, H, T, d)
    parallel, _ = masked_attention(q, k, v, look_ahead_mask(100))
    difference = (parallel - step_by_step(q, k, v)).abs().max().item()
    print(f"1 pass and 100 steps: largest difference {difference:.1e}")
    assert difference < 1e-5

# %% task masking.future_leak
# **Measure.** The loss doesn't tell you whether a layer looks ahead, but an experiment
# does. Replace all tokens from position $t$ on with those of a different input $x'$,
# and see whether any output before $t$ changes. None of them should. Write a function
# `future_leak` that tries this for every $t$ and returns the largest change that it
# finds.
#
# $$
# \mathrm{leak}(f) = \max_{1 \le t < L} \; \max_{i < t}
# \left| f(x_{<t}, x'_{\ge t})_i - f(x)_i \right|
# $$
#
# Dropout would change the outputs, too, so put the layer into evaluation mode first.

# %% [markdown]
# **Prove it.** Once your function passes, this cell measures four attentions. Three of
# them are your own attention with different masks. The fourth hides the future in a
# different way, because it sets weights to 0 *after* the softmax.

# %% folded
# Run this cell: it measures four attentions.
measured = passed(look_ahead_mask, masked_attention, future_leak)
if measured and predict("masking.which_leak"):

    class Attention(nn.Module):
        """Self-attention as computed by ``weigh``."""

        def __init__(self, weigh):
            super().__init__()
            self.weigh = weigh

        def forward(self, x):
            return self.weigh(x)

    def masked(mask):
        return Attention(lambda x: masked_attention(x, x, x, mask)[0])

    def hide_afterwards(x):
        return (x @ x.mT / 4).softmax(-1).mul(look_ahead_mask(6)[0, 0]) @ x

    torch.manual_seed(0)
    x, other = torch.randn(2, 2, 6, 16)  # each (B, L, d)
    no_mask = torch.ones(6, 6, dtype=torch.bool)
    for name, layer in {
        "no mask": masked(no_mask),
        "look_ahead_mask": masked(look_ahead_mask(6)[0, 0]),
        "one too many": masked(no_mask.tril(1)),
        "masked after the softmax": Attention(hide_afterwards),
    }.items():
        print(f"{name:24} leaks {future_leak(layer, x, other):.1e}")

# %% [markdown]
# ## Explain the look-ahead mask
#
# *{points} · about 10 minutes · difficulty ●●○*
#
# A friend forgets the look-ahead mask in the decoder. The training loss falls to almost
# 0 within minutes, but the translations that the model then writes are nonsense.
# Explain in three to five sentences: what did the model learn, why did the loss not
# show it, and what is different when the model translates? A person will read your
# answer.

# %% answer explain_look_ahead, 2 points

# %% [markdown]
# ## More bugs
#
# Would you like to practise debugging? The next cell adds a cell with another student's
# wrong answer to a task that you've already solved. Fix the answer and run its cell, and
# you'll see what was wrong. This doesn't earn any points.

# %%
# repair("masking")  # remove the first "#"

# %% [markdown]
# ## Questions about your code
#
# How well do you know your own code? The next cell takes one of your answers, changes
# one line and runs the check. You predict what the check says. You can try this with
# any task that you've solved, and again, it doesn't earn any points.

# %%
# defend("masking.padding_mask")  # remove the first "#"
