"""Constructions with two verbs or two clauses, and whole phrases."""

from lernformer.translator.corpus.everyday.choices import (
    BELIEVE,
    BET,
    GUESS,
    HATE,
    HAVE,
    HEAR,
    HOPE,
    KNOW,
    LIKE,
    LOVE,
    SAY,
    SEE,
    THINK,
    THOUGHT,
    WANT,
    WONDER,
)
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    KONNTE,
    NONE,
    SHE,
    THEY,
    YOU,
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.nouns import NOUNS
from lernformer.translator.corpus.everyday.placing import Placing
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    DO,
    VERBS,
)
from lernformer.translator.corpus.everyday.words import (
    FIXED,
    STATES,
    TIMES_OF,
    TOM,
)

VERB_FORMS = {
    form
    for verb in VERBS
    for form in (verb.base, verb.he, verb.past, verb.done, verb.doing)
}
# tom let me go: this reads as something that tom did
AS_IN_THE_PAST = {verb.base for verb in VERBS if verb.base == verb.past} | {"let"}
# what nobody enjoys doing, or likes to do
GLADLY = {LIKE: "gerne", LOVE: "sehr gerne"}
NOT_DONE = ("know", "have", "want", "like", "love", "hate", "need")
TO_SOMEBODY_TABLE = """
    statement statement question question quality command command wh_question wh_question
    fixed fixed fixed turn cold doing_well it_is_me could_you be_command let_us let_me
    may_question belonging getting_it worth in_there keep_it_so
"""
TO_SOMEBODY = TO_SOMEBODY_TABLE.split()
AT_LAST = [
    *(Adverb("at last", "endlich"), Adverb("of course", "natürlich")),
    *(Adverb("of course", "natürlich"), Adverb("actually", "tatsächlich")),
    *(Adverb("suddenly", "plötzlich"), Adverb("finally", "endlich")),
]


class Joining(Placing):
    """Draws sentences in which a second verb or clause depends on the first."""

    def knowing(self) -> tuple[Clause, str, str]:
        """Somebody knows, thinks or says something."""
        verb, tense = self.pick(
            (
                (KNOW, "present"),
                (KNOW, "past"),
                (THINK, "present"),
                (THOUGHT, "past"),
                (SAY, "past"),
                (HOPE, "present"),
                (BELIEVE, "present"),
                (HEAR, "past"),
                (SEE, "present"),
                (SAY, "present"),
                (KNOW, "present"),
                (THINK, "present"),
                (BET, "present"),
                (GUESS, "present"),
            )
        )
        subject = I if self.chance(0.4) or verb in (BET, GUESS) else self.subject()
        no = (
            self.chance(0.15)
            and verb in (KNOW, THINK, THOUGHT, BELIEVE)
            and subject.takes_not
        )
        return (
            Clause(subject, Predicate(verb), tense, no),
            self.pick(("that", "")),
            "dass",
        )

    def dependent(self) -> Clause:
        draw = self.random.random()
        if draw < 0.12:
            return replace(
                self.being(self.subject(), self.pick(STATES)), tense="present"
            )
        return self._quality() if draw < 0.42 else self.clause(negated=0.15)

    def that_clause(self):
        clause, english, german = self.knowing()
        question = self.chance(0.12) and not clause.negated
        if question and clause.predicate.verb is THOUGHT:
            clause = replace(clause, predicate=Predicate(THINK))
        dependent = self.dependent()
        while english and dependent.subject.is_bare:  # that money is new
            dependent = self.dependent()
        # i thought he was ill: ich dachte, er wäre krank
        was = (
            dependent.tense == "past" and dependent.predicate.says.infinitive == "sein"
        )
        waere = was and clause.predicate.verb is THOUGHT and not clause.negated
        german_one = replace(dependent, tense="would") if waere else dependent
        second = (
            dependent.subordinate(english, german)[0],
            german_one.subordinate(english, german)[1],
        )
        verb = clause.predicate.verb
        bare = not (english or question or clause.negated)
        if bare and verb not in (KNOW, SEE, HEAR) and dependent.subject.nom != "das":
            # i think he sleeps: ich glaube , er schläft
            second = dependent.main()[0], f", {german_one.main()[1]}"
        first = (
            replace(clause, subject=YOU, tense="present").question()
            if question
            else clause.main()
        )
        if verb is HEAR:  # i heard that: ich habe gehört, dass
            heard = replace(clause, tense="perfect")
            first = first[0], heard.main()[1]
            if question:
                did = replace(clause, subject=YOU, tense="past")
                heard = replace(heard, subject=YOU)
                first = did.question()[0], heard.question()[1]
        return (
            join(first[0], second[0]),
            join(first[1], second[1]),
            "?" if question else ".",
        )

    def sought(self) -> Nominal:
        """A place or a thing that one may look for."""
        kind = self.pick(("place", "place", "thing"))
        words = self.pick(("the", "the", "my", "your") if kind == "thing" else ("the",))
        return self.noun_phrase(self.pick(NOUNS[kind]), words=words)

    def indirect_question(self):
        subject = I if self.chance(0.5) else self.subject()
        asked = self.pick(
            (
                ("where", "wo"),
                ("why", "warum"),
                ("how", "wie"),
                ("what", "was"),
                ("who", "wer"),
                ("if", "ob"),
                ("when", "wann"),
            )
        )
        if asked[0] == "what":
            verb = self.pick(
                (
                    DO,
                    WANT,
                    SAY,
                    HAVE,
                    next(v for v in VERBS if v.base == "need"),
                    next(v for v in VERBS if v.base == "mean")
                    if any(v.base == "mean" for v in VERBS)
                    else DO,
                )
            )
            clause = Clause(
                self.subject(), Predicate(verb), self.pick(("present", "past"))
            )
            if verb is DO:
                clause = replace(
                    clause, tense=self.pick(("past", "progressive", "should"))
                )
        elif asked[0] == "who":
            clause = Clause(
                self.pick((HE, SHE, YOU, THEY, TOM)),
                Predicate(BE),
                self.pick(("present", "past")),
            )
        elif asked[0] == "where":
            lost = self.sought() if self.chance(0.25) else self.subject()
            clause = Clause(lost, Predicate(BE), self.pick(("present", "past")))
            if self.chance(0.3):
                clause = replace(
                    clause,
                    predicate=Predicate(
                        next(v for v in VERBS if v.base == "live" and not v.particle)
                    ),
                    tense="present",
                )
        else:
            how = asked[0] == "how"  # nobody asks how one does not
            dependent = self.clause(negated=0) if how else self.dependent()
            while how and dependent.negated:
                dependent = self.clause(negated=0)
            clause = replace(dependent, adverb=NONE)
        known = self.pick(("present", "present", "past"))
        if known == "past" and clause.tense in ("present", "progressive"):
            clause = replace(clause, tense="past")
        second = clause.subordinate(*asked)
        first = Clause(
            subject,
            Predicate(KNOW),
            known,
            self.chance(0.45) and subject.takes_not,
        )
        if self.chance(0.2):
            wonders = self.pick(("present", "present", "past", "progressive"))
            e, g = Clause(subject, Predicate(WONDER), wonders).main()
            return join(e, second[0]), join(g, second[1])
        if self.chance(0.35):
            e, g = replace(
                first, subject=YOU, tense="present", negated=False
            ).question()
            return join(e, second[0]), join(g, second[1]), "?"
        e, g = first.main()
        return join(e, second[0]), join(g, second[1])

    def reason(self):
        english, german = self.pick(
            (("because", "weil"), ("because", "weil"), ("if", "wenn"), ("when", "wenn"))
        )
        first, second = self.clause(), self.dependent()
        if german == "wenn":
            first = replace(first, tense="will", time=NONE)
            second = replace(second, tense="present", time=NONE)
        second_ = second.subordinate(english, german)
        e, g = first.main()
        return join(e, second_[0]), join(g, second_[1])

    def and_(self):
        if self.chance(0.3):  # he is rich and famous
            (one, eins), (two, zwei) = (self.pick_quality(degree=0) for _ in range(2))
            if eins == zwei:
                return self.and_()
            p = Predicate(BE, f"{one} and {two}", rest=f"{eins} und {zwei}")
            tense = self.pick(("present", "present", "past"))
            return self.said(Clause(self.subject(), p, tense), 0.15)
        first, second = self.clause(), self.dependent()
        if self.chance(0.4):
            e, g = first.main()
            e2, g2 = second.main()
            return f"{e} but {e2}", f"{g} , aber {g2}"
        e, g = first.main()
        e2, g2 = second.main()
        return f"{e} and {e2}", f"{g} und {g2}"

    def gladly(self):
        """I like to swim: ich schwimme gerne."""
        verb = self.pick((LIKE, LIKE, LOVE, HATE))
        subject = YOU if self.chance(0.2) else self.subject()
        predicate = self.predicate(subject)
        is_open = predicate.negated and not predicate.negated.startswith("kein")
        base, past = predicate.verb.base, predicate.verb.past
        if is_open or base in NOT_DONE or past == base != "read":
            predicate = Predicate(self.pick([v for v in VERBS if v.frame == "i"]))
        clause = Clause(subject, predicate)
        inner = clause.doing() if self.chance(0.5) else f"to {clause.infinitive()[0]}"
        no = self.chance(0.2) and verb is LIKE and subject.takes_not
        tense = "past" if verb is not HATE and self.chance(0.15) else "present"
        english = Clause(subject, Predicate(verb, inner), tense, no)
        if verb is HATE:
            e, _ = Clause(subject, Predicate(HATE, inner)).main()
            return (
                e,
                f"{subject.nom} {HATE.present[subject.person]} es , {clause.infinitive()[1]}",
            )
        german = replace(
            clause,
            tense=tense,
            negated=no,
            adverb=Adverb("", "gern" if no else GLADLY[verb], behind=True),
            predicate=replace(predicate, negated=""),
        )
        if self.chance(0.2) and not no:
            return english.question()[0], german.question()[1], "?"
        return english.main()[0], german.main()[1]

    def tell_somebody_to(self):
        who = self.pick((I, HE, SHE, TOM, THEY))
        question = self.pick(
            (
                ("where", "wo"),
                ("what", "was"),
                ("why", "warum"),
                ("who", "wer"),
                ("that", "dass"),
            )
        )
        if question[0] in ("where", "who"):
            known = self.pick((HE, SHE, THEY, TOM, YOU))
            if question[0] == "where" and self.chance(0.4):
                known = self.sought()
            clause = Clause(known, Predicate(BE), self.pick(("present", "past")))
        elif question[0] == "what":
            clause = Clause(
                self.subject(),
                Predicate(self.pick((DO, WANT, SAY))),
                self.pick(("past",)),
            )
        else:
            clause = self.dependent()
        e, g = clause.subordinate(*question)
        if self.chance(0.35):  # can you tell me where he is
            can, kann = self.pick(
                (("can you", "kannst du"), ("could you", "könntest du"))
            )
            return f"{can} tell {who.object} {e}", f"{kann} {who.dat} sagen {g}", "?"
        return f"tell {who.object} {e}", f"sag {who.dat} {g}", "!"

    def be_able(self):
        subject = self.subject()
        while (clause := self.clause(subject, "can", 0)).tense != "can":
            pass  # nobody is able to own it
        past = self.chance(0.4)
        no = self.chance(0.3) and subject.takes_not
        inner = replace(clause, adverb=NONE).infinitive()
        be = Clause(
            subject,
            Predicate(BE, join("able to", inner[0])),
            "past" if past else "present",
            no,
        )
        german = replace(clause, adverb=NONE, negated=no)
        left, right = german._brackets()
        left = KONNTE[subject.person] if past else left
        return be.main()[0], join(subject.nom, left, german._middle(), right)

    def fixed(self):
        return self.pick(FIXED)

    def with_name(self):
        """A sentence to somebody: Tom, …; and yes and no."""
        made = self.drawn(self.pick(TO_SOMEBODY))
        words, german = made[:2]
        mark = made[2:] or (".",)
        draw = self.random.random()
        commands = mark[0] == "!" and words.split()[0] not in AS_IN_THE_PAST
        if draw < 0.18 and (commands or words.startswith(("i ", "we ", "you "))):
            name = self.name()  # tom, come here
            return f"{name.english} {words}", f"{name.nom} , {german}", *mark
        # leave tom: this reads as if tom were the one who is left
        if draw < 0.5 and words.split()[-1] not in VERB_FORMS:
            name = self.name()
            return f"{words} {name.english}", f"{german} , {name.nom}", *mark
        english, first = self.pick(
            (
                ("yes", "ja"),
                ("no", "nein"),
                ("well", "nun"),
                ("maybe", "vielleicht"),
                ("hey", "hey"),
                ("hello", "hallo"),
                ("hi", "hallo"),
                ("oh", "oh"),
                ("ok", "okay"),
                ("okay", "okay"),
            )
        )
        if english == "maybe":
            clause = self.clause(tense="present", negated=0.1)
            clause = replace(clause, adverb=NONE, time=NONE)
            return clause.main(Adverb("maybe", "vielleicht"))
        return f"{english} {words}", f"{first} , {german}", *mark

    def fronted(self):
        clause = self.clause(tense=self.pick(("past", "present", "will")))
        clause = replace(clause, time=NONE, adverb=NONE)
        when = "future" if clause.tense == "will" else clause.tense
        if self.chance(0.15):
            return clause.main(self.pick(AT_LAST))
        return clause.main(
            self.pick(
                [
                    t
                    for t in TIMES_OF[when]
                    if t.english.split()[0]
                    in (
                        "yesterday",
                        "tomorrow",
                        "today",
                        "now",
                        "last",
                        "on",
                        "tonight",
                        "next",
                        "this",
                        "every",
                        "soon",
                        "at",
                    )
                ]
            )
        )
