"""Typical wrong answers to ``cosine_similarity`` and ``analogy``."""

from collections.abc import Callable

import numpy as np

from lernformer.checks.mistakes.common import (
    AXES_SQUEEZED,
    INPUT_MODIFIED,
    fails,
    formula,
    misfit,
    sign,
)
from lernformer.checks.task import Arrays, Case, Mistake
from lernformer.embedding import cosine_similarity

ANGLE = "measures the angle"
BROADCAST = "compares many with one"
ZERO = "gives 0 where a vector is zero"
NEAREST = "finds the nearest by direction"
OTHERS = "answers another word than the three"

norm = np.linalg.norm


def _cosine(id: str, cause: str, lengths: Callable) -> Mistake:
    """A mistake in what the dot product is divided by."""

    def compute(a, b):
        by = lengths(a, b)
        return (a * b).sum(-1) / np.where(by == 0, 1, by)

    return formula(id, cause, compute)


def _of_all(id: str, cause: str, change: Callable) -> Mistake:
    """A mistake that changes the right result."""
    return formula(id, cause, lambda a, b: change(cosine_similarity(a, b)))


def _centred(x):
    return x - x.mean(-1, keepdims=True)


def _pairs(a, b):
    return (a @ b.T) / (norm(a, axis=-1)[..., None] * norm(b, axis=-1))


COSINE = (
    INPUT_MODIFIED,
    _cosine(
        "lengths_ignored",
        "this is the dot product; divide it by both lengths.",
        lambda a, b: 1.0,
    ),
    *(
        _cosine(
            "one_length_ignored",
            "the dot product is divided by one length; divide it by both.",
            lengths,
        )
        for lengths in (lambda a, b: norm(a, axis=-1), lambda a, b: norm(b, axis=-1))
    ),
    _cosine(
        "root_forgotten",
        "the dot product is divided by the squared lengths; take the root of the sum "
        "of squares.",
        lambda a, b: (norm(a, axis=-1) * norm(b, axis=-1)) ** 2,
    ),
    _cosine(
        "root_twice",
        "the root of the lengths is taken; they are roots already.",
        lambda a, b: np.sqrt(norm(a, axis=-1) * norm(b, axis=-1)),
    ),
    _cosine(
        "lengths_added",
        "the lengths are added; multiply them.",
        lambda a, b: norm(a, axis=-1) + norm(b, axis=-1),
    ),
    *(
        _cosine(
            "other_norm",
            "this is another norm; a length is the root of the sum of squares.",
            lambda a, b, order=order: norm(a, order, axis=-1) * norm(b, order, axis=-1),
        )
        for order in (1, np.inf)
    ),
    formula(
        "mean_for_sum",
        "the mean of the products is taken; a dot product is their sum.",
        lambda a, b: cosine_similarity(a, b) / a.shape[-1],
    ),
    _of_all(
        "cosine_distance",
        "this is the distance, 1 - cosine; the similarity is asked for.",
        lambda cosine: 1 - cosine,
    ),
    _of_all(
        "angle_returned",
        "this is the angle; its cosine is asked for.",
        lambda cosine: np.arccos(np.clip(cosine, -1, 1)),
    ),
    *(
        _of_all(
            "sign_lost",
            "the sign is lost; vectors that point apart have a negative similarity.",
            change,
        )
        for change in (np.abs, lambda cosine: np.clip(cosine, 0, 1))
    ),
    _of_all(
        "sign_lost",
        "the cosine is squared, and its sign is lost.",
        np.square,
    ),
    _of_all(
        "mapped_to_0_1",
        "the similarity is moved to [0, 1]; the cosine lies in [-1, 1].",
        lambda cosine: (1 + cosine) / 2,
    ),
    *(
        formula(
            "euclidean",
            "this comes from the distance |a - b|, which depends on the lengths; the "
            "cosine does not.",
            compute,
        )
        for compute in (
            lambda a, b: norm(a - b, axis=-1),
            lambda a, b: 1 / (1 + norm(a - b, axis=-1)),
        )
    ),
    formula(
        "correlation",
        "the mean is subtracted first, which gives the correlation.",
        lambda a, b: cosine_similarity(_centred(a), _centred(b)),
    ),
    _of_all(
        "rounded",
        "the result is rounded; leave rounding to print.",
        lambda cosine: np.round(cosine, 2),
    ),
    *(
        _cosine(
            "large_epsilon",
            "something is added to the lengths that is not small beside them; at most "
            "1e-8 keeps a division from 0 / 0.",
            lengths,
        )
        for lengths in (
            lambda a, b: norm(a, axis=-1) * norm(b, axis=-1) + 1,
            lambda a, b: (norm(a, axis=-1) + 0.01) * (norm(b, axis=-1) + 0.01),
        )
    ),
    formula(
        "axis_kept",
        "the last axis is kept with length 1; only one of numerator and denominator, "
        "or none, needs keepdims.",
        lambda a, b: cosine_similarity(a, b)[..., None],
    ),
    formula(
        "sum_missing",
        "the products are not added: sum over the last axis.",
        lambda a, b: (
            a * b / (norm(a, axis=-1) * norm(b, axis=-1))[..., None].clip(1e-300)
        ),
    ),
    formula(
        "sum_of_everything",
        "the sums run over the whole arrays; each pair has its own: axis=-1.",
        lambda a, b: (a * b).sum() / (norm(a) * norm(b)),
    ),
    _cosine(
        "norm_of_everything",
        "the length is that of the whole array; each vector has its own: axis=-1.",
        lambda a, b: norm(a) * norm(b),
    ),
    formula(
        "first_axis",
        "columns are compared; a vector lies along the last axis.",
        lambda a, b: (a * b).sum(0) / (norm(a, axis=0) * norm(b, axis=0)),
    ),
    formula(
        "all_pairs",
        "every vector of a is compared with every one of b; each has one partner: "
        "(a * b).sum(-1).",
        _pairs,
    ),
    sign(
        "zero_vector_is_nan",
        "a vector of zeros has no direction and 0 / 0 is NaN; divide by 1 where the "
        "length is 0, so that the result is 0.",
        lambda case, seen: case.aspect == ZERO,
    ),
    sign(
        "vectors_only",
        "np.dot (or @) of two batches is a product of matrices; (a * b).sum(axis=-1) "
        "works for one pair and for many.",
        lambda case, seen: (
            misfit(seen) and fails("not aligned", "core dimension")(case, seen)
        ),
    ),
    sign(
        "broadcast_missing",
        "a and b may have different leading axes, such as many words and one; "
        "a * b and einsum('...d,...d->...') broadcast.",
        lambda case, seen: case.aspect == BROADCAST and misfit(seen),
    ),
    AXES_SQUEEZED,
)

# analogy ----------------------------------------------------------------------------


def cosines(E, target):
    return cosine_similarity(E, target)


def _analogy(
    id: str,
    cause: str,
    target: Callable = lambda a, b, c: b - a + c,
    compare: Callable = cosines,
    exclude: Callable = lambda a, b, c: [a, b, c],
    fill: float = -np.inf,
    prepare: Callable = lambda E: E,
    finish: Callable = lambda scores, asked: scores.argmax(),
) -> Mistake:
    """A mistake in one of the steps of an analogy."""

    def gives(case: Case) -> Arrays:
        E, answers = prepare(case.inputs["E"]), []
        for asked in zip(*(case.inputs[name] for name in "abc"), strict=True):
            scores = compare(E, target(*(E[i] for i in asked)))
            scores[exclude(*asked)] = fill
            answers.append(finish(scores, asked))
        return {"answers": np.array(answers, dtype=float)}

    return Mistake(id, cause, gives)


def _index_after_deleting(scores, asked):
    return np.delete(scores, list(asked)).argmax()


ANALOGY = (
    INPUT_MODIFIED,
    sign(
        "vector_returned",
        "a vector is returned; the id of a word is asked for: the argmax.",
        lambda case, seen: "got ndarray" in seen.trouble and "float" in seen.trouble,
    ),
    sign(
        "ranking_returned",
        "many ids are returned; the first of the ranking is the answer.",
        lambda case, seen: "got ndarray" in seen.trouble and "int" in seen.trouble,
    ),
    sign(
        "similarity_returned",
        "the largest similarity is returned; the id that has it is asked for: argmax "
        "instead of max.",
        fails("got np.float"),
    ),
    sign(
        "columns_for_words",
        "columns of E are taken for words; a word is a row, the first axis.",
        lambda case, seen: (
            "raises IndexError" in seen.trouble
            and f"with size {case.inputs['E'].shape[1]}" in seen.trouble
        ),
    ),
    Mistake(
        "ids_added",
        "the ids are added and subtracted; their rows in E should be.",
        lambda case: {
            "answers": (case.inputs["b"] - case.inputs["a"] + case.inputs["c"])
            % len(case.inputs["E"])
        },
    ),
    _analogy(
        "a_minus_b",
        "this is the word nearest to a - b + c; it is b - a + c.",
        lambda a, b, c: a - b + c,
    ),
    _analogy(
        "c_subtracted",
        "this is the word nearest to b - a - c; c is added.",
        lambda a, b, c: b - a - c,
    ),
    _analogy(
        "sum_of_all",
        "this is the word nearest to a + b + c; a is subtracted.",
        lambda a, b, c: a + b + c,
    ),
    _analogy(
        "c_forgotten",
        "this is the word nearest to b - a; c is missing.",
        lambda a, b, c: b - a,
    ),
    _analogy(
        "a_forgotten",
        "this is the word nearest to b + c; a is not subtracted.",
        lambda a, b, c: b + c,
    ),
    _analogy(
        "nearest_to_c",
        "this is the word nearest to c; the step from a to b is missing.",
        lambda a, b, c: c,
    ),
    _analogy(
        "dot_product",
        "the largest dot product wins, which favours long vectors; compare directions, "
        "by the cosine.",
        compare=lambda E, target: E @ target,
    ),
    *(
        _analogy(
            "euclidean",
            "the smallest distance wins; compare directions, by the cosine.",
            compare=lambda E, target, order=order: -norm(E - target, order, axis=-1),
        )
        for order in (2, 1)
    ),
    _analogy(
        "vectors_normalised_first",
        "the rows are brought to length 1 before they are added; b - a + c is made of "
        "the rows as they are.",
        prepare=lambda E: E / norm(E, axis=-1, keepdims=True),
    ),
    _analogy(
        "farthest",
        "this is the word with the smallest similarity: argmin instead of argmax.",
        compare=lambda E, target: -cosines(E, target),
    ),
    _analogy(
        "sign_lost",
        "the size of the similarity decides, whatever its sign; a negative one means "
        "the opposite direction.",
        compare=lambda E, target: np.abs(cosines(E, target)),
    ),
    _analogy(
        "excluded_by_zero",
        "the three get a similarity of 0, but that of all others may be negative; give "
        "them -inf.",
        fill=0.0,
    ),
    _analogy(
        "second_nearest",
        "this is the second nearest of all words, whether or not the nearest is one of "
        "the three; leave out the three, then take the nearest.",
        exclude=lambda *asked: [],
        finish=lambda scores, asked: scores.argsort()[-2],
    ),
    _analogy(
        "specials_excluded",
        "the ids 0 to 3 are never answered; only the three words are left out.",
        exclude=lambda *asked: [*asked, 0, 1, 2, 3],
    ),
    _analogy(
        "ids_shifted_by_deleting",
        "rows are deleted, so that all later rows move up and have other ids; set the "
        "three similarities to -inf instead.",
        exclude=lambda *asked: [],
        finish=_index_after_deleting,
    ),
    _analogy(
        "counted_from_one",
        "the answer is one too large; ids count from 0.",
        finish=lambda scores, asked: scores.argmax() + 1,
    ),
    *(
        _analogy(
            "asked_words_not_excluded",
            "one of the three words is the answer; it should be another: leave out a, "
            "b and c.",
            exclude=exclude,
        )
        for exclude in (
            lambda a, b, c: [],
            lambda a, b, c: [c],
            lambda a, b, c: [a, b],
            lambda a, b, c: [a, c],
            lambda a, b, c: [b, c],
        )
    ),
)
