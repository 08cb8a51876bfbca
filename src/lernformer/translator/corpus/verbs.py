"""Verbs of the corpus and their forms, in the order ICH, ER, WIR.

These persons are enough, because we leave out "you", which has three translations. The
German past is the perfect (hat gesehen), as in speech. Only sein, haben, wissen and the
modals are in the preterite (war, hatte, wusste, wollte).
"""

import re
from dataclasses import dataclass

from lernformer.translator.corpus.nouns import spread

# i | he, she, it, the dog | we, they, the dogs
ICH, ER, WIR = range(3)

Forms = tuple[str, str, str]
PERFECT = {"hat": ("habe", "hat", "haben"), "ist": ("bin", "ist", "sind")}


@dataclass(frozen=True)
class Verb:
    """A verb in both languages, with the kinds of nouns that go with it."""

    base: str
    present: Forms
    past: Forms
    particle: str  # asleep, for, up; "~up" goes after a pronoun: picks him up
    infinitive: str  # without the prefix
    german_present: Forms
    prefix: str = ""  # "an" in anrufen, which leaves the finite verb in main clauses
    auxiliary: Forms | None = None  # for the perfect; without it, the past is preterite
    participle: str = ""
    preterite: Forms | None = None
    subjects: frozenset[str] = frozenset()
    objects: frozenset[str] = frozenset()
    extras: frozenset[str] = frozenset()  # what else may be in the clause
    case: str = "acc"  # the object's case

    @property
    def name(self) -> str:
        """The name that distinguishes it from other verbs: "look for", "turn on"."""
        return f"{self.base} {self.particle.lstrip('~')}".strip()


@dataclass(frozen=True)
class Modal:
    """A modal verb or the future; the infinitive of the verb itself goes last."""

    english: Forms  # wants
    operator: Forms  # what comes first in a question and before "not": does
    remainder: str  # what follows the operator: want to
    german: Forms
    german_negated: Forms
    times: str  # the times it goes with: past or future

    @property
    def is_duty(self) -> bool:
        """Whether it is a duty: must, had to; negated, "darf nicht" or "muss nicht"."""
        return "muss" in self.german or "musste" in self.german

    @property
    def to(self) -> str:
        """What joins the modal and the verb: wants *to* sleep, can sleep."""
        return self.remainder.removeprefix("want ").removeprefix("have ")


# English base, he-form, past, particle; German infinitive, er-form, past;
# kinds of the subject; of the object; what else may be in the clause
INTRANSITIVE_FORMS = """
    sleep sleeps slept      | schlafen schläft hat geschlafen      | being
    work works worked       | arbeiten arbeitet hat gearbeitet
                            | person | | quickly slowly quietly alone
    sing sings sang         | singen singt hat gesungen
                            | person | | quietly loudly
    dance dances danced     | tanzen tanzt hat getanzt             | person
    laugh laughs laughed    | lachen lacht hat gelacht
                            | person | | quietly loudly
    cry cries cried         | weinen weint hat geweint
                            | person | | quietly loudly
    wait waits waited       | warten wartet hat gewartet           | being
    play plays played       | spielen spielt hat gespielt
                            | being | | quietly alone
    swim swims swam         | schwimmen schwimmt ist geschwommen
                            | being | | quickly slowly alone
    arrive arrives arrived  | an|kommen kommt ist angekommen       | person
    get gets got up         | auf|stehen steht ist aufgestanden
                            | person | | quickly slowly
    wake wakes woke up      | auf|wachen wacht ist aufgewacht      | being
    fall falls fell asleep  | ein|schlafen schläft ist eingeschlafen | being
"""

MOTION_FORMS = """
    go goes went            | gehen geht ist gegangen              | being | | into to
    come comes came         | kommen kommt ist gekommen            | being | | into to
    run runs ran            | rennen rennt ist gerannt             | being | | into to
    drive drives drove      | fahren fährt ist gefahren            | person | | to
"""

TRANSITIVE_FORMS = """
    see sees saw            | sehen sieht hat gesehen              | being | any
    find finds found        | finden findet hat gefunden
                            | person | animal object
    buy buys bought         | kaufen kauft hat gekauft
                            | person | object food | for
    sell sells sold         | verkaufen verkauft hat verkauft
                            | person | object food
    look looks looked for   | suchen sucht hat gesucht
                            | being | being object
    love loves loved        | lieben liebt hat geliebt             | person | being area
    admire admires admired  | bewundern bewundert hat bewundert
                            | person | person | as
    praise praises praised  | loben lobt hat gelobt
                            | person | person | as
    visit visits visited    | besuchen besucht hat besucht
                            | person | person building area
    draw draws drew         | zeichnen zeichnet hat gezeichnet
                            | person | being building | for
    carry carries carried   | tragen trägt hat getragen            | person | object
    eat eats ate            | essen isst hat gegessen
                            | being | food dish | quickly slowly
    drink drinks drank      | trinken trinkt hat getrunken
                            | being | drink | quickly slowly
    cook cooks cooked       | kochen kocht hat gekocht             | person | dish | for
    read reads read         | lesen liest hat gelesen
                            | person | text | quickly slowly alone
    write writes wrote      | schreiben schreibt hat geschrieben   | person | text | for
    open opens opened       | öffnen öffnet hat geöffnet
                            | person | opening | quickly slowly carefully
    close closes closed     | schließen schließt hat geschlossen
                            | person | opening | quickly quietly carefully
    forget forgets forgot   | vergessen vergisst hat vergessen     | person | object
    lose loses lost         | verlieren verliert hat verloren      | person | object
    repair repairs repaired | reparieren repariert hat repariert
                            | person | vehicle device | for
    need needs needed       | brauchen braucht hat gebraucht       | person | object
    have has had            | haben hat hatte
                            | person | object animal
    build builds built      | bauen baut hat gebaut
                            | person | building | for
    call calls called       | an|rufen ruft hat angerufen          | person | person
    invite invites invited  | ein|laden lädt hat eingeladen        | person | person
    look looks looked at    | an|sehen sieht hat angesehen         | being | being thing
    pick picks picked ~up   | ab|holen holt hat abgeholt           | person | person
    bring brings brought ~along | mit|bringen bringt hat mitgebracht
                            | person | thing food
    turn turns turned ~on   | ein|schalten schaltet hat eingeschaltet | person | device
    turn turns turned ~off  | aus|schalten schaltet hat ausgeschaltet | person | device
    try tries tried ~on     | an|probieren probiert hat anprobiert | person | garment
    throw throws threw ~away | weg|werfen wirft hat weggeworfen
                            | person | thing garment
    clean cleans cleaned ~up | auf|räumen räumt hat aufgeräumt      | person | room
"""

DATIVE_FORMS = """
    help helps helped       | helfen hilft hat geholfen            | person | person
    thank thanks thanked    | danken dankt hat gedankt             | person | person
    follow follows followed | folgen folgt ist gefolgt             | being | being
    answer answers answered | antworten antwortet hat geantwortet  | person | person
    trust trusts trusted    | vertrauen vertraut hat vertraut      | being | person
    listen listens listened to | zu|hören hört hat zugehört           | being | person
    belong belongs belonged to | gehören gehört hat gehört
                            | object animal | person
"""

DITRANSITIVE_FORMS = """
    give gives gave         | geben gibt hat gegeben
                            | person | object food
    show shows showed       | zeigen zeigt hat gezeigt
                            | person | object place animal
    send sends sent         | schicken schickt hat geschickt       | person | text thing
    bring brings brought    | bringen bringt hat gebracht
                            | person | food dish drink thing
"""

CLAUSAL_FORMS = """
    believe believes believed | glauben glaubt hat geglaubt          | person | | that
    say says said           | sagen sagt hat gesagt                | person | | that
    think thinks thought    | denken denkt hat gedacht             | person | | that
    know knows knew         | wissen weiß wusste                   | person | | that
    hope hopes hoped        | hoffen hofft hat gehofft             | person | | that
    ask asks asked          | fragen fragt hat gefragt             | person | | whether
"""

WEATHER_FORMS = """
    rain rains rained       | regnen regnet hat geregnet
    snow snows snowed       | schneien schneit hat geschneit
"""

# English (ICH, ER, WIR); operator; remainder; German; negated German if it differs:
# "must not" is "darf nicht"; the adverbs of time that go with it
MODAL_FORMS = """
    can can can | can can can | | kann kann können | | future
    must must must | must must must | | muss muss müssen | darf darf dürfen | future
    should should should | should should should | | sollte sollte sollten | | future
    will will will | will will will | | werde wird werden | | future
    want wants want | do does do | want to | will will wollen | | future
    wanted wanted wanted | did did did | want to | wollte wollte wollten | | past
    had had had | did did did | have to | musste musste mussten | | past
    would would would | would would would | like to | möchte möchte möchten | | future
"""


def _rows(text: str) -> list[list[str]]:
    """Return a table's cells; a line that begins with ``|`` continues the last one."""
    joined = text.strip().replace("\n" + " " * 28 + "|", " |")
    return [
        [cell.strip() for cell in re.split(r" \|(?= |$)", line)]
        for line in joined.splitlines()
    ]


def _first_person(infinitive: str, third_person: str) -> str:
    """ich sehe from sehen; but ich weiß like er weiß."""
    if not third_person.endswith("t"):
        return third_person
    return infinitive.removesuffix("n").removesuffix("e") + "e"


def _verb(
    english: str,
    german: str,
    subjects: str = "",
    objects: str = "",
    extras: str = "",
    *,
    case: str,
) -> Verb:
    base, he, past, *particle = english.split()
    infinitive, er, *past_german = german.split()
    prefix, _, infinitive = infinitive.rpartition("|")
    auxiliary, participle, preterite = None, "", None
    if len(past_german) == 2:
        auxiliary, participle = PERFECT[past_german[0]], past_german[1]
    else:
        preterite = (past_german[0], past_german[0], past_german[0] + "n")
    return Verb(
        base,
        (base, he, base),
        (past, past, past),
        "".join(particle),
        infinitive,
        (_first_person(infinitive, er), er, infinitive),
        prefix,
        auxiliary,
        participle,
        preterite,
        spread(subjects),
        spread(objects),
        frozenset(extras.split()),
        case,
    )


def _verbs(text: str, case: str = "acc") -> list[Verb]:
    return [_verb(*row, case=case) for row in _rows(text)]


INTRANSITIVE = _verbs(INTRANSITIVE_FORMS)
MOTION = _verbs(MOTION_FORMS)
TRANSITIVE = _verbs(TRANSITIVE_FORMS)
DATIVE = _verbs(DATIVE_FORMS, case="dat")
DITRANSITIVE = _verbs(DITRANSITIVE_FORMS)
CLAUSAL = _verbs(CLAUSAL_FORMS)
WEATHER = _verbs(WEATHER_FORMS)
BE = Verb(
    "be",
    ("am", "is", "are"),
    ("was", "was", "were"),
    "",
    "sein",
    ("bin", "ist", "sind"),
    preterite=("war", "war", "waren"),
    case="nom",  # of the predicate: er ist ein guter Lehrer
)


def _forms(text: str) -> Forms:
    ich, er, wir = text.split()
    return ich, er, wir


def _modal(
    english: str, operator: str, remainder: str, german: str, negated: str, times: str
) -> Modal:
    return Modal(
        _forms(english),
        _forms(operator),
        remainder,
        _forms(german),
        _forms(negated or german),
        times,
    )


MODALS = [_modal(*row) for row in _rows(MODAL_FORMS)]
WILL = MODALS[3]
