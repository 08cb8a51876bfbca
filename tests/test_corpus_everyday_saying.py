"""The everyday grammar: forms of address, statements about others, what people say.

The tables in this file are written by hand, not taken from the code.
"""

import re
from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from lernformer.translator.corpus.everyday import draw
from lernformer.translator.corpus.everyday.clauses import (
    EVERYBODY,
    HE,
    YOU,
    YOU_POLITE,
    YOU_TWO,
    Clause,
    I,
    Predicate,
)
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    HABEN,
    IHR,
    MODALS,
    SEIN,
    VERBS,
    WERDEN,
    WURDE,
    conjugated,
)
from lernformer.translator.corpus.everyday.words import STATES, TOM

YOU_GUYS = YOU_TWO[0]


def verb(name: str):
    return next(v for v in VERBS if f"{v.base} {v.particle}".strip() == name)


# ihr: present, and preterite where there is one
OF_IHR = """
    sleep: schlaft schlieft; work: arbeitet arbeitetet; go: geht gingt; come: kommt kamt
    sit: sitzt saßt; see: seht saht; take: nehmt nahmt; give: gebt gabt; read: lest
    eat: esst; help: helft; like: mögt mochtet; want: wollt wolltet; have: habt hattet
    know about: wisst wusstet; do: tut; smile: lächelt lächeltet; change: ändert
    open: öffnet öffnetet; find: findet; hold: haltet hieltet; kick: tretet
    wait: wartet wartetet; drive: fahrt fuhrt; wash: wascht; forget: vergesst
    speak: sprecht spracht; run: rennt ranntet
"""


@pytest.mark.parametrize("row", OF_IHR.strip().replace("\n", ";").split(";"))
def test_verbs_of_ihr(row):
    name, forms = row.strip().split(": ")
    said = verb(name)
    preterite = [conjugated(said.preterite, IHR)] if said.preterite else []
    assert [conjugated(said.present, IHR), *preterite] == forms.split()


def test_helping_verbs_of_ihr():
    tables = (SEIN, HABEN, WERDEN, WURDE, BE.preterite)
    said = [conjugated(forms, IHR) for forms in tables]
    assert said == ["seid", "habt", "werdet", "wurdet", "wart"]
    names = (
        "can",
        "must",
        "should",
        "would like to",
        "may",
        "want to",
        "would",
        "had to",
    )
    said = [conjugated(MODALS[name][2], IHR) for name in names]
    assert said == [
        *("könnt", "müsst", "solltet", "würdet", "dürft", "wollt", "würdet", "musstet")
    ]


HOME = Predicate(verb("go"), "home", rest="nach Hause")
READY = Predicate(BE, "ready", rest="bereit")
SIT_DOWN = Predicate(verb("sit down"))
GIVE_IT = Predicate(verb("give"), "it to me", light="es mir")


def test_several_are_ihr_and_strangers_are_sie():
    assert Clause(YOU_GUYS, READY).question() == (
        "are you guys ready",
        "seid ihr bereit",
    )
    assert Clause(YOU_GUYS, HOME, "past").main() == (
        "you guys went home",
        "ihr seid nach Hause gegangen",
    )
    assert Clause(YOU_GUYS, SIT_DOWN, "can").main()[1] == "ihr könnt euch setzen"
    assert Clause(YOU_GUYS, SIT_DOWN).command()[1] == "setzt euch"
    assert Clause(YOU_POLITE, READY, "past").question() == (
        "were you ready",
        "waren Sie bereit",
    )
    assert Clause(YOU_POLITE, SIT_DOWN).command() == ("sit down", "setzen Sie sich")
    assert Clause(YOU_POLITE, READY).command()[1] == "seien Sie bereit"
    assert Clause(YOU, GIVE_IT).command()[1] == "gib es mir"


def test_everybody_is_said_of_all():
    assert Clause(EVERYBODY, READY).question() == (
        "is everybody ready",
        "sind alle bereit",
    )
    assert Clause(EVERYBODY, HOME).main() == (
        "everybody goes home",
        "alle gehen nach Hause",
    )


# some verbs become "jeder", but only in a main clause and not in the perfect
OF_EACH = [
    (Predicate(verb("know"), "tom", definite="Tom"), "present", "jeder kennt Tom"),
    (Predicate(verb("need"), "it", light="es"), "present", "jeder braucht es"),
    (Predicate(verb("have"), "time", indefinite="Zeit"), "present", "jeder hat Zeit"),
    (Predicate(verb("laugh")), "can", "jeder kann lachen"),
    (Predicate(verb("laugh")), "perfect", "alle haben gelacht"),
    (Predicate(verb("like"), "tom", definite="Tom"), "present", "alle mögen Tom"),
]


@pytest.mark.parametrize(("predicate", "tense", "german"), OF_EACH)
def test_of_each(predicate, tense, german):
    assert Clause(EVERYBODY, predicate, tense).main()[1] == german


def test_not_of_each_in_a_dependent_clause():
    knows = Clause(EVERYBODY, OF_EACH[0][0])
    assert knows.subordinate("that", "dass")[1] == ", dass alle Tom kennen"
    assert knows.question()[1] == "kennen alle Tom"


def test_the_preterite_tells_of_others():
    """It is not used about oneself, in questions or in negations."""
    assert Clause(HE, GIVE_IT, "past").main()[1] == "er gab es mir"
    assert Clause(HE, GIVE_IT, "past").question()[1] == "hat er es mir gegeben"
    assert Clause(HE, GIVE_IT, "past", True).main()[1] == "er hat es mir nicht gegeben"
    assert Clause(HE, GIVE_IT, "perfect").main()[1] == "er hat es mir gegeben"
    you = replace(GIVE_IT, english="it to you", light="es dir")
    assert Clause(I, you, "past").main()[1] == "ich habe es dir gegeben"
    assert Clause(TOM, HOME, "past").question()[1] == "ist Tom nach Hause gegangen"
    assert Clause(TOM, READY, "past").question()[1] == "war Tom bereit"


def test_where_english_does_not_tell_the_past():
    hit = Predicate(verb("hit"), "him", light="ihn")
    assert Clause(I, hit).main() == ("i hit him", "ich habe ihn geschlagen")
    assert Clause(HE, hit).main() == ("he hits him", "er schlägt ihn")
    assert Clause(I, hit, negated=True).main()[1] == "ich schlage ihn nicht"
    assert Clause(YOU, Predicate(verb("read")), "past").main() == (
        "you read",
        "du liest",
    )


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("hungry", "ich habe Hunger; ich habe keinen Hunger"),
        ("in a hurry", "ich habe es eilig; ich habe es nicht eilig"),
        ("sure", "ich bin mir sicher; ich bin mir nicht sicher"),
        ("alive", "ich lebe; ich lebe nicht"),
        ("out", "ich bin nicht da; ich bin da"),
    ],
)
def test_states(english, german):
    state = next(p for p in STATES if p.english == english)
    said = [Clause(I, state, negated=no).main()[1] for no in (False, True)]
    assert "; ".join(said) == german


# What is drawn ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("construction", "english", "german"),
    [
        ("feeling_that", r"^\w+ (am|is|are) not sure", "nicht sicher , ob "),
        ("that_clause", "^.{1,5} heard", "(habe|hast|hat|haben) gehört , dass "),
        ("passive", " was .* by tom$", r" wurden? (.* )?von Tom "),
        ("okay", r"not (?!.*(that|quite|do it|turn\w*) right$).* right$", ", oder ?"),
        ("it_is_that", "^it is strange that ", "^es ist seltsam , dass "),
        (
            "may_be",
            r"\bmay (shut|beat|put|hit|let)\b",
            "^(?!.*(habe|haben|hat) vielleicht)",
        ),
        ("want_somebody_to", " to (put|hit) ", "^(?!.*(legte|schlug))"),
        ("wh_question", r"^where .* drive\b", "^wohin "),
        ("wh_question", r"^how (did|do|does) \w+ know (?!any)", "^woher "),
        ("know_how", r"how to (cook|read|drive) \w+ \w+", " , wie man "),
        ("for_him", "^he bought me an? ", r"^er hat mir eine?n? .* gekauft \."),
        ("been_doing", "^i have been .*ing all day$", "^ich .* schon den ganzen Tag"),
        (
            "that_clause",
            r"thought (that )?(he|she|it|i) was (?!\w*ing)\w+$",
            " wäre ",
        ),
    ],
)
def test_what_follows(construction, english, german):
    random = Random(construction)
    drawn = (draw(random, construction) for _ in range(8_000))
    fitting = (s.target for s in drawn if re.search(english, s.source))
    targets = [*islice(fitting, 50)]
    assert targets
    assert all(re.search(german, target) for target in targets)
