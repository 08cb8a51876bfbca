"""Constructions that people say more than they write: what a day, I used to, let me."""

import re
from dataclasses import replace

from lernformer.translator.corpus.everyday.choices import (
    DO,
    HEAR,
    KNOW,
    LOOK,
    OF_PASSIVE,
    OF_PERSONS,
    QUALITIES_OF_IT,
    SAY,
    SEE,
    STATIVE,
    WANT,
)
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
    YOU_POLITE,
    YOU_TWO,
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
    conjugated,
    join,
)
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES, CITIES, MEN, NOUNS
from lernformer.translator.corpus.everyday.phrases import contract, spell
from lernformer.translator.corpus.everyday.relating import Relating
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    ER,
    HABEN,
    SEIN,
    VERBS,
    WERDEN,
    WIR,
    WURDE,
    Verb,
    verb_from,
)
from lernformer.translator.corpus.everyday.words import (
    BY_NAME,
    GET,
    HAVE,
    NAMES,
    PERSONS,
    TIMES_OF,
    TOM,
    idiom,
)

COUNTED = [
    n
    for kind in ("thing", "person", "animal", "food")
    for n in NOUNS[kind]
    if n.counted
]
MASS = [n for kind in ("food", "drink") for n in NOUNS[kind] if not n.counted]
ANY = [n for kind in ("thing", "person", "animal", "idea") for n in NOUNS[kind]]
GEHOERT = ("gehörte", "gehörtest", "gehörte", "gehörten")
GEHOEREN = replace(idiom("gehören gehört"), preterite=GEHOERT)
HOLEN, BEKOMMEN = idiom("holen"), idiom("bekommen bekommen")
BRINGEN, FAHREN = idiom("bringen gebracht"), idiom("fahren fährst fährt gefahren")
LEGEN, MACHEN, ERZAEHLEN = idiom("legen"), idiom("machen"), idiom("erzählen")
FREUEN, FUERCHTEN = idiom("freuen!"), idiom("fürchten")
WEH_TUN = idiom("weh|tun tust tut wehgetan")
KOENNTE = ("könnte", "könntest", "könnte", "könnten")
KANN, MUSS = ("kann", "kannst", "kann", "können"), ("muss", "musst", "muss", "müssen")


def named(base: str, particle: str = "") -> Verb:
    return next(v for v in VERBS if v.base == base and v.particle == particle)


MAKE, TAKE, BRING, DRIVE = (named(base) for base in ("make", "take", "bring", "drive"))
HELP, TELL, WORK, BREAK = (named(base) for base in ("help", "tell", "work", "break"))
HURT, STOP, COME, NEED = (named(base) for base in ("hurt", "stop", "come", "need"))
KEEP = verb_from("keep kept kept = behalten i")
GOING_ON = [
    v
    for v in VERBS
    if v.frame in ("i", "im", "ia", "il")
    and not (v.prefix or v.particle or v.reflexive)
    if v.participle.startswith("ge")
    and v.base not in ("die", "fall", "stand", "resign")
    if v.base not in ("leave", "quit", "drown", "win", "lose", "hear", "see", "come")
]
SOUND = verb_from("sound = klingen geklungen i")
PUTTING = verb_from("put put put = legen i")
HAPPEN = verb_from("happen = passieren passiert* i")
# what a thing does, where German has another verb than for a person
THING_DOES = [
    (WORK, idiom("funktionieren")),
    (WORK, idiom("funktionieren")),
    (HURT, WEH_TUN),
    (HAPPEN, HAPPEN),
    (HAPPEN, HAPPEN),
    (HELP, HELP),
    (BREAK, idiom("kaputt|gehen kaputtgegangen*")),
    (STOP, STOP),
]
# short infinitives, as nouns: it makes me laugh
TO_DO = [
    ("laugh", "Lachen"), ("cry", "Weinen"), ("smile", "Lächeln"), ("talk", "Reden"),
    ("sing", "Singen"), ("scream", "Schreien"), ("dance", "Tanzen"),
]  # fmt: skip
PUT = [
    ("on the table", "auf den Tisch"), ("in the box", "in die Kiste"),
    ("in the car", "ins Auto"), ("on the bed", "auf das Bett"),
    ("on the desk", "auf den Schreibtisch"), ("under the table", "unter den Tisch"),
    ("there", "dorthin"), ("here", "hierher"), ("in my bag", "in meine Tasche"),
    ("in the kitchen", "in die Küche"), ("on the list", "auf die Liste"),
]  # fmt: skip
GOALS = [
    ("home", "nach Hause"), ("home", "nach Hause"), ("to school", "in die Schule"),
    ("to the station", "zum Bahnhof"), ("to the hospital", "ins Krankenhaus"),
    ("to boston", "nach Boston"), ("there", "dorthin"), ("to the doctor", "zum Arzt"),
    ("to bed", "ins Bett"), ("outside", "nach draußen"), ("to the park", "in den Park"),
]  # fmt: skip
EASY = [
    ("hard", "schwer"), ("easy", "einfach"), ("difficult", "schwierig"), ("good", "gut"),
    ("nice", "schön"), ("important", "wichtig"), ("dangerous", "gefährlich"),
    ("impossible", "unmöglich"), ("possible", "möglich"), ("necessary", "notwendig"),
    ("stupid", "dumm"), ("great", "großartig"), ("too late", "zu spät"),
    ("too early", "zu früh"), ("fun", ""), ("time", "Zeit"), ("time", "Zeit"),
]  # fmt: skip
FEELINGS = [
    ("glad", "froh"), ("glad", "froh"), ("glad", "froh"), ("happy", "glücklich"),
    ("sure", "sicher"), ("sure", "sicher"), ("surprised", "überrascht"),
    ("proud", "stolz darauf"), ("not sure", "sicher"),
]  # fmt: skip
OWNERS = [
    ("mine", "mir"), ("yours", "dir"), ("his", "ihm"), ("hers", "ihr"), ("ours", "uns"),
    ("theirs", "ihnen"), ("mine", "mir"), ("yours", "dir"), ("tom 's", "Tom"),
    ("mary 's", "Maria"),
]  # fmt: skip
# after what is done to it, something is so: it is sold, es ist verkauft
RESULTING = ("arrest", "hide", "invite", "pay", "protect", "rescue", "save", "sell")
# who knows how to do these can do them
SKILLS = ("cook", "dance", "drive", "fly", "play", "read", "sing", "speak", "swim")
MAN = Nominal("one", "man", "einen", "einem", light=True)
# with "being": what stands before the participle, the tense of "be", the German verb
PASSIVES = [
    *[("", "past", WURDE)] * 4, ("", "perfect", WURDE), ("", "perfect", WURDE),
    ("", "got", WURDE), ("", "will", WERDEN), ("", "can", KANN), ("", "must", MUSS),
    ("being", "present", WERDEN), ("", "present", SEIN), ("", "present", SEIN),
]  # fmt: skip
NATIONS = [
    ("canadian", "Kanadier", "Kanadierin"), ("american", "Amerikaner", "Amerikanerin"),
    ("japanese", "Japaner", "Japanerin"), ("english", "Engländer", "Engländerin"),
    ("spanish", "Spanier", "Spanierin"), ("german", "Deutscher", "Deutsche"),
    ("french", "Franzose", "Französin"),
]  # fmt: skip
PARTS = [
    ("one of us", "einer von uns", "einen von uns", "einem von uns", ER),
    ("one of them", "einer von ihnen", "einen von ihnen", "einem von ihnen", ER),
    ("one of you", "einer von euch", "einen von euch", "einem von euch", ER),
    ("some of us", "einige von uns", "einige von uns", "einigen von uns", WIR),
    ("some of them", "einige von ihnen", "einige von ihnen", "einigen von ihnen", WIR),
    ("all of them", "sie alle", "sie alle", "ihnen allen", WIR),
    ("both of us", "wir beide", "uns beide", "uns beiden", WIR),
    ("two of us", "zwei von uns", "zwei von uns", "zwei von uns", WIR),
]  # fmt: skip
WOMEN = {"she", *(name.english for name in NAMES[len(MEN) :])}
NEGATING = {"anybody", "anything", "nobody", "nothing", "no"}
DENIED = re.compile(r"\b(nicht|nichts|nie|niemand\w*|kein\w*|selten)\b")
PRONOUNS = (I, YOU, HE, SHE, WE, THEY)
WITH_FOR = {v.base for v in VERBS if v.particle == "for"}
BORN = [
    *((f"in {english}", f"in {german}") for english, german in CITIES.items()),
    *(("here", "hier"), ("there", "dort"), ("on monday", "an einem Montag")),
]
ASKED = (
    ("why", "warum"),
    ("why", "warum"),
    ("how", "wie"),
    ("where", "wo"),
    ("when", "wann"),
)
OF_SOME = [
    Nominal(e, n, a, d, person, reflexive="" if "wir" in n else "sich", behind=True)
    for e, n, a, d, person in PARTS
]
WHOSE_BODY = [
    ("head", "Kopf"), ("back", "Rücken"), ("leg", "Bein"), ("arm", "Arm"),
    ("hand", "Hand"), ("foot", "Fuß"), ("knee", "Knie"), ("tooth", "Zahn"),
    ("eyes", "Augen"), ("feet", "Füße"), ("arms", "Arme"),
]  # fmt: skip
TO_EAT = [("eat", "essen"), ("drink", "trinken"), ("read", "lesen"), ("do", "tun"),
          ("say", "sagen"), ("sell", "verkaufen"), ("lose", "verlieren")]  # fmt: skip


class Saying(Relating):
    """Draws what is said in talks."""

    # ---- cries -----------------------------------------------------------------------

    def what_a(self):
        """What a beautiful day, how strange, how tall he is."""
        draw = self.random.random()
        if draw < 0.3:
            english, german = self.pick_quality(
                self.pick((OF_PERSONS, QUALITIES_OF_IT)), 0
            )
            return f"how {english}", f"wie {german}", "!"
        if draw < 0.5:
            choices, who = (OF_PERSONS, self.subject())
            if self.chance(0.4):
                choices, who = (
                    QUALITIES_OF_IT,
                    self.pick((IT, THIS, THAT, self.thing())),
                )
            english, german = self.pick_quality(choices, 0)
            clause = Clause(who, Predicate(BE), self.pick(("present", "past")))
            e, g = clause.subordinate()
            return f"how {english} {e}", f"wie {german} {g}", "!"
        noun = self.pick(self.pick((COUNTED, [n for n in NOUNS["idea"] if n.counted])))
        kinds = "p" if noun in PERSONS or noun.kind == "animal" else "t"
        fitting = [a for a, (_, _, of) in ADJECTIVES.items() if kinds in of]
        plural = self.chance(0.15)
        chosen = self.pick(fitting) if plural or self.chance(0.75) else ""
        phrase = spell(noun, "" if plural else "a", chosen, plural)
        return f"what {phrase.english}", f"was für {phrase.nom}", "!"

    def here_is(self):
        draw = self.random.random()
        if draw < 0.5:
            thing = (
                self.thing()
                if self.chance(0.6)
                else self.noun_phrase(
                    self.pick(NOUNS["thing"]),
                    words=self.pick(("my", "your", "the", "a")),
                )
            )
            while thing.person == WIR or thing.english.startswith("no "):
                thing = self.thing()
            return f"here is {thing.english}", f"hier ist {thing.nom}"
        who = self.pick((TOM, self.name(), self.person(), self.person()))
        if who.person == WIR:
            who = TOM
        if draw < 0.65:
            return f"here comes {who.english}", f"hier kommt {who.nom}"
        if draw < 0.75 and not who.without:
            return f"there is {who.english}", f"da ist {who.nom}"
        pro = self.pick((I, HE, SHE, WE, THEY, IT))
        e = Clause(pro, Predicate(BE), "present").subordinate()[0]
        word, wort = self.pick((("here", "hier"), ("there", "da")))
        left = conjugated(BE.present, pro.person)
        return f"{word} {e}", f"{wort} {left} {pro.nom}"

    # ---- it is … to ------------------------------------------------------------------

    def it_is_to(self):
        english, german = self.pick(EASY)
        inner = Clause(I, self.predicate(YOU))
        while inner.predicate.says.reflexive or inner.predicate.says.to_self:
            inner = Clause(I, self.predicate(YOU))
        e, g = inner.infinitive()
        tense = self.pick(("present", "present", "past"))
        no = self.chance(0.15)
        p = Predicate(BE, f"{english} to {e}", rest=german)
        if english == "fun":
            p = Predicate(
                BE, f"fun to {e}", MACHEN, indefinite="Spaß", negated="keinen Spaß"
            )
        if english == "time":
            p = Predicate(BE, f"time to {e}", indefinite="Zeit", negated="keine Zeit")
        clause = Clause(IT, p, tense, no)
        asks = not no and self.chance(0.15)
        said = clause.question() if asks else clause.main()
        return said[0], f"{said[1]} , {g}", "?" if asks else "."

    def too_to(self):
        """Too tired to work, old enough."""
        subject = self.subject()
        adjective = self.pick(OF_PERSONS)
        german = ADJECTIVES[adjective][0]
        draw = self.random.random()
        tense = self.pick(("present", "present", "past"))
        no = self.chance(0.2) and subject.takes_not
        if draw < 0.4:
            p = Predicate(BE, f"{adjective} enough", rest=f"{german} genug")
            return Clause(subject, p, tense, no).main()
        inner = Clause(subject, self.predicate(subject))
        e, g = inner.infinitive()
        words = f"too {adjective}" if draw < 0.75 else f"{adjective} enough"
        worte = f"zu {german}" if draw < 0.75 else f"{german} genug"
        p = Predicate(BE, f"{words} to {e}", rest=worte)
        said = Clause(subject, p, tense, no).main()
        return said[0], f"{said[1]} , um {g}"

    def feeling_that(self):
        """I am glad that you are here, I am sorry that I am late, I am glad to help."""
        subject = self.pick((I, I, I, HE, SHE, WE, THEY, TOM))
        draw = self.random.random()
        if draw < 0.25:
            inner = Clause(subject, self.predicate(subject))
            e, g = inner.infinitive()
            word = self.pick(("glad", "happy", "glad"))
            left = conjugated(FREUEN.present, subject.person)
            said = Clause(subject, Predicate(BE, f"{word} to {e}")).main()[0]
            return said, f"{subject.nom} {left} {subject.self_} , {g}"
        dependent = self.dependent()
        second = dependent.subordinate(self.pick(("that", "", "")), "dass")
        if draw < 0.4:
            who = self.pick((I, I, WE, HE))
            e = Clause(who, Predicate(BE, "sorry")).main()[0]
            return join(e, second[0]), f"es tut {who.dat} leid {second[1]}"
        if draw < 0.55:
            e = Clause(subject, Predicate(BE, "afraid")).main()[0]
            left = conjugated(FUERCHTEN.present, subject.person)
            return join(e, second[0]), f"{subject.nom} {left} {second[1]}"
        english, german = self.pick(FEELINGS)
        no = english.startswith("not ")
        if no:  # nicht sicher, ob
            second = dependent.subordinate(self.pick(("if", "that", "")), "ob")
        p = Predicate(BE, english.removeprefix("not "), rest=german)
        e, g = Clause(subject, p, self.pick(("present", "present", "past")), no).main()
        return join(e, second[0]), join(g, second[1])

    # ---- all and both, you and you ---------------------------------------------------

    def floating(self):
        """We all know it, they are both tired."""
        subject = self.pick((WE, WE, THEY, THEY, WE))
        word, wort = self.pick((("all", "alle"), ("both", "beide")))
        adverb = Adverb(word, wort, middle=True)
        if self.chance(0.4):
            english, german = self.pick_quality()
            p = Predicate(BE, english, rest=german)
            return Clause(
                subject, p, self.pick(("present", "past")), adverb=adverb
            ).main()
        tense = self.pick(
            ("present", "past", "can", "will", "must", "have to", "want to")
        )
        clause = replace(self.clause(subject, tense, 0), time=NONE)
        while clause.negated:  # of anybody
            clause = replace(self.clause(subject, tense, 0), time=NONE)
        p = clause.predicate  # alle stands before all but pronouns
        said = replace(p, light=join(p.light, wort))
        e = replace(clause, adverb=replace(adverb, german="")).main()[0]
        return e, replace(clause, predicate=said, adverb=NONE).main()[1]

    def part_of(self):
        """One of us, some of them."""
        subject = self.pick(OF_SOME)
        if self.chance(0.3):
            english, german = self.pick_quality()
            p = Predicate(BE, english, rest=german)
            return Clause(subject, p, self.pick(("present", "past"))).main()
        if self.chance(0.3):
            return Clause(subject, self.pick_state(), "present").main()
        return replace(self.clause(subject, "", 0), adverb=NONE).main()

    def pick_state(self) -> Predicate:
        english, german = self.place()
        return Predicate(BE, english, rest=german)

    def you_two(self):
        """What the sentence tells to be said to several: are you guys ready."""
        return self.to_you(self.pick(YOU_TWO))

    def to_you(self, you: Nominal) -> tuple[str, ...]:
        draw = self.random.random()
        if draw < 0.3:
            english, german = self.pick_quality()
            p = Predicate(BE, english, rest=german)
            clause = Clause(you, p, self.pick(("present", "present", "past")))
        elif draw < 0.45:
            clause = Clause(you, self.pick_state(), "present")
        else:
            clause = replace(self.clause(you, "", 0.15, True), adverb=NONE)
            if "you" in clause.predicate.english.split():
                clause = Clause(you, self.pick_state(), "present")
        if self.chance(0.65):
            asked = self.pick((("", ""),) * 4 + (("why", "warum"), ("where", "wo")))
            if asked[0] == "where" and clause.predicate.rest:
                asked = ("why", "warum")
            e, g = clause.question(*asked)
            return self.negated_first(e, clause), g, "?"
        return clause.main()

    def polite(self):
        """To a stranger: can I help you, sir?"""
        name, anrede = "sir", "mein Herr"
        draw = self.random.random()
        if draw < 0.35:
            clause = replace(
                self.clause(YOU_POLITE, "present", 0, True), adverb=NONE, time=NONE
            )
            p = clause.predicate
            if "you" in p.english.split() or p.verb.base in STATIVE:
                clause = Clause(YOU_POLITE, self.moving())
            e, g = clause.command()
            if self.chance(0.4):
                e, g = f"please {e}", f"bitte {g}"
            return f"{e} {name}", f"{g} , {anrede}", "!"
        if draw < 0.5:
            clause = self.clause(I, self.pick(("can", "may", "must")), 0, True)
            p = self.object_of(Predicate(HELP), YOU_POLITE, "dat")
            if self.chance(0.5):
                clause = Clause(I, p, "can")
            e, g = replace(clause, adverb=NONE, time=NONE).question()
            return f"{e} {name}", f"{g} , {anrede}", "?"
        e, g, *mark = self.to_you(YOU_POLITE)
        return f"{e} {name}", f"{g} , {anrede}", *(mark or ".")

    # ---- this is where ---------------------------------------------------------------

    def that_is_why(self):
        """That is why he is here: deshalb ist er hier."""
        what = self.pick(("that is", "that is", "this is"))
        word, german = self.pick(
            (
                ("why", "deshalb"),
                ("why", "deshalb"),
                ("how", "so"),
                ("where", "hier"),
                ("when", "da"),
            )
        )
        if word == "where":
            german = "dort" if what == "that is" else "hier"
        clause = (
            self.dependent() if word == "why" else self.clause(negated=0, asking=True)
        )
        if word != "why":
            clause = replace(clause, adverb=NONE, time=NONE)
            while word == "where" and clause.predicate.rest:
                clause = replace(
                    self.clause(negated=0, asking=True), adverb=NONE, time=NONE
                )
        if clause.subject.english == "nobody":
            clause = replace(clause, subject=TOM)
        return clause.main(Adverb(f"{what} {word}", german))

    def belonging(self):
        english, german = self.pick(OWNERS)
        things = [
            self.noun_phrase(self.pick(NOUNS["thing"]), words=w, plural=False)
            for w in ("the", "this", "that")
        ]
        subject = self.pick((IT, THIS, THAT, THIS, THAT, *things))
        p = Predicate(BE, english, GEHOEREN, light=german)
        if english.endswith("'s"):
            p = Predicate(BE, english, GEHOEREN, definite=german)
        tense = self.pick(("present", "present", "present", "past"))
        clause = Clause(subject, p, tense, self.chance(0.2))
        if self.chance(0.3) and not clause.negated:
            return (*clause.question(), "?")
        return clause.main()

    # ---- passives --------------------------------------------------------------------

    def passive(self):
        """She has been invited, it will be sold, you must be helped: wurde, wird, muss."""
        verb = self.pick(OF_PASSIVE)
        subject = self.subject() if "person" in verb.kinds else self.thing()
        if subject.english.startswith("no"):
            subject = TOM
        e, tense, german = self.pick(PASSIVES)
        if german is SEIN and verb.base not in RESULTING:
            german = WERDEN
        no = subject.takes_not and not e and self.chance(0.12)
        done = join(e, verb.done, verb.particle)
        p = Predicate(GET if tense == "got" else BE, done)
        said = Clause(subject, p, "past" if tense == "got" else tense, no)
        left = conjugated(german, subject.person)
        right = "" if german in (WURDE, SEIN) or tense == "present" else "werden"
        time = (
            self.pick(TIMES_OF["past"])
            if tense == "past" and self.chance(0.2)
            else NONE
        )
        said = replace(said, time=time)
        nicht = "nicht" * no
        when = (nicht, time.german) if time.behind else (time.german, nicht)
        if tense in ("past", "perfect", "present") and not no and self.chance(0.15):
            asked = join(left, subject.nom, *when, verb.participle, right)
            return said.question()[0], asked, "?"
        return said.main()[0], join(subject.nom, left, *when, verb.participle, right)

    # ---- two verbs -------------------------------------------------------------------

    def seeing_somebody(self):
        """I saw Tom leave: ich habe Tom gehen sehen."""
        verb, german = self.pick(((SEE, "sehen"), (SEE, "sehen"), (HEAR, "hören")))
        subject = self.pick((I, I, I, HE, SHE, WE, THEY, TOM, YOU))
        others = [s for s in (HE, SHE, THEY, TOM, YOU, I) if s != subject]
        who = self.pick((*others, self.name(), self.person()))
        if who.english == subject.english or who.without:
            who = HE if subject is not HE else SHE
        if verb is HEAR:
            inner = self.pick(
                [
                    v
                    for v in VERBS
                    if v.base
                    in (
                        "sing",
                        "laugh",
                        "cry",
                        "scream",
                        "shout",
                        "snore",
                        "cough",
                        "come",
                        "leave",
                        "talk",
                    )
                    and v.frame in ("i", "im")
                ]
            )
            p = Predicate(inner)
        else:
            p = self.predicate(who)
            if p.says.reflexive or p.says.to_self or "any" in p.english or p.light:
                p = self.moving()
        clause = Clause(who, p)
        e = clause.doing() if self.chance(0.5) else clause.infinitive()[0]
        g = clause.infinitive(zu=False)[1]
        tense = self.pick(("past", "past", "past", "can"))
        no = self.chance(0.15)
        nicht = "nicht" if no else ""
        said = Clause(subject, Predicate(verb, f"{who.object} {e}"), tense, no).main()[
            0
        ]
        left = HABEN if tense == "past" else KANN
        return said, join(subject.nom, left[subject.person], who.acc, nicht, g, german)

    def making_somebody(self):
        """You make me happy, she made me laugh."""
        subject = self.pick((YOU, HE, SHE, TOM, THEY, THAT, IT, I, self.name()))
        who = self.pick(
            [
                s
                for s in (I, I, YOU, HE, SHE, WE, THEY, TOM)
                if s != subject and s.english != subject.english
            ]
        )
        tense = self.pick(("present", "past", "past", "will", "can"))
        no = self.chance(0.15)
        draw = self.random.random()
        if draw < 0.55:
            adjective = self.pick(
                (
                    "happy",
                    "sad",
                    "angry",
                    "sick",
                    "nervous",
                    "tired",
                    "crazy",
                    "mad",
                    "curious",
                    "proud",
                    "strong",
                    "rich",
                    "famous",
                )
            )
            p = Predicate(
                MAKE, f"{who.object} {adjective}", MACHEN, rest=ADJECTIVES[adjective][0]
            )
            p = replace(
                p, **({"light": who.acc} if who.light else {"definite": who.acc})
            )
        else:
            english, german = self.pick(TO_DO)
            p = Predicate(
                MAKE, f"{who.object} {english}", BRINGEN, rest=f"zum {german}"
            )
            p = replace(
                p, **({"light": who.acc} if who.light else {"definite": who.acc})
            )
        if self.chance(0.15) and who is not YOU:
            return (*Clause(YOU, p, "present", no).command(), "!")
        return Clause(subject, p, tense, no).main()

    def helping_to(self):
        """Help me find it: hilf mir, es zu finden."""
        who = self.pick((I, I, HE, SHE, WE, THEY, TOM, self.name()))
        inner = self.predicate(who)
        if inner.says.reflexive or inner.says.to_self:
            inner = self.moving()
        clause = Clause(who, inner)
        e, g = clause.infinitive()
        e = f"to {e}" if self.chance(0.2) else e
        p = Predicate(HELP, f"{who.object} {e}", light=who.dat)
        if self.chance(0.4):
            english, german = Clause(YOU, p).command()
            if self.chance(0.3):
                english, german = f"please {english}", f"bitte {german}"
            return english, f"{german} , {g}", "!"
        subject = self.pick(
            [s for s in (YOU, YOU, I, HE, SHE, TOM, THEY) if s.english != who.english]
        )
        if subject is YOU and self.chance(0.6):
            english, german = Clause(
                YOU, p, self.pick(("can", "could", "will"))
            ).question()
            return english, f"{german} , {g}", "?"
        english, german = Clause(subject, p, self.pick(("past", "will", "can"))).main()
        return english, f"{german} , {g}"

    def know_how(self):
        """I know how to swim: ich kann schwimmen; I know what to do."""
        subject = self.pick((I, I, HE, SHE, TOM, WE, THEY, YOU, self.name()))
        no = self.chance(0.35)
        if self.chance(0.55):
            p = self.predicate(subject)
            if p.verb.base in STATIVE or NEGATING & {*p.english.split()}:
                p = self.moving()
            e = Clause(subject, p).infinitive()[0]
            known = Clause(subject, Predicate(KNOW, f"how to {e}"), "present", no)
            if p.verb.base not in SKILLS or p.verb.particle:
                first = Clause(subject, Predicate(KNOW), "present", no).main()[1]
                said = Clause(MAN, p).subordinate("", "wie")[1]
                return known.main()[0], join(first, said)
            clause = Clause(subject, p, "can", no)
            if self.chance(0.3) and not no:
                return known.question()[0], clause.question()[1], "?"
            return known.main()[0], clause.main()[1]
        if self.chance(0.2):
            word, german = self.pick(ASKED)
            known = Clause(subject, Predicate(KNOW, word), "present", no)
            first = Clause(subject, Predicate(KNOW), "present", no)
            if self.chance(0.3) and not no:
                return known.question()[0], f"{first.question()[1]} , {german}", "?"
            return known.main()[0], f"{first.main()[1]} , {german}"
        word, german = self.pick(
            (("what", "was"), ("where", "wo"), ("when", "wann"), ("who", "wen"))
        )
        if word == "what":
            inner = Predicate(
                self.pick(
                    (
                        DO,
                        DO,
                        SAY,
                        SAY,
                        *(named(v) for v in ("buy", "wear", "eat", "write")),
                    )
                )
            )
        elif word == "who":
            inner = Predicate(named(self.pick(("ask", "call", "invite"))))
        else:
            inner = self.predicate(subject)
            while word == "where" and inner.rest:
                inner = self.predicate(subject)
        e = Clause(subject, inner).infinitive()[0]
        known = Clause(subject, Predicate(KNOW, f"{word} to {e}"), "present", no)
        who = subject
        if subject not in PRONOUNS:
            who = SHE if subject.english in WOMEN else HE
        second = Clause(who, inner, "shall").subordinate("", german)[1]
        first = Clause(subject, Predicate(KNOW), "present", no).main()[1]
        return known.main()[0], join(first, second)

    def used_to(self):
        """I used to live here: ich habe früher hier gewohnt."""
        subject = self.pick((I, I, HE, SHE, TOM, WE, THEY, YOU, self.name()))
        if self.chance(0.3):
            english, german = self.pick_quality()
            p = Predicate(BE, english, rest=german)
        elif self.chance(0.3):
            noun = self.pick(NOUNS["role"][:5] + NOUNS["role"][6:])
            p = Predicate(BE, spell(noun, "a").english, rest=noun.german)
            if subject.english in WOMEN or subject.person == WIR:
                subject = I
        else:
            p = self.predicate(subject)
        clause = Clause(subject, p, "past", time=Adverb("", "früher"))
        e = replace(clause, tense="wanted to", time=NONE).main()[0]
        return e.replace(" wanted to ", " used to ", 1), clause.main()[1]

    def rather(self):
        """You had better go, I would rather stay."""
        subject = self.pick((I, I, YOU, YOU, HE, SHE, WE, TOM, THEY))
        tense, german = self.pick((("should", "besser"), ("would", "lieber")))
        clause = self.clause(subject, tense, 0.2)
        clause = replace(clause, adverb=NONE, time=NONE)
        if clause.predicate.negated and clause.negated:
            clause = replace(clause, negated=False)
        e = clause.main()[0]
        new = {"should": "had better", "would": "would rather"}[tense]
        e = (
            e.replace(f"{tense} not", f"{new} not", 1)
            if clause.negated
            else e.replace(tense, new, 1)
        )
        return e, replace(clause, adverb=Adverb("", german)).main()[1]

    # ---- getting, putting, giving ----------------------------------------------------

    def getting(self):
        """Get me a doctor: holen; I got a letter: bekommen."""
        noun = self.pick(
            [n for kind in ("thing", "food", "drink") for n in NOUNS[kind]]
        )
        thing = self.noun_phrase(noun)
        draw = self.random.random()
        if draw < 0.35:
            subject = self.pick((I, I, HE, SHE, TOM, WE, THEY, YOU, self.name()))
            p = self.object_of(Predicate(GET, german_verb=BEKOMMEN), thing)
            return Clause(subject, p, "past", self.chance(0.1)).main()
        p = Predicate(GET, german_verb=HOLEN)
        if self.chance(0.4):
            p = self.object_of(p, self.pick((I, I, HE, SHE, WE, THEY, TOM)), "dat")
        first = p.definite
        p = self.object_of(
            replace(p, definite=""),
            self.pick((thing, thing, IT)) if not p.light and not first else thing,
        )
        p = replace(p, definite=join(first, p.definite))
        if draw < 0.65:
            return (*Clause(YOU, p).command(), "!")
        subject = self.pick((I, I, I, HE, SHE, TOM, WE))
        if draw < 0.75:
            return (*Clause(YOU, p, self.pick(("can", "could"))).question(), "?")
        return Clause(
            subject,
            p,
            self.pick(
                ("will", "will", "can", "must", "have to", "going to", "want to")
            ),
        ).main()

    def somewhere(self):
        """Take me home, put it on the table."""
        draw = self.random.random()
        if draw < 0.5:
            verb, german = self.pick(
                ((TAKE, BRINGEN), (TAKE, BRINGEN), (BRING, BRINGEN), (DRIVE, FAHREN))
            )
            english, goal = self.pick(GOALS)
            who = self.pick(
                (I, I, HE, SHE, WE, THEY, TOM, YOU, self.name(), self.person())
            )
        else:
            verb, german = PUTTING, LEGEN
            english, goal = self.pick(PUT)
            who = self.pick(
                (
                    IT,
                    IT,
                    THEY,
                    self.noun_phrase(
                        self.pick(NOUNS["thing"]),
                        words=self.pick(("the", "your", "my", "this")),
                        plural=False,
                    ),
                )
            )
        if who.without or who.behind:
            who = TOM
        p = self.object_of(Predicate(verb, german_verb=german), who)
        p = replace(p, english=join(p.english, english), rest=goal)
        if self.chance(0.4) and who is not YOU:
            e, g = Clause(YOU, p, negated=self.chance(0.1)).command()
            return (
                (f"please {e}", f"bitte {g}", "!") if self.chance(0.2) else (e, g, "!")
            )
        subject = self.pick(
            [
                s
                for s in (I, I, HE, SHE, TOM, THEY, YOU)
                if s.english != who.english and s != who
            ]
        )
        if self.chance(0.2):
            return (
                *Clause(
                    YOU if who is not YOU else I, p, self.pick(("can", "could", "will"))
                ).question(),
                "?",
            )
        return Clause(
            subject,
            p,
            self.pick(("past", "past", "will", "can", "have to", "want to", "must")),
        ).main()

    def giving_to(self):
        """Give it to me, he sold the car to her."""
        if self.chance(0.1):
            return self.saying_to()
        verb = self.pick([v for v in VERBS if v.frame == "g"])
        subject = self.pick((I, I, HE, SHE, TOM, WE, THEY, YOU, self.name()))
        who = self.pick(
            [
                s
                for s in (I, I, YOU, HE, SHE, WE, THEY, TOM, self.person())
                if s != subject
                and s.english != subject.english
                and not s.without
                and not s.behind
            ]
        )
        if self.chance(0.5):
            thing = self.pick((IT, IT, THIS, THAT, THEY))
        else:
            kind = self.pick(verb.kinds)
            noun = self.pick(NOUNS.get(kind) or [BY_NAME[kind]])
            thing = self.noun_phrase(
                noun, words=self.pick(("the", "my", "your", "this")), plural=False
            )
        if thing.light:
            p = Predicate(verb, f"{thing.object} to {who.object}")
            if thing in (THIS, THAT):  # gib mir das, but: gib es mir
                p = replace(p, light=join(who.dat, thing.acc))
            elif who.light:
                p = replace(p, light=join(thing.acc, who.dat))
            else:
                p = replace(p, light=thing.acc, definite=who.dat)
        else:
            p = Predicate(verb, f"{thing.object} to {who.object}", definite=thing.acc)
            p = (
                replace(p, light=who.dat)
                if who.light
                else replace(p, definite=join(who.dat, thing.acc))
            )
        if self.chance(0.4) and who is not YOU:
            return (*Clause(YOU, p, negated=self.chance(0.1)).command(), "!")
        return Clause(
            subject, p, self.pick(("past", "past", "will", "can", "want to", "have to"))
        ).main()

    def saying_to(self):
        """Do not say that to Tom."""
        who = self.pick((I, I, HE, SHE, WE, THEY, TOM, self.name()))
        thing = self.pick((IT, THIS, THAT, THAT))
        light = (who.dat, thing.acc) if thing is not IT else (thing.acc, who.dat)
        p = Predicate(SAY, f"{thing.object} to {who.object}", light=join(*light))
        if self.chance(0.4):
            return (*Clause(YOU, p, negated=self.chance(0.5)).command(), "!")
        subject = self.pick(
            [s for s in (YOU, HE, SHE, TOM) if s.english != who.english]
        )
        return Clause(subject, p, self.pick(("past", "past", "will", "can"))).main()

    def telling_about(self):
        """Tell me about it, thanks for the book."""
        who = self.pick((I, I, HE, SHE, WE, THEY, TOM))
        what = self.pick(
            (
                IT,
                THAT,
                self.thing(),
                self.person(),
                self.noun_phrase(
                    self.pick(NOUNS["idea"]),
                    words=self.pick(("your", "the", "my")),
                    plural=False,
                ),
            )
        )
        if what.without or what.behind:
            what = IT
        von = "davon" if what in (IT, THAT) else contract("von", what.dat)
        draw = self.random.random()
        if draw < 0.5:
            p = Predicate(
                TELL,
                f"{who.object} about {what.object}",
                ERZAEHLEN,
                light=who.dat,
                rest=von,
            )
            if draw < 0.25:
                return (*Clause(YOU, p, negated=self.chance(0.15)).command(), "!")
            subject = self.pick(
                [s for s in (I, YOU, HE, SHE, TOM) if s.english != who.english]
            )
            return Clause(
                subject, p, self.pick(("past", "will", "must", "want to"))
            ).main()
        noun = self.pick(ANY)
        gift = self.noun_phrase(
            noun,
            words=self.pick(("the", "your")),
            plural=noun.counted and self.chance(0.25),
        )
        if draw < 0.8:
            word, german = self.pick(
                (("thanks", "danke"), ("thank you", "danke"), ("thanks", "danke"))
            )
            if self.chance(0.3):
                clause = self.clause(YOU, "past", 0, True)
                return (
                    f"{word} for {replace(clause, adverb=NONE, time=NONE).doing()}",
                    f"danke {replace(clause, tense='perfect', adverb=NONE, time=NONE).subordinate('', 'dass')[1]}",
                )
            return f"{word} for {gift.object}", f"{german} für {gift.acc}", "!"
        word, german = self.pick((("how", "wie wäre es"), ("what", "was ist")))
        return f"{word} about {gift.object}", f"{german} mit {gift.dat}", "?"

    # ---- having none, and enough -----------------------------------------------------

    def having_no(self):
        draw = self.random.random()
        subject = self.pick((I, I, I, HE, SHE, TOM, WE, WE, THEY, YOU, self.name()))
        if draw < 0.3:
            noun = self.pick(
                [*MASS, BY_NAME["money"], BY_NAME["time"], BY_NAME["paper"]]
            )
            kein = spell(noun, "no").acc
            p = Predicate(
                BE,
                f"out of {noun.english}",
                HAVE,
                indefinite=f"{kein} mehr",
                negated=f"{kein} mehr",
            )
            return Clause(subject, p, self.pick(("present", "present", "past"))).main()
        if draw < 0.75:
            verb = self.pick(
                (
                    HAVE,
                    HAVE,
                    HAVE,
                    SEE,
                    named("need"),
                    WANT,
                    named("find"),
                    named("know"),
                )
            )
            noun = self.pick(ANY)
            if verb.base == "know":
                noun = self.pick(PERSONS)
            phrase = spell(noun, "no", "", noun.counted and self.chance(0.4))
            p = Predicate(verb, phrase.english, indefinite=phrase.acc)
            return Clause(subject, p, self.pick(("present", "present", "past"))).main()
        english, german = self.pick(TO_EAT)
        to = f"zu {german}"
        some, etwas = self.pick(
            (
                ("something", "etwas"),
                ("nothing", "nichts"),
                ("a lot", "viel"),
                ("enough", "genug"),
                ("nothing", "nichts"),
            )
        )
        verb = (
            self.pick((HAVE, HAVE, named("need"), WANT))
            if some == "something"
            else HAVE
        )
        if self.chance(0.2):
            e, g = Clause(
                YOU, Predicate(verb, f"anything to {english}", rest="etwas")
            ).question()
            return e, f"{g} {to}", "?"
        if some == "nothing" and self.chance(0.2):
            return f"there is nothing to {english}", f"es gibt nichts {to}"
        e, g = Clause(
            subject, Predicate(verb, f"{some} to {english}", rest=etwas)
        ).main()
        return e, f"{g} {to}"

    def hurting(self):
        """My head hurts: mein Kopf tut weh; it works."""
        if self.chance(0.4):
            english, german = self.pick(WHOSE_BODY)
            gender = {
                "Kopf": "m",
                "Rücken": "m",
                "Arm": "m",
                "Fuß": "m",
                "Zahn": "m",
                "Bein": "n",
                "Knie": "n",
                "Hand": "f",
            }.get(german, "pl")
            word, stem = self.pick(
                (("my", "mein"), ("my", "mein"), ("your", "dein"), ("his", "sein"))
            )
            e_ = "e" if gender in ("f", "pl") else ""
            subject = Nominal(
                f"{word} {english}",
                f"{stem}{e_} {german}",
                "",
                "",
                WIR if gender == "pl" else ER,
            )
            tense = "present"
            p = Predicate(named("hurt"), german_verb=WEH_TUN)
            clause = Clause(subject, p, tense)
            if word == "your" and self.chance(0.6):
                return (*clause.question(), "?")
            still = Adverb("still", "noch", middle=True) if self.chance(0.2) else NONE
            return replace(clause, adverb=still).main()
        subject = self.pick(
            (
                IT,
                IT,
                THIS,
                THAT,
                self.noun_phrase(
                    self.pick(NOUNS["thing"]),
                    words=self.pick(("the", "my", "this", "your")),
                    plural=False,
                ),
            )
        )
        english, german = self.pick(THING_DOES)
        p = Predicate(english, german_verb=german)
        clause = Clause(
            subject,
            p,
            self.pick(("present", "present", "past", "will", "can")),
            self.chance(0.25),
        )
        if clause.predicate.verb.base == "happen":
            clause = replace(clause, subject=self.pick((IT, THAT, THIS)))
        if self.chance(0.25) and not clause.negated:
            return (*clause.question(), "?")
        adverbs = (
            NONE,
            NONE,
            NONE,
            Adverb("now", "jetzt"),
            Adverb("always", "immer", middle=True),
            Adverb("never", "nie", middle=True),
        )
        return replace(
            clause, adverb=NONE if clause.negated else self.pick(adverbs)
        ).main()

    def fun(self):
        """It is fun, it was fine, Tom will be fine."""
        draw = self.random.random()
        if draw < 0.5:
            subject = self.pick(
                (
                    IT,
                    IT,
                    THIS,
                    THAT,
                    self.noun_phrase(
                        BY_NAME[self.pick(("game", "job", "trip", "party", "class"))],
                        words=self.pick(("the", "my", "this")),
                        plural=False,
                    ),
                )
            )
            word, german = self.pick(
                (
                    ("fun", ""),
                    ("fun", ""),
                    ("really fun", "wirklich"),
                    ("so much fun", "so viel"),
                    ("a lot of fun", "viel"),
                )
            )
            negated = "keinen Spaß" if not german else ""
            p = Predicate(
                BE, word, MACHEN, indefinite=join(german, "Spaß"), negated=negated
            )
            no = self.chance(0.2) and not german
            clause = Clause(
                subject, p, self.pick(("present", "past", "past", "will", "would")), no
            )
        else:
            subject = self.pick((IT, THIS, THAT, IT))
            word = self.pick(("fine", "okay", "ok", "all right"))
            german = "in Ordnung"
            clause = Clause(
                subject,
                Predicate(BE, word, rest=german),
                self.pick(("present", "present", "past", "will")),
                self.chance(0.2),
            )
            if draw < 0.75:
                who = self.pick((I, YOU, HE, SHE, WE, THEY, TOM, self.name()))
                e = Clause(
                    who,
                    Predicate(BE, self.pick(("fine", "okay", "ok", "all right"))),
                    "will",
                ).main()[0]
                return e, f"es wird {who.dat} gut gehen"
        if self.chance(0.25) and not clause.negated:
            return (*clause.question(), "?")
        return clause.main()

    def nation(self):
        english, man, woman = self.pick(NATIONS)
        subject = self.pick((I, YOU, HE, SHE, TOM, self.name(), WE, THEY))
        is_woman = subject.english in WOMEN
        word = woman if is_woman else man
        kein = "keine" if is_woman else "kein"
        denied = f"{kein} {word}"
        if subject.person == WIR:
            word = {"Deutscher": "Deutsche", "Franzose": "Franzosen"}.get(man, man)
            denied = "keine Deutschen" if word == "Deutsche" else f"keine {word}"
        p = Predicate(BE, english, indefinite=word, negated=denied)
        clause = Clause(subject, p, "present", self.chance(0.2))
        if self.chance(0.3) and not clause.negated:
            return (*clause.question(), "?")
        return clause.main()

    # ---- asking ----------------------------------------------------------------------

    def how_is(self):
        """How is your mother, how was the party, what is Tom like."""
        draw = self.random.random()
        if draw < 0.35:
            who = self.pick(
                (
                    HE,
                    SHE,
                    THEY,
                    TOM,
                    self.name(),
                    self.person(),
                    self.person(),
                    self.noun_phrase(
                        BY_NAME["family"],
                        words=self.pick(("your", "his")),
                        plural=False,
                    ),
                )
            )
            if who.without or who.behind:
                who = TOM
            clause = Clause(who, Predicate(BE), "present")
            return clause.question("how")[0], f"wie geht es {who.dat}", "?"
        if draw < 0.6:
            thing = self.noun_phrase(
                self.pick(NOUNS["idea"] + NOUNS["place"] + NOUNS["food"]),
                words=self.pick(("the", "your", "the")),
                plural=False,
            )
            clause = Clause(
                self.pick((thing, thing, IT, THAT)),
                Predicate(BE),
                self.pick(("present", "past", "past")),
            )
            return (*clause.question("how", "wie"), "?")
        if draw < 0.75:
            who = self.pick((HE, SHE, TOM, IT, self.name()))
            clause = Clause(who, Predicate(BE, "like"), self.pick(("present", "past")))
            return (
                clause.question("what")[0],
                replace(clause, predicate=Predicate(BE)).question("", "wie")[1],
                "?",
            )
        if draw < 0.9:
            who = self.subject()
            if who.without or who.behind:
                who = YOU
            clause = Clause(who, Predicate(BE, "from"), "present")
            german = Clause(who, Predicate(named("come"))).question("", "woher")[1]
            return clause.question("where")[0], german, "?"
        who = self.pick(("his", "her", "your", "tom 's"))
        du = {
            "his": "heißt er",
            "her": "heißt sie",
            "your": "heißt du",
            "tom 's": "heißt Tom",
        }[who]
        noun = self.pick(("friend", "brother", "son", "dog", "uncle", "boss"))
        word = self.pick(("my", "your", "his", "her"))
        phrase = spell(BY_NAME[noun], word)
        if self.chance(0.7):
            return f"what is {phrase.english} 's name", f"wie heißt {phrase.nom}", "?"
        return f"what is {who} name", f"wie {du}", "?"

    def which(self):
        """How many books do you have, which key is this, whose hat do you wear."""
        verbs = [
            v
            for v in VERBS
            if v.frame == "a"
            and not v.particle
            and not v.to_self
            and {"thing", "animal", "person", "food"} & {*v.kinds}
        ]
        verb = self.pick(verbs)
        nouns = [
            n for kind in verb.kinds if kind in NOUNS for n in NOUNS[kind] if n.counted
        ] or COUNTED
        noun = self.pick(nouns)
        many, few = noun.english_plural, noun.form("acc", True)
        ending = {"m": "en", "f": "e", "n": "es"}[noun.gender]
        asked = self.pick(
            (
                (f"how many {many}", f"wie viele {few}"),
                (f"how many {many}", f"wie viele {few}"),
                (f"which {noun.english}", f"welch{ending} {noun.form('acc')}"),
                (f"whose {noun.english}", f"wessen {noun.form('acc')}"),
                (f"what kind of {many}", f"was für {few}"),
            )
        )
        subject = YOU if self.chance(0.6) else self.somebody()
        tense = self.pick(
            ("present", "past", "present", "can", "should", "want to", "will")
        )
        if self.chance(0.2):
            while noun.kind in ("person", "role"):
                noun = self.pick(COUNTED)
            wer = {"m": "er", "f": "e", "n": "es"}[noun.gender]
            which = f"which {noun.english} is {self.pick(('yours', 'yours', 'his', 'mine'))}"
            owner = {"yours": "dir", "his": "ihm", "mine": "mir"}[which.split()[-1]]
            return which, f"welch{wer} {noun.form('nom')} gehört {owner}", "?"
        if self.chance(0.15):
            return (
                f"whose {noun.english} is {self.pick(('this', 'that', 'it'))}".replace(
                    "is it", "is this"
                ),
                f"wessen {noun.form('nom')} ist das",
                "?",
            )
        return (*Clause(subject, Predicate(verb), tense).question(*asked), "?")

    # ---- little words ----------------------------------------------------------------

    def just(self):
        """Just wait: warte einfach; never give up; I just want to sleep."""
        draw = self.random.random()
        subject = YOU if draw < 0.6 else self.pick((I, I, HE, SHE, TOM, WE))
        p = self.predicate(subject)
        if p.verb.base in STATIVE and draw < 0.8:
            p = self.moving()
        simply = replace(p, light=join(p.light, "einfach"))
        if draw < 0.4:
            e = Clause(YOU, p).command()[0]
            return f"just {e}", Clause(YOU, simply).command()[1], "!"
        if draw < 0.6:
            word, german = self.pick((("never", "nie"), ("always", "immer")))
            e = Clause(YOU, p).command()[0]
            said = Clause(YOU, p, adverb=Adverb("", german)).command()[1]
            return f"{word} {e}", said, "!"
        if draw < 0.8:
            e = Clause(
                subject, p, "want to", adverb=Adverb("just", middle=True)
            ).main()[0]
            return e, Clause(subject, simply, "want to").main()[1]
        clause = Clause(subject, p, "can", True)
        e = clause.main()[0].replace(" cannot ", " just cannot ", 1)
        return e, replace(clause, time=Adverb("", "einfach")).main()[1]

    def okay(self):
        """Wait here, okay? And what begins with so, and, but."""
        made = getattr(
            self,
            self.pick(("statement", "quality", "command", "question", "wh_question")),
        )()
        words, german = made[:2]
        mark = made[2:] or (".",)
        if self.chance(0.3) and mark[0] != "?":
            english, last = self.pick(
                (("ok", "okay"), ("okay", "okay"), ("right", "nicht wahr"))
            )
            if english == "right" and DENIED.search(german):
                last = "oder"
            if mark[0] == "!" and english == "right":
                english, last = "ok", "okay"
            return f"{words} {english}", f"{german} , {last}", "?"
        english, first = self.pick(
            (
                ("and", "und"),
                ("but", "aber"),
                ("so", "also ,"),
                ("hey", "hey ,"),
                ("look", "sieh mal ,"),
                ("listen", "hör zu ,"),
                ("come on", "komm schon ,"),
                ("then", "dann"),
            )
        )
        if english == "then":
            clause = self.clause(
                tense=self.pick(("past", "present", "will")), negated=0
            )
            return replace(clause, adverb=NONE, time=NONE).main(Adverb("then", "dann"))
        return f"{english} {words}", f"{first} {german}", *mark

    def for_somebody(self):
        """This is for you, it is good for her, I bought it for Tom."""
        draw = self.random.random()
        who = self.pick(
            (I, I, YOU, YOU, HE, SHE, WE, THEY, TOM, self.name(), self.person())
        )
        if who.without or who.behind:
            who = TOM
        if draw < 0.5:
            subject = self.pick((IT, THIS, THAT, self.thing()))
            p = Predicate(BE, f"for {who.object}", rest=f"für {who.acc}")
            if draw < 0.3:
                english, german = self.pick_quality(["good", "good", *QUALITIES_OF_IT])
                p = Predicate(BE, f"{english} {p.english}", rest=f"{german} {p.rest}")
            clause = Clause(
                subject, p, self.pick(("present", "past")), self.chance(0.15)
            )
            asks = not clause.negated and self.chance(0.2)
            return (*clause.question(), "?") if asks else clause.main()
        subjects = [s for s in (I, I, YOU, HE, SHE, TOM) if s.english != who.english]
        subject = YOU if draw < 0.65 and who is not YOU else self.pick(subjects)
        clause = self.clause(subject, negated=0.1, asking=True)
        while clause.predicate.rest or clause.predicate.verb.base in WITH_FOR:
            clause = self.clause(subject, negated=0.1, asking=True)
        p = clause.predicate
        p = replace(
            p, english=join(p.english, f"for {who.object}"), rest=f"für {who.acc}"
        )
        clause = replace(clause, predicate=p, adverb=NONE, time=NONE)
        if draw < 0.65 and who is not YOU:
            return (*clause.command(), "!")
        return clause.main()

    def like(self):
        """He looks like you: er sieht aus wie du; Tom is like us."""
        who = self.subject()
        other = self.pick(
            (I, YOU, HE, SHE, WE, THEY, TOM, self.name(), self.person(), self.thing())
        )
        if other.english == who.english or who.english.startswith("no"):
            who, other = YOU, TOM
        tense = self.pick(("present", "present", "past"))
        if self.chance(0.4):
            word, wie = self.pick((("like", "wie"), ("just like", "genau wie")))
            p = Predicate(BE, f"{word} {other.object}", rest=f"{wie} {other.nom}")
            clause = Clause(who, p, tense, self.chance(0.15) and who.takes_not)
            asks = not clause.negated and self.chance(0.2)
            return (*clause.question(), "?") if asks else clause.main()
        verb = self.pick((LOOK, LOOK, LOOK, SOUND))
        e = Clause(who, Predicate(verb, f"like {other.object}"), tense)
        g = Clause(who, Predicate(verb), tense)
        if self.chance(0.2):
            return e.question()[0], join(g.question()[1], "wie", other.nom), "?"
        return e.main()[0], join(g.main()[1], "wie", other.nom)

    def go_and(self):
        """Go and help Tom, come eat with us."""
        p = self.predicate(YOU)
        while p.verb.base in STATIVE or p.verb.base in ("go", "come"):
            p = self.predicate(YOU)
        word, german = self.pick((("go", "geh"), ("come", "komm")))
        e, g = Clause(YOU, p).command()
        return join(word, self.pick(("", "and")), e), f"{german} und {g}", "!"

    def must_have(self):
        """He must have left: er muss gegangen sein."""
        subject = self.pick((I, HE, HE, SHE, THEY, TOM, TOM, YOU, self.name()))
        p = self.predicate(subject)
        while NEGATING & {*p.english.split()} or p.verb.base in STATIVE:
            p = self.predicate(subject)
        tense, modal = self.pick(
            (("must", MUSS), ("might", KOENNTE), ("may be", KOENNTE))
        )
        done = replace(p.verb, base=f"have {p.verb.done}")
        e = Clause(subject, replace(p, verb=done), tense).main()[0]
        says = p.says
        middle = Clause(subject, p)._middle()
        right = join(says.participle, "sein" if says.with_sein else "haben")
        return e, join(subject.nom, conjugated(modal, subject.person), middle, right)

    def keeping(self):
        """Keep working: arbeite weiter."""
        done = self.pick(GOING_ON)
        on = replace(done, prefix="weiter", participle=f"weiter{done.participle}")
        p = Predicate(KEEP, done.doing, on)
        if self.chance(0.35):
            return (*Clause(YOU, p).command(), "!")
        subject = self.subject()
        tense = self.pick(("past", "past", "present", "will", "want to", "must"))
        return Clause(subject, p, tense).main()

    def born(self):
        """I was born here: ich wurde hier geboren."""
        subject = self.pick((I, I, YOU, HE, SHE, TOM, WE, self.name(), self.person()))
        if subject.english.startswith("no"):
            subject = TOM
        english, german = self.place() if self.chance(0.3) else self.pick(BORN)
        e = Clause(subject, Predicate(BE, f"born {english}"), "past")
        left = conjugated(WURDE, subject.person)
        if self.chance(0.15):
            return e.question()[0], join(left, subject.nom, german, "geboren"), "?"
        return e.main()[0], join(subject.nom, left, german, "geboren")

    def may_be(self):
        """Tom may know it: Tom weiß es vielleicht."""
        subject = self.pick((HE, SHE, THEY, TOM, self.name(), self.person(), I, WE))
        if subject.without or subject.behind:
            subject = TOM
        no = self.chance(0.3)
        if self.chance(0.4):
            english, german = self.pick_quality()
            p = Predicate(BE, english, rest=german)
        else:
            p = self.predicate(subject)
            while NEGATING & {*p.english.split()}:
                p = self.predicate(subject)
        english = Clause(subject, p, "may be", no).main()[0]
        clause = Clause(subject, p, "present", no, time=Adverb("", "vielleicht"))
        return english, clause.main()[1]
