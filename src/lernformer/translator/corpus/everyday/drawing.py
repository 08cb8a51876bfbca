"""Draws sentences from constructions that tables describe, in both languages."""

import re
from collections.abc import Sequence
from typing import Any

from lernformer.translator.corpus.everyday.acting import NEGATING, is_undeniable
from lernformer.translator.corpus.everyday.being import NEVER_NEGATED
from lernformer.translator.corpus.everyday.choices import QUALITIES_OF_IT
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    NONE,
    SHE,
    TO_SELF,
    YOU,
    YOU_GUYS,
    YOU_POLITE,
    Adverb,
    Clause,
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.constructions import (
    GERMAN_PRONOUNS,
    PRONOUNS,
    SUBJUNCTIVE,
    VERB_FIRST,
    VERB_SECOND,
    Choice,
    Construction,
    Inner,
    Line,
    Part,
    Side,
    Tense,
    read_constructions,
)
from lernformer.translator.corpus.everyday.constructions import (
    NUMBERS as NUMBERS_OF_PHRASES,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.nouns import (
    CITIES,
    DETERMINERS,
    LANGUAGES,
    NUMBERS,
)
from lernformer.translator.corpus.everyday.phrases import (
    APART,
    IN_GENERAL,
    MY,
    NEVER_BARE,
)
from lernformer.translator.corpus.everyday.saying import Saying
from lernformer.translator.corpus.everyday.spelling import (
    HOW_VERY,
    contract,
    spell,
    very,
)
from lernformer.translator.corpus.everyday.verbs import BE, VERBS, WIR, Verb
from lernformer.translator.corpus.everyday.words import (
    NAMES,
    SELVES,
    STATES,
    TOM,
    WHERE_TO,
    WOMEN,
)

ADORNED = 0.2  # the share of noun phrases that may have an adjective
DA = ("it", "this", "that")  # davon, damit
COUNTING = ("every", "another", "one")
TRIES = 60  # attempts to find something for a slot that the sentence doesn't have yet
ORDER = {"es": 0, "das": 2}  # es mir, mir das
TO_OTHERS = (YOU_GUYS, YOU_POLITE)  # commands to these differ from those to "du"
FIELDS_OF_SLOTS = ("adverb", "behind", "last", "time", "light", "definite")


class Drawing(Saying):
    """Draws any construction, from a table or from a method."""

    def drawn(self, name: str) -> tuple[str, ...]:
        """English, German, and maybe the mark at the end."""
        found = read_constructions().get(name)
        if found is None:
            return getattr(self, name)()
        shares = [line.share for line in found.lines]
        (line,) = self.random.choices(found.lines, shares)
        return self.line(found, line)

    def line(self, construction: Construction, line: Line) -> tuple[str, ...]:
        """A sentence from one line of a construction."""
        return _Sentence(construction, self).drawn(line)


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


class _Sentence:
    """One sentence of a construction; the contents of its slots are drawn as needed."""

    def __init__(self, construction: Construction, drawing: Drawing):
        self.construction, self.d = construction, drawing
        self.random, self.pick = drawing.random, drawing.pick
        self.bound: dict[str, Any] = {}
        self.end = ""  # what comes after the German clause: er sieht aus wie ich

    def drawn(self, line: Line) -> tuple[str, ...]:
        tense, moods = self.pick(line.tenses), line.moods
        draw, mood = self.random.random(), ""
        if draw < moods.get("command", 0):
            mood = "command"
        elif draw < moods.get("command", 0) + moods.get("asked", 0):
            mood = "asked"
        subject = line.english.subject
        if mood == "command" and subject and self.slot(subject.text) not in TO_OTHERS:
            self.bound[subject.text] = YOU
        no = self.d.chance(moods.get("denied", 0))
        if no and mood != "asked":
            tense = replace(tense, english_denied=True, german_denied=True)
        if line.english.mark:
            sides = tuple(self.phrase(line, tense, german) for german in (False, True))
            return (*sides, line.german.mark)
        if line.english.question is not None:
            mood = "asked"
        return self.clauses(line.english, line.german, tense, mood)

    # ---- slots -----------------------------------------------------------------------

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
        if kind == "pronoun":
            return value
        if kind in ("text", "pair"):
            phrase = value if kind == "text" else self.pair(*value)
            return counted(phrase, choice.number) if choice.number else phrase
        if kind == "quality":
            return self.d.pick_quality(value)
        if kind == "noun":
            return self.noun_phrase(*value)
        if kind == "verb":
            return self.pick(value)
        if kind == "frame":
            frames, kinds = value
            found = [v for v in VERBS if v.frame in frames]
            if kinds != [""]:  # with an object, which stands for itself
                found = [v for v in found if {*kinds} & {*v.kinds} and not v.particle]
                found = [v for v in found if not v.prefix.startswith("fallen")]
            return self.pick([v for v in found if not (v.reflexive or v.to_self)])
        if kind == "tense":
            return value[0]
        if kind == "deed":
            deed, verbs = value
            return self.deed(deed, verbs, self.slot(choice.slots[0]))
        return self.maker(value)

    def maker(self, name: str) -> Any:
        d = self.d
        if name == "one thing":
            one = d.thing()
            while one.person == WIR or one in IN_GENERAL:
                one = d.thing()
            return one
        if name.startswith("any "):  # nobody, many people and a man, too
            return getattr(d, name.removeprefix("any "))()
        if name in ("name", "person", "thing", "subject"):
            one = getattr(d, name)()
            return TOM if one.without or one.behind else one
        if name.startswith("name of a"):
            woman = name.endswith("woman")
            return self.pick([n for n in NAMES if (n.english in WOMEN) == woman])
        if name == "the person":
            one = d.person(True)
            return TOM if one.behind else one
        if name == "goal":
            return self.pick(WHERE_TO)
        if name == "number":
            return self.pick([*NUMBERS.items()])
        if name == "state":
            return self.pick(STATES)
        if name == "sentence":
            return d.dependent()
        if name == "city":
            return self.pick([*CITIES.items()])
        if name == "language":
            return self.pick([*LANGUAGES.items()])
        if name == "plain quality":
            return d.pick_quality(degree=0)
        if name == "plain quality of things":
            return d.pick_quality(QUALITIES_OF_IT, degree=0)
        if name == "quality of things":
            return d.pick_quality(QUALITIES_OF_IT)
        return d.place() if name == "place" else d.pick_quality()

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
            word = owned_by(self.slot(word[:-2]))
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
            return owned_by(one)
        mine = next((form for form in forms if form.startswith("mein")), "")
        if mine:  # seine, of a slot that is "he", with the ending of meine
            stem, _, _ = DETERMINERS[owned_by(one)]
            return mine.replace("mein", stem, 1)
        if "sich" in forms or "to_sich" in forms:
            return (
                TO_SELF.get(one.self_, one.self_) if "to_sich" in forms else one.self_
            )
        if "self" in forms:
            return SELVES.get(pro(one).english, "himself")
        one = pro(one) if "pro" in forms else one
        if german:
            case = next((f for f in forms if f in ("nom", "acc", "dat")), case)
            return one.german(case)
        if "bare" in forms:
            return re.sub(r"^(the|an?|every|no|your) ", "", one.english)
        return one.english if "nom" in (case, *forms) else one.object

    # ---- clauses -----------------------------------------------------------------------

    def phrase(self, line: Any, tense: Tense, german: bool) -> str:
        side = line.german if german else line.english
        words = join(*(self.render(part, german)[0] for part in side.parts))
        return join(words, *(self.hung(inner, german) for inner in side.inner))

    def clauses(
        self, english: Side, german: Side, tense: Tense, mood: str
    ) -> tuple[str, ...]:
        who = self.nominal_of(english.subject, False, english.parts)
        left = self.clause(english, who, False)
        wer = self.nominal_of(german.subject, True)
        right = self.clause(german, wer, True, left if wer is who else None)
        p = left.predicate
        undeniable = is_undeniable(p) or p.english.startswith(NEVER_NEGATED)
        undeniable |= is_undeniable(right.predicate) or not who.takes_not
        forbidden = tense.german_denied and undeniable and not p.negated
        if tense.english == tense.german and forbidden:
            tense = replace(tense, english_denied=False, german_denied=False)
        left = replace(left, tense=tense.english, negated=tense.english_denied)
        right = replace(right, tense=tense.german, negated=tense.german_denied)
        source, target, mark = self.ordered(english, german, left, right, mood)
        source = join(source, *(self.hung(inner, False) for inner in english.inner))
        hung = [self.hung(inner, True) for inner in german.inner]
        target = join(target, self.end, *hung)
        if english.before is not None and german.before is not None:
            source = join(self.hung(english.before, False), source)
            target = join(
                self.hung(german.before, True).removeprefix(", "), ",", target
            )
        if mark == "!" and english.before is None and self.d.chance(0.15):
            return f"please {source}", f"bitte {target}", mark
        return source, target, mark

    def ordered(
        self, english: Side, german: Side, left: Clause, right: Clause, mood: str
    ) -> tuple[str, str, str]:
        """Both clauses in order: a statement, question, command or dependent clause."""
        if mood == "command":
            return left.command()[0], right.command()[1], "!"
        if mood == "asked":
            question_word, fragewort = (
                join(*(self.render(part, i == 1)[0] for part in side.question or ()))
                for i, side in enumerate((english, german))
            )
            right = self.turned(right, german.front or ())
            if left.subject.english.startswith(("who", "what", "which", "how many")):
                # wer hat es gegeben, but: was brachte dich zum Lachen
                right = replace(right, is_question=left.subject.english == "who")
                return left.main()[0], right.main()[1], "?"
            source = self.d.negated_first(left.question(question_word)[0], left)
            return source, right.question("", fragewort)[1], "?"
        if german.before is not None:
            return left.main()[0], right._inverted(""), "."
        before, davor = (
            join(*(self.render(part, i == 1)[0] for part in side.front or ()))
            for i, side in enumerate((english, german))
        )
        source = join(before, left.main()[0])
        front = Adverb("", davor) if davor else NONE
        return source, right.main(front)[1], "."

    def turned(self, clause: Clause, front: Sequence[Part]) -> Clause:
        """What comes before the subject of a question: hat mir der Film gefallen."""
        p, who = clause.predicate, clause.subject
        davor = join(*(self.render(part, True)[0] for part in front))
        if who.light or who.nom in ("was", "jemand", "niemand"):
            return replace(clause, subject=replace(who, nom=join(who.nom, davor)))
        who = replace(who, nom=join(davor, p.light, who.nom))
        return replace(clause, subject=who, predicate=replace(p, light=""))

    def nominal_of(
        self, part: Part | None, german: bool, others: Sequence[Part] = ()
    ) -> Nominal:
        if part is None:
            raise ValueError(f"{self.construction.name}: a clause without a subject")
        if part.kind == "slot":
            one = self.slot(part.text)
            if isinstance(one, tuple):
                return Nominal(one[0], one[1], one[1], one[1], light=True)
            return pro(one) if "pro" in part.forms else one
        if part.text == "-":  # mir ist kalt
            return Nominal("", "", "", "", light=True)
        found = (GERMAN_PRONOUNS if german else PRONOUNS).get(part.text)
        if found is None:
            found = Nominal(part.text, part.text, part.text, part.text, light=True)
        if part.text == "there":  # there are
            slots = [part.text for part in others if part.kind == "slot"]
            (one,) = [self.slot(name) for name in slots[:1]]
            found = replace(found, person=one.person)
        return found

    def clause(
        self, side: Side, who: Nominal, german: bool, english: Clause | None = None
    ) -> Clause:
        """One side without its tense; ``english`` is the other, of the same subject."""
        head = self.slot(side.verb) if isinstance(side.verb, str) else side.verb
        if isinstance(head, Clause):
            p, adverb = head.predicate, head.adverb
        elif isinstance(head, Predicate):
            p, adverb = head, NONE
        else:
            p, adverb = Predicate(head), NONE
            if english is not None and head is not BE:
                p = replace(english.predicate, german_verb=head)
                p = replace(
                    p, light="", definite="", indefinite="", negated="", rest=""
                )
        if english is not None and english.adverb.english == "almost":
            adverb = english.adverb  # its past is: wäre fast gestorben
        clause = Clause(who, p, adverb=adverb)
        if german:
            return self.placed(clause, side.parts)
        words, middle = [], ""
        for i, part in enumerate(side.parts):
            text, thing = self.render(part, False)
            if (
                part.kind == "field" and part.text == "middle"
            ) or "middle" in part.forms:
                middle = text
            elif (
                i == 0
                and isinstance(thing, Nominal)
                and "my" not in part.forms
                and (thing.light or self.d.chance(0.3))
                and p.verb.particle in APART
                and p.verb is head
            ):
                words.append(f"{text} {p.verb.particle}")
                p = replace(p, verb=replace(p.verb, particle=""))
            else:
                words.append(text)
        adverb = Adverb(middle, "", middle=True) if middle else adverb
        p = replace(p, english=join(p.english, *words))
        return replace(clause, predicate=p, adverb=adverb)

    def placed(self, clause: Clause, parts: Sequence[Part]) -> Clause:
        """The clause with the German parts around its verb, each in its field."""
        p, light, definite = clause.predicate, [], []
        rest: list[str] = []
        for part in parts:
            text, thing = self.render(part, True)
            name = part.text if part.kind == "field" else ""
            if name and part.parts and part.parts[0].kind == "slot":
                thing = self.slot(part.parts[0].text)
            name = name or next((f for f in part.forms if f in FIELDS_OF_SLOTS), "")
            if not text and name != "kein":
                continue
            if name in ("adverb", "behind", "last", "time"):
                adverb = Adverb(
                    clause.adverb.english,
                    join(clause.adverb.german, text),
                    behind=name == "behind",
                    last=name == "last",
                    no=text.endswith("nie"),
                )
                if name == "time":
                    when = thing[0] if isinstance(thing, tuple) else ""
                    clause = replace(clause, time=Adverb(when, text))
                elif name == "behind" and clause.time is NONE:  # nicht immer ein Buch
                    clause = replace(clause, time=Adverb("", text, behind=True))
                else:
                    clause = replace(clause, adverb=adverb)
            elif name == "end":
                self.end = text
            elif name == "light":
                light.append(text)
            elif name == "definite":
                definite.append(text)
            elif name == "kein":
                without = join(*(self.render(one, True)[0] for one in part.denied))
                without = without or f"k{text}"
                p = replace(p, indefinite=text, negated=without)
            elif (
                not isinstance(thing, Nominal)
                or part.kind in ("preposition", "field")
                or thing.behind
            ):
                rest.append(text)
            elif thing.without:
                case = next((f for f in part.forms if f in thing.without), "acc")
                p = replace(p, indefinite=text, negated=thing.without[case])
            elif "nom" in part.forms:
                rest.append(text)
            elif thing.light:
                light.append(text)
            elif "dat" in part.forms:
                definite.insert(0, text)
            else:
                definite.append(text)
        if "das" in light and definite:  # gib Tom das
            light.remove("das")
            definite.append("das")
        light.sort(key=lambda word: ORDER.get(word, 1))
        p = replace(
            p,
            light=join(p.light, *light),
            definite=join(p.definite, *definite),
            rest=join(*rest, p.rest) if p.verb.base != "be" else join(p.rest, *rest),
        )
        return replace(clause, predicate=p)

    def hung(self, inner: Inner, german: bool) -> str:
        """zu gehen; dass er geht; er ginge; und er geht."""
        if inner.words:
            text = join(*(self.render(part, german)[0] for part in inner.words))
            return join("," * german, text)
        if inner.infinitive:
            deed = self.slot(inner.infinitive)
            no = "nicht" in inner.joint.split()
            text = replace(deed, negated=no or deed.negated).infinitive(german)[german]
            if not german:
                return join(inner.joint, text)
            return join(",", "um" if inner.joint == "um zu" else "", text)
        if inner.sentence:
            sentence = self.slot(inner.sentence)
            return sentence.subordinate(inner.joint, inner.joint)[german]
        side, tense = inner.clause, inner.tense
        assert side is not None
        who = self.nominal_of(side.subject, german)
        clause = self.clause(side, who, german)
        found = self.slot(tense) if tense in self.construction.slots else None
        if isinstance(found, Tense):
            tense = found.german if german else found.english
        were, no = tense == SUBJUNCTIVE, tense.startswith("not ")
        tense = "past" if were else tense.removeprefix("not ")
        clause = replace(clause, tense=tense, negated=no)
        if side.verb in self.bound and isinstance(self.bound[side.verb], Clause):
            clause = replace(clause, negated=no or self.bound[side.verb].negated)
        if not german:
            text = clause.main()[0]
            text = text.replace(" was ", " were ", 1) if were else text
            return join(inner.joint, text)
        comma = "" if inner.joint in ("und", "oder") else ","
        if not inner.joint and who.nom in ("was", "wer", "der", "die"):
            return f", {clause.subordinate()[1]}"
        if inner.joint in VERB_FIRST:
            return join(comma, inner.joint, clause._inverted(""))
        if inner.joint in VERB_SECOND:
            davor = join(*(self.render(part, True)[0] for part in side.front or ()))
            front = Adverb("", davor) if davor else NONE
            return join(comma, inner.joint, clause.main(front)[1])
        return clause.subordinate("", inner.joint)[1]


def counted(phrase: tuple[str, str], number: str) -> Nominal:
    """A noun phrase that is written out, in the number that it says."""
    english, german = phrase
    person, english_person = NUMBERS_OF_PHRASES[number]
    return Nominal(
        *(english, german, german, german, person),
        reflexive="" if number in ("we", "you") else "sich",
        behind=True,
        english_person=english_person,
    )


def owned_by(one: Nominal) -> str:
    """My, of what is mine; her, of what is Mary's."""
    return MY.get(one.english, "her" if one.english in WOMEN else "his")


def pro(one: Nominal) -> Nominal:
    """Tom: he; Mary: she."""
    if one.english in WOMEN:
        return SHE
    return HE if one.light and one.nom == one.dat and one.nom.istitle() else one
