"""Typical wrong answers to ``embedding.analogy``."""

import numpy as np

from lernformer.mistakes.common import INPUT_MODIFIED, fails
from lernformer.mistakes.mistake import Bugs, Catalogue

MISTAKES = Catalogue()

EUCLIDEAN = "the smallest distance wins; compare directions, by the cosine."

ASKED_WORDS_NOT_EXCLUDED = (
    "one of the three words is the answer; it should be another: leave out a, b and c."
)


def cosines(E, target):
    return E @ target / (np.linalg.norm(E, axis=1) * np.linalg.norm(target))


def best(similarities, *asked):
    similarities = similarities.copy()
    similarities[list(asked)] = -np.inf
    return int(np.argmax(similarities))


MISTAKES += (INPUT_MODIFIED,)

MISTAKES.sign(
    "vector_returned",
    "a vector is returned; the id of a word is asked for: the argmax.",
    lambda case, seen: "got ndarray" in seen.trouble and "float" in seen.trouble,
)

MISTAKES.sign(
    "ranking_returned",
    "many ids are returned; the first of the ranking is the answer.",
    lambda case, seen: "got ndarray" in seen.trouble and "int" in seen.trouble,
)

MISTAKES.sign(
    "similarity_returned",
    "the largest similarity is returned; the id that has it is asked for: argmax "
    "instead of max.",
    fails("got np.float"),
)

MISTAKES.sign(
    "columns_for_words",
    "columns of E are taken for words; a word is a row, the first axis.",
    lambda case, seen: (
        "raises IndexError" in seen.trouble
        and f"with size {case.inputs['E'].shape[1]}" in seen.trouble
    ),
)


@MISTAKES.answer(
    "ids_added", "the ids are added and subtracted; their rows in E should be."
)
def arithmetic_of_ids(a, b, c, E):
    """b - a + c, in ids."""
    return int((b - a + c) % len(E))


@MISTAKES.answer("a_minus_b", "this is the word nearest to a - b + c; it is b - a + c.")
def wrong_way_round(a, b, c, E):
    """a - b + c."""
    return best(cosines(E, E[a] - E[b] + E[c]), a, b, c)


@MISTAKES.answer("c_subtracted", "this is the word nearest to b - a - c; c is added.")
def minus_c(a, b, c, E):
    """b - a - c."""
    return best(cosines(E, E[b] - E[a] - E[c]), a, b, c)


@MISTAKES.answer(
    "sum_of_all", "this is the word nearest to a + b + c; a is subtracted."
)
def all_added(a, b, c, E):
    """The word in the middle of the three."""
    return best(cosines(E, E[a] + E[b] + E[c]), a, b, c)


@MISTAKES.answer("c_forgotten", "this is the word nearest to b - a; c is missing.")
def difference_only(a, b, c, E):
    """The difference is the relation."""
    return best(cosines(E, E[b] - E[a]), a, b, c)


@MISTAKES.answer(
    "a_forgotten", "this is the word nearest to b + c; a is not subtracted."
)
def b_plus_c(a, b, c, E):
    """b and c together."""
    return best(cosines(E, E[b] + E[c]), a, b, c)


@MISTAKES.answer(
    "nearest_to_c", "this is the word nearest to c; the step from a to b is missing."
)
def neighbour_of_c(a, b, c, E):
    """The word most similar to c."""
    return best(cosines(E, E[c]), a, b, c)


@MISTAKES.answer(
    "dot_product",
    "the largest dot product wins, which favours long vectors; compare directions, "
    "by the cosine.",
)
def largest_dot_product(a, b, c, E):
    """The largest dot product."""
    return best(E @ (E[b] - E[a] + E[c]), a, b, c)


@MISTAKES.answer("euclidean", EUCLIDEAN)
def smallest_distance(a, b, c, E):
    """The smallest distance."""
    return best(-np.linalg.norm(E - (E[b] - E[a] + E[c]), axis=1), a, b, c)


@MISTAKES.answer("euclidean", EUCLIDEAN)
def smallest_difference(a, b, c, E):
    """The smallest sum of differences."""
    return best(-np.abs(E - (E[b] - E[a] + E[c])).sum(axis=1), a, b, c)


@MISTAKES.answer(
    "vectors_normalised_first",
    "the rows are brought to length 1 before they are added; b - a + c is made of "
    "the rows as they are.",
)
def unit_rows(a, b, c, E):
    """All rows get length 1 before they are added."""
    E = E / np.linalg.norm(E, axis=1, keepdims=True)
    return best(E @ (E[b] - E[a] + E[c]), a, b, c)


@MISTAKES.answer(
    "similarities_multiplied",
    "three similarities are multiplied and divided (3CosMul); the word nearest to "
    "b - a + c is asked for.",
    seen="literature",
)
def three_cos_mul(a, b, c, E):
    """As in Levy and Goldberg (2014): near to b and c, far from a."""
    near = [(cosines(E, E[i]) + 1) / 2 for i in (a, b, c)]
    return best(near[1] * near[2] / (near[0] + 1e-3), a, b, c)


@MISTAKES.answer(
    "farthest",
    "this is the word with the smallest similarity: argmin instead of argmax.",
)
def smallest_similarity(a, b, c, E):
    """argmin, as for a distance."""
    similarities = cosines(E, E[b] - E[a] + E[c])
    similarities[[a, b, c]] = np.inf
    return int(np.argmin(similarities))


@MISTAKES.answer(
    "sign_lost",
    "the size of the similarity decides, whatever its sign; a negative one means the "
    "opposite direction.",
)
def largest_in_magnitude(a, b, c, E):
    """The similarity farthest from 0."""
    return best(np.abs(cosines(E, E[b] - E[a] + E[c])), a, b, c)


@MISTAKES.answer(
    "excluded_by_zero",
    "the three get a similarity of 0, but that of all others may be negative; give "
    "them -inf.",
)
def zero_for_the_three(a, b, c, E):
    """A similarity of 0 is low."""
    similarities = cosines(E, E[b] - E[a] + E[c])
    similarities[[a, b, c]] = 0
    return int(similarities.argmax())


@MISTAKES.answer(
    "excluded_by_zero",
    "the three get a distance of 0, the smallest of all; give them inf.",
)
def zero_distance_for_the_three(a, b, c, E):
    """The smallest distance wins, and 0 is small."""
    distances = 1 - cosines(E, E[b] - E[a] + E[c])
    distances[[a, b, c]] = 0
    return int(distances.argmin())


@MISTAKES.answer(
    "excluded_by_nan",
    "argmax takes NaN for the largest of all; give the three -inf, or use nanargmax.",
)
def nan_for_the_three(a, b, c, E):
    """What is no number is not compared."""
    similarities = cosines(E, E[b] - E[a] + E[c])
    similarities[[a, b, c]] = np.nan
    return int(similarities.argmax())


@MISTAKES.answer(
    "second_nearest",
    "this is the second nearest of all words, whether or not the nearest is one of "
    "the three; leave out the three, then take the nearest.",
)
def second_best(a, b, c, E):
    """The nearest is always one of the three, so the second is taken."""
    similarities = cosines(E, E[b] - E[a] + E[c])
    return int(np.argsort(similarities)[-2])


@MISTAKES.answer(
    "specials_excluded",
    "the ids 0 to 3 are never answered; only the three words are left out.",
)
def specials_are_no_answer(a, b, c, E):
    """The first four ids are specials."""
    return best(cosines(E, E[b] - E[a] + E[c]), a, b, c, 0, 1, 2, 3)


@MISTAKES.answer(
    "ids_shifted_by_deleting",
    "rows are deleted, so that all later rows move up and have other ids; set the "
    "three similarities to -inf instead.",
)
def rows_deleted(a, b, c, E):
    """Deletes the three rows and forgets that all others move up."""
    target = E[b] - E[a] + E[c]
    rest = np.delete(E, [a, b, c], axis=0)
    return int(np.argmax(cosines(rest, target)))


@MISTAKES.answer("counted_from_one", "the answer is one too large; ids count from 0.")
def number_not_id(a, b, c, E):
    """The first word is number one."""
    return best(cosines(E, E[b] - E[a] + E[c]), a, b, c) + 1


@MISTAKES.answer("asked_words_not_excluded", ASKED_WORDS_NOT_EXCLUDED)
def none_excluded(a, b, c, E):
    """The nearest word is the answer."""
    return int(np.argmax(cosines(E, E[b] - E[a] + E[c])))


@MISTAKES.answer("asked_words_not_excluded", ASKED_WORDS_NOT_EXCLUDED)
def only_c_excluded(a, b, c, E):
    """The answer is not c."""
    return best(cosines(E, E[b] - E[a] + E[c]), c)


@MISTAKES.answer("asked_words_not_excluded", ASKED_WORDS_NOT_EXCLUDED)
def only_a_and_b_excluded(a, b, c, E):
    """The answer is not the pair."""
    return best(cosines(E, E[b] - E[a] + E[c]), a, b)


@MISTAKES.answer("asked_words_not_excluded", ASKED_WORDS_NOT_EXCLUDED)
def only_a_and_c_excluded(a, b, c, E):
    """b is in the answer anyway."""
    return best(cosines(E, E[b] - E[a] + E[c]), a, c)


@MISTAKES.answer("asked_words_not_excluded", ASKED_WORDS_NOT_EXCLUDED)
def only_b_and_c_excluded(a, b, c, E):
    """a is subtracted, so it is far off."""
    return best(cosines(E, E[b] - E[a] + E[c]), b, c)


# To find: each in the right code, by what a colleague would see of it.
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
