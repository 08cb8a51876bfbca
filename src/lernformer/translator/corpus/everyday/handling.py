"""Constructions of handling: bringing out, keeping so, having done, enjoying, excusing."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.asking import LASSEN, Asking
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
    NONE,
    SHE,
    THAT,
    THEY,
    THIS,
    WE,
    YOU,
    YOU_GUYS,
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
    conjugated,
    join,
)
from lernformer.translator.corpus.everyday.commanding import letting
from lernformer.translator.corpus.everyday.giving import BRINGEN, MASS, named
from lernformer.translator.corpus.everyday.helping import NEGATING
from lernformer.translator.corpus.everyday.meeting import NOT_TOLD
from lernformer.translator.corpus.everyday.minding import ENJOY
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES
from lernformer.translator.corpus.everyday.phrases import MY
from lernformer.translator.corpus.everyday.saying import KEEP
from lernformer.translator.corpus.everyday.spelling import contract, determiner, spell
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    BE_ENGLISH,
    DO,
    MACHEN,
    SEIN,
    WIR,
    WURDE,
    verb_from,
)
from lernformer.translator.corpus.everyday.words import (
    ANYBODY,
    BY_NAME,
    HAVE,
    SELVES,
    TOM,
    idiom,
)

BRING_OUT = idiom("raus|bringen rausgebracht")
OUT_OF = [("here", "hier"), ("here", "hier"), ("there", "da")]
# the way one goes or comes there or here
THE_WAY = [("in", "rein"), ("in", "rein"), ("out", "raus"), ("up", "hoch")]
THE_WAY += [("down", "runter")]
ON_THE_WAY = [*THE_WAY, ("over", "rüber")]
GOT_OFF = ("table", "bed", "chair", "roof", "boat", "horse", "car", "box", "desk")
RAN_OUT = ("money", "time", "paper", "medicine", "bread", "luck", "gold")
KEEP_HALTEN = verb_from("keep kept kept = halten hältst hält gehalten i")
KEPT_SO = [
    *(("warm", "warm"), ("warm", "warm"), ("clean", "sauber"), ("simple", "einfach")),
    *(("short", "kurz"), ("dry", "trocken"), ("safe", "sicher"), ("cold", "kalt")),
]
KEPT_THINGS = ("room", "kitchen", "house", "garden", "car", "coat", "bed", "hand")
KEPT_THERE = [
    *(("inside", "drinnen"), ("outside", "draußen"), ("here", "hier")),
    *(("there", "dort"), ("away", "fern")),
]
OF_THE_BODY = [
    ("eyes open", "die Augen offen"), ("eyes closed", "die Augen geschlossen"),
    ("head down", "den Kopf unten"), ("hands still", "die Hände ruhig"),
    ("feet warm", "die Füße warm"), ("feet dry", "die Füße trocken"),
]  # fmt: skip
KEEP_WAITING = replace(
    LASSEN, base="keep", he="keeps", past="kept", done="kept", doing="keeping"
)
TO_THE_SIDE = [("left", "links"), ("right", "rechts")]
RUNNING_DOWN = [BY_NAME[name] for name in ("car", "car", "car", "truck", "bus", "taxi")]
FIXED = [("fix", "reparieren"), ("fix", "reparieren"), ("repair", "reparieren")]
FIXED += [("wash", "waschen"), ("check", "überprüfen")]
FIXED_THINGS = ("car", "watch", "bicycle", "clock", "radio", "phone", "camera", "roof")
STOLEN = ("car", "money", "wallet", "watch", "bicycle", "camera", "passport", "phone")
ENJOYED_TABLE = """
    trip vacation day evening weekend party life dinner breakfast lunch food movie game
    concert music walk
"""
ENJOYED = ENJOYED_TABLE.split()
SORRY = "tut mir leid"
SORRY_FOR = [
    *(("that", "das"), ("that", "das"), ("this", "das"), ("it", "es")),
    *(("yesterday", "wegen gestern"), ("last night", "wegen gestern Abend")),
    *(("earlier", "wegen vorhin"), ("the noise", "wegen des Lärms")),
    *(("tom", "wegen Tom"), ("the mess", "wegen des Durcheinanders")),
]
HOW_LATE = [
    ("late", "zu spät"),
    ("so late", "so spät"),
    ("late again", "wieder zu spät"),
]
CALLED = [
    *(("guys", "Leute"), ("guys", "Leute"), ("girls", "Mädchen"), ("boys", "Jungs")),
    *(("kids", "Kinder"), ("children", "Kinder"), ("you two", "ihr beiden")),
]
ALL_CALLED = ("everybody", "everyone", "all of you")
TO_ALL = [
    *(named("hurry", "up"), named("wait"), named("listen"), named("calm", "down")),
    *(named("sit", "down"), named("come", "in"), named("wake", "up"), named("stop")),
    *(named("stand", "up"), named("come"), named("run"), named("help")),
]
SWITCHED = ("light", "light", "tv", "radio", "computer", "fire")
SWITCHED_TO = [("on", "an"), ("off", "aus"), ("out", "aus")]
A_DRINK = [
    ("a drink", "etwas zu trinken"), ("something to drink", "etwas zu trinken"),
    ("something to eat", "etwas zu essen"), ("a drink", "etwas zu trinken"),
]  # fmt: skip
IS_OPEN = [
    Predicate(BE, "open", rest="offen"),
    Predicate(BE, "open", rest="offen"),
    Predicate(BE, "closed", rest="geschlossen"),
    Predicate(BE, "locked", rest="abgeschlossen"),
]
OPENS = [
    (verb_from("open = öffnen! i"), idiom("öffnen!"), "auf"),
    (
        verb_from("close = schließen! geschlossen i"),
        idiom("schließen! geschlossen"),
        "zu",
    ),
]
SENDING = (named("send"), idiom("schicken"))
SUN_OR_MOON = [
    Nominal("the sun", "die Sonne", "", ""),
    Nominal("the sun", "die Sonne", "", ""),
    Nominal("the moon", "der Mond", "", ""),
]
SETS = verb_from("set set set = unter|gehen untergegangen* i")
RISES = verb_from("rise rose risen = auf|gehen aufgegangen* i")
SHINES = verb_from("shine shone shone = scheinen geschienen i")
KNOWN_OR_WANTED = [named(b) for b in ("know", "want", "want", "need", "have")]
SCHIESSEN, ERSCHIESSEN = idiom("schießen geschossen"), idiom("erschießen erschossen")
HOW_OFTEN = [("once", "einmal"), ("twice", "zweimal"), ("three times", "dreimal")]
# with a verb of dative or preposition one says: man kann ihm vertrauen
OF_WHOM = [
    ("trusted", "{dat} {no} vertrauen"), ("trusted", "{dat} {no} vertrauen"),
    ("helped", "{dat} {no} helfen"), ("believed", "{dat} {no} glauben"),
    ("counted on", "sich {no} auf {acc} verlassen"), ("forgiven", "{dat} {no} vergeben"),
]  # fmt: skip


class Handling(Asking):
    """Draws sentences about what one does with people and things."""

    # ---- out of there, off it --------------------------------------------------------

    def out_of_here(self):
        """Get him out of here: bring ihn hier raus."""
        subject = self.pick((YOU, YOU, YOU, I, WE, HE, SHE, TOM))
        others = (IT, I, I, WE, HE, SHE, THEY, TOM, self.name(), self.person(True))
        what = self.another(subject, others)
        english, hier = self.pick(OUT_OF)
        verb = self.pick((named("get", ""), named("get", ""), named("take")))
        p = self.object_of(Predicate(verb, german_verb=BRING_OUT), what)
        p = replace(p, english=f"{what.object} out of {english}")
        p = replace(p, definite=join(p.definite, hier))
        if subject is YOU and self.chance(0.7):
            return self.asked_for(*Clause(YOU, p).command())
        tense = self.pick(("must", "have to", "can", "will", "past", "want to"))
        return self.said(Clause(subject, p, tense), 0.2)

    def in_there(self):
        """Go in there: geh da rein; come down here: komm hier runter; come on in."""
        subject = self.pick((YOU, YOU, YOU, I, HE, SHE, WE, TOM))
        if self.chance(0.25):
            english, german = self.pick(ON_THE_WAY)
            e, g = f"come on {english}", f"komm {german}"
            return self.asked_for(e, g)
        english, german = self.pick(THE_WAY)
        if self.chance(0.5):
            goes = idiom(f"{german}|gehen {german}gegangen*")
            p = Predicate(named("go"), f"{english} there", goes, definite="da")
        else:
            comes = idiom(f"{german}|kommen {german}gekommen*")
            p = Predicate(named("come"), f"{english} here", comes, definite="hier")
        if subject is YOU and self.chance(0.8):
            clause = Clause(YOU, p, negated=self.chance(0.3))
            return self.asked_for(*clause.command())
        tense = self.pick(("past", "past", "must", "can", "will", "want to"))
        return self.said(Clause(subject, p, tense, self.chance(0.25)), 0.2)

    def get_off(self):
        """Get off my bed: geh runter von meinem Bett."""
        of = self.pick(("off", "off", "off of"))
        who = self.pick((I, I, HE, SHE, TOM, self.name()))
        if self.chance(0.6):
            noun = BY_NAME[self.pick(GOT_OFF)]
            word = self.pick(("the", "my", "my", "that", "your"))
            who = self.noun_phrase(noun, words=word, plural=False)
        german = contract("von", who.dat)
        return f"get {of} {who.object}", f"geh runter {german}", "!"

    def run_out(self):
        """We have run out of milk: uns ist die Milch ausgegangen."""
        subject = self.pick((I, I, WE, WE, HE, SHE, THEY, TOM))
        noun = self.pick([*MASS, *(BY_NAME[name] for name in RAN_OUT)])
        what = spell(noun, "the")
        if self.chance(0.3):
            noun = BY_NAME[self.pick(("idea", "egg", "egg", "cookie"))]
            what = spell(noun, "the", plural=True)
        english = noun.english_plural if what.person == WIR else noun.english
        verb = verb_from("run ran run = rennen i")
        tense = self.pick(("past", "perfect", "perfect"))
        e = Clause(subject, Predicate(verb, f"out of {english}"), tense).main()[0]
        if tense == "past":
            left, right = ("gingen" if what.person == WIR else "ging"), "aus"
        else:
            left, right = conjugated(SEIN, what.person), "ausgegangen"
        return e, join(subject.dat, left, what.nom, right)

    def take_to(self):
        """Take it to Tom: bring es zu Tom."""
        subject = self.pick((YOU, YOU, I, HE, SHE, WE))
        what = self.pick((IT, IT, THAT, THIS, HE, SHE))
        noun = BY_NAME[self.pick(("letter", "book", "box", "bag", "key", "money"))]
        what = self.pick((what, what, spell(noun, self.pick(("the", "this")))))
        who = self.another(subject, (TOM, TOM, HE, SHE, self.name(), self.person(True)))
        if who.english == what.english:
            who = TOM
        verb, says = named("take"), BRINGEN
        if what in (HE, SHE):  # bring him to me
            who = self.another(what, (I, I, TOM, WE, self.name()))
            verb, says = self.pick(((verb, says), (named("bring"), says), SENDING))
        p = self.object_of(Predicate(verb, german_verb=says), what)
        p = replace(p, english=f"{what.object} to {who.object}")
        p = replace(p, rest=contract("zu", who.dat))
        if subject is YOU and self.chance(0.7):
            return self.asked_for(*Clause(YOU, p).command())
        tense = self.pick(("past", "will", "must", "can"))
        return self.said(Clause(subject, p, tense), 0.15)

    def door_opens(self):
        """The door opened: die Tür öffnete sich; it will not open: sie geht nicht auf."""
        noun = BY_NAME[self.pick(("door", "door", "door", "gate", "window", "box"))]
        thing = spell(noun, self.pick(("the", "the", "the", "this", "that")))
        if self.chance(0.35):  # it is open
            p = self.pick(IS_OPEN)
            time = self.pick(
                (NONE, NONE, Adverb("now", "jetzt"), Adverb("again", "wieder"))
            )
            tense, no = self.pick(("present", "present", "past")), self.chance(0.2)
            return self.said(Clause(thing, p, tense, no, time=time), 0.3)
        english, says, auf = self.pick(OPENS)
        if self.chance(0.3):
            e = Clause(thing, Predicate(english), "will", True).main()[0]
            return e, f"{thing.nom} geht nicht {auf}"
        p = Predicate(english, german_verb=says)
        return self.said(Clause(thing, p, self.pick(("past", "past", "present"))), 0.1)

    # ---- keeping so ------------------------------------------------------------------

    def keep_it_so(self):
        """Keep it warm: halte es warm; he keeps his room clean."""
        subject = self.pick((YOU, YOU, YOU, I, HE, SHE, WE, TOM))
        draw = self.random.random()
        if draw < 0.12:
            english, german = self.pick(TO_THE_SIDE)
            return self.asked_for(f"keep to the {english}", f"halte dich {german}")
        if draw < 0.3:
            english, german = self.pick(OF_THE_BODY)
            mine = "your" if subject is YOU or subject is TOM else MY[subject.english]
            subject = YOU if subject is TOM else subject
            p = Predicate(KEEP_HALTEN, f"{mine} {english}", rest=german)
        elif draw < 0.55:
            others = (IT, I, HE, SHE, THEY, TOM, self.name(), self.person(True))
            english, german = self.pick(KEPT_THERE)
            p = self.object_of(Predicate(KEEP_HALTEN), self.another(subject, others))
            p = replace(p, english=f"{p.english} {english}", rest=german)
        else:
            english, german = self.pick(KEPT_SO)
            noun = BY_NAME[self.pick(KEPT_THINGS)]
            word = self.pick(("the", "my", "your", "this"))
            thing = spell(noun, word, plural=noun.english == "hand")
            thing = self.pick((IT, IT, THAT, thing))
            p = self.object_of(Predicate(KEEP_HALTEN), thing)
            p = replace(p, english=f"{p.english} {english}", rest=german)
        if subject is YOU and self.chance(0.75):
            return self.asked_for(*Clause(YOU, p).command())
        tense = self.pick(("must", "should", "will", "can", "want to"))
        return self.said(Clause(subject, p, tense), 0.1)

    def keep_an_eye(self):
        """Keep an eye on him: behalte ihn im Auge; keep it to yourself."""
        subject = self.pick((YOU, YOU, YOU, I, WE, HE, SHE, TOM))
        others = (IT, I, HE, SHE, THEY, TOM, self.name(), self.person(True))
        what = self.another(subject, others)
        if subject is YOU and self.chance(0.25):
            what = self.pick((IT, THAT, THIS))
            return (
                f"keep {what.english} to yourself",
                f"behalte {what.acc} für dich",
                "!",
            )
        p = self.object_of(Predicate(KEEP), what)
        p = replace(p, english=f"an eye on {what.object}", rest="im Auge")
        if subject is YOU and self.chance(0.75):
            return self.asked_for(*Clause(YOU, p).command())
        tense = self.pick(("must", "should", "will", "can", "past"))
        return self.said(Clause(subject, p, tense), 0.1)

    def keep_waiting(self):
        """Do not keep me waiting: lass mich nicht warten; he kept us waiting."""
        subject = self.pick((YOU, YOU, I, HE, HE, SHE, THEY, TOM))
        who = self.another(subject, (I, I, WE, HE, SHE, THEY, TOM, self.name()))
        p = self.object_of(Predicate(KEEP_WAITING), who)
        p = replace(p, english=f"{who.object} waiting", rest="warten")
        if subject is YOU and self.chance(0.6):
            return (*Clause(YOU, p, negated=True).command(), "!")
        tense = self.pick(("past", "past", "past", "will", "must"))
        return self.said(Clause(subject, p, tense, tense == "will"), 0.15)

    # ---- what happens to one ---------------------------------------------------------

    def run_down(self):
        """He was hit by a car: er wurde von einem Auto angefahren; a car hit him."""
        who = self.pick((I, HE, SHE, TOM, self.name(), self.person(True)))
        who = self.pick(
            (who, self.noun_phrase(BY_NAME["dog"], words="the", plural=False))
        )
        vehicle = spell(self.pick(RUNNING_DOWN), self.pick(("a", "a", "a", "the")))
        if self.chance(0.35):
            e = f"{vehicle.english} hit {who.object}"
            return e, join(vehicle.nom, "hat", who.acc, "angefahren")
        by = f"by {vehicle.english}"
        if self.chance(0.35):
            e = f"{who.english} got hit {by}"
        else:
            e = f"{who.english} {BE_ENGLISH['past'][who.person]} hit {by}"
        left = conjugated(WURDE, who.person)
        return e, join(who.nom, left, contract("von", vehicle.dat), "angefahren")

    def had_done(self):
        """I had my car fixed: ich habe mein Auto reparieren lassen; I had it stolen."""
        subject = self.pick((I, I, HE, SHE, WE, TOM))
        mine = "his" if subject is TOM else MY[subject.english]
        if self.chance(0.4):
            noun = BY_NAME[self.pick(STOLEN)]
            e = f"{subject.english} had {mine} {noun.english} stolen"
            my = determiner(mine, "nom", noun.gender)
            return e, join(subject.dat, "wurde", my, noun.form("nom"), "gestohlen")
        base, german = self.pick(FIXED)
        noun = BY_NAME[self.pick(FIXED_THINGS)]
        what = spell(noun, mine)
        p = Predicate(HAVE, f"{what.english} {named(base).done}", LASSEN)
        p = replace(p, definite=what.acc, rest=german)
        no_preterite = replace(LASSEN, preterite=None, told=False)
        tense = self.pick(("past", "past", "must", "have to", "will"))
        return Clause(subject, replace(p, german_verb=no_preterite), tense).main()

    def have_him_do(self):
        """Have Tom do it: lass Tom es machen."""
        who = self.pick((TOM, TOM, HE, SHE, THEY, self.name(), self.person(True)))
        what = self.pick((IT, THAT, THIS))
        p = self.object_of(Predicate(DO, german_verb=MACHEN), what)
        if self.chance(0.5):
            p = self.predicate(who)
            while NEGATING & {*p.english.split()} or p.verb.base in ("have", "know"):
                p = self.predicate(who)
        clause = Clause(who, p)
        return f"have {who.object} {clause.infinitive()[0]}", letting(clause), "!"

    def sun_sets(self):
        """The sun is setting: die Sonne geht unter."""
        subject = self.pick(SUN_OR_MOON)
        verb = self.pick((SETS, SETS, RISES, SHINES))
        tense = self.pick(("progressive", "progressive", "perfect", "present", "will"))
        if verb is SHINES and tense == "perfect":
            tense = "progressive"
        return self.said(Clause(subject, Predicate(verb), tense), 0.15)

    def light_is_on(self):
        """The light is on: das Licht ist an; are the lights out?"""
        noun, on = BY_NAME[self.pick(SWITCHED)], self.pick(SWITCHED_TO)
        if noun.english == "fire":
            on = ("out", "aus")
        elif noun.english != "light" and on[0] == "out":
            on = ("off", "aus")
        plural = noun.english == "light" and self.chance(0.3)
        thing = spell(noun, self.pick(("the", "the", "the", "my", "this")))
        if plural:
            thing = replace(thing, english="the lights", nom="das Licht")
            thing = replace(thing, english_person=WIR)
        clause = Clause(thing, Predicate(BE, on[0], rest=on[1]))
        clause = replace(clause, tense=self.pick(("present", "past")))
        if self.chance(0.2):
            clause = replace(clause, adverb=Adverb("still", "noch", middle=True))
            return clause.main()
        return self.said(replace(clause, negated=self.chance(0.15)), 0.3)

    def something_to_drink(self):
        """Give me a drink: gib mir etwas zu trinken; I need a drink."""
        who = self.pick((I, I, HE, SHE, WE, TOM, THEY))
        drink, trinken = self.pick(A_DRINK)
        if self.chance(0.4):
            base, german = self.pick(
                (("give", "gib"), ("get", "hol"), ("bring", "bring"))
            )
            return self.asked_for(
                f"{base} {who.object} {drink}", f"{german} {who.dat} {trinken}"
            )
        subject = self.pick((I, I, YOU, HE, SHE, WE, TOM))
        p = Predicate(self.pick((named("need"), named("want"))), drink, rest=trinken)
        tense = self.pick(("present", "present", "past"))
        return self.said(Clause(subject, p, tense), 0.3)

    def clothes(self):
        """Put some clothes on: zieh dir etwas an; where are my clothes?"""
        subject = self.pick((I, YOU, HE, SHE, TOM, WE))
        mine = self.pick(("my", "your", "his", "her", "these", "the"))
        all_ = f"{determiner(mine, 'nom', 'f')} Kleidung"
        if mine == "these":
            all_ = "diese Kleidung"
        draw = self.random.random()
        if draw < 0.25:
            e = self.pick(("put some clothes on", "put on some clothes"))
            return self.asked_for(e, "zieh dir etwas an")
        if draw < 0.45:
            return f"where are {mine} clothes", f"wo ist {all_}", "?"
        if draw < 0.65:
            warm, warme = self.pick(
                (("warm", "warme"), ("clean", "saubere"), ("new", "neue"))
            )
            verb = self.pick((named("wear"), named("need"), named("buy")))
            p = Predicate(verb, f"{warm} clothes", indefinite=f"{warme} Kleidung")
            p = replace(p, negated=f"keine {warme} Kleidung")
        else:
            verb = self.pick(
                [named(b) for b in ("steal", "find", "like", "wash", "buy")]
            )
            p = Predicate(verb, f"{mine} clothes", definite=all_)
        tense = self.pick(("past", "past", "must", "will", "can"))
        if verb.base == "like":
            tense = self.pick(("present", "present", "past"))
        return self.said(Clause(subject, p, tense, self.chance(0.1)), 0.15)

    def how_come(self):
        """How come you are here: wieso bist du hier?"""
        subject = self.pick((YOU, YOU, YOU, HE, SHE, TOM, THEY, WE))
        if self.chance(0.5):
            english, german = self.place() if self.chance(0.5) else self.pick_quality()
            clause = Clause(subject, Predicate(BE, english, rest=german))
            clause = replace(clause, tense=self.pick(("present", "past")))
        else:
            clause = replace(
                self.deniable(subject), tense=self.pick(("present", "past"))
            )
        clause = replace(clause, negated=self.chance(0.3))
        return f"how come {clause.main()[0]}", clause.question("", "wieso")[1], "?"

    # ---- excusing, enjoying, calling -------------------------------------------------

    def sorry_that(self):
        """Sorry to bother you: tut mir leid, dass ich dich störe; sorry I am late."""
        draw = self.random.random()
        before, es = self.pick((("", ""), ("", ""), ("i am", "es")))
        sorry = join(before, "sorry")
        if draw < 0.25:
            english, german = self.pick(SORRY_FOR)
            if english in ("that", "this", "it"):
                return f"{sorry} about {english}", f"{german} {SORRY}"
            return f"{sorry} about {english}", join(es, SORRY, german)
        if draw < 0.55:
            english, german = self.pick(HOW_LATE)
            kind = self.pick(("for being", "to be", "i am"))
            if kind == "i am" and before:
                kind = "for being"
            e = f"{sorry} {kind} {english}"
            return e, join(es, SORRY, f", dass ich {german} komme")
        if draw < 0.75:
            verb = self.pick([named(b) for b in ("bother", "disturb", "bother")])
            who = self.pick((YOU, YOU, YOU, TOM))
            clause = Clause(I, self.object_of(Predicate(verb), who))
            kind, inner = self.pick((("to", 0), ("for", 1)))
            done = clause.doing() if inner else clause.infinitive()[0]
            e = f"{sorry} {kind} {done}"
            return e, join(es, SORRY, clause.subordinate("", "dass")[1])
        clause = replace(self.deniable(I), tense="past")
        e, g = clause.subordinate("", "dass")
        return f"{sorry} {e}", join(es, SORRY, g)

    def enjoy_it(self):
        """Enjoy your trip: genieß deine Reise; I want to enjoy life."""
        noun = BY_NAME[self.pick(ENJOYED)]
        word = self.pick(("your", "your", "your", "the"))
        thing = spell(noun, word)
        thing = self.pick((thing, thing, thing, IT, THIS))
        p = self.object_of(Predicate(ENJOY), thing)
        if self.chance(0.7):
            return self.asked_for(*Clause(YOU, p).command())
        tense = self.pick(("should", "can", "must", "want to"))
        return self.said(Clause(YOU, p, tense), 0.2)

    def called_to_all(self):
        """Hurry up, guys: beeilt euch, Leute; be quiet, girls: seid still, Mädchen."""
        p = Predicate(self.pick(TO_ALL))
        if self.chance(0.4):
            word = self.pick(("quiet", "quiet", "careful", "polite", "patient"))
            p = Predicate(BE, word, rest=ADJECTIVES[word][0])
        elif self.chance(0.3):
            p = self.moving()
            while "you" in p.english.split():
                p = self.moving()
        clause = Clause(YOU_GUYS, p)
        if self.chance(0.3):  # hört alle zu
            e, g = replace(clause, adverb=Adverb("", "alle")).command()
            return f"{e} {self.pick(ALL_CALLED)}", g, "!"
        english, german = self.pick(CALLED)
        e, g = replace(clause, negated=self.chance(0.15)).command()
        return f"{e} {english}", f"{g} , {german}", "!"

    def can_anybody(self):
        """Can anybody help me: kann mir jemand helfen; anybody want a beer?"""
        p = self.predicate(ANYBODY)
        while NEGATING & {*p.english.split()} or p.verb.base in NOT_TOLD:
            p = self.predicate(ANYBODY)
        if self.chance(0.15):  # does anybody know it
            p = self.object_of(Predicate(self.pick(KNOWN_OR_WANTED)), self.thing())
        tense = self.pick(("can", "can", "could", "will", "present", "past"))
        clause = Clause(ANYBODY, p, tense)
        e, g = clause.question()
        if tense == "present" and e.startswith("does ") and self.chance(0.4):
            e = e.removeprefix("does ")
        return e, g, "?"

    def can_be_trusted(self):
        """He can be trusted: man kann ihm vertrauen."""
        who = self.pick(
            (I, YOU, HE, SHE, THEY, WE, TOM, self.name(), self.person(True))
        )
        english, german = self.pick(OF_WHOM)
        no = self.chance(0.4)
        e = Clause(who, Predicate(BE, english), "can", no).main()[0]
        says = german.format(dat=who.dat, acc=who.acc, no="nicht" if no else "")
        return e, join("man kann", *says.split())

    def shooting(self):
        """He shot himself: er hat sich erschossen; he shot twice: er schoss zweimal."""
        subject = self.pick((HE, HE, SHE, TOM, TOM, THEY, I))
        if self.chance(0.3):
            self_ = SELVES[subject.english]
            p = Predicate(named("shoot"), self_, ERSCHIESSEN, reflexive=True)
            return self.said(Clause(subject, p, "past"), 0.2)
        english, german = self.pick(HOW_OFTEN)
        p = Predicate(named("shoot"), english, SCHIESSEN, rest=german)
        return self.said(Clause(subject, p, self.pick(("past", "past", "will"))), 0.1)
