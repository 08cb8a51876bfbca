"""Constructions of what one enjoys, minds, prefers, regrets, fears and can afford."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.choices import (
    FEEL,
    HAVE,
    KNOW,
    SAY,
    WANT,
)
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    KONNTE,
    NONE,
    SHE,
    THAT,
    THEY,
    THIS,
    WE,
    WOULD,
    YOU,
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
    conjugated,
    join,
)
from lernformer.translator.corpus.everyday.helping import KANN, Helping
from lernformer.translator.corpus.everyday.joining import NOT_DONE
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES, NOUNS
from lernformer.translator.corpus.everyday.phrases import OUTSIDE
from lernformer.translator.corpus.everyday.spelling import contract, spell
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    DO,
    VERBS,
    verb_from,
)
from lernformer.translator.corpus.everyday.words import BY_NAME, SELVES, TOM, idiom

ENJOY = verb_from("enjoy = genießen genossen i")
PREFER = verb_from("prefer preferred preferred = mögen magst mag gemocht i")
JOYS = [
    Nominal("life", "das Leben", "", ""),
    Nominal("music", "Musik", "", ""),
]
MIND, REGRET = verb_from("mind = stören i"), verb_from("regret = bereuen i")
WORRY = verb_from("worry = machen!! i")
AFFORD = verb_from("afford = leisten!! i")
ENJOYED = [
    BY_NAME[name]
    for name in ("party", "movie", "song", "music", "book", "game", "trip", "story")
]
MAKES = {"present": "macht", "past": "machte"}
LEID_TUN = replace(
    idiom("leid|tun tust tut leidgetan"), preterite=("tat", "tatest", "tat", "taten")
)
AMUESIEREN = idiom("amüsieren!")
WISH = verb_from("wish = wünschen i")
WISHED = ("wünschte", "wünschtest", "wünschte", "wünschten")
# what one does to, about or with somebody: mit wem redest du
ABOUT = [v for v in VERBS if v.frame.startswith("p") and v.infinitive != "steigen"]


class Minding(Helping):
    """Draws sentences of what somebody feels about a thing, or about doing it."""

    def somebody_else(self, subject: Nominal) -> Nominal:
        """A pronoun, a name or a person, but neither the subject nor a part of it."""
        others = (I, YOU, HE, SHE, WE, THEY, TOM, self.name(), self.person(True))
        return self.another(subject, others)

    def doing_something(self, subject: Nominal) -> Clause:
        """What can be enjoyed or regretted, said of the subject and without a tense."""
        p = self.predicate(subject)
        while p.verb.base in NOT_DONE or (
            p.negated and not p.negated.startswith("kein")
        ):
            p = self.predicate(subject)
        return Clause(subject, p)

    def told_once(self, subject: Nominal, tense: str = "") -> Clause:
        """What the tense can be read off: never "when they quit"."""
        while True:
            clause = self.doing_something(subject)
            verb = clause.predicate.verb
            is_now = verb.base == "read" and tense == "present"
            if is_now or verb.past != verb.base:
                return clause

    def wishing_it_had_been(self, subject: Nominal, who: Nominal) -> tuple[str, str]:
        """I wish I had seen it: ich wünschte, ich hätte es gesehen."""
        inner = self.told_once(who)
        p = inner.predicate
        done = verb_from("have had had = haben i")
        middle = join(p.verb.done, p.verb.particle, p.english)
        e = Clause(who, Predicate(done, middle), "past").main()[0]
        if self.chance(0.5):  # of "i'd known" the splitter makes "would"
            e = e.replace(" had ", " would ", 1)
        says = Clause(who, p, "perfect")._says()
        finite = conjugated(WOULD["sein" if says.with_sein else "haben"], who.person)
        g = join(who.nom, finite, inner._middle(), says.participle, inner._to())
        first = Clause(subject, Predicate(WISH)).main()[0]
        wished = conjugated(WISHED, subject.person)
        return f"{first} {e}", f"{subject.nom} {wished} , {g}"

    def enjoying(self):
        """I enjoyed the movie: der Film hat mir gefallen; I enjoy reading."""
        subject = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM, self.name()))
        tense = self.pick(("present", "past", "past", "past"))
        if self.chance(0.4):
            inner = self.told_once(subject, tense)
            e = Clause(subject, Predicate(ENJOY, inner.doing()), tense)
            gladly = replace(
                inner, tense=tense, adverb=Adverb("", "gerne", behind=True)
            )
            if self.chance(0.2):
                return e.question()[0], gladly.question()[1], "?"
            return e.main()[0], gladly.main()[1]
        if self.chance(0.15):
            who = self.pick((I, YOU, HE, SHE))
            p = Predicate(ENJOY, SELVES[who.english], AMUESIEREN)
            return Clause(who, p, self.pick(("past", "past", "will"))).main()
        thing = self.noun_phrase(
            self.pick(ENJOYED), words=self.pick(("the", "your", "this")), plural=False
        )
        thing = self.pick((IT, THAT, thing, thing))
        no = self.chance(0.15)
        e = Clause(subject, Predicate(ENJOY, thing.object), tense, no)
        if thing in (IT, THAT) or self.chance(0.15):  # es hat mir Freude gemacht
            thing = thing if thing in (IT, THAT) else self.pick(JOYS)
            e = replace(e, predicate=Predicate(ENJOY, thing.object))
            joy = "keine Freude" if no else "Freude"
            finite, right = ("hat", "gemacht") if tense == "past" else ("macht", "")
            if self.chance(0.35) and not no:
                asked = (thing.nom, subject.dat)
                return e.question()[0], join(finite, *asked, joy, right), "?"
            return e.main()[0], join(thing.nom, finite, subject.dat, joy, right)
        nicht = "nicht" * no
        finite, right = ("hat", "gefallen") if tense == "past" else ("gefällt", "")
        if self.chance(0.35) and not no:
            said = (thing.nom, subject.dat) if thing.light else (subject.dat, thing.nom)
            return e.question()[0], join(finite, *said, right), "?"
        return e.main()[0], join(thing.nom, finite, subject.dat, nicht, right)

    def minding(self):
        """I do not mind waiting: es macht mir nichts aus, zu warten."""
        subject = self.pick((I, I, I, YOU, HE, SHE, WE, THEY, TOM, self.name()))
        draw = self.random.random()
        if draw < 0.3:
            inner = self.doing_something(I)
            e = Clause(I, Predicate(MIND, inner.doing()), "present", True).main()[0]
            return e, f"es macht mir nichts aus , {inner.infinitive()[1]}"
        if draw < 0.5:
            inner = self.doing_something(YOU)
            e = Clause(
                YOU, Predicate(MIND, inner.doing()), self.pick(("present", "would"))
            )
            made = "macht" if e.tense == "present" else "würde"
            right = "aus" if e.tense == "present" else "ausmachen"
            german = f"{made} es dir etwas {right} , {inner.infinitive()[1]}"
            return e.question()[0], german, "?"
        if draw < 0.7:
            dependent = self.dependent()
            e = Clause(YOU, Predicate(MIND)).question()[0]
            second = dependent.subordinate("if", "wenn")
            return join(e, second[0]), join("macht es dir etwas aus", second[1]), "?"
        tense = self.pick(("present", "present", "past"))
        it = self.pick(("", "", "it", "that"))
        es = "das" if it == "that" else "es"
        e = Clause(subject, Predicate(MIND, it), tense, True).main()[0]
        if subject.light and subject is not TOM:
            return e, f"{es} {MAKES[tense]} {subject.dat} nichts aus"
        return e, f"{subject.dat} {MAKES[tense]} {es} nichts aus"

    def preferring(self):
        """I prefer tea: ich mag lieber Tee; I prefer to walk: ich gehe lieber."""
        subject = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM, self.name()))
        tense = self.pick(("present", "present", "would"))
        lieber = Adverb("", "lieber")
        if self.chance(0.45):
            inner = replace(self.told_once(subject, tense), tense=tense, adverb=lieber)
            to = self.pick((inner.doing(), f"to {inner.infinitive()[0]}"))
            if tense == "would":
                to = f"to {inner.infinitive()[0]}"
            e = Clause(subject, Predicate(PREFER, to), tense)
            asks = self.chance(0.15)
            said = (e.question()[0], inner.question()[1], "?")
            return said if asks else (e.main()[0], inner.main()[1])
        noun = self.pick(NOUNS["drink"] + NOUNS["food"] + NOUNS["animal"])
        word = self.pick(("the", "this")) if noun.counted else ""
        bare = self.noun_phrase(noun, words=word, plural=False)
        draw = self.random.random()
        if draw < 0.25:  # i would prefer tea: ich hätte lieber Tee
            bare = self.pick((bare, spell(noun, "a"))) if noun.counted else bare
            e = Clause(subject, Predicate(PREFER, bare.object), "would").main()[0]
            left = conjugated(WOULD["haben"], subject.person)
            return e, f"{subject.nom} {left} lieber {bare.acc}"
        if draw < 0.45:  # i prefer cats to dogs
            first, second = (self.pick(NOUNS[noun.kind]) for _ in range(2))
            this, that = (spell(n, "", plural=n.counted) for n in (first, second))
            p = Predicate(PREFER, f"{this.english} to {that.english}")
            p = replace(p, definite=this.acc, rest=f"lieber als {that.acc}")
            return self.said(Clause(subject, p), 0.15)
        p = self.object_of(Predicate(PREFER), bare)
        clause = Clause(subject, p, "present", adverb=lieber)
        return self.said(clause, 0.2)

    def regretting(self):
        """I regret going: ich bereue es, gegangen zu sein."""
        subject = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM, self.name()))
        inner = self.doing_something(subject)
        e = Clause(subject, Predicate(REGRET, inner.doing())).main()[0]
        says = inner.predicate.says
        to = "sein" if says.with_sein else "haben"
        german = join(inner._middle(), says.participle, "zu", to)
        left = conjugated(REGRET.present, subject.person)
        return e, f"{subject.nom} {left} es , {german}"

    def worrying(self):
        """Do not worry about me: mach dir keine Sorgen um mich."""
        subject = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM, self.name()))
        draw = self.random.random()
        about, um = "", ""
        if draw < 0.65:
            what = self.pick((IT, THAT, self.somebody_else(subject), self.thing()))
            if what.without or what.behind:
                what = TOM
            about = f"about {what.object}"
            um = "darum" if what in (IT, THAT) else f"um {what.acc}"
        worries = {"indefinite": "Sorgen", "negated": "keine Sorgen"}
        where = "definite" if um == "darum" else "rest"
        p = Predicate(WORRY, about, **worries, **{where: um})
        if draw < 0.1 or draw > 0.9:
            much = {"indefinite": "zu viele Sorgen", "negated": "nicht zu viele Sorgen"}
            p = replace(p, english=join("too much", about), **much)
        elif self.chance(0.4) and "you" not in about:
            return (*Clause(YOU, p, negated=True).command(), "!")
        elif about and self.chance(0.25):
            p = replace(p, verb=BE, english=f"worried {about}", german_verb=WORRY)
        tense = self.pick(("present", "present", "past", "will", "must"))
        no = self.chance(0.25) and tense in ("present", "past")
        clause = Clause(subject, p, tense, no)
        return (*clause.question(), "?") if self.chance(0.15) else clause.main()

    def affording(self):
        """I cannot afford a car: ich kann mir kein Auto leisten."""
        subject = self.pick((I, I, WE, WE, YOU, HE, SHE, THEY, TOM, self.name()))
        noun = self.pick(NOUNS["thing"])
        word = "a" if noun.counted else "the"
        thing = self.noun_phrase(noun, words=word, plural=False)
        p = self.object_of(
            Predicate(AFFORD), self.pick((IT, IT, THAT, THIS, thing, thing, thing))
        )
        tense, no = self.pick((("can", True), ("can", True), ("can", False)))
        clause = Clause(subject, p, tense, no)
        return self.said(clause, 0.5)

    def guessing(self):
        """Guess who came: rate mal, wer gekommen ist; what if he comes?"""
        draw = self.random.random()
        if draw < 0.4:
            dependent = self.dependent()
            while dependent.tense not in ("present", "progressive", "can"):
                dependent = self.dependent()
            e, g = dependent.subordinate("if", "wenn")
            return f"what {e}", f"was ist {g}", "?"
        word, german = self.pick(
            (("what", "was"), ("who", "wen"), ("where", "wo"), ("why", "warum"))
        )
        subject = self.pick((I, I, HE, SHE, TOM, WE, THEY))
        if word == "what":
            clause = Clause(subject, Predicate(self.pick((DO, SAY, WANT))), "past")
        elif word == "who":
            seen = self.pick(
                [
                    v
                    for v in VERBS
                    if v.frame == "a" and v.base in ("see", "meet", "call")
                ]
            )
            clause = Clause(subject, Predicate(seen), "past")
        elif word == "where":
            clause = Clause(subject, Predicate(BE), self.pick(("present", "past")))
        else:
            clause = replace(self.clause(subject, "past", 0), adverb=NONE)
        e, g = clause.subordinate(word, german)
        return f"guess {e}", f"rate mal {g}", "!"

    def told_to(self):
        """I told Tom to wait: ich habe Tom gesagt, dass er warten soll."""
        subject = self.pick((I, I, HE, SHE, TOM, WE, THEY, self.name()))
        he = self.pick((I, HE, HE, SHE, WE, THEY, YOU))
        if he == subject or {he.english, subject.english} == {"i", "we"}:
            he = SHE if subject.english != "she" else HE
        who = TOM if he is HE and subject is not TOM and self.chance(0.6) else he
        inner = self.doing_something(he)
        no = self.chance(0.15)
        to = join("not" * no, "to", inner.infinitive()[0])
        told = verb_from("tell told told = sagen i")
        e = Clause(subject, Predicate(told, f"{who.object} {to}"), "past").main()[0]
        first = Clause(subject, Predicate(SAY, light=who.dat), "past").main()[1]
        return e, join(
            first, replace(inner, tense="shall", negated=no).subordinate("", "dass")[1]
        )

    def doing_as(self):
        """Do as I say: tu, was ich sage; as you know, he is ill."""
        who = self.pick((I, I, HE, SHE, YOU, WE, THEY))
        if self.chance(0.5):
            verb = WANT if who is YOU or self.chance(0.3) else SAY
            base = "like" if verb is WANT and self.chance(0.5) else verb.base
            e = Clause(who, Predicate(replace(verb, base=base, he=f"{base}s"))).main()[
                0
            ]
            g = Clause(who, Predicate(verb)).subordinate("", "was")[1]
            return f"do {self.pick(('as', 'what'))} {e}", f"tu {g}", "!"
        first = Clause(who if who is not I else YOU, Predicate(KNOW)).subordinate(
            "as", "wie"
        )
        clause = replace(self.clause(TOM, "present", 0.1), adverb=NONE, time=NONE)
        e, g = clause.main()
        inverted = clause._inverted("")
        return f"{first[0]} {e}", f"{first[1].removeprefix(', ')} , {inverted}"

    def welcoming(self):
        """Welcome to our house, stay away from me."""
        if self.chance(0.5):
            outside = ("car", *OUTSIDE)
            noun = self.pick([n for n in NOUNS["place"] if n.english not in outside])
            place = self.noun_phrase(
                noun, words=self.pick(("our", "my", "the")), plural=False
            )
            where = contract("in", place.dat)
            return f"welcome to {place.object}", f"willkommen {where}", "!"
        who = self.pick((I, I, HE, SHE, WE, THEY, TOM, self.person(True)))
        german = f"bleib {contract('von', who.dat)} weg"
        return f"stay away from {who.object}", german, "!"

    def feeling_like(self):
        """I feel like dancing: ich habe Lust, zu tanzen; I feel sorry for him."""
        subject = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM, self.name()))
        tense = self.pick(("present", "present", "past"))
        draw = self.random.random()
        if draw < 0.5:
            inner = self.doing_something(subject)
            while inner.predicate.verb.base in (
                "cry",
                "scream",
                "laugh",
            ):  # see ``in_tears``
                inner = self.doing_something(subject)
            no = self.chance(0.4)
            lust = {"indefinite": "Lust", "negated": "keine Lust"}
            p = Predicate(FEEL, f"like {inner.doing()}", HAVE, **lust)
            clause = Clause(subject, p, tense, no)
            asks = not no and self.chance(0.2)
            said = clause.question() if asks else clause.main()
            german = f"{said[1]} , {inner.infinitive()[1]}"
            return said[0], german, "?" if asks else "."
        if draw < 0.75:
            who = self.somebody_else(subject)
            verb, word = self.pick(((FEEL, "sorry for"), (BE, "sorry for")))
            e = Clause(subject, Predicate(verb, f"{word} {who.object}"), tense).main()[
                0
            ]
            g = Clause(who, Predicate(LEID_TUN, light=subject.dat), tense).main()[1]
            return e, g
        word, german = self.pick(
            (
                ("cold", "kalt"),
                ("hot", "heiß"),
                ("dizzy", "schwindlig"),
                ("sick", "schlecht"),
            )
        )
        subject = self.pick((I, I, I, YOU, HE, SHE, WE, THEY))
        degree, sehr = self.pick((("", ""), ("", ""), ("so", "so"), ("very", "sehr")))
        no = self.chance(0.15)
        e = Clause(subject, Predicate(FEEL, join(degree, word)), tense, no).main()[0]
        ist = "ist" if tense == "present" else "war"
        return e, join(subject.dat, ist, "nicht" * no, sehr, german)

    def wishing(self):
        """I wish I were rich: ich wünschte, ich wäre reich."""
        subject = self.pick((I, I, I, YOU, HE, SHE, WE, TOM))
        who = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM, IT))
        draw = self.random.random()
        if draw < 0.45:
            english, german = self.place() if self.chance(0.4) else self.pick_quality()
            p = Predicate(BE, english, rest=german)
            no = self.chance(0.15)
            e = Clause(who, p, "past", no).main()[0]
            if who in (I, HE, SHE, TOM, IT) and self.chance(0.6):
                e = e.replace(" was ", " were ", 1)
            g = Clause(who, p, "would", no).main()[1]
        elif draw < 0.62:
            inner = self.doing_something(who)
            e, g = replace(inner, tense="could").main()
        elif draw < 0.78:  # i wish i had known: ich wünschte, ich hätte es gewusst
            return self.wishing_it_had_been(subject, who)
        else:
            noun = self.pick(NOUNS["thing"])
            word = "a" if noun.counted else "more"
            phrase = self.noun_phrase(noun, words=word, plural=False)
            e = Clause(who, Predicate(HAVE, phrase.object), "past").main()[0]
            g = f"{who.nom} {conjugated(WOULD['haben'], who.person)} {phrase.acc}"
        first = Clause(subject, Predicate(WISH)).main()[0]
        wished = conjugated(WISHED, subject.person)
        that = self.pick(("", "", "that"))
        return join(first, that, e), f"{subject.nom} {wished} , {g}"

    def should_have(self):
        """You should have called: du hättest anrufen sollen."""
        subject = self.pick((I, I, YOU, YOU, HE, SHE, WE, THEY, TOM, self.name()))
        modal, german = self.pick(
            (("should", "sollen"), ("should", "sollen"), ("could", "können"))
        )
        inner = self.doing_something(subject)
        no = modal == "should" and self.chance(0.35)
        p = inner.predicate
        done = replace(p.verb, base=f"have {p.verb.done}")
        e = Clause(subject, replace(p, verb=done), modal, no).main()[0]
        left = conjugated(WOULD["haben"], subject.person)
        middle = replace(inner, negated=no)._middle()
        return e, join(subject.nom, left, middle, p.says.plain, german)

    def stranded(self):
        """Who are you talking to: mit wem redest du; who do you trust?"""
        subject = self.pick((YOU, YOU, YOU, HE, SHE, WE, THEY, TOM))
        tense = self.pick(("progressive", "present", "past", "will", "can"))
        if self.chance(0.3):
            of_persons = [v for v in VERBS if "person" in v.kinds]
            verb = self.pick([v for v in of_persons if v.frame in ("d", "id")])
            word, german = "who", "wem"
        else:
            verb = self.pick([v for v in ABOUT if v.base != "get"])
            preposition, case = verb.frame[1:].split(",")
            of_persons = "person" in verb.kinds
            only = verb.kinds == ("person",)
            word = "who" if only or (of_persons and self.chance(0.6)) else "what"
            german = join(preposition, "wen" if case == "acc" else "wem")
            if word == "what":
                german = f"wo{'r' * (preposition[0] in 'aiuü')}{preposition}"
        if verb.base in ("trust", "believe", "know") and tense == "progressive":
            tense = "present"
        return (*Clause(subject, Predicate(verb), tense).question(word, german), "?")

    def good_at(self):
        """He is good at singing: er kann gut singen."""
        subject = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM, self.name()))
        skills = ("sing", "dance", "swim", "cook", "draw", "drive", "paint", "lie")
        verb = self.pick([v for v in VERBS if v.base in skills and not v.particle])
        no = self.chance(0.25)
        tense, can = self.pick(
            (("present", "can"), ("present", "can"), ("past", "could"))
        )
        e = Clause(subject, Predicate(BE, f"good at {verb.doing}"), tense, no)
        well = Adverb("", "gut", behind=True)
        g = Clause(subject, Predicate(verb), can, no, adverb=well)
        left = conjugated(KONNTE if tense == "past" else KANN, subject.person)
        if self.chance(0.15) and not no:
            asked = join(left, subject.nom, g._middle(), verb.plain)
            return e.question()[0], asked, "?"
        return e.main()[0], join(subject.nom, left, g._middle(), verb.plain)

    def it_is_that(self):
        """It is strange that he is here: es ist seltsam, dass er hier ist."""
        words = (
            "strange",
            "possible",
            "important",
            "good",
            "true",
            "great",
            "terrible",
        )
        english = self.pick(words)
        german = ADJECTIVES[english][0]
        no = self.chance(0.15)
        e, g = Clause(IT, Predicate(BE, english, rest=german), "present", no).main()
        second = self.dependent().subordinate("that", "dass")
        return join(e, second[0]), join(g, second[1])
