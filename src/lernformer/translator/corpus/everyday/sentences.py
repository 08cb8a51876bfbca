"""The constructions of everyday sentences, and how often each comes."""

import re
from itertools import accumulate
from random import Random
from typing import NamedTuple

from lernformer.translator.corpus.everyday.constructions import read_constructions
from lernformer.translator.corpus.everyday.drawing import Drawing
from lernformer.translator.corpus.everyday.verbs import VERBS
from lernformer.translator.corpus.everyday.words import NAMES


class Sentence(NamedTuple):
    """A sentence, its translation, and how it is built."""

    source: str
    target: str
    construction: str


# the constructions that are still code, with their weights; tables hold the others
WEIGHTS = {
    "statement": 42, "question": 8, "may_question": 1.5, "could_you": 2,
    "wh_question": 5, "object_question": 4, "who_question": 2.5, "command": 6,
    "let_us": 1.5, "let_me": 1, "quality": 11, "quality_question": 3, "state": 2,
    "looking": 2, "seeming": 1, "role": 2.5, "identity": 2.5, "located": 3.5,
    "where_is": 2, "there_is": 2, "plural_identity": 0.9,
    "compare": 1.8, "that_clause": 4.5, "indirect_question": 2.2, "reason": 1,
    "and_": 0.8, "gladly": 2, "tell_somebody_to": 0.8, "passive": 2.5, "be_able": 0.6,
    "fixed": 3, "with_name": 2, "fronted": 1, "relative": 2.5, "everything_that": 1,
    "somebody_who": 0.5, "tag": 1.8, "genitive": 1.2, "what_a": 1.5,
    "feeling_that": 1.8, "floating": 1.2, "part_of": 0.7, "you_two": 1.5, "polite": 0.7,
    "that_is_why": 1.2, "seeing_somebody": 0.8, "know_how": 1.2, "used_to": 1,
    "rather": 0.8, "giving_to": 1.2, "which": 1.2, "just": 1.6, "okay": 1.5,
    "may_be": 1, "for_somebody": 1.5, "keeping": 0.6, "preferring": 0.7,
    "regretting": 0.25, "guessing": 0.7, "doing_as": 0.4, "own": 1.6,
    "one_of_them": 0.5, "oneself": 1, "else_": 1, "only_that": 0.6,
    "wishing": 0.4, "should_have": 0.6, "stranded": 0.8, "for_him": 0.7,
    "all_of_it": 0.8, "been_doing": 0.6, "whenever": 3, "or_": 0.9, "must_have": 1,
    "go_and": 0.9, "in_order_to": 0.7, "seems_that": 0.5,
    "something_strange": 0.9, "very_good": 0.9, "most_of_all": 0.7,
    "even": 0.6, "too_for": 0.5, "so_": 0.6, "the_one": 0.5, "going_on_doing": 0.4,
    "will_have_to": 0.5, "all_one_needs": 0.5, "do_and_do": 0.6, "why_do": 0.4,
    "what_one_is": 0.3, "letting_go": 0.6, "all_in_a_state": 0.4, "have_him_do": 0.4,
    "how_come": 0.3, "called_to_all": 0.7, "can_anybody": 0.6, "does_nobody": 0.15,
}  # fmt: skip
TABLES = read_constructions()
OFTEN = WEIGHTS | {name: one.weight for name, one in TABLES.items()}
CONSTRUCTIONS = tuple(OFTEN)
UP_TO = list(accumulate(OFTEN.values()))  # the weights of each and those before it
OF_CLAUSES_TABLE = """
    whenever reason and_ so_ or_ relative that_clause wishing do_and_do in_order_to
    feeling_that seems_that guessing indirect_question tell_somebody_to
    everything_that somebody_who the_one all_one_needs
"""
OF_CLAUSES = {
    *OF_CLAUSES_TABLE.split(),
    *(name for name, one in TABLES.items() if one.plain),
}
NAMED = "|".join(name.english for name in NAMES)
# after these, the splitter leaves 's as it is
IS_SHORT = re.compile(
    rf"^({NAMED}|(?:the|my|your|his) \w+|no one|this one|that one) is (?!not)"
)
# he has found the key: the splitter turns "he's" into "he is"
DONE = "|".join(sorted({verb.done for verb in VERBS}))
HAS = re.compile(
    r"^(he|she|it|that|who) has (?=(?:(?:never|already|just|also|really) )?"
    rf"(?:{DONE}) (?:an?|the|it|that|this|my|your|his|her|our|their|him|me|us|them|you"
    r"|two|something|everything|nothing)\b)"
)
# it has happened: it is happened; after a name the splitter leaves "tom 's died"
COME_TABLE = "happened died arrived disappeared come become begun been fainted failed"
COME = COME_TABLE.replace(" ", "|")
# instead of "have", people also say "have got"
HAVE_GOT = re.compile(
    rf"^(i|you|we|they|he|she|{NAMED}) (has|have) "
    rf"(?!(?:{DONE}|{COME}|to|not|never|always|already|also|just|often|only|really|had|dinner"
    r"|lunch|breakfast|fun)\b)(?!.* to\b)"
)
HAS_COME = re.compile(
    rf"^((?:where |how |why )?(?:he|she|it|that)) has (?=(?:\w+ )?(?:{COME})\b)"
)
TOM_HAS = re.compile(rf"^({NAMED}) has (?=(?:\w+ )?(?:{COME}|{DONE})\b)")
# i cannot see anything: i cannot see a thing
NOT_ANYTHING = re.compile(r"^(.* (?:not|cannot|never) .*)anything$")
SYNONYMS = {
    "everybody": "everyone", "somebody": "someone", "anybody": "anyone", "tv": "television",
    "terrible": "horrible", "movie": "film",
    "guy": "fellow", "neighbor": "neighbour", "favorite": "favourite", "color": "colour",
    "phone": "telephone", "nobody": "no one",
    "usually": "normally", "soccer": "football", "almost": "nearly",
    "gift": "present", "wonderful": "marvelous", "boring": "dull",
}  # fmt: skip


def draw(random: Random, construction: str | None = None) -> Sentence:
    """One sentence; without ``construction``, each comes as often as its weight says."""
    if construction is None:
        (construction,) = random.choices(CONSTRUCTIONS, cum_weights=UP_TO)
    drawing = Drawing(random, plain=construction in OF_CLAUSES)
    english, german, *mark = drawing.drawn(construction)
    end = mark[0] if mark else "."
    # as people write it; the splitter takes it apart only after a pronoun
    if random.random() < 0.2:
        english = _begun(IS_SHORT, r"\1 's ", english)
    if random.random() < 0.5:  # the splitter turns "you'd better" into "would"
        english = english.replace(" had better ", " would better ", 1)
    if random.random() < 0.35:
        english = _begun(HAVE_GOT, r"\1 \2 got ", english)
    if random.random() < 0.6:
        english = _begun(HAS, r"\1 is ", english)
    if random.random() < 0.5:
        english = _begun(HAS_COME, r"\1 is ", english)
        english = _begun(TOM_HAS, r"\1 's ", english)
    if random.random() < 0.15:
        english = _begun(NOT_ANYTHING, r"\1a thing", english)
    words = english.split()
    for i, word in enumerate(words):
        if word in SYNONYMS and (word != "boring" or i == len(words) - 1):
            words[i] = random.choice((word, SYNONYMS[word]))
    return Sentence(" ".join(words), f"{german} {end}", construction)


def _begun(beginning: re.Pattern, said: str, english: str) -> str:
    """The sentence with a new beginning, if it has this one, which is rare."""
    found = beginning.match(english)
    return found.expand(said) + english[found.end() :] if found else english
