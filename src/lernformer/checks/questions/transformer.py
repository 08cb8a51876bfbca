"""Questions for `transformer`: what students expect before they see it."""

from lernformer.checks.questions import Question

QUESTIONS = {
    "one_of_sixteen": Question(
        ask="One of the 16 heads of an untrained attention is silenced. By what "
        "share of its length does the output move?",
        choices=(
            "by about 1/16",
            "by about 1/4",
            "by next to nothing: 15 are left",
        ),
        right=1,
        told="What the heads add points in directions that have nothing to do with "
        "each other. For such vectors the squares of the lengths add up, not the "
        "lengths: one of H heads has a share of 1/H of the square, and 1/√H of "
        "the length.",
    ),
}
