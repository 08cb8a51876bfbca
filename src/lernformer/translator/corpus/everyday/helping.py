"""Constructions with passives, and with seeing, making or helping somebody do it."""

from lernformer.translator.corpus.everyday.choices import (
    HEAR,
    KNOW,
    OF_PASSIVE,
    SAY,
    SEE,
    STATIVE,
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
    Adverb,
    Clause,
    I,
    Nominal,
    Predicate,
    conjugated,
    join,
)
from lernformer.translator.corpus.everyday.copies import replace
from lernformer.translator.corpus.everyday.giving import (
    Giving,
    named,
)
from lernformer.translator.corpus.everyday.nouns import NOUNS
from lernformer.translator.corpus.everyday.spelling import contract, spell
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    DO,
    HABEN,
    MODALS,
    SEIN,
    VERBS,
    WERDEN,
    WIR,
    WURDE,
)
from lernformer.translator.corpus.everyday.words import (
    GET,
    TIMES_OF,
    TOM,
    WOMEN,
)

KANN, MUSS = ("kann", "kannst", "kann", "können"), ("muss", "musst", "muss", "müssen")
SOLLTE, DARF = MODALS["should"][2], MODALS["may"][2]
# actions with a lasting result: it is sold, es ist verkauft
RESULTING = ("arrest", "hide", "invite", "pay", "protect", "rescue", "save", "sell")
# who knows how to do these can do them
SKILLS = ("cook", "dance", "drive", "fly", "play", "read", "sing", "speak", "swim")
MAN = Nominal("one", "man", "einen", "einem", light=True)
# with "being": what comes before the participle, the tense of "be", the German verb
PASSIVES = [
    *[("", "past", WURDE)] * 4, ("", "perfect", WURDE), ("", "perfect", WURDE),
    ("", "got", WURDE), ("", "will", WERDEN), ("", "can", KANN), ("", "must", MUSS),
    ("", "have to", MUSS), ("", "should", SOLLTE),
    ("being", "present", WERDEN), ("", "present", SEIN), ("", "present", SEIN),
]  # fmt: skip
NEGATING = {"anybody", "anything", "nobody", "nothing", "no"}
PRONOUNS = (I, YOU, HE, SHE, WE, THEY)
ASKED = (
    ("why", "warum"),
    ("why", "warum"),
    ("how", "wie"),
    ("where", "wo"),
    ("when", "wann"),
)


class Helping(Giving):
    """Draws sentences with a second verb, and passives."""

    # ---- passives --------------------------------------------------------------------

    def passive(self):
        """She has been invited, it will be sold, you must be helped: wurde, wird, muss."""
        verb = self.pick(OF_PASSIVE)
        subject = self.subject() if "person" in verb.kinds else self.thing()
        if subject.english.startswith("no"):
            subject = TOM
        e, tense, german = self.pick(PASSIVES)
        if german in (MUSS, SOLLTE) and self.chance(0.15):  # es muss getan werden
            verb, subject = DO, self.pick((IT, IT, THAT, THIS))
        if german is SEIN and verb.base not in RESULTING:
            german = WERDEN
        no = subject.takes_not and not e and self.chance(0.12)
        done = join(e, verb.done, verb.particle)
        p = Predicate(GET if tense == "got" else BE, done)
        said = Clause(subject, p, "past" if tense == "got" else tense, no)
        german = DARF if no and tense == "must" else german
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
        if time is NONE and not no and tense != "present" and self.chance(0.15):
            who = self.pick((HE, SHE, THEY, TOM, self.person(True)))
            if who.english != subject.english:
                by = replace(p, english=f"{p.english} by {who.object}")
                said = replace(said, predicate=by)
                when = (contract("von", who.dat),)
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
            unseen = p.verb.base in (*STATIVE, "get")
            if p.says.reflexive or p.says.to_self or p.light or unseen:
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
        if verb is HEAR and tense == "past":
            german = "gehört"
        return said, join(subject.nom, left[subject.person], who.acc, nicht, g, german)

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
            is_skill = p.verb.base in SKILLS and not (p.verb.particle or p.english)
            if not is_skill:
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
            while p.verb.past == p.verb.base:  # its past is only read off a tense
                p = self.predicate(subject)
        clause = Clause(subject, p, "past", time=Adverb("", "früher"), inner=True)
        e = replace(clause, tense="wanted to", time=NONE).main()[0]
        return e.replace(" wanted to ", " used to ", 1), clause.main()[1]

    def rather(self):
        """You had better go, I would rather stay."""
        subject = self.pick((I, I, YOU, YOU, HE, SHE, WE, TOM, THEY))
        tense, german = self.pick((("should", "besser"), ("would", "lieber")))
        clause = self.clause(subject, tense, 0.2)
        clause = replace(clause, adverb=NONE, time=NONE)
        if clause.tense != tense:  # nobody had better need it
            return self.rather()
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
