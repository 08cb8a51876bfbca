"""Words and idioms that phrases of everyday English and German are made of."""

import re
from dataclasses import replace

from lernformer.translator.corpus.everyday.clauses import (
    Adverb,
    Nominal,
    Predicate,
)
from lernformer.translator.corpus.everyday.idioms import DOINGS_TABLE, STATES_TABLE
from lernformer.translator.corpus.everyday.nouns import (
    ADJECTIVES,
    ENGLISH_NAMES,
    FEMALE,
    MALE,
    NOT_PREDICATE,
    NOUNS,
    SUPERLATIVES,
    rows,
)
from lernformer.translator.corpus.everyday.verbs import (
    BE,
    VERBS,
    WIR,
    Verb,
    verb_from,
)

NAMES = [
    Nominal(ENGLISH_NAMES.get(name, name.lower()), name, name, name, light=True)
    for name in MALE + FEMALE
]
ANYBODY = Nominal(
    "anybody",
    "jemand",
    "jemanden",
    "jemandem",
    without={"nom": "niemand", "acc": "niemanden", "dat": "niemandem"},
)
ANYTHING = Nominal(
    "anything",
    "etwas",
    "etwas",
    "etwas",
    without=dict.fromkeys(("nom", "acc", "dat"), "nichts"),
)
PLURALS = [
    Nominal("people", "die Leute", "die Leute", "den Leuten", WIR, reflexive="sich"),
    Nominal(
        "these people",
        "diese Leute",
        "diese Leute",
        "diesen Leuten",
        WIR,
        reflexive="sich",
    ),
    Nominal(
        "the people", "die Leute", "die Leute", "den Leuten", WIR, reflexive="sich"
    ),
    Nominal(
        "my parents",
        "meine Eltern",
        "meine Eltern",
        "meinen Eltern",
        WIR,
        reflexive="sich",
    ),
    Nominal(
        "your parents",
        "deine Eltern",
        "deine Eltern",
        "deinen Eltern",
        WIR,
        reflexive="sich",
    ),
    Nominal(
        "his parents",
        "seine Eltern",
        "seine Eltern",
        "seinen Eltern",
        WIR,
        reflexive="sich",
    ),
    Nominal(
        "her parents",
        "ihre Eltern",
        "ihre Eltern",
        "ihren Eltern",
        WIR,
        reflexive="sich",
    ),
    Nominal("you and i", "du und ich", "dich und mich", "dir und mir", WIR),
    Nominal("tom and i", "Tom und ich", "Tom und mich", "Tom und mir", WIR),
    Nominal(
        "tom and mary",
        "Tom und Maria",
        "Tom und Maria",
        "Tom und Maria",
        WIR,
        reflexive="sich",
    ),
    *(
        Nominal(
            *(f"{many} people", f"{viele} Leute", f"{viele} Leute", f"{vielen} Leuten"),
            WIR,
            reflexive="sich",
            behind=True,
        )
        for many, viele, vielen in (
            *(("many", "viele", "vielen"), ("some", "einige", "einigen")),
            *(
                ("most", "die meisten", "den meisten"),
                ("a few", "ein paar", "ein paar"),
            ),
            *(("three", "drei", "drei"), ("a lot of", "viele", "vielen")),
        )
    ),
    Nominal("both of them", "beide", "beide", "beiden", WIR, reflexive="sich"),
    Nominal("all of us", "wir alle", "uns alle", "uns allen", WIR),
]
# who one is oneself
SELVES = {
    "i": "myself", "you": "yourself", "he": "himself", "she": "herself", "we": "ourselves",
    "they": "themselves", "tom": "himself", "mary": "herself",
}  # fmt: skip
SOMETHING = Nominal("something", "etwas", "etwas", "etwas", behind=True)
NOTHING = Nominal("nothing", "nichts", "nichts", "nichts", behind=True)
EVERYTHING = Nominal("everything", "alles", "alles", "allem", behind=True)
TOM, MARY = NAMES[0], NAMES[len(MALE)]
WOMEN = {"she", *(name.english for name in NAMES[len(MALE) :])}  # to be told by
PERSONS = NOUNS["person"] + NOUNS["role"]
BY_NAME = {noun.english: noun for nouns in NOUNS.values() for noun in nouns}
OWNERS = ("my", "your", "his", "her", "our", "their")
KIN = {
    "father",
    "mother",
    "brother",
    "sister",
    "wife",
    "husband",
    "son",
    "grandmother",
    "grandfather",
    "daughter",
    "uncle",
    "aunt",
    "friend",
    "boss",
    "cousin",
    "girlfriend",
    "neighbor",
    "dad",
    "mom",
}
KINDS_OF_ADJECTIVE = {
    "person": "p",
    "role": "p",
    "animal": "p",
    "food": "f",
    "drink": "f",
}
NUMBERS = (
    "two",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "ten",
    "many",
    "some",
    "a lot of",
    "enough",
    "more",
    "a few",
    "few",
    "thirty",
)
# by which one hears that of fish there are several; some fish is etwas Fisch
OF_SEVERAL = ("these", "those", "two", "three", "five", "many", "a few")

TIMES = {
    "present": "today=heute; now=jetzt; every day=jeden Tag; tonight=heute Abend; every morning=jeden Morgen; right now=gerade; at night=nachts; on sunday=am Sonntag; on monday=am Montag; every night=jede Nacht; here=hier; again=wieder; together=zusammen; this week=diese Woche; often=oft; every week=jede Woche; on mondays=montags; all the time=die ganze Zeit; all day=den ganzen Tag; all night=die ganze Nacht; this year=dieses Jahr; in the morning=am Morgen; in the evening=am Abend; on saturday=am Samstag; these days=heutzutage",
    "past": "yesterday=gestern; today=heute; last night=gestern Abend; last week=letzte Woche; this morning=heute Morgen; again=wieder; last year=letztes Jahr; on monday=am Montag; a week ago=vor einer Woche; a year ago=vor einem Jahr; three days ago=vor drei Tagen; yesterday morning=gestern Morgen; last summer=letzten Sommer; last month=letzten Monat; all day=den ganzen Tag; all night=die ganze Nacht; together=zusammen; two hours ago=vor zwei Stunden; after dinner=nach dem Abendessen; before dinner=vor dem Abendessen; after school=nach der Schule; after work=nach der Arbeit; two years ago=vor zwei Jahren; years ago=vor Jahren; a long time ago=vor langer Zeit; last time=letztes Mal; the other day=neulich; the day before yesterday=vorgestern; this week=diese Woche; this year=dieses Jahr; in the morning=am Morgen; in the evening=am Abend; one day=eines Tages; all week=die ganze Woche; earlier=vorhin; at first=anfangs; all morning=den ganzen Morgen",
    "future": "tomorrow=morgen; today=heute; now=jetzt; tonight=heute Abend; soon=bald; later=später; again=wieder; next week=nächste Woche; on monday=am Montag; next year=nächstes Jahr; tomorrow morning=morgen früh; monday=am Montag; sunday=am Sonntag; on sunday=am Sonntag; this evening=heute Abend; in the morning=am Morgen; next summer=nächsten Sommer; together=zusammen; next month=nächsten Monat; in a week=in einer Woche; in a month=in einem Monat; in an hour=in einer Stunde; in two days=in zwei Tagen; in ten minutes=in zehn Minuten; first=zuerst; in a minute=gleich; after dinner=nach dem Abendessen; after school=nach der Schule; tomorrow night=morgen Abend; the day after tomorrow=übermorgen; this week=diese Woche; this time=diesmal; in the evening=am Abend; in the afternoon=am Nachmittag; for sure=bestimmt; by tomorrow=bis morgen; next time=nächstes Mal; one day=eines Tages; some day=eines Tages; from now on=von jetzt an; sooner or later=früher oder später; on saturday=am Samstag; this weekend=dieses Wochenende; at christmas=zu Weihnachten",
}
MIDDLE = "always=immer; often=oft; never=nie; already=schon; still=noch; really=wirklich; also=auch; usually=normalerweise; sometimes=manchmal; probably=wahrscheinlich; only=nur; almost=fast; almost never=fast nie; rarely=selten; seldom=selten; finally=endlich; kind of=irgendwie; now=jetzt; hardly=kaum; hardly ever=fast nie; barely=kaum; suddenly=plötzlich; actually=tatsächlich; definitely=bestimmt; obviously=offensichtlich; simply=einfach"
MANNERS = "well=gut; slowly=langsam; quickly=schnell; fast=schnell; hard=hart; a lot=viel; alone=allein; too much=zu viel; badly=schlecht; quietly=leise; very well=sehr gut; loudly=laut; very fast=sehr schnell; early=früh; late=spät; so fast=so schnell; so much=so viel; outside=draußen; upstairs=oben; together=zusammen; carefully=vorsichtig; inside=drinnen; for hours=stundenlang; by chance=zufällig; for a second=eine Sekunde; for a minute=eine Minute; a moment=einen Moment; twice=zweimal; once=einmal; abroad=im Ausland; too fast=zu schnell; more slowly=langsamer; faster=schneller; longer=länger; more=mehr; less=weniger; by accident=aus Versehen; on purpose=mit Absicht; in silence=schweigend; for a long time=lange; long=lange; for three days=drei Tage; for two hours=zwei Stunden; for ten minutes=zehn Minuten; for a week=eine Woche; for years=jahrelang; right away=sofort; at once=sofort; on time=pünktlich; in time=rechtzeitig; for free=umsonst; for nothing=umsonst; like that=so; like this=so; all alone=ganz allein; too soon=zu früh; for the first time=zum ersten Mal; three times=dreimal; many times=oft; once more=noch einmal; day and night=Tag und Nacht; for now=vorerst; too late=zu spät; too early=zu früh; a little longer=noch ein bisschen; a bit=ein bisschen; a little=ein bisschen; for a while=eine Weile; a while=eine Weile; once again=noch einmal; fine=gut; just fine=gut"
PLACES = "here=hier; there=dort; at home=zu Hause; at school=in der Schule; at work=bei der Arbeit; outside=draußen; upstairs=oben; in bed=im Bett; inside=drinnen; in the kitchen=in der Küche; next door=nebenan; over there=dort drüben; downstairs=unten; at the office=im Büro; in jail=im Gefängnis; in prison=im Gefängnis; nearby=in der Nähe; everywhere=überall; on the phone=am Telefon; on the table=auf dem Tisch; under the table=unter dem Tisch; in town=in der Stadt; abroad=im Ausland; in the hospital=im Krankenhaus; on the way=auf dem Weg; on vacation=im Urlaub; home=zu Hause; in the car=im Auto; in the house=im Haus; in the city=in der Stadt; at the party=auf der Party; out there=da draußen; out here=hier draußen; in here=hier drin; in there=da drin; up there=da oben; up here=hier oben; down there=da unten; down here=hier unten; at the door=an der Tür; on the bus=im Bus; on the train=im Zug; in the shower=unter der Dusche; under the bed=unter dem Bett; on the list=auf der Liste; on the team=in der Mannschaft; in the box=in der Kiste; near here=hier in der Nähe; at the airport=am Flughafen; on the roof=auf dem Dach; on the floor=auf dem Boden; at the university=an der Universität; in the rain=im Regen; in the dark=im Dunkeln; right here=genau hier; right there=genau dort; on tv=im Fernsehen; in class=im Unterricht; in the water=im Wasser; in the sun=in der Sonne; at the station=am Bahnhof; in the garden=im Garten; in the country=auf dem Land; on the street=auf der Straße"
GOALS = "home=nach Hause; there=dorthin; to school=zur Schule; to work=zur Arbeit; to bed=ins Bett; to church=in die Kirche; upstairs=nach oben; outside=nach draußen; to the station=zum Bahnhof; to the hospital=ins Krankenhaus; to the doctor=zum Arzt; to the park=in den Park; into the house=ins Haus; into the room=ins Zimmer; to the library=in die Bibliothek; to the bank=zur Bank; inside=nach drinnen; to jail=ins Gefängnis; to prison=ins Gefängnis; to the office=ins Büro; downstairs=nach unten; abroad=ins Ausland; to the party=zur Party; to the beach=an den Strand; to the store=in den Laden; back=zurück; into the kitchen=in die Küche; to town=in die Stadt; to the city=in die Stadt; to the movies=ins Kino; to the airport=zum Flughafen; to the university=zur Universität; to the window=zum Fenster; out of the house=aus dem Haus; out of the room=aus dem Zimmer; out of the car=aus dem Auto; into the water=ins Wasser; into the car=ins Auto"


DENYING = (
    "never",
    "almost never",
    "rarely",
    "seldom",
    "hardly",
    "hardly ever",
    "barely",
)


def _adverbs(text: str, **options: bool) -> list[Adverb]:
    pairs = [item.strip().split("=") for item in text.split(";")]
    return [Adverb(e, g, no=e in DENYING, **options) for e, g in pairs if g]


# how often, which "nicht" denies: nicht jeden Tag, but heute nicht
HOW_OFTEN = ("often", "again", "soon", "together", "every", "all the time")
TIMES_OF = {
    tense: [
        replace(time, behind=time.english.startswith(HOW_OFTEN))
        for time in _adverbs(text)
    ]
    for tense, text in TIMES.items()
}
IN_THE_MIDDLE = _adverbs(MIDDLE, middle=True)
HOW = _adverbs(MANNERS, behind=True)
HERE = [one for one in _adverbs(PLACES, behind=True) if one.english != "home"]
WELL = next(one for one in HOW if one.english == "well")
HOW += 6 * [WELL]  # said far more often than the others
WHERE = [(a.english, a.german) for a in _adverbs(PLACES)]
WHERE_TO = [(a.english, a.german) for a in _adverbs(GOALS)]
TOO = Adverb("too", "auch")
AS_WELL = Adverb("as well", "auch")


def idiom(german: str) -> Verb:
    """A German verb where English has another one."""
    return verb_from(f"be = {german} i")


HIERHER = idiom("hierher|kommen hierhergekommen*")
WISSEN = idiom("wissen weißt weiß gewusst")
FAHREN = idiom("fahren fährst fährt gefahren*")


SICH_SEIN = replace(BE, to_self=True)  # ich bin mir sicher


def _es(said: str) -> tuple[str, str]:
    """Of "es eilig" the "es", which stands before "nicht", and what is left."""
    first, *rest = said.split(" ")
    return ("es", " ".join(rest)) if first == "es" else ("", said)


def _parts(row: str) -> list[str]:
    """What stands between the bars; those of a prefix, fest|halten, have no spaces."""
    return re.split(r"\s+\|(?:\s+|$)", row)


def _state(row: str) -> Predicate:
    english, verb, said, *denied = _parts(row)
    german = BE if verb == "sein" else SICH_SEIN if verb == "sein!" else idiom(verb)
    if denied:
        return Predicate(BE, english, german, indefinite=said, negated=denied[0])
    light, rest = _es(said)  # ich habe es nicht eilig
    return Predicate(BE, english, german, light=light, rest=rest)


def denied(indefinite: str) -> str:
    """ein Buch: kein Buch."""
    return f"k{indefinite}" if indefinite.startswith("ein") else ""


def _doing(row: str) -> Predicate:
    base, english, verb, said, *more = _parts(row)
    negated = more[0] if more else denied(said)
    found = _REGULAR.get(base) or verb_from(f"{base} = {verb} i")
    p = Predicate(found, english, idiom(verb))
    if negated:
        return replace(p, indefinite=said, negated=negated)
    known = said.startswith(("die ", "den ", "das ")) and said != "das Richtige"
    if known:  # ich nehme den Bus nicht
        return replace(p, definite=said)
    light, rest = _es(said)
    return replace(p, light=light, rest=rest)


GET = verb_from("get got gotten = bekommen bekommen i")
_REGULAR = {verb.base: verb for verb in [GET, *reversed(VERBS)] if not verb.particle}
# what English says with "be" or of a noun, and German otherwise
STATES = [_state(row) for row in rows(STATES_TABLE)]
DOINGS = [_doing(row) for row in rows(DOINGS_TABLE)]
# after "have": English, German, German with "kein" (if it is indefinite)
HAD = [
    ("time", "Zeit", "keine Zeit"),
    ("fun", "Spaß", "keinen Spaß"),
    ("a headache", "Kopfschmerzen", "keine Kopfschmerzen"),
    ("a cold", "eine Erkältung", "keine Erkältung"),
    ("a bad cold", "eine schlimme Erkältung", "keine schlimme Erkältung"),
    ("a fever", "Fieber", "kein Fieber"),
    ("a choice", "eine Wahl", "keine Wahl"),
    ("an idea", "eine Idee", "keine Idee"),
    ("a problem", "ein Problem", "kein Problem"),
    ("a question", "eine Frage", "keine Frage"),
    ("money", "Geld", "kein Geld"),
    ("friends", "Freunde", "keine Freunde"),
    ("a job", "eine Arbeit", "keine Arbeit"),
    ("children", "Kinder", "keine Kinder"),
    ("two children", "zwei Kinder", ""),
    ("enough time", "genug Zeit", ""),
    ("enough money", "genug Geld", ""),
    ("a lot of money", "viel Geld", ""),
    ("a lot of friends", "viele Freunde", ""),
    ("a lot of time", "viel Zeit", ""),
    ("no money", "kein Geld", ""),
    ("no time", "keine Zeit", ""),
    ("no choice", "keine Wahl", ""),
    ("no idea", "keine Ahnung", ""),
    ("no friends", "keine Freunde", ""),
    ("a plan", "einen Plan", "keinen Plan"),
    ("blue eyes", "blaue Augen", "keine blauen Augen"),
    ("long hair", "lange Haare", "keine langen Haare"),
    ("short hair", "kurze Haare", "keine kurzen Haare"),
    ("brown eyes", "braune Augen", "keine braunen Augen"),
    ("a good idea", "eine gute Idee", "keine gute Idee"),
]


GO, HAVE, EAT = _REGULAR["go"], _REGULAR["have"], _REGULAR["eat"]
AGREE, REMEMBER = _REGULAR["agree"], _REGULAR["remember"]
BREAKFAST = idiom("frühstücken")
LUNCH = idiom("zu_Mittag_essen isst isst gegessen")
DINNER = idiom("zu_Abend_essen isst isst gegessen")
PREDICATIVE = [a for a in ADJECTIVES if a not in (*NOT_PREDICATE, *SUPERLATIVES)]
