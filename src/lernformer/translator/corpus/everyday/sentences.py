"""The constructions of everyday sentences, and how often each comes."""

import re
from random import Random
from typing import NamedTuple

from lernformer.translator.corpus.everyday.relating import Relating
from lernformer.translator.corpus.everyday.words import NAMES


class Sentence(NamedTuple):
    """A sentence, its translation, and how it is built."""

    source: str
    target: str
    construction: str


WEIGHTS = {
    "statement": 24, "question": 8, "may_question": 1.5, "could_you": 2, "wh_question": 5,
    "where_go": 0.7, "object_question": 4, "who_question": 2.5, "command": 6, "be_command": 1.2,
    "let_us": 1.5, "let_me": 1, "quality": 11, "quality_question": 3, "state": 2,
    "afraid_of": 0.5, "of_or_with": 1.2, "looking": 2, "seeming": 1, "sounding": 0.8, "role": 2.5,
    "identity": 2.5, "located": 3.5, "where_is": 2, "measure": 0.8, "there_is": 2, "would_like": 0.8, "plural_identity": 0.9, "weather": 1.5,
    "cold": 0.4, "sorry": 0.2, "compare": 1.8, "that_clause": 4.5, "told_that": 1,
    "indirect_question": 2.2, "reason": 1.5, "and_": 1.2, "intending": 1.8, "try_to": 0.7,
    "stopping": 1.2, "gladly": 2, "want_somebody_to": 1.5, "ask_somebody_to": 0.6,
    "tell_somebody_to": 0.8, "passive": 1.4, "be_able": 0.6, "reflexive": 0.4, "fixed": 3,
    "with_name": 1.5, "fronted": 1, "relative": 3.5, "everything_that": 1.5,
    "somebody_who": 0.5, "tag": 1.8, "genitive": 1.2,
}  # fmt: skip
CONSTRUCTIONS = tuple(WEIGHTS)
NAMED = "|".join(name.english for name in NAMES)
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
        (construction,) = random.choices(CONSTRUCTIONS, list(WEIGHTS.values()))
    english, german, *mark = getattr(Relating(random), construction)()
    end = mark[0] if mark else "."
    # as people write it; the splitter takes it apart only behind a pronoun
    if random.random() < 0.2:
        english = re.sub(rf"^({NAMED}|the \w+|my \w+) is (?!not)", r"\1 's ", english)
    if random.random() < 0.15:
        english = re.sub(
            r"^(i|you|we|they|he|she|tom|mary) (has|have) (a|an|the|two|no|my|his|her|it)\b",
            r"\1 \2 got \3",
            english,
        )
    words = (
        random.choice((word, SYNONYMS[word])) if word in SYNONYMS else word
        for word in english.split()
    )
    return Sentence(" ".join(words), f"{german} {end}", construction)
