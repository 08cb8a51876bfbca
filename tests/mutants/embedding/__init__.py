"""The answers of the embedding chapter, one module a task."""

from . import (  # noqa: F401 (importing registers)
    analogy,
    build_vocabulary,
    cosine_similarity,
    embed_by_lookup,
    embed_by_matmul,
    encode,
    one_hot,
    pad_batch,
    tied_output,
    token_embedding,
)
