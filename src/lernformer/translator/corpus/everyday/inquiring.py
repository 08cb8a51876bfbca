"""Constructions that ask for more: how is your mother, which key is this."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    SHE,
    THAT,
    THEY,
    THIS,
    YOU,
    Clause,
    Predicate,
)
from lernformer.translator.corpus.everyday.giving import named
from lernformer.translator.corpus.everyday.nouns import NOUNS
from lernformer.translator.corpus.everyday.owning import BELONG, Owning
from lernformer.translator.corpus.everyday.spelling import spell
from lernformer.translator.corpus.everyday.verbs import BE, VERBS
from lernformer.translator.corpus.everyday.words import BY_NAME, TOM

COUNTED = [
    n
    for kind in ("thing", "person", "animal", "food")
    for n in NOUNS[kind]
    if n.counted
]


class Inquiring(Owning):
    """Draws questions with how, which and whose."""

    def how_is(self):
        """How is your mother, how was the party, what is Tom like."""
        draw = self.random.random()
        if draw < 0.35:
            who = self.pick(
                (
                    HE,
                    SHE,
                    THEY,
                    TOM,
                    self.name(),
                    self.person(),
                    self.person(),
                    self.noun_phrase(
                        BY_NAME["family"],
                        words=self.pick(("your", "his")),
                        plural=False,
                    ),
                )
            )
            if who.without or who.behind:
                who = TOM
            clause = Clause(who, Predicate(BE), "present")
            return clause.question("how")[0], f"wie geht es {who.dat}", "?"
        if draw < 0.6:
            thing = self.noun_phrase(
                self.pick(NOUNS["idea"] + NOUNS["place"] + NOUNS["food"]),
                words=self.pick(("the", "your", "the")),
                plural=False,
            )
            clause = Clause(
                self.pick((thing, thing, IT, THAT)),
                Predicate(BE),
                self.pick(("present", "past", "past")),
            )
            return (*clause.question("how", "wie"), "?")
        if draw < 0.75:
            who = self.pick((HE, SHE, TOM, IT, self.name()))
            clause = Clause(who, Predicate(BE, "like"), self.pick(("present", "past")))
            return (
                clause.question("what")[0],
                replace(clause, predicate=Predicate(BE)).question("", "wie")[1],
                "?",
            )
        if draw < 0.9:
            who = self.subject()
            if who.without or who.behind:
                who = YOU
            clause = Clause(who, Predicate(BE, "from"), "present")
            german = Clause(who, Predicate(named("come"))).question("", "woher")[1]
            return clause.question("where")[0], german, "?"
        who = self.pick(("his", "her", "your", "tom 's"))
        du = {
            "his": "heißt er",
            "her": "heißt sie",
            "your": "heißt du",
            "tom 's": "heißt Tom",
        }[who]
        noun = self.pick(("friend", "brother", "son", "dog", "uncle", "boss"))
        word = self.pick(("my", "your", "his", "her"))
        phrase = spell(BY_NAME[noun], word)
        if self.chance(0.7):
            return f"what is {phrase.english} 's name", f"wie heißt {phrase.nom}", "?"
        return f"what is {who} name", f"wie {du}", "?"

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
