"""Check for ``embedding.encode``."""

import copy

import numpy as np

from lernformer import embedding as reference
from lernformer.checks.embedding.common import VERBATIM
from lernformer.checks.symptoms import modifies_input
from lernformer.checks.task import Task
from lernformer.probes.aspects import PURE, SIZE
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.encode import PROBE, UNKNOWN

MANY = np.array([f"{i:x}" for i in range(5100)])  # words


def encode_cases(rng: np.random.Generator) -> list[Case]:
    # No id equals its word's place in the sentence, or could be a neighbour's.
    words = ["the", "The", "cat", "dog", "dog.", "saw", "don't"]
    numbers = rng.permutation(len(words)) + 5
    vocabulary = {
        **{"<pad>": 0, "<bos>": 1, "<eos>": 2, "<unk>": 3, "a": 4},
        **{word: int(i) for word, i in zip(words, numbers, strict=True)},
    }
    large = {
        word: i for i, word in enumerate([*vocabulary, *rng.permutation(MANY).tolist()])
    }

    def case(aspect, sentence, vocabulary=vocabulary):
        inputs = {"sentence": sentence, "vocabulary": copy.copy(vocabulary)}
        return Case(aspect, inputs, {"ids": "L"})

    looks_up = "gives each word its id"
    return [
        case(looks_up, "a cat"),
        case(looks_up, "saw the dog the cat saw"),
        case(looks_up, " ".join(rng.permutation(words))),
        case(looks_up, " ".join(rng.permutation(words))),
        case(looks_up, "cat cat"),
        case(looks_up, ""),
        case(UNKNOWN, "a bird saw the cat"),
        case(UNKNOWN, "fish bird fish"),
        case(VERBATIM, "The Cat dog. cat, <pad> don't"),
        case(VERBATIM, " the  cat\tsaw a  dog\n"),
        case(VERBATIM, "  "),
        case(PURE, "a bird saw the cat"),
        case(SIZE, " ".join(rng.permutation(MANY)[:2100]), large),
    ]


def wrong_ids(case: Case, seen: Observation) -> str | None:
    """Return the symptom of wrong ids: both lists, whatever their lengths."""
    want = reference.encode(case.inputs["sentence"], case.inputs["vocabulary"])
    got = seen.values["ids"].astype(int).tolist()
    if got == want:
        return None
    if case.aspect != SIZE:
        return f"should return {want}, got {got}"
    both = enumerate(zip(got, want, strict=False))
    off = next((i for i, (one, other) in both if one != other), None)
    found = f"{len(got)} ids" if off is None else f"the id {got[off]} for word {off}"
    return (
        f"for a sentence of {len(want)} words and a vocabulary of "
        f"{len(case.inputs['vocabulary'])} it gives {found}"
    )


TASK = Task(
    probe=PROBE,
    aspects={
        "gives each word its id": 4,
        UNKNOWN: 4,
        VERBATIM: 1,
        SIZE: 0.5,
        PURE: 0.5,
    },
    cases=encode_cases,
    expected=lambda case: {},
    symptoms=(modifies_input, wrong_ids),
)
