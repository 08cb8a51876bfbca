"""Constructions of how things go, what will do, who is right, and what one is offered."""

from lernformer.translator.corpus.everyday.clauses import (
    EVERYBODY,
    NOBODY,
    Clause,
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.giving import named
from lernformer.translator.corpus.everyday.judging import Judging
from lernformer.translator.corpus.everyday.nouns import NOUNS
from lernformer.translator.corpus.everyday.phrases import A_CUP_OF
from lernformer.translator.corpus.everyday.spelling import spell
from lernformer.translator.corpus.everyday.verbs import VERBS

BY_EVERYBODY = [
    named(base) for base in ["know", "love", "want", "need", "have", "like", "hate"]
]


class Faring(Judging):
    """Draws sentences about how it goes, and about who is right about it."""

    # ---- what one offers, what one knows -----------------------------------------------

    def have_some(self):
        """Have some tea: nimm dir etwas Tee; have another beer: nimm noch ein Bier."""
        noun = self.pick(NOUNS["food"] + NOUNS["drink"])
        please, bitte = self.pick((("", ""), ("", ""), ("please", "bitte")))
        is_one = noun.counted or noun.english in A_CUP_OF
        if not is_one or self.chance(0.3):
            more, noch = self.pick(
                (("some", "etwas"), ("some", "etwas"), ("some more", "noch etwas"))
            )
            thing = spell(noun, "", plural=noun.counted)
            etwas = {"etwas": "ein paar", "noch etwas": "noch ein paar"}
            noch = etwas[noch] if noun.counted else noch
            said = f"have {more} {thing.english}", f"nimm dir {noch} {thing.acc}"
        else:
            word, noch = self.pick((("a", ""), ("another", "noch")))
            thing = spell(noun, "a")
            english = spell(noun, word).english
            take = "trink" if noun.kind == "drink" else "nimm dir"
            said = f"have {english}", join(take, noch, thing.acc)
        return join(please, said[0]), join(bitte, said[1]), "!"

    def does_nobody(self):
        """Does not anybody care: hört denn niemand zu?"""
        verb = self.pick([v for v in VERBS if v.frame == "i" and not v.reflexive])
        tense = self.pick(("present", "present", "past", "can"))
        anyone = self.pick(("anyone", "anybody"))
        e = Clause(Nominal(anyone, "", "", ""), Predicate(verb), tense, True)
        g = Clause(NOBODY, Predicate(verb, light="denn"), tense)
        german = g.question()[1].replace("niemand denn", "denn niemand", 1)
        asked = e.question()[0].replace(f" {anyone} not", f" not {anyone}")
        return asked.replace("can not ", "cannot "), german, "?"

    def everybody_does(self):
        """Everybody knows Tom: jeder kennt Tom; but: alle mögen Tom."""
        verb = self.pick(BY_EVERYBODY)
        tense = self.pick(("present", "present", "past"))
        p = self.object_of(Predicate(verb), self.somebody_else(EVERYBODY))
        if "person" not in verb.kinds or self.chance(0.4):
            p = self.with_verb(verb, EVERYBODY)
        while {"anybody", "anything"} & {*p.english.split()}:
            p = self.with_verb(verb, EVERYBODY)
        return Clause(EVERYBODY, p, tense).main()
