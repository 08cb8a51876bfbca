"""Questions for `positional_encoding`: what students expect before they see it."""

from lernformer.checks.questions import Question

QUESTIONS = {
    "which_sine": Question(
        ask="Four clocks, each ten times slower than the one before. Which of their "
        "sines tells neighbours apart, and which one the start of a text from "
        "its end?",
        choices=(
            "the slowest tells neighbours apart, the fastest start from end",
            "the fastest tells neighbours apart, the slowest start from end",
            "each of them does both",
        ),
        right=1,
        told="The fastest has changed a lot from one position to the next, and is back "
        "where it was a few positions later. The slowest hardly moves between "
        "neighbours, and never comes back within the text. Together they are like "
        "the digits of a number.",
    ),
    "what_stays": Question(
        ask="You compare position p with p + k and then move p. What stays the same?",
        choices=(
            "where the hands point",
            "the angle between the two hands of each clock",
            "nothing: both move",
        ),
        right=1,
        told="Each clock turns by k times its speed, whatever it shows. That is why "
        "one matrix, which depends only on k, moves every position by k.",
    ),
    "always_falls": Question(
        ask="Does the similarity of two sinusoidal positions always fall with their "
        "distance?",
        choices=(
            "yes: farther is less similar",
            "no: it falls in waves",
            "no: it is the same at all distances",
        ),
        right=1,
        told="It is a sum of cosines, and each of them rises again. The more clocks "
        "there are, the flatter the waves far away.",
    ),
    "drawn_rows": Question(
        ask="A table whose rows are drawn at random: how similar are two of its rows, "
        "depending on their distance?",
        choices=(
            "neighbours are similar, as in sinusoids",
            "all of them, as much as a row is to itself",
            "none: only a row to itself, at distance 0",
        ),
        right=2,
        told="Nothing connects one row with the next. A model that learns its "
        "positions has to find out by itself that 7 is next to 8; sinusoids say "
        "so from the start.",
    ),
    "how_many_orders": Question(
        ask="One order for which a layer fails proves that it is not equivariant. "
        "How many orders for which it does not fail would prove that it is?",
        choices=(
            "one, drawn at random",
            "all L! of them, for one x",
            "no number of tries: a proof is needed",
        ),
        right=2,
        told="A layer may fail for the next x. Tries can refute but never prove; that "
        "attention is equivariant follows from its formula, which contains no "
        "positions.",
    ),
    "free_numbers": Question(
        ask="With d = 512: how many numbers does adding save, compared with learning "
        "a free W?",
        choices=(
            "512",
            "262,144",
            "524,288",
        ),
        right=2,
        told="W is (2d, d): 2 · 512 · 512. With the identity twice nothing is learned, "
        "and the layers that follow can turn the sum into what they need.",
    ),
}
