"""Constructions of likeness: who one is like, who it is, mine, the same."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.being import HER_ROLE
from lernformer.translator.corpus.everyday.choices import (
    LOOK,
    QUALITIES_OF_IT,
    SAY,
    SOUND,
)
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    SHE,
    THAT,
    THEY,
    THIS,
    WE,
    YOU,
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.describing import Describing
from lernformer.translator.corpus.everyday.giving import named
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES, NOUNS
from lernformer.translator.corpus.everyday.phrases import (
    THAT_ONE,
    THESE,
    THIS_ONE,
    THOSE,
)
from lernformer.translator.corpus.everyday.relating import RELATIVE
from lernformer.translator.corpus.everyday.spelling import MEASURED, spell
from lernformer.translator.corpus.everyday.verbs import BE
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    MARY,
    NAMES,
    TOM,
    WOMEN,
)

# whom one may be like: my father, a child
LIKENED_TABLE = "father mother brother sister grandmother grandfather"
LIKENED = [BY_NAME[name] for name in LIKENED_TABLE.split()]
AS_IF_TABLE = "child girl boy man woman baby fool teacher doctor dog bird ghost hero"
AS_IF = [BY_NAME[name] for name in AS_IF_TABLE.split()]
WELL = [
    *(("fine", "gut"), ("fine", "gut"), ("well", "gut"), ("great", "großartig")),
    *(("ok", "gut"), ("okay", "gut"), ("better", "besser"), ("very well", "sehr gut")),
]
MINE = {
    "mine": "meins", "yours": "deins", "his": "seins", "hers": "ihres",
    "ours": "unseres", "theirs": "ihres",
}  # fmt: skip
OF_MINE = [
    named(b) for b in ["like", "lose", "take", "find", "need", "want", "sell", "use"]
]
OF_ONE = [named(b) for b in ["see", "love", "like", "want", "need", "know", "hate"]]
MIGHT_BE = [("might", "könnte"), ("could", "könnte"), ("must", "muss"), ("can", "kann")]
OF_THE_SAME = [
    SAY,
    *(named(b) for b in ["have", "have", "want", "need", "do", "see", "buy"]),
]
ONE_AND_THE_SAME = [
    n
    for kind in ("thing", "idea")
    for n in NOUNS[kind]
    if n.counted and n.english != "thing"
]
# what this one, or mine, is beside the other
COMPARED = [
    *(("better", "besser"), ("worse", "schlimmer"), ("bigger", "größer")),
    *(("older", "älter"), ("cheaper", "billiger")),
]


class Likening(Describing):
    """Draws sentences about likeness and identity."""

    def model(self, subject: Nominal) -> Nominal:
        """Whom somebody is like: me, his father, a child."""
        draw = self.random.random()
        if draw < 0.55:
            return self.somebody_else(subject)
        if draw < 0.8:
            words = self.pick(("my", "my", "your", "his", "her"))
            return spell(self.pick(LIKENED), words)
        return spell(self.pick(AS_IF), "a")

    def being_like(self):
        """You are like me: du bist wie ich; he looks like Tom: er sieht aus wie Tom."""
        subject = self.somebody()
        whom = self.model(subject)
        draw = self.random.random()
        if draw < 0.12:
            who = self.pick((IT, HE, SHE, TOM, self.name(), THEY))
            tense = self.pick(("present", "present", "past"))
            clause = Clause(who, Predicate(LOOK), tense)
            e, g = clause.question("what", "wie")
            return f"{e} like", g, "?"
        tense = self.pick(("present", "present", "present", "past"))
        no = self.chance(0.15)
        if draw < 0.45:
            p = Predicate(BE, f"like {whom.object}", rest=f"wie {whom.nom}")
            tense = self.pick((tense, tense, "want to", "will"))
            clause = Clause(subject, p, tense, no)
            if self.chance(0.12):
                e, g = replace(clause, negated=True).command()
                return e, g, "!"
            return self.said(clause)
        verb = self.pick((LOOK, LOOK, SOUND))
        if whom.english.startswith("a") and self.chance(0.4):
            subject = self.pick((IT, THAT, HE, SHE))
        english = Clause(subject, Predicate(verb, f"like {whom.object}"), tense, no)
        german = Clause(subject, Predicate(verb), tense, no)
        if self.chance(0.2) and not no:
            asked = f"{german.question()[1]} wie {whom.nom}"
            return english.question()[0], asked, "?"
        return english.main()[0], f"{german.main()[1]} wie {whom.nom}"

    def doing_well(self):
        """Tom is doing fine: Tom geht es gut; how are you doing: wie geht es dir."""
        others = (self.name(), self.person(True))
        who = self.pick((I, YOU, HE, SHE, WE, THEY, TOM, *others))
        if self.chance(0.25):
            e = Clause(who, Predicate(named("do")), "progressive").question("how")[0]
            return e, f"wie geht es {who.dat}", "?"
        english, german = self.pick(WELL)
        no = self.chance(0.15) and english != "better"
        done = Clause(who, Predicate(named("do"), english), "progressive", no)
        nicht = "nicht" * no
        if self.chance(0.2) and not no:
            return done.question()[0], f"geht es {who.dat} {german}", "?"
        return done.main()[0], join(who.dat, "geht es", nicht, german)

    def it_is_me(self):
        """It is me: ich bin es; that is you: das bist du; maybe it is Tom."""
        who = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM, TOM, self.name()))
        by_name = who in NAMES
        what = self.pick((IT, IT, THAT, THIS))
        tense = self.pick(("present", "present", "past"))
        no = self.chance(0.2)
        english = Clause(what, Predicate(BE, who.object), tense, no)
        if by_name and what is IT and self.chance(0.35):
            tense, german = self.pick(MIGHT_BE)
            english = replace(english, tense=tense, negated=tense == "can")
            nicht = "nicht" * english.negated
            return english.main()[0], join("es", german, nicht, who.nom, "sein")
        ist = Clause(who, Predicate(BE), tense)._brackets()[0]
        if by_name and not no and self.chance(0.2):
            maybe = f"maybe {english.main()[0]}"
            return maybe, f"vielleicht {ist} {what.nom} {who.nom}"
        # ich bin es, das bin ich, es ist Tom; bin ich es, bin ich das, ist das Tom
        pair = (
            (who.nom, what.nom) if what is IT and not by_name else (what.nom, who.nom)
        )
        if not no and self.chance(0.25):
            asked = (what.nom, who.nom) if by_name else (who.nom, what.nom)
            return english.question()[0], join(ist, *asked), "?"
        last = ("nicht" * no, pair[1]) if by_name else (pair[1], "nicht" * no)
        return english.main()[0], join(pair[0], ist, *last)

    def the_one(self):
        """Tom is the one who did it: Tom ist derjenige, der es getan hat."""
        subject = self.pick((HE, SHE, TOM, TOM, self.name(), I, YOU, THIS, THAT))
        is_she = subject.english in WOMEN
        nom, acc, dat = RELATIVE["f" if is_she else "m"]
        only = "only " * self.chance(0.35)
        one = ("derjenige", "diejenige", "der Einzige", "die Einzige")[
            is_she + 2 * bool(only)
        ]
        if only and self.chance(0.4):
            return self.said(Clause(subject, Predicate(BE, "the only one", rest=one)))
        if self.chance(0.6):
            word = self.pick(("who", "who", "that"))
            who = Nominal(word, nom, acc, dat, reflexive="sich")
            tense = self.pick(("past", "past", "can"))
            e, g = replace(self.told_once(who), tense=tense).subordinate()
            g = f", {g}"
        else:
            by = self.another(subject, (I, I, WE, SHE, TOM))
            tense = self.pick(("present", "past"))
            seen = Clause(by, Predicate(self.pick(OF_ONE)), tense)
            e, g = seen.subordinate(self.pick(("", "", "that")), acc)
        p = Predicate(BE, f"the {only}one {e}", rest=f"{one} {g}")
        return self.said(Clause(subject, p, "present", self.chance(0.15)), 0.2)

    def mine_is(self):
        """Yours is better: deins ist besser; I lost mine: ich habe meins verloren."""
        english, german = self.pick(list(MINE.items()))
        mine = Nominal(english, german, german, "")
        draw = self.random.random()
        if draw < 0.5:
            choices = (*COMPARED, ("here", "hier"), ("over there", "dort drüben"))
            quality, said = self.pick_quality(QUALITIES_OF_IT)
            if self.chance(0.4):
                quality, said = self.pick(choices)
            p = Predicate(BE, quality, rest=said)
            tense = self.pick(("present", "present", "past"))
            return self.said(Clause(mine, p, tense, self.not_so(quality, 0.15)))
        if draw < 0.6:
            return (*Clause(mine, Predicate(BE)).question("where", "wo"), "?")
        p = self.object_of(Predicate(self.pick(OF_MINE)), mine)
        if self.chance(0.25) and english != "yours":
            return (*Clause(YOU, p, negated=self.chance(0.2)).command(), "!")
        subject = self.pick((I, I, HE, SHE, TOM, YOU, WE))
        tense = self.pick(("past", "past", "can", "present"))
        return Clause(subject, p, tense, self.chance(0.15)).main()

    def this_one(self):
        """This one is better: dieser ist besser; these are mine."""
        subject = self.pick((THIS_ONE, THIS_ONE, THAT_ONE, THAT_ONE, THESE, THOSE))
        english, german = self.pick_quality(QUALITIES_OF_IT)
        if self.chance(0.35):
            who = self.pick((I, YOU, TOM))
            for_ = (f"for {who.object}", f"für {who.acc}")
            english, german = self.pick((*COMPARED, for_, for_))
        p = Predicate(BE, english, rest=german)
        tense = self.pick(("present", "present", "past"))
        return self.said(Clause(subject, p, tense, self.not_so(english, 0.15)), 0.2)

    def same(self):
        """The same: dasselbe; we have the same problem: dasselbe Problem."""
        if self.chance(0.3):
            subject = self.pick((IT, THAT, THIS))
            almost, fast = self.pick((("", ""), ("", ""), ("almost", "fast")))
            p = Predicate(BE, join(almost, "the same"), rest=join(fast, "dasselbe"))
            tense = self.pick(("present", "present", "past"))
            clause = Clause(subject, p, tense, not almost and self.chance(0.3))
            if not clause.negated and self.chance(0.2):
                always = Adverb("always", "immer", middle=True)
                clause = replace(clause, adverb=always)
            return self.said(clause)
        verb = self.pick(OF_THE_SAME)
        if self.chance(0.45) or verb.base in ("do", "say"):
            english = self.pick(("the same", "the same thing"))
            thing = Nominal(english, "", "das Gleiche", "", behind=True)
        else:
            noun = self.pick(ONE_AND_THE_SAME)
            acc = {"m": "denselben", "f": "dieselbe", "n": "dasselbe"}[noun.gender]
            said = f"{acc} {noun.form('acc')}"
            thing = Nominal(f"the same {noun.english}", "", said, "", behind=True)
        tense = self.pick(("present", "past", "will", "would"))
        p = self.object_of(Predicate(verb), thing)
        subject = YOU if self.chance(0.2) else self.somebody()
        return self.said(Clause(subject, p, tense, self.chance(0.12)))

    def her_trade(self):
        """Mary is a true artist: eine wahre Künstlerin."""
        word, german = self.pick(list(HER_ROLE.items()))
        english = self.pick(("good", "great", "famous", "bad", "young", "true", "real"))
        more = english in MEASURED and self.chance(0.2)
        very, sehr = ("very", "sehr") if more else ("", "")
        like = join("a", very, english, word)
        said = join("eine", sehr, f"{ADJECTIVES[english][1]}e", german)
        p = Predicate(BE, like, indefinite=said, negated=f"k{said}")
        tense = self.pick(("present", "present", "past"))
        clause = Clause(self.pick((SHE, MARY)), p, tense, self.chance(0.12))
        return self.said(clause)
