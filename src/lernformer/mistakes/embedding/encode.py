"""Typical wrong answers to ``embedding.encode``."""

import re

import numpy as np

from lernformer.mistakes.common import SIZE_LIMITED, fails
from lernformer.mistakes.embedding.build_vocabulary import PUNCTUATION_SPLIT
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.case import Case, Observation
from lernformer.probes.embedding.encode import UNKNOWN

MISTAKES = Catalogue()


OTHER_SPELLING_TAKEN = (
    "a word that is not there gets the id of another spelling (lower case, without "
    "punctuation); that is another word, so it is <unk>."
)

BOS_EOS_ADDED = "<bos> or <eos> is added; here the words alone get ids."

OTHER_SPECIAL = "an unknown word has the id {}; it is <unk>."

ORDER_LOST = "the ids stand in another order than the words."


def right(sentence, vocabulary):
    return [vocabulary.get(word, vocabulary["<unk>"]) for word in sentence.split()]


def _ends_with_answer(case: Case, seen: Observation) -> bool:
    want = right(case.inputs["sentence"], case.inputs["vocabulary"])
    got = seen.values.get("ids", np.zeros(0)).tolist()
    return len(got) > len(want) and got[len(got) - len(want) :] == want


MISTAKES += (SIZE_LIMITED,)


@MISTAKES.answer(
    "unknown_gets_new_id",
    "a new word gets a new id; the vocabulary is finished, so it is <unk>.",
)
def learns_new_words(sentence, vocabulary):
    """A new word gets the next id."""
    return [vocabulary.setdefault(w, len(vocabulary)) for w in sentence.split()]


@MISTAKES.answer(
    "unknown_gets_new_id", "an unknown word gets the id after the last; it is <unk>."
)
def one_beyond_the_last(sentence, vocabulary):
    """The unknown has the id after all others."""
    return [vocabulary.get(word, len(vocabulary)) for word in sentence.split()]


MISTAKES.sign(
    "input_modified",
    "the vocabulary that was passed in is changed: look up with [] or get().",
    lambda case, seen: bool(seen.facts.get("modified")),
)

MISTAKES.sign(
    "unknown_is_none",
    "get() without a default gives None for an unknown word; its second argument "
    "is the id of <unk>.",
    fails("NoneType,", "NoneType)"),
)

MISTAKES.sign(
    "words_not_ids",
    "the list holds words; look each one up in the vocabulary.",
    fails("should return a list of ints, got a list of 2 (str"),
)

MISTAKES.sign(
    "unknown_is_a_word",
    "among the ids is a word: the second argument of get() is the id of <unk>, "
    "vocabulary['<unk>'], not the word.",
    lambda case, seen: bool(re.search(r"got a list of .*int.*, str", seen.trouble)),
)

MISTAKES.sign(
    "not_integers",
    "ids are whole numbers, as the vocabulary holds them; leave them as they are.",
    fails("(float"),
)

MISTAKES.sign(
    "not_a_list",
    "a list is asked for: list(…), or [… for word in …].",
    lambda case, seen: bool(re.search("got (?!a list)", seen.trouble)),
)

MISTAKES.sign(
    "unknown_raises",
    "a word that is not in the vocabulary raises KeyError; it is <unk>.",
    lambda case, seen: (
        case.aspect == UNKNOWN and seen.trouble.startswith("raises KeyError")
    ),
)


@MISTAKES.answer(
    "unknown_as_padding",
    "an unknown word has the id of <pad>, and will be ignored; it is <unk>.",
    seen="course",
)
def zero_for_unknown(sentence, vocabulary):
    """A word that is not there is nothing."""
    return [vocabulary.get(word, 0) for word in sentence.split()]


@MISTAKES.answer("unknown_as_other_special", OTHER_SPECIAL.format(-1))
def minus_one(sentence, vocabulary):
    """-1 means not found."""
    return [vocabulary.get(word, -1) for word in sentence.split()]


@MISTAKES.answer("unknown_as_other_special", OTHER_SPECIAL.format(1))
def begin_for_unknown(sentence, vocabulary):
    """The second of the specials."""
    return [vocabulary.get(word, 1) for word in sentence.split()]


@MISTAKES.answer("unknown_as_other_special", OTHER_SPECIAL.format(2))
def end_for_unknown(sentence, vocabulary):
    """The wrong special."""
    return [vocabulary.get(word, vocabulary["<eos>"]) for word in sentence.split()]


@MISTAKES.answer("other_spelling_taken", OTHER_SPELLING_TAKEN)
def in_lower_case_at_least(sentence, vocabulary):
    """Better the word in lower case than none."""
    unknown = vocabulary["<unk>"]
    return [
        vocabulary.get(word, vocabulary.get(word.lower(), unknown))
        for word in sentence.split()
    ]


@MISTAKES.answer("other_spelling_taken", OTHER_SPELLING_TAKEN)
def without_its_comma(sentence, vocabulary):
    """Better the word without punctuation than none."""
    unknown = vocabulary["<unk>"]
    return [
        vocabulary.get(word, vocabulary.get(word.strip(".,!?"), unknown))
        for word in sentence.split()
    ]


@MISTAKES.answer(
    "zero_is_false",
    "get(word) or … takes the id 0 for nothing, for 0 counts as False; give get() "
    "its default, or ask whether the word is in the vocabulary.",
)
def get_or_unknown(sentence, vocabulary):
    """None is false, and so is the id of <pad>."""
    return [vocabulary.get(word) or vocabulary["<unk>"] for word in sentence.split()]


@MISTAKES.answer(
    "unknown_dropped",
    "unknown words are left out; each is <unk>, so that no place is lost.",
)
def known_words_only(sentence, vocabulary):
    """What has no id is left out."""
    return [vocabulary[word] for word in sentence.split() if word in vocabulary]


@MISTAKES.answer("bos_eos_added", BOS_EOS_ADDED)
def framed(sentence, vocabulary):
    """A sentence begins with <bos> and ends with <eos>."""
    return [1, *right(sentence, vocabulary), 2]


@MISTAKES.answer("bos_eos_added", BOS_EOS_ADDED)
def ended(sentence, vocabulary):
    """A sentence ends with <eos>."""
    return [*right(sentence, vocabulary), vocabulary["<eos>"]]


@MISTAKES.answer("bos_eos_added", BOS_EOS_ADDED)
def begun(sentence, vocabulary):
    """A sentence begins with <bos>."""
    return [vocabulary["<bos>"], *right(sentence, vocabulary)]


@MISTAKES.answer(
    "characters_encoded",
    "each character is looked up; split() makes words of a sentence.",
)
def characters(sentence, vocabulary):
    """Iterating over a sentence gives its words."""
    return [vocabulary.get(word, vocabulary["<unk>"]) for word in sentence]


@MISTAKES.answer(
    "split_at_single_spaces",
    'split(" ") makes empty words of double spaces and keeps tabs; split() separates '
    "at any white space.",
)
def split_at_a_space(sentence, vocabulary):
    """Words are separated by one space each."""
    return [vocabulary.get(word, 3) for word in sentence.split(" ")]


@MISTAKES.answer(
    "empty_words_dropped",
    "tabs and other white space separate words, too: split() without argument.",
)
def tabs_kept(sentence, vocabulary):
    """Drops empty words, but a tab does not separate."""
    return [vocabulary.get(word, 3) for word in sentence.split(" ") if word]


@MISTAKES.answer(
    "lower_cased", "words are changed to lower case; this task takes them as they are."
)
def lower_case(sentence, vocabulary):
    """The and the are one word."""
    return right(sentence.lower(), vocabulary)


@MISTAKES.answer(
    "punctuation_stripped",
    "punctuation is removed; here words are what white space separates.",
)
def letters_only(sentence, vocabulary):
    """Punctuation is no part of a word."""
    return right(re.sub(r"[^\w\s]", "", sentence), vocabulary)


@MISTAKES.answer(
    "punctuation_split",
    PUNCTUATION_SPLIT,
    seen="course",
)
def letters_and_signs(sentence, vocabulary):
    """Punctuation is a word of its own."""
    return right(" ".join(re.findall(r"\w+|[^\w\s]", sentence)), vocabulary)


@MISTAKES.answer(
    "place_in_vocabulary",
    "these are the words' places in the dictionary; the id is what it holds for the "
    "word, vocabulary[word].",
)
def index_of_the_word(sentence, vocabulary):
    """A vocabulary is a list of words."""
    words = list(vocabulary)
    return [words.index(w if w in words else "<unk>") for w in sentence.split()]


@MISTAKES.answer(
    "repetitions_dropped",
    "a word that occurs again is left out; each place keeps its word.",
)
def each_word_once(sentence, vocabulary):
    """Each word once."""
    return list(dict.fromkeys(right(sentence, vocabulary)))


@MISTAKES.answer("order_lost", ORDER_LOST)
def sorted_ids(sentence, vocabulary):
    """A sentence is a bag of words."""
    return sorted(right(sentence, vocabulary))


@MISTAKES.answer("order_lost", ORDER_LOST)
def backwards(sentence, vocabulary):
    """The last word first, as early translators read it."""
    return right(sentence, vocabulary)[::-1]


@MISTAKES.answer(
    "first_word_only", "only the first word is there; is the return inside the loop?"
)
def returns_in_the_loop(sentence, vocabulary):
    """The return is indented too far."""
    ids = []
    for word in sentence.split():
        ids.append(vocabulary.get(word, 3))
        return ids
    return ids


@MISTAKES.answer(
    "shifted_by_one",
    "all ids are one too large; take them from the vocabulary as they are.",
)
def words_from_one(sentence, vocabulary):
    """The first word is number one."""
    return [i + 1 for i in right(sentence, vocabulary)]


@MISTAKES.answer(
    "position_not_id",
    "these are the places in the sentence; look the words up in the vocabulary.",
)
def place_in_the_sentence(sentence, vocabulary):
    """The id of a word is its place."""
    return list(range(len(sentence.split())))


MISTAKES.sign(
    "state_kept",
    "ids of an earlier call are still there: a default argument such as ids=[] is "
    "made only once. Make the list inside.",
    _ends_with_answer,
)

MISTAKES.sign(
    "repetitions_dropped",
    "each word occurs once, as in a set, which has no order either; each place keeps "
    "its word.",
    lambda case, seen: (
        sorted(set(right(**case.inputs))) == sorted(seen.values.get("ids", np.zeros(0)))
        and len(set(right(**case.inputs))) < len(right(**case.inputs))
    ),
)

MISTAKES.sign(
    "order_lost",
    ORDER_LOST,
    lambda case, seen: (
        sorted(right(**case.inputs)) == sorted(seen.values.get("ids", np.zeros(0)))
    ),
)
