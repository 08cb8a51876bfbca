"""Clauses of everyday English and German: who, what is done, when, and in which order.

A ``Predicate`` says what is done, in both languages, without person and tense. A
``Clause`` adds these. It builds the main clause, the question, the subordinate clause,
the command and the infinitive, each with the word order of its language.
"""

import re
from dataclasses import dataclass

from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.verbs import (
    BE_ENGLISH,
    DO,
    DU,
    ER,
    HABEN,
    ICH,
    IHR,
    MACHEN,
    MODALS,
    SEIN,
    STUDIEREN,
    WERDEN,
    WIR,
    WURDE,
    Verb,
    conjugated,
)

REFLEXIVE = {ICH: "mich", DU: "dich", ER: "sich", WIR: "uns", IHR: "euch"}
TO_SELF = {"mich": "mir", "dich": "dir"}
PRONOUNS = (
    "mich",
    "dich",
    "ihn",
    "sie",
    "es",
    "uns",
    "mir",
    "dir",
    "ihm",
    "ihr",
    "ihnen",
)
UNDENIED = ("nobody", "somebody", "everybody", "all of us", "both of them", "none of")
TENSES = (
    "present",
    "now",  # the same in German, though English uses a different verb: he may come
    "progressive",
    "past",
    "past progressive",
    "perfect",
    "past perfect",  # only in English, so far: had/would have
    "going to",
    "passive",
)


def join(*words: str) -> str:
    return " ".join(filter(None, words))


@dataclass(frozen=True)
class Nominal:
    """A pronoun, a name or a noun phrase, with all its forms."""

    english: str
    nom: str
    acc: str
    dat: str
    person: int = ER
    english_object: str = ""
    reflexive: str = ""  # if the person doesn't decide this: "sich" for they
    light: bool = False  # comes right after the finite verb
    behind: bool = False  # after "nicht": nicht jeden, nicht viele
    without: dict[str, str] | None = None  # its forms with "kein", if it is indefinite
    english_person: int | None = None  # if it differs: everybody is, alle sind

    @property
    def object(self) -> str:
        return self.english_object or self.english

    @property
    def self_(self) -> str:
        return self.reflexive or REFLEXIVE[self.person]

    @property
    def takes_not(self) -> bool:
        """Whether a clause about it can contain "not": never nobody, or everybody."""
        return not self.english.startswith(("every ", *UNDENIED))

    @property
    def is_bare(self) -> bool:
        """Whether it is a bare noun: *that money* would then mean something else."""
        article = self.english.split(" ")[0] in ("a", "an")
        return self.without is not None and not article and self.person == ER

    def german(self, case: str) -> str:
        return {"nom": self.nom, "acc": self.acc, "dat": self.dat}[case]


def pronoun(
    english: str, forms: str, person: int, object: str = "", reflexive: str = ""
) -> Nominal:
    nom, acc, dat = forms.split()
    return Nominal(english, nom, acc, dat, person, object, reflexive, light=True)


I = pronoun("i", "ich mich mir", ICH, "me")  # noqa: E741 - it is this word
YOU = pronoun("you", "du dich dir", DU)
YOU_GUYS = Nominal("you guys", "ihr", "euch", "euch", IHR, light=True)
YOU_TWO = [
    *(YOU_GUYS, YOU_GUYS),
    *(
        Nominal(
            *(english, "ihr beide", "euch beide", "euch beiden", IHR),
            reflexive="euch",
            light=True,
        )
        for english in ("you two", "you both")
    ),
]
# people who are called sir or madam
YOU_POLITE = Nominal("you", "Sie", "Sie", "Ihnen", WIR, reflexive="sich", light=True)
HE = pronoun("he", "er ihn ihm", ER, "him")
SHE = pronoun("she", "sie sie ihr", ER, "her")
WE = pronoun("we", "wir uns uns", WIR, "us")
THEY = pronoun("they", "sie sie ihnen", WIR, "them", "sich")
IT = pronoun("it", "es es ihm", ER)
THIS = pronoun("this", "das das dem", ER)
THAT = pronoun("that", "das das dem", ER)
WHO = pronoun("who", "wer wen wem", ER)
WHAT = Nominal("what", "was", "was", "was")
MAN = Nominal("one", "man", "einen", "einem", light=True)
NOBODY = Nominal("nobody", "niemand", "niemanden", "niemandem", behind=True)
SOMEBODY = Nominal("somebody", "jemand", "jemanden", "jemandem", behind=True)
EVERYBODY = Nominal(
    *("everybody", "alle", "alle", "allen", WIR),
    reflexive="sich",
    behind=True,
    english_person=ER,
)

# "everybody" is "alle", but with these verbs, in a main clause: jeder kennt Tom
JEDER = {
    "haben": "hat", "kennen": "kennt", "lieben": "liebt", "wissen": "weiß",
    "wollen": "will", "brauchen": "braucht", "können": "kann",
}  # fmt: skip


@dataclass(frozen=True)
class Predicate:
    """What is done, in both languages, without person and tense."""

    verb: Verb
    english: str = ""  # after the verb
    german_verb: Verb | None = None  # if it differs from the verb's own
    light: str = ""  # pronouns
    definite: str = ""  # before "nicht"
    indefinite: str = ""  # contains "kein" when it is negated:
    negated: str = ""
    rest: str = ""  # after "nicht": places, qualities
    reflexive: bool = False
    to: "Predicate | None" = None  # zu schlafen, at the very end

    @property
    def says(self) -> Verb:
        return self.german_verb or self.verb


@dataclass(frozen=True)
class Adverb:
    """When or how, and where English puts it: before the verb or at the end."""

    english: str = ""
    german: str = ""
    middle: bool = False
    behind: bool = False  # after "nicht": gut, schnell, jeden Tag
    last: bool = False  # even after anything with "kein" in it: keine Zeit mehr
    no: bool = False  # it negates the clause: never


NONE = Adverb()
PARTICLES = ("bitte", "einfach", "gerade", "vielleicht")  # after all pronouns
# du hättest schlafen sollen
UNREAL = {"should have": "sollen", "could have": "können"}
KONNTE = ("konnte", "konntest", "konnte", "konnten")
# what people do soon, or promise to do: ich rufe dich an
SOON = ("later", "tonight")
PROMISED = ("call", "take", "show", "buy")
NOW = ("now", "right now")
# whom one liked then, but: ich habe ihn nie gemocht
FELT_FOR = ("mögen", "kennen", "lieben", "hassen")
# what has its own form instead of würde
WOULD = {
    "sein": ("wäre", "wärst", "wäre", "wären"),
    "haben": ("hätte", "hättest", "hätte", "hätten"),
}


@dataclass(frozen=True)
class Clause:
    """A predicate with its subject, its tense and whether it is negated."""

    subject: Nominal
    predicate: Predicate
    tense: str = "present"  # one of ``TENSES``, or a modal
    negated: bool = False
    adverb: Adverb = NONE
    time: Adverb = NONE
    is_question: bool = False
    inner: bool = False  # whether it depends on another clause

    # ---- English -------------------------------------------------------------------

    def _verb(self) -> tuple[str, str, str]:
        """Return the finite form, the operator, and the verb without the operator."""
        verb, person = self.predicate.verb, self.subject.person
        if self.subject.english_person is not None:
            person = self.subject.english_person
        elif self.subject.english == "you" or person == IHR:
            person = DU
        is_be = verb.base == "be"
        tense = "present" if self.tense == "now" else self.tense
        if tense in MODALS:
            forms, infinitive, _ = MODALS[tense]
            finite = forms[person]
            base = verb.done if tense.endswith(" have") else verb.base
            if infinitive:
                operator = (
                    "did"
                    if tense in ("wanted to", "had to", "used to")
                    else ("do", "do", "does", "do")[person]
                )
                return join(finite, base), operator, join(infinitive, base)
            first, _, more = finite.partition(" ")
            return join(finite, base), first, join(more, base)
        if tense in ("progressive", "past progressive", "going to", "passive"):
            be = BE_ENGLISH[
                "past" if tense in ("past progressive", "passive") else "present"
            ][person]
            main = {"going to": f"going to {verb.base}", "passive": verb.done}.get(
                tense, verb.doing
            )
            return join(be, main), be, main
        if tense in ("perfect", "past perfect"):
            have = ("have", "have", "has", "have")[person]
            have = have if tense == "perfect" else "had"
            return join(have, verb.done), have, verb.done
        if is_be:
            finite = BE_ENGLISH[tense][person]
            return finite, finite, ""
        if tense == "past":
            return verb.past, "did", verb.base
        finite = verb.he if person == ER else verb.base
        return finite, ("do", "do", "does", "do")[person], verb.base

    def _english(self, question: bool = False, first: str = "") -> str:
        finite, operator, rest = self._verb()
        subject, adverb = self.subject.english, self.adverb
        middle = adverb.english if adverb.middle else ""
        end = join("" if adverb.middle else adverb.english, self.time.english)
        negation = "not" if self.negated else ""
        apart = finite == join(operator, rest)  # he can sleep, but he did it
        if question:
            verb = join(operator, subject, negation, middle, rest)
        elif self.negated:
            operator = "cannot" if operator == "can" else join(operator, "not")
            verb = join(subject, operator, middle, rest)
        elif middle and apart:
            verb = join(subject, operator, middle, rest)
        else:
            verb = join(subject, middle, finite)
        return join(
            first, verb, self.predicate.verb.particle, self.predicate.english, end
        )

    # ---- German --------------------------------------------------------------------

    def _tense(self) -> str:
        """Return the German tense, which is the present for what will happen soon."""
        if self.tense != "will" or self.negated or self.adverb.no:
            return self.tense
        promised = self.predicate.verb.base in PROMISED and self.subject.person == ICH
        promised &= not (self.is_question or self.predicate.verb.particle)
        soon = self.time.english in SOON or self.adverb.english in SOON
        of_us = self.is_question and self.subject.nom == "wir"  # wann gehen wir
        return "present" if promised or soon or of_us else "will"

    def _says(self) -> Verb:
        """The German verb: was machst du, but: was soll ich tun."""
        verb, tense = self.predicate.says, self._tense()
        now = tense in ("present", "now", "progressive")
        studies = self.predicate.verb.base == "study" and verb.lemma == "lernen"
        if studies and self._is_at_university():
            return STUDIEREN
        return MACHEN if verb == DO and now else verb

    def _is_at_university(self) -> bool:
        """Tom studies: Tom studiert; but: ich muss lernen, ich lerne Deutsch."""
        p, tense = self.predicate, self._tense()
        modal = tense in MODALS or tense == "going to"
        return not (modal or p.definite or p.indefinite)

    def _brackets(self) -> tuple[str, str]:
        verb, person, tense = self._says(), self.subject.person, self._tense()
        if tense == "would" and verb.infinitive in WOULD:
            return conjugated(WOULD[verb.infinitive], person), verb.prefix
        if tense in UNREAL:
            right = join(verb.lemma, UNREAL[tense])
            return conjugated(WOULD["haben"], person), right
        if tense.endswith(" have"):  # er muss geschlafen haben, er wäre gekommen
            have = "sein" if verb.with_sein else "haben"
            if tense == "would have":
                return conjugated(WOULD[have], person), verb.participle
            finite = MODALS[tense][2]
            return conjugated(finite, person), join(verb.participle, have)
        if tense in MODALS:
            of_us = self.is_question and self.subject.self_ in ("mich", "uns")
            finite = MODALS["shall" if of_us and tense == "should" else tense][2]
            if tense == "can" and self.negated and verb == DO and self.predicate.light:
                return conjugated(finite, person), ""  # ich kann das nicht
            if self.negated and tense == "must":
                finite = MODALS["may"][2]
            nothing = "nothing" in self.predicate.english.split()
            if tense == "could" and (self.negated or self.adverb.no or nothing):
                finite = KONNTE
            return conjugated(finite, person), verb.lemma
        if tense == "going to":
            return conjugated(WERDEN, person), verb.lemma
        if tense == "passive":
            return conjugated(WURDE, person), verb.participle
        has_both = verb.in_statements or verb.of_others
        nearly = self.adverb.english == "almost"  # ich wäre fast gestorben
        if tense == "past" and nearly and (has_both or not verb.preterite):
            was = WOULD["sein" if verb.with_sein else "haben"]
            return conjugated(was, person), verb.participle
        if tense in ("past", "past progressive", "perfect"):
            perfect = tense == "perfect" and verb.infinitive in ("haben", "lieben")
            never = self.adverb.german.endswith("nie")  # er ist nie gekommen
            denied = self.negated or never
            other = tense == "perfect" or self.is_question or denied
            perfect |= verb.in_statements and (other or person in (DU, IHR))
            earlier = self.time.german == "früher"
            other |= self.inner or earlier
            perfect |= verb.of_others and (other or person != ER)
            perfect |= self._prefers_perfect()
            if verb.preterite and not perfect:
                return conjugated(verb.preterite, person), verb.prefix
            auxiliary = SEIN if verb.with_sein else HABEN
            return conjugated(auxiliary, person), verb.participle
        return conjugated(verb.present, person), verb.prefix

    def _prefers_perfect(self) -> bool:
        """Ich habe es Tom gesagt, ihn nie gemocht; niemand hat es gesehen."""
        verb, light = self.predicate.says.infinitive, self.predicate.light.split()
        if verb in FELT_FOR and self.adverb.english in ("never", "always"):
            return True
        says_it = verb == "sagen" and bool({"es", "das"} & {*light})
        seen = verb == "sehen" and self.subject.nom == "niemand"
        return says_it or seen or self._has_come_or_gone()

    def _has_come_or_gone(self) -> bool:
        """Er ging nach Hause, but: er ist gegangen; er kam, but: ich bin gekommen."""
        p = self.predicate
        left = p.verb.base == "leave" and p.says.infinitive == "gehen"
        return left or (self.subject.person == ICH and p.says.infinitive == "kommen")

    def _self(self) -> str:
        """mich, dich, sich."""
        p = self.predicate
        return self.subject.self_ if p.reflexive or p.says.reflexive else ""

    def _to_self(self) -> str:
        """mir, dir, sich."""
        self_ = self.subject.self_
        return TO_SELF.get(self_, self_) if self.predicate.says.to_self else ""

    def _middle(self, has_self: bool = True) -> str:
        p, adverb, time = self.predicate, self.adverb, self.time
        gerne = "gerne" if self.tense == "would like to" else ""
        kein = p.negated if self.negated and not (time.behind or gerne) else ""
        to_self = self._to_self() if has_self else ""
        light, particle = p.light, ""
        if to_self and light.split(" ")[-1] in PARTICLES:  # sieh es dir bitte an
            light, _, particle = light.rpartition(" ")
        light = join(to_self, light) if light == "das" else join(light, to_self)
        return join(
            self._self() if has_self else "",
            light,  # es mir, but: mir das
            particle,
            p.definite,
            "" if time.behind else time.german,
            "" if adverb.behind or adverb.last else adverb.german,
            "nicht" if self.negated and not kein else "",
            gerne,
            time.german if time.behind else "",
            adverb.german if adverb.behind else "",
            kein or p.indefinite,
            adverb.german if adverb.last else "",
            self._rest(),
        )

    def _rest(self) -> str:
        """Er ist da; ich werde zu Fuß gehen, but: ich kann gehen, ich gehe langsam."""
        p = self.predicate
        if p.verb.base == "be" and p.rest == "dort":
            return "da"
        only = p.verb.base == "walk" and not (p.english or p.verb.particle)
        walks = only and p.says.lemma == "gehen" and not self.adverb.behind
        on_foot = walks and self.tense not in ("can", "could")
        return p.rest or "zu Fuß" * on_foot

    def _to(self) -> str:
        """zu schlafen; with a comma if more than the verb is there."""
        to = self.predicate.to
        return Clause(self.subject, to).infinitive()[1] if to else ""

    def _settled(self) -> "Clause":
        """Choose a tense: I hit him is past; they read, it hurts, I bet are present."""
        verb, tense = self.predicate.verb, self.tense
        if verb.past != verb.base or self.negated or self.subject.person == ER:
            return self
        if tense in ("present", "past"):
            hurts = self.predicate.says.prefix == "weh" and not self.predicate.english
            now = hurts or verb.base in ("read", "bet", "cost")
            now |= self.time.english in NOW
            return replace(self, tense="present" if now else "past")
        return self

    def main(self, front: Adverb = NONE) -> tuple[str, str]:
        return join(front.english, self.main_english()), self.main_german(front.german)

    def main_english(self) -> str:
        return self._settled()._english()

    def main_german(self, first: str = "") -> str:
        self = self._settled()
        if first:
            return self._inverted(first)
        left, right = self._brackets()
        who = self.subject.nom
        if self._is_of_each(left):
            who, left = "jeder", JEDER[left]
        return join(who, left, self._middle(), right, self._to())

    def _is_of_each(self, left: str) -> bool:
        """Jeder kennt ihn, jeder hat Hunger; but: alle haben gelacht."""
        helps = left == "haben" and self.predicate.says.infinitive != left
        return self.subject == EVERYBODY and left in JEDER and not helps

    def question(self, english: str = "", german: str = "") -> tuple[str, str]:
        return self.question_english(english), self.question_german(german)

    def question_english(self, first: str = "") -> str:
        return self._english(True, first)

    def question_german(self, first: str = "") -> str:
        return replace(self, is_question=True)._inverted(first)

    def _inverted(self, first: str) -> str:
        """Put the subject after the verb: beeilst du dich, beeilt sich der Mann."""
        left, right = self._brackets()
        subject, self_, p = self.subject, self._self(), self.predicate
        if not subject.light:  # leiht sich der Mann ein Buch aus
            self_ = self._to_self() or self_
        anybody = subject.nom in ("jemand", "niemand")
        if anybody and p.light in PRONOUNS:  # kann mich jemand hören
            who = join(p.light, self_, subject.nom)
            self = replace(self, predicate=replace(p, light=""))
            who = join(who, self._middle(has_self=False))
        elif self_ and not subject.light:
            who = join(self_, subject.nom, self._middle(has_self=False))
        else:
            who = join(subject.nom, self._middle())
        return join(first, left, who, right, self._to())

    def subordinate(self, english: str = "", german: str = "") -> tuple[str, str]:
        """Put the finite verb last: (dass) du mich liebst."""
        self = replace(self._settled(), inner=True)
        left, right = self._brackets()
        says = self.predicate.says
        one_word = right and right == says.prefix and not says.apart
        end = right + left if one_word else join(right, left)
        return join(english, self._english()), join(
            ", " + german if german else "",
            self.subject.nom,
            self._middle(),
            end,
            self._to(),
        )

    def infinitive(self, zu: bool = True) -> tuple[str, str]:
        """to sleep here: hier zu schlafen; without ``zu``: hier schlafen."""
        verb = self.predicate.says
        adverb = self.adverb
        end = join("" if adverb.middle else adverb.english, self.time.english)
        english = join(
            adverb.english if adverb.middle else "",
            self.predicate.verb.base,
            self.predicate.verb.particle,
            self.predicate.english,
            end,
        )
        return english, join(
            self._middle(), verb.to_infinitive if zu else verb.lemma, self._to()
        )

    def command(self) -> tuple[str, str]:
        """Say a command to du: komm nach Hause; to ihr: kommt; to Sie: kommen Sie."""
        verb, whom = self.predicate.says, self.subject
        verb = MACHEN if verb == DO else verb
        whom = whom if whom.person == IHR or whom == YOU_POLITE else YOU
        clause = replace(self, subject=whom)
        english = join("do not" if self.negated else "", clause.infinitive()[0])
        if whom == YOU_POLITE:
            german = clause._inverted("")
            return english, re.sub("^sind", "seien", german)
        command = verb.command if whom is YOU else conjugated(verb.present, IHR)
        return english, join(command, clause._middle(), verb.prefix, clause._to())

    def doing(self) -> str:
        """Return the English gerund: reading a book."""
        adverb = self.adverb
        return join(
            self.predicate.verb.doing,
            self.predicate.verb.particle,
            self.predicate.english,
            adverb.english,
        )
