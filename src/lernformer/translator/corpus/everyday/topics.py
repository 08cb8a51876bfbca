"""Constructions of topics: what something is about, colors, cities, pastimes, news."""

from dataclasses import replace

from lernformer.translator.corpus.everyday.choices import (
    OF_PERSONS,
    STATIVE,
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
    Nominal,
    Predicate,
    join,
)
from lernformer.translator.corpus.everyday.giving import named
from lernformer.translator.corpus.everyday.helping import NEGATING
from lernformer.translator.corpus.everyday.likening import AS_IF, Likening
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES, CITIES, NOUNS
from lernformer.translator.corpus.everyday.spelling import spell
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    ER,
    MACHEN,
    VERBS,
    WIR,
    verb_from,
)
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    HAVE,
    MARY,
    TOM,
)

ABOUT = [
    Nominal(english, german, german, german)
    for english, german in (
        *(("money", "Geld"), ("love", "Liebe"), ("food", "Essen"), ("music", "Musik")),
        *(("life", "das Leben"), ("the truth", "die Wahrheit"), ("war", "Krieg")),
    )
]
STORIES_TABLE = "movie book song story letter joke"  # they are about something
STORIES = [BY_NAME[name] for name in STORIES_TABLE.split()]
TURN, GROW, GO_BLIND = (
    verb_from(f"{forms} = werden wirst wird geworden* i")
    for forms in ("turn", "grow grew grown", "go went gone")
)
CHANGED = [
    *((TURN, word) for word in ("red", "pale", "white", "green", "blue", "serious")),
    *((GROW, word) for word in ("old", "tired", "tall", "strong", "cold", "dark")),
    *((GROW, word) for word in ("fat", "impatient", "quiet")),
    *((GO_BLIND, word) for word in ("blind", "deaf", "crazy", "bald")),
]
COLORED_TABLE = "car dress hat shirt coat house door dog flower"
COLORED = [BY_NAME[name] for name in COLORED_TABLE.split()]
AWAY = [
    *(("far", "weit"), ("far away", "weit weg"), ("far from here", "weit von hier")),
    *(
        ("too far", "zu weit"),
        ("too far away", "zu weit weg"),
        ("very far", "sehr weit"),
    ),
]
AWAY_FROM_HERE = [row for row in AWAY if row[0].endswith((" away", " here"))]
HOW_FAR = [
    *(("too far", "zu weit"), ("far", "weit"), ("too far away", "zu weit weg")),
    ("so far away", "so weit weg"),
]
COUNTRIES = ("america", "germany", "japan", "england", "australia", "france", "canada")
OF_A_CITY = ("big", "small", "beautiful", "expensive", "old", "great", "boring")
LEAVE_A_CITY = verb_from("leave left left = verlassen verlässt verlässt verlassen i")
OF_CITIES = [
    named(b)
    for b in [
        "like",
        "like",
        "love",
        "love",
        "hate",
        "hate",
        "miss",
        "know",
        "see",
        "visit",
    ]
]
OF_CITIES += [LEAVE_A_CITY]
# as nouns: swimming is fun
PASTIMES_TABLE = """
    swim dance sing read cook smoke run travel drive work lie play laugh paint sleep cry
    walk study fish kiss hug fly bake jump dream wait fight write draw steal cheat win
"""
PASTIMES = [
    v
    for v in VERBS
    if v.base in PASTIMES_TABLE.split() and v.frame in ("i", "im", "il", "ia", "a", "g")
    if not (v.particle or v.prefix or v.reflexive)
]
OF_PASTIMES_TABLE = """
    good bad important easy hard dangerous healthy boring expensive difficult wrong great
"""
OF_PASTIMES = OF_PASTIMES_TABLE.split()
PLEASANT = [
    *(("alone", "allein"), ("alone", "allein"), ("outside", "draußen")),
    *(("with you", "mit dir zusammen"), ("with tom", "mit Tom zusammen")),
]
NEWS = [
    *(
        ("good", "gute"),
        ("good", "gute"),
        ("bad", "schlechte"),
        ("great", "großartige"),
    ),
    *(("terrible", "schreckliche"), ("wonderful", "wunderbare"), ("old", "alte")),
]
THE_NEWS = Nominal(
    *("the news", "die Nachrichten", "die Nachrichten", "den Nachrichten", WIR),
    english_person=ER,
)
OF_NEWS = [named(b) for b in ["hear", "hear", "know", "read", "see"]]


class Topics(Likening):
    """Draws sentences about what people talk of."""

    def being_about(self):
        """It is about money: es geht um Geld; what is the movie about: worum geht es?"""
        tense = self.pick(("present", "present", "past"))
        geht = {"present": "geht", "past": "ging"}[tense]
        draw = self.random.random()
        word = self.pick(("the", "the", "this", "your"))
        story = self.noun_phrase(self.pick(STORIES), words=word, plural=False)
        inside = f"in {story.dat}"
        if draw < 0.25:
            asked = [
                (IT, ""),
                (IT, ""),
                (THAT, "dabei"),
                (story, inside),
                (story, inside),
            ]
            subject, where = self.pick(asked)
            e = Clause(subject, Predicate(BE), tense).question("what")[0]
            return f"{e} about", join("worum", geht, "es", where), "?"
        if draw < 0.4:
            hero = spell(self.pick(AS_IF), "a")
            e = Clause(story, Predicate(BE, f"about {hero.english}"), tense).main()[0]
            return e, f"{inside} {geht} es um {hero.acc}"
        what = self.pick((I, YOU, HE, SHE, WE, THEY, TOM, self.name(), THAT))
        if self.chance(0.4):
            what = self.pick(ABOUT)
        um = "darum" if what is THAT else f"um {what.acc}"
        no = self.chance(0.35)
        subject, hier = self.pick(((IT, ""), (IT, ""), (THIS, "hier")))
        clause = Clause(subject, Predicate(BE, f"about {what.object}"), tense, no)
        if self.chance(0.15) and not no:
            return clause.question()[0], join(geht, "es", hier, um), "?"
        first = ("hier", geht, "es") if hier else ("es", geht)
        return clause.main()[0], join(*first, "nicht" * no, um)

    def what_color(self):
        """What color is your car: welche Farbe hat dein Auto?"""
        noun, plural = self.pick(COLORED), self.chance(0.2)
        words = ("these" if plural else "this", "the", "your", "his", "her")
        what = self.noun_phrase(noun, words=self.pick(words), plural=plural)
        subject = self.pick((IT, THAT, THEY, what, what, what))
        tense = self.pick(("present", "present", "past"))
        has = Clause(subject, Predicate(HAVE), tense).question("", "welche Farbe")[1]
        return Clause(subject, Predicate(BE), tense).question("what color")[0], has, "?"

    def far_away(self):
        """It is far from here: es ist weit von hier; he went too far."""
        draw = self.random.random()
        tense = self.pick(("present", "present", "past"))
        if draw < 0.2:
            quality, said = self.pick_quality(OF_PERSONS, 0)
            p = Predicate(BE, f"far from {quality}", rest=f"alles andere als {said}")
            return Clause(self.somebody(), p, tense).main()
        if draw < 0.4:
            far, weit = self.pick(HOW_FAR)
            p = Predicate(
                named(self.pick(("go", "go", "run", "drive"))), far, rest=weit
            )
            if self.chance(0.35):
                return (*Clause(YOU, p, negated=True).command(), "!")
            tense = self.pick(("past", "perfect", "will"))
            return Clause(self.somebody(), p, tense, self.chance(0.15)).main()
        word = self.pick(("the", "my", "your"))
        place = self.noun_phrase(self.pick(NOUNS["place"]), words=word, plural=False)
        subject = self.pick((IT, IT, IT, self.city(), place))
        if draw < 0.56:
            how = (("", "weg"), ("", "weg"), ("from here", "von hier entfernt"))
            if subject is IT:
                how = (("", ""), ("", ""), ("from here", "von hier"))
            from_, von = self.pick(how)
            e, g = Clause(subject, Predicate(BE), tense).question("how far", "wie weit")
            return join(e, from_), join(g, von), "?"
        # it is far, but: the town is far away
        english, german = self.pick(AWAY if subject is IT else AWAY_FROM_HERE)
        no = self.chance(0.15)
        clause = Clause(subject, Predicate(BE, english, rest=german), tense, no)
        return self.said(clause, 0.3)

    def city(self) -> Nominal:
        english, german = self.pick(list(CITIES.items()))
        return Nominal(english, german, german, german)

    def of_a_city(self):
        """I like Boston; where is Paris: wo liegt Paris; London is a big city."""
        city = self.city()
        draw = self.random.random()
        if draw < 0.12:
            return f"where is {city.english}", f"wo liegt {city.nom}", "?"
        if draw < 0.2:
            return f"what is {city.english} like", f"wie ist {city.nom}", "?"
        if draw < 0.35:
            english, german = self.pick_quality(OF_A_CITY)
            p = Predicate(BE, english, rest=german)
            return self.said(Clause(city, p, "present", self.not_so(english, 0.12)))
        if draw < 0.5:
            kinds = ("country",) if city.english in COUNTRIES else ("city", "town")
            like = self.pick(("big", "small", "beautiful", "old", "new", "great"))
            phrase = spell(BY_NAME[self.pick(kinds)], "a", like)
            p = Predicate(
                *(BE, phrase.english),
                indefinite=phrase.nom,
                negated=f"k{phrase.nom}",
            )
            return self.said(Clause(city, p, "present", self.chance(0.12)))
        verb = self.pick(OF_CITIES)
        tenses = ("past", "will", "want to", "must", "can")
        if verb.base in (*STATIVE, "miss"):
            tenses = ("present", "past", "past")
        subject = YOU if self.chance(0.3) else self.somebody()
        p = self.object_of(Predicate(verb), city)
        return self.said(Clause(subject, p, self.pick(tenses), self.chance(0.15)), 0.3)

    def turning(self):
        """He turned pale: er wurde blass; she grew old."""
        verb, word = self.pick(CHANGED)
        subject = self.pick((HE, SHE, TOM, I, WE, YOU, THEY, MARY, self.name()))
        if word in ("dark", "cold"):
            subject = IT
        p = Predicate(verb, word, rest=ADJECTIVES[word][0])
        tense = self.pick(("past", "past", "past", "perfect", "will"))
        return Clause(subject, p, tense).main()

    def pastime(self):
        """Swimming is fun: Schwimmen macht Spaß; smoking is bad."""
        verb = self.pick(PASTIMES)
        subject = Nominal(verb.doing, verb.infinitive.capitalize(), "", "")
        english, german = self.pick_quality(OF_PASTIMES)
        p, no = Predicate(BE, english, rest=german), self.not_so(english, 0.2)
        if self.chance(0.35):
            p = Predicate(BE, "fun", MACHEN, indefinite="Spaß", negated="keinen Spaß")
        return self.said(Clause(subject, p, "present", no))

    def anybody_can(self):
        """Anybody can do that: jeder kann das tun."""
        english = self.pick(("anybody", "anyone"))
        jeder = Nominal(english, "jeder", "jeden", "jedem", reflexive="sich")
        clause = self.doing_something(jeder)
        while NEGATING & {*clause.predicate.english.split()}:
            clause = self.doing_something(jeder)
        if self.chance(0.4):
            what = self.pick((THAT, THIS, IT))
            clause = Clause(jeder, self.object_of(Predicate(named("do")), what))
        return replace(clause, tense=self.pick(("can", "can", "could"))).main()

    def liking_to_be(self):
        """I like being here: ich bin gerne hier; I do not like being alone."""
        subject = self.pick((I, I, YOU, HE, SHE, WE, THEY, TOM, self.name()))
        english, german = self.pick(PLEASANT) if self.chance(0.45) else self.place()
        while subject.english in english.split():
            english, german = self.pick(PLEASANT)
        verb, gerne = self.pick((("like", "gerne"), ("love", "sehr gerne")))
        no = self.chance(0.2) and verb == "like"
        e = Clause(subject, Predicate(named(verb), f"being {english}"), "present", no)
        gladly = Adverb("", gerne, behind=True)
        g = Clause(subject, Predicate(BE, rest=german), "present", no, adverb=gladly)
        if self.chance(0.15) and not no:
            return e.question()[0], g.question()[1], "?"
        return e.main()[0], g.main()[1]

    def good_news(self):
        """That is good news: das sind gute Nachrichten; the news is bad."""
        english, gute = self.pick(NEWS)
        draw = self.random.random()
        if draw < 0.4:
            das = self.pick((THIS, THAT, THAT, IT))
            das = replace(das, nom="das", person=WIR, english_person=ER)
            p = Predicate(
                *(BE, f"{english} news"),
                indefinite=f"{gute} Nachrichten",
                negated=f"keine {gute}n Nachrichten",
            )
            tense = self.pick(("present", "present", "past"))
            return self.said(Clause(das, p, tense, self.chance(0.15)))
        if draw < 0.6:
            p = Predicate(BE, english, rest=ADJECTIVES[english][0])
            return Clause(THE_NEWS, p, self.pick(("present", "past"))).main()
        thing = THE_NEWS
        if self.chance(0.4):
            said = f"die {gute}n Nachrichten"
            thing = replace(thing, english=f"the {english} news", acc=said)
        verb = self.pick(OF_NEWS)
        tense = "present" if verb.base == "know" else "past"
        subject = YOU if self.chance(0.3) else self.somebody()
        p = self.object_of(Predicate(verb), thing)
        return self.said(Clause(subject, p, tense, self.chance(0.15)), 0.3)
