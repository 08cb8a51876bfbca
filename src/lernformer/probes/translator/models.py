"""Helpers for several probes in this chapter."""

from typing import Any

import torch
from torch import Tensor, nn

from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID
from lernformer.probes.case import Case
from lernformer.transformer import Transformer, TransformerConfig


class Notes:
    """Records how a model was called: a mixin for ``encode`` and ``decode``."""

    training: bool  # nn.Module's

    def begin(self) -> None:
        self.reads: list[Tensor] = []  # what each call of ``decode`` read
        self.noted: set[str] = set()

    def note(self, tgt: Tensor | None = None) -> None:
        if self.training:
            self.noted.add("training")
        if torch.is_grad_enabled():
            self.noted.add("gradients")
        if tgt is not None:
            self.reads.append(tgt.detach().clone())

    def facts(self) -> dict[str, str]:
        facts = dict.fromkeys(sorted(self.noted), "yes")
        if self.reads:
            facts["calls"] = str(len(self.reads))
            first = self.reads[0][:, 0].unique().tolist()
            facts["read first"] = ", ".join(map(str, first))
            facts["longest"] = str(max(tgt.size(1) for tgt in self.reads))
        facts["mode"] = "training" if self.training else "evaluation"
        return facts


class TableModel(Notes, nn.Module):
    """A model that looks up in a table what to say.

    The logits after a word depend on the sentence, the position and the word. Training
    mode changes their signs, which spoils the result as dropout would, but reliably.

    Args:
        table: (sentences, positions, V, V) logits; the sum of a sentence's ids
            determines which sentence it is.
    """

    def __init__(self, table: Tensor):
        super().__init__()
        self.table = nn.Parameter(table)
        self.begin()

    def encode(self, src: Tensor) -> Tensor:
        if src.dim() != 2:
            raise ValueError(f"src must be (B, L), got {tuple(src.shape)}")
        self.note()
        steady = torch.full_like(src, not self.training)
        return torch.stack([src, steady], dim=-1).to(self.table.dtype)  # (B, L, 2)

    def decode(self, tgt: Tensor, memory: Tensor, src: Tensor) -> Tensor:
        shapes = tuple(tgt.shape), tuple(memory.shape), tuple(src.shape)
        if tuple(map(len, shapes)) != (2, 3, 2) or tgt.is_floating_point():
            raise ValueError(
                "decode wants tgt (B, L) integers, memory (B, L_src, d) and src "
                f"(B, L_src), got {', '.join(map(str, shapes))}, {tgt.dtype}"
            )
        sizes = {shape[0] for shape in shapes}
        if len(sizes - {1}) > 1:
            raise ValueError(f"decode got batches of different sizes: {sorted(sizes)}")
        self.note(tgt)
        ids = memory[..., 0].sum(1).round().long()  # (B,)
        other = ids != src.sum(1)
        if other.any():
            self.noted.add("other source")
        sentences, positions = self.table.shape[:2]
        places = torch.arange(tgt.size(1)).clamp(max=positions - 1)
        logits = self.table[(ids % sentences)[:, None], places, tgt]  # (B, L, V)
        wrong = other | (memory[..., 1] == 0).any(1) | self.training
        return torch.where(wrong[:, None, None], -logits, logits)

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        return self.decode(tgt, self.encode(src), src)


class Bag(Notes, nn.Module):
    """Adds the mean of the source's embeddings to the last target word's.

    It learns like a Transformer, in a tenth of the time.

    Args:
        rng_seed: the random seed for its weights.
        src_vocab, tgt_vocab, d_model: its sizes.
    """

    def __init__(self, rng_seed: int, src_vocab: int, tgt_vocab: int, d_model: int):
        super().__init__()
        self.src_embedding = nn.Embedding(src_vocab, d_model)
        self.tgt_embedding = nn.Embedding(tgt_vocab, d_model)
        self.output = nn.Linear(d_model, tgt_vocab)
        draw = torch.Generator().manual_seed(rng_seed)
        with torch.no_grad():
            for parameter in self.parameters():
                parameter.normal_(0, 2, generator=draw)
        self.begin()

    def encode(self, src: Tensor) -> Tensor:
        self.note()
        return self.src_embedding(src) * (src != PAD_ID)[..., None]

    def decode(self, tgt: Tensor, memory: Tensor, src: Tensor) -> Tensor:
        self.note(tgt)
        words = (src != PAD_ID).sum(1).clamp(min=1)
        mean = memory.sum(1) / words[:, None]  # (B, d_model)
        return self.output(torch.tanh(self.tgt_embedding(tgt) + mean[:, None]))

    def forward(self, src: Tensor, tgt: Tensor) -> Tensor:
        return self.decode(tgt, self.encode(src), src)


class Speaker(Notes, Transformer):
    """An untrained Transformer that says as many words as the source has.

    Args:
        rng_seed: the random seed for its weights.
        src_vocab, tgt_vocab: the sizes of its vocabularies.
        dropout: as in the configuration.
    """

    def __init__(
        self, rng_seed: int, src_vocab: int, tgt_vocab: int, dropout: float = 0.0
    ):
        # torch.manual_seed does this for the CPU, but also records its caller
        torch.default_generator.manual_seed(rng_seed)
        sizes: dict[str, Any] = {"d_model": 8, "n_heads": 2, "d_ff": 12, "n_layers": 1}
        super().__init__(
            TransformerConfig(
                src_vocab, tgt_vocab, **sizes, dropout=dropout, max_length=64
            )
        )
        with torch.no_grad():
            for parameter in self.parameters():
                parameter.mul_(1.7)  # otherwise, all words are about equally likely
        self.begin()

    def encode(self, src: Tensor) -> Tensor:
        self.note()
        return super().encode(src)

    def decode(self, tgt: Tensor, memory: Tensor, src: Tensor) -> Tensor:
        self.note(tgt)
        logits = super().decode(tgt, memory, src)
        words = (src != PAD_ID).sum(1)[:, None]
        early = torch.arange(1, tgt.size(1) + 1) < words  # (B, L)
        push = torch.zeros_like(logits)
        push[..., [PAD_ID, BOS_ID]] = -50
        push[..., EOS_ID] = torch.where(early, -50.0, 50.0).to(logits.dtype)
        return logits + push


def model_of(case: Case) -> Any:
    """Return the model that a case's numbers describe, in the mode that it asks for."""
    x, dtype = case.inputs, getattr(torch, case.dtype)
    model: TableModel | Speaker | Bag
    if "table" in x:
        model = TableModel(torch.from_numpy(x["table"].copy()))
    elif case.setting.startswith("Transformer"):
        sizes = (x["src_vocab"], x["tgt_vocab"], x.get("dropout", 0.0))
        model = Speaker(x["weights"], *sizes)
    else:
        model = Bag(x["weights"], x["src_vocab"], x["tgt_vocab"], x["d_model"])
    return model.to(dtype).train(case.setting.endswith("training"))
