"""Constructions with a relative clause, a question tag, or a genitive."""

from lernformer.translator.corpus.declension import Noun
from lernformer.translator.corpus.everyday.being import NEVER_NEGATED
from lernformer.translator.corpus.everyday.choices import (
    BELIEVE,
    KNOW,
    LIKE,
    QUALITIES_OF_IT,
    SAY,
    THESE,
)
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    NONE,
    SHE,
    THAT,
    THEY,
    THIS,
    WE,
    YOU,
    Clause,
    I,
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.joining import Joining
from lernformer.translator.corpus.everyday.nouns import NOUNS, determiner
from lernformer.translator.corpus.everyday.spelling import contract, spell
from lernformer.translator.corpus.everyday.tables import pairs
from lernformer.translator.corpus.everyday.verbs import BE, ER, VERBS, WIR, Verb, named
from lernformer.translator.corpus.everyday.words import BY_NAME, PERSONS, TOM

# who and that before a relative clause: nominative, accusative, dative
RELATIVE = {
    "m": ("der", "den", "dem"),
    "f": ("die", "die", "der"),
    "n": ("das", "das", "dem"),
    "pl": ("die", "die", "denen"),
}
FELT = ("like", "love", "know", "see", "hate")
# what people do with something that has no name: everything that you say
DONE = {"say", "do", "want", "need", "have", "see", "hear", "buy", "find", "sell"}
WITH_NOUNS = [v for v in VERBS if v.frame in ("a", "d") and "-" not in v.kinds]
FELT_FOR = [v for v in WITH_NOUNS if v.base in FELT and not v.particle]
WITH_ANYTHING = [
    v for v in VERBS if v.frame == "a" and v.base in DONE and not v.particle
]
WITH_ANYTHING += [SAY, SAY, KNOW]
OUTSIDE = ("river", "lake", "bridge", "beach")
INSIDE = [noun for noun in NOUNS["place"] if noun.english not in OUTSIDE]
AT_A_PLACE = [named(base) for base in ("live", "work", "study", "sleep", "wait")]
# whose car: the genitives of the owners
GENITIVES = dict(pairs("choices", "genitives"))
TAGS = ("present", "past", "progressive", "perfect", "can", "will")
# kinds of nouns, those that people talk about most more often
TALKED_OF = ("person", "person", "person", "thing", "thing", "idea", "animal", "place")


class Relating(Joining):
    """Draws sentences about somebody or something that a relative clause describes."""

    # ---- relative clauses ------------------------------------------------------------

    def somebody(self) -> Nominal:
        return self.pick((I, I, YOU, YOU, HE, SHE, WE, THEY, TOM, self.name()))

    def with_object(self, verbs: list[Verb]) -> Clause:
        """A clause without its object: you bought."""
        tense = self.pick(("past", "past", "past", "present", "present", "perfect"))
        verb = self.pick(verbs)
        if tense == "perfect" and verb.base in ("want", "like", "love", "hate"):
            tense = "present"
        no = self.chance(0.08) and tense != "perfect"
        return Clause(self.somebody(), Predicate(verb), tense, no)

    def relative_clause(self, noun: Noun, plural: bool = False) -> tuple[str, str]:
        """A relative clause: who laughs, that you bought, where i live."""
        nom, acc, dat = RELATIVE["pl" if plural else noun.gender]
        is_person = noun in PERSONS
        draw = self.random.random()
        if noun in INSIDE and draw < 0.5:
            tense = self.pick(("present", "past"))
            clause = Clause(self.somebody(), Predicate(self.pick(AT_A_PLACE)), tense)
            return clause.subordinate("where", f"in {dat}")
        if is_person and draw < 0.55:
            word, person = self.pick(("who", "who", "that")), WIR if plural else ER
            who = Nominal(word, nom, acc, dat, person, reflexive="sich")
            english, german = self.clause(who, negated=0.1).subordinate()
            return english, f", {german}"
        if not is_person and draw < 0.15:
            which = Nominal(self.pick(("that", "which")), nom, acc, dat, ER)
            which = which if not plural else Nominal("that", nom, acc, dat, WIR)
            english, german = self.pick_quality(QUALITIES_OF_IT)
            tense = self.pick(("present", "past"))
            clause = Clause(which, Predicate(BE, english, rest=german), tense)
            return clause.subordinate()[0], f", {clause.subordinate()[1]}"
        kinds = {noun.english, noun.kind}
        verbs = [v for v in WITH_NOUNS if kinds & set(v.kinds)]
        clause = self.with_object(verbs)
        case = dat if clause.predicate.verb.frame == "d" else acc
        words = ("", "who", "that") if is_person else ("", "", "that", "which")
        return clause.subordinate(self.pick(words), case)

    def phrase_with_relative(self) -> tuple[Nominal, Noun, tuple[str, str]]:
        """A noun phrase, its noun, and a relative clause."""
        kind = self.pick(TALKED_OF)
        noun = self.pick(PERSONS if kind == "person" else NOUNS[kind])
        plural = noun.counted and self.chance(0.2)
        is_known = plural or not noun.counted or self.chance(0.8)
        word = "the" if is_known else "a"
        phrase = spell(noun, word, plural=plural)
        return phrase, noun, self.relative_clause(noun, plural)

    def relative(self):
        phrase, noun, (english, german) = self.phrase_with_relative()
        draw = self.random.random()
        if draw < 0.25:  # this is the man who lives here
            what = self.pick((THIS, THAT)) if phrase.person == ER else THESE
            p = Predicate(BE, phrase.english, rest=phrase.nom)
            tense = "present" if self.chance(0.8) else "past"
            e, g = Clause(what, p, tense).main()
            return join(e, english), join(g, german)
        if draw < 0.55 and phrase.without is None:  # the man who lives here is old
            described = Nominal(
                join(phrase.english, english),
                *(join(form, german, ",") for form in (phrase.nom, phrase.acc)),
                phrase.dat,
                phrase.person,
                reflexive="sich",
            )
            if noun in PERSONS and self.chance(0.5):  # the man who lives here has a dog
                return self.clause(described, negated=0.1).main()
            choices = () if noun in PERSONS else (QUALITIES_OF_IT,)
            english, german = self.pick_quality(*choices)
            tense = self.pick(("present", "present", "past"))
            no = self.not_so(english, 0.15)
            clause = Clause(described, Predicate(BE, english, rest=german), tense, no)
            return clause.main()
        if draw < 0.65 and phrase.without is None:  # where is the man who lives here
            is_who = noun in PERSONS and self.chance(0.5)
            question_word = ("who", "wer") if is_who else ("where", "wo")
            tense = "present" if self.chance(0.8) else "past"
            e, g = Clause(phrase, Predicate(BE), tense).question(*question_word)
            return join(e, english), join(g, german), "?"
        kinds = {noun.english, noun.kind}
        verbs = [v for v in WITH_NOUNS if v.particle in ("", "for", "at", "to")]
        verb = self.pick([v for v in verbs if kinds & set(v.kinds)])
        subject = YOU if self.chance(0.3) else self.subject()
        case = "dat" if verb.frame == "d" else "acc"
        p = self.object_of(Predicate(verb), phrase, case)
        tense = self.pick(("present", "past", "past", "can", "will"))
        if subject == YOU and self.chance(0.6):
            e, g = Clause(subject, p, tense).question()
            return join(e, english), join(g, german), "?"
        no = self.chance(0.2) and subject.takes_not
        e, g = Clause(subject, p, tense, no).main()
        return join(e, english), join(g, german)

    def everything_that(self):
        """Everything, something, nothing or what, with something that somebody does."""
        clause = self.with_object(WITH_ANYTHING)
        english, german = clause.subordinate(self.pick(("", "that")), "was")
        free = clause.subordinate("what")[0], join("was", clause.subordinate()[1])
        draw = self.random.random()
        quality, eigenschaft = self.pick_quality(QUALITIES_OF_IT)
        tense = "present" if self.chance(0.6) else "past"
        if draw < 0.25:
            alles = self.pick((("all", "alles"), ("everything", "alles")))
            p = Predicate(BE, alles[0], rest=alles[1])
            e, g = Clause(self.pick((THAT, THIS)), p, tense).main()
            return join(e, english), join(g, german)
        if draw < 0.45:
            source, target = join("everything", english), join("alles", german, ",")
            all_of_it = Nominal(source, target, "", "")
            p = Predicate(BE, quality, rest=eigenschaft)
            return Clause(all_of_it, p, tense).main()
        if draw < 0.6:
            what = Nominal(free[0], f"{free[1]} ,", "", "")
            p = Predicate(BE, quality, rest=eigenschaft)
            return Clause(what, p, tense, self.not_so(quality, 0.2)).main()
        if draw < 0.75:
            can = Clause(self.somebody(), clause.predicate, "can")
            e, g = can.subordinate(self.pick(("", "that")), "was")
            if self.chance(0.4):
                return join("is there anything", e), join("gibt es etwas", g), "?"
            return join("there is nothing", e), join("es gibt nichts", g)
        if draw < 0.88:
            no = self.chance(0.4)
            source = f"that is {'not ' * no}{free[0]}"
            return source, f"das ist {'nicht das ' * no}, {free[1]}"
        if self.chance(0.5):
            verb = self.pick((KNOW, BELIEVE))
            subject = self.pick((I, HE, SHE, TOM, WE))
            no = self.chance(0.6)
            e, g = Clause(subject, Predicate(verb), "present", no).main()
            return join(e, free[0]), f"{g} , {free[1]}"
        e, g = Clause(self.somebody(), Predicate(LIKE), "present").main()
        return join(e, "everything", english), join(g, "alles", german)

    # ---- tags ------------------------------------------------------------------------

    def tag(self):
        """You like tea, don't you: du magst Tee, nicht wahr?"""
        who = self.pick((YOU, YOU, HE, SHE, WE, THEY, IT, TOM, THAT))
        pronoun = {TOM.english: HE, THAT.english: IT}.get(who.english, who)
        if self.chance(0.4) or who in (IT, THAT):
            choices = (QUALITIES_OF_IT,) if who in (IT, THAT) else ()
            english, german = self.pick_quality(*choices)
            tense = self.pick(("present", "past"))
            p = Predicate(BE, english, rest=german)
            no = self.chance(0.35) and not english.startswith(NEVER_NEGATED)
            clause = Clause(who, p, tense, no)
        else:
            clause = self.clause(who, self.pick(TAGS), 0.35)
            while {"nobody", "nothing", "no"} & {*clause.predicate.english.split()}:
                clause = self.clause(who, self.pick(TAGS), 0.35)
            clause = replace(clause, adverb=NONE, time=NONE)
        no, clause = clause.negated, clause._settled()
        operator = replace(clause, subject=pronoun)._verb()[1]
        if not no:
            operator = "cannot" if operator == "can" else f"{operator} not"
        e, g = clause.main()
        target = f"{g} , {'oder' if no else 'nicht wahr'}"
        return f"{e} {operator} {pronoun.english}", target, "?"

    # ---- genitives -------------------------------------------------------------------

    def of_somebody(self) -> Nominal:
        """My father's car: das Auto meines Vaters."""
        owner, genitive = self.pick(list(GENITIVES.items()))
        kind = self.pick(("thing", "thing", "idea", "animal", "kin"))
        kin = [BY_NAME[name] for name in ("friend", "boss", "brother", "sister")]
        noun = self.pick(kin if kind == "kin" else NOUNS[kind])
        gender = BY_NAME[owner].gender
        word = self.pick(("my", "my", "your", "his", "her", "our", "the"))
        if owner in ("teacher", "doctor", "boy", "girl", "man", "woman", "child"):
            word = self.pick(("the", "the", "this"))
        possessor = f"{determiner(word, 'gen', gender)} {genitive}"
        nom, acc, dat = (
            f"{determiner('the', case, noun.gender)} {noun.form(case)} {possessor}"
            for case in ("nom", "acc", "dat")
        )
        return Nominal(f"{word} {owner} 's {noun.english}", nom, acc, dat)

    def genitive(self):
        whose = self.of_somebody()
        draw = self.random.random()
        if draw < 0.35:
            english, german = self.pick_quality(QUALITIES_OF_IT)
            tense = self.pick(("present", "present", "past"))
            p = Predicate(BE, english, rest=german)
            return Clause(whose, p, tense, self.not_so(english, 0.15)).main()
        if draw < 0.55:
            what = self.pick((THIS, THAT, IT))
            p = Predicate(BE, whose.english, rest=whose.nom)
            clause = Clause(what, p, "present", self.chance(0.15))
            return (*clause.question(), "?") if self.chance(0.3) else clause.main()
        if draw < 0.65:
            e, g = Clause(whose, Predicate(BE)).question("where", "wo")
            return e, g, "?"
        if draw < 0.75:
            place = BY_NAME[self.pick(("house", "room", "garden", "car", "office"))]
            owned = f"{determiner('the', 'dat', place.gender)} {place.form('dat')}"
            owner = self.of_somebody()
            *_, word, genitive = owner.nom.split()
            name = owner.english.split(" 's")[0]
            german = f"{contract('in', owned)} {word} {genitive}"
            p = Predicate(BE, f"in {name} 's {place.english}", rest=german)
            return Clause(self.subject(), p, self.pick(("present", "past"))).main()
        verb = self.pick(FELT_FOR)
        p = self.object_of(Predicate(verb), whose)
        no = self.chance(0.2)
        tense = self.pick(("present", "past"))
        return Clause(self.somebody(), p, tense, no).main()
