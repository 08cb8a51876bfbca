"""Answers to `analogy(a, b, c, E)`: the id nearest to b - a + c by direction."""

import math

import numpy as np

from lernformer.embedding import cosine_similarity

from .. import mutant, variant

TASK = "embedding.analogy"


def cosines(E, target):
    return E @ target / (np.linalg.norm(E, axis=1) * np.linalg.norm(target))


def best(similarities, *asked):
    similarities = similarities.copy()
    similarities[list(asked)] = -np.inf
    return int(np.argmax(similarities))


# --- Wrong: what is looked for ---------------------------------------------------


@mutant(TASK, mistake="a_minus_b")
def wrong_way_round(a, b, c, E):
    """a - b + c."""
    return best(cosines(E, E[a] - E[b] + E[c]), a, b, c)


@mutant(TASK, mistake="c_subtracted")
def minus_c(a, b, c, E):
    """b - a - c."""
    return best(cosines(E, E[b] - E[a] - E[c]), a, b, c)


@mutant(TASK, mistake="sum_of_all")
def all_added(a, b, c, E):
    """The word in the middle of the three."""
    return best(cosines(E, E[a] + E[b] + E[c]), a, b, c)


@mutant(TASK, mistake="c_forgotten")
def difference_only(a, b, c, E):
    """The difference is the relation."""
    return best(cosines(E, E[b] - E[a]), a, b, c)


@mutant(TASK, mistake="a_forgotten")
def b_plus_c(a, b, c, E):
    """b and c together."""
    return best(cosines(E, E[b] + E[c]), a, b, c)


@mutant(TASK, mistake="nearest_to_c")
def neighbour_of_c(a, b, c, E):
    """The word most similar to c."""
    return best(cosines(E, E[c]), a, b, c)


@mutant(TASK, mistake="ids_added")
def arithmetic_of_ids(a, b, c, E):
    """b - a + c, in ids."""
    return int((b - a + c) % len(E))


# --- Wrong: what is near ---------------------------------------------------------


@mutant(TASK, mistake="dot_product")
def largest_dot_product(a, b, c, E):
    """The largest dot product."""
    return best(E @ (E[b] - E[a] + E[c]), a, b, c)


@mutant(TASK, mistake="euclidean")
def smallest_distance(a, b, c, E):
    """The smallest distance."""
    return best(-np.linalg.norm(E - (E[b] - E[a] + E[c]), axis=1), a, b, c)


@mutant(TASK, mistake="euclidean")
def smallest_difference(a, b, c, E):
    """The smallest sum of differences."""
    return best(-np.abs(E - (E[b] - E[a] + E[c])).sum(axis=1), a, b, c)


@mutant(TASK, mistake="farthest")
def smallest_similarity(a, b, c, E):
    """argmin, as for a distance."""
    similarities = cosines(E, E[b] - E[a] + E[c])
    similarities[[a, b, c]] = np.inf
    return int(np.argmin(similarities))


@mutant(TASK, mistake="sign_lost")
def largest_in_magnitude(a, b, c, E):
    """The similarity farthest from 0."""
    return best(np.abs(cosines(E, E[b] - E[a] + E[c])), a, b, c)


@mutant(TASK, mistake="vectors_normalised_first")
def unit_rows(a, b, c, E):
    """All rows get length 1 before they are added."""
    E = E / np.linalg.norm(E, axis=1, keepdims=True)
    return best(E @ (E[b] - E[a] + E[c]), a, b, c)


@mutant(TASK, mistake="second_nearest")
def second_best(a, b, c, E):
    """The nearest is always one of the three, so the second is taken."""
    similarities = cosines(E, E[b] - E[a] + E[c])
    return int(np.argsort(similarities)[-2])


# --- Wrong: what is left out -----------------------------------------------------


@mutant(TASK, mistake="asked_words_not_excluded")
def none_excluded(a, b, c, E):
    """The nearest word is the answer."""
    return int(np.argmax(cosines(E, E[b] - E[a] + E[c])))


@mutant(TASK, mistake="asked_words_not_excluded")
def only_c_excluded(a, b, c, E):
    """The answer is not c."""
    return best(cosines(E, E[b] - E[a] + E[c]), c)


@mutant(TASK, mistake="asked_words_not_excluded")
def only_a_and_b_excluded(a, b, c, E):
    """The answer is not the pair."""
    return best(cosines(E, E[b] - E[a] + E[c]), a, b)


@mutant(TASK, mistake="asked_words_not_excluded")
def only_a_and_c_excluded(a, b, c, E):
    """b is in the answer anyway."""
    return best(cosines(E, E[b] - E[a] + E[c]), a, c)


@mutant(TASK, mistake="excluded_by_zero")
def zero_for_the_three(a, b, c, E):
    """A similarity of 0 is low."""
    similarities = cosines(E, E[b] - E[a] + E[c])
    similarities[[a, b, c]] = 0
    return int(similarities.argmax())


@mutant(TASK, mistake="ids_shifted_by_deleting")
def rows_deleted(a, b, c, E):
    """Deletes the three rows and forgets that all others move up."""
    target = E[b] - E[a] + E[c]
    rest = np.delete(E, [a, b, c], axis=0)
    return int(np.argmax(cosines(rest, target)))


@mutant(TASK, mistake="specials_excluded")
def specials_are_no_answer(a, b, c, E):
    """The first four ids are specials."""
    return best(cosines(E, E[b] - E[a] + E[c]), a, b, c, 0, 1, 2, 3)


# --- Wrong: the result -----------------------------------------------------------


@mutant(TASK, mistake="vector_returned")
def the_target(a, b, c, E):
    """The vector is the answer."""
    return E[b] - E[a] + E[c]


@mutant(TASK, mistake="vector_returned")
def the_row(a, b, c, E):
    """The row of the answer."""
    return E[best(cosines(E, E[b] - E[a] + E[c]), a, b, c)]


@mutant(TASK, mistake="similarity_returned")
def the_similarity(a, b, c, E):
    """The largest similarity."""
    similarities = cosines(E, E[b] - E[a] + E[c])
    similarities[[a, b, c]] = -np.inf
    return similarities.max()


@mutant(TASK, mistake="ranking_returned")
def the_ranking(a, b, c, E):
    """All ids, the nearest first."""
    similarities = cosines(E, E[b] - E[a] + E[c])
    similarities[[a, b, c]] = -np.inf
    return np.argsort(-similarities)


@mutant(TASK, mistake="counted_from_one")
def number_not_id(a, b, c, E):
    """The first word is number one."""
    return best(cosines(E, E[b] - E[a] + E[c]), a, b, c) + 1


@mutant(TASK, mistake="input_modified")
def erases_rows(a, b, c, E):
    """Sets the three rows to zero, in the caller's E."""
    target = E[b] - E[a] + E[c]
    E[[a, b, c]] = -target
    return int(np.argmax(cosines(E, target)))


@mutant(TASK, mistake="input_modified")
def adds_in_place(a, b, c, E):
    """target = E[b] is a view; -= writes into E."""
    target = E[b]
    target -= E[a]
    target += E[c]
    return best(cosines(E, target), a, b, c)


@mutant(TASK, mistake="columns_for_words")
def words_are_columns(a, b, c, E):
    """E is (d, V): one column a word."""
    E = E.T
    return best(cosines(E, E[b] - E[a] + E[c]), a, b, c)


# --- Right -----------------------------------------------------------------------


@variant(TASK)
def masked_argmax(a, b, c, E):
    """Cosines, -inf for the three, argmax."""
    target = E[b] - E[a] + E[c]
    similarities = E @ target / np.linalg.norm(E, axis=1) / np.linalg.norm(target)
    similarities[[a, b, c]] = -np.inf
    return np.argmax(similarities)


@variant(TASK)
def a_loop(a, b, c, E):
    """The best so far."""
    target = E[b] - E[a] + E[c]
    answer, highest = -1, -math.inf
    for i, row in enumerate(E):
        if i in (a, b, c):
            continue
        similarity = row.dot(target) / (np.linalg.norm(row) * np.linalg.norm(target))
        if similarity > highest:
            answer, highest = i, similarity
    return answer


@variant(TASK)
def with_the_courses_cosine(a, b, c, E):
    """Builds on the function of the task before, and sorts."""
    similarities = cosine_similarity(E, E[c] + E[b] - E[a])
    ranking = np.argsort(similarities)[::-1]
    return next(int(i) for i in ranking if i not in {a, b, c})


@variant(TASK)
def largest_of_the_rest(a, b, c, E):
    """max with a key over the ids that are left; the target's length is left out."""
    target = E[b] - E[a] + E[c]
    rest = set(range(len(E))) - {a, b, c}
    return max(sorted(rest), key=lambda i: E[i] @ target / np.sqrt(E[i] @ E[i]))


@variant(TASK)
def rows_deleted_and_ids_too(a, b, c, E):
    """Deletes the three, in E and in the list of ids."""
    target = E[b] - E[a] + E[c]
    ids = np.delete(np.arange(len(E)), [a, b, c])
    return ids[np.argmax(cosines(E[ids], target))]


@variant(TASK)
def smallest_angle(a, b, c, E):
    """The smallest angle is the largest cosine."""
    angles = np.arccos(np.clip(cosines(E, E[b] - E[a] + E[c]), -1, 1))
    angles[[a, b, c]] = 7.0
    return angles.argmin().item()


@variant(TASK)
def unit_rows_and_distance(a, b, c, E):
    """Among unit vectors the nearest is the one of the largest cosine."""
    target = E[b] - E[a] + E[c]
    unit = E / np.linalg.norm(E, axis=1, keepdims=True)
    distance = np.linalg.norm(unit - target / np.linalg.norm(target), axis=1)
    return int(np.where(np.isin(np.arange(len(E)), [a, b, c]), 9, distance).argmin())


@variant(TASK)
def masked_array(a, b, c, E):
    """A boolean mask of the ids that may be the answer, -2 elsewhere."""
    free = np.ones(E.shape[0], dtype=bool)
    free[a] = free[b] = free[c] = False
    return int(np.where(free, cosines(E, E[b] - E[a] + E[c]), -2.0).argmax())
