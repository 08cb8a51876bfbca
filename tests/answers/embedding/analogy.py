"""Answers to `analogy(a, b, c, E)`: the id nearest to b - a + c by direction."""

import math

import numpy as np

from lernformer.embedding import cosine_similarity
from lernformer.mistakes.embedding.analogy import best, cosines

from .. import mutant, variant

TASK = "embedding.analogy"


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
