"""Checks of the embedding chapter's tasks on texts: lists and dictionaries.

Texts and sequences are ragged, so a case holds them as JSON.
"""

import copy
import json
from collections import Counter
from numbers import Integral
from typing import Any

import numpy as np

from lernformer import embedding as reference
from lernformer.checks.mistakes import embedding as mistakes
from lernformer.checks.mistakes.common import PURE, SIZE, modifies_input
from lernformer.checks.mistakes.embedding.texts import EMPTY, INTEGERS, UNKNOWN
from lernformer.checks.mistakes.embedding.vocabulary import (
    MIN_COUNT,
    TIES,
    VERBATIM,
    vocabulary_arrays,
    words_of,
)
from lernformer.checks.task import Case, Observation, Task, once
from lernformer.checks.values import Unusable, as_array, as_reference, call, describe


def is_id(value: Any) -> bool:
    return isinstance(value, int | Integral) and not isinstance(value, bool)


# build_vocabulary -------------------------------------------------------------------


def vocabulary_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, *sentences, min_count=None):
        text = json.dumps(sentences, ensure_ascii=False)
        more = {} if min_count is None else {"min_count": min_count}
        return Case(aspect, {"sentences": text} | more)

    def sentences(words, count):
        """The words in any order, as sentences of any length."""
        cuts = np.sort(rng.integers(0, len(words), count - 1))
        return [" ".join(part) for part in np.split(rng.permutation(words), cuts)]

    def some_words(n):
        letters = rng.choice(list("abcdefgh"), (4 * n, 4))
        lengths = rng.integers(1, 5, 4 * n)
        drawn = ("".join(w[:k]) for w, k in zip(letters, lengths, strict=True))
        return list(dict.fromkeys(drawn))[:n]

    falling = "numbers words by falling count"
    counts = rng.permutation(6) + 1
    different = np.repeat(some_words(6), counts)
    many = [f"{i:x}" for i in range(5100)]
    alike, tied = some_words(9), np.repeat(some_words(8), [1, 2, 1, 2, 1, 3, 2, 1])
    return [
        case(falling, "b a b"),
        case(falling, "the cat saw the dog", "the dog saw the dog"),
        case(falling, "tip hi tip t", "tip hi"),
        case(falling, "z z z z", "b a c a", "c a", min_count=1),
        case(falling, *sentences(different, 4)),
        case(falling),
        case(falling, "", "a"),
        case(TIES, "d c", "b a"),
        case(TIES, "bb a ccc", "dddd c bbbb aa"),
        case(TIES, *sentences(alike, 3)),
        case(TIES, *sentences(tied, 4)),
        case(MIN_COUNT, "b a b c", "b a", min_count=2),
        case(MIN_COUNT, *sentences(different, 3), min_count=3),
        case(MIN_COUNT, "a b", "c", min_count=2),
        case(MIN_COUNT, "b a b", min_count=1),
        case(VERBATIM, "The man saw the man", "The man saw The man"),
        case(VERBATIM, "Hi , Hi , Hi don't dogs. don't Hi , dogs. , don't Hi"),
        case(VERBATIM, "a  b a\tb a ", " a b c"),
        case(PURE, "b a b", "c b", "a b a"),
        case(SIZE, *sentences(many, 300)),
    ]


def probe_vocabulary(answer: Any, case: Case) -> Observation:
    inputs = {**case.inputs, "sentences": json.loads(case.inputs["sentences"])}
    before = list(inputs["sentences"])
    vocabulary = call(answer, inputs)
    if not isinstance(vocabulary, dict):
        raise Unusable(f"should return a dict, got {describe(vocabulary)}")
    for word, i in vocabulary.items():
        if not isinstance(word, str):
            raise Unusable(f"gives {{{word!r}: {i!r}, …}}, but {word!r} is not a word")
        if not is_id(i):
            raise Unusable(f"gives {word!r} the id {describe(i)}, which is no integer")
    strange = sorted(vocabulary.keys() - words_of(case))
    facts = {"strange": " ".join(map(repr, strange[:3]))}
    facts["modified"] = "" if inputs["sentences"] == before else "sentences"
    return Observation(vocabulary_arrays(vocabulary, case), facts)


def wrong_id(case: Case, seen: Observation) -> str | None:
    """The first word, by its right id, that has another id or none."""
    want = VOCABULARY.expected(case)["ids"]
    got, words = seen.values["ids"], words_of(case)
    counts = Counter(" ".join(json.loads(case.inputs["sentences"])).split())
    for i in np.argsort(want):  # NaN, what should have no id, comes last
        if got[i] == want[i] or (np.isnan(got[i]) and np.isnan(want[i])):
            continue
        has = "no id" if np.isnan(got[i]) else f"the id {got[i]:g}"
        should = "should have none" if np.isnan(want[i]) else f"expected {want[i]:g}"
        occurs = f" (it occurs {counts[words[i]]}×)" if i >= 4 else ""
        end = "" if case.aspect == SIZE else ","  # the sentences follow, if short
        return f"{words[i]!r} has {has}, {should}{occurs}{end}"
    if strange := seen.facts["strange"]:
        return f"{strange} in the vocabulary, but not among the words"
    return None


VOCABULARY = Task(
    id="embedding.build_vocabulary",
    points=2,
    difficulty=2,
    minutes=15,
    hints=(
        "Three steps: count all words of all sentences, put them in order, number "
        "them. split() without an argument makes words of a sentence.",
        "collections.Counter counts. Sort with a key that puts the frequent first and, "
        "where counts are equal, the alphabet: a pair is compared by its first part, "
        "then by its second.",
        "words = sorted(counts, key=lambda word: (-counts[word], word)); leave out "
        "those with counts[word] < min_count; put the four specials before them; "
        "return {word: i for i, word in enumerate(…)}.",
    ),
    aspects={
        "numbers words by falling count": 4,
        TIES: 2,
        MIN_COUNT: 2,
        VERBATIM: 1,
        SIZE: 0.5,
        PURE: 0.5,
    },
    cases=vocabulary_cases,
    probe=probe_vocabulary,
    expected=once(as_reference(reference.build_vocabulary, probe_vocabulary)),
    symptoms=(modifies_input, wrong_id),
    mistakes=mistakes.VOCABULARY,
)

# encode -----------------------------------------------------------------------------


def encode_cases(rng: np.random.Generator) -> list[Case]:
    # No id is its word's place in the sentence, or what a neighbour's could be.
    words = ["the", "The", "cat", "dog", "dog.", "saw", "don't"]
    numbers = rng.permutation(len(words)) + 5
    vocabulary = {
        **{"<pad>": 0, "<bos>": 1, "<eos>": 2, "<unk>": 3, "a": 4},
        **{word: int(i) for word, i in zip(words, numbers, strict=True)},
    }
    many = [f"{i:x}" for i in range(5100)]
    large = {word: i for i, word in enumerate([*vocabulary, *rng.permutation(many)])}

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
        case(SIZE, " ".join(rng.permutation(many)[:2100]), large),
    ]


def probe_encode(answer: Any, case: Case) -> Observation:
    inputs = copy.deepcopy(case.inputs)
    ids = call(answer, inputs)
    if not isinstance(ids, list) or not all(map(is_id, ids)):
        raise Unusable(f"should return a list of ints, got {describe(ids)}")
    same = inputs["vocabulary"] == case.inputs["vocabulary"]
    facts = {"modified": "" if same else "vocabulary"}
    return Observation({"ids": np.array(ids, dtype=float)}, facts)


def wrong_ids(case: Case, seen: Observation) -> str | None:
    """The whole list, whatever its length, beside the right one."""
    want = reference.encode(case.inputs["sentence"], case.inputs["vocabulary"])
    got = seen.values["ids"].astype(int).tolist()
    if got == want:
        return None
    if case.aspect != SIZE:
        return f"should return {want}, got {got}"
    both = enumerate(zip(got, want, strict=False))
    off = next((i for i, (one, other) in both if one != other), None)
    told = f"{len(got)} ids" if off is None else f"the id {got[off]} for word {off}"
    return (
        f"for a sentence of {len(want)} words and a vocabulary of "
        f"{len(case.inputs['vocabulary'])} it gives {told}"
    )


ENCODE = Task(
    id="embedding.encode",
    points=1,
    difficulty=1,
    minutes=5,
    hints=(
        "Make words of the sentence, then look each one up. What about a word that is "
        "not there?",
        "A dictionary's get(key, default) looks up and has an answer when there is "
        "none. The default is the id of <unk>.",
        "[vocabulary.get(word, vocabulary['<unk>']) for word in sentence.split()].",
    ),
    aspects={
        "gives each word its id": 4,
        UNKNOWN: 4,
        VERBATIM: 1,
        SIZE: 0.5,
        PURE: 0.5,
    },
    cases=encode_cases,
    probe=probe_encode,
    expected=lambda case: {},  # judged by ``wrong_ids``: a length is no shape to teach
    symptoms=(modifies_input, wrong_ids),
    mistakes=mistakes.ENCODE,
)

# pad_batch --------------------------------------------------------------------------


def pad_cases(rng: np.random.Generator) -> list[Case]:
    def case(aspect, *sequences, pad_id=None, optional=False):
        inputs = {"sequences": json.dumps(sequences)}
        inputs |= {} if pad_id is None else {"pad_id": pad_id}
        # Ids are exact; half of 1 lies between any two.
        return Case(aspect, inputs, {"result": "B L"}, tolerance=0, optional=optional)

    def sequence(length):
        return rng.integers(4, 30, length).tolist()

    fills, other = "fills up on the right", "fills with pad_id"
    lengths = rng.permutation([2, 3, 5, 7])
    return [
        case(fills, [4, 5, 6], [7]),
        case(fills, [8], [4, 5, 6, 7], [9, 3]),
        case(fills, *map(sequence, lengths)),
        case(fills, *map(sequence, (4, 4))),
        case(fills, sequence(5)),
        case(fills, [6], [7], [4]),
        case(other, [4, 5, 6], [7], pad_id=9),
        case(other, [5, 0, 6, 0], [0], [4, 8], pad_id=1),
        case(other, [5, 9, 6], [9, 4], pad_id=9),
        case(other, *map(sequence, lengths), pad_id=2),
        case(INTEGERS, [4, 300, 70_000], [7]),
        case(EMPTY, [4, 5], [], [6]),
        case(EMPTY, [], [], optional=True),
        case(EMPTY, optional=True),
        case(PURE, [4, 5, 6], [7], [8, 9]),
        case(SIZE, *map(sequence, (3, 2100, 5))),
    ]


def probe_pad(answer: Any, case: Case) -> Observation:
    inputs = {**case.inputs, "sequences": json.loads(case.inputs["sequences"])}
    made = call(answer, inputs)
    result = as_array("the result", made)
    before = json.loads(case.inputs["sequences"])
    facts = {"modified": "" if inputs["sequences"] == before else "sequences"}
    return Observation({"result": result}, facts | {"dtype": str(made.dtype)})


def no_integers(case: Case, seen: Observation) -> str | None:
    dtype = seen.facts["dtype"]
    if case.aspect != INTEGERS or dtype.startswith(("int", "uint")):
        return None
    return f"the ids are {dtype}, expected integers"


PAD_BATCH = Task(
    id="embedding.pad_batch",
    points=2,
    difficulty=1,
    minutes=10,
    hints=(
        "A table needs rows of equal length. How long are they, and what fills the "
        "rest?",
        "First make the whole table of padding with np.full(shape, pad_id), then write "
        "each sequence over the beginning of its row.",
        "L = max(len(s) for s in sequences); batch = np.full((len(sequences), L), "
        "pad_id); for row, s in zip(batch, sequences): row[: len(s)] = s.",
    ),
    aspects={
        "fills up on the right": 5,
        "fills with pad_id": 2,
        INTEGERS: 1,
        EMPTY: 1,
        SIZE: 0.5,
        PURE: 0.5,
    },
    cases=pad_cases,
    probe=probe_pad,
    expected=as_reference(reference.pad_batch, probe_pad),
    symptoms=(modifies_input, no_integers),
    mistakes=mistakes.PAD_BATCH,
    ready_made=(
        "torch.nn.utils.rnn.pad_sequence",
        "torch._C._nn.pad_sequence",
        "torch.nested.to_padded_tensor",
    ),
)
