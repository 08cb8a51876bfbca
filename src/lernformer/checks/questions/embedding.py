"""Questions for `embedding`: what students expect before they see it."""

from lernformer.checks.questions import Question

QUESTIONS = {
    "equal_rows": Question(
        ask="The sentence is “the cat saw the bird”, and “bird” is not in the "
        "vocabulary. Which two of its one-hot rows are equal?",
        choices=(
            "cat and bird: both are animals",
            "the first and the fourth: both are “the”",
            "none: each word is in a different place",
        ),
        right=1,
        told="A one-hot vector says which word it is and nothing else, neither what "
        "it means nor where it is. The row of “bird” is that of <unk>, "
        "which every unknown word would have.",
    ),
    "chance_falls": Question(
        ask="The number of features d grows from 4 to 1,024, by a factor of 256. By "
        "what factor does the chance similarity fall?",
        choices=(
            "by 256, as d grows",
            "by 16, its root",
            "hardly at all: chance is chance",
        ),
        right=1,
        told="It is 1/√d: the cosine is a sum of d products of either sign, and such a "
        "sum grows as √d, while the product of the lengths, which divides it, "
        "grows as d. So with many features a cosine of 0.3 means something, and "
        "with four it does not.",
    ),
    "analogy_fails": Question(
        ask="An analogy has to answer something. What will yours say: man is to woman "
        "as bread is to …?",
        choices=(
            "cake, the other food",
            "bread itself, which has no sex",
            "queen",
        ),
        right=2,
        told="The step from man to woman leads from bread to a place where there is no "
        "word. The three words in the question can't be the answer, and of all "
        "others queen points that way most. An analogy always gives an answer, "
        "even where there is nothing to say.",
    ),
}
