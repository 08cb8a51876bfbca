"""Constructions of how things go, what will do, who is right, and what one is offered."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.choices import FEEL, LOOK
from lernformer.translator.corpus.everyday.clauses import (
    EVERYBODY,
    HE,
    IT,
    KONNTE,
    NOBODY,
    SHE,
    THAT,
    THEY,
    THIS,
    WE,
    WHO,
    YOU,
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
    conjugated,
    join,
)
from lernformer.translator.corpus.everyday.giving import named
from lernformer.translator.corpus.everyday.helping import KANN
from lernformer.translator.corpus.everyday.judging import Judging
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES, NOUNS
from lernformer.translator.corpus.everyday.phrases import A_CUP_OF, KOENNEN, LANGUAGES
from lernformer.translator.corpus.everyday.spelling import contract, spell
from lernformer.translator.corpus.everyday.verbs import BE, VERBS, WIR, verb_from
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    GET,
    HAVE,
    PREDICATIVE,
    STATES,
    TOM,
    idiom,
)

ALL_THINGS = [
    Nominal("nothing", "nichts", "nichts", "", behind=True),
    Nominal("everything", "alles", "alles", "", behind=True),
]
FUNKTIONIEREN = idiom("funktionieren")
# the machines and plans that work
WORKING_TABLE = """
    radio phone computer clock watch camera car plan idea tv light bicycle truck medicine
"""
WORKING = [BY_NAME[name] for name in WORKING_TABLE.split()]
HOW_IT_WORKS = [
    ("", ""), ("", ""), ("well", "gut"), ("fine", "gut"), ("now", "jetzt"),
    ("again", "wieder"), ("every time", "jedes Mal"), ("better", "besser"),
    ("for me", "bei mir"), ("for us", "bei uns"), ("for tom", "bei Tom"),
    ("very well", "sehr gut"), ("too", "auch"),
]  # fmt: skip
# that will do: English, German
ENOUGH = [
    ("will", "reicht"), ("will", "reicht"), ("will have to", "muss reichen"),
    ("will have to", "muss reichen"), ("should", "sollte reichen"),
]  # fmt: skip
ANY = {"m": "jeder", "f": "jede", "n": "jedes"}
BEKOMMEN = idiom("bekommen bekommen")
ANGST = [
    ("scared", "Angst", "keine Angst"), ("scared", "Angst", "keine Angst"),
    ("very scared", "große Angst", "keine große Angst"),
    ("really scared", "große Angst", "keine große Angst"),
    ("pretty scared", "ziemliche Angst", ""), ("so scared", "solche Angst", ""),
]  # fmt: skip
RIGHT = {
    "right": Predicate(BE, "right", HAVE, rest="recht"),
    "correct": Predicate(BE, "correct", HAVE, rest="recht"),
    "wrong": Predicate(BE, "wrong", idiom("irren!")),
}
CHILLED = [("cold", "kalt"), ("cold", "kalt"), ("hot", "heiß"), ("warm", "warm")]
CHILLED += [("dizzy", "schwindlig")]
HOW_CHILLED = [
    ("a little", "ein bisschen"), ("a bit", "ein bisschen"), ("very", "sehr"),
    ("so", "so"), ("really", "wirklich"), ("always", "immer"), ("still", "noch"),
    ("probably", "wahrscheinlich"), ("often", "oft"), ("never", "nie"),
]  # fmt: skip
GUYS = Nominal("you guys", "ihr", "euch", "euch", WIR)
DAMIT = [
    ("ok with", "damit", "einverstanden"), ("okay with", "damit", "einverstanden"),
    ("fine with", "damit", "einverstanden"), ("happy with", "damit", "zufrieden"),
    ("satisfied with", "damit", "zufrieden"), ("proud of", "darauf", "stolz"),
    ("happy about", "darüber", "froh"), ("sad about", "darüber", "traurig"),
    ("angry about", "darüber", "wütend"), ("mad about", "darüber", "wütend"),
]  # fmt: skip
SPEAK = named("speak")
# what animals and people in general do
IN_GENERAL_TABLE = (
    "sleep dream dance sing swim eat drink fly lie cry laugh think talk run"
)
DOES_GENERALLY = [
    v
    for v in VERBS
    if v.base in IN_GENERAL_TABLE.split() and not v.particle and v.frame[0] == "i"
]
ZUMUTE = [
    ("crying", "zum Weinen"), ("crying", "zum Weinen"), ("screaming", "zum Schreien"),
    ("laughing", "zum Lachen"),
]  # fmt: skip
BY_EVERYBODY = [
    named(base) for base in ["know", "love", "want", "need", "have", "like", "hate"]
]
PEOPLE = (I, YOU, HE, SHE, WE, THEY, TOM)
SEASONS = [
    ("spring", "Frühling"), ("spring", "Frühling"), ("summer", "Sommer"),
    ("winter", "Winter"),
]  # fmt: skip
WHEN_SEASON = [
    ("it is {}", "es ist {}"), ("it is {} now", "es ist jetzt {}"),
    ("it is already {}", "es ist schon {}"), ("it is still {}", "es ist noch {}"),
    ("it is almost {}", "es ist fast {}"), ("it was {}", "es war {}"),
    ("it will be {} soon", "es wird bald {}"), ("it will soon be {}", "es wird bald {}"),
    ("is it {} yet", "ist es schon {}"), ("{} is here", "der {} ist da"),
    ("{} is coming", "der {} kommt"), ("{} came", "der {} kam"),
    ("{} has come", "der {} ist gekommen"), ("it is {} again", "es ist wieder {}"),
]  # fmt: skip
# of which there are two: both brothers
PAIRED_TABLE = """
    boy girl man woman brother sister child son daughter friend guy teacher
    story door window book car answer idea hand foot eye ear dog cat team hotel
"""
VEHICLES = [BY_NAME[name] for name in ("bus", "train", "car", "taxi", "truck")]
# what becomes of a vehicle: it stops, it leaves, it is late, it breaks down
ROLLS = [
    Predicate(named("stop"), german_verb=idiom("an|halten hältst hält angehalten")),
    Predicate(named("leave"), german_verb=idiom("ab|fahren fährst fährt abgefahren*")),
    Predicate(BE, "late", HAVE, indefinite="Verspätung", negated="keine Verspätung"),
    Predicate(
        verb_from("break_down broke_down broken_down = haben hast hat gehabt i"),
        german_verb=HAVE,
        indefinite="eine Panne",
        negated="keine Panne",
    ),
]
ANYBODY_ELSE = Nominal("anyone else", "sonst noch jemand", "", "")
BEIBRINGEN = replace(idiom("bei|bringen beigebracht"), preterite=None)
TAUGHT = [
    ("that", "das"), ("this", "das"), ("it", "es"), ("a lot", "viel"),
    ("everything", "alles"), ("something", "etwas"), ("nothing", "nichts"),
]  # fmt: skip
RUFEN = idiom("rufen gerufen")
CALLED_FOR = [
    ("a taxi", "ein Taxi", "kein Taxi"), ("a taxi", "ein Taxi", "kein Taxi"),
    ("an ambulance", "einen Krankenwagen", "keinen Krankenwagen"),
    ("a doctor", "einen Arzt", "keinen Arzt"),
]  # fmt: skip
AT_TWELVE = [
    ("midnight", "Mitternacht"),
    ("midnight", "Mitternacht"),
    ("noon", "Mittag"),
]
MATTER = ("wrong with", "wrong with", "up with", "the matter with")
SENT = [
    ("home", "nach Hause"), ("home", "nach Hause"), ("to bed", "ins Bett"),
    ("to school", "zur Schule"), ("to boston", "nach Boston"),
]  # fmt: skip
SEND, SCHICKEN = named("send"), idiom("schicken")
HOW_RIGHT = [
    ("always", "immer"), ("almost", "fast"), ("probably", "wahrscheinlich"),
    ("never", "nie"), ("often", "oft"),
]  # fmt: skip


class Faring(Judging):
    """Draws sentences about how it goes, and about who is right about it."""

    # ---- how it goes ---------------------------------------------------------------

    def works_well(self):
        """It works fine: es funktioniert gut; nothing works."""
        what = self.noun_phrase(
            self.pick(WORKING), words=self.pick(("the", "this", "my", "your"))
        )
        what = self.pick((IT, IT, IT, THIS, THAT, what, what, *ALL_THINGS))
        english, german = self.pick(HOW_IT_WORKS)
        tense = self.pick(
            ("present", "present", "past", "will", "progressive", "can", "should")
        )
        no = self.chance(0.25) and what not in ALL_THINGS
        no = no and english not in ("now", "every time", "again")
        p = Predicate(named("work"), german_verb=FUNKTIONIEREN)
        how = Adverb(english, german, behind=german.endswith(("gut", "besser")))
        clause = Clause(what, p, tense, no, adverb=how)
        return self.said(clause, 0.25 * (what not in ALL_THINGS))

    def will_do(self):
        """That will do: das reicht; any book will do: jedes Buch geht."""
        if self.chance(0.35):
            noun = self.pick(NOUNS["thing"] + NOUNS["food"])
            while not noun.counted:
                noun = self.pick(NOUNS["thing"])
            any_book = (f"any {noun.english}", f"{ANY[noun.gender]} {noun.german}")
            alles = (("anything", "alles"), ("anybody", "jeder"), any_book, any_book)
            english, german = self.pick((any_book, *alles))
            return f"{english} will do", f"{german} geht"
        what = self.pick((THAT, THAT, IT, THIS))
        modal, german = self.pick(ENOUGH)
        if modal == "will" and self.chance(0.3):
            return f"will {what.english} do", f"reicht {what.nom}", "?"
        return f"{what.english} {modal} do", f"{what.nom} {german}"

    # ---- how one feels -------------------------------------------------------------

    def got_scared(self):
        """Tom got scared: Tom bekam Angst; I was very scared: ich hatte große Angst."""
        who = self.pick((*PEOPLE, TOM, self.name(), self.person()))
        if who.without or who.behind:
            who = TOM
        english, angst, keine = self.pick(ANGST)
        verb, says = self.pick(((GET, BEKOMMEN), (GET, BEKOMMEN), (BE, HAVE)))
        tense = "past" if verb is GET else self.pick(("present", "past", "past"))
        no = bool(keine) and self.chance(0.15)
        if verb is BE and english == "scared":
            english, angst, keine = "very scared", "große Angst", "keine große Angst"
        p = Predicate(verb, english, says, indefinite=angst, negated=keine)
        return Clause(who, p, tense, no).main()

    def being_right(self):
        """You may be right: du hast vielleicht recht; who is right: wer hat recht?"""
        who = self.pick((*PEOPLE, YOU, YOU, self.name(), WHO))
        p = RIGHT[self.pick(("right", "right", "correct", "wrong", "wrong"))]
        if who is WHO:
            clause = Clause(WHO, p, self.pick(("present", "past")))
            return (*clause.main(), "?")
        if self.chance(0.2):
            how, wie = self.pick(HOW_RIGHT)
            return Clause(who, p, adverb=Adverb(how, wie, middle=True)).main()
        tense = self.pick(
            ("may be", "may be", "might", "could", "must", "past", "will")
        )
        if tense == "may be":
            e = Clause(who, p, tense).main()[0]
            return e, Clause(who, replace(p, light="vielleicht"), "now").main()[1]
        return self.said(Clause(who, p, tense), 0.2 * (tense == "past"))

    def chilled(self):
        """I am a little cold: mir ist ein bisschen kalt; I am getting hot."""
        who = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM, GUYS, self.name()))
        english, german = self.pick(CHILLED)
        if self.chance(0.3):
            clause = Clause(who, Predicate(GET, english), "progressive")
            return clause.main()[0], f"{who.dat} wird {german}"
        how, wie = self.pick(HOW_CHILLED)
        e = Clause(who, Predicate(BE, f"{how} {english}")).main()[0]
        if who is GUYS or self.chance(0.15):
            e = Clause(who, Predicate(BE, english)).question()[0]
            return e, f"ist {who.dat} {german}", "?"
        return e, f"{who.dat} ist {wie} {german}"

    def in_tears(self):
        """I feel like crying: mir ist zum Weinen zumute."""
        who = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM, self.name()))
        english, german = self.pick(ZUMUTE)
        tense, ist = self.pick((("present", "ist"), ("past", "war")))
        e = Clause(who, Predicate(FEEL, f"like {english}"), tense).main()[0]
        return e, f"{who.dat} {ist} {german} zumute"

    def content_with_it(self):
        """I am fine with that: ich bin damit einverstanden; proud of it: stolz darauf."""
        who = self.pick((*PEOPLE, I, YOU, self.name()))
        english, damit, word = self.pick(DAMIT)
        it = self.pick(("it", "it", "that", "this"))
        p = Predicate(BE, f"{english} {it}", rest=join(damit, word))
        tense = self.pick(("present", "present", "past"))
        if self.chance(0.25):
            return (*Clause(who, p, tense).question(), "?")
        return Clause(who, p, tense, self.chance(0.2)).main()

    # ---- what one offers, what one knows -----------------------------------------------

    def have_some(self):
        """Have some tea: nimm dir etwas Tee; have another beer: nimm noch ein Bier."""
        noun = self.pick(NOUNS["food"] + NOUNS["drink"])
        please, bitte = self.pick((("", ""), ("", ""), ("please", "bitte")))
        is_one = noun.counted or noun.english in A_CUP_OF
        if not is_one or self.chance(0.3):
            more, noch = self.pick(
                (("some", "etwas"), ("some", "etwas"), ("some more", "noch etwas"))
            )
            thing = spell(noun, "", plural=noun.counted)
            etwas = {"etwas": "ein paar", "noch etwas": "noch ein paar"}
            noch = etwas[noch] if noun.counted else noch
            said = f"have {more} {thing.english}", f"nimm dir {noch} {thing.acc}"
        else:
            word, noch = self.pick((("a", ""), ("another", "noch")))
            thing = spell(noun, "a")
            english = spell(noun, word).english
            take = "trink" if noun.kind == "drink" else "nimm dir"
            said = f"have {english}", join(take, noch, thing.acc)
        return join(please, said[0]), join(bitte, said[1]), "!"

    def no_french(self):
        """Tom knows no French: Tom kann kein Französisch."""
        who = self.pick((*PEOPLE, self.name()))
        language = self.pick(list(LANGUAGES))
        verb, says = self.pick(((named("know"), KOENNEN), (SPEAK, SPEAK)))
        p = Predicate(verb, f"no {language}", says, rest=f"kein {LANGUAGES[language]}")
        return Clause(who, p).main()

    def in_general(self):
        """Do cats dream: träumen Katzen?"""
        noun = self.pick([n for n in NOUNS["animal"] + NOUNS["person"] if n.counted])
        many = spell(noun, "", plural=True)
        verb = self.pick(DOES_GENERALLY)
        tense = self.pick(("present", "present", "can"))
        clause = Clause(many, Predicate(verb), tense)
        return (*clause.question(), "?") if self.chance(0.6) else clause.main()

    def does_nobody(self):
        """Does not anybody care: hört denn niemand zu?"""
        verb = self.pick([v for v in VERBS if v.frame == "i" and not v.reflexive])
        tense = self.pick(("present", "present", "past", "can"))
        anyone = self.pick(("anyone", "anybody"))
        e = Clause(Nominal(anyone, "", "", ""), Predicate(verb), tense, True)
        g = Clause(NOBODY, Predicate(verb, light="denn"), tense)
        german = g.question()[1].replace("niemand denn", "denn niemand", 1)
        asked = e.question()[0].replace(f" {anyone} not", f" not {anyone}")
        return asked.replace("can not ", "cannot "), german, "?"

    def everybody_does(self):
        """Everybody knows Tom: jeder kennt Tom; but: alle mögen Tom."""
        verb = self.pick(BY_EVERYBODY)
        tense = self.pick(("present", "present", "past"))
        p = self.object_of(Predicate(verb), self.somebody_else(EVERYBODY))
        if "person" not in verb.kinds or self.chance(0.4):
            p = self.with_verb(verb, EVERYBODY)
        while {"anybody", "anything"} & {*p.english.split()}:
            p = self.with_verb(verb, EVERYBODY)
        return Clause(EVERYBODY, p, tense).main()

    def season(self):
        """It is almost spring: es ist fast Frühling."""
        season, jahreszeit = self.pick(SEASONS)
        english, german = self.pick(WHEN_SEASON)
        if "it" in english.split() and self.chance(0.3):
            season, jahreszeit = self.pick(AT_TWELVE)
        end = "?" if english.startswith("is ") else "."
        return english.format(season), german.format(jahreszeit), end

    # ---- what becomes of it ----------------------------------------------------------

    def vehicles(self):
        """The bus stopped: der Bus hielt an; our train is late: er hat Verspätung."""
        thing = spell(
            self.pick(VEHICLES), self.pick(("the", "the", "the", "our", "my", "this"))
        )
        p = self.pick(ROLLS)
        tenses = ("present", "past") if p.english else ("past", "past", "will")
        clause = Clause(thing, p, self.pick(tenses), self.chance(0.15))
        return self.said(clause, 0.2)

    def anyone_else(self):
        """Is anyone else hungry: hat sonst noch jemand Hunger?"""
        states = [
            p for p in STATES if p.english in ("hungry", "thirsty", "lucky", "late")
        ]
        going = [Predicate(v) for v in VERBS if v.frame == "i" and not v.reflexive]
        p, tense = self.pick(
            ((self.pick(states), "present"), (self.pick(going), "past"))
        )
        tense = self.pick((tense, "progressive")) if not p.english else tense
        if self.chance(0.3):
            p, tense = Predicate(BE, "here", rest="hier"), "present"
        return (*Clause(ANYBODY_ELSE, p, tense).question(), "?")

    def how_looking(self):
        """How do I look: wie sehe ich aus?"""
        who = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM, IT, self.name()))
        clause = Clause(who, Predicate(LOOK), self.pick(("present", "present", "past")))
        return (*clause.question("how", "wie"), "?")

    def teaching(self):
        """Tom taught me that: Tom hat mir das beigebracht."""
        who = self.pick((*PEOPLE, self.name()))
        whom = self.another(who, (I, I, YOU, HE, SHE, WE, THEY, TOM))
        what, was = self.pick(TAUGHT)
        light = join("es", whom.dat) if what == "it" else join(whom.dat, was)
        english = (
            f"{what} to {whom.object}" if what == "it" else f"{whom.object} {what}"
        )
        p = Predicate(named("teach"), english, BEIBRINGEN, light=light)
        return self.said(
            Clause(who, p, self.pick(("past", "past", "will", "can"))), 0.2
        )

    def calling_a_taxi(self):
        """Call me a taxi: ruf mir ein Taxi."""
        who = self.pick((YOU, YOU, I, HE, TOM))
        whom = self.another(who, (I, I, YOU, HE, SHE, WE, TOM))
        english, german, kein = self.pick(CALLED_FOR)
        p = Predicate(named("call"), f"{whom.object} {english}", RUFEN, light=whom.dat)
        p = replace(p, indefinite=german, negated=kein)
        if who is YOU and self.chance(0.6):
            return (*Clause(YOU, p).command(), "!")
        return self.said(
            Clause(who, p, self.pick(("past", "will", "can", "must"))), 0.3
        )

    def not_helping_it(self):
        """I cannot help it: ich kann nichts dafür."""
        who = self.pick((*PEOPLE, self.name()))
        tense = self.pick(("can", "can", "could"))
        e = Clause(
            who, Predicate(named("help"), self.pick(("it", "it", "that"))), tense, True
        )
        left = conjugated(KANN if tense == "can" else KONNTE, who.person)
        return e.main()[0], f"{who.nom} {left} nichts dafür"

    def from_whom(self):
        """This is from Tom: das ist von Tom."""
        letter = spell(
            BY_NAME[self.pick(("letter", "gift", "book", "message", "picture"))],
            self.pick(("the", "this")),
        )
        what = self.pick((IT, THIS, THAT, letter))
        who = self.pick(
            (I, YOU, HE, SHE, WE, THEY, TOM, self.name(), self.person(True))
        )
        p = Predicate(BE, f"from {who.object}", rest=contract("von", who.dat))
        tense = self.pick(("present", "present", "past"))
        return self.said(Clause(what, p, tense, self.chance(0.15)), 0.2)

    def nobody_yet(self):
        """Nobody is here yet: es ist noch niemand hier."""
        nobody = self.pick(("nobody", "no one"))
        if self.chance(0.6):
            here, hier = self.pick((("here", "hier"), ("there", "da")))
            return f"{nobody} is {here} yet", f"es ist noch niemand {hier}"
        verb = named(self.pick(("come", "leave", "arrive", "call", "win", "die")))
        has = "ist" if verb.with_sein else "hat"
        return (
            f"{nobody} has {verb.done} yet",
            f"es {has} noch niemand {verb.participle}",
        )

    def sending(self):
        """Tom sent her home: Tom hat sie nach Hause geschickt."""
        who = self.pick((YOU, YOU, I, HE, SHE, WE, THEY, TOM))
        whom = self.another(who, (I, HE, HE, SHE, WE, THEY, TOM, self.name()))
        where, wohin = self.pick(SENT)
        p = Predicate(
            SEND, f"{whom.object} {where}", SCHICKEN, light=whom.acc, rest=wohin
        )
        if who is YOU and self.chance(0.6):
            return (*Clause(YOU, p, negated=self.chance(0.3)).command(), "!")
        return self.said(
            Clause(who, p, self.pick(("past", "past", "will", "must"))), 0.15
        )

    def what_is_wrong(self):
        """What is wrong with him: was ist mit ihm los?"""
        who = self.pick(
            (I, YOU, HE, SHE, WE, THEY, TOM, self.name(), self.person(True))
        )
        what, mit = who.object, f"mit {who.dat}"
        if self.chance(0.25):
            what, mit = self.pick(
                (("it", "damit"), ("this", "damit"), ("that", "damit"))
            )
        is_, ist = self.pick((("is", "ist"), ("is", "ist"), ("was", "war")))
        return f"what {is_} {self.pick(MATTER)} {what}", f"was {ist} {mit} los", "?"

    def both_of_a_kind(self):
        """Both girls laughed: beide Mädchen lachten."""
        noun = BY_NAME[self.pick(PAIRED_TABLE.split())]
        beide = [
            f"beide{n} {noun.form(case, True)}"
            for n, case in (("", "nom"), ("n", "dat"))
        ]
        both = Nominal(f"both {noun.english_plural}", beide[0], beide[0], beide[1], WIR)
        if noun.kind == "person" and self.chance(0.6):
            verb = self.pick([v for v in VERBS if v.frame == "i" and not v.reflexive])
            return Clause(
                both, Predicate(verb), self.pick(("past", "past", "will"))
            ).main()
        kind = "p" if noun.kind == "person" else "t"
        fits = [a for a in PREDICATIVE if kind in ADJECTIVES[a][2]]
        english = self.pick(fits)
        p = Predicate(BE, english, rest=ADJECTIVES[english][0])
        return Clause(both, p, self.pick(("present", "past")), self.chance(0.1)).main()
