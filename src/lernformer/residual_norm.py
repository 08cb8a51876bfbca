"""What keeps deep stacks trainable: residuals, norms, feed-forward (3.1, 3.3, 5.4).

Vaswani et al. 2017 for the residual connection and the feed-forward network; Ba et al.
2016 for layer norm; Salimans & Kingma 2016 for weight norm; Xiong et al. 2020 for
pre-norm; Zhang & Sennrich 2019 for RMSNorm; Wang et al. 2022 for DeepNorm.

Axes: ``B`` batch, ``L`` length, ``d`` features; ``...`` stands for any number of
leading axes. Variances are biased (divided by n); ``eps`` is inside the root.
"""

from collections.abc import Callable, Sequence

import numpy as np
import torch
from torch import Tensor, nn

__all__ = [  # noqa: RUF022  the exercise's tasks, in its order
    "min_max",
    "standardize",
    "layer_norm",
    "LayerNorm",
    "RMSNorm",
    "FeedForward",
    "ResidualConnection",
    "gradient_lengths",
    "weight_norm",  # the optional ones
    "deepnorm_scales",
]

# Normalisation, in NumPy, because here the axes are the point -----------------------


def min_max(x: np.ndarray, axis: int | tuple[int, ...]) -> np.ndarray:
    """Normalise to [0, 1] along ``axis``: (x - min) / (max - min).

    Args:
        x: any shape; it is not modified.
        axis: the axis, or a tuple of axes, along which to take minimum and maximum.

    Returns:
        An array of the same shape. Where all values along ``axis`` are equal, they
        become 0.

    Example:
        >>> min_max(np.array([[1.0, 2.0, 5.0], [7.0, 7.0, 7.0]]), axis=-1)
        array([[0.  , 0.25, 1.  ],
               [0.  , 0.  , 0.  ]])
    """
    low = x.min(axis=axis, keepdims=True)
    span = x.max(axis=axis, keepdims=True) - low
    return (x - low) / np.where(span == 0, 1, span)


def standardize(x: np.ndarray, axis: int | tuple[int, ...]) -> np.ndarray:
    """Standardise to mean 0 and variance 1 along ``axis``: (x - μ) / σ.

    Args:
        x: any shape; it is not modified.
        axis: the axis, or a tuple of axes, along which to take μ and σ.

    Returns:
        An array of the same shape. Where all values along ``axis`` are equal, they
        become 0.

    Example:
        >>> standardize(np.array([[1.0, 3.0], [5.0, 5.0]]), axis=-1)
        array([[-1.,  1.],
               [ 0.,  0.]])
    """
    mean = x.mean(axis=axis, keepdims=True)
    constant = x.max(axis=axis, keepdims=True) == x.min(axis=axis, keepdims=True)
    deviation = np.where(constant, 1, x.std(axis=axis, keepdims=True))
    return np.where(constant, 0, x - mean) / deviation


def layer_norm(
    x: np.ndarray, gamma: np.ndarray, beta: np.ndarray, eps: float = 1e-5
) -> np.ndarray:
    """Standardise each token on its own, then stretch and shift each feature.

    y = γ (x - μ) / √(σ² + eps) + β, with μ and σ² over the features of one token.

    Args:
        x: (..., d); it is not modified.
        gamma: (d,) the stretch.
        beta: (d,) the shift.
        eps: keeps the division finite if all features of a token are equal.

    Returns:
        (..., d).

    Example:
        >>> x = np.array([[1.0, 3.0], [5.0, 5.0]])
        >>> layer_norm(x, np.array([1, 2]), np.array([0, 10])).round(3)
        array([[-1., 12.],
               [ 0., 10.]])
    """
    mean = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta


def _over(x: np.ndarray, axis: int | tuple[int, ...], eps: float) -> np.ndarray:
    variance = x.var(axis=axis, keepdims=True)
    return (x - x.mean(axis=axis, keepdims=True)) / np.sqrt(variance + eps)


def batch_norm(x: np.ndarray, eps: float = 1e-5) -> np.ndarray:
    """Normalise each feature over a batch's tokens, so sentences affect each other.

    Like the two functions below, this takes (B, L, d). All three differ from
    ``layer_norm`` in the axes to normalise over, and have no γ and β.
    """
    return _over(x, (0, 1), eps)


def instance_norm(x: np.ndarray, eps: float = 1e-5) -> np.ndarray:
    """Normalise each feature over a sentence's tokens, so they depend on later ones."""
    return _over(x, 1, eps)


def group_norm(x: np.ndarray, n_groups: int, eps: float = 1e-5) -> np.ndarray:
    """Normalise each group of neighbouring features over a sentence's tokens.

    Raises:
        ValueError: if ``n_groups`` does not divide d.
    """
    batch, length, d = x.shape
    if n_groups < 1 or d % n_groups:
        raise ValueError(f"d ({d}) must be divisible by n_groups ({n_groups})")
    groups = x.reshape(batch, length, n_groups, d // n_groups)
    return _over(groups, (1, 3), eps).reshape(x.shape)


def weight_norm(v: np.ndarray, g: np.ndarray) -> np.ndarray:
    """Compute weights: row i has the direction of v's row i and the length g_i.

    Args:
        v: (n, d) one row per output, none of them all 0; it is not modified. Only the
            direction of a row matters, not its length.
        g: (n,) the lengths, greater than 0.

    Returns:
        (n, d) the weights (Salimans & Kingma 2016, equation 2).

    Example:
        >>> v = np.array([[3.0, 4.0], [0.0, -2.0]])
        >>> weight_norm(v, np.array([10.0, 1.0]))
        array([[ 6.,  8.],
               [ 0., -1.]])
    """
    length = np.linalg.norm(v, axis=-1, keepdims=True)  # (n, 1)
    return g[:, None] * v / length


# The layers, in torch, because these are trained ------------------------------------


class LayerNorm(nn.Module):
    """Standardise the features of each token, then stretch by γ and shift by β.

    γ and β are parameters of shape (d_model,), called ``gamma`` and ``beta``; they
    start as ones and zeros. The variance is the mean over all d_model features.

    Args:
        d_model: features of a token.
        eps: added to the variance, inside the root, so the division stays finite where
            all features are equal.

    Example:
        >>> x = torch.tensor([[1.0, 3.0], [5.0, 5.0]])
        >>> LayerNorm(d_model=2)(x).data.round(decimals=2)
        tensor([[-1.,  1.],
                [ 0.,  0.]])
    """

    def __init__(self, d_model: int, eps: float = 1e-5):
        super().__init__()
        self.eps = eps
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))

    def forward(self, x: Tensor) -> Tensor:
        """Normalise x (..., d_model) without modifying it; keep its shape and dtype."""
        mean = x.mean(dim=-1, keepdim=True)
        variance = x.var(dim=-1, keepdim=True, unbiased=False)
        return self.gamma * (x - mean) / torch.sqrt(variance + self.eps) + self.beta


class RMSNorm(nn.Module):
    """Divide by the root mean square: no mean to subtract, no shift to learn.

    The only parameter is γ, of shape (d_model,), called ``gamma``; it starts as ones.

    Args:
        d_model: features of a token.
        eps: added to the mean square, inside the root, so the division stays finite
            where all features are zero.

    Example:
        >>> x = torch.tensor([[1.0, 7.0]])  # the root of 50 / 2 is 5
        >>> RMSNorm(d_model=2)(x).data
        tensor([[0.2000, 1.4000]])
    """

    def __init__(self, d_model: int, eps: float = 1e-5):
        super().__init__()
        self.eps = eps
        self.gamma = nn.Parameter(torch.ones(d_model))

    def forward(self, x: Tensor) -> Tensor:
        """Normalise x (..., d_model) without modifying it; keep its shape and dtype."""
        mean_square = x.square().mean(dim=-1, keepdim=True)
        return self.gamma * x / torch.sqrt(mean_square + self.eps)


class FeedForward(nn.Module):
    """Two linear layers with a ReLU between them, applied to each position alike.

    The layers are two ``nn.Linear`` with a bias, called ``linear_1`` and ``linear_2``;
    they start small, as ``nn.Linear`` initialises them. The paper (section 3.3) has no
    dropout between the two; ``dropout`` adds it.

    Args:
        d_model: features of a token, before and after.
        d_ff: features in between.
        dropout: probability in [0, 1] that one of these is dropped during training.

    Example:
        >>> layer = FeedForward(d_model=2, d_ff=8)
        >>> layer(torch.ones(1, 3, 2)).shape
        torch.Size([1, 3, 2])
        >>> sum(parameter.numel() for parameter in layer.parameters())
        42
    """

    def __init__(self, d_model: int, d_ff: int, dropout: float = 0.0):
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor) -> Tensor:
        """Transform x (..., d_model), each token on its own."""
        hidden = self.linear_1(x).relu()  # (..., d_ff)
        return self.linear_2(self.dropout(hidden))  # (..., d_model)


class ResidualConnection(nn.Module):
    """Add a sublayer's output to its input x, so that x can bypass the sublayer.

    Pre-norm computes x + sublayer(norm(x)) and keeps the bypass free; post-norm, as
    in the paper (sections 3.1 and 5.4), computes norm(x + sublayer(x)). The norm is a
    ``LayerNorm`` with its γ and β; there are no other parameters.

    Args:
        d_model: features of a token.
        dropout: probability in [0, 1] that a feature of the sublayer's output is
            dropped during training.
        norm_first: pre-norm if True, post-norm if False.

    Example:
        >>> x = torch.tensor([[1.0, 3.0]])  # its norm is [-1, 1]
        >>> pre = ResidualConnection(d_model=2)
        >>> pre(x, lambda h: 10 * h).data.round(decimals=2)
        tensor([[-9., 13.]])
        >>> post = ResidualConnection(d_model=2, norm_first=False)
        >>> post(x, lambda h: 10 * h).data.round(decimals=2)
        tensor([[-1.,  1.]])
    """

    def __init__(self, d_model: int, dropout: float = 0.0, norm_first: bool = True):
        super().__init__()
        # 1. make a norm and a dropout layer
        self.norm = LayerNorm(d_model)
        self.dropout = nn.Dropout(dropout)
        self.norm_first = norm_first

    def forward(self, x: Tensor, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
        """Run a sublayer, and add its output to x.

        Args:
            x: (..., d_model); it is not modified.
            sublayer: a function of one tensor that keeps its shape, such as a
                ``FeedForward`` or ``lambda h: attention(h, h, h)[0]``.

        Returns:
            (..., d_model).
        """
        # 2. pre-norm: the norm is inside the branch, before the sublayer, and dropout
        # acts on the sublayer's output, before the sum
        if self.norm_first:
            return x + self.dropout(sublayer(self.norm(x)))
        # 3. post-norm: dropout acts there too, and the norm comes after the sum
        return self.norm(x + self.dropout(sublayer(x)))


def gradient_lengths(
    layers: Sequence[Callable[[Tensor], Tensor]], x: Tensor, upstream: Tensor
) -> Tensor:
    """Measure how much of a gradient arrives at each layer of a stack.

    Args:
        layers: n functions of one tensor, run one after the other.
        x: (B, d) the input of the first layer; it is not modified.
        upstream: the gradient of the last layer's output, with the same shape.

    Returns:
        (n + 1,) the length of the gradient of each layer's input, then of the last
        layer's output, each divided by the length of ``upstream``, so the last is 1.

    Example:
        >>> layers = [lambda x: 3 * x, lambda x: x / 2]
        >>> gradient_lengths(layers, torch.ones(2, 4), torch.ones(2, 4))
        tensor([1.5000, 0.5000, 1.0000])
    """
    states = [x.detach().requires_grad_()]
    for layer in layers:
        states.append(layer(states[-1]))
    gradients = torch.autograd.grad(states[-1], states, upstream)
    return torch.stack([g.norm() for g in gradients]) / upstream.norm()


class DeepNormConnection(ResidualConnection):
    """Post-norm for very deep stacks: norm(α x + sublayer(x)) with α > 1.

    Args:
        d_model: features of a token.
        alpha: the factor of x in the sum, see ``deepnorm_scales``.
        dropout: as in ``ResidualConnection``.
    """

    def __init__(self, d_model: int, alpha: float, dropout: float = 0.0):
        super().__init__(d_model, dropout, norm_first=False)
        self.alpha = alpha

    def forward(self, x: Tensor, sublayer: Callable[[Tensor], Tensor]) -> Tensor:
        """Normalise α x + sublayer(x); ``sublayer`` keeps the shape (..., d_model)."""
        return self.norm(self.alpha * x + self.dropout(sublayer(x)))


def deepnorm_scales(n_encoder: int, n_decoder: int) -> dict[str, tuple[float, float]]:
    """Compute α and β for the encoder and the decoder (Wang et al. 2022, Figure 2).

    α scales x in each residual sum. β scales the initial weights of the value and
    output projections of attention, and of the feed-forward network.

    Args:
        n_encoder: number of layers in the encoder.
        n_decoder: number of layers in the decoder.

    Returns:
        ``{"encoder": (α, β), "decoder": (α, β)}``, not rounded.

    Example:
        >>> scales = deepnorm_scales(n_encoder=16, n_decoder=1)
        >>> np.round(scales["encoder"], 3)
        array([1.62 , 0.435])
        >>> np.round(scales["decoder"], 3)
        array([1.316, 0.537])
    """
    both = n_encoder**4 * n_decoder
    encoder = 0.81 * both ** (1 / 16), 0.87 * both ** (-1 / 16)
    decoder = (3 * n_decoder) ** (1 / 4), (12 * n_decoder) ** (-1 / 4)
    return {"encoder": encoder, "decoder": decoder}
