"""Verbs and words that individual constructions choose from."""

from lernformer.translator.corpus.everyday.clauses import Nominal
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES
from lernformer.translator.corpus.everyday.verbs import WIR, named, verb_from
from lernformer.translator.corpus.everyday.words import PREDICATIVE, WISSEN

THESE = Nominal("these", "das", "das", "denen", WIR)
KNOW = verb_from("know knew known = wissen weißt weiß gewusst i")
KNOW = replace(KNOW, present=WISSEN.present)
THINK = verb_from("think thought thought = glauben i")
THOUGHT = verb_from("think thought thought = denken gedacht i")
SAY = verb_from("say said said = sagen i")
HOPE = verb_from("hope hoped hoped = hoffen i")
BELIEVE = verb_from("believe believed believed = glauben i")
HEAR = named("hear")
SEE = named("see")
LIKE = named("like")
# never in the progressive: i know, but not i am knowing
STATIVE = {
    "know", "love", "like", "hate", "need", "want", "have", "see", "hear", "understand",
    "believe", "own", "prefer", "fear", "respect", "trust", "deserve", "mean", "recognize",
    "notice", "envy",
}  # fmt: skip
BET = named("bet")
GUESS = verb_from("guess guessed guessed = schätzen i")

DEGREES = [
    ("very", "sehr"),
    ("very", "sehr"),
    ("so", "so"),
    ("too", "zu"),
    ("way too", "viel zu"),
    ("really", "wirklich"),
    ("a little", "ein bisschen"),
    ("a bit", "ein bisschen"),
    ("quite", "ziemlich"),
    ("rather", "ziemlich"),
    ("pretty", "ziemlich"),
    ("that", "so"),
]
QUALITIES_OF_IT = [a for a in PREDICATIVE if "t" in ADJECTIVES[a][2]] + [
    "gone",
    "lost",
]
OF_PERSONS = [
    a for a in PREDICATIVE if "p" in ADJECTIVES[a][2] or "-" in ADJECTIVES[a][2]
]
