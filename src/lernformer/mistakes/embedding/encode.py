"""Typical wrong answers to ``embedding.encode``."""

import re
from collections.abc import Callable

import numpy as np

from lernformer.embedding import encode
from lernformer.mistakes.common import SIZE_LIMITED, fails, sign
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.embedding.encode import UNKNOWN

OTHER_SPELLING = (
    "a word that is not there gets the id of another spelling (lower case, without "
    "punctuation); that is another word, so it is <unk>."
)


def _encode(id: str, cause: str, compute: Callable) -> Mistake:
    """``compute`` takes the sentence, the vocabulary and the right ids."""

    def gives(case: Case) -> Arrays:
        sentence, vocabulary = case.inputs["sentence"], dict(case.inputs["vocabulary"])
        ids = compute(sentence, vocabulary, encode(sentence, vocabulary))
        return {"ids": np.array(ids, dtype=float)}

    return Mistake(id, cause, gives)


def _unknown(unknown: int) -> Callable:
    return lambda s, v, ids: [v.get(word, unknown) for word in s.split()]


def _new_words(sentence, vocabulary, ids):
    return [vocabulary.setdefault(w, len(vocabulary)) for w in sentence.split()]


def _spelt(spell: Callable[[str], str]) -> Callable:
    return lambda s, v, ids: [v.get(w, v.get(spell(w), 3)) for w in s.split()]


def _ends_with_answer(case: Case, seen: Observation) -> bool:
    right = encode(case.inputs["sentence"], case.inputs["vocabulary"])
    got = seen.values.get("ids", np.zeros(0)).tolist()
    return len(got) > len(right) and got[len(got) - len(right) :] == right


MISTAKES = (
    SIZE_LIMITED,
    _encode(
        "unknown_gets_new_id",
        "a new word gets a new id; the vocabulary is finished, so it is <unk>.",
        _new_words,
    ),
    _encode(
        "unknown_gets_new_id",
        "an unknown word gets the id after the last; it is <unk>.",
        lambda s, v, ids: _unknown(len(v))(s, v, ids),
    ),
    sign(
        "input_modified",
        "the vocabulary that was passed in is changed: look up with [] or get().",
        lambda case, seen: bool(seen.facts.get("modified")),
    ),
    sign(
        "unknown_is_none",
        "get() without a default gives None for an unknown word; its second argument "
        "is the id of <unk>.",
        fails("NoneType,", "NoneType)"),
    ),
    sign(
        "words_not_ids",
        "the list holds words; look each one up in the vocabulary.",
        fails("should return a list of ints, got a list of 2 (str"),
    ),
    sign(
        "not_a_list",
        "a list is asked for: list(…), or [… for word in …].",
        fails("got ndarray", "got <map", "got <generator", "got '"),
    ),
    sign(
        "unknown_raises",
        "a word that is not in the vocabulary raises KeyError; it is <unk>.",
        lambda case, seen: (
            case.aspect == UNKNOWN and seen.trouble.startswith("raises KeyError")
        ),
    ),
    _encode(
        "unknown_as_padding",
        "an unknown word has the id of <pad>, and will be ignored; it is <unk>.",
        _unknown(0),
    ),
    *(
        _encode(
            "unknown_as_other_special",
            f"an unknown word has the id {unknown}; it is <unk>.",
            _unknown(unknown),
        )
        for unknown in (-1, 1, 2)
    ),
    *(
        _encode("other_spelling_taken", OTHER_SPELLING, _spelt(spell))
        for spell in (str.lower, lambda word: word.strip(".,!?"))
    ),
    _encode(
        "zero_is_false",
        "get(word) or … takes the id 0 for nothing, for 0 counts as False; give get() "
        "its default, or ask whether the word is in the vocabulary.",
        lambda s, v, ids: [v.get(word) or v["<unk>"] for word in s.split()],
    ),
    _encode(
        "unknown_dropped",
        "unknown words are left out; each is <unk>, so that no place is lost.",
        lambda s, v, ids: [v[word] for word in s.split() if word in v],
    ),
    *(
        _encode(
            "bos_eos_added",
            "<bos> or <eos> is added; here the words alone get ids.",
            lambda s, v, ids, before=before, after=after: [*before, *ids, *after],
        )
        for before, after in (([1], [2]), ([], [2]), ([1], []))
    ),
    _encode(
        "characters_encoded",
        "each character is looked up; split() makes words of a sentence.",
        lambda s, v, ids: [v.get(c, 3) for c in s],
    ),
    _encode(
        "split_at_single_spaces",
        'split(" ") makes empty words of double spaces and keeps tabs; split() '
        "separates at any white space.",
        lambda s, v, ids: [v.get(word, 3) for word in s.split(" ")],
    ),
    _encode(
        "empty_words_dropped",
        "tabs and other white space separate words, too: split() without argument.",
        lambda s, v, ids: [v.get(word, 3) for word in s.split(" ") if word],
    ),
    _encode(
        "lower_cased",
        "words are changed to lower case; this task takes them as they are.",
        lambda s, v, ids: encode(s.lower(), v),
    ),
    _encode(
        "punctuation_stripped",
        "punctuation is removed; here words are what white space separates.",
        lambda s, v, ids: encode(re.sub(r"[^\w\s]", "", s), v),
    ),
    _encode(
        "repetitions_dropped",
        "a word that occurs again is left out; each place keeps its word.",
        lambda s, v, ids: list(dict.fromkeys(ids)),
    ),
    *(
        _encode(
            "order_lost",
            "the ids stand in another order than the words.",
            lambda s, v, ids, change=change: change(ids),
        )
        for change in (sorted, lambda ids: ids[::-1])
    ),
    _encode(
        "first_word_only",
        "only the first word is there; is the return inside the loop?",
        lambda s, v, ids: ids[:1],
    ),
    _encode(
        "shifted_by_one",
        "all ids are one too large; take them from the vocabulary as they are.",
        lambda s, v, ids: [i + 1 for i in ids],
    ),
    _encode(
        "position_not_id",
        "these are the places in the sentence; look the words up in the vocabulary.",
        lambda s, v, ids: range(len(ids)),
    ),
    sign(
        "state_kept",
        "ids of an earlier call are still there: a default argument such as ids=[] is "
        "made only once. Make the list inside.",
        _ends_with_answer,
    ),
)
