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
# You build this formula from the inside out, then put several of it side by side.
# Replace `raise NotImplementedError()` with your code and run the cell under it: it
# says what is right, and if something is not, what and why. You can run it as often
# as you like.
#
# **Axes:** `B` batch, `H` heads, `L` length (`L_q` queries, `L_k` keys), `d` features;
# `...` is any number of leading axes. **Masks** are boolean, True = may attend.

# %%
import math

import numpy as np
import torch
from IPython.display import display
from torch import Tensor, nn

from lernformer.checks import check, hint, run
from lernformer.widgets.attention import explore_softmax
from lernformer.widgets.heads import show_attention

# %% [markdown]
# ## softmax
#
# *2 points · about 10 minutes · difficulty ●○○*
#
# Scores can be any numbers; weights have to be positive and sum to 1. The softmax
# keeps their order and lets the largest score win by as much as it leads.
#
# $$
# \mathrm{softmax}(s)_i = \frac{e^{s_i}}{\sum_j e^{s_j}}
# $$
#
# Mind large scores: $e^{1000}$ does not fit into a float. Use NumPy here.


# %% nbgrader={"grade": false, "grade_id": "softmax", "locked": false, "schema_version": 3, "solution": true, "task": false}
def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    """Turn scores into weights in [0, 1] that sum to 1 along ``axis``.

    Args:
        scores: any shape, any real numbers; they are not modified.
        axis: the axis along which the weights compete.

    Returns:
        Weights of the same shape.
    """
    ### BEGIN SOLUTION
    shifted = scores - scores.max(axis=axis, keepdims=True)  # largest e^x is e^0 = 1
    exponentials = np.exp(shifted)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_softmax", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
check("attention.softmax", softmax)
### BEGIN HIDDEN TESTS
check("attention.softmax", softmax, seed=602214076)
### END HIDDEN TESTS

# %%
# hint("attention.softmax")  # remove the first "#" for a hint

# %% [markdown]
# Once your softmax passes, this cell draws it. Move the sliders: when does one weight
# take everything, and what happens to the others?

# %%
if run("attention.softmax", softmax).works:
    display(explore_softmax(softmax))

# %% [markdown]
# ## softmax_jacobian
#
# *2 points · about 15 minutes · difficulty ●●○*
#
# Learning pushes gradients back through the softmax. Its derivatives need nothing but
# the weights $p = \mathrm{softmax}(s)$ themselves.
#
# $$
# \frac{\partial p_i}{\partial s_j} = p_i \, (\delta_{ij} - p_j)
# $$
#
# Here $\delta_{ij}$ is 1 where $i = j$ and 0 elsewhere.


# %% nbgrader={"grade": false, "grade_id": "softmax_jacobian", "locked": false, "schema_version": 3, "solution": true, "task": false}
def softmax_jacobian(p: np.ndarray) -> np.ndarray:
    """Derivatives of the softmax, written in terms of its own result.

    ``J[..., i, j]`` = ∂p_i / ∂s_j, where p = softmax(s).

    Args:
        p: (..., n) weights that sum to 1 along the last axis.

    Returns:
        (..., n, n) one symmetric matrix for each row of weights.
    """
    ### BEGIN SOLUTION
    identity = np.eye(p.shape[-1], dtype=p.dtype)
    return p[..., :, None] * (identity - p[..., None, :])  # (..., n, n)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_softmax_jacobian", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
check("attention.softmax_jacobian", softmax_jacobian)
### BEGIN HIDDEN TESTS
check("attention.softmax_jacobian", softmax_jacobian, seed=137035999)
### END HIDDEN TESTS

# %%
# hint("attention.softmax_jacobian")

# %% [markdown]
# ## scaled_dot_product_attention
#
# *4 points · about 20 minutes · difficulty ●●○*
#
# A dot product says how well a key fits a query. The more features, the larger the
# dot products become by chance, so they are divided by $\sqrt{d_k}$ first.
#
# $$
# W = \mathrm{softmax}\!\left(\frac{Q K^\top}{\sqrt{d_k}}\right), \qquad
# \mathrm{Attention}(Q, K, V) = W V
# $$
#
# From here on we use torch, which brings the gradients along (`torch.softmax` is
# allowed). First compute the weights, then use them. Where the mask is False, the
# weight is 0.


# %% nbgrader={"grade": false, "grade_id": "scaled_dot_product_attention", "locked": false, "schema_version": 3, "solution": true, "task": false}
def attention_weights(q: Tensor, k: Tensor, mask: Tensor | None = None) -> Tensor:
    """How much each query attends to each key: softmax(q kᵀ / √d_k).

    Args:
        q: (..., L_q, d_k) queries.
        k: (..., L_k, d_k) keys.
        mask: boolean, broadcastable to (..., L_q, L_k), True = may attend.

    Returns:
        (..., L_q, L_k) weights. Each row sums to 1; a row that may attend to nothing
        is all zeros.
    """
    ### BEGIN SOLUTION
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))  # (..., L_q, L_k)
    if mask is None:
        return scores.softmax(dim=-1)
    # The lowest finite number, not -inf: a row of -inf alone would turn into NaN.
    scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
    return scores.softmax(dim=-1).masked_fill(~mask, 0.0)
    ### END SOLUTION


def scaled_dot_product_attention(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """Average the values, weighted by how well each key fits the query.

    Args:
        q: (..., L_q, d_k) queries.
        k: (..., L_k, d_k) keys.
        v: (..., L_k, d_v) values; d_v need not equal d_k.
        mask: boolean, broadcastable to (..., L_q, L_k), True = may attend.

    Returns:
        output (..., L_q, d_v) and weights (..., L_q, L_k).
    """
    ### BEGIN SOLUTION
    if k.size(-2) != v.size(-2):
        raise ValueError(f"{k.size(-2)} keys need as many values, got {v.size(-2)}")
    weights = attention_weights(q, k, mask)  # (..., L_q, L_k)
    return weights @ v, weights
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_scaled_dot_product_attention", "locked": true, "points": 4, "schema_version": 3, "solution": false, "task": false}
check("attention.scaled_dot_product_attention", scaled_dot_product_attention)
### BEGIN HIDDEN TESTS
check(
    "attention.scaled_dot_product_attention",
    scaled_dot_product_attention,
    seed=667430153,
)
### END HIDDEN TESTS

# %%
# hint("attention.scaled_dot_product_attention")

# %% [markdown]
# Once it passes, this cell shows your weights for random queries and keys. Each row
# sums to 1: it tells where one word looks.

# %%
if run("attention.scaled_dot_product_attention", scaled_dot_product_attention).works:
    words = ["give", "me", "a", "second", "please"]
    torch.manual_seed(0)
    q, k, v = torch.randn(3, 1, len(words), 16)
    output, weights = scaled_dot_product_attention(q, k, v)
    display(show_attention(weights[0], words))

# %% [markdown]
# ## split_heads
#
# *1 point · about 10 minutes · difficulty ●○○*
#
# One attention has one pattern of weights; several heads look for several things at
# once. Each gets its own slice of the features: head $h$ takes slice $h$.
#
# $$
# (\ldots, L, d_{model}) \to (\ldots, H, L, d_k), \qquad d_k = d_{model} / H
# $$


# %% nbgrader={"grade": false, "grade_id": "split_heads", "locked": false, "schema_version": 3, "solution": true, "task": false}
def split_heads(x: Tensor, n_heads: int) -> Tensor:
    """Give each head its own slice of the features: head h takes slice h.

    Args:
        x: (..., L, d_model).
        n_heads: number of heads H; must divide d_model.

    Returns:
        (..., H, L, d_k) with d_k = d_model / H.

    Raises:
        ValueError: if ``n_heads`` does not divide d_model.
    """
    d_model = x.size(-1)
    if n_heads < 1 or d_model % n_heads:
        raise ValueError(
            f"d_model ({d_model}) must be divisible by n_heads ({n_heads})"
        )
    ### BEGIN SOLUTION
    x = x.unflatten(-1, (n_heads, d_model // n_heads))  # (..., L, H, d_k)
    return x.transpose(-3, -2)  # (..., H, L, d_k)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_split_heads", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
check("attention.split_heads", split_heads)
### BEGIN HIDDEN TESTS
check("attention.split_heads", split_heads, seed=299792458)
### END HIDDEN TESTS

# %%
# hint("attention.split_heads")

# %% [markdown]
# ## merge_heads
#
# *1 point · about 5 minutes · difficulty ●○○*
#
# After attention the heads' results lie one behind the other. Put them side by side
# again, so that merging undoes splitting.
#
# $$
# (\ldots, H, L, d_k) \to (\ldots, L, d_{model}), \qquad d_{model} = H \, d_k
# $$


# %% nbgrader={"grade": false, "grade_id": "merge_heads", "locked": false, "schema_version": 3, "solution": true, "task": false}
def merge_heads(x: Tensor) -> Tensor:
    """Put the heads' features side by side again; undoes ``split_heads``.

    Args:
        x: (..., H, L, d_k).

    Returns:
        (..., L, d_model) with d_model = H · d_k.
    """
    ### BEGIN SOLUTION
    return x.transpose(-3, -2).flatten(-2)  # (..., L, H, d_k) → (..., L, d_model)
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_merge_heads", "locked": true, "points": 1, "schema_version": 3, "solution": false, "task": false}
check("attention.merge_heads", merge_heads)
### BEGIN HIDDEN TESTS
check("attention.merge_heads", merge_heads, seed=160217663)
### END HIDDEN TESTS

# %%
# hint("attention.merge_heads")

# %% [markdown]
# ## split_projection
#
# *2 points · about 10 minutes · difficulty ●●○*
#
# On paper each head projects with a small matrix of its own. In code one big linear layer
# makes the features of all heads at once, which is one product instead of $H$: find the
# small layers in the big one. $W$ is the weight as an `nn.Linear` keeps it, a row for each
# feature that comes out.
#
# $$
# \mathrm{split\_heads}(x W^\top + b)_h = x W_h^\top + b_h
# $$


# %% nbgrader={"grade": false, "grade_id": "split_projection", "locked": false, "schema_version": 3, "solution": true, "task": false}
def split_projection(
    weight: Tensor, bias: Tensor, n_heads: int
) -> tuple[Tensor, Tensor]:
    """The H small linear layers that one big one holds, one below the other.

    Layer h, with ``weights[h]`` and ``biases[h]``, gives at once what head h takes of
    the big layer's output in ``split_heads``.

    Args:
        weight: (d_model, d_in) of an ``nn.Linear``: a row for each output feature.
        bias: (d_model,) of the same layer.
        n_heads: number of heads H; must divide d_model.

    Returns:
        weights (H, d_k, d_in) and biases (H, d_k) with d_k = d_model / H.

    Raises:
        ValueError: if ``n_heads`` does not divide d_model.
    """
    d_model = weight.size(0)
    if n_heads < 1 or d_model % n_heads:
        raise ValueError(
            f"d_model ({d_model}) must be divisible by n_heads ({n_heads})"
        )
    ### BEGIN SOLUTION
    return weight.unflatten(0, (n_heads, -1)), bias.unflatten(0, (n_heads, -1))
    ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_split_projection", "locked": true, "points": 2, "schema_version": 3, "solution": false, "task": false}
check("attention.split_projection", split_projection)
### BEGIN HIDDEN TESTS
check("attention.split_projection", split_projection, seed=918938533)
### END HIDDEN TESTS

# %%
# hint("attention.split_projection")

# %% [markdown]
# **Prove it.** One big layer, and the small ones that you found in it: each head gets the
# same features from both.

# %%
if (
    run("attention.split_heads", split_heads).works
    and run("attention.split_projection", split_projection).works
):
    torch.manual_seed(0)
    x, big = torch.randn(2, 5, 12), nn.Linear(12, 12)
    heads = split_heads(big(x), n_heads=3)  # (B, H, L, d_k)
    layers = zip(*split_projection(big.weight, big.bias, n_heads=3), strict=True)
    for h, (weight, bias) in enumerate(layers):
        small = nn.functional.linear(x, weight, bias)  # (B, L, d_k)
        difference = (heads[:, h] - small).abs().max().item()
        print(f"head {h}: largest difference {difference:.0e}")

# %% [markdown]
# ## MultiHeadAttention
#
# *5 points · about 30 minutes · difficulty ●●●*
#
# Now the whole: project, split, attend, merge, project. Use the functions that you
# wrote above.
#
# $$
# \mathrm{MultiHead}(Q, K, V) = [\mathrm{head}_1; \ldots; \mathrm{head}_H] \, W^O,
# \qquad
# \mathrm{head}_h = \mathrm{Attention}(Q W^Q_h, K W^K_h, V W^V_h)
# $$


# %% nbgrader={"grade": false, "grade_id": "MultiHeadAttention", "locked": false, "schema_version": 3, "solution": true, "task": false}
class MultiHeadAttention(nn.Module):
    """H attentions in parallel, each in its own subspace.

    The projections are four ``nn.Linear(d_model, d_model)`` with a bias, called
    ``q_proj``, ``k_proj``, ``v_proj`` and ``out_proj``. Each of the first three holds
    the projections of all heads side by side.

    Args:
        d_model: features of a token; must be divisible by ``n_heads``.
        n_heads: number of heads H; each works with d_k = d_model / H features.
        dropout: probability in [0, 1] that a weight is dropped while training.

    Raises:
        ValueError: if ``n_heads`` does not divide ``d_model``.
    """

    def __init__(self, d_model: int, n_heads: int, dropout: float = 0.0):
        super().__init__()
        if n_heads < 1 or d_model % n_heads:
            raise ValueError(
                f"d_model ({d_model}) must be divisible by n_heads ({n_heads})"
            )
        ### BEGIN SOLUTION
        self.n_heads = n_heads
        self.q_proj = nn.Linear(d_model, d_model)
        self.k_proj = nn.Linear(d_model, d_model)
        self.v_proj = nn.Linear(d_model, d_model)
        self.out_proj = nn.Linear(d_model, d_model)
        self.dropout = nn.Dropout(dropout)
        ### END SOLUTION

    def forward(
        self, query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None = None
    ) -> tuple[Tensor, Tensor]:
        """Attend from ``query`` to ``key`` and ``value``.

        Self-attention passes the same tensor three times; cross-attention passes the
        decoder's tokens as ``query`` and the encoder's memory as the other two.

        Args:
            query: (..., L_q, d_model).
            key: (..., L_k, d_model).
            value: (..., L_k, d_model).
            mask: boolean, broadcastable to (..., H, L_q, L_k), True = may attend.

        Returns:
            output (..., L_q, d_model) and weights (..., H, L_q, L_k); the weights are
            those before dropout, so that each row sums to 1.
        """
        ### BEGIN SOLUTION
        for name, x in {"query": query, "key": key, "value": value}.items():
            if x.size(-1) != self.q_proj.in_features:
                raise ValueError(
                    f"{name} must have d_model ({self.q_proj.in_features}) features, "
                    f"got {x.size(-1)}"
                )
        if key.size(-2) != value.size(-2):
            raise ValueError(
                f"{key.size(-2)} keys need as many values, got {value.size(-2)}"
            )
        q = split_heads(self.q_proj(query), self.n_heads)  # (..., H, L_q, d_k)
        k = split_heads(self.k_proj(key), self.n_heads)  # (..., H, L_k, d_k)
        v = split_heads(self.v_proj(value), self.n_heads)  # (..., H, L_k, d_k)
        weights = attention_weights(q, k, mask)  # (..., H, L_q, L_k)
        heads = self.dropout(weights) @ v  # (..., H, L_q, d_k)
        return self.out_proj(merge_heads(heads)), weights
        ### END SOLUTION


# %% nbgrader={"grade": true, "grade_id": "check_MultiHeadAttention", "locked": true, "points": 5, "schema_version": 3, "solution": false, "task": false}
check("attention.MultiHeadAttention", MultiHeadAttention)
### BEGIN HIDDEN TESTS
check("attention.MultiHeadAttention", MultiHeadAttention, seed=910938371)
### END HIDDEN TESTS

# %%
# hint("attention.MultiHeadAttention")

# %% [markdown]
# Once it passes, this cell shows the weights of each head. Nothing is trained yet, and
# still no two heads look alike: why?

# %%
if run("attention.MultiHeadAttention", MultiHeadAttention).works:
    words = ["give", "me", "a", "second", "please"]
    torch.manual_seed(0)
    x = torch.randn(1, len(words), 24)
    output, weights = MultiHeadAttention(d_model=24, n_heads=3)(x, x, x)
    display(show_attention(weights[0], words))

# %% [markdown]
# ## Explain the scaling
#
# *2 points · about 10 minutes · difficulty ●●○*
#
# A friend leaves out the division by $\sqrt{d_k}$. With $d_k = 4$ the model learns
# almost as well, with $d_k = 512$ it hardly learns at all. Explain why, in three to
# five sentences: what happens to the scores, to the weights, and to the gradient
# that you computed in `softmax_jacobian`? A person reads this answer.

# %% [markdown] nbgrader={"grade": true, "grade_id": "explain_scaling", "locked": false, "points": 2, "schema_version": 3, "solution": true, "task": false}
# The components of a query and a key have mean 0 and variance 1. Their dot product is
# a sum of $d_k$ such products, so its variance is $d_k$ and typical scores are as large
# as $\sqrt{d_k}$: about 2 for $d_k = 4$, about 23 for $d_k = 512$. With scores that far
# apart the softmax gives nearly all of the weight to one key. Then every entry
# $p_i(\delta_{ij} - p_j)$ of its Jacobian is nearly 0, and no gradient reaches the
# queries and keys. Dividing by $\sqrt{d_k}$ brings the variance back to 1 for every
# $d_k$. One point each: variance or size of the scores grows with $d_k$; a saturated
# softmax has a vanishing gradient.
