"""Scores against sacrebleu, which defines BLEU as it is published."""

import pytest
import sacrebleu
from hypothesis import given
from hypothesis import strategies as st

from lernformer.translator.corpus import Pair
from lernformer.translator.evaluation import corpus_bleu, evaluate, exact_match, score

words = ["der", "hund", "die", "katze", "sah", "."]
sentence = st.lists(st.sampled_from(words), max_size=9)
pair = st.tuples(sentence, sentence, st.booleans())


def sacre(hypotheses, references):
    return sacrebleu.corpus_bleu(
        hypotheses, [references], tokenize="none", smooth_method="none", force=True
    ).score


@given(st.lists(pair, min_size=1, max_size=8))
def test_bleu_equals_sacrebleu(pairs):
    # some translations are right, or BLEU would nearly always be 0
    hypotheses = [" ".join(r if right else h) for h, r, right in pairs]
    references = [" ".join(r) for _, r, _ in pairs]
    want = sacre(hypotheses, references)
    assert corpus_bleu(hypotheses, references) == pytest.approx(want, abs=1e-6)


SPECIAL = [
    ("der hund sah die katze", "der hund sah die katze"),
    ("der hund sah die", "der hund sah die katze gern"),  # short
    ("der hund sah die katze und schlief ein", "der hund sah die katze"),  # long
    ("der der der der der", "der hund der hund der"),  # clipped
    ("der Hund sah die katze", "der hund sah die katze"),  # case counts
    ("", "der hund"),
    ("der hund sah", "der hund sah"),  # no run of four
    ("der hund sah  die\tkatze ", "der hund sah die katze"),
]


@pytest.mark.parametrize(("hypothesis", "reference"), SPECIAL)
def test_bleu_equals_sacrebleu_on_special_cases(hypothesis, reference):
    want = sacre([hypothesis], [reference])
    assert corpus_bleu([hypothesis], [reference]) == pytest.approx(want, abs=1e-6)


def test_bleu_of_a_worked_example():
    # 1-grams 6/7 right, 2-grams 4/6, 3-grams 2/5, 4-grams 1/4; 7 words for 8
    hypothesis = "der alte hund sah eine katze ."
    reference = "der alte hund sah gestern die katze ."
    precisions = 6 / 7 * 4 / 6 * 2 / 5 * 1 / 4
    want = 100 * precisions**0.25 * 2.718281828459045 ** (1 - 8 / 7)
    assert corpus_bleu([hypothesis], [reference]) == pytest.approx(want)


def test_exact_match_counts_sentences_in_percent():
    assert exact_match(["a b", "a  b ", "b", "A b"], ["a b"] * 4) == 50


def test_score_holds_published_metrics():
    hypotheses, references = ["Der Hund sah, was er sah."] * 2, ["Der Hund sah es."] * 2
    scores = score(hypotheses, references)
    assert scores["exact_match"] == 0
    assert scores["bleu"] == sacrebleu.corpus_bleu(hypotheses, [references]).score
    assert scores["chrf"] == sacrebleu.corpus_chrf(hypotheses, [references]).score
    perfect = {name: pytest.approx(100) for name in scores}
    assert score(references, references) == perfect


def test_evaluate_translates_with_the_options():
    class Spelling:
        def translate(self, sentences, beam_size):
            assert (sentences, beam_size) == (["the dog sleeps"], 3)
            return ["der Hund schläft jetzt"]

    pair = Pair("the dog sleeps", "der Hund schläft jetzt")
    assert evaluate(Spelling(), [pair], beam_size=3)["exact_match"] == 100


@pytest.mark.parametrize("metric", [corpus_bleu, exact_match, score])
@pytest.mark.parametrize("hypotheses", [[], ["a"], ["a", "b", "c"]])
def test_numbers_of_sentences_must_agree(metric, hypotheses):
    references = ["a", "b"] if hypotheses else []
    message = f"each hypothesis needs a reference, got {len(hypotheses)} and"
    with pytest.raises(ValueError, match=message):
        metric(hypotheses, references)
