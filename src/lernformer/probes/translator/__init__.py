"""How the tasks of the chapter on the translator are asked."""

# in the order of the exercise
TASKS = (
    "teacher_forcing",
    "label_smoothed_loss",
    "noam_learning_rate",
    "train_step",
    "greedy_decode",
    "beam_search",
    "corpus_bleu",
)
