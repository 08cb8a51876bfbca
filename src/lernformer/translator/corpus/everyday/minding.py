"""Constructions of what one enjoys, minds, prefers, regrets, fears and can afford."""

from lernformer.translator.corpus.everyday.choices import (
    HAVE,
    KNOW,
    SAY,
    WANT,
)
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    NONE,
    SHE,
    THEY,
    WE,
    WOULD,
    YOU,
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
    conjugated,
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.helping import Helping
from lernformer.translator.corpus.everyday.joining import NOT_DONE
from lernformer.translator.corpus.everyday.nouns import NOUNS
from lernformer.translator.corpus.everyday.spelling import spell
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    DO,
    VERBS,
    verb_from,
)
from lernformer.translator.corpus.everyday.words import TOM

PREFER = verb_from("prefer preferred preferred = mögen magst mag gemocht i")
REGRET = verb_from("regret = bereuen i")
WISH = verb_from("wish = wünschen i")
WISHED = ("wünschte", "wünschtest", "wünschte", "wünschten")
# what one does to, about or with somebody: mit wem redest du
ABOUT = [v for v in VERBS if v.frame.startswith("p") and v.infinitive != "steigen"]


class Minding(Helping):
    """Draws sentences about what people feel about a thing, or about doing it."""

    def somebody_else(self, subject: Nominal) -> Nominal:
        """A pronoun, name or person that is neither the subject nor part of it."""
        others = (I, YOU, HE, SHE, WE, THEY, TOM, self.name(), self.person(True))
        return self.another(subject, others)

    def doing_something(self, subject: Nominal) -> Clause:
        """Something that the subject can enjoy or regret, without a tense."""
        p = self.predicate(subject)
        while p.verb.base in NOT_DONE or (
            p.negated and not p.negated.startswith("kein")
        ):
            p = self.predicate(subject)
        return Clause(subject, p)

    def told_once(self, subject: Nominal, tense: str = "") -> Clause:
        """A clause that shows its tense: never "when they quit"."""
        while True:
            clause = self.doing_something(subject)
            verb = clause.predicate.verb
            is_now = verb.base == "read" and tense == "present"
            if is_now or verb.past != verb.base:
                return clause

    def wishing_it_had_been(self, subject: Nominal, who: Nominal) -> tuple[str, str]:
        """I wish I had seen it: ich wünschte, ich hätte es gesehen."""
        inner = self.told_once(who)
        p = inner.predicate
        done = verb_from("have had had = haben i")
        middle = join(p.verb.done, p.verb.particle, p.english)
        e = Clause(who, Predicate(done, middle), "past").main()[0]
        if self.chance(0.5):  # of "i'd known" the splitter makes "would"
            e = e.replace(" had ", " would ", 1)
        says = Clause(who, p, "perfect")._says()
        finite = conjugated(WOULD["sein" if says.with_sein else "haben"], who.person)
        g = join(who.nom, finite, inner._middle(), says.participle, inner._to())
        first = Clause(subject, Predicate(WISH)).main()[0]
        wished = conjugated(WISHED, subject.person)
        return f"{first} {e}", f"{subject.nom} {wished} , {g}"

    def preferring(self):
        """I prefer tea: ich mag lieber Tee; I prefer to walk: ich gehe lieber."""
        subject = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM, self.name()))
        tense = self.pick(("present", "present", "would"))
        lieber = Adverb("", "lieber")
        if self.chance(0.45):
            inner = replace(self.told_once(subject, tense), tense=tense, adverb=lieber)
            to = self.pick((inner.doing(), f"to {inner.infinitive()[0]}"))
            if tense == "would":
                to = f"to {inner.infinitive()[0]}"
            e = Clause(subject, Predicate(PREFER, to), tense)
            asks = self.chance(0.15)
            said = (e.question()[0], inner.question()[1], "?")
            return said if asks else (e.main()[0], inner.main()[1])
        noun = self.pick(NOUNS["drink"] + NOUNS["food"] + NOUNS["animal"])
        word = self.pick(("the", "this")) if noun.counted else ""
        bare = self.noun_phrase(noun, words=word, plural=False)
        draw = self.random.random()
        if draw < 0.25:  # i would prefer tea: ich hätte lieber Tee
            bare = self.pick((bare, spell(noun, "a"))) if noun.counted else bare
            e = Clause(subject, Predicate(PREFER, bare.object), "would").main()[0]
            left = conjugated(WOULD["haben"], subject.person)
            return e, f"{subject.nom} {left} lieber {bare.acc}"
        if draw < 0.45:  # i prefer cats to dogs
            first, second = (self.pick(NOUNS[noun.kind]) for _ in range(2))
            this, that = (spell(n, "", plural=n.counted) for n in (first, second))
            p = Predicate(PREFER, f"{this.english} to {that.english}")
            p = replace(p, definite=this.acc, rest=f"lieber als {that.acc}")
            return self.said(Clause(subject, p), 0.15)
        p = self.object_of(Predicate(PREFER), bare)
        clause = Clause(subject, p, "present", adverb=lieber)
        return self.said(clause, 0.2)

    def regretting(self):
        """I regret going: ich bereue es, gegangen zu sein."""
        subject = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM, self.name()))
        inner = self.doing_something(subject)
        e = Clause(subject, Predicate(REGRET, inner.doing())).main()[0]
        says = inner.predicate.says
        to = "sein" if says.with_sein else "haben"
        german = join(inner._middle(), says.participle, "zu", to)
        left = conjugated(REGRET.present, subject.person)
        return e, f"{subject.nom} {left} es , {german}"

    def guessing(self):
        """Guess who came: rate mal, wer gekommen ist; what if he comes?"""
        draw = self.random.random()
        if draw < 0.4:
            dependent = self.dependent()
            while dependent.tense not in ("present", "progressive", "can"):
                dependent = self.dependent()
            e, g = dependent.subordinate("if", "wenn")
            return f"what {e}", f"was ist {g}", "?"
        word, german = self.pick(
            (("what", "was"), ("who", "wen"), ("where", "wo"), ("why", "warum"))
        )
        subject = self.pick((I, I, HE, SHE, TOM, WE, THEY))
        if word == "what":
            clause = Clause(subject, Predicate(self.pick((DO, SAY, WANT))), "past")
        elif word == "who":
            seen = self.pick(
                [
                    v
                    for v in VERBS
                    if v.frame == "a" and v.base in ("see", "meet", "call")
                ]
            )
            clause = Clause(subject, Predicate(seen), "past")
        elif word == "where":
            clause = Clause(subject, Predicate(BE), self.pick(("present", "past")))
        else:
            clause = replace(self.clause(subject, "past", 0), adverb=NONE)
        e, g = clause.subordinate(word, german)
        return f"guess {e}", f"rate mal {g}", "!"

    def doing_as(self):
        """Do as I say: tu, was ich sage; as you know, he is ill."""
        who = self.pick((I, I, HE, SHE, YOU, WE, THEY))
        if self.chance(0.5):
            verb = WANT if who is YOU or self.chance(0.3) else SAY
            base = "like" if verb is WANT and self.chance(0.5) else verb.base
            e = Clause(who, Predicate(replace(verb, base=base, he=f"{base}s"))).main()[
                0
            ]
            g = Clause(who, Predicate(verb)).subordinate("", "was")[1]
            return f"do {self.pick(('as', 'what'))} {e}", f"tu {g}", "!"
        first = Clause(who if who is not I else YOU, Predicate(KNOW)).subordinate(
            "as", "wie"
        )
        clause = replace(self.clause(TOM, "present", 0.1), adverb=NONE, time=NONE)
        e, g = clause.main()
        inverted = clause._inverted("")
        return f"{first[0]} {e}", f"{first[1].removeprefix(', ')} , {inverted}"

    def wishing(self):
        """I wish I were rich: ich wünschte, ich wäre reich."""
        subject = self.pick((I, I, I, YOU, HE, SHE, WE, TOM))
        who = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM, IT))
        draw = self.random.random()
        if draw < 0.45:
            english, german = self.place() if self.chance(0.4) else self.pick_quality()
            p = Predicate(BE, english, rest=german)
            no = self.chance(0.15)
            e = Clause(who, p, "past", no).main()[0]
            if who in (I, HE, SHE, TOM, IT) and self.chance(0.6):
                e = e.replace(" was ", " were ", 1)
            g = Clause(who, p, "would", no).main()[1]
        elif draw < 0.62:
            inner = self.doing_something(who)
            e, g = replace(inner, tense="could").main()
        elif draw < 0.78:  # i wish i had known: ich wünschte, ich hätte es gewusst
            return self.wishing_it_had_been(subject, who)
        else:
            noun = self.pick(NOUNS["thing"])
            word = "a" if noun.counted else "more"
            phrase = self.noun_phrase(noun, words=word, plural=False)
            e = Clause(who, Predicate(HAVE, phrase.object), "past").main()[0]
            g = f"{who.nom} {conjugated(WOULD['haben'], who.person)} {phrase.acc}"
        first = Clause(subject, Predicate(WISH)).main()[0]
        wished = conjugated(WISHED, subject.person)
        that = self.pick(("", "", "that"))
        return join(first, that, e), f"{subject.nom} {wished} , {g}"

    def should_have(self):
        """You should have called: du hättest anrufen sollen."""
        subject = self.pick((I, I, YOU, YOU, HE, SHE, WE, THEY, TOM, self.name()))
        modal, german = self.pick(
            (("should", "sollen"), ("should", "sollen"), ("could", "können"))
        )
        inner = self.doing_something(subject)
        no = modal == "should" and self.chance(0.35)
        p = inner.predicate
        done = replace(p.verb, base=f"have {p.verb.done}")
        e = Clause(subject, replace(p, verb=done), modal, no).main()[0]
        left = conjugated(WOULD["haben"], subject.person)
        middle = replace(inner, negated=no)._middle()
        return e, join(subject.nom, left, middle, p.says.plain, german)

    def stranded(self):
        """Who are you talking to: mit wem redest du; who do you trust?"""
        subject = self.pick((YOU, YOU, YOU, HE, SHE, WE, THEY, TOM))
        tense = self.pick(("progressive", "present", "past", "will", "can"))
        if self.chance(0.3):
            of_persons = [v for v in VERBS if "person" in v.kinds]
            verb = self.pick([v for v in of_persons if v.frame in ("d", "id")])
            word, german = "who", "wem"
        else:
            verb = self.pick([v for v in ABOUT if v.base != "get"])
            preposition, case = verb.frame[1:].split(",")
            of_persons = "person" in verb.kinds
            only = verb.kinds == ("person",)
            word = "who" if only or (of_persons and self.chance(0.6)) else "what"
            german = join(preposition, "wen" if case == "acc" else "wem")
            if word == "what":
                german = f"wo{'r' * (preposition[0] in 'aiuü')}{preposition}"
        if verb.base in ("trust", "believe", "know") and tense == "progressive":
            tense = "present"
        return (*Clause(subject, Predicate(verb), tense).question(word, german), "?")
