"""A small GPT built from this course's parts, and what larger models changed.

It is only a decoder: an ``Encoder`` that may not look ahead, between a
``TokenEmbedding`` and its ``TiedOutput``. ``load`` returns a model that
``lernformer.gpt.training`` has trained on German sentences.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor, nn
from torch.nn import functional as F

from lernformer.attention import MultiHeadAttention, merge_heads, split_heads
from lernformer.embedding import BOS_ID, EOS_ID, TiedOutput, TokenEmbedding
from lernformer.masking import look_ahead_mask
from lernformer.positional_encoding import RotaryProjection, rotary
from lernformer.residual_norm import FeedForward, LayerNorm, RMSNorm
from lernformer.transformer import Encoder, TransformerConfig
from lernformer.translator.sampling import nucleus

FOLDER = Path(__file__).parent


class GPT(nn.Module):
    """Predicts the next word of a text (Radford et al., 2019), with rotary positions.

    Args:
        vocab_size: V.
        d_model: features of a token.
        n_heads: heads of each attention; d_model / n_heads must be even.
        d_ff: features inside each feed-forward network.
        n_layers: layers of the stack.

    Example:
        >>> model = GPT(vocab_size=9, d_model=8, n_heads=2, d_ff=16, n_layers=1)
        >>> model(torch.tensor([[1, 4, 5]])).shape
        torch.Size([1, 3, 9])
    """

    def __init__(
        self,
        vocab_size: int,
        d_model: int = 96,
        n_heads: int = 4,
        d_ff: int = 384,
        n_layers: int = 2,
    ):
        super().__init__()
        # 1. make an embedding, a stack of encoder layers, and an output that shares
        # the embedding's vectors
        # (the config expects two vocabularies; there is only one here)
        sizes = TransformerConfig(
            vocab_size, vocab_size, d_model, n_heads, d_ff, n_layers, dropout=0.0
        )
        self.embedding = TokenEmbedding(vocab_size, d_model)
        # with a look-ahead mask, an encoder stack is a decoder
        self.decoder = Encoder(sizes)
        self.output = TiedOutput(self.embedding)
        # 2. let queries and keys know their positions
        for attention in attentions(self):
            attention.q_proj = RotaryProjection(d_model, n_heads)
            attention.k_proj = RotaryProjection(d_model, n_heads)

    def forward(self, ids: Tensor) -> Tensor:
        """Return logits (B, L, V) for the word that follows each of the ids (B, L)."""
        # 3. no position looks ahead, so all of them learn at once
        mask = look_ahead_mask(ids.size(1)).to(ids.device)
        return self.output(self.decoder(self.embedding(ids), mask))


@torch.no_grad()
def write(
    model: Callable[[Tensor], Tensor],
    ids: list[int],
    temperature: float = 1.0,
    top_p: float = 1.0,
    longest: int = 20,
    generator: torch.Generator | None = None,
) -> Iterator[int]:
    """Sample one word after another, until ``<eos>`` or ``longest`` words.

    Args:
        model: maps ids (1, L) to logits (1, L, V).
        ids: the beginning of the text, without ``<bos>``.
        temperature: see ``nucleus``, also for ``top_p``.
        longest: the most words in the whole text.
        generator: makes all random choices.

    Yields:
        The id of each new word, except ``<eos>``.
    """
    text = [BOS_ID, *ids]
    while len(text) <= longest:
        logits = model(torch.tensor([text]))[0, -1]
        chances = nucleus(logits, temperature, top_p)
        word = int(torch.multinomial(chances, 1, generator=generator))
        if word == EOS_ID:
            return
        text.append(word)
        yield word


# --- what larger models changed ----------------------------------------------------


class SwiGLU(nn.Module):
    """A feed-forward network with a gate for each inner feature (Shazeer, 2020).

    Its three matrices have as many numbers as ``FeedForward``'s two, with 2/3 as many
    inner features and no biases.

    Args:
        d_model: features of a token.
        d_ff: inner features of the ``FeedForward`` that it replaces.
    """

    def __init__(self, d_model: int, d_ff: int):
        super().__init__()
        self.gate = nn.Linear(d_model, 2 * d_ff // 3, bias=False)
        self.inner = nn.Linear(d_model, 2 * d_ff // 3, bias=False)
        self.outer = nn.Linear(2 * d_ff // 3, d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """Transform (..., d_model), each token on its own."""
        return self.outer(F.silu(self.gate(x)) * self.inner(x))


class GroupedProjection(nn.Linear):
    """Keys or values that several heads share (Ainslie et al., 2023).

    It replaces an attention's ``k_proj`` or ``v_proj``. A cache that stores them before
    they are repeated shrinks by a factor of ``n_heads / n_groups``.

    Args:
        d_model: features of a token.
        n_heads: heads of the attention.
        n_groups: the number of groups of heads that share; must divide ``n_heads``.
        turned: whether to rotate each group by the token's position (RoPE), as in keys.
    """

    def __init__(self, d_model: int, n_heads: int, n_groups: int, turned: bool = False):
        super().__init__(d_model, n_groups * d_model // n_heads)
        self.n_groups, self.heads_per_group = n_groups, n_heads // n_groups
        self.turned = turned

    def forward(self, x: Tensor) -> Tensor:
        """Project (..., L, d_model), and repeat each group for all its heads."""
        groups = split_heads(super().forward(x), self.n_groups)  # (..., G, L, d_k)
        if self.turned:
            groups = rotary(groups, torch.arange(x.size(-2), device=x.device))
        # one copy per head, so the attention you built can split them as usual
        return merge_heads(groups.repeat_interleave(self.heads_per_group, dim=-3))


def with_rms_norm(model: GPT) -> None:
    """Replace the norms with ones that divide by the root mean square, with no mean."""
    _replace(model, LayerNorm, lambda norm: RMSNorm(norm.gamma.numel()))


def with_swiglu(model: GPT) -> None:
    """Replace the feed-forward networks with gated ones."""
    _replace(
        model,
        FeedForward,
        lambda f: SwiGLU(f.linear_1.in_features, f.linear_1.out_features),
    )


def with_grouped_queries(model: GPT) -> None:
    """Use one key and one value for every two heads."""
    for attention in attentions(model):
        d_model, n_heads = attention.out_proj.in_features, attention.n_heads
        attention.k_proj = GroupedProjection(
            d_model, n_heads, n_heads // 2, turned=True
        )
        attention.v_proj = GroupedProjection(d_model, n_heads, n_heads // 2)


def attentions(model: nn.Module) -> list[MultiHeadAttention]:
    return [each for each in model.modules() if isinstance(each, MultiHeadAttention)]


def _replace(model: nn.Module, kind: type, make: Callable) -> None:
    for parent in list(model.modules()):
        for name, child in parent.named_children():
            if type(child) is kind:
                setattr(parent, name, make(child))


# --- the trained model ---------------------------------------------------------------


def load() -> tuple[GPT, list[str], dict]:
    """Load the model that comes with the course, its words and its measurements."""
    found = json.loads((FOLDER / "gpt.json").read_text("utf-8"))
    model = GPT(len(found["words"]))
    model.load_state_dict(
        {
            name: tensor.float()
            for name, tensor in load_file(FOLDER / "weights.safetensors").items()
        },
        strict=False,  # the output shares the embedding's weight
    )
    return model.eval(), found["words"], found["measured"]
