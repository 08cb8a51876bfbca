"""Helpers for several probes in this chapter."""

from numbers import Integral
from typing import Any

EMBED_READY_MADE = (
    "lernformer.embedding.embed_by_matmul",
    "lernformer.embedding.embed_by_lookup",
    "torch.nn.functional.embedding",
    "torch.embedding",
    "torch.embedding_bag",
    "torch.nn.functional.embedding_bag",
    "torch.nn.Embedding.__init__",
)


def is_id(value: Any) -> bool:
    return isinstance(value, int | Integral) and not isinstance(value, bool)
