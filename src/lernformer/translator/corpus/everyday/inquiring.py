"""Constructions that ask for more: how is your mother, which key is this."""

from lernformer.translator.corpus.everyday.clauses import (
    IT,
    THAT,
    THIS,
    YOU,
    Clause,
    Predicate,
)
from lernformer.translator.corpus.everyday.nouns import NOUNS
from lernformer.translator.corpus.everyday.owning import BELONG, Owning
from lernformer.translator.corpus.everyday.spelling import spell
from lernformer.translator.corpus.everyday.verbs import BE, VERBS

COUNTED = [
    n
    for kind in ("thing", "person", "animal", "food")
    for n in NOUNS[kind]
    if n.counted
]


class Inquiring(Owning):
    """Draws questions with how, which and whose."""

    def which(self):
        """How many books do you have, which key is this, whose hat do you wear."""
        verbs = [
            v
            for v in VERBS
            if v.frame == "a"
            and not v.particle
            and not v.to_self
            and {"thing", "animal", "person", "food"} & {*v.kinds}
        ]
        verb = self.pick(verbs)
        nouns = [
            n for kind in verb.kinds if kind in NOUNS for n in NOUNS[kind] if n.counted
        ] or COUNTED
        noun = self.pick(nouns)
        many, few = noun.english_plural, noun.form("acc", True)
        ending = {"m": "en", "f": "e", "n": "es"}[noun.gender]
        asked = self.pick(
            (
                (f"how many {many}", f"wie viele {few}"),
                (f"how many {many}", f"wie viele {few}"),
                (f"which {noun.english}", f"welch{ending} {noun.form('acc')}"),
                (f"whose {noun.english}", f"wessen {noun.form('acc')}"),
                (f"what kind of {many}", f"was für {few}"),
            )
        )
        subject = YOU if self.chance(0.6) else self.somebody()
        tense = self.pick(
            ("present", "past", "present", "can", "should", "want to", "will")
        )
        if self.chance(0.2):
            while noun.kind in ("person", "role"):
                noun = self.pick(COUNTED)
            wer = {"m": "er", "f": "e", "n": "es"}[noun.gender]
            which = f"which {noun.english} is {self.pick(('yours', 'yours', 'his', 'mine'))}"
            owner = {"yours": "dir", "his": "ihm", "mine": "mir"}[which.split()[-1]]
            return which, f"welch{wer} {noun.form('nom')} gehört {owner}", "?"
        if self.chance(0.12):  # whose is this key
            what = self.pick(
                (THIS, THAT, IT, self.noun_phrase(noun, words="this", plural=False))
            )
            asked = Clause(what, Predicate(BE)).question("whose")[0]
            if self.chance(0.3):
                asked = Clause(what, Predicate(BELONG, "to")).question("who")[0]
            return asked, Clause(what, Predicate(BELONG)).question("", "wem")[1], "?"
        if self.chance(0.08):
            was = self.pick((("is", "ist"), ("is", "ist"), ("was", "war")))
            what = self.pick(("this", "that"))
            german = f"was {was[1]} das für {spell(noun, 'a').nom}"
            return f"what {was[0]} {what} {noun.english}", german, "?"
        if self.chance(0.15):
            return (
                f"whose {noun.english} is {self.pick(('this', 'that', 'it'))}".replace(
                    "is it", "is this"
                ),
                f"wessen {noun.form('nom')} ist das",
                "?",
            )
        return (*Clause(subject, Predicate(verb), tense).question(*asked), "?")
