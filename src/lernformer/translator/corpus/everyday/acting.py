"""Constructions for what somebody does: statements and questions."""

from lernformer.translator.corpus.everyday.choices import STATIVE
from lernformer.translator.corpus.everyday.clauses import (
    NONE,
    YOU,
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.predicates import Predicates
from lernformer.translator.corpus.everyday.tables import pairs, rows, words
from lernformer.translator.corpus.everyday.verbs import DO, MACHEN, MODALS, VERBS, WIR
from lernformer.translator.corpus.everyday.words import (
    AS_WELL,
    HERE,
    HOW,
    IN_THE_MIDDLE,
    TIMES_OF,
    TOO,
)

# what people do "very much": ich liebe dich sehr
FELT = ("like", "love", "miss", "hate", "admire", "respect")
MUCH = [Adverb(e, g, behind=True) for e, g in pairs("adverbs", "much")]
# how long somebody has done so: ich habe ihn nie gemocht
LIFELONG = [one for one in IN_THE_MIDDLE if one.english in ("never", "always")]
YET, MORE = Adverb("yet", "noch"), Adverb("anymore", "mehr", last=True)
EITHER, AT_ALL = Adverb("either", "auch"), Adverb("at all", "überhaupt")
# adverbs that fit where most of those in the middle don't, and tenses where they don't
ALWAYS_FIT = ("already", "really", "probably", "also", "still")
SHORT = ("passive", "perfect")
PAST = ("past", "past progressive", "had to", "wanted to", "passive")
FUTURES, OF_QUESTIONS = rows("choices", "futures"), rows("choices", "of questions")
QUESTION_WORDS = pairs("choices", "question words")
NOT_IN_QUESTIONS = words("choices", "not asked")
GUESSED = ("might", "may be", "could")  # these don't go with "probably"
# verbs of two words: sit down, go out
PARTED = {(verb.base, verb.particle) for verb in VERBS if verb.particle}
# verbs that hardly ever follow a modal: nobody must need or will want
ONLY_NOW = ("need", "want", "own", "prefer", "mean", "like")
# and tenses that "have" hardly ever takes: people rarely should or could have something
UNSURE = ("could", "should", "might", "may", "must", "need to")
# what nobody enjoys, or likes to do
NOT_DONE = ("know", "have", "want", "like", "love", "hate", "need")


UNDENIABLE = {"nobody", "nothing", "another"}
NEGATING = {"anybody", "anything", "nobody", "nothing", "no"}


def denies(clause: Clause) -> bool:
    """Return whether it is already negative: nobody comes, i see nothing."""
    words = {*clause.predicate.english.split()}
    return not clause.subject.takes_not or bool(words & {"nobody", "nothing", "no"})


def is_undeniable(predicate: Predicate) -> bool:
    """Return whether people don't negate it: something, another one, nothing."""
    words = predicate.english.split()
    return (
        not UNDENIABLE.isdisjoint(words)
        or words[:1] == ["no"]
        or predicate.rest.startswith(("etwas", "jemand", "einige ", "ein paar "))
    )


def _is_part(base: str, place: Adverb) -> bool:
    """Return whether it would read as a two-word verb: sit down here, go out there."""
    first, _, rest = place.english.partition(" ")
    return rest in ("here", "there") and (base, first) in PARTED


class Acting(Predicates):
    """Draws sentences: each construction is a method that gives both languages."""

    def modified(self, clause: Clause) -> Clause:
        """Sometimes add an adverb or a time."""
        draw = self.random.random()
        tense, p = clause.tense, clause.predicate
        when = "present" if tense in ("present", "progressive") else "future"
        when = "past" if tense in PAST else when
        felt = p.verb.base in FELT and not clause.negated
        if felt and draw < 0.12 and not (p.rest or p.indefinite):
            return replace(clause, adverb=self.pick(MUCH))
        if felt and draw < 0.24 and tense == "past" and not denies(clause):
            return replace(clause, adverb=self.pick(LIFELONG))
        if draw < 0.16 and tense != "perfect":
            times = TIMES_OF[when]
            if p.rest or p.verb.base == "stay":
                times = [one for one in times if one.english != "here"]
            if p.verb.base in ("sleep", "dream"):  # that is letzte Nacht
                times = [one for one in times if one.english != "last night"]
            if p.negated.startswith(("nichts", "niemand")):
                times = [one for one in times if not one.behind]
            return replace(clause, time=self.when(times, clause.subject))
        if draw < 0.24:
            if clause.negated:
                return clause
            fitting = [a for a in IN_THE_MIDDLE if not (a.no and denies(clause))]
            if p.negated or tense.endswith("progressive") or tense in SHORT:
                fitting = [a for a in IN_THE_MIDDLE if a.english in ALWAYS_FIT]
            if tense in GUESSED:
                fitting = [a for a in fitting if a.english != "probably"]
            if tense == "perfect":
                fitting = [a for a in fitting if a.english != "still"]
            adverb = self.pick(fitting)
            return replace(clause, adverb=adverb)
        if draw < 0.28 and not clause.negated and clause.subject.takes_not:
            return replace(clause, adverb=self.pick((TOO, TOO, TOO, AS_WELL)))
        if draw < 0.36 and clause.negated:
            ends = [YET, EITHER, AT_ALL]
            if tense not in ("past", "perfect"):
                ends = [MORE, MORE, EITHER, NONE if p.rest else AT_ALL]
            return replace(clause, adverb=self.pick(ends))
        alone = p.verb.frame in ("i", "im", "ia") and not p.english
        if draw < 0.35 and alone:
            wishes = ("want to", "wanted to", "would like to", "need to")
            how = [a for a in HOW if not (a.english == "badly" and tense in wishes)]
            if p.verb.base in ("ask", "wait"):  # ask for a minute: um eine Minute
                how = [a for a in how if not a.english.startswith("for ")]
            if p.verb.base == "look" and not p.verb.particle:  # they look early
                return clause
            return replace(clause, adverb=self.when(how, clause.subject))
        if draw < 0.35 and not p.rest:
            base = p.verb.base
            places = [one for one in HERE[base == "stay" :] if not _is_part(base, one)]
            places = places[:8] if self.chance(0.6) else places
            return replace(clause, adverb=self.pick(places))
        return clause

    def when(self, choices: list[Adverb], subject: Nominal) -> Adverb:
        """Return any of the choices, except "together" for a single person."""
        is_one = subject.person != WIR
        return self.pick(
            [a for a in choices if not (is_one and a.english == "together")]
        )

    def tense(self) -> str:
        tenses = ["present", "progressive", "past", "past progressive", "perfect"]
        tenses += [self.pick(FUTURES), "wanted to", "had to"]
        return self.random.choices(tenses, (30, 12, 30, 3, 5, 26, 2, 3))[0]

    def clause(
        self,
        subject: Nominal | None = None,
        tense: str = "",
        negated: float = 0.2,
        asking: bool = False,
    ) -> Clause:
        subject = subject or self.subject()
        tense = tense or self.tense()
        predicate = self.predicate(subject, anybody=True)
        if tense == "going to" and predicate.verb.base in ("work", "sleep"):
            tense = "will"
        if predicate.verb.base in STATIVE and tense.endswith("progressive"):
            tense = "present" if tense == "progressive" else "past"
        has = predicate.says.infinitive == "haben" and tense in UNSURE
        if (predicate.verb.base in ONLY_NOW and tense in MODALS) or has:
            tense = self.pick(("present", "past"))
        no = self.chance(negated) and subject.takes_not
        no = no and tense not in ("might", "perfect")
        english = predicate.english.split()
        if {"anybody", "anything"} & {*english}:
            no = not asking
            if not subject.takes_not:
                subject = I
        no = no and not is_undeniable(predicate)
        bare = predicate.negated.startswith("kein") and not predicate.verb.particle
        bare = bare and bool(english) and english[0] not in ("a", "an", "no")
        bare = bare and english[-1] not in ("hair", "eyes")
        if bare and (no or asking) and predicate.verb.frame == "a" and self.chance(0.5):
            predicate = replace(predicate, english=f"any {predicate.english}")
        return self.modified(Clause(subject, predicate, tense, no))

    def doing_something(self, subject: Nominal) -> Clause:
        """Return something that the subject can enjoy or regret, without a tense."""
        p = self.predicate(subject)
        while p.verb.base in NOT_DONE or (
            p.negated and not p.negated.startswith("kein")
        ):
            p = self.predicate(subject)
        return Clause(subject, p)

    def with_clear_tense(self, subject: Nominal) -> Clause:
        """Return a clause that shows its tense: never "when they quit"."""
        clause = self.doing_something(subject)
        while clause.predicate.verb.past == clause.predicate.verb.base:
            clause = self.doing_something(subject)
        return clause

    def deniable(self, subject: Nominal) -> Clause:
        """Return a clause about what somebody does that can also be negated."""
        clause = self.with_clear_tense(subject)
        while NEGATING & {*clause.predicate.english.split()} or is_undeniable(
            clause.predicate
        ):
            clause = self.with_clear_tense(subject)
        return clause

    # ---- what somebody does ----------------------------------------------------------

    def statement(self):
        return self.clause().main()

    def question(self):
        subject = YOU if self.chance(0.5) else self.subject()
        clause = self.clause(subject, negated=0.05, asking=True)
        if clause.tense in ("may", "could", "might") and subject == YOU:
            clause = replace(clause, tense="could")
        is_open = not (clause.negated or is_undeniable(clause.predicate))
        is_open = is_open and clause.tense in ("past", "present", "perfect")
        if is_open and clause.time is NONE and self.chance(0.08):
            jemals = "schon einmal" if clause.tense == "perfect" else "jemals"
            clause = replace(clause, adverb=Adverb("ever", jemals, middle=True))
        if clause.adverb.english in NOT_IN_QUESTIONS:
            clause = replace(clause, adverb=NONE)
        english, german = clause.question()
        return self.negated_first(english, clause), german, "?"

    def negated_first(self, english: str, clause: Clause) -> str:
        """Do you not know? As people say it: don't you know?"""
        if clause.negated and self.chance(0.8):
            subject = clause.subject.english
            english = english.replace(f"{subject} not", f"not {subject}", 1)
            return english.replace("can not", "cannot", 1)
        return english

    def wh_question(self):
        english, german = self.pick(QUESTION_WORDS)
        subject = YOU if self.chance(0.45) else self.subject()
        tense = self.pick(OF_QUESTIONS)
        clause = self.clause(subject, tense, 0.3 if english == "why" else 0, True)
        clause = replace(clause, adverb=NONE, time=NONE)
        p = clause.predicate
        if english == "how long" and p.verb.base in ("come", "arrive", "die"):
            english, german = "why", "warum"
        if english == "where" and (p.rest or p.verb.particle or p.verb.base == "come"):
            english, german = "why", "warum"
        if english == "where" and (p.verb.frame == "im" or p.verb.base == "drive"):
            german = "wohin"
        # woher kennst du ihn, woher weißt du das
        if english == "how" and p.says.infinitive in ("kennen", "wissen"):
            german = "woher"
        if english == "how" and p.verb == DO:  # wie hast du das gemacht
            clause = replace(clause, predicate=replace(p, german_verb=MACHEN))
        liked = p.says.infinitive == "mögen"  # warum hättest du das gerne
        # why would i: warum sollte ich
        if english == "why" and not liked and self.chance(0.15):
            clause = replace(clause, tense="would", negated=False)
            e, g = clause.question(english, german)
            if " würd" in g:
                return e, g.replace("warum würd", "warum sollt", 1), "?"
        e, g = clause.question(english, german)
        return self.negated_first(e, clause), g, "?"
