"""Where and where to: draws places and movement in everyday English and German."""

from lernformer.translator.corpus.everyday.clauses import (
    HE,
    SHE,
    THEY,
    WE,
    YOU,
    I,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.noun_phrases import NounPhrases
from lernformer.translator.corpus.everyday.nouns import CITIES, NOUNS, determiner
from lernformer.translator.corpus.everyday.pronouns import MY
from lernformer.translator.corpus.everyday.spelling import contract
from lernformer.translator.corpus.everyday.verbs import VERBS
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    FAHREN,
    HIERHER,
    MARY,
    TOM,
    WHERE,
    WHERE_TO,
)

# where one is not "in": on the bridge, at the bank; an dem See, bei der Bank
OUTSIDE = dict.fromkeys(("station", "lake", "river", "airport", "university"), "at an")
OUTSIDE |= {"bridge": "on auf", "bank": "at bei", "beach": "on an"}
NEXT_TO = [
    *(("next to", "neben"), ("behind", "hinter"), ("here with", "hier bei")),
    *(("right behind", "direkt hinter"), ("right next to", "direkt neben")),
]
# places that people don't say they walk to
NEAR = ("to bed", "to jail", "to prison", "to the window")
# what something may be on, under or behind
STANDING = ("table", "bed", "chair", "desk", "car", "box", "book")
WHERE_OF_IT = [
    *(("on", "auf"), ("on", "auf"), ("under", "unter"), ("behind", "hinter")),
    ("in front of", "vor"),
]
MOVING = [verb for verb in VERBS if verb.frame == "im"]
MOVING += 4 * [v for v in VERBS if v.base in ("go", "come") and not v.particle]


class Places(NounPhrases):
    """Draws places, and predicates that say where somebody goes or stays."""

    def moving(self) -> Predicate:
        verb = self.pick(MOVING)
        draw = self.random.random()
        if draw < 0.15:
            city = self.pick(list(CITIES))
            drive = FAHREN if verb.base == "go" else None
            on_foot = "zu Fuß" * (verb.base == "walk")
            where = join(on_foot, f"nach {CITIES[city]}")
            return Predicate(verb, f"to {city}", drive, rest=where)
        if verb.base == "come" and self.chance(0.4):
            return Predicate(verb, "here", HIERHER)
        if verb.base == "come" and self.chance(0.3):
            who = self.anything(("person",), I)
            return Predicate(verb, f"with {who.object}", rest=f"mit {who.dat}")
        if verb.base in ("come", "go", "run") and self.chance(0.08):
            who = self.pick(
                (I, YOU, HE, SHE, WE, THEY, TOM, self.name(), self.person())
            )
            return Predicate(verb, f"to {who.object}", rest=contract("zu", who.dat))
        english, german = self.pick(WHERE_TO if self.chance(0.6) else WHERE_TO[:5])
        if english == "back":
            english, german = "home", "nach Hause"
        if verb.infinitive == "reisen":
            english, german = "to boston", "nach Boston"
        far = english.startswith(("home", "to ")) and english not in NEAR
        on_foot = "zu Fuß" * (verb.base == "walk" and far)
        return Predicate(verb, english, rest=join(on_foot, german))

    def place(self) -> tuple[str, str]:
        draw = self.random.random()
        if draw < 0.07:
            who = self.pick((I, YOU, HE, SHE, TOM, self.person()))
            near, german = self.pick(NEXT_TO)
            return f"{near} {who.object}", f"{german} {who.dat}"
        if draw < 0.09:  # near me: in meiner Nähe
            who = self.pick((I, YOU, HE, SHE, WE, THEY, TOM, self.name()))
            mine = f"{who.nom}s"
            if who.english in MY and who is not TOM and who is not MARY:
                mine = determiner(MY[who.english], "dat", "f")
            return f"near {who.object}", f"in {mine} Nähe"
        if draw < 0.15:
            noun = BY_NAME[self.pick(STANDING)]
            where, german = self.pick(WHERE_OF_IT)
            thing = self.noun_phrase(noun, words=self.pick(("the", "the", "my")))
            return f"{where} {thing.object}", contract(german, thing.dat)
        if draw < 0.2:
            city = self.pick(list(CITIES))
            return f"in {city}", f"in {CITIES[city]}"
        if draw < 0.35:
            noun = self.pick(NOUNS["place"])
            english, german = OUTSIDE.get(noun.english, "in in").split()
            phrase = self.noun_phrase(noun, definite=True, plural=False)
            return f"{english} {phrase.object}", contract(german, phrase.dat)
        return self.pick(WHERE[:8] if self.chance(0.5) else WHERE)

    def staying(self, p: Predicate) -> Predicate:
        english, german = self.place()
        while p.verb.base == "work" and english.startswith("on "):  # arbeiten an
            english, german = self.place()
        return replace(p, english=english, rest=german)
