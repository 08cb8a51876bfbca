"""Questions for `masking`: what students expect before they see it."""

from lernformer.checks.questions import Question

QUESTIONS = {
    "sums_of_rows": Question(
        ask="Some people hide a key after the softmax, by setting its weight to 0. "
        "What does each row sum to?",
        choices=(
            "1, as always",
            "less than 1",
            "more than 1",
        ),
        right=1,
        told="The weight that the hidden keys got is missing from the row. Hidden "
        "before the softmax, they get nothing, and the visible ones share "
        "everything. The rows of <pad> are not empty, and it does not matter what "
        "they attend to: nobody reads them.",
    ),
    "train_or_translate": Question(
        ask="One pass with a mask, or step by step without one: both agree. "
        "Which would you use to train, and which to translate?",
        choices=(
            "train in one pass, translate step by step",
            "train step by step, translate in one pass",
            "both in one pass: it is faster",
        ),
        right=0,
        told="In training, all words are known, so one pass predicts them all. In "
        "translation, a word doesn't exist until the one before it has been "
        "predicted, so one pass can't read them all.",
    ),
    "which_leak": Question(
        ask="Four attentions: without a mask, with your look-ahead mask, with a "
        "mask that shows one token too many, and with weights that are set to 0 "
        "after the softmax. Which leak?",
        choices=(
            "only the one without a mask",
            "the one without, and the one that shows one too many",
            "all but the one with your mask",
        ),
        right=2,
        told="The last one hides the values of the future, but it still leaks: the "
        "future has taken its share in the denominator of the softmax, so all "
        "other weights are smaller by that much.",
    ),
}
