"""Constructions of how many, how much it means, what it is worth, and who is to blame."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.choices import FEEL, LIKE
from lernformer.translator.corpus.everyday.clauses import (
    HE,
    IT,
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
from lernformer.translator.corpus.everyday.handling import Handling
from lernformer.translator.corpus.everyday.helping import NEGATING
from lernformer.translator.corpus.everyday.nouns import CITIES, NOUNS
from lernformer.translator.corpus.everyday.spelling import determiner, spell
from lernformer.translator.corpus.everyday.topics import PASTIMES
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    BE_ENGLISH,
    ER,
    IHR,
    SEIN,
    VERBS,
    WIR,
    verb_from,
)
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    HAVE,
    TOM,
    idiom,
)

# some of a thing: English, nominative, accusative
SOME_OF_IT = [
    ("half of {}", "die Hälfte {}", "die Hälfte {}"),
    ("most of {}", "das meiste {}", "das meiste {}"),
    ("some of {}", "etwas {}", "etwas {}"),
    ("none of {}", "nichts {}", "nichts {}"),
    ("part of {}", "ein Teil {}", "einen Teil {}"),
]
# of whom one tells how many: English, German, and whether they are several
HOW_MANY_OF = [
    ("none", "keiner", "keinen", ER), ("none", "keiner", "keinen", ER),
    ("many", "viele", "viele", WIR), ("most", "die meisten", "die meisten", WIR),
    ("some", "einige", "einige", WIR), ("three", "drei", "drei", WIR),
]  # fmt: skip
OF_THEM = [("us", "uns"), ("them", "ihnen"), ("you", "euch")]
VERSTEHEN = verb_from("get got got = verstehen verstanden i")
BEDEUTEN = verb_from("mean meant meant = bedeuten i")
MEANS = [
    ("a lot", "viel", ""), ("a lot", "viel", ""), ("so much", "so viel", ""),
    ("everything", "alles", ""), ("nothing", "nichts", ""), ("more", "mehr", ""),
]  # fmt: skip
MEANT = [
    ("something", "etwas"), ("nothing", "nichts"), ("war", "Krieg"), ("yes", "ja"),
    ("no", "nein"), ("trouble", "Ärger"), ("money", "Geld"), ("peace", "Frieden"),
]  # fmt: skip
ROLLE = verb_from("matter = spielen i")
HOW_CARED = [
    ("", ""), ("", ""), ("really", "wirklich"), ("just", "einfach"), ("even", "völlig"),
]  # fmt: skip
ABOUT = [
    ("about", "ungefähr"), ("almost", "fast"), ("over", "über"), ("under", "unter"),
    ("nearly", "fast"), ("around", "ungefähr"), ("at least", "mindestens"),
]  # fmt: skip
AGES = [("thirty", "dreißig"), ("thirty", "dreißig"), ("twenty", "zwanzig")]
AGES += [("ten", "zehn")]
WORTH = [
    ("it", "es"), ("it", "es"), ("a try", "einen Versuch"), ("a shot", "einen Versuch"),
    ("a lot", "viel"), ("nothing", "nichts"), ("the risk", "das Risiko"),
    ("a lot of money", "viel Geld"), ("the trouble", "die Mühe"),
]  # fmt: skip
VERIRREN = idiom("verirren!")
FREE_THEN = [
    ("tonight", "heute Abend"), ("tonight", "heute Abend"), ("now", "jetzt"),
    ("tomorrow", "morgen"), ("today", "heute"), ("on monday", "am Montag"),
    ("this evening", "heute Abend"), ("on sunday", "am Sonntag"),
    ("this afternoon", "heute Nachmittag"), ("next week", "nächste Woche"),
]  # fmt: skip
FOOLS = (
    "fool",
    "idiot",
    "hero",
    "loser",
    "child",
    "baby",
    "king",
    "coward",
    "stranger",
)
VORKOMMEN = idiom("vor|kommen!! vorgekommen*")
EXPECT = verb_from("expect = erwarten i")
SEVERAL = [n for kind in ("person", "role") for n in NOUNS[kind] if n.counted]
NOT_SEVERAL_TABLE = """
    dad mom wife husband guy lady family mother father uncle aunt grandmother grandfather
    son daughter baby person man woman girlfriend
"""
NOT_SEVERAL = NOT_SEVERAL_TABLE.split()
NEW_TO_ME = [("news", "neu"), ("new", "neu")]
HOBBIES_TABLE = "dance sing read cook travel paint fish swim write draw play bake"
HOBBIES = [v for v in PASTIMES if v.base in HOBBIES_TABLE.split()]
LIES = [("it", "es"), ("it", "es"), ("that", "das")]
IN_SEASON = [
    *(("winter", "den Winter"), ("summer", "den Sommer"), ("christmas", "Weihnachten")),
    *(
        ("snow", "Schnee"),
        ("snow", "Schnee"),
        ("rain", "Regen"),
        ("school", "die Schule"),
    ),
    *(("homework", "Hausaufgaben"), ("the cold", "die Kälte"), ("war", "den Krieg")),
    *(
        ("spring", "den Frühling"),
        ("the rain", "den Regen"),
        ("the snow", "den Schnee"),
    ),
]
CARED_FOR = (
    "coffee",
    "beer",
    "wine",
    "fish",
    "meat",
    "cheese",
    "music",
    "sugar",
    "tea",
)


class Judging(Handling):
    """Draws sentences about amounts, and about what a thing means to somebody."""

    # ---- how many of them, how much of it --------------------------------------------

    def how_many_of(self):
        """None of us know it: keiner von uns weiß es; many of them came."""
        english, nom, acc, person = self.pick(HOW_MANY_OF)
        us, uns = self.pick(OF_THEM)
        forms = (f"{nom} von {uns}", f"{acc} von {uns}", "")
        plural = self.pick((None, WIR)) if english == "none" else None
        subject = Nominal(
            *(f"{english} of {us}", *forms, person),
            reflexive="sich",
            behind=True,
            english_person=plural,
        )
        if self.chance(0.35):
            word, wort = self.pick_quality()
            p = Predicate(BE, word, rest=wort)
            return Clause(subject, p, self.pick(("present", "past"))).main()
        clause = self.deniable(subject)
        tense = self.pick(("past", "past", "present", "can", "want to"))
        return replace(clause, tense=tense).main()

    def some_of_it(self):
        """Half of it is gone: die Hälfte davon ist weg; none of this is true."""
        english, nom, acc = self.pick(SOME_OF_IT)
        it, davon = self.pick((("it", "davon"), ("it", "davon"), ("this", "davon")))
        it = self.pick((it, it, "that"))
        english, nom, acc = (said.format(it) for said in (english, nom, acc))
        nom, acc = (said.replace(it, davon) for said in (nom, acc))
        if self.chance(0.45):
            word, wort = self.pick_quality(["true", "good", "new", "gone", "important"])
            be = self.pick(("present", "past"))
            left = SEIN if be == "present" else BE.preterite
            e = f"{english} {BE_ENGLISH[be][ER]} {word}"
            return e, join(nom, left[ER], wort)
        subject = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM))
        verbs = [v for v in VERBS if v.frame in ("a", "ia") and not v.particle]
        verb = self.pick([v for v in verbs if {"food", "thing", "book"} & {*v.kinds}])
        while verb.to_self or verb.prefix.startswith("fallen"):
            verb = self.pick([v for v in verbs if {"food", "thing"} & {*v.kinds}])
        p = Predicate(verb, english, rest=acc)
        tense = self.pick(("past", "past", "will", "can", "want to"))
        return Clause(subject, p, tense).main()

    def about_so_many(self):
        """He is about thirty: er ist ungefähr dreißig."""
        who = self.pick((I, HE, SHE, TOM, YOU, THEY, self.name(), self.person(True)))
        (english, german), (age, alt) = self.pick(ABOUT), self.pick(AGES)
        years, jahre = self.pick((("", ""), ("", ""), ("years old", "Jahre alt")))
        p = Predicate(BE, join(english, age, years), rest=join(german, alt, jahre))
        return self.said(
            Clause(who, p, self.pick(("present", "present", "past"))), 0.15
        )

    # ---- what it means, what it is worth ---------------------------------------------

    def meaning(self):
        """You mean a lot to me: du bedeutest mir viel; that means no."""
        if self.chance(0.45):
            subject = self.pick((THAT, THAT, THIS, IT))
            english, german = self.pick(MEANT)
            denied = {"rest": german} if german in ("etwas", "nichts") else {}
            p = Predicate(BEDEUTEN, english, rest=german)
            tense = self.pick(("present", "present", "could", "might"))
            no = self.chance(0.15) and not denied
            return self.said(Clause(subject, p, tense, no), 0.35)
        noun = BY_NAME[self.pick(("family", "music", "money", "book", "house", "dog"))]
        thing = spell(noun, self.pick(("the", "my", "this")))
        subject = self.pick((YOU, YOU, IT, THIS, THAT, HE, SHE, TOM, thing))
        who = self.another(subject, (I, I, I, YOU, HE, SHE, US_ALL, WE, TOM))
        english, german, _ = self.pick(MEANS)
        p = Predicate(BEDEUTEN, f"{english} to {who.object}", rest=german)
        p = replace(p, light=who.dat) if who.light else replace(p, definite=who.dat)
        tense = self.pick(("present", "present", "past"))
        return Clause(subject, p, tense).main()

    def mattering(self):
        """Does it matter: spielt es eine Rolle?"""
        subject = self.pick((IT, IT, THAT, THIS))
        p = Predicate(ROLLE, indefinite="eine Rolle", negated="keine Rolle")
        really = Adverb("really", "wirklich", middle=True)
        if self.chance(0.6):
            why, warum = self.pick((("", ""), ("", ""), ("why", "warum")))
            tense = self.pick(("present", "present", "past", "will"))
            clause = Clause(subject, p, tense)
            if not why and self.chance(0.4):
                clause = replace(clause, adverb=really)
            return (*clause.question(why, warum), "?")
        tense = self.pick(("will", "past", "should"))
        return Clause(subject, p, tense, self.chance(0.7)).main()

    def not_caring(self):
        """I just do not care: es ist mir einfach egal; he did not care for beer."""
        who = self.pick((I, I, I, HE, SHE, WE, THEY, TOM, self.name()))
        tense = self.pick(("present", "present", "past", "will"))
        if self.chance(0.3):
            noun = BY_NAME[self.pick(CARED_FOR)]
            p = Predicate(CARE, f"for {noun.english}", NICHTS_AUS)
            p = replace(
                p, light=MACHT_SICH[who.person], rest=f"nichts aus {noun.german}"
            )
            e = Clause(who, p, "present", True).main()[0]
            left = conjugated(NICHTS_AUS.present, who.person)
            return e, join(who.nom, left, p.light, p.rest)
        english, german = self.pick(HOW_CARED)
        how = Adverb(english, "", middle=True)
        e = Clause(who, Predicate(CARE), tense, True, adverb=how).main()[0]
        if english in ("really", "just"):  # i really do not care
            plain = Clause(who, Predicate(CARE), tense, True).main()[0]
            e = plain.replace(who.english, f"{who.english} {english}", 1)
        left = {"present": "ist", "past": "war", "will": "wird"}[tense]
        right = "sein" * (tense == "will")
        if who.light and who.english != who.dat.lower():
            return e, join("es", left, who.dat, german, "egal", right)
        return e, join(who.dat, left, "es", german, "egal", right)

    def up_to_somebody(self):
        """It is all up to you: es liegt ganz an dir."""
        who = self.pick((YOU, YOU, I, HE, SHE, WE, THEY, TOM, self.name()))
        it, es = self.pick(LIES)
        english, german = self.pick(
            (("", ""), ("all", "ganz"), ("now", "jetzt"), ("not", "nicht"))
        )
        said = f"{it} is {join(english, 'up to')} {who.object}"
        return said, join(es, "liegt", german, "an", who.dat)

    def worth(self):
        """It is worth a try: es ist einen Versuch wert."""
        subject = self.pick((IT, IT, THAT, THIS))
        english, german = self.pick(WORTH)
        light = "es" if german == "es" else ""
        p = Predicate(BE, f"worth {english}", light=light, rest="wert")
        if german.startswith("einen"):
            p = replace(p, indefinite=german, negated=f"k{german}")
        elif not light:
            p = replace(p, definite=german)
        no = self.chance(0.25) and german not in ("nichts", "viel", "viel Geld")
        tense = self.pick(("present", "present", "past", "would"))
        return self.said(Clause(subject, p, tense, no), 0.25)

    def new_to_me(self):
        """That is news to me: das ist mir neu."""
        who = self.pick((I, I, I, WE, HE, SHE))
        english, german = self.pick(NEW_TO_ME)
        p = Predicate(BE, f"{english} to {who.object}", light=who.dat, rest=german)
        subject = self.pick((THAT, THAT, THIS, IT))
        return Clause(subject, p, self.pick(("present", "present", "past"))).main()

    # ---- whom one blames, and what one understands -----------------------------------

    def cannot_blame(self):
        """You cannot blame him: du kannst ihm nicht die Schuld geben."""
        subject = self.pick((I, I, YOU, YOU, WE, HE, SHE, THEY, TOM))
        who = self.another(subject, (I, YOU, HE, HE, SHE, WE, THEY, TOM, self.name()))
        p = Predicate(named("blame"), who.object, light=who.dat)
        return Clause(subject, p, self.pick(("can", "can", "could")), True).main()

    def getting_it(self):
        """I do not get it: ich verstehe es nicht; now I get it."""
        subject = self.pick((I, I, I, YOU, YOU, HE, SHE, THEY, WE, TOM))
        what = self.pick((IT, IT, THAT, THIS))
        p = self.object_of(Predicate(VERSTEHEN), what)
        if self.chance(0.15):
            p = Predicate(VERSTEHEN, "the joke", definite="den Witz")
        draw = self.random.random()
        if draw < 0.15:
            return Clause(subject, p).main(Adverb("now", "jetzt"))
        if draw < 0.4:
            return (*Clause(subject, p).question(), "?")
        still = Adverb("still", "immer noch", middle=True)
        clause = Clause(subject, p, "present", draw < 0.9)
        if self.chance(0.15) and draw >= 0.9:
            clause = replace(clause, adverb=still)
        return clause.main()

    def being_lost(self):
        """We are lost: wir haben uns verirrt."""
        who = self.pick((I, WE, WE, YOU, HE, SHE, THEY, TOM, self.name()))
        e = Clause(who, Predicate(BE, "lost"))
        g = Clause(who, Predicate(VERIRREN), "perfect")
        if self.chance(0.3):
            return e.question()[0], g.question()[1], "?"
        return e.main()[0], g.main()[1]

    def free_then(self):
        """I am free tonight: ich habe heute Abend Zeit; when are you free?"""
        who = self.pick((I, I, YOU, YOU, WE, HE, SHE, THEY, TOM, self.name()))
        p = Predicate(BE, "free", HAVE, indefinite="Zeit", negated="keine Zeit")
        if self.chance(0.2):
            return (*Clause(who, p).question("when", "wann"), "?")
        english, german = self.pick(FREE_THEN)
        tense = self.pick(("present", "present", "present", "will"))
        if tense == "will":
            p = replace(p, german_verb=None, verb=FREE)
        time = Adverb(english, german)
        clause = Clause(who, p, tense, self.chance(0.2), time=time)
        if tense == "will":
            e = clause.main()[0]
            now = replace(clause, tense="present")
            return e, replace(now, predicate=replace(p, verb=HAVE)).main()[1]
        return self.said(clause, 0.35 if who is YOU else 0.1)

    def feeling_like_a(self):
        """I feel like a fool: ich komme mir wie ein Narr vor."""
        subject = self.pick((I, I, I, HE, SHE, TOM, YOU))
        noun = BY_NAME[self.pick([n for n in FOOLS if n in BY_NAME])]
        phrase = spell(noun, "a")
        p = Predicate(
            FEEL, f"like {phrase.english}", VORKOMMEN, rest=f"wie {phrase.nom}"
        )
        tense = self.pick(("present", "past", "past"))
        return Clause(subject, p, tense).main()

    def expecting(self):
        """I expect him to come: ich erwarte, dass er kommt."""
        subject = self.pick((I, I, I, WE, HE, SHE, THEY, TOM, YOU))
        who = self.another(subject, (YOU, YOU, HE, SHE, WE, THEY, TOM, self.name()))
        inner = self.deniable(who)
        no = self.chance(0.2)
        if self.chance(0.25):
            inner = replace(self.deniable(subject), subject=subject)
            said = f"to {inner.infinitive()[0]}"
        else:
            said = f"{who.object} to {inner.infinitive()[0]}"
        e = Clause(subject, Predicate(EXPECT, said), "present", no).main()[0]
        g = Clause(subject, Predicate(EXPECT), "present", no).main()[1]
        return e, join(g, replace(inner, tense="now").subordinate("", "dass")[1])

    # ---- who they are, what one does gladly ------------------------------------------

    def you_are_several(self):
        """Are you brothers: seid ihr Brüder; you are our guests."""
        noun = self.pick([n for n in SEVERAL if n.english not in NOT_SEVERAL])
        ihr = Nominal("you", "ihr", "euch", "euch", IHR, light=True)
        word = self.pick(("", "", "", "my", "our", "the"))
        phrase = spell(noun, word, plural=True)
        kein = spell(noun, "no", plural=True).acc if not word else ""
        p = Predicate(BE, phrase.english, indefinite=phrase.nom, negated=kein)
        if word:
            p = Predicate(BE, phrase.english, rest=phrase.nom)
        no = self.chance(0.15)
        clause = Clause(ihr, p, self.pick(("present", "present", "past")), no)
        if self.chance(0.5):
            english, german = clause.question()
            return self.negated_first(english, clause), german, "?"
        return clause.main()

    def for_whom(self):
        """Who is this for: für wen ist das?"""
        what, das = self.pick((("this", "das"), ("that", "das"), ("it", "es")))
        if self.chance(0.4):
            noun = self.pick([n for n in NOUNS["thing"] + NOUNS["food"] if n.counted])
            phrase = spell(noun, self.pick(("the", "this", "that")))
            what, das = phrase.english, phrase.nom
        if self.chance(0.15):
            return (
                f"who are {self.pick(('these', 'those'))} for",
                "für wen sind die",
                "?",
            )
        return f"who is {what} for", f"für wen ist {das}", "?"

    def who_else(self):
        """Who else was there: wer war sonst noch dort?"""
        p = self.predicate(WHO)
        while NEGATING & {*p.english.split()}:
            p = self.predicate(WHO)
        if self.chance(0.5):
            english, german = self.place()
            p = Predicate(BE, english, rest=german)
        noch = Adverb("", "sonst noch")
        tense = self.pick(("present", "past", "past", "will", "can"))
        if p.verb is BE:
            tense = self.pick(("present", "past"))
        clause = Clause(replace(WHO, english="who else"), p, tense, adverb=noch)
        return (*clause.main(), "?")

    def sure_well(self):
        """I am sure Tom is fine: ich bin sicher, dass es Tom gut geht."""
        who = self.pick(
            (I, YOU, HE, SHE, THEY, WE, TOM, TOM, self.name(), self.person(True))
        )
        word = self.pick(("fine", "fine", "all right"))
        said, sagt = self.pick(SURE_THAT)
        who = HE if said.startswith(who.english) else who
        will = self.chance(0.3)
        e = Clause(who, Predicate(BE, word), "will" if will else "present").main()[0]
        if sagt.endswith("dass"):
            right = "gut gehen wird" if will else "gut geht"
            return f"{said} {e}", f"{sagt} es {who.dat} {right}"
        if will:
            return f"{said} {e}", f"{sagt} es wird {who.dat} gut gehen"
        return f"{said} {e}", f"{sagt} {who.dat} geht es gut"

    def my_hobby(self):
        """My hobby is reading: mein Hobby ist Lesen."""
        verb = self.pick(HOBBIES)
        word = self.pick(("my", "my", "your", "his", "her", "tom 's"))
        mein = "Toms" if word == "tom 's" else determiner(word, "nom", "n")
        return f"{word} hobby is {verb.doing}", (
            f"{mein} Hobby ist {verb.infinitive.capitalize()}"
        )

    def liking_much(self):
        """I like movies a lot: ich mag Filme sehr."""
        subject = self.pick((I, I, HE, SHE, WE, THEY, TOM, YOU))
        verb = self.pick((LIKE, LIKE, LIKE, named("love"), named("miss")))
        draw, often = self.random.random(), self.chance(0.6)
        if draw < 0.25:
            city = self.pick(("boston", "london", "paris", "berlin", "australia"))
            p = Predicate(verb, city, definite=CITIES[city])
        elif draw < 0.6:
            verb = self.pick((verb, named("love"), named("hate"), LIKE))
            english, german = self.pick(IN_SEASON)
            p = Predicate(verb, english, definite=german)
            often = self.chance(0.2)
        else:
            kind = self.pick(("food", "drink", "animal", "idea", "thing"))
            liked = [n for n in NOUNS[kind] if n.english in LIKED]
            noun = self.pick(NOUNS["thing"] if kind == "thing" else liked)
            phrase = spell(noun, "", plural=noun.counted and noun.english != "fish")
            p = Predicate(verb, phrase.english, definite=phrase.acc)
        much, sehr = self.pick((("a lot", "sehr"), ("very much", "sehr")))
        if not often:
            no = self.chance(0.3) and p.definite.startswith(("den ", "die "))
            return self.said(Clause(subject, p, "present", no), 0.3)
        return Clause(subject, p, time=Adverb(much, sehr, behind=True)).main()


SURE_THAT = [
    ("i am sure", "ich bin sicher , dass"), ("i know", "ich weiß , dass"),
    ("i know that", "ich weiß , dass"), ("i am glad", "ich bin froh , dass"),
    ("i think", "ich glaube ,"), ("i hope", "ich hoffe ,"), ("i said", "ich sagte ,"),
    ("tom says", "Tom sagt ,"), ("tom said", "Tom sagte ,"),
]  # fmt: skip
US_ALL = Nominal("all of us", "wir alle", "uns alle", "uns allen", WIR)
CARE = verb_from("care = kümmern! i")
NICHTS_AUS = idiom("machen")
MACHT_SICH = ("mir", "dir", "sich", "uns", "euch")
FREE = verb_from("be was been = haben hast hat gehabt i")
LIKED = (
    *("cat", "dog", "horse", "bird", "animal", "apple", "orange", "egg", "pizza"),
    *("movie", "game", "book", "song", "music", "snow", "rain", "coffee", "tea"),
    *("beer", "wine", "chocolate", "fish", "cheese", "story", "joke", "milk"),
)
