"""Typical wrong answers to the embedding chapter's tasks, as formulas or signs.

Each id is also the name of a mutant in the tests and of a paragraph in the book.
"""

from lernformer.checks.mistakes.embedding.directions import ANALOGY, COSINE
from lernformer.checks.mistakes.embedding.layers import TIED_OUTPUT, TOKEN_EMBEDDING
from lernformer.checks.mistakes.embedding.texts import ENCODE, PAD_BATCH
from lernformer.checks.mistakes.embedding.vectors import LOOKUP, MATMUL, ONE_HOT
from lernformer.checks.mistakes.embedding.vocabulary import VOCABULARY

__all__ = [
    "ANALOGY",
    "COSINE",
    "ENCODE",
    "LOOKUP",
    "MATMUL",
    "ONE_HOT",
    "PAD_BATCH",
    "TIED_OUTPUT",
    "TOKEN_EMBEDDING",
    "VOCABULARY",
]
