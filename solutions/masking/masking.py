# %% [markdown]
# # Exercise: masking
#
# Not every token may attend to every other. **Padding** fills up short sentences and
# means nothing. And a decoder that learns to predict the next word must not see it: the
# **future** is hidden, as the dictionary is during a French test. A mask says which key
# each query may look at.
#
# $$
# W_{ij} = \frac{m_{ij} \, e^{s_{ij}}}{\sum_l m_{il} \, e^{s_{il}}}, \qquad
# m_{ij} = \begin{cases} 1 & \text{query } i \text{ may attend to key } j \\
# 0 & \text{otherwise} \end{cases}
# $$
#
# You make the masks first, then the softmax that respects them, then attention.
# Replace `raise NotImplementedError()` with your code and run the cell under it: it
# says what is right, and if something is not, what and why. You can run it as often
# as you like.
#
# **Axes:** `B` batch, `H` heads, `L` length (`L_q` queries, `L_k` keys), `d` features;
# `...` is any number of leading axes. **Masks** are boolean, True = may attend; an axis
# of length 1 broadcasts.

# %%
import math

import torch
from IPython.display import display
from torch import Tensor

from lernformer import figures
from lernformer.attention import scaled_dot_product_attention
from lernformer.checks import check, hint, run
from lernformer.widgets.heads import show_attention
from lernformer.widgets.masking import show_mask

# %% [markdown]
# ## padding_mask
#
# *1 point · about 10 minutes · difficulty ●○○*
#
# The sentences of a batch share one table, so the short ones are filled up with
# padding. Nobody should read it: the mask hides it as a key, from every query alike.
#
# $$
# m_{b,1,1,j} = \left[\, \mathrm{ids}_{b,j} \ne \mathrm{pad} \,\right]
# $$
#
# Attention's scores are (B, H, L_q, L_k). The mask is the same for all heads and all
# queries, so these two axes have length 1.


# %% nbgrader={"grade": false, "grade_id": "padding_mask", "locked": false, "schema_version": 3, "solution": true, "task": false}
def padding_mask(ids: Tensor, pad_id: int = 0) -> Tensor:
    """Hide padding from every query.

    Args:
        ids: (B, L) integers, the tokens that serve as keys. Padding may stand
            anywhere. They are not modified.
        pad_id: the id of padding, any integer.

    Returns:
        (B, 1, 1, L) boolean, True where a token is no padding; on the device of
        ``ids``.

    Raises:
        ValueError: if ``ids`` is no table (B, L).
    """
    if ids.dim() != 2:
        raise ValueError(f"ids must have the shape (B, L), got {tuple(ids.shape)}")
    ### BEGIN SOLUTION
    return (ids != pad_id)[:, None, None, :]
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_padding_mask", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
check("masking.padding_mask", padding_mask)
### BEGIN HIDDEN TESTS
check("masking.padding_mask", padding_mask, seed=662607015)
### END HIDDEN TESTS

# %%
# hint("masking.padding_mask")  # remove the first "#" for a hint

# %% [markdown]
# ## look_ahead_mask
#
# *2 points · about 15 minutes · difficulty ●●○*
#
# While it learns, a decoder gets the whole target sentence at once, and yet has to
# predict each word from those before it. So a token sees itself and the past, and the
# future is hidden.
#
# $$
# m_{1,1,i,j} = \left[\, j \le i + L_k - L_q \,\right]
# $$
#
# With $L_q = L_k$ this is a lower triangle. With fewer queries than keys the queries
# are the *last* ones: a decoder that writes word by word asks only for the newest, but
# sees all that it wrote before.


# %% nbgrader={"grade": false, "grade_id": "look_ahead_mask", "locked": false, "schema_version": 3, "solution": true, "task": false}
def look_ahead_mask(query_length: int, key_length: int | None = None) -> Tensor:
    """Hide the future: a token sees itself and what stands before it.

    Args:
        query_length: L_q; the queries are the last L_q of the L_k positions.
        key_length: L_k, by default L_q.

    Returns:
        (1, 1, L_q, L_k) boolean, True on and under the diagonal that ends bottom
        right.

    Raises:
        ValueError: if there are more queries than keys.
    """
    if key_length is None:
        key_length = query_length
    if query_length > key_length:
        raise ValueError(
            f"{query_length} queries cannot be the last of {key_length} keys"
        )
    ### BEGIN SOLUTION
    visible = torch.ones(query_length, key_length, dtype=torch.bool)
    return visible.tril(key_length - query_length)[None, None]
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_look_ahead_mask", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
check("masking.look_ahead_mask", look_ahead_mask)
### BEGIN HIDDEN TESTS
check("masking.look_ahead_mask", look_ahead_mask, seed=138064852)
### END HIDDEN TESTS

# %%
# hint("masking.look_ahead_mask")

# %% [markdown]
# ## decoder_mask
#
# *2 points · about 10 minutes · difficulty ●○○*
#
# The decoder's sentences are padded *and* have a future. A key is visible only if both
# masks allow it; use the two functions that you wrote above.
#
# $$
# m_{b,1,i,j} = \left[\, \mathrm{ids}_{b,j} \ne \mathrm{pad} \,\right] \cdot
# \left[\, j \le i \,\right]
# $$
#
# The ids may live on a GPU, but `look_ahead_mask` knows only lengths and makes its mask
# on the CPU: move it with `.to(tgt_ids.device)`.


# %% nbgrader={"grade": false, "grade_id": "decoder_mask", "locked": false, "schema_version": 3, "solution": true, "task": false}
def decoder_mask(tgt_ids: Tensor, pad_id: int = 0) -> Tensor:
    """Hide the future and padding: what the decoder's self-attention needs.

    A row may be left with nothing to attend to, where padding stands in front.

    Args:
        tgt_ids: (B, L) integers, the tokens that go into the decoder; they are not
            modified.
        pad_id: the id of padding, any integer.

    Returns:
        (B, 1, L, L) boolean, True where both masks allow it; on the device of
        ``tgt_ids``.
    """
    ### BEGIN SOLUTION
    look_ahead = look_ahead_mask(tgt_ids.size(-1)).to(tgt_ids.device)
    return padding_mask(tgt_ids, pad_id) & look_ahead
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_decoder_mask", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
check("masking.decoder_mask", decoder_mask)
### BEGIN HIDDEN TESTS
check("masking.decoder_mask", decoder_mask, seed=529177210)
### END HIDDEN TESTS

# %%
# hint("masking.decoder_mask")

# %% [markdown]
# Once it passes, this cell shows your mask and what it does to random scores. Choose a
# row, and try the other ways to hide a key: which sums are off? The rows of `<pad>` are
# not empty. Does it matter what they attend to?

# %%
if run("masking.decoder_mask", decoder_mask).works:
    words = ["<bos>", "give", "me", "<eos>", "<pad>", "<pad>"]
    display(show_mask(decoder_mask(torch.tensor([[1, 5, 6, 2, 0, 0]])), words))

# %% [markdown]
# ## masked_softmax
#
# *3 points · about 20 minutes · difficulty ●●○*
#
# A hidden key must get the weight 0, and the visible ones share the whole of it. Set a
# weight to 0 *after* the softmax, and the row no longer sums to 1; so hide the score
# *before* it, behind a number so low that its exponential is 0.
#
# $$
# \mathrm{softmax}(s')_j \quad \text{with} \quad
# s'_j = \begin{cases} s_j & \text{if } m_j \\ -\infty & \text{otherwise} \end{cases}
# $$
#
# Mind the row that may attend to nothing: what is $0 / 0$? Here such a row is all
# zeros. (`torch.softmax` is allowed.)


# %% nbgrader={"grade": false, "grade_id": "masked_softmax", "locked": false, "schema_version": 3, "solution": true, "task": false}
def masked_softmax(scores: Tensor, mask: Tensor) -> Tensor:
    """Softmax over the keys that may be attended to.

    Args:
        scores: (..., L_q, L_k), any real numbers; they are not modified.
        mask: boolean, broadcastable to the scores, True = may attend.

    Returns:
        (..., L_q, L_k) weights with the dtype of the scores, 0 where the mask is False.
        Each row sums to 1; a row with nothing to attend to is all zeros. There is no
        NaN, neither in the weights nor in their gradient.

    Raises:
        ValueError: if the mask is not boolean.
    """
    if mask.dtype != torch.bool:
        raise ValueError(f"mask must be boolean (True = may attend), got {mask.dtype}")
    ### BEGIN SOLUTION
    # The lowest finite number, not the paper's -inf: a row of -inf alone gives NaN.
    lowest = torch.finfo(scores.dtype).min
    weights = scores.masked_fill(~mask, lowest).softmax(dim=-1)
    return weights.masked_fill(~mask, 0.0)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_masked_softmax", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
check("masking.masked_softmax", masked_softmax)
### BEGIN HIDDEN TESTS
check("masking.masked_softmax", masked_softmax, seed=125663706)
### END HIDDEN TESTS

# %%
# hint("masking.masked_softmax")

# %% [markdown]
# ## masked_attention
#
# *3 points · about 15 minutes · difficulty ●●○*
#
# Now attention as the Transformer uses it in all three places; only the mask differs.
# Scores as in the last chapter, weights from your own `masked_softmax`.
#
# $$
# W = \mathrm{masked\_softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}},\ M\right), \qquad
# \mathrm{Attention}(Q, K, V, M) = W V
# $$


# %% nbgrader={"grade": false, "grade_id": "masked_attention", "locked": false, "schema_version": 3, "solution": true, "task": false}
def masked_attention(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor
) -> tuple[Tensor, Tensor]:
    """Scaled dot-product attention to the keys that the mask allows.

    Args:
        q: (..., L_q, d_k) queries.
        k: (..., L_k, d_k) keys.
        v: (..., L_k, d_v) values; d_v need not equal d_k.
        mask: boolean, broadcastable to (..., L_q, L_k), True = may attend.

    Returns:
        output (..., L_q, d_v) and weights (..., L_q, L_k). A query with nothing to
        attend to gets zeros in both.
    """
    ### BEGIN SOLUTION
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))  # (..., L_q, L_k)
    weights = masked_softmax(scores, mask)
    return weights @ v, weights
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_masked_attention", "locked": true, "points": 3, "schema_version": 3, "solution": false, "task": false}
check("masking.masked_attention", masked_attention)
### BEGIN HIDDEN TESTS
check("masking.masked_attention", masked_attention, seed=731058578)
### END HIDDEN TESTS

# %%
# hint("masking.masked_attention")

# %% [markdown]
# ## step_by_step
#
# *2 points · about 15 minutes · difficulty ●●○*
#
# A decoder that writes has no future to hide: what it has not written does not exist. It
# attends with the newest query to the keys and values so far, step after step. Write it
# like this, without any mask; below it meets your masked attention.
#
# $$
# \mathrm{out}_t = \mathrm{Attention}\,(q_t,\; K_{0 \ldots t},\; V_{0 \ldots t}),
# \qquad t = 0, \ldots, T - 1
# $$
#
# `scaled_dot_product_attention(q, k, v)` of the last chapter returns output and weights.


# %% nbgrader={"grade": false, "grade_id": "step_by_step", "locked": false, "schema_version": 3, "solution": true, "task": false}
def step_by_step(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """Self-attention as a decoder does it when it writes: one query after the other.

    At step t there are the keys and values 0 to t and no others. There is no mask: what
    comes after step t leaves no trace in it, not even if it is NaN, and a number that is
    merely hidden would, for 0 · NaN is NaN.

    Args:
        q: (B, H, T, d_k) queries.
        k: (B, H, T, d_k) keys.
        v: (B, H, T, d_v) values; d_v need not equal d_k. None of them is modified.

    Returns:
        (B, H, T, d_v) the outputs of all steps, one a row.
    """
    ### BEGIN SOLUTION
    steps = []
    for t in range(q.size(-2)):
        query = q[..., t : t + 1, :]  # (B, H, 1, d_k)
        keys, values = k[..., : t + 1, :], v[..., : t + 1, :]
        steps.append(scaled_dot_product_attention(query, keys, values)[0])
    return torch.cat(steps, dim=-2)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_step_by_step", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
check("masking.step_by_step", step_by_step)
### BEGIN HIDDEN TESTS
check("masking.step_by_step", step_by_step, seed=602214076)
### END HIDDEN TESTS

# %%
# hint("masking.step_by_step")

# %% [markdown]
# ## Prove it: the rows still sum to one
#
# Each query sees another number of keys, the first only itself. Once your functions
# pass, this cell shows their weights: however many keys a row has, they share one.

# %%
ready = all(
    run(f"masking.{function.__name__}", function).works
    for function in (look_ahead_mask, masked_attention)
)
if ready:
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
# ## Prove it: the future does not change the past
#
# Now one token after the other is replaced, with its query, key and value. Row $t$ of
# the table shows which outputs notice that token $t$ has changed: 1 = changed.

# %%
if ready:
    noticed = torch.zeros(len(words), len(words))
    for t in range(len(words)):
        changed = [x.clone() for x in (q, k, v)]
        for x in changed:
            x[..., t, :] += 1
        after, _ = masked_attention(*changed, causal)
        difference = (after - output).abs().amax(dim=-1).flatten()  # (L,)
        noticed[t] = difference > 1e-6
        assert not noticed[t, :t].any(), f"{words[t]!r} changes what comes before it"
    fig, ax = figures.subplots()
    figures.heat_map(ax, noticed, words, words)
    ax.set_ylabel("token that changed")
    ax.set_xlabel("output that noticed")
    alt = "Every token is noticed by its own output and by those after it."
    display(figures.figure(fig, alt=alt))

# %% [markdown]
# Nothing is noticed before $t$. Replace `causal` with `torch.ones_like(causal)` and run
# both cells again: what does the `assert` say?
#
# ## Prove it: all at once is the same as step by step
#
# So all words of a sentence can be predicted in one parallel pass, as if each were
# predicted alone: this is what makes training a Transformer fast. Your two functions show
# it. Which one would you train with, and with which one do you translate?

# %%
if ready and run("masking.step_by_step", step_by_step).works:
    torch.manual_seed(0)
    q, k, v = torch.randn(3, 2, 4, 100, 16)  # each (B, H, T, d)
    parallel, _ = masked_attention(q, k, v, look_ahead_mask(100))
    difference = (parallel - step_by_step(q, k, v)).abs().max().item()
    print(f"1 pass and 100 steps: largest difference {difference:.1e}")
    assert difference < 1e-5

# %% [markdown]
# ## Explain the look-ahead mask
#
# *2 points · about 10 minutes · difficulty ●●○*
#
# A friend forgets the look-ahead mask in the decoder. The training loss falls to almost
# 0 within minutes; the translations that the model then writes are nonsense. Explain
# in three to five sentences: what did the model learn, why did the loss not show it,
# and what is different when it translates? A person reads this answer.

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain_look_ahead", "locked": false, "points": 2, "schema_version": 3, "solution": true, "task": false}
# During training the whole target sentence goes into the decoder, and the label at
# position $t$ is the token at position $t + 1$. Without the mask position $t$ attends to
# that very token and copies it, so the loss is near 0 though nothing about the language
# was learned; the loss measures copying, on validation data too. When it translates,
# the decoder writes one token after the other: the next one does not exist yet, there
# is nothing to copy, and what comes out is arbitrary. One point each: the model copies
# the label that it can see; at translation time the future is not there.
