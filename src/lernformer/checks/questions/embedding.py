"""What students of `embedding` expect before they see it."""

from lernformer.checks.questions import Question

QUESTIONS = {
    "equal_rows": Question(
        ask="The sentence is “the cat saw the bird”, and “bird” is not in the "
        "vocabulary. Which two of its one-hot rows are equal?",
        choices=(
            "cat and bird: both are animals",
            "the first and the fourth: both are “the”",
            "none: each word stands in another place",
        ),
        right=1,
        told="A one-hot vector says which word it is and nothing else, neither what "
        "it means nor where it stands. The row of “bird” is that of <unk>, "
        "which every unknown word would have.",
    ),
    "chance_falls": Question(
        ask="The number of features d grows from 4 to 1,024, by a factor of 256. By "
        "which factor does the similarity by chance fall?",
        choices=(
            "by 256, as d grows",
            "by 16, the root of it",
            "hardly at all: chance is chance",
        ),
        right=1,
        told="It is 1/√d: the cosine is a sum of d products of either sign, and such "
        "a sum grows as √d, while the lengths by which it is divided make d. So "
        "with many features a cosine of 0.3 means something, and with four it "
        "does not.",
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
        told="The step from man to woman leads from bread to a place where no word "
        "is. The three words of the question may not be the answer, and of all "
        "others queen points that way most. An analogy always answers, also "
        "where there is nothing to be said.",
    ),
}
