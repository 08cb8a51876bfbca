# %% [markdown]
# # Exercise: masking
#
# Not every token may attend to every other. **Padding** makes short sentences longer
# and means nothing. And a decoder that learns to predict the next word must not see it:
# the **future** is hidden, as the dictionary is during a French test. A mask says which
# key each query may look at.
#
# $$
# W_{ij} = \frac{m_{ij} \, e^{s_{ij}}}{\sum_l m_{il} \, e^{s_{il}}}, \qquad
# m_{ij} = \begin{cases} 1 & \text{query } i \text{ may attend to key } j \\
# 0 & \text{otherwise} \end{cases}
# $$
#
# You build the masks first, then the softmax that respects them, and then attention.
#
# **Axes:** `B` batch, `H` heads, `L` length (`L_q` queries, `L_k` keys), `d` features;
# `...` is any number of leading axes. **Masks** are boolean, True = may attend; an axis
# of length 1 broadcasts.

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
# The sentences of a batch share one table, so the short ones are padded, but no word
# should attend to padding. Write `padding_mask`, which hides the padding keys from
# every query.
#
# $$
# m_{b,1,1,j} = \left[\, \mathrm{ids}_{b,j} \ne \mathrm{pad} \,\right]
# $$
#
# The attention scores have the shape (B, H, L_q, L_k). The mask is the same for all
# heads and all queries, so these two axes have length 1.

# %% task masking.look_ahead_mask
# During training, a decoder gets the whole target sentence at once, and yet it has to
# predict each word from those before it. Write `look_ahead_mask`, which lets each token
# attend to itself and to everything before it, but to nothing after it.
#
# $$
# m_{1,1,i,j} = \left[\, j \le i + L_k - L_q \,\right]
# $$
#
# With $L_q = L_k$ this is a lower triangle. With fewer queries than keys, the queries
# belong to the *last* positions: a decoder that writes word by word has a query only
# for the newest word, but sees everything that it wrote before.

# %% task masking.is_look_ahead_mask
# **Be the grader.** A mask that hides one cell too few goes unnoticed in training: the
# loss just falls faster, because the answer is in sight. So write `is_look_ahead_mask`,
# the test that would have caught it: it takes a function, calls it with lengths of your
# choice and says whether it makes look-ahead masks. The check passes it right functions
# and wrong ones; your test earns points for each wrong one it catches, as long as it
# accepts the right ones.
#
# $$
# \mathrm{is\_look\_ahead\_mask}(f) = \left[\, f(L_q, L_k)_{1,1,i,j}
# = \left[\, j \le i + L_k - L_q \,\right] \text{ for all } L_q \le L_k \,\right]
# $$
#
# You may compare with your own `look_ahead_mask`. `assert` is fine, too: an error in
# the test counts as False.

# %% task masking.decoder_mask
# The decoder's sentences are padded *and* have a future. Write `decoder_mask`, in which
# a key is visible only if both masks allow it; use the two functions that you wrote
# above.
#
# $$
# m_{b,1,i,j} = \left[\, \mathrm{ids}_{b,j} \ne \mathrm{pad} \,\right] \cdot
# \left[\, j \le i \,\right]
# $$
#
# The ids may live on a GPU, but `look_ahead_mask` knows only lengths and makes its mask
# on the CPU: move it with `.to(tgt_ids.device)`.

# %% [markdown]
# **Predict, then run.** Once it passes, this cell shows your mask and what it does to
# random scores. Choose a row, and try the other ways to hide a key.

# %% folded
# Run this cell: it shows your mask.
if passed(decoder_mask) and predict("masking.sums_of_rows"):
    words = ["<bos>", "give", "me", "<eos>", "<pad>", "<pad>"]
    display(show_mask(decoder_mask(torch.tensor([[1, 5, 6, 2, 0, 0]])), words))

# %% task masking.masked_softmax
# A hidden key must get the weight 0, and the visible keys share the full weight of 1.
# If you set a weight to 0 *after* the softmax, the row no longer sums to 1. So write
# `masked_softmax`, which hides the score *before* it, with a number so low that its
# exponential is 0.
#
# $$
# \mathrm{softmax}(s')_j \quad \text{with} \quad
# s'_j = \begin{cases} s_j & \text{if } m_j \\ -\infty & \text{otherwise} \end{cases}
# $$
#
# Mind the row that may attend to nothing: what is $0 / 0$? Here such a row is all
# zeros. (`torch.softmax` is allowed.)

# %% task masking.masked_attention
# The Transformer uses attention in three places, and `masked_attention` serves all of
# them; only the mask differs. The scores are those of the last chapter, and the weights
# come from your own `masked_softmax`.
#
# $$
# W = \mathrm{masked\_softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}},\ M\right), \qquad
# \mathrm{Attention}(Q, K, V, M) = W V
# $$

# %% task masking.step_by_step
# While a decoder is writing, it has no future to hide, because what it hasn't written
# yet doesn't exist. Write `step_by_step`, which attends at each step with the newest
# query to the keys and values so far, without any mask; further down, it is compared
# with your masked attention.
#
# $$
# \mathrm{out}_t = \mathrm{Attention}\,(q_t,\; K_{0 \ldots t},\; V_{0 \ldots t}),
# \qquad t = 0, \ldots, T - 1
# $$
#
# `scaled_dot_product_attention(q, k, v)` from the last chapter returns output and
# weights.

# %% [markdown]
# ## Prove it: the rows still sum to one
#
# Each query sees a different number of keys; the first sees only itself. Once your
# functions pass, this cell shows the weights: however many keys a row has, its weights
# sum to one.

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
# So all words of a sentence can be predicted in one parallel pass, as if each were
# predicted alone, and that is what makes training a Transformer fast. Your two
# functions show it.

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
# **Measure.** Does a layer look ahead? The loss can't tell you, but an experiment can:
# replace all tokens from $t$ on, and see what changes before $t$. Nothing should. Write
# `future_leak`, which tries this for every $t$ and keeps the largest change.
#
# $$
# \mathrm{leak}(f) = \max_{1 \le t < L} \; \max_{i < t}
# \left| f(x_{<t}, x'_{\ge t})_i - f(x)_i \right|
# $$
#
# Other things change numbers, too: a layer with dropout has to run in evaluation mode.

# %% [markdown]
# **Prove it.** Once it passes, this cell measures your own attention under three masks,
# and one that hides the future in a different way: it sets the weights to 0 *after* the
# softmax.

# %% folded
# Run this cell: it measures four attentions.
measured = passed(look_ahead_mask, masked_attention, future_leak)
if measured and predict("masking.which_leak"):

    class Attention(nn.Module):
        """Self-attention whose weights are those of ``weigh``."""

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
        "hidden after the softmax": Attention(hide_afterwards),
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
# show it, and what is different when it translates? A person reads this answer.

# %% answer explain_look_ahead, 2 points

# %% [markdown]
# ## More bugs
#
# No points, just practice: this inserts another student's wrong answer to a task that
# you have already solved. Fix it and run the cell to hear what was wrong. Do it as
# often as you like.

# %%
# repair("masking")  # remove the first "#"

# %% [markdown]
# ## Questions about your code
#
# No points either: this changes one line of an answer that you have written, runs the
# check on it and asks you what happens. Name any task that you have solved.

# %%
# defend("masking.padding_mask")  # remove the first "#"
