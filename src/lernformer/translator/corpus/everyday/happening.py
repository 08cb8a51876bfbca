"""Constructions of when, how and whether something comes about: if it rains, by bus."""

from lernformer.translator.corpus.everyday.acting import is_undeniable
from lernformer.translator.corpus.everyday.being import ONLY_SAID
from lernformer.translator.corpus.everyday.choices import (
    QUALITIES_OF_IT,
    RAIN,
    SNOW,
)
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    SHE,
    THAT,
    THEY,
    THIS,
    WE,
    WOULD,
    YOU,
    Clause,
    I,
    Predicate,
    conjugated,
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.giving import named
from lernformer.translator.corpus.everyday.helping import KANN, MUSS, NEGATING
from lernformer.translator.corpus.everyday.nouns import CITIES, NOUNS
from lernformer.translator.corpus.everyday.saying import Saying
from lernformer.translator.corpus.everyday.spelling import spell
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    MODALS,
    VERBS,
    verb_from,
)
from lernformer.translator.corpus.everyday.words import (
    EAT,
    GO,
    TOM,
    WHERE,
    WHERE_TO,
)

# what joins a clause, its German, and when both are: of the past one says als
JOINING = [
    *[("if", "wenn", "future")] * 3, *[("when", "wenn", "future")] * 2,
    *[("when", "als", "past")] * 3, ("before", "bevor", "past"),
    ("before", "bevor", "future"), ("while", "während", "past"),
    ("until", "bis", "past"), ("until", "bis", "future"), ("although", "obwohl", "past"),
    ("as soon as", "sobald", "future"), ("even if", "auch wenn", "future"),
]  # fmt: skip
ONCE = ("before", "while", "until", "as soon as")  # nobody denies what follows these
FUTURES = ("will", "will", "will", "can", "must", "want to", "should")
TEA_OR_COFFEE = [n for kind in ("food", "drink") for n in NOUNS[kind] if not n.counted]
ALONE = [v for v in VERBS if v.frame == "i" and not v.particle and not v.reflexive]
# before "have done": the English modal, the German form
MIGHT_HAVE = [
    *(("must", MUSS), ("must", MUSS), ("can", KANN), ("would", ()), ("would", ())),
    *(("might", MODALS["might"][2]), ("may be", MODALS["might"][2])),
]
FETCH_SOMEBODY = verb_from("get got gotten = holen a person")
GO_TO_SEE = verb_from("see saw seen = besuchen a person")
FETCH = verb_from("get got gotten = holen a thing,food,drink,animal")
TO_BE_DONE_TABLE = "sleep buy wash clean swim play visit look ask"
TO_BE_DONE = [
    FETCH,
    FETCH,
    EAT,
    FETCH_SOMEBODY,
    FETCH_SOMEBODY,
    GO_TO_SEE,
    GO_TO_SEE,
] + [
    v
    for v in VERBS
    if v.base in TO_BE_DONE_TABLE.split() and v.particle in ("", "for")
    if not v.reflexive and v.infinitive != "schauen"
]
TO_COME_FOR = [
    *(named(base) for base in ("help", "eat", "play", "sing", "dance")),
    verb_from("see saw seen = an|sehen!! siehst sieht angesehen a thing,picture,house"),
    *(named("sit", "down"), named("talk", "to")),
]
UNSAID = NEGATING - {"no"}  # no commands use these
COME = named("come")
STAYING = [named(base) for base in ("sleep", "stay", "eat", "wait", "work")]
WHERE_TO_MEET = [where for where in WHERE if where[0] != "home"]
WHERE_TO_MEET += [(f"in {city}", f"in {stadt}") for city, stadt in CITIES.items()]
# after these, "when" asks for a time
ASKING = {"ask", "asked", "know", "knew", "hear", "heard", "see", "saw", "tell", "told"}
ASKING |= {"remember", "remembered", "forget", "forgot", "understand", "understood"}


class Happening(Saying):
    """Draws sentences about what happens."""

    def circumstance(self, tense: str, once: bool) -> Clause:
        """The circumstances when something else happens: it rains, you come home."""
        subject, draw = self.somebody(), self.random.random()
        clause = replace(self.told_once(subject), tense=tense)
        if draw < 0.1:
            clause = Clause(IT, Predicate(self.pick((RAIN, RAIN, SNOW))), tense)
        elif draw < 0.4 and not once:
            english, german = self.pick_quality()
            if self.chance(0.25):
                subject = self.pick((IT, IT, THIS, THAT))
                english, german = self.pick_quality(QUALITIES_OF_IT)
            clause = Clause(subject, Predicate(BE, english, rest=german), tense)
        elif draw < 0.5:
            english, german = self.place()
            clause = Clause(subject, Predicate(BE, english, rest=german), tense)
        return clause if once else self.denied(clause, 0.12)

    def denied(self, clause: Clause, chance: float) -> Clause:
        """Maybe negated."""
        p = clause.predicate
        said = is_undeniable(p) or p.english.startswith(ONLY_SAID)
        return replace(clause, negated=self.chance(chance) and not said)

    def whenever(self):
        """If it rains I will stay: wenn es regnet, werde ich bleiben; als ich kam."""
        word, wort, time = self.pick(JOINING)
        tense = "past" if time == "past" else "present"
        second = self.circumstance(tense, word in ONCE)._settled()
        if time == "future" and word != "until" and self.chance(0.2):
            e, g = self.denied(self.doing_something(YOU), 0.2).command()
            inverted, mark = g, "!"
        else:
            subject = self.somebody()
            first = self.told_once(subject)
            tense = "past" if time == "past" else self.pick(FUTURES)
            if word == "until":  # what lasts
                first = Clause(subject, self.staying(Predicate(self.pick(STAYING))))
            elif self.chance(0.15):
                english, german = self.pick_quality()
                first = Clause(subject, Predicate(BE, english, rest=german))
                tense = "past" if time == "past" else "will"
            first = self.denied(replace(first, tense=tense), 0.15)._settled()
            (e, g), inverted, mark = first.main(), first._inverted(""), "."
        e2, g2 = second.subordinate(word, wort)
        asks = word == "when" and ASKING & {*e.split()}  # ask when i lose: wann
        if asks or self.chance(0.45):  # if it rains i will stay
            return f"{e2} {e}", f"{g2.removeprefix(', ')} , {inverted}", mark
        return f"{e} {e2}", f"{g} {g2}", mark

    def so_(self):
        """He was tired, so he went home: also ging er nach Hause."""
        tense = self.pick(("present", "past", "past"))
        first = self.circumstance(tense, False)._settled()
        subject = self.pick((first.subject, self.somebody()))
        if subject in (IT, THIS, THAT):
            subject = TOM
        if tense == "present":
            tense = self.pick(("present", "will", "can", "must"))
        second = replace(self.told_once(subject), tense=tense)
        second = self.denied(second, 0.15)._settled()
        e, g = first.main()
        return f"{e} so {second.main()[0]}", f"{g} , also {second._inverted('')}"

    # ---- or --------------------------------------------------------------------------

    def or_(self):
        """Tea or coffee, good or bad, are you coming or not, run or you will die."""
        draw = self.random.random()
        if draw < 0.3:
            one, other = self.random.sample(TEA_OR_COFFEE, 2)
            tea, coffee = spell(one, ""), spell(other, "")
            subject = self.somebody() if self.chance(0.3) else YOU
            p = Predicate(
                named(self.pick(("want", "like"))),
                f"{tea.english} or {coffee.english}",
                rest=f"{tea.acc} oder {coffee.acc}",
            )
            return (*Clause(subject, p, "present").question(), "?")
        if draw < 0.55:
            qualities = [self.pick_quality(degree=0) for _ in range(2)]
            subject = self.somebody()
            if self.chance(0.5):
                subject = self.pick((IT, THIS, THAT, self.thing()))
                qualities = [self.pick_quality(QUALITIES_OF_IT, 0) for _ in range(2)]
            (one, eins), (two, zwei) = qualities
            if eins == zwei:
                return self.or_()
            p = Predicate(BE, f"{one} or {two}", rest=f"{eins} oder {zwei}")
            tense = self.pick(("present", "present", "past"))
            clause = Clause(subject, p, tense)
            return self.said(clause, 0.7)
        if draw < 0.7:
            tense = self.pick(("progressive", "want to", "will", "can", "past"))
            clause = replace(self.doing_something(self.somebody()), tense=tense)
            e, g = clause.question()
            return f"{e} or not", f"{g} oder nicht", "?"
        if draw < 0.85:
            e, g = Clause(YOU, self.doing_something(YOU).predicate).command()
            subject = self.pick((YOU, YOU, I, WE, HE))
            then = Clause(subject, Predicate(self.pick(ALONE)), "will")
            return f"{e} or {then.main()[0]}", f"{g} , sonst {then._inverted('')}", "!"
        one, other = self.random.sample(ALONE, 2)
        if one.prefix or other.prefix or one.plain == other.plain:
            return self.or_()
        subject = self.somebody()
        tense = self.pick(("can", "must", "will", "want to"))
        p = Predicate(
            replace(one, base=f"{one.base} or {other.base}"),
            german_verb=replace(one, infinitive=f"{one.plain} oder {other.plain}"),
        )
        clause = Clause(subject, p, tense)
        return self.said(clause, 0.4)

    # ---- what was to be, and what may have been --------------------------------------

    def must_have(self):
        """He must have slept: er muss geschlafen haben; I would have: ich hätte."""
        subject = self.somebody()
        modal, forms = self.pick(MIGHT_HAVE)
        inner = self.doing_something(subject)
        if self.chance(0.3):
            english, german = self.place() if self.chance(0.3) else self.pick_quality()
            inner = Clause(subject, Predicate(BE, english, rest=german))
        if modal in ("can", "would"):
            inner = self.denied(inner, 1 if modal == "can" else 0.25)
        if modal == "can" and not inner.negated:
            modal, forms = "must", MUSS
        p = inner.predicate
        have = "sein" if p.says.with_sein else "haben"
        done = replace(p, verb=replace(p.verb, base=f"have {p.verb.done}"))
        e = Clause(subject, done, modal, inner.negated).main()[0]
        left = conjugated(WOULD[have] if modal == "would" else forms, subject.person)
        right = join(p.says.participle, have * (modal != "would"))
        return e, join(subject.nom, left, inner._middle(), right)

    # ---- going to do something -------------------------------------------------------

    def go_and(self):
        """Go get your coat: geh deinen Mantel holen; come and help me: komm und hilf mir."""
        if self.chance(0.3):
            if self.chance(0.3):
                who = self.pick((I, I, WE, HE, SHE, TOM, THEY))
                to = self.pick(("come and see", "come see", "come and visit"))
                return f"{to} {who.object}", f"komm {who.acc} besuchen", "!"
            p = self.with_verb(self.pick(TO_COME_FOR), YOU)
            while UNSAID & {*p.english.split()}:
                p = self.with_verb(self.pick(TO_COME_FOR), YOU)
            e, g = Clause(YOU, p).command()
            word = self.pick(("come and", "come and", "come"))
            return f"{word} {e}", f"komm und {g}", "!"
        subject = self.somebody()
        draw = self.random.random()
        who = YOU if draw < 0.45 else WE if draw < 0.6 else subject
        p = self.with_verb(self.pick(TO_BE_DONE), who)
        while (UNSAID | {who.object}) & {*p.english.split()}:
            p = self.with_verb(self.pick(TO_BE_DONE), who)
        to_do, zu_tun = Clause(who, p).infinitive(zu=False)
        to_do = join("go", "and" * self.chance(0.3), to_do)
        if draw < 0.45:
            return to_do, f"geh {zu_tun}", "!"
        if draw < 0.6:
            return f"let us {to_do}", f"lass uns {zu_tun} gehen", "!"
        tense = self.pick(("will", "want to", "must", "can", "have to", "should"))
        clause = Clause(who, Predicate(replace(GO, base=to_do)), tense)
        said = Clause(who, p, tense)  # ich werde es holen
        if self.chance(0.2):
            return clause.question()[0], said.question()[1], "?"
        return clause.main()[0], said.main()[1]

    def in_order_to(self):
        """He came to help: er kam, um zu helfen; I went to see Tom: ich besuchte Tom."""
        subject = self.somebody()
        tense = self.pick(("past", "past", "past", "will", "want to", "must"))
        if self.chance(0.25):
            who = self.somebody_else(subject)
            p = self.object_of(Predicate(named("visit")), who)
            going = replace(GO, base="go to see", past="went to see")
            e = replace(p, verb=going)
            said = Clause(subject, p, tense)
            return replace(said, predicate=e).main()[0], said.main()[1]
        verb = self.pick((GO, COME, COME, *(named(b) for b in ("stay", "work"))))
        where, wo = "", ""
        if verb in (GO, COME):
            where, wo = self.pick(WHERE_TO[:8])
        elif verb.base == "stay" or self.chance(0.4):
            where, wo = self.pick(WHERE_TO_MEET[:4])
        p = Predicate(verb, where, rest=wo)
        to, zu = self.told_once(subject).infinitive()
        in_order = "in order " * self.chance(0.2)
        e, g = Clause(subject, p, tense).main()
        return f"{e} {in_order}to {to}", f"{g} , um {zu}"

    # ---- what one knows, what seems --------------------------------------------------

    def seems_that(self):
        """It seems that he is ill: es scheint, dass er krank ist."""
        past = self.chance(0.4)
        dependent = self.circumstance("past" if past else "present", False)
        draw = self.random.random()
        if draw < 0.7:
            tense, scheint = ("seemed", "schien") if past else ("seems", "scheint")
            to, mir = self.pick((("", "es "), ("", "es "), (" to me", "mir ")))
            second = dependent.subordinate(self.pick(("that", "that", "like")), "dass")
            german = f"{mir}{scheint}" if not to else f"mir {scheint}"
            return f"it {tense}{to} {second[0]}", f"{german} {second[1]}"
        second = dependent.subordinate(self.pick(("that", "that", "")), "dass")
        if past:
            return f"it turned out {second[0]}", f"es stellte sich heraus {second[1]}"
        no = self.chance(0.5)
        is_, ist = ("is not", "ist nicht") if no else ("is", "ist")
        return f"the truth {is_} {second[0]}", f"die Wahrheit {ist} {second[1]}"

    # ---- languages, prices -----------------------------------------------------------

    # ---- each other ------------------------------------------------------------------
