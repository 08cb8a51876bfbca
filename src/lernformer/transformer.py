"""The whole model: layers, stacks, encoder-decoder (Vaswani et al. 2017, section 3).

Axes: ``B`` batch, ``L`` length (``S`` source, ``T`` target), ``d`` features, ``V``
vocabulary. Masks are boolean, True = may attend. Padding has the id 0.

The first half is the paper's model, with pre-norm as the default. ``specialise`` then
adds to the finished model whatever else a configuration asks for.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Self

import torch
from torch import Tensor, nn

from lernformer.attention import MultiHeadAttention
from lernformer.embedding import TiedOutput, TokenEmbedding
from lernformer.masking import decoder_mask, padding_mask
from lernformer.positional_encoding import (
    POSITIONS,
    RotaryProjection,
    positional_layer,
)
from lernformer.residual_norm import (
    DeepNormConnection,
    FeedForward,
    LayerNorm,
    ResidualConnection,
    RMSNorm,
    deepnorm_scales,
)

__all__ = [  # noqa: RUF022  the exercise's tasks, in its order
    "EncoderLayer",
    "DecoderLayer",
    "Encoder",
    "Decoder",
    "Transformer",
    "count_parameters",
    "silenced_heads",
]

# "base" and "big" are those in the paper's Table 3. On a CPU, "toy" learns a small
# grammar within minutes, and "small" some 10,000 sentences of real text within an hour.
# With rotary positions, "toy" generalises furthest beyond the lengths it has seen.
PRESETS: dict[str, dict[str, Any]] = {
    "toy": {
        "d_model": 64,
        "n_heads": 4,
        "d_ff": 256,
        "n_layers": 2,
        "dropout": 0.0,
        "positions": "rotary",
    },
    "everyday": {
        "d_model": 96,
        "n_heads": 4,
        "d_ff": 384,
        "n_layers": 2,
        "dropout": 0.0,
        "positions": "rotary",
    },
    "small": {
        "d_model": 256,
        "n_heads": 4,
        "d_ff": 1024,
        "n_layers": 3,
        "dropout": 0.2,
    },
    "base": {"d_model": 512, "n_heads": 8, "d_ff": 2048, "n_layers": 6, "dropout": 0.1},
    "big": {
        "d_model": 1024,
        "n_heads": 16,
        "d_ff": 4096,
        "n_layers": 6,
        "dropout": 0.3,
    },
}


@dataclass(frozen=True)
class TransformerConfig:
    """Sizes and variants of a model; the default is the paper's base, with pre-norm.

    Args:
        src_vocab_size: words of the source language.
        tgt_vocab_size: words of the target language.
        d_model: features of a token; must be divisible by ``n_heads``.
        n_heads: heads of each attention.
        d_ff: features inside the feed-forward network.
        n_layers: layers of the encoder, and of the decoder.
        dropout: probability in [0, 1), applied to sublayers' outputs and embeddings.
        norm_first: True for pre-norm, False for the paper's post-norm.
        max_length: the number of positions.
        positions: one of "sinusoidal", "halves", "learned", "rotary", "none".
        concatenate_positions: append positions to the embedding instead of adding them.
        norm: "layer" or "rms".
        deepnorm: scale the residuals as DeepNorm does; needs ``norm_first=False``.
        tie_output: the output layer uses the target embedding's weight.
        tie_embeddings: source and target share one embedding, and so one vocabulary.

    Raises:
        ValueError: if a value is out of its range, or if values contradict each other.
    """

    src_vocab_size: int
    tgt_vocab_size: int
    d_model: int = 512
    n_heads: int = 8
    d_ff: int = 2048
    n_layers: int = 6
    dropout: float = 0.1
    norm_first: bool = True
    max_length: int = 1024
    positions: str = "sinusoidal"
    concatenate_positions: bool = False
    norm: str = "layer"
    deepnorm: bool = False
    tie_output: bool = True
    tie_embeddings: bool = False

    @classmethod
    def preset(cls, name: str, src_vocab_size: int, tgt_vocab_size: int) -> Self:
        """Return a preset's configuration; change it with ``dataclasses.replace``."""
        if name not in PRESETS:
            raise ValueError(f"preset must be one of {', '.join(PRESETS)}, got {name}")
        return replace(cls(src_vocab_size, tgt_vocab_size), **PRESETS[name])

    def __post_init__(self):
        sizes = "src_vocab_size tgt_vocab_size d_model n_heads d_ff n_layers max_length"
        for name in sizes.split():
            value = getattr(self, name)
            if type(value) is not int or value < 1:  # a bool is an int
                raise ValueError(f"{name} must be a positive integer, got {value!r}")
        flags = "norm_first concatenate_positions deepnorm tie_output tie_embeddings"
        for name in flags.split():
            if not isinstance(value := getattr(self, name), bool):
                raise ValueError(f"{name} must be True or False, got {value!r}")
        if self.d_model % self.n_heads:
            raise ValueError(
                f"d_model ({self.d_model}) must be divisible by "
                f"n_heads ({self.n_heads})"
            )
        if not isinstance(self.dropout, int | float) or not 0 <= self.dropout < 1:
            raise ValueError(f"dropout must lie in [0, 1), got {self.dropout!r}")
        for name, choices in {"positions": POSITIONS, "norm": ("layer", "rms")}.items():
            if (value := getattr(self, name)) not in choices:
                raise ValueError(
                    f"{name} must be one of {', '.join(choices)}, got {value}"
                )
        if self.positions == "rotary" and (self.d_model // self.n_heads) % 2:
            raise ValueError(
                f"rotary positions need an even d_k, got {self.d_model // self.n_heads}"
            )
        if self.concatenate_positions and self.positions in ("rotary", "none"):
            raise ValueError(f"{self.positions} positions cannot be concatenated")
        if self.deepnorm and self.norm_first:
            raise ValueError("deepnorm needs norm_first=False")
        if self.tie_embeddings and self.src_vocab_size != self.tgt_vocab_size:
            raise ValueError(
                f"tie_embeddings needs one vocabulary, got sizes "
                f"{self.src_vocab_size} and {self.tgt_vocab_size}"
            )


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward, each in a residual connection (paper, 3.1).

    Its parameters are those of one attention, one feed-forward network and two norms.
    Dropout acts on each sublayer's output, before the sum (paper, 5.4).

    Args:
        d_model: features of a token; must be divisible by ``n_heads``.
        n_heads: heads of the attention.
        d_ff: features inside the feed-forward network.
        dropout: probability in [0, 1] that a feature is dropped during training.
        norm_first: pre-norm if True, post-norm if False.

    Example:
        >>> layer = EncoderLayer(d_model=4, n_heads=2, d_ff=8)
        >>> layer(torch.ones(1, 3, 4)).shape
        torch.Size([1, 3, 4])
        >>> sum(parameter.numel() for parameter in layer.parameters())
        172
    """

    def __init__(
        self,
        d_model: int,
        n_heads: int,
        d_ff: int,
        dropout: float = 0.0,
        norm_first: bool = True,
    ):
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, n_heads)
        self.feed_forward = FeedForward(d_model, d_ff)
        self.residual_1 = ResidualConnection(d_model, dropout, norm_first)
        self.residual_2 = ResidualConnection(d_model, dropout, norm_first)

    def forward(self, x: Tensor, src_mask: Tensor | None = None) -> Tensor:
        """Transform (B, S, d_model).

        Args:
            x: (B, S, d_model); it is not modified.
            src_mask: broadcastable to (B, H, S, S), True = may attend; None hides
                nothing.

        Returns:
            (B, S, d_model).
        """
        x = self.residual_1(x, lambda h: self.self_attention(h, h, h, src_mask)[0])
        return self.residual_2(x, self.feed_forward)


class DecoderLayer(nn.Module):
    """Self-attention, attention to the memory, feed-forward (paper, 3.1).

    Its parameters are those of two attentions, one feed-forward network and three
    norms. Dropout acts on each sublayer's output, before the sum.

    Args:
        d_model: features of a token; must be divisible by ``n_heads``.
        n_heads: heads of each attention.
        d_ff: features inside the feed-forward network.
        dropout: probability in [0, 1] that a feature is dropped during training.
        norm_first: pre-norm if True, post-norm if False.

    Example:
        >>> layer = DecoderLayer(d_model=4, n_heads=2, d_ff=8)
        >>> layer(torch.ones(1, 3, 4), memory=torch.ones(1, 5, 4)).shape
        torch.Size([1, 3, 4])
        >>> sum(parameter.numel() for parameter in layer.parameters())
        260
    """

    def __init__(
        self,
        d_model: int,
        n_heads: int,
        d_ff: int,
        dropout: float = 0.0,
        norm_first: bool = True,
    ):
        super().__init__()
        # 1. make two attentions, a feed-forward network and three residuals
        self.self_attention = MultiHeadAttention(d_model, n_heads)
        self.cross_attention = MultiHeadAttention(d_model, n_heads)
        self.feed_forward = FeedForward(d_model, d_ff)
        self.residual_1 = ResidualConnection(d_model, dropout, norm_first)
        self.residual_2 = ResidualConnection(d_model, dropout, norm_first)
        self.residual_3 = ResidualConnection(d_model, dropout, norm_first)

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        src_mask: Tensor | None = None,
    ) -> Tensor:
        """Transform (B, T, d_model).

        Args:
            x: (B, T, d_model); it is not modified.
            memory: (B, S, d_model) the encoder's output. It is not normalised again.
            tgt_mask: broadcastable to (B, H, T, T), True = may attend; None hides
                nothing.
            src_mask: broadcastable to (B, H, T, S), True = may attend; None hides
                nothing.

        Returns:
            (B, T, d_model).
        """
        # 2. the target attends to itself
        x = self.residual_1(x, lambda h: self.self_attention(h, h, h, tgt_mask)[0])
        # 3. it attends to the memory
        x = self.residual_2(
            x, lambda h: self.cross_attention(h, memory, memory, src_mask)[0]
        )
        # 4. each token goes through the feed-forward network on its own
        return self.residual_3(x, self.feed_forward)


class Encoder(nn.Module):
    """A stack of ``config.n_layers`` encoder layers; with pre-norm, also a final norm.

    With pre-norm, the sum that the layers build up is never normalised as a whole, so
    the stack ends with a ``LayerNorm``. With post-norm, each layer already ends with
    one, so none is added.

    Args:
        config: contains all sizes; the encoder uses ``d_model``, ``n_heads``, ``d_ff``,
            ``n_layers``, ``dropout`` and ``norm_first``.

    Example:
        >>> config = TransformerConfig(9, 9, 4, n_heads=2, d_ff=8, n_layers=3)
        >>> encoder = Encoder(config)
        >>> encoder(torch.ones(1, 3, 4)).shape
        torch.Size([1, 3, 4])
        >>> sum(parameter.numel() for parameter in encoder.parameters())
        524
    """

    def __init__(self, config: TransformerConfig):
        super().__init__()
        # 1. make `n_layers` encoder layers
        c = config
        self.layers = nn.ModuleList(
            EncoderLayer(c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first)
            for _ in range(c.n_layers)
        )
        # 2. with pre-norm, add a final norm
        self.norm = LayerNorm(c.d_model) if c.norm_first else nn.Identity()

    def forward(self, x: Tensor, src_mask: Tensor | None = None) -> Tensor:
        """Turn (B, S, d_model) into the memory (B, S, d_model).

        ``src_mask`` (B, 1, 1, S) is boolean, True = may attend. Every layer gets it.
        """
        # 3. each layer takes the output of the one before it, with the same mask;
        # the norm comes last
        for layer in self.layers:
            x = layer(x, src_mask)
        return self.norm(x)


class Decoder(nn.Module):
    """A stack of ``config.n_layers`` decoder layers; with pre-norm, also a final norm.

    With pre-norm, the sum that the layers build up is never normalised as a whole, so
    the stack ends with a ``LayerNorm``. With post-norm, each layer already ends with
    one, so none is added.

    Args:
        config: contains all sizes; the decoder uses ``d_model``, ``n_heads``, ``d_ff``,
            ``n_layers``, ``dropout`` and ``norm_first``.

    Example:
        >>> config = TransformerConfig(9, 9, 4, n_heads=2, d_ff=8, n_layers=3)
        >>> decoder = Decoder(config)
        >>> decoder(torch.ones(1, 3, 4), torch.ones(1, 5, 4)).shape
        torch.Size([1, 3, 4])
        >>> sum(parameter.numel() for parameter in decoder.parameters())
        788
    """

    def __init__(self, config: TransformerConfig):
        super().__init__()
        # 1. make `n_layers` decoder layers
        c = config
        self.layers = nn.ModuleList(
            DecoderLayer(c.d_model, c.n_heads, c.d_ff, c.dropout, c.norm_first)
            for _ in range(c.n_layers)
        )
        # 2. with pre-norm, add a final norm
        self.norm = LayerNorm(c.d_model) if c.norm_first else nn.Identity()

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        src_mask: Tensor | None = None,
    ) -> Tensor:
        """Turn (B, T, d_model) into (B, T, d_model), ready for the output layer.

        ``memory`` is (B, S, d_model). Every layer gets both masks, which are boolean,
        True = may attend: ``tgt_mask`` (B, 1, T, T) for attention among the target's
        words, ``src_mask`` (B, 1, 1, S) for attention to the memory.
        """
        # 3. each layer takes the output of the one before it, and the same memory;
        # the norm comes last
        for layer in self.layers:
            x = layer(x, memory, tgt_mask, src_mask)
        return self.norm(x)


class Transformer(nn.Module):
    """The whole model: source and target ids to logits for the next word (Figure 1).

    Before training, its logits are near zero, so the first loss is about that of
    guessing, the logarithm of ``tgt_vocab_size``.

    Args:
        config: besides the fields that the stacks use, the model uses
            ``src_vocab_size``, ``tgt_vocab_size``, ``max_length``, ``tie_output`` and
            ``tie_embeddings``. The others describe variants; in the exercise they keep
            their defaults.

    Example:
        >>> config = TransformerConfig(7, 9, 4, n_heads=2, d_ff=8, n_layers=1)
        >>> model = Transformer(config)
        >>> src, tgt = torch.tensor([[1, 5, 4, 2]]), torch.tensor([[1, 8, 6]])
        >>> model(src, tgt).shape
        torch.Size([1, 3, 9])
        >>> model.encode(src).shape
        torch.Size([1, 4, 4])
    """

    def __init__(self, config: TransformerConfig):
        super().__init__()
        # 1. make two embeddings, two positional layers, both stacks and an output
        c = config
        self.config = config
        self.src_embedding = TokenEmbedding(c.src_vocab_size, c.d_model)
        self.tgt_embedding = (
            self.src_embedding
            if c.tie_embeddings
            else TokenEmbedding(c.tgt_vocab_size, c.d_model)
        )
        self.src_positions, self.tgt_positions = (
            positional_layer(
                c.positions, c.d_model, c.max_length, c.dropout, c.concatenate_positions
            )
            for _ in range(2)
        )
        self.encoder = Encoder(config)
        self.decoder = Decoder(config)
        self.output = (
            TiedOutput(self.tgt_embedding)
            if c.tie_output
            else nn.Linear(c.d_model, c.tgt_vocab_size, bias=False)
        )
        specialise(self)  # initial weights, and what goes beyond the paper

    def encode(self, src: Tensor) -> Tensor:
        """Encode the source: ids (B, S) to memory (B, S, d_model).

        Padding is hidden.
        """
        # 2. words, positions, then the encoder with the source's mask
        x = self.src_positions(self.src_embedding(src))  # (B, S, d_model)
        return self.encoder(x, padding_mask(src))

    def decode(self, tgt: Tensor, memory: Tensor, src: Tensor) -> Tensor:
        """Predict the next word after each prefix of the target.

        A word of the target attends neither to later words nor to padding, in the
        target or in the source.

        Args:
            tgt: (B, T) ids, beginning with ``<bos>``.
            memory: (B, S, d_model) from ``encode(src)``.
            src: (B, S) ids, whose padding is hidden.

        Returns:
            (B, T, V) logits, before the softmax.
        """
        # 3. words, positions, the decoder with both masks, then logits
        x = self.tgt_positions(self.tgt_embedding(tgt))  # (B, T, d_model)
        x = self.decoder(x, memory, decoder_mask(tgt), padding_mask(src))
        return self.output(x)  # (B, T, V)

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        """Compute logits (B, T, V) from ids (B, S) and (B, T)."""
        # 4. encode the source, then decode
        return self.decode(tgt, self.encode(src), src)


def count_parameters(config: TransformerConfig) -> int:
    """Count the parameters of ``Transformer(config)``, shared ones only once.

    Args:
        config: sizes and variants; in the exercise, all fields except the sizes,
            ``norm_first``, ``tie_output`` and ``tie_embeddings`` have their defaults.

    Returns:
        The number of parameters, computed by formula.

    Example:
        >>> config = TransformerConfig(7, 9, 4, n_heads=2, d_ff=8, n_layers=1)
        >>> count_parameters(config)
        512
    """
    # 1. count one attention, one feed-forward network, one norm
    c, d = config, config.d_model
    attention = 4 * (d * d + d)
    feed_forward = d * c.d_ff + c.d_ff + c.d_ff * d + d
    norm = 2 * d if c.norm == "layer" else d
    # 2. count an encoder layer and a decoder layer, and multiply by their number
    encoder_layer = attention + feed_forward + 2 * norm
    decoder_layer = 2 * attention + feed_forward + 3 * norm
    layers = c.n_layers * (encoder_layer + decoder_layer)
    # 3. count the norms at the end of the stacks, which only pre-norm has
    final_norms = 2 * norm if c.norm_first else 0
    # 4. count the rows of the embeddings and the output layer, shared ones once
    words = c.tgt_vocab_size  # rows of d numbers
    words += 0 if c.tie_embeddings else c.src_vocab_size
    words += 0 if c.tie_output else c.tgt_vocab_size
    positions = 2 * c.max_length * d if c.positions == "learned" else 0
    positions += 2 * (2 * d * d) if c.concatenate_positions else 0
    return layers + final_norms + words * d + positions


def silenced_heads(
    attention: MultiHeadAttention, x: Tensor, mask: Tensor | None = None
) -> Tensor:
    """Measure how much each head of a self-attention contributes, by silencing it.

    A silenced head adds nothing to the output, because the columns of ``out_proj`` that
    read it are zeros. All other heads, and all biases, stay as they are.

    Args:
        attention: it is put into evaluation mode first, and has the same weights at the
            end as before. Head h is slice h of the features, d_k wide.
        x: (B, L, d_model) tokens; they are not modified.
        mask: boolean, broadcastable to (B, H, L, L), True = may attend.

    Returns:
        (H,) for each head, the norm of the change in the output, over all its numbers,
        divided by the norm of the output with all heads.

    Example:
        >>> attention = MultiHeadAttention(d_model=6, n_heads=3)
        >>> silenced_heads(attention, torch.randn(2, 5, 6)).shape
        torch.Size([3])
        >>> bool((attention.out_proj.weight != 0).all())  # as it was
        True
    """
    # 1. in evaluation mode, compute the output with all heads
    attention.eval()
    with torch.no_grad():
        output, _ = attention(x, x, x, mask)
        columns = attention.out_proj.weight.chunk(attention.n_heads, dim=1)  # views
        changes = []
        for read in columns:
            # 2. silence one head
            kept = read.clone()
            read.zero_()
            # 3. measure how much the output has changed
            changes.append((attention(x, x, x, mask)[0] - output).norm())
            # 4. restore the head before the next one
            read.copy_(kept)
    return torch.stack(changes) / output.norm()


# Beyond the paper's figure ------------------------------------------------------------


def specialise(model: Transformer) -> None:
    """Add the variants that the configuration asks for, and draw the initial weights.

    Matrices are drawn from Xavier's uniform distribution, which keeps the size of
    signals; biases start at zero, embeddings are drawn from N(0, 1/d_model).
    """
    c = model.config
    if c.positions == "rotary":
        for layer in (*model.encoder.layers, *model.decoder.layers):
            layer.self_attention.q_proj = RotaryProjection(c.d_model, c.n_heads)
            layer.self_attention.k_proj = RotaryProjection(c.d_model, c.n_heads)
    for module in model.modules():
        if isinstance(module, nn.Linear):
            nn.init.xavier_uniform_(module.weight)
            if module.bias is not None:
                nn.init.zeros_(module.bias)
    if c.deepnorm:
        scales = deepnorm_scales(c.n_layers, c.n_layers)
        _deepen(model.encoder, c, *scales["encoder"])
        _deepen(model.decoder, c, *scales["decoder"])
    if c.norm == "rms":
        _replace(model, LayerNorm, lambda: RMSNorm(c.d_model))


def _deepen(
    stack: nn.Module, config: TransformerConfig, alpha: float, beta: float
) -> None:
    """Scale residuals by α and the weights that write into them by β (DeepNorm)."""
    _replace(
        stack,
        ResidualConnection,
        lambda: DeepNormConnection(config.d_model, alpha, config.dropout),
    )
    for name, parameter in stack.named_parameters():
        if name.endswith(("v_proj.weight", "out_proj.weight")) or (
            "linear_" in name and name.endswith("weight")
        ):
            parameter.data.mul_(beta)


def _replace(
    model: nn.Module, kind: type[nn.Module], make: Callable[[], nn.Module]
) -> None:
    for parent in list(model.modules()):
        for name, child in parent.named_children():
            if type(child) is kind:
                setattr(parent, name, make())
