"""Checks of the embedding chapter's tasks: all of them, and those on vectors.

Sizes differ from one another wherever they can, so that an answer that confuses two
of them fails. A task's first case is small enough to follow by hand.
"""

import copy
from typing import Any

import numpy as np

from lernformer import embedding as reference
from lernformer.checks.embedding_layers import TIED_OUTPUT, TOKEN_EMBEDDING, some_ids
from lernformer.checks.embedding_texts import (
    ENCODE,
    PAD_BATCH,
    VOCABULARY,
    is_id,
)
from lernformer.checks.judging import numbers
from lernformer.checks.mistakes import embedding as mistakes
from lernformer.checks.mistakes.common import (
    LEADING,
    PURE,
    SIZE,
    modifies_input,
    not_finite,
)
from lernformer.checks.mistakes.embedding.directions import (
    ANGLE,
    BROADCAST,
    NEAREST,
    OTHERS,
    ZERO,
)
from lernformer.checks.mistakes.embedding.vectors import ANY_SIZE, PRODUCT, ROWS_ONLY
from lernformer.checks.task import Arrays, Case, Observation, Task
from lernformer.checks.values import (
    Unusable,
    as_array,
    as_reference,
    call,
    describe,
    modified,
    probe_numpy,
)

# one_hot ----------------------------------------------------------------------------


def one_hot_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, ids, vocab_size, axes="B L V", **more):
        inputs = {"ids": np.array(ids), "vocab_size": vocab_size}
        return Case(aspect, inputs, {"result": axes}, tolerance=1e-6, **more)

    places = "has its 1 at the place of the id"
    return [
        case(places, [[2, 0], [1, 1]], 3),
        case(places, [[1, 3, 0], [2, 1, 1]], 5),
        case(places, some_ids(rng, 7, 2, 5), 7),
        case(places, some_ids(rng, 4, 4, 4), 4),
        case(places, [[5, 6], [0, 6], [1, 3]], 7),
        case(places, [2, 0, 1], 4, "L V", optional=True),
        case(places, some_ids(rng, 6, 2, 3, 4), 6, "... L V", optional=True),
        case(places, 2, 4, "V", optional=True),
        case(ANY_SIZE, some_ids(rng, 5, 3, 1), 5),
        case(ANY_SIZE, some_ids(rng, 5, 1, 4), 5),
        case(ANY_SIZE, [[0, 0, 0], [0, 0, 0]], 1),
        case(PURE, some_ids(rng, 7, 2, 5), 7),
        case(SIZE, [[1050, 2, 300], [7, 1099, 130]], 1100),
    ]


def one_place(case: Case, seen: Observation) -> str | None:
    """A word that has no 1, or more than one."""
    ones = seen.values["result"].sum(axis=-1)
    if np.array_equal(ones, np.ones(ones.shape)):
        return None
    place = tuple(map(int, np.argwhere(ones != 1)[0]))
    word = case.inputs["ids"][place]
    vector = seen.values["result"][place]
    told = numbers(vector) if case.aspect == SIZE else vector.tolist()
    return (
        f"the vector of id {word}, at {list(place)}, sums to {ones[place]:g} "
        f"instead of 1: {told}"
    )


ONE_HOT = Task(
    id="embedding.one_hot",
    points=1,
    difficulty=1,
    minutes=10,
    hints=(
        "Write down the vectors of id 0, 1, 2 below each other: which matrix is that?",
        "Either take rows of the identity matrix, or compare each id with all numbers "
        "0 to V - 1. For the second, ids needs one more axis at the end.",
        "(ids[..., None] == np.arange(vocab_size)).astype(float).",
    ),
    aspects={"has its 1 at the place of the id": 7, ANY_SIZE: 1.5, SIZE: 0.5, PURE: 1},
    cases=one_hot_cases,
    probe=probe_numpy,
    expected=as_reference(reference.one_hot, probe_numpy),
    symptoms=(modifies_input, one_place),
    mistakes=mistakes.ONE_HOT,
    ready_made=("torch.nn.functional.one_hot",),
)

# embed_by_matmul and embed_by_lookup ------------------------------------------------


def embed_cases(rng: np.random.Generator, own: str) -> list[Case]:
    def case(aspect, vocab_size, d, *shape, dtype=np.float64, axes="B L d", **more):
        ids = some_ids(rng, vocab_size, *shape)
        E = rng.normal(0, 2, (vocab_size, d)).astype(dtype)
        axes = {"result": axes}
        return Case(aspect, {"ids": ids, "E": E}, axes, tolerance=1e-6, **more)

    rows = "gives each id its row of E"
    first = case(rows, 3, 2, 2, 2)
    first.inputs["ids"][:] = [[2, 0], [1, 1]]
    first.inputs["E"][:] = [[1, 2], [3, 4], [5, 6]]
    many = case(SIZE, 1100, 4, 2, 3)
    many.inputs["ids"][:] = [[1050, 2, 300], [7, 1099, 130]]
    alone = case(own, 7, 4, 2, 3)  # a row that no word needs
    alone.inputs["E"][-1] = np.inf
    return [
        first,
        case(rows, 7, 4, 2, 5),
        case(rows, 5, 5, 2, 3),  # square: swapped axes of E give numbers, no error
        case(rows, 4, 6, 3, 3),
        case(rows, 9, 4, 2, 5, dtype=np.float32),
        case(rows, 7, 4, 5, axes="L d", optional=True),
        case(rows, 7, 4, 2, 3, 5, axes="... L d", optional=True),
        alone,
        case(ANY_SIZE, 7, 4, 3, 1),
        case(ANY_SIZE, 7, 4, 1, 5),
        case(ANY_SIZE, 6, 1, 2, 4),
        case(PURE, 7, 4, 2, 5),
        many,
    ]


def no_product(case: Case, seen: Observation) -> str | None:
    """A product touches every row, also with a 0, and 0 · ∞ is NaN."""
    if case.aspect != PRODUCT or np.isnan(seen.values["result"]).any():
        return None
    if not np.isnan(
        probe_numpy(reference.embed_by_matmul, case).values["result"]
    ).any():
        return None  # this computer's library skips zeros
    return (
        "the last row of E is infinite and the result does not show it: a product "
        "multiplies every row, and 0 · ∞ is NaN"
    )


def reads_other_rows(case: Case, seen: Observation) -> str | None:
    if case.aspect != ROWS_ONLY or np.isfinite(seen.values["result"]).all():
        return None
    return (
        "the last row of E is infinite and no id names it, but the result contains nan"
    )


def expected_product(case: Case) -> Arrays:
    """Nothing where ``no_product`` judges."""
    if case.aspect == PRODUCT:
        return {}
    return probe_numpy(reference.embed_by_matmul, case).values


EMBED_READY_MADE = (
    "lernformer.embedding.embed_by_matmul",
    "lernformer.embedding.embed_by_lookup",
    "torch.nn.functional.embedding",
    "torch.embedding",
    "torch.embedding_bag",
    "torch.nn.functional.embedding_bag",
    "torch.nn.Embedding.__init__",
)

MATMUL = Task(
    id="embedding.embed_by_matmul",
    points=1,
    difficulty=1,
    minutes=10,
    hints=(
        "Which row of E is left when a one-hot vector is multiplied with E? Your "
        "one_hot makes the vectors.",
        "The shapes lead the way: (B, L, V) times (V, d) is (B, L, d). V is the number "
        "of rows of E.",
        "one_hot(ids, len(E)) @ E.",
    ),
    aspects={
        "gives each id its row of E": 6,
        PRODUCT: 2,
        ANY_SIZE: 1,
        SIZE: 0.5,
        PURE: 0.5,
    },
    cases=lambda rng: embed_cases(rng, PRODUCT),
    probe=probe_numpy,
    expected=expected_product,
    symptoms=(modifies_input, no_product),
    mistakes=mistakes.MATMUL,
    ready_made=EMBED_READY_MADE,
)

LOOKUP = Task(
    id="embedding.embed_by_lookup",
    points=1,
    difficulty=1,
    minutes=5,
    hints=(
        "The product of the last task multiplies V rows to keep one. Which one? It can "
        "be read directly.",
        "In NumPy an array of integers can be an index: each integer is replaced by "
        "the row of that number.",
        "E[ids].",
    ),
    aspects={
        "gives each id its row of E": 6,
        ROWS_ONLY: 2,
        ANY_SIZE: 1,
        SIZE: 0.5,
        PURE: 0.5,
    },
    cases=lambda rng: embed_cases(rng, ROWS_ONLY),
    probe=probe_numpy,
    expected=as_reference(reference.embed_by_lookup, probe_numpy),
    symptoms=(modifies_input, reads_other_rows),
    mistakes=mistakes.LOOKUP,
    ready_made=EMBED_READY_MADE,
)

# cosine_similarity ------------------------------------------------------------------


def cosine_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, a, b, axes="", tolerance=1e-5):
        # 1e-8 beside the lengths is right, too; all lengths here are above 0.1.
        inputs = {"a": np.asarray(a), "b": np.asarray(b)}
        return Case(aspect, inputs, {"result": axes}, tolerance=tolerance)

    def vectors(*shape):
        x = rng.normal(0, 2, shape)
        return x + np.sign(x)  # no number near 0, so none is short

    small = vectors(4, 3).astype(np.float32), vectors(4, 3).astype(np.float32)
    hidden, none = vectors(3, 4), np.zeros(4)
    hidden[1] = 0
    return [
        case(ANGLE, [3.0, 4.0], [4.0, 3.0]),
        case(ANGLE, [1.0, 0.0], [0.0, 2.0]),
        case(ANGLE, [1.0, 2.0, 2.0], [-3.0, 0.0, 0.0]),
        case(ANGLE, vectors(5), vectors(5)),
        case(ANGLE, vectors(4, 3), vectors(4, 3), "B"),
        case(ANGLE, vectors(3, 3), vectors(3, 3), "B"),
        case(ANGLE, 1000 * vectors(2, 5), 0.5 * vectors(2, 5), "B"),
        case(ANGLE, *small, "B"),
        case(LEADING, vectors(2, 3, 4), vectors(2, 3, 4), "B L"),
        case(LEADING, vectors(1, 3, 4), vectors(1, 3, 4), "B L"),
        case(LEADING, vectors(2, 4, 1), vectors(2, 4, 1), "B L"),
        case(BROADCAST, vectors(6, 4), vectors(4), "V"),
        case(BROADCAST, vectors(4), vectors(6, 4), "V"),
        case(BROADCAST, vectors(3, 1, 4), vectors(5, 4), "L V"),
        case(ZERO, none, vectors(4)),
        case(ZERO, hidden, vectors(3, 4), "B"),
        case(ZERO, hidden, none, "B"),
        case(PURE, vectors(2, 5), vectors(2, 5), "B"),
    ]


def probe_cosine(answer: Any, case: Case) -> Observation:
    """As ``probe_numpy``, but two vectors may give a plain number."""
    inputs = copy.deepcopy(case.inputs)
    result = call(answer, inputs)
    if isinstance(result, float) and case.inputs["a"].ndim == 1:
        result = np.float64(result)
    values = {"result": as_array("the result", result)}
    return Observation(values, {"modified": modified(case.inputs, inputs)})


COSINE = Task(
    id="embedding.cosine_similarity",
    points=2,
    difficulty=1,
    minutes=10,
    hints=(
        "Three numbers for each pair: the dot product and two lengths. All are sums "
        "along the last axis.",
        "(a * b).sum(axis=-1) is the dot product, np.linalg.norm(a, axis=-1) the "
        "length. A vector of zeros makes 0 / 0: what should come out, and how do you "
        "avoid to divide?",
        "norms = the product of both lengths; return dots / np.where(norms == 0, 1, "
        "norms).",
    ),
    aspects={ANGLE: 6, LEADING: 1, BROADCAST: 1, ZERO: 1, PURE: 1},
    cases=cosine_cases,
    probe=probe_cosine,
    expected=as_reference(reference.cosine_similarity, probe_cosine),
    symptoms=(modifies_input, not_finite),
    mistakes=mistakes.COSINE,
    ready_made=(
        "torch.cosine_similarity",
        "torch.nn.functional.cosine_similarity",
        "scipy.spatial.distance.cosine",
        "scipy.spatial.distance.cdist",
    ),
)

# analogy ----------------------------------------------------------------------------

LEAD = 0.02  # of the nearest before the next: far above rounding


def analogy_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, asked, E, **more):
        names = dict(zip("abc", np.array(asked).T, strict=True))
        return Case(aspect, {**names, "E": np.array(E, dtype=float)}, **more)

    def questions(vocab_size, d, excluding, n):
        """Questions with a clear answer, to which each word is the answer at most.

        Those of one kind have an answer that is nearest of all words; for the others
        (``excluding``) one of the three words is nearer.
        """
        while True:
            lengths = np.exp(rng.normal(0, 0.7, (vocab_size, 1)))
            E = rng.normal(0, 1, (vocab_size, d)) * lengths
            asked, answers = clear_questions(E, excluding)
            order = rng.permutation(len(asked))
            _, first = np.unique(answers[order], return_index=True)
            chosen = order[np.union1d(first, np.arange(n))] if len(order) >= n else []
            if len(first) == vocab_size:
                return asked[chosen], E

    return [
        case(NEAREST, [(0, 1, 2)], [[1, 0], [1, 2], [3, 0], [6, 4], [2, 3]]),
        case(NEAREST, *questions(9, 3, False, 12)),
        case(NEAREST, *questions(8, 4, False, 12)),
        case(OTHERS, [(0, 1, 2)], [[1, 0], [3, 1], [2, 3], [2, 1]]),
        case(OTHERS, [(3, 0, 1)], [[3, 1], [2, 3], [-1, -1], [1, 0], [-3, 0]]),
        case(OTHERS, *questions(9, 3, True, 12)),
        case(OTHERS, [(0, 0, 1)], [[1, 0], [3, 1], [2, 3], [2, 1]], optional=True),
        case(OTHERS, [(0, 1, 1)], [[1, 0], [3, 1], [2, 3], [2, 1]], optional=True),
        case(PURE, *questions(9, 3, False, 4)),
    ]


def clear_questions(E: np.ndarray, excluding: bool) -> tuple[np.ndarray, np.ndarray]:
    """All questions of different words whose answer leads by far, and the answers."""
    every = np.indices((len(E),) * 3).reshape(3, -1).T  # (V³, 3)
    a, b, c = every.T
    every = every[(a != b) & (b != c) & (a != c)]
    a, b, c = every.T
    target = E[b] - E[a] + E[c]
    cosines = reference.cosine_similarity(target[:, None], E)  # (questions, V)
    nearest = cosines.argmax(-1)
    np.put_along_axis(cosines, every, -np.inf, -1)
    answers, two = cosines.argmax(-1), np.sort(cosines)[:, -2:]
    clear = two[:, 1] - two[:, 0] > LEAD
    clear &= np.linalg.norm(target, axis=-1) > 0.1
    clear &= (nearest != answers) == excluding
    return every[clear], answers[clear]


def probe_analogy(answer: Any, case: Case) -> Observation:
    answers, changed = [], ""
    for asked in zip(*(case.inputs[name].tolist() for name in "abc"), strict=True):
        E = case.inputs["E"].copy()
        found = call(answer, dict(zip("abc", asked, strict=True)) | {"E": E})
        if isinstance(found, np.ndarray) and found.ndim == 0:
            found = found[()]
        if not is_id(found):
            raise Unusable(f"should return the id of a word, got {describe(found)}")
        answers.append(found)
        changed = changed or modified({"E": case.inputs["E"]}, {"E": E})
    return Observation(
        {"answers": np.array(answers, dtype=float)}, {"modified": changed}
    )


def wrong_answer(case: Case, seen: Observation) -> str | None:
    """The first wrong answer beside the right one, each with its cosine."""
    E, want = case.inputs["E"], ANALOGY.expected(case)["answers"]
    wrong = np.flatnonzero(seen.values["answers"] != want)
    if not len(wrong):
        return None
    i = wrong[0]
    a, b, c = asked = [int(case.inputs[name][i]) for name in "abc"]
    got, right = int(seen.values["answers"][i]), int(want[i])

    def told(word):
        if not 0 <= word < len(E):
            return f"{word}, which is no id"
        cosine = reference.cosine_similarity(E[word], E[b] - E[a] + E[c])
        return f"{word} (cosine {cosine:.2f} with b - a + c)"

    itself = f", one of the three, {'abc'[asked.index(got)]}" if got in asked else ""
    question = f"for a = {a}, b = {b}, c = {c}"
    rows = f"{question}, E = {E.tolist()}" if E.size <= 10 else question
    return f"{rows} the answer is {told(got)}{itself}, expected {told(right)}"


ANALOGY = Task(
    id="embedding.analogy",
    points=2,
    difficulty=2,
    minutes=15,
    hints=(
        "b - a is the step from a to b. Take the same step from c: where do you "
        "arrive, and which word is nearest there?",
        "cosine_similarity(E, target) compares all words with one vector. The nearest "
        "is often one of the three that were asked: give those a similarity that never "
        "wins.",
        "similarities = cosine_similarity(E, E[b] - E[a] + E[c]); "
        "similarities[[a, b, c]] = -np.inf; return int(similarities.argmax()).",
    ),
    aspects={NEAREST: 6, OTHERS: 3, PURE: 1},
    cases=analogy_cases,
    probe=probe_analogy,
    expected=as_reference(reference.analogy, probe_analogy),
    symptoms=(modifies_input, wrong_answer),
    mistakes=mistakes.ANALOGY,
)

TASKS = (
    VOCABULARY,
    ENCODE,
    PAD_BATCH,
    ONE_HOT,
    MATMUL,
    LOOKUP,
    COSINE,
    ANALOGY,
    TOKEN_EMBEDDING,
    TIED_OUTPUT,
)
