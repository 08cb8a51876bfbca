"""The constructions of everyday sentences, and how often each comes."""

import re
from itertools import accumulate
from random import Random
from typing import NamedTuple

from lernformer.translator.corpus.everyday.faring import Faring
from lernformer.translator.corpus.everyday.verbs import VERBS
from lernformer.translator.corpus.everyday.words import NAMES


class Sentence(NamedTuple):
    """A sentence, its translation, and how it is built."""

    source: str
    target: str
    construction: str


WEIGHTS = {
    "statement": 42, "question": 8, "may_question": 1.5, "could_you": 2, "wh_question": 5,
    "where_go": 0.7, "object_question": 4, "who_question": 2.5, "command": 6, "be_command": 1.2,
    "let_us": 1.5, "let_me": 1, "quality": 11, "quality_question": 3, "state": 2,
    "afraid_of": 0.5, "of_or_with": 1.2, "looking": 2, "seeming": 1, "sounding": 0.8, "role": 2.5,
    "identity": 2.5, "located": 3.5, "where_is": 2, "measure": 0.8, "there_is": 2, "would_like": 0.8, "plural_identity": 0.9, "weather": 1.5,
    "cold": 0.4, "sorry": 0.2, "compare": 1.8, "that_clause": 4.5, "told_that": 0.6,
    "indirect_question": 2.2, "reason": 1, "and_": 0.8, "intending": 1.8, "try_to": 0.7,
    "stopping": 1.2, "gladly": 2, "want_somebody_to": 1.5, "ask_somebody_to": 0.6,
    "tell_somebody_to": 0.8, "passive": 2.5, "be_able": 0.6, "reflexive": 0.4, "fixed": 3,
    "with_name": 2, "fronted": 1, "relative": 2.5, "everything_that": 1,
    "somebody_who": 0.5, "tag": 1.8, "genitive": 1.2,
    "what_a": 1.5, "here_is": 1.2, "it_is_to": 1.8, "too_to": 1.3, "feeling_that": 1.8, "floating": 1.2,
    "part_of": 0.7, "you_two": 1.5, "polite": 0.7, "that_is_why": 1.2, "belonging": 1.4, "seeing_somebody": 0.8,
    "making_somebody": 1, "helping_to": 0.8, "know_how": 1.2, "used_to": 1, "rather": 0.8, "getting": 1.2,
    "somewhere": 1.5, "giving_to": 1.2, "telling_about": 1.6, "having_no": 1.5, "hurting": 0.8, "fun": 1.2,
    "nation": 0.7, "how_is": 1.5, "which": 1.2, "just": 1.6, "okay": 1.5, "may_be": 1, "for_somebody": 1.5, "keeping": 0.6, "born": 0.3,
    "enjoying": 1, "minding": 0.6, "preferring": 0.7, "regretting": 0.25, "worrying": 1, "affording": 0.5, "guessing": 0.7,
    "told_to": 0.6, "doing_as": 0.4, "welcoming": 0.4, "own": 1.6, "saving": 0.25, "one_of_them": 0.5, "oneself": 1,
    "else_": 1, "turn": 0.4, "only_that": 0.6, "named_so": 0.3, "sitting": 1, "lasting": 0.8, "clock": 1, "at_that_time": 0.4,
    "anybody_here": 0.3, "gone_missing": 0.3, "feeling_like": 0.7, "wishing": 0.4, "should_have": 0.6, "stranded": 0.8,
    "it_is_that": 0.3, "good_at": 0.3, "for_him": 0.7, "calling": 0.6, "having_left": 0.3, "all_of_it": 0.8, "after_him": 0.3, "been_doing": 0.6,
    "whenever": 3, "or_": 0.9, "was_going_to": 0.8, "must_have": 1, "go_and": 0.9, "in_order_to": 0.7, "going_by": 0.7, "at_his_place": 0.4, "how_known": 0.5,
    "seems_that": 0.5, "taking_time": 0.4, "speaking": 0.7, "costing": 0.4, "each_other": 0.6,
    "something_strange": 0.9, "becoming": 0.9, "very_good": 0.9, "most_of_all": 0.7, "favorite": 0.5, "suiting": 0.4, "caring": 0.5, "even": 0.6, "too_for": 0.5, "tired_of": 0.4, "so_": 0.6, "been_to": 0.5,
    "being_like": 1, "doing_well": 0.6, "it_is_me": 0.8, "the_one": 0.5, "being_about": 0.7, "mine_is": 0.5, "this_one": 0.5, "what_color": 0.3, "far_away": 0.7, "of_a_city": 0.8, "turning": 0.4, "pastime": 0.5, "anybody_can": 0.4, "liking_to_be": 0.4, "same": 0.6, "good_news": 0.5, "her_trade": 0.3,
    "no_longer": 1, "already": 0.8, "always_been": 0.8, "just_now": 0.8, "not_always": 0.8, "going_on_doing": 0.4, "back_again": 0.6, "will_have_to": 0.5,
    "told_how": 1, "doubting": 0.4, "doing_what": 0.8, "all_one_needs": 0.5, "what_makes": 0.4, "come_to": 0.8, "would_love_to": 0.4, "ready_to": 0.5, "meaning_to": 0.4, "letting_know": 0.3, "have_a_nice": 0.2, "trying_not_to": 0.6, "how_could": 0.4,
    "see_you": 0.4, "taking_along": 0.6, "leaving_open": 0.4, "all_right_with": 0.3, "up_to": 0.2, "in_the_way": 0.3, "where_been": 0.3, "sure_to": 0.4, "with_whom": 0.5, "do_and_do": 0.6, "stop_being": 0.25, "would_then": 0.9, "no_more": 0.4, "what_is_right": 0.3,
    "why_do": 0.4, "asked_why": 0.9, "how_do_it": 0.4, "what_next": 0.4, "what_one_is": 0.3, "almost_did": 0.5, "cannot_stand": 0.5, "letting_go": 0.6, "to_oneself": 0.5, "know_something": 0.6, "call_later": 0.6, "feeling_cold": 0.5, "looking_there": 0.4, "all_in_a_state": 0.4,
    "out_of_here": 0.6, "in_there": 0.7, "get_off": 0.4, "run_out": 0.5, "take_to": 0.5, "door_opens": 0.25, "keep_it_so": 0.8, "keep_an_eye": 0.4, "keep_waiting": 0.3, "run_down": 0.4, "had_done": 0.4, "have_him_do": 0.4, "sun_sets": 0.2, "light_is_on": 0.3, "something_to_drink": 0.3, "how_come": 0.3, "clothes": 0.3, "sorry_that": 0.8, "enjoy_it": 0.5, "called_to_all": 0.7, "can_anybody": 0.6, "can_be_trusted": 0.3, "shooting": 0.3,
    "how_many_of": 0.7, "some_of_it": 0.6, "about_so_many": 0.4, "meaning": 0.6, "mattering": 0.4, "not_caring": 0.6, "up_to_somebody": 0.4, "works_well": 0.7, "will_do": 0.35, "got_scared": 0.25, "being_right": 0.5, "chilled": 0.35, "in_tears": 0.12, "content_with_it": 0.5, "have_some": 0.35, "no_french": 0.12, "in_general": 0.5, "does_nobody": 0.15, "season": 0.2, "vehicles": 0.35, "anyone_else": 0.2, "how_looking": 0.15, "teaching": 0.3, "calling_a_taxi": 0.25, "not_helping_it": 0.2, "from_whom": 0.25, "nobody_yet": 0.12, "sending": 0.35, "what_is_wrong": 0.3, "both_of_a_kind": 0.3, "everybody_does": 0.4, "worth": 0.4, "sure_well": 0.4, "new_to_me": 0.15, "cannot_blame": 0.3, "getting_it": 0.6, "being_lost": 0.3, "free_then": 0.5, "feeling_like_a": 0.3, "expecting": 0.4, "you_are_several": 0.7, "for_whom": 0.4, "who_else": 0.5, "my_hobby": 0.2, "liking_much": 0.5,
}  # fmt: skip
CONSTRUCTIONS = tuple(WEIGHTS)
UP_TO = list(accumulate(WEIGHTS.values()))  # the weights of each and those before it
OF_CLAUSES_TABLE = """
    whenever reason and_ so_ or_ relative that_clause told_that would_then wishing
    doubting told_how minding do_and_do in_order_to feeling_that seems_that guessing
    indirect_question want_somebody_to tell_somebody_to ask_somebody_to everything_that
    somebody_who the_one it_is_that what_makes doing_what all_one_needs expecting
"""
OF_CLAUSES = frozenset(OF_CLAUSES_TABLE.split())
NAMED = "|".join(name.english for name in NAMES)
# behind these the splitter leaves 's as it is
IS_SHORT = re.compile(
    rf"^({NAMED}|(?:the|my|your|his) \w+|no one|this one|that one) is (?!not)"
)
# he has found the key: of "he's" the splitter makes "he is"
DONE = "|".join(sorted({verb.done for verb in VERBS}))
HAS = re.compile(
    r"^(he|she|it|that|who) has (?=(?:(?:never|already|just|also|really) )?"
    rf"(?:{DONE}) (?:an?|the|it|that|this|my|your|his|her|our|their|him|me|us|them|you"
    r"|two|something|everything|nothing)\b)"
)
# it has happened: it is happened; of a name the splitter leaves "tom 's died"
COME_TABLE = "happened died arrived disappeared come become begun been fainted failed"
COME = COME_TABLE.replace(" ", "|")
# of what one has one says, too, that one has got it
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
    "guy": "fellow", "neighbor": "neighbour",
    "phone": "telephone", "nobody": "no one",
    "usually": "normally", "soccer": "football", "almost": "nearly",
    "gift": "present", "wonderful": "marvelous", "boring": "dull",
}  # fmt: skip


def draw(random: Random, construction: str | None = None) -> Sentence:
    """One sentence; without ``construction``, each comes as often as its weight says."""
    if construction is None:
        (construction,) = random.choices(CONSTRUCTIONS, cum_weights=UP_TO)
    drawing = Faring(random, plain=construction in OF_CLAUSES)
    english, german, *mark = getattr(drawing, construction)()
    end = mark[0] if mark else "."
    # as people write it; the splitter takes it apart only behind a pronoun
    if random.random() < 0.2:
        english = _begun(IS_SHORT, r"\1 's ", english)
    if random.random() < 0.5:  # of "you'd better" the splitter makes "would"
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
    """A sentence with another beginning, if it has this one, as hardly any does."""
    found = beginning.match(english)
    return found.expand(said) + english[found.end() :] if found else english
