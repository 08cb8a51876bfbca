"""Predicates that one of the languages says in its own way: play tennis, agree with."""

from lernformer.translator.corpus.everyday.clauses import (
    IT,
    THAT,
    THIS,
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.nouns import LANGUAGES
from lernformer.translator.corpus.everyday.places import Places
from lernformer.translator.corpus.everyday.pronouns import MY
from lernformer.translator.corpus.everyday.tables import pairs, words
from lernformer.translator.corpus.everyday.verbs import named, verb_from
from lernformer.translator.corpus.everyday.words import (
    AGREE,
    BREAKFAST,
    DINNER,
    EAT,
    GO,
    HAD,
    HAVE,
    LUNCH,
    REMEMBER,
    WISSEN,
    idiom,
)

# try, promise: what German says with "es"
WITH_ES = [Predicate(named(base)) for base in words("choices", "with es")]
WITH_ES += [
    Predicate(named("find", "out")),
    Predicate(verb_from("promise = versprechen versprichst verspricht versprochen i")),
    Predicate(verb_from("say said said = sagen i"), "so"),
]
KOENNEN = idiom("können kannst kann gekonnt")
SAGEN, BRECHEN = idiom("sagen"), idiom("brechen!! brichst bricht gebrochen")
MEALS = (
    *((HAVE, "breakfast", BREAKFAST), (EAT, "breakfast", BREAKFAST)),
    *((HAVE, "lunch", LUNCH), (HAVE, "dinner", DINNER)),
    *((EAT, "lunch", LUNCH), (EAT, "dinner", DINNER)),
)


class Idioms(Places):
    """Draws idioms with one verb."""

    def special(self, subject: Nominal) -> Predicate:
        draw = self.random.random()
        if draw < 0.08:
            return self.knowing_it(subject)
        if draw < 0.18:
            return self.with_language()
        if draw < 0.27:
            game, german = self.pick(pairs("choices", "games"))
            if self.chance(0.4):
                game, german = self.pick(pairs("choices", "instruments"))
            no = "keine" if german in ("Karten", "Gitarre") else "kein"
            return Predicate(
                named("play"), game, indefinite=german, negated=f"{no} {german}"
            )
        if draw < 0.6:
            english, german, negated = self.pick(HAD)
            return Predicate(HAVE, english, indefinite=german, negated=negated)
        if draw < 0.7:
            english, german = self.pick(pairs("choices", "activities"))
            return Predicate(GO, english, rest=german)
        if draw < 0.78:
            return Predicate(*self.pick(MEALS))
        if draw < 0.9:
            who = self.anything(("person",), subject)
            p = self.object_of(Predicate(AGREE), who, "dat")
            return replace(p, english=f"with {who.object}")
        who = self.anything(("person", "person", "name"), subject)
        it = who in (IT, THIS, THAT)
        return Predicate(REMEMBER, who.object, rest="daran" if it else f"an {who.acc}")

    def with_language(self) -> Predicate:
        english = self.pick(list(LANGUAGES))
        german = LANGUAGES[english]
        if self.chance(0.15):  # i know french: ich kann Französisch
            p = Predicate(named("know"), english, KOENNEN)
        else:
            p = Predicate(named(self.pick(words("choices", "of languages"))), english)
        return replace(p, indefinite=german, negated=f"kein {german}")

    def knowing_it(self, subject: Nominal) -> Predicate:
        """Idioms that German says with "es": Tom knows, I will tell you."""
        draw = self.random.random()
        if draw < 0.25:
            return Predicate(named("know"), german_verb=WISSEN, light="es")
        if draw < 0.45:
            return replace(self.pick(WITH_ES), light="es")
        if draw < 0.7:
            who = self.anything(("person",), subject)
            p = self.object_of(Predicate(named("tell"), german_verb=SAGEN), who, "dat")
            return replace(p, light=join("es", p.light))
        if subject.english not in MY:
            return Predicate(named("know"), german_verb=WISSEN, light="es")
        english, german = self.pick(pairs("choices", "broken"))
        broken = f"{MY[subject.english]} {english}"
        return Predicate(named("break"), broken, BRECHEN, definite=german)
