"""Questions for `attention`: what students expect before they see it."""

from lernformer.checks.questions import Question

QUESTIONS = {
    "times_ten": Question(
        ask="All scores are multiplied by 10. What happens to the weights?",
        choices=(
            "nothing: they are normalised",
            "the largest takes nearly everything",
            "they become more alike",
        ),
        right=1,
        told="The softmax looks at differences, and these are ten times as large: the "
        "ratio of two weights is raised to the power of ten. A temperature of 0.1 "
        "does the same. Adding 10 to all scores would change nothing.",
    ),
    "two_factors": Question(
        ask="d_k grows from 4 to 1,024, by a factor of 256. By what factors do your "
        "two variances grow, before and after the division by √d_k?",
        choices=(
            "by 256 and by 16",
            "by 16 and by 1",
            "by 256 and by 1",
        ),
        right=2,
        told="A dot product is a sum of d_k products of variance 1, so its variance is "
        "d_k. Dividing numbers by √d_k divides their variance by d_k, so it stays "
        "near 1 for any d_k.",
    ),
    "heads_alike": Question(
        ask="Three heads that have learned nothing yet look at the same words. Do "
        "their weights look alike?",
        choices=(
            "no: each projects in its own way",
            "yes: they can't know anything yet",
            "yes, because the words are the same",
        ),
        right=0,
        told="Each head has its own random slices of the projections, so each compares "
        "different features. If all started alike, they would all get the same "
        "gradient and stay alike forever.",
    ),
}
