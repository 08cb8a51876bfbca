"""The constructions in the corpus, and how often each one is drawn."""

from dataclasses import replace
from random import Random
from typing import NamedTuple

from lernformer.translator.corpus.clauses import Clauses, sex_of
from lernformer.translator.corpus.grammar import (
    HE_HIM,
    IT,
    PAST,
    PRESENT,
    SHE_HER,
    WHAT,
    WHO,
    Clause,
    NounPhrase,
    Pronoun,
    Words,
)
from lernformer.translator.corpus.nouns import SEXES, spread
from lernformer.translator.corpus.phrases import (
    ADULT,
    EVERY_NAME,
    PERSON,
    nouns_of,
)
from lernformer.translator.corpus.verbs import (
    BE,
    CLAUSAL,
    DATIVE,
    INTRANSITIVE,
    TRANSITIVE,
)


class Sentence(NamedTuple):
    """A sentence, how it is built, and which of its words the grammar has joined."""

    source: str
    target: str
    construction: str
    pairs: frozenset[tuple[str, str]]


THAT, WHETHER = Words("that", "dass"), Words("whether", "ob")
BECAUSE, ALTHOUGH = Words("because", "weil"), Words("although", "obwohl")
AND, BUT = Words("and", "und"), Words("but", ", aber")

THINGS = spread("object building animal")
FINDABLE = spread("man woman child animal thing garment vehicle")
ADMIRING = [verb for verb in TRANSITIVE if "as" in verb.extras]
ON_PERSONS = [verb for verb in TRANSITIVE + DATIVE if verb.objects >= PERSON]
ON_THINGS = [verb for verb in TRANSITIVE if not verb.objects & PERSON]
ON_ANY_OBJECT = [verb for verb in TRANSITIVE if verb.objects >= spread("object")]
HOW_MANY = ("many", "some", "two", "three", "four", "ten", "no")


def link(first: Words, word: Words, second: Words) -> Words:
    """Two main clauses, each in its own order: … und …"""
    english = f"{first.english} {word.english} {second.english}"
    return Words(english, f"{first.german} {word.german} {second.german}")


def add(first: Words, second: Words) -> Words:
    return Words(f"{first.english} {second.english}", f"{first.german} {second.german}")


class Constructions(Clauses):
    """Has a method for each construction, which returns the words and their clauses."""

    # one clause

    def statement(self):
        clause = self.fronted(self.clause())
        return clause.main(), clause

    def negation(self):
        make = self.clause if self.chance(0.7) else self.predicate
        clause = self.fronted(make("negated"))
        return clause.main(), clause

    def being(self):
        clause = self.fronted(self.predicate())
        return clause.main(), clause

    def role_of_the_object(self):
        """They admired him as a great director: als einen, but her: als eine."""
        verb = self.pick(ADMIRING)
        subject = self.subject(PERSON)
        nouns = [noun for noun in nouns_of(PERSON) if noun.kind in SEXES]
        candidates = (
            self.pick((HE_HIM, SHE_HER)),
            self.pick(EVERY_NAME),
            self.noun_phrase(self.pick(nouns), "question", plural=False),
        )
        object = self.pick([phrase for phrase in candidates if phrase != subject])
        role = self.role(sex_of(object))
        clause = Clause(subject, verb, self.tense(verb, subject), False, None, object)
        clause = replace(clause, role=role)
        clause = self.fronted(self.maybe_when(clause))
        return clause.main(), clause

    def existence(self):
        """There is a dog in the garden: es gibt einen Hund."""
        noun = self.pick(nouns_of(FINDABLE))
        plural = self.chance(0.5)
        phrase = self.noun_phrase(noun, "negated", plural)
        phrase = replace(
            phrase,
            determiner=self.pick(HOW_MANY) if plural else self.pick(("a", "a", "no")),
            owner=None,
        )
        place = self.place()
        past = self.chance(0.3)
        english = ("was", "were")[plural] if past else ("is", "are")[plural]
        words = Words(
            f"there {english} {phrase.english()} {place.english}",
            f"es {'gab' if past else 'gibt'} {phrase.german('acc')} {place.german}",
        )
        return words, phrase, place

    # questions

    def yes_no_question(self):
        make = self.clause if self.chance(0.75) else self.predicate
        clause = make("question")
        return clause.question(), clause

    def who_question(self):
        """Who as the subject (wer), the object (wen) or the dative (wem)."""
        if self.chance(0.4):
            clause = self.clause("question")
            while not clause.verb.subjects >= PERSON:
                clause = self.clause("question")
            tense = self.tense(clause.verb, WHO)
            clause = replace(clause, subject=WHO, tense=tense)
            clause = replace(clause, time=None, frequency=None)
            return clause.main(), clause
        verb = self.pick(ON_PERSONS)
        subject = self.subject(verb.subjects, "question")
        clause = Clause(subject, verb, self.tense(verb, subject), wh_phrase=WHO)
        clause = self.maybe_when(clause)
        return clause.question(), clause

    def what_question(self):
        """What, or which: welches Buch liest der Mann, welcher Mann liest …"""
        if self.chance(0.3):
            clause = self.clause("question")
            if isinstance(clause.subject, NounPhrase):
                subject = replace(clause.subject, determiner="which", owner=None)
                clause = replace(clause, subject=subject)
                return clause.main(), clause
        verb = self.pick(ON_THINGS)
        subject = self.subject(verb.subjects, "question")
        wh_phrase = WHAT
        if self.chance(0.6):
            wh_phrase = self.noun_phrase(self.pick(nouns_of(verb.objects)), "question")
            wh_phrase = replace(wh_phrase, determiner="which", owner=None)
        clause = Clause(subject, verb, self.tense(verb, subject), wh_phrase=wh_phrase)
        clause = self.maybe_when(clause)
        return clause.question(), clause

    def adverb_question(self):
        """Where, when and why."""
        clause = self.clause("question")
        wh_phrase = self.pick((Words("when", "wann"), Words("why", "warum")))
        if clause.verb in INTRANSITIVE and self.chance(0.5):
            wh_phrase = Words("where", "wo")
        if wh_phrase.english == "where":
            clause = replace(clause, place=None)
        if wh_phrase.english == "when":
            clause = replace(clause, time=None, frequency=None)
        clause = replace(clause, wh_phrase=wh_phrase)
        return clause.question(), clause

    # two clauses

    def content(self):
        """He believes that, he asks whether: dass and ob send the verb to the end."""
        verb = self.pick(CLAUSAL)
        negated = "that" in verb.extras and self.chance(0.15)
        subject = self.subject(PERSON, "definite" if negated else "any")
        tense = self.pick((PRESENT, PAST))
        outer = Clause(subject, verb, tense, negated)
        inner = self.any_clause()
        conjunction = THAT if "that" in verb.extras else WHETHER
        return add(outer.main(), inner.subordinate(conjunction)), outer, inner

    def reason(self):
        """The man works because he is poor: weil er arm ist."""
        outer = self.fronted(self.clause())
        inner = self.any_clause()
        subject = self.again(outer.subject)
        if subject and self.chance(0.5):
            inner = self.predicate("negated" if self.chance(0.2) else "any", subject)
        conjunction = self.pick((BECAUSE, BECAUSE, ALTHOUGH))
        return add(outer.main(), inner.subordinate(conjunction)), outer, inner

    def coordination(self):
        first = self.fronted(self.any_clause())
        second = self.fronted(self.any_clause())
        words = link(first.main(), self.pick((AND, AND, BUT)), second.main())
        return words, first, second

    def it_is(self):
        """The table is old and it is heavy: der Tisch, so er; die Lampe, so sie."""
        noun = self.pick(nouns_of(THINGS))
        subject = self.noun_phrase(noun, "definite")
        subject = replace(subject, owner=None, adjective=None, very=False)
        this = self.adjective_for(subject)
        that = self.adjective_for(replace(subject, adjective=this))
        tense = self.pick((PRESENT, PAST))
        first = Clause(subject, BE, tense, quality=self.quality(this))
        word = self.pick((AND, BUT, BECAUSE, ALTHOUGH))
        second = Clause(
            self.it(subject),
            BE,
            tense,
            negated=word is not AND and self.chance(0.3),
            quality=self.quality(that),
        )
        if word in (AND, BUT):
            return link(first.main(), word, second.main()), first, second
        return add(first.main(), second.subordinate(word)), first, second

    def bought_because_it(self):
        """I bought the table because it was old, or: and my brother sold it."""
        verb, again = self.random.sample(ON_ANY_OBJECT, 2)
        noun = self.pick(nouns_of(spread("object")))
        object = replace(self.noun_phrase(noun, "negated"), owner=None)
        subject = self.subject(ADULT, "question")  # a child could be "it" too
        other = self.subject(PERSON, "definite")
        first = Clause(subject, verb, self.pick((PRESENT, PAST)), object=object)
        if self.chance(0.5):
            quality = self.quality(self.adjective_for(object))
            second = Clause(self.it(object), BE, first.tense, quality=quality)
            if self.chance(0.2):
                second = replace(second, negated=True)
            word = self.pick((BECAUSE, ALTHOUGH))
            return add(first.main(), second.subordinate(word)), first, second
        word = self.pick((AND, BUT))
        second = Clause(other, again, self.tense(again, other), object=self.it(object))
        if word is BUT:
            second = replace(second, negated=True)
        return link(first.main(), word, second.main()), first, second

    @staticmethod
    def it(phrase: NounPhrase) -> Pronoun:
        return IT["pl" if phrase.plural else phrase.noun.gender]


CONSTRUCTIONS = {
    "statement": 30,
    "negation": 9,
    "being": 8,
    "role_of_the_object": 5,
    "existence": 3,
    "yes_no_question": 7,
    "who_question": 4,
    "what_question": 5,
    "adverb_question": 3,
    "content": 9,
    "reason": 7,
    "coordination": 6,
    "it_is": 3,
    "bought_because_it": 4,
}
NAMES_OF_ALL, WEIGHTS = list(CONSTRUCTIONS), list(CONSTRUCTIONS.values())


def draw(random: Random, construction: str | None = None) -> Sentence:
    """Draw a sentence; without ``construction``, weights decide how often each comes.

    The German is written as in print, except that the words are separate tokens, and
    only nouns and names begin with a capital, so no word changes when it comes first.
    """
    if construction is None:
        (construction,) = random.choices(NAMES_OF_ALL, WEIGHTS)
    writer = Constructions(random, detail=random.random() ** 2)
    words, *parts = getattr(writer, construction)()
    mark = "?" if construction.endswith("question") else "."
    pairs = frozenset(pair for part in parts for pair in part.pairs())
    return Sentence(words.english, f"{words.german} {mark}", construction, pairs)
