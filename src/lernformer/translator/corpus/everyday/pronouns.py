"""Pronouns of everyday English and German, by name, and whose and who they stand for."""

from lernformer.translator.corpus.everyday import clauses
from lernformer.translator.corpus.everyday.clauses import Nominal
from lernformer.translator.corpus.everyday.verbs import IHR, WIR
from lernformer.translator.corpus.everyday.words import MARY, TOM, WOMEN

ANYBODY = Nominal(
    *("anybody", "jemand", "jemanden", "jemandem"),
    without={"nom": "niemand", "acc": "niemanden", "dat": "niemandem"},
)
ANYTHING = Nominal(
    *("anything", "etwas", "etwas", "etwas"),
    without=dict.fromkeys(("nom", "acc", "dat"), "nichts"),
)
SOMETHING = Nominal("something", "etwas", "etwas", "etwas", behind=True)
NOTHING = Nominal("nothing", "nichts", "nichts", "nichts", behind=True)
EVERYTHING = Nominal("everything", "alles", "alles", "allem", behind=True)
THIS_ONE = Nominal("this one", "dieser", "diesen", "diesem")
THAT_ONE = Nominal("that one", "das da", "das da", "dem da")
THESE, THOSE = (
    Nominal(english, "diese", "diese", "diesen", WIR) for english in ("these", "those")
)
ONE = Nominal(
    *("one", "einer", "einen", "einem"),
    without={"nom": "keiner", "acc": "keinen", "dat": "keinem"},
)
PRONOUNS = {
    "I": clauses.I, "you": clauses.YOU, "he": clauses.HE, "she": clauses.SHE,
    "we": clauses.WE, "they": clauses.THEY, "it": clauses.IT, "this": clauses.THIS,
    "that": clauses.THAT, "who": clauses.WHO, "what": clauses.WHAT, "one": clauses.MAN,
    "nobody": clauses.NOBODY, "somebody": clauses.SOMEBODY, "anybody": ANYBODY,
    "everybody": clauses.EVERYBODY, "something": SOMETHING, "nothing": NOTHING,
    "anything": ANYTHING, "everything": EVERYTHING, "Tom": TOM, "Mary": MARY,
    "these": THESE, "this one": THIS_ONE, "that one": THAT_ONE,
    "you guys": clauses.YOU_GUYS, "those": THOSE, "you (sir)": clauses.YOU_POLITE,
    "you two": clauses.YOU_TWO[-2], "you both": clauses.YOU_TWO[-1],
    "you (several)": Nominal("you", "ihr", "euch", "euch", IHR, light=True),
    "all of us": Nominal("all of us", "wir alle", "uns alle", "uns allen", WIR),
}  # fmt: skip
GERMAN_PRONOUNS = {
    "ich": clauses.I, "du": clauses.YOU, "er": clauses.HE, "sie": clauses.SHE,
    "wir": clauses.WE, "es": clauses.IT, "das": clauses.THAT, "man": clauses.MAN,
    "wer": clauses.WHO, "was": clauses.WHAT, "niemand": clauses.NOBODY,
}  # fmt: skip
MY = {
    "i": "my", "you": "your", "he": "his", "she": "her", "we": "our", "they": "their",
    "tom": "his", "mary": "her",
}  # fmt: skip
MYSELF = {
    "i": "myself", "you": "yourself", "he": "himself", "she": "herself",
    "we": "ourselves", "they": "themselves", "tom": "himself", "mary": "herself",
}  # fmt: skip


def my(owner: Nominal) -> str:
    """The possessive of what somebody owns: my for i, her for Mary."""
    return MY.get(owner.english, "her" if owner.english in WOMEN else "his")


def pronoun_for(one: Nominal) -> Nominal:
    """Tom: he; Mary: she."""
    if one.english in WOMEN:
        return clauses.SHE
    is_name = one.light and one.nom == one.dat and one.nom.istitle()
    return clauses.HE if is_name else one
