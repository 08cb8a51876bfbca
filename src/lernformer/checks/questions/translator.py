"""Questions for `translator`: what students expect before they see it."""

from lernformer.checks.questions import Question

QUESTIONS = {
    "far_too_large": Question(
        ask="What does the friend’s model say instead of guessing, and what is its "
        "first loss, with d = 64?",
        choices=(
            "any word, about 7",
            "<pad>, about 20",
            "the word that it has just read, about 60",
        ),
        right=2,
        told="Its last vector still holds the word that it has read, and the tied "
        "output compares it with all rows. With rows of size 1 the word’s own row "
        "wins by nearly d = 64, so the model is sure, and wrong.",
    ),
    "longer_warm_up": Question(
        ask="What does a longer warm-up do to the peak of the learning rate?",
        choices=(
            "it comes earlier and is higher",
            "it comes later, just as high",
            "it comes later and is lower",
        ),
        right=2,
        told="The peak is at step w, and its height is 1/√(d · w): the rise is less "
        "steep, and the fall that follows is the same for every warm-up.",
    ),
    "hot_and_cut": Question(
        ask="Which words does a high temperature add and a small top_p remove?",
        choices=(
            "the likeliest ones",
            "those of the long tail, such as xylophone",
            "none: the two have the same effect",
        ),
        right=1,
        told="A high temperature makes all words nearly as likely as each other, even "
        "those that nobody would say. The nucleus leaves out the least likely "
        "ones, however hot it is. Move both and see.",
    ),
}
