"""Fills the slots of a construction, and gives their words in both languages."""

import re
from collections.abc import Sequence
from typing import Any

from lernformer.translator.corpus.everyday.acting import NEGATING
from lernformer.translator.corpus.everyday.choices import QUALITIES_OF_IT
from lernformer.translator.corpus.everyday.clauses import (
    TO_SELF,
    Clause,
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.constructions import (
    Choice,
    Construction,
    Part,
    numbered,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.noun_phrases import IN_GENERAL, NEVER_BARE
from lernformer.translator.corpus.everyday.nouns import (
    CITIES,
    DETERMINERS,
    LANGUAGES,
    NUMBERS,
)
from lernformer.translator.corpus.everyday.pronouns import MYSELF, my, pronoun_for
from lernformer.translator.corpus.everyday.saying import Saying
from lernformer.translator.corpus.everyday.spelling import (
    HOW_VERY,
    contract,
    spell,
    very,
)
from lernformer.translator.corpus.everyday.verbs import WIR, Verb
from lernformer.translator.corpus.everyday.words import (
    NAMES,
    STATES,
    TOM,
    WHERE_TO,
    WOMEN,
)

ADORNED = 0.2  # the share of noun phrases that may have an adjective
DA = ("it", "this", "that")  # davon, damit
COUNTING = ("every", "another", "one")
TRIES = 60  # attempts to find something for a slot that the sentence doesn't have yet
# what some alternatives for a slot are drawn from, by their names in tables
LISTS: dict[str, list] = {
    "name of a man": [name for name in NAMES if name.english not in WOMEN],
    "name of a woman": [name for name in NAMES if name.english in WOMEN],
    "goal": WHERE_TO,
    "number": [*NUMBERS.items()],
    "state": STATES,
    "city": [*CITIES.items()],
    "language": [*LANGUAGES.items()],
}
QUALITIES: dict[str, dict[str, Any]] = {
    "quality": {},
    "plain quality": {"degree": 0},
    "quality of things": {"choices": QUALITIES_OF_IT},
    "plain quality of things": {"choices": QUALITIES_OF_IT, "degree": 0},
}


def clashes(one: object, other: object) -> bool:
    """Whether two clash: I and me, I and us, the same thing twice."""
    if isinstance(one, Verb):
        return one is other
    if isinstance(one, tuple):  # not rich and rich
        return one == other
    if not (isinstance(one, Nominal) and isinstance(other, Nominal)):
        return False
    of_us = [nominal.self_ in ("mich", "uns") for nominal in (one, other)]
    nouns = {nominal.english.split(" ")[-1] for nominal in (one, other)}
    return len(nouns) == 1 or all(of_us)


class Slots:
    """The slots of one sentence. What is in a slot is drawn when it is needed."""

    def __init__(self, construction: Construction, drawing: Saying):
        self.construction, self.d = construction, drawing
        self.random, self.pick = drawing.random, drawing.pick
        self.bound: dict[str, Any] = {}

    def slot(self, name: str) -> Any:
        if name not in self.bound:
            choices = self.construction.slots[name]
            for _ in range(TRIES):
                choice = self.pick(choices)
                one = self.content(choice)
                if choice.kind in ("pair", "text") or not any(
                    clashes(one, other) for other in self.bound.values()
                ):
                    break
            self.bound[name] = one
        return self.bound[name]

    def content(self, choice: Choice) -> Any:
        kind, value = choice.kind, choice.value
        if kind in ("given", "text"):
            return value
        if kind == "pair":
            *sides, number = value
            phrase = self.pair(*sides)
            return numbered(phrase, number) if number else phrase
        if kind == "quality":
            return self.d.pick_quality(value)
        if kind == "noun":
            return self.noun_phrase(*value)
        if kind == "verb":
            return self.pick(value)
        if kind == "deed":
            deed, verbs, who = value
            return self.deed(deed, verbs, self.slot(who))
        return self.maker(value)

    def maker(self, name: str) -> Any:
        """What an alternative such as "name" or "any subject" stands for."""
        d = self.d
        if name in LISTS:
            return self.pick(LISTS[name])
        if name in QUALITIES:
            return d.pick_quality(**QUALITIES[name])
        if name == "sentence":
            return d.dependent()
        if name == "place":
            return d.place()
        if name == "one thing":
            one = d.thing()
            while one.person == WIR or one in IN_GENERAL:
                one = d.thing()
            return one
        if name.startswith("any "):  # nobody, many people and a man, too
            return getattr(d, name.removeprefix("any "))()
        if name == "the person":
            one = d.person(True)
            return TOM if one.behind else one
        one = getattr(d, name)()
        return TOM if one.without or one.behind else one

    def deed(self, kind: str, verbs: list[Verb], who: Nominal) -> Clause:
        if verbs:
            p = self.d.with_verb(self.pick(verbs), who)
            while NEGATING & {*p.english.split()} or "everybody" in p.english:
                p = self.d.with_verb(self.pick(verbs), who)
            return Clause(who, p)
        if kind == "moving of":
            return Clause(who, self.d.moving())
        return (
            self.d.deniable(who) if kind == "doing of" else self.d.doing_something(who)
        )

    def pair(self, english: Sequence[Part], german: Sequence[Part]) -> Any:
        """Words of both languages; a noun phrase if the first is one: a cup of tea."""
        first = english[0] if english else None
        if first is not None and first.kind == "slot":
            head = self.slot(first.text)
            if isinstance(head, Nominal):
                forms = [
                    join(*(self.render(part, True, case)[0] for part in german))
                    for case in ("nom", "acc", "dat")
                ]
                denied = head.without and {
                    case: form.replace(head.german(case), head.without[case], 1)
                    for case, form in zip(("nom", "acc", "dat"), forms, strict=True)
                }
                as_object = join(*(self.render(part, False)[0] for part in english))
                who = join(*(self.render(part, False, "nom")[0] for part in english))
                if "und" in (part.text for part in german):
                    us = {"i", "we"} & {*who.split()}
                    head = replace(
                        head, person=WIR, reflexive="" if us else "sich", without=None
                    )
                    denied = None
                return replace(
                    head,
                    english=who,
                    english_object=as_object,
                    nom=forms[0],
                    acc=forms[1],
                    dat=forms[2],
                    light=False,
                    without=denied,
                )
        return (
            join(*(self.render(part, False)[0] for part in english)),
            join(*(self.render(part, True)[0] for part in german)),
        )

    def noun_phrase(
        self,
        words: list[str],
        degrees: list[str],
        adjectives: list[str],
        nouns: list[Any],
        several: bool,
    ) -> Nominal:
        (noun, is_named), word = self.pick(nouns), self.pick(words).replace("_", " ")
        while word in COUNTING and not (noun.counted or is_named):
            noun, is_named = self.pick(nouns)
        if word == "any":
            return self.d.noun_phrase(noun)
        if word.endswith("'s"):
            word = my(self.slot(word[:-2]))
        if word == "-":
            word = ""
        if word == "+":  # a, or some of what is not counted
            word = "a" if noun.counted else "some*"
        if word == "a" and not (noun.counted or is_named):
            word = "the" if noun.english in NEVER_BARE else ""
        if word in ("some", "a lot of", "much", "a little") and not several:
            word = f"{word}*"
        if word and not adjectives and self.d.chance(ADORNED):
            return self.d.noun_phrase(noun, words=word, plural=several)
        chosen = self.pick(adjectives) if adjectives else ""
        phrase = spell(noun, word, chosen, several)
        if degrees:  # a very good teacher
            degree = self.pick(degrees)
            return very(phrase, degree, dict(HOW_VERY)[degree])
        return phrase

    # ---- words of a part ----------------------------------------------------------------

    def render(self, part: Part, german: bool, case: str = "acc") -> tuple[str, Any]:
        """The words, and the content of the slot."""
        if part.kind == "word":
            return part.text, None
        if part.kind == "preposition":
            inside = part.parts[0]
            what, thing = self.render(inside, german, case)
            own = "sich" in inside.forms
            if own and part.text in ("mit", "zu", "von"):  # mit mir selbst
                return f"{part.text} {TO_SELF.get(what, what)}", None
            pointed = isinstance(thing, Nominal) and thing.english in DA
            if pointed and not own:
                return f"da{'r' * (part.text[0] in 'aiuü')}{part.text}", thing
            return contract(part.text, what), thing
        if part.kind == "field":
            return join(*(self.render(p, german, case)[0] for p in part.parts)), None
        one, forms = self.slot(part.text), part.forms
        if isinstance(one, tuple):
            return one[german], one
        if isinstance(one, Verb):
            if "ing" in forms:
                return one.doing, one
            if "noun" in forms:
                return one.infinitive.capitalize(), one
            if "done" in forms:
                return one.participle if german else join(one.done, one.particle), one
            return one.lemma if german else join(one.base, one.particle), one
        if isinstance(one, Clause):
            if "ing" in forms:
                return one.doing(), one
            if "to" in forms:
                return one.infinitive(zu=german)[german], one
            return one.infinitive(zu=False)[german], one
        if isinstance(one, Predicate):
            return join(one.verb.base, one.english), one
        return self.nominal(one, forms, german, case), one

    def nominal(
        self, one: Nominal, forms: Sequence[str], german: bool, case: str
    ) -> str:
        if "my" in forms:
            return my(one)
        mine = next((form for form in forms if form.startswith("mein")), "")
        if mine:  # seine, of a slot that is "he", with the ending of meine
            stem, _, _ = DETERMINERS[my(one)]
            return mine.replace("mein", stem, 1)
        if "sich" in forms or "to_sich" in forms:
            return (
                TO_SELF.get(one.self_, one.self_) if "to_sich" in forms else one.self_
            )
        if "self" in forms:
            return MYSELF.get(pronoun_for(one).english, "himself")
        one = pronoun_for(one) if "pro" in forms else one
        if german:
            case = next((f for f in forms if f in ("nom", "acc", "dat")), case)
            return one.german(case)
        if "bare" in forms:
            return re.sub(r"^(the|an?|every|no|your) ", "", one.english)
        return one.english if "nom" in (case, *forms) else one.object
