"""Typical wrong answers to ``embedding.analogy``."""

from collections.abc import Callable

import numpy as np

from lernformer.embedding import cosine_similarity
from lernformer.mistakes.common import INPUT_MODIFIED, fails, sign
from lernformer.mistakes.embedding.common import norm
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.case import Arrays, Case


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


MISTAKES = (
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
