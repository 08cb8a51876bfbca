"""How the tasks of the chapter on embedding are asked."""

# in the order of the exercise
TASKS = (
    "build_vocabulary",
    "encode",
    "pad_batch",
    "one_hot",
    "embed_by_matmul",
    "embed_by_lookup",
    "cosine_similarity",
    "analogy",
    "TokenEmbedding",
    "TiedOutput",
)
