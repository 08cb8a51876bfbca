"""Random clauses: a verb, what the verb requires, and what may be added."""

from dataclasses import replace

from lernformer.translator.corpus.declension import Adjective
from lernformer.translator.corpus.grammar import (
    HE_HIM,
    PAST,
    PRESENT,
    SHE_HER,
    THEY_THEM,
    WEATHER_IT,
    Both,
    Clause,
    Name,
    NounPhrase,
    Phrase,
    Pronoun,
    Tense,
    Words,
    prepositional,
)
from lernformer.translator.corpus.nouns import (
    ADJECTIVES,
    FREQUENCIES,
    MANNERS,
    SEXES,
    TIMES,
    WHERE_TO,
    go_together,
    spread,
)
from lernformer.translator.corpus.phrases import PERSON, PLACE, Phrases, adjectives_of
from lernformer.translator.corpus.verbs import (
    BE,
    DATIVE,
    DITRANSITIVE,
    ER,
    INTRANSITIVE,
    MODALS,
    MOTION,
    TRANSITIVE,
    WEATHER,
    WILL,
    WIR,
    Modal,
    Verb,
)

BEING = spread("being")
DESCRIBED = spread("any food dish drink") - {"spot"}


def _frame(verbs: list[Verb], weight: int) -> tuple[list[Verb], int]:
    """Separable verbs get twice the weight, because they have more forms to learn."""
    return verbs + [verb for verb in verbs if verb.prefix], weight


FRAMES = {
    "intransitive": _frame(INTRANSITIVE, 4),
    "motion": _frame(MOTION, 1),
    "transitive": _frame(TRANSITIVE, 5),
    "dative": _frame(DATIVE, 1),
    "ditransitive": _frame(DITRANSITIVE, 1),
}
FRAME_WEIGHTS = [weight for _, weight in FRAMES.values()]
# people can be hungry today, but if they are old, they are old every day
PASSING = ("happy", "sad", "tired", "hungry", "sick")
COMPANY = (("with", "mit", "dat"), ("without", "ohne", "acc"))


def sex_of(phrase: Phrase) -> str:
    """Return man, woman, or nothing if the phrase doesn't say."""
    if isinstance(phrase, NounPhrase):
        return SEXES.get(phrase.noun.kind, "")
    return phrase.sex if isinstance(phrase, Pronoun) else ""


def is_being(phrase: Phrase) -> bool:
    return not isinstance(phrase, NounPhrase) or phrase.noun.kind in BEING


def nobody(phrase: Phrase | None) -> bool:
    return isinstance(phrase, NounPhrase) and phrase.determiner == "no"


class Clauses(Phrases):
    """Draws clauses. ``mood`` is any, negated or question, as in ``determiners_of``."""

    def clause(self, mood: str = "any") -> Clause:
        """A clause with a verb and whatever this verb requires."""
        (frame,) = self.random.choices(list(FRAMES), FRAME_WEIGHTS)
        verb = self.pick(FRAMES[frame][0])
        negated = mood == "negated"
        known = "definite" if negated else mood  # "a man does not …" means: no man
        subject = self.subject(verb.subjects, known)
        object = None
        if verb.objects:
            # "no dog sees no cat" would be a double negation
            once = "question" if nobody(subject) else mood
            object = self.object(verb.objects, subject, once)
        tense = self.tense(verb, subject, object)
        clause = Clause(subject, verb, tense, negated, object=object)
        if frame == "ditransitive":
            other = "definite" if negated else "question"
            recipient = self.object(PERSON, subject, other)
            bare = isinstance(object, NounPhrase) and not object.determiner
            if recipient == SHE_HER and bare:
                recipient = HE_HIM  # "gives her milk" could be: her milk
            clause = replace(clause, recipient=recipient)
        return self.with_adverbs(clause, frame)

    def tense(self, verb: Verb, subject: Phrase, object: Phrase | None = None) -> Tense:
        # "they read" could be present or past
        alike = verb.present[0] == verb.past[0] and subject.agreement != ER
        stative = not verb.auxiliary or verb.name in ("belong to", "need")
        if alike or (not stative and self.chance(0.25)):
            # "must see no dog" would be "darf keinen Hund sehen"
            no = nobody(subject) or nobody(object)
            return self.pick([m for m in MODALS if not (no and m.is_duty)])
        return self.pick((PRESENT, PAST))

    def with_adverbs(self, clause: Clause, frame: str) -> Clause:
        verb, negated = clause.verb, clause.negated
        if frame == "motion":
            place = self.place([name for name in WHERE_TO if name in verb.extras])
            clause = replace(clause, place=place)
        elif frame == "intransitive":
            chance = 0.25 + 0.4 * self.detail
            clause = replace(
                clause, place=self.place() if self.chance(chance) else None
            )
        elif frame == "transitive" and not (negated or verb.objects & PLACE):
            # not when negated: after an object, "nicht" could have two places
            chance = 0.25 * self.detail
            clause = replace(
                clause, place=self.place() if self.chance(chance) else None
            )
        clause = self.maybe_when(clause)
        if negated:
            return clause
        manners = [name for name in MANNERS if name in verb.extras]
        if manners and self.chance(0.25):
            manner = self.pick(manners)
            clause = replace(clause, manner=Words(manner, MANNERS[manner]))
        elif frame in ("intransitive", "motion") and self.chance(0.2 * self.detail):
            clause = replace(clause, company=self.company(clause, *self.pick(COMPANY)))
        elif "for" in verb.extras and self.chance(0.3 * self.detail):
            company = self.company(clause, "for", "für", "acc")
            clause = replace(clause, company=company)
        elif self.can_be_often(clause) and self.chance(0.15):
            often = self.pick(list(FREQUENCIES))
            clause = replace(clause, frequency=Words(often, FREQUENCIES[often]))
        return clause

    def can_be_often(self, clause: Clause) -> bool:
        """Whether it takes "often": this would split modals; "often no dog" is odd."""
        if isinstance(clause.tense, Modal) or clause.time or clause.recipient:
            return False
        return not (nobody(clause.subject) or nobody(clause.object))

    def maybe_when(self, clause: Clause) -> Clause:
        timeless = clause.verb.name == "belong to"
        if timeless or not self.chance(0.15 + 0.4 * self.detail):
            return clause
        tense = clause.tense
        times = TIMES[tense.times if isinstance(tense, Modal) else tense]
        english = self.pick(list(times))
        if clause.negated and english == "every day":  # or: not every day
            english = "today"
        return replace(clause, time=Words(english, times[english]))

    def company(self, clause: Clause, english: str, german: str, case: str) -> Words:
        person = self.object(PERSON, clause.subject, "definite")
        return prepositional(english, german, case, person)

    def fronted(self, clause: Clause) -> Clause:
        """Perhaps put the time or the place first: gestern schläft der Hund."""
        if clause.time and self.chance(0.3):
            return replace(clause, front="time")
        if clause.place and clause.verb in INTRANSITIVE and self.chance(0.15):
            return replace(clause, front="place")
        return clause

    def predicate(self, mood: str = "any", subject: Phrase | None = None) -> Clause:
        """Someone or something is tired, a good teacher, in the garden."""
        negated = mood == "negated"
        if not subject:
            kinds = PERSON if self.chance(0.4) else DESCRIBED
            subject = self.subject(kinds, "definite" if negated else mood)
        clause = Clause(subject, BE, self.pick((PRESENT, PRESENT, PAST)), negated)
        draw = self.random.random()
        if draw < 0.25 and sex_of(subject):
            role = self.role(sex_of(subject), plural=subject.agreement == WIR)
            return replace(clause, object=role)
        if draw < 0.35 and is_being(subject):
            return replace(clause, quality=self.place())
        adjective = self.adjective_for(subject)
        clause = replace(clause, quality=self.quality(adjective))
        return self.maybe_when(clause) if adjective.english in PASSING else clause

    def adjective_for(self, subject: Phrase) -> Adjective:
        """One for the predicate, without repetition as in "the old man is old"."""
        if not isinstance(subject, NounPhrase):
            return self.pick([a for a in ADJECTIVES.values() if a.kinds >= PERSON])
        adjectives = adjectives_of(subject.noun)
        return self.pick([a for a in adjectives if go_together(subject.adjective, a)])

    def weather(self) -> Clause:
        tense = self.pick((PRESENT, PAST, WILL))
        return self.maybe_when(Clause(WEATHER_IT, self.pick(WEATHER), tense))

    def any_clause(self) -> Clause:
        draw = self.random.random()
        if draw < 0.05:
            return self.weather()
        mood = "negated" if self.chance(0.15) else "any"
        return self.predicate(mood) if draw < 0.3 else self.clause(mood)

    def again(self, phrase: Phrase) -> Pronoun | None:
        """The pronoun for a person who was just mentioned, if their sex is clear."""
        if isinstance(phrase, Pronoun) and not isinstance(phrase, Name):
            return phrase
        if nobody(phrase):
            return None
        if isinstance(phrase, Both) or (phrase.agreement == WIR and is_being(phrase)):
            return THEY_THEM
        return {"man": HE_HIM, "woman": SHE_HER}.get(sex_of(phrase))
