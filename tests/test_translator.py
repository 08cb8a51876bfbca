"""What the package of the chapter's own names holds, and the translator itself."""

import pytest
from translators import translator

from lernformer import translator as chapter


def test_the_names_are_those_of_the_exercise():
    homes = {name: getattr(chapter, name).__module__ for name in chapter.__all__}
    assert homes == {
        "apply_merges": "lernformer.translator.subwords",
        "beam_search": "lernformer.translator.decoding",
        "cached_greedy_decode": "lernformer.translator.caching",
        "corpus_bleu": "lernformer.translator.evaluation",
        "first_loss": "lernformer.translator.training_step",
        "greedy_decode": "lernformer.translator.decoding",
        "label_smoothed_loss": "lernformer.translator.loss",
        "learn_merges": "lernformer.translator.subwords",
        "next_word_logits": "lernformer.translator.sampling",
        "noam_learning_rate": "lernformer.translator.recipe",
        "nucleus": "lernformer.translator.sampling",
        "teacher_forcing": "lernformer.translator.training_step",
        "train_step": "lernformer.translator.training_step",
    }


@pytest.mark.parametrize("sizes", [{"beam_size": 0}, {"batch_size": -1}])
def test_sizes_that_translate_nothing_are_refused(sizes):
    with pytest.raises(ValueError, match=r"must be at least 1, got (0|1) and (64|-1)"):
        translator().translate(["dog"], **sizes)
