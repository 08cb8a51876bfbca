"""Check for ``embedding.analogy``."""

import numpy as np

from lernformer import embedding as reference
from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.analogy import PROBE

LEAD = 0.02  # the nearest word's lead over the next, far above rounding

NEAREST = "finds the nearest by direction"

OTHERS = "answers with a word other than the three"


def analogy_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, triples, E, **more):
        names = dict(zip("abc", np.array(triples).T, strict=True))
        return Case(aspect, {**names, "E": np.array(E, dtype=float)}, **more)

    def questions(vocab_size, d, excluding, n):
        """Return questions with clear answers; every word is the answer to one of them.

        In one kind, the answer is the nearest of all words; in the other
        (``excluding``), one of the question's three words is nearer.
        """
        while True:
            lengths = np.exp(rng.normal(0, 0.7, (vocab_size, 1)))
            E = rng.normal(0, 1, (vocab_size, d)) * lengths
            triples, answers = clear_questions(E, excluding)
            order = rng.permutation(len(triples))
            _, first = np.unique(answers[order], return_index=True)
            chosen = order[np.union1d(first, np.arange(n))] if len(order) >= n else []
            if len(first) == vocab_size:
                return triples[chosen], E

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
    """Return all three-word questions that have clear answers, with those answers."""
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


def wrong_answer(case: Case, seen: Observation) -> str | None:
    """Return the first wrong answer beside the right one, each with its cosine."""
    E, want = case.inputs["E"], TASK.expected(case)["answers"]
    wrong = np.flatnonzero(seen.values["answers"] != want)
    if not len(wrong):
        return None
    i = wrong[0]
    a, b, c = words = [int(case.inputs[name][i]) for name in "abc"]
    got, right = int(seen.values["answers"][i]), int(want[i])

    def described(word):
        if not 0 <= word < len(E):
            return f"{word}, which isn't an id"
        cosine = reference.cosine_similarity(E[word], E[b] - E[a] + E[c])
        return f"{word} (cosine {cosine:.2f} with b - a + c)"

    itself = f", one of the three, {'abc'[words.index(got)]}" if got in words else ""
    question = f"for a = {a}, b = {b}, c = {c}"
    rows = f"{question}, E = {E.tolist()}" if E.size <= 10 else question
    return f"{rows} the answer is {described(got)}{itself}, expected {described(right)}"


TASK = Task(
    probe=PROBE,
    aspects={NEAREST: 6, OTHERS: 3, PURE: 1},
    cases=analogy_cases,
    symptoms=(modifies_input, wrong_answer),
)
