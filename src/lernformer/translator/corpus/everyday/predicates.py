"""What is done: draws a verb of everyday English and German with what belongs to it."""

from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    NOBODY,
    THAT,
    THEY,
    THIS,
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.idioms import SAGEN, Idioms
from lernformer.translator.corpus.everyday.noun_phrases import POINTING, nouns_of
from lernformer.translator.corpus.everyday.pronouns import (
    ANYBODY,
    ANYTHING,
    EVERYTHING,
    NOTHING,
    SOMETHING,
)
from lernformer.translator.corpus.everyday.spelling import contract
from lernformer.translator.corpus.everyday.verbs import MACHEN, OFTEN, VERBS, Verb
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    DOINGS,
    FAHREN,
    WISSEN,
)


def _other_meanings(verb: Verb, verbs: list[Verb]) -> list[Verb]:
    """Those of the verbs that have the same name in English."""
    name = (verb.base, verb.particle)
    return [other for other in verbs if (other.base, other.particle) == name]


def _of_its_kind(verb: Verb) -> bool:
    """Whether English has it of other things too: i catch it is ich fange es."""
    before = _other_meanings(verb, VERBS[: VERBS.index(verb)])
    return any(o.lemma != verb.lemma and {*o.kinds} - {"person"} for o in before)


# English says these of persons too, German doesn't: answer him, answer a letter
OF_PERSONS_TOO = {
    verb
    for verb in VERBS
    if verb.kinds and "person" not in verb.kinds
    if any("person" in other.kinds for other in _other_meanings(verb, VERBS))
}
MAY_BE_PERSONS = (THEY, *POINTING)
OF_ITS_KIND = {verb for verb in VERBS if verb.kinds and _of_its_kind(verb)}
# verbs that form an idiom with its own German verb: take a picture
IDIOMS = {("take", "picture"), ("take", "pictures"), ("save", "life")}
IDIOMS |= {("make", "cake"), ("make", "cakes"), ("see", "doctor")}
IDIOMS |= {("have", "party"), ("have", "parties"), ("have", "idea")}
IDIOMS |= {("have", "baby"), ("have", "babies")}
# to know these is "wissen"; to know anything else is "kennen"
KNOWN_AS_TRUE = (IT, THIS, THAT, ANYTHING, SOMETHING, NOTHING, EVERYTHING)


class Predicates(Idioms):
    """Draws what somebody does."""

    def predicate(self, subject: Nominal, anybody: bool = False) -> Predicate:
        """Anything that somebody does; "anybody" only in negations and questions."""
        p = self._predicate(subject)
        while not anybody and {"anybody", "anything"} & {*p.english.split()}:
            p = self._predicate(subject)
        return p

    def _predicate(self, subject: Nominal) -> Predicate:
        draw = self.random.random()
        if draw < 0.12:
            return self.moving()
        if draw < 0.18:
            return self.special(subject)
        if draw < 0.22:
            return self.pick(DOINGS)
        (verb,) = self.random.choices(VERBS, cum_weights=OFTEN)
        return self.with_verb(verb, subject)

    def with_verb(self, verb: Verb, subject: Nominal) -> Predicate:
        """The verb with its objects: read a book, give him a book, wait for him."""
        frame, p = verb.frame, Predicate(verb)
        if frame in ("i", "im", "il"):
            if frame == "il" and self.chance(0.6):
                return self.staying(p)
            if frame == "im" and self.chance(0.5):
                return self.moving()
            return p
        if frame in ("ia", "id") and self.chance(0.4):
            return p
        if "-" in verb.kinds:
            return Predicate(self.pick([v for v in VERBS if v.frame == "i"]))
        thing = self.anything(verb.kinds, subject)
        if verb in OF_ITS_KIND and "person" not in verb.kinds:
            noun = self.pick(nouns_of(self.pick(verb.kinds)))
            thing = self.noun_phrase(noun, definite=True)
        while verb in OF_PERSONS_TOO and thing in MAY_BE_PERSONS:
            thing = self.anything(verb.kinds, subject)
        while (verb.base, thing.english.split()[-1]) in IDIOMS:
            thing = self.anything(verb.kinds, subject)
        if verb.base == "drive" and thing.english == "a car":
            p = Predicate(verb, "a car", FAHREN)
            return replace(p, indefinite="Auto", negated="kein Auto")
        if verb.base in ("make", "mean") and thing is IT:  # i make it: ich schaffe es
            thing = THAT
        if verb.base == "know" and thing in KNOWN_AS_TRUE:
            p = Predicate(verb, german_verb=WISSEN)
        if verb.base == "scare":  # it scares me: es macht mir Angst
            thing = self.name() if thing.without or thing.behind else thing
            p = self.object_of(replace(p, german_verb=MACHEN), thing, "dat")
            return replace(p, indefinite="Angst", negated="keine Angst")
        if frame in ("a", "ia"):
            return self.object_of(p, thing)
        if frame in ("d", "id"):
            return self.object_of(p, thing, "dat")
        if frame == "g":
            return self.giving(p, thing, subject)
        preposition, case = frame[1:].split(",")
        if thing in (ANYBODY, ANYTHING, NOTHING, SOMETHING, EVERYTHING, NOBODY):
            thing = HE if verb.kinds == ("person",) else IT
        if thing in (IT, THIS, THAT) and preposition in ("in", "aus"):
            thing = self.noun_phrase(BY_NAME[self.pick(verb.kinds)], definite=True)
        if thing in (IT, THIS, THAT):
            r = "r" if preposition[0] in "aiuü" else ""
            return replace(p, english=thing.object, rest=f"da{r}{preposition}")
        return replace(
            p, english=thing.object, rest=contract(preposition, thing.german(case))
        )

    def giving(self, p: Predicate, thing: Nominal, subject: Nominal) -> Predicate:
        """The predicate with a receiver and a thing: give Tom a book."""
        verb, receiver = p.verb, self.anything(("person",), subject)
        if thing.light or thing in (ANYTHING, SOMETHING, NOTHING, EVERYTHING):
            thing = self.noun_phrase(self.pick(nouns_of(self.pick(verb.kinds))))
        if receiver.without or receiver.behind:
            receiver = self.name()
        elif self.chance(0.12):  # give me that: gib mir das
            thing = self.pick((THAT, THIS))
        if verb.base == "tell" and thing in MAY_BE_PERSONS:
            thing = THAT
        if verb.base == "tell" and thing in KNOWN_AS_TRUE:  # not a story
            p = replace(p, german_verb=SAGEN)
        p = self.object_of(p, receiver, "dat")
        first = p.definite
        p = self.object_of(replace(p, definite=""), thing)
        return replace(p, definite=join(first, p.definite))
