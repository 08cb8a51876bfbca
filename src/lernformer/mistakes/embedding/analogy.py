"""Typical wrong answers to ``embedding.analogy``."""

import numpy as np

from lernformer.mistakes.mistake import Bugs
from lernformer.mistakes.table import mistakes


def cosines(E, target):
    return E @ target / (np.linalg.norm(E, axis=1) * np.linalg.norm(target))


def best(similarities, *asked):
    similarities = similarities.copy()
    similarities[list(asked)] = -np.inf
    return int(np.argmax(similarities))


def shows_vector_returned(case, seen):
    return "got ndarray" in seen.trouble and "float" in seen.trouble


def shows_ranking_returned(case, seen):
    return "got ndarray" in seen.trouble and "int" in seen.trouble


def shows_columns_for_words(case, seen):
    return (
        "raises IndexError" in seen.trouble
        and f"with size {case.inputs['E'].shape[1]}" in seen.trouble
    )


def unit_rows(a, b, c, E):
    """All rows get length 1 before they are added."""
    E = E / np.linalg.norm(E, axis=1, keepdims=True)
    return best(E @ (E[b] - E[a] + E[c]), a, b, c)


def three_cos_mul(a, b, c, E):
    """As in Levy and Goldberg (2014): near to b and c, far from a."""
    near = [(cosines(E, E[i]) + 1) / 2 for i in (a, b, c)]
    return best(near[1] * near[2] / (near[0] + 1e-3), a, b, c)


def smallest_similarity(a, b, c, E):
    """argmin, as for a distance."""
    similarities = cosines(E, E[b] - E[a] + E[c])
    similarities[[a, b, c]] = np.inf
    return int(np.argmin(similarities))


def zero_for_the_three(a, b, c, E):
    """A similarity of 0 is low."""
    similarities = cosines(E, E[b] - E[a] + E[c])
    similarities[[a, b, c]] = 0
    return int(similarities.argmax())


def zero_distance_for_the_three(a, b, c, E):
    """The smallest distance wins, and 0 is small."""
    distances = 1 - cosines(E, E[b] - E[a] + E[c])
    distances[[a, b, c]] = 0
    return int(distances.argmin())


def argmin_of_excluded(a, b, c, E):
    """The nearest is the smallest."""
    similarities = cosines(E, E[b] - E[a] + E[c])
    similarities[[a, b, c]] = -np.inf
    return int(similarities.argmin())


def nan_for_the_three(a, b, c, E):
    """What is no number is not compared."""
    similarities = cosines(E, E[b] - E[a] + E[c])
    similarities[[a, b, c]] = np.nan
    return int(similarities.argmax())


def second_best(a, b, c, E):
    """The nearest is always one of the three, so the second is taken."""
    similarities = cosines(E, E[b] - E[a] + E[c])
    return int(np.argsort(similarities)[-2])


def rows_deleted(a, b, c, E):
    """Deletes the three rows and forgets that all others move up."""
    target = E[b] - E[a] + E[c]
    rest = np.delete(E, [a, b, c], axis=0)
    return int(np.argmax(cosines(rest, target)))


# Bugs to find: each in the right code, with what a colleague would report.
BUGS = Bugs()
BUGS.plant(
    "a_minus_b",
    "man : king = woman : ? comes out wrong. Asked the other way round, king : man = "
    "woman : ?, it says queen.",
    right="E[b] - E[a] + E[c]",
    wrong="E[a] - E[b] + E[c]",
)
BUGS.plant(
    "c_subtracted",
    "Nearly all answers are wrong. The longer I make the vector of the third word, the "
    "less the answer has to do with it.",
    right="E[b] - E[a] + E[c]",
    wrong="E[b] - E[a] - E[c]",
)
BUGS.plant(
    "asked_words_not_excluded",
    "man : king = woman : ? says woman. Most answers are one of the last two words "
    "that I asked with.",
    right="similarities[asked] = -np.inf",
    wrong="similarities[a] = -np.inf",
)
BUGS.plant(
    "excluded_by_zero",
    "It is right nearly always. But when no word of the vocabulary points anywhere "
    "near the target, it answers with a word that I asked with.",
    right="similarities[asked] = -np.inf",
    wrong="similarities[asked] = 0.0",
)
BUGS.plant(
    "dot_product",
    "A few words come out again and again, whatever I ask. When I multiply one word's "
    "vector by 100, that word is the answer to nearly everything.",
    right="similarities = cosine_similarity(E, E[b] - E[a] + E[c])  # (V,)",
    wrong="similarities = E @ (E[b] - E[a] + E[c])  # (V,)",
)
BUGS.plant(
    "vectors_normalised_first",
    "With vectors that all have length 1 it agrees with the solution. With others it "
    "says another word now and then.",
    right="    similarities = cosine_similarity(",
    wrong="    E = E / np.linalg.norm(E, axis=-1, keepdims=True)\n"
    "    similarities = cosine_similarity(",
)


MISTAKES = mistakes(globals())
