"""The translator: our own corpus, and everything that learns from it.

This module exports the functions that students write in the chapter's exercise. Instead
of some of them, `trainer` and `translation` use faster versions from `lernformer.fast`.
"""

from lernformer.translator.caching import cached_greedy_decode
from lernformer.translator.decoding import beam_search, greedy_decode
from lernformer.translator.evaluation import corpus_bleu
from lernformer.translator.loss import label_smoothed_loss
from lernformer.translator.recipe import noam_learning_rate
from lernformer.translator.sampling import next_word_logits, nucleus
from lernformer.translator.subwords import apply_merges, learn_merges
from lernformer.translator.training_step import first_loss, teacher_forcing, train_step

__all__ = [  # noqa: RUF022  the exercise's tasks, in its order
    "teacher_forcing",
    "label_smoothed_loss",
    "first_loss",
    "noam_learning_rate",
    "train_step",
    "greedy_decode",
    "beam_search",
    "corpus_bleu",
    "nucleus",  # the optional ones
    "apply_merges",
    "learn_merges",
    "cached_greedy_decode",
    "next_word_logits",
]
