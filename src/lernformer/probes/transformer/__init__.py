"""How the tasks of the chapter on the whole model are asked."""

# in the order of the exercise
TASKS = (
    "EncoderLayer",
    "DecoderLayer",
    "Encoder",
    "Decoder",
    "Transformer",
    "count_parameters",
)
