"""Constructions of meeting, taking along, leaving things as they are, and being sure to."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.choices import (
    HAVE,
    HOPE,
    KNOW,
    QUALITIES_OF_IT,
    SAY,
    THOUGHT,
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
    WHAT,
    YOU,
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
    conjugated,
    join,
)
from lernformer.translator.corpus.everyday.giving import ANY, MASS, named
from lernformer.translator.corpus.everyday.helping import NEGATING
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES, CITIES, NOUNS
from lernformer.translator.corpus.everyday.phrases import MY
from lernformer.translator.corpus.everyday.spelling import spell
from lernformer.translator.corpus.everyday.telling import Telling
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    BE_ENGLISH,
    DO,
    ER,
    SEIN,
    WIR,
    verb_from,
)
from lernformer.translator.corpus.everyday.words import (
    BREAKFAST,
    BY_NAME,
    DINNER,
    LUNCH,
    TOM,
    idiom,
)

TAKE_ALONG = verb_from("take took taken = mit|nehmen nimmst nimmt mitgenommen i")
BRING_ALONG = verb_from("bring brought brought = mit|bringen mitgebracht i")
LEAVE_SO = verb_from("leave left left = lassen lässt lässt gelassen i")
KEEP_SO = verb_from("keep kept kept = lassen lässt lässt gelassen i")
LEFT = [
    *(("door", "open", "offen"), ("door", "closed", "geschlossen")),
    *(("window", "open", "offen"), ("window", "closed", "geschlossen")),
    *(("gate", "open", "offen"), ("box", "empty", "leer")),
]
VORHABEN = idiom("vor|haben hast hat vorgehabt")
UNTIL = [
    *(("tomorrow", "morgen"), ("tonight", "heute Abend"), ("later", "später")),
    *(("soon", "bald"), ("on monday", "Montag"), ("on sunday", "Sonntag")),
    *(("next week", "nächste Woche"), ("in a minute", "gleich")),
]
WHERE_SEEN = [
    *(("there", "dort"), ("in class", "im Unterricht"), ("at school", "in der Schule")),
    *(("at home", "zu Hause"), ("at the party", "auf der Party"), ("here", "hier")),
    *(("at work", "bei der Arbeit"), ("at the station", "am Bahnhof")),
    *((f"in {city}", f"in {stadt}") for city, stadt in CITIES.items()),
]
HOW_LONG = [("", ""), ("", ""), ("all day", "den ganzen Tag")]
HOW_LONG += [("all night", "die ganze Nacht")]
# what one has with somebody: English, a German verb, what it has, and none of it
WITH_WHOM = [
    ("fun", None, "Spaß", "keinen Spaß"), ("lunch", LUNCH, "", ""),
    ("dinner", DINNER, "", ""), ("breakfast", BREAKFAST, "", ""),
    ("a problem", None, "ein Problem", "kein Problem"),
    ("a drink", idiom("trinken getrunken"), "etwas", "nichts"),
]  # fmt: skip
# what one tells somebody to do before another thing
FIRST_DO = [
    *(named("sit", "down"), named("calm", "down"), named("get", "up")),
    *(named("come", "in"), named("come"), named("wait"), named("listen")),
]
NOT_TOLD_TABLE = "know want like love hate need have miss see hear"  # to do
NOT_TOLD = NOT_TOLD_TABLE.split()
BEING_SO_TABLE = """
    rude lazy selfish silly stupid mean childish nice polite naive stubborn nervous sad
    careful jealous arrogant
"""
BEING_SO = BEING_SO_TABLE.split()
NICE_TABLE = "day evening week vacation party birthday"
NICE = NICE_TABLE.split()
RIGHT_TABLE = "right wrong best true important possible good"
RIGHT = RIGHT_TABLE.split()


class Meeting(Telling):
    """Draws sentences about what people do with one another."""

    def see_you(self):
        """See you on Monday: bis Montag; I will see you there: wir sehen uns dort."""
        if self.chance(0.5):
            english, german = self.pick(WHERE_SEEN)
            before = self.pick(("", "i will", "we will"))
            return join(before, "see you", english), f"wir sehen uns {german}"
        english, german = self.pick(UNTIL)
        if self.chance(0.5):
            return f"see you {english}", f"bis {german}", "!"
        am = "am " * english.startswith("on ")
        return f"i will see you {english}", f"wir sehen uns {am}{german}"

    def have_a_nice(self):
        """Have a nice evening: ich wünsche dir einen schönen Abend."""
        noun = BY_NAME[self.pick(NICE)]
        like = self.pick(("nice", "nice", "good"))
        einen, ending = {"m": ("einen", "en"), "f": ("eine", "e"), "n": ("ein", "es")}[
            noun.gender
        ]
        said = f"ich wünsche dir {einen} schön{ending} {noun.form('acc')}"
        return f"have a {like} {noun.english}", said

    def taking_along(self):
        """Take me with you: nimm mich mit; I will bring Tom with me."""
        subject = self.pick((I, I, WE, HE, SHE, TOM, YOU, YOU, YOU))
        what = self.another(subject, (IT, THAT, I, WE, HE, SHE, TOM, THEY))
        if self.chance(0.35):
            noun = self.pick(NOUNS[self.pick(("thing", "animal"))])
            word = self.pick(("the", "my", "your", "this"))
            what = self.noun_phrase(noun, words=word, plural=False)
        verb = self.pick((TAKE_ALONG, TAKE_ALONG, BRING_ALONG))
        if what.light and what is not IT and what is not THAT and self.chance(0.25):
            return self.giving_a_ride(subject, what)
        p = self.object_of(Predicate(verb), what)
        me = "him" if subject is TOM else subject.object
        p = replace(p, english=f"{p.english} with {me}")
        if subject is YOU and self.chance(0.6):
            return (*Clause(YOU, p, negated=self.chance(0.12)).command(), "!")
        tense = self.pick(("will", "past", "can", "want to", "must"))
        return self.said(Clause(subject, p, tense, self.chance(0.1)), 0.25)

    def giving_a_ride(self, subject: Nominal, whom: Nominal) -> tuple[str, ...]:
        """Can you give me a ride: kannst du mich mitnehmen?"""
        ride = self.pick(("a ride", "a lift"))
        p = Predicate(
            *(named("give"), f"{whom.object} {ride}", TAKE_ALONG), light=whom.acc
        )
        if subject is YOU and self.chance(0.3):
            return (*Clause(YOU, p).command(), "!")
        tense = self.pick(("will", "past", "can", "can", "could"))
        return self.said(Clause(subject, p, tense), 0.4)

    def leaving_open(self):
        """Leave the door open: lass die Tür offen."""
        noun, english, german = self.pick(LEFT)
        word = self.pick(("the", "the", "this", "your"))
        thing = self.noun_phrase(BY_NAME[noun], words=word, plural=False)
        p = Predicate(
            *(self.pick((LEAVE_SO, LEAVE_SO, KEEP_SO)), f"{thing.english} {english}"),
            definite=thing.acc,
            rest=german,
        )
        if self.chance(0.5):
            e, g = Clause(YOU, p, negated=self.chance(0.2)).command()
            return self.asked_for(e, g)
        tense = self.pick(("past", "past", "will"))
        return self.said(Clause(self.somebody(), p, tense, self.chance(0.1)), 0.2)

    def asked_for(self, english: str, german: str) -> tuple[str, str, str]:
        """A command, now and then with "please"."""
        if self.chance(0.2):
            return f"please {english}", f"bitte {german}", "!"
        return english, german, "!"

    def all_right_with(self):
        """That is okay with me: das ist mir recht."""
        who = self.pick((I, I, YOU, HE, SHE, WE, TOM))
        what = self.pick((THAT, THAT, IT, THIS))
        word = self.pick(("ok", "okay", "fine"))
        p = Predicate(BE, f"{word} with {who.object}", rest="recht", light=who.dat)
        tense = self.pick(("present", "present", "would"))
        clause = Clause(what, p, tense, self.chance(0.12))
        if not clause.negated and (
            who is YOU or self.chance(0.25)
        ):  # ist dir das recht
            left = clause._brackets()[0]
            return clause.question()[0], join(left, who.dat, what.nom, "recht"), "?"
        return clause.main()

    def in_the_way(self):
        """You are in my way: du bist mir im Weg; do not stand in his way."""
        subject = self.pick((YOU, YOU, IT, THAT, HE, SHE, THEY, TOM))
        who = self.another(subject, (I, I, HE, SHE, WE, TOM, THEY))
        mine = "tom 's" if who is TOM else MY[who.english]
        verb = self.pick((BE, BE, named("stand")))
        p = Predicate(verb, f"in {mine} way", light=who.dat, rest="im Weg")
        if subject is YOU and self.chance(0.35):
            return (
                *Clause(YOU, replace(p, verb=named("stand")), negated=True).command(),
                "!",
            )
        tense = self.pick(("present", "present", "past"))
        clause = Clause(subject, p, tense, self.chance(0.15))
        return clause.main() if subject is THAT else self.said(clause, 0.2)

    def up_to(self):
        """What are you up to: was hast du vor?"""
        who = self.pick((YOU, YOU, HE, SHE, THEY, WE, TOM, self.name()))
        tense = self.pick(("present", "present", "past"))
        clause = Clause(who, Predicate(BE, "up to", VORHABEN), tense)
        return (*clause.question("what", "was"), "?")

    def where_been(self):
        """Where have you been: wo warst du; where has Tom been: wo ist Tom gewesen?"""
        others = (self.name(), self.person(True))
        who = self.pick((YOU, YOU, HE, SHE, THEY, WE, TOM, *others))
        all_day, lang = self.pick(HOW_LONG)
        been = Clause(who, Predicate(BE), "perfect", time=Adverb(all_day, lang))
        if all_day or who in (YOU, WE):
            was = replace(been, tense="past")
            return been.question("where")[0], was.question("", "wo")[1], "?"
        finite = conjugated(SEIN, who.person)
        return been.question("where")[0], f"wo {finite} {who.nom} gewesen", "?"

    def sure_to(self):
        """He is sure to win: er wird bestimmt gewinnen."""
        subject = self.pick((HE, SHE, THEY, TOM, YOU, WE, self.name()))
        inner = self.deniable(subject)
        e = Clause(subject, Predicate(BE, f"sure to {inner.infinitive()[0]}")).main()[0]
        return e, replace(inner, tense="will", time=Adverb("", "bestimmt")).main()[1]

    def with_whom(self):
        """We had fun with them: wir hatten Spaß mit ihnen; have lunch with me."""
        english, german, what, none = self.pick(WITH_WHOM)
        subject = self.pick((I, I, WE, HE, SHE, TOM, YOU, YOU, THEY))
        who = self.somebody_else(subject)
        p = Predicate(HAVE, f"{english} with {who.object}", german)
        p = replace(p, indefinite=what, negated=none, rest=f"mit {who.dat}")
        if what == "etwas":  # mit ihm etwas trinken
            p = replace(p, definite=p.rest, rest="")
        if subject is YOU and english != "a problem" and self.chance(0.5):
            return (*Clause(YOU, p).command(), "!")
        tense = self.pick(("past", "past", "want to", "would like to", "will"))
        if english == "a problem":
            tense = self.pick(("past", "present"))
        return self.said(Clause(subject, p, tense, self.chance(0.1)), 0.2)

    def do_and_do(self):
        """Sit down and listen: setz dich und hör zu."""
        first, second = Predicate(self.pick(FIRST_DO)), self.predicate(YOU)
        unsaid = NEGATING | {"you"}
        while second.verb.base in NOT_TOLD or unsaid & {*second.english.split()}:
            second = self.moving()
        (e, g), (e2, g2) = (Clause(YOU, p).command() for p in (first, second))
        return self.asked_for(f"{e} and {e2}", f"{g} und {g2}")

    def stop_being(self):
        """Stop being so rude: hör auf, so unhöflich zu sein."""
        english = self.pick(BEING_SO)
        so = "so" * self.chance(0.75)
        said = join(so, ADJECTIVES[english][0], "zu sein")
        return self.asked_for(join("stop being", so, english), f"hör auf , {said}")

    def would_then(self):
        """I knew you would come: ich wusste, dass du kommen würdest."""
        verb = self.pick((KNOW, KNOW, SAY, THOUGHT, HOPE))
        subject = self.pick((I, I, I, HE, SHE, TOM, WE, THEY))
        who = self.pick((I, YOU, YOU, HE, SHE, WE, THEY, TOM))
        clause = replace(self.told_once(who), tense="would")
        if verb in (SAY, THOUGHT) and self.chance(0.5):  # ich dachte, es wäre einfach
            quality = self.place() if self.chance(0.3) else self.pick_quality()
            if self.chance(0.3):
                who, quality = IT, self.pick_quality(QUALITIES_OF_IT)
            clause = Clause(who, Predicate(BE, quality[0], rest=quality[1]), "would")
        clause = self.denied(clause, 0.12)
        e, g = Clause(subject, Predicate(verb), "past").main()
        that = self.pick(("", "", "that"))
        if that or verb is KNOW:
            e2, g2 = clause.subordinate(that, "dass")
        else:  # i thought he would come: ich dachte, er würde kommen
            e2, g2 = clause.main()[0], f", {clause.main()[1]}"
        return join(e, e2), join(g, g2)

    def no_more(self):
        """There is no more salt: es gibt kein Salz mehr; I have no more questions."""
        plural = self.chance(0.6)
        noun = self.pick(ANY if plural else MASS)
        while plural and noun.english_plural in ("-", noun.english):
            noun = self.pick(ANY)
        english = f"no more {noun.english_plural if plural else noun.english}"
        kein = f"{spell(noun, 'no', plural=plural).acc} mehr"
        if self.chance(0.4):
            was = self.chance(0.3)
            be = BE_ENGLISH["past" if was else "present"][WIR if plural else ER]
            return f"there {be} {english}", f"es {'gab' if was else 'gibt'} {kein}"
        p = Predicate(self.pick((HAVE, named("need"), WANT)), english, indefinite=kein)
        tense = self.pick(("present", "present", "past"))
        return Clause(self.somebody(), p, tense).main()

    def what_is_right(self):
        """I know what is right: ich weiß, was richtig ist."""
        english = self.pick(RIGHT)
        german = "am besten" if english == "best" else ADJECTIVES[english][0]
        tense = self.pick(("present", "present", "past"))
        e, g = Clause(WHAT, Predicate(BE, english, rest=german), tense).subordinate()
        verb = self.pick((KNOW, KNOW, DO))
        first = Clause(self.somebody(), Predicate(verb), tense, self.chance(0.3))
        if verb is DO:
            first = replace(first, tense=self.pick(("past", "must", "will")))
        said = self.said(first, 0.25)
        return join(said[0], e), f"{said[1]} , {g}", *said[2:]
