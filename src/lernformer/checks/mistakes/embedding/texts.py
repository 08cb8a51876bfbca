"""Typical wrong answers to ``encode`` and ``pad_batch``; sequences are JSON."""

import json
import re
from collections.abc import Callable

import numpy as np

from lernformer.checks.mistakes.common import SIZE_LIMITED, fails, sign
from lernformer.checks.task import Arrays, Case, Mistake, Observation
from lernformer.embedding import encode, pad_batch

UNKNOWN = "calls other words <unk>"
INTEGERS = "is a table of integers"
EMPTY = "copes with empty sequences"

# encode -----------------------------------------------------------------------------


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


OTHER_SPELLING = (
    "a word that is not there gets the id of another spelling (lower case, without "
    "punctuation); that is another word, so it is <unk>."
)


def _spelt(spell: Callable[[str], str]) -> Callable:
    return lambda s, v, ids: [v.get(w, v.get(spell(w), 3)) for w in s.split()]


def _ends_with_answer(case: Case, seen: Observation) -> bool:
    right = encode(case.inputs["sentence"], case.inputs["vocabulary"])
    got = seen.values.get("ids", np.zeros(0)).tolist()
    return len(got) > len(right) and got[len(got) - len(right) :] == right


ENCODE = (
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

# pad_batch --------------------------------------------------------------------------


def _pad(id: str, cause: str, compute: Callable) -> Mistake:
    """``compute`` takes the sequences, pad_id and the length of the longest."""

    def gives(case: Case) -> Arrays:
        sequences = json.loads(case.inputs["sequences"])
        length = max(len(s) for s in sequences)
        made = compute(sequences, case.inputs.get("pad_id", 0), length)
        return {"result": np.asarray(made, dtype=float)}

    return Mistake(id, cause, gives)


def _cut(sequences, pad_id, length):
    return pad_batch([s[:length] for s in sequences], pad_id)[:, :length]


def _at_length(sequences, pad_id, length):
    return _cut([s + [pad_id] * length for s in sequences], pad_id, length)


def _repeated(sequences, pad_id, length):
    return [s + (s[-1:] or [pad_id]) * (length - len(s)) for s in sequences]


def _one_row(sequences, pad_id, length):
    row = [pad_id] * length
    for s in sequences:
        row[: len(s)] = s
    return [row] * len(sequences)


PAD_BATCH = (
    SIZE_LIMITED,
    sign(
        "input_modified",
        "append() and += change the lists that were passed in; list + list makes a new "
        "one.",
        lambda case, seen: bool(seen.facts.get("modified")),
    ),
    sign(
        "not_an_array",
        "a NumPy array of integers is asked for: np.array(…), or np.full(…) to fill.",
        fails("should be a NumPy array, got a list", "got Tensor", ", object"),
    ),
    sign(
        "not_padded",
        "NumPy makes no table of rows of different lengths; fill them up first.",
        fails("inhomogeneous"),
    ),
    _pad(
        "padded_left",
        "the padding stands on the left; words come first, padding follows.",
        lambda s, pad, n: [[pad] * (n - len(row)) + row for row in s],
    ),
    _pad(
        "first_sequence_decides",
        "all are as long as the first; the longest decides.",
        lambda s, pad, n: _at_length(s, pad, len(s[0])),
    ),
    _pad(
        "truncated",
        "all are cut to the length of the shortest; fill up to that of the longest.",
        lambda s, pad, n: _cut(s, pad, min(map(len, s))),
    ),
    _pad(
        "last_id_lost",
        "the longest sequence loses its last id: the length is one too small.",
        lambda s, pad, n: _at_length(s, pad, n - 1),
    ),
    _pad(
        "bos_eos_added",
        "<bos> and <eos> are added; here nothing but padding is.",
        lambda s, pad, n: pad_batch([[1, *row, 2] for row in s], pad),
    ),
    _pad(
        "one_column_too_many",
        "there is a column of padding too many; the longest row has none.",
        lambda s, pad, n: _at_length(s, pad, n + 1),
    ),
    sign(
        "fixed_length",
        "the length is always the same; it is that of the longest sequence.",
        lambda case, seen: (
            (got := seen.values.get("result", np.zeros(0))).ndim == 2
            and len(got) == len(json.loads(case.inputs["sequences"]))
            and got.shape[1] >= 8
        ),
    ),
    _pad(
        "pad_id_ignored",
        "the rest is filled with 0; it should be filled with pad_id.",
        lambda s, pad, n: pad_batch(s),
    ),
    sign(
        "pad_id_default",
        "pad_id is 0 by default.",
        lambda case, seen: (
            "pad_id" not in case.inputs
            and "result" in seen.values
            and np.array_equal(
                seen.values["result"],
                pad_batch(json.loads(case.inputs["sequences"]), 1),
            )
        ),
    ),
    _pad(
        "transposed",
        "there is one column a sequence, (L, B); one row each, (B, L), is asked for.",
        lambda s, pad, n: pad_batch(s, pad).T,
    ),
    _pad(
        "rows_sorted_by_length",
        "the rows are sorted by length; leave the sequences in their order.",
        lambda s, pad, n: pad_batch(sorted(s, key=len, reverse=True), pad),
    ),
    _pad(
        "batch_reversed",
        "the last sequence comes first; leave the sequences in their order.",
        lambda s, pad, n: pad_batch(s[::-1], pad),
    ),
    *(
        _pad(
            "padded_by_repetition",
            "the rest is filled with ids of the sequence; fill it with pad_id.",
            compute,
        )
        for compute in (
            _repeated,
            lambda s, pad, n: [np.resize(row or [pad], n) for row in s],
        )
    ),
    _pad(
        "one_row_in_all",
        "[row] * B holds the same list B times; make a new list for each row.",
        _one_row,
    ),
    _pad(
        "ids_taken_for_padding",
        "an id 0 of a sequence is taken for padding; fill up only what comes after.",
        lambda s, pad, n: np.where(pad_batch(s) == 0, pad, pad_batch(s)),
    ),
    _pad(
        "ids_taken_for_padding",
        "an id of a sequence is dropped because it equals pad_id; keep all of them.",
        lambda s, pad, n: _at_length(
            [[i for i in row if i != pad] for row in s], pad, n
        ),
    ),
    _pad(
        "mask_returned",
        "this is a mask of where the words are; the ids are asked for.",
        lambda s, pad, n: pad_batch([[1] * len(row) for row in s]),
    ),
    sign(
        "ids_squeezed_into_bytes",
        "the dtype is too small for large ids; a vocabulary has tens of thousands: "
        "np.int64.",
        lambda case, seen: (
            case.aspect == INTEGERS
            and seen.facts.get("dtype", "").endswith(("8", "16"))
        ),
    ),
    sign(
        "not_integers",
        "np.zeros and np.ones make floats unless they are told dtype=int; ids that "
        "look up rows must be integers.",
        lambda case, seen: (
            case.aspect == INTEGERS and seen.facts.get("dtype", "").startswith("float")
        ),
    ),
    sign(
        "empty_sequence_fails",
        "a sequence without ids gives a row of padding; mind s[-1] and max().",
        lambda case, seen: (
            case.aspect == EMPTY and seen.trouble.startswith(("raises I", "raises V"))
        ),
    ),
)
