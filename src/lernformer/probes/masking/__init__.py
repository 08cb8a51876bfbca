"""How the tasks of the chapter on masking are asked."""

# in the order of the exercise
TASKS = (
    "padding_mask",
    "look_ahead_mask",
    "decoder_mask",
    "masked_softmax",
    "masked_attention",
    "step_by_step",
)
