"""The translator: a corpus of our own and all that learns from it.

Here by name: what the chapter's exercise asks for. `training` and `decoding` have
faster forms of some.
"""

from lernformer.translator.evaluation import corpus_bleu
from lernformer.translator.plain import beam_search, greedy_decode, train_step
from lernformer.translator.recipe import noam_learning_rate
from lernformer.translator.training import label_smoothed_loss, teacher_forcing

__all__ = [
    "beam_search",
    "corpus_bleu",
    "greedy_decode",
    "label_smoothed_loss",
    "noam_learning_rate",
    "teacher_forcing",
    "train_step",
]
