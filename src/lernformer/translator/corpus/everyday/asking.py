"""Constructions of asking why, of what one needs and lets happen, and of commands."""

from lernformer.translator.corpus.everyday.acting import is_undeniable
from lernformer.translator.corpus.everyday.choices import (
    WANT,
)
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    SHE,
    THAT,
    THEY,
    THIS,
    WE,
    YOU,
    Adverb,
    Clause,
    I,
    Predicate,
    conjugated,
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.giving import named
from lernformer.translator.corpus.everyday.helping import MAN, NEGATING
from lernformer.translator.corpus.everyday.nouns import NOUNS
from lernformer.translator.corpus.everyday.spelling import spell
from lernformer.translator.corpus.everyday.timing import Timing
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    BE_ENGLISH,
    DO,
    SEIN,
    VERBS,
    verb_from,
)
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    HAVE,
    STATES,
    TOM,
    idiom,
)

LASSEN = idiom("lassen lässt lässt lassen")  # er ließ mich gehen, ich habe … lassen
FOOLS_TABLE = "fool idiot liar coward hero genius friend mess day game idea"
FOOLS = [BY_NAME[name] for name in FOOLS_TABLE.split()]
NEED = named("need")
NEEDED_OFTEN_TABLE = "time love water luck help peace coffee bread music"
NEEDED_OFTEN = [BY_NAME[name] for name in NEEDED_OFTEN_TABLE.split()]
NEEDED = [n for n in NOUNS["thing"] if n.counted] + 3 * NEEDED_OFTEN
LET = verb_from("let let let = lassen lässt lässt gelassen i")
# what people tell somebody to do before something else
FIRST_DO = [
    *(named("sit", "down"), named("calm", "down"), named("get", "up")),
    *(named("come", "in"), named("come"), named("wait"), named("listen")),
]
NOT_TOLD_TABLE = "know want like love hate need have miss see hear"  # to do
NOT_TOLD = NOT_TOLD_TABLE.split()


class Asking(Timing):
    """Draws sentences that ask, and that say what is nearly or hardly so."""

    # ---- questions -------------------------------------------------------------------

    def why_do(self):
        """Why wait: warum warten; why not go there: warum nicht dorthin gehen?"""
        p = self.doing_something(YOU).predicate
        while {"you", "your"} & {*p.english.split()}:
            p = self.doing_something(YOU).predicate
        no = self.chance(0.6) and not is_undeniable(p)
        if no:  # warum nicht ein Buch lesen
            behind = join(p.definite, p.indefinite, p.rest)
            p = replace(p, definite="", indefinite="", negated="", rest=behind)
        clause = Clause(MAN, p)
        english = join("why", "not" * no, clause.infinitive()[0])
        german = replace(clause, negated=no).infinitive(zu=False)[1]
        return english, f"warum {german}", "?"

    def what_one_is(self):
        """What an idiot I am: was für ein Idiot ich bin!"""
        noun = self.pick(FOOLS)
        phrase = self.noun_phrase(noun, words="a", plural=False)
        who = self.pick((I, YOU, HE, SHE, TOM, self.name()))
        if noun.kind not in ("person", "role"):
            who = self.pick((replace(IT, nom="das"), THAT, THIS))
        tense = self.pick(("present", "present", "past"))
        finite = SEIN if tense == "present" else BE.preterite
        english = f"what {phrase.english} {who.english} {BE_ENGLISH[tense][who.person]}"
        said = f"{who.nom} {conjugated(finite, who.person)}"
        return english, f"was für {phrase.nom} {said}", "!"

    # ---- what one does to oneself and others -----------------------------------------

    def letting_go(self):
        """I will not let you go: ich werde dich nicht gehen lassen; he let me win."""
        subject = self.pick((I, I, I, WE, HE, SHE, THEY, TOM, YOU))
        who = self.another(subject, (I, YOU, YOU, HE, SHE, WE, THEY, TOM, self.name()))
        draw = self.random.random()
        if draw < 0.45:
            simple = [v for v in VERBS if v.frame in ("i", "im", "il")]
            verb = self.pick([v for v in simple if not (v.reflexive or v.to_self)])
            inner, light = Predicate(verb), who.acc
        elif draw < 0.7:
            what = self.pick((IT, IT, THAT, THIS))
            verb = self.pick((DO, DO, *(named(b) for b in ("see", "read", "drive"))))
            inner = Predicate(verb, what.object)
            light = f"es {who.acc}" if what is IT else f"{who.acc} das"
        else:
            inner, light = self.moving(), who.acc
        while inner.verb.base in ("know", "drive") and not inner.english:
            inner = self.moving()
        said = join(inner.rest, inner.says.plain)
        english = f"{who.object} {Clause(who, inner).infinitive()[0]}"
        p = Predicate(LET, english, LASSEN, light=light, rest=said)
        no = self.chance(0.4)
        tense = self.pick(("will", "will", "can", "would", "past", "past", "must"))
        if tense == "past" and not no:
            return Clause(subject, p, tense).main()
        return self.said(Clause(subject, p, tense, no), 0.2)

    def all_in_a_state(self):
        """We are both right: wir haben beide recht."""
        subject = self.pick((WE, WE, THEY, THEY))
        word, wort = self.pick((("all", "alle"), ("both", "beide")))
        p = self.pick(STATES)
        while {"alone", "done"} & {*p.english.split()} or (word, p.english) == (
            "all",
            "right",
        ):
            p = self.pick(STATES)
        tense = self.pick(("present", "present", "past"))
        adverb = Adverb(word, "", middle=True)
        e = Clause(subject, p, tense, adverb=adverb).main()[0]
        said = replace(p, light=join(p.light, wort))
        return e, Clause(subject, said, tense).main()[1]

    def all_one_needs(self):
        """All I need is time: alles, was ich brauche, ist Zeit; you are all I have."""
        who = self.pick((I, I, YOU, WE, HE, SHE, TOM))
        verb = self.pick((NEED, NEED, WANT, HAVE))
        e, g = Clause(who, Predicate(verb)).subordinate()
        noun = self.pick(NEEDED)
        phrase = spell(noun, "a" if noun.counted else "")
        if self.chance(0.5):
            return f"all {e} is {phrase.english}", f"alles , was {g} , ist {phrase.nom}"
        subject = self.pick((THAT, THAT, THIS, YOU, HE, SHE))
        p = Predicate(BE, f"all {e}", rest=f"alles , was {g}")
        clause = Clause(subject, p, "present", self.chance(0.12))
        if subject is YOU and who is YOU:
            clause = replace(clause, subject=THAT)
        return self.said(clause, 0.2)

    def asked_for(self, english: str, german: str) -> tuple[str, str, str]:
        """A command, now and then with "please"."""
        if self.chance(0.2):
            return f"please {english}", f"bitte {german}", "!"
        return english, german, "!"

    def do_and_do(self):
        """Sit down and listen: setz dich und hör zu."""
        first, second = Predicate(self.pick(FIRST_DO)), self.predicate(YOU)
        unsaid = NEGATING | {"you"}
        while second.verb.base in NOT_TOLD or unsaid & {*second.english.split()}:
            second = self.moving()
        (e, g), (e2, g2) = (Clause(YOU, p).command() for p in (first, second))
        return self.asked_for(f"{e} and {e2}", f"{g} und {g2}")
