"""Draws sentences from constructions that tables describe, in both languages."""

from collections.abc import Sequence

from lernformer.translator.corpus.everyday.acting import is_undeniable
from lernformer.translator.corpus.everyday.being import NEVER_NEGATED
from lernformer.translator.corpus.everyday.clauses import (
    NONE,
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
    SUBJUNCTIVE,
    VERB_FIRST,
    VERB_SECOND,
    Construction,
    Inner,
    Line,
    Part,
    Side,
    Tense,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.drawing_slots import Slots
from lernformer.translator.corpus.everyday.noun_phrases import APART
from lernformer.translator.corpus.everyday.pronouns import (
    GERMAN_PRONOUNS,
    PRONOUNS,
    pronoun_for,
)
from lernformer.translator.corpus.everyday.reading_constructions import (
    read_constructions,
)
from lernformer.translator.corpus.everyday.saying import Saying
from lernformer.translator.corpus.everyday.verbs import BE

ORDER = {"es": 0, "das": 2}  # es mir, mir das
TO_OTHERS = (YOU_GUYS, YOU_POLITE)  # commands to these differ from those to "du"
NO_GERMAN = dict.fromkeys(("light", "definite", "indefinite", "negated", "rest"), "")
# to copy these is twice as fast as to make new ones
BEING = Predicate(BE)
OF_SOMEBODY = Clause(YOU, BEING)
FIELDS_OF_SLOTS = ("adverb", "behind", "last", "time", "light", "definite")


class Drawing(Saying):
    """Draws any construction, from a table or from a method."""

    def drawn(self, name: str) -> tuple[str, ...]:
        """English, German, and maybe the mark at the end."""
        found = read_constructions().get(name)
        if found is None:
            return getattr(self, name)()
        (line,) = self.random.choices(found.lines, cum_weights=found.up_to)
        return self.line(found, line)

    def line(self, construction: Construction, line: Line) -> tuple[str, ...]:
        """A sentence from one line of a construction."""
        return _Sentence(construction, self).drawn(line)


class _Sentence(Slots):
    """One sentence of a construction."""

    def __init__(self, construction: Construction, drawing: Drawing):
        super().__init__(construction, drawing)
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
            english, german = line.english, line.german
            return self.phrase(english, False), self.phrase(german, True), german.mark
        if line.english.question is not None:
            mood = "asked"
        return self.clauses(line.english, line.german, tense, mood)

    def phrase(self, side: Side, german: bool) -> str:
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
                return left.main_english(), right.main_german(), "?"
            source = self.d.negated_first(left.question_english(question_word), left)
            return source, right.question_german(fragewort), "?"
        if german.before is not None:
            return left.main_english(), right._inverted(""), "."
        before, davor = (
            join(*(self.render(part, i == 1)[0] for part in side.front or ()))
            for i, side in enumerate((english, german))
        )
        return join(before, left.main_english()), right.main_german(davor), "."

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
            return pronoun_for(one) if "pro" in part.forms else one
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
            p, adverb = replace(BEING, verb=head), NONE
            if english is not None and head is not BE:
                p = replace(english.predicate, german_verb=head, **NO_GERMAN)
        if english is not None and english.adverb.english == "almost":
            adverb = english.adverb  # its past is: wäre fast gestorben
        clause = replace(OF_SOMEBODY, subject=who, predicate=p, adverb=adverb)
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
            text = clause.main_english()
            text = text.replace(" was ", " were ", 1) if were else text
            return join(inner.joint, text)
        comma = "" if inner.joint in ("und", "oder") else ","
        if not inner.joint and who.nom in ("was", "wer", "der", "die"):
            return f", {clause.subordinate()[1]}"
        if inner.joint in VERB_FIRST:
            return join(comma, inner.joint, clause._inverted(""))
        if inner.joint in VERB_SECOND:
            davor = join(*(self.render(part, True)[0] for part in side.front or ()))
            return join(comma, inner.joint, clause.main_german(davor))
        return clause.subordinate("", inner.joint)[1]
