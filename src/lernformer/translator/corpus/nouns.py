"""Nouns, adjectives and adverbs of the corpus, as a dictionary lists them.

Each English word has one German word, so each sentence has one right translation.
Words for persons have a clear sex (aunt, waiter). A word for both sexes, such as
teacher, is a *role*. It has two German nouns, so it only occurs where the sentence
shows the sex.
"""

from lernformer.translator.corpus.declension import Adjective, Noun

# kind: English singular and plural; German article, nominative, genitive, plural
NOUNS_BY_KIND = {
    "man": """
        man men              der Mann Mannes Männer
        boy boys             der Junge Jungen Jungen
        king kings           der König Königs Könige
        actor actors         der Schauspieler Schauspielers Schauspieler
        waiter waiters       der Kellner Kellners Kellner
    """,
    "kinsman": """
        father fathers       der Vater Vaters Väter
        brother brothers     der Bruder Bruders Brüder
        uncle uncles         der Onkel Onkels Onkel
        son sons             der Sohn Sohnes Söhne
    """,
    "woman": """
        woman women          die Frau Frau Frauen
        girl girls           das Mädchen Mädchens Mädchen
        queen queens         die Königin Königin Königinnen
        actress actresses    die Schauspielerin Schauspielerin Schauspielerinnen
        waitress waitresses  die Kellnerin Kellnerin Kellnerinnen
    """,
    "kinswoman": """
        mother mothers       die Mutter Mutter Mütter
        sister sisters       die Schwester Schwester Schwestern
        aunt aunts           die Tante Tante Tanten
        daughter daughters   die Tochter Tochter Töchter
    """,
    "child": """
        child children       das Kind Kindes Kinder
    """,
    "animal": """
        dog dogs             der Hund Hundes Hunde
        cat cats             die Katze Katze Katzen
        horse horses         das Pferd Pferdes Pferde
        bird birds           der Vogel Vogels Vögel
        bear bears           der Bär Bären Bären
        cow cows             die Kuh Kuh Kühe
        mouse mice           die Maus Maus Mäuse
    """,
    "food": """
        apple apples         der Apfel Apfels Äpfel
        orange oranges       die Orange Orange Orangen
        cake cakes           der Kuchen Kuchens Kuchen
        bread -              das Brot Brotes -
        cheese -             der Käse Käses -
    """,
    "dish": """
        egg eggs             das Ei Eies Eier
        potato potatoes      die Kartoffel Kartoffel Kartoffeln
        soup -               die Suppe Suppe -
        meat -               das Fleisch Fleisches -
    """,
    "drink": """
        water -              das Wasser Wassers -
        milk -               die Milch Milch -
        coffee -             der Kaffee Kaffees -
        tea -                der Tee Tees -
        juice -              der Saft Saftes -
    """,
    "text": """
        book books           das Buch Buches Bücher
        letter letters       der Brief Briefes Briefe
        newspaper newspapers die Zeitung Zeitung Zeitungen
        story stories        die Geschichte Geschichte Geschichten
    """,
    "thing": """
        table tables         der Tisch Tisches Tische
        chair chairs         der Stuhl Stuhls Stühle
        picture pictures     das Bild Bildes Bilder
        key keys             der Schlüssel Schlüssels Schlüssel
        bottle bottles       die Flasche Flasche Flaschen
        cup cups             die Tasse Tasse Tassen
        knife knives         das Messer Messers Messer
        clock clocks         die Uhr Uhr Uhren
        gift gifts           das Geschenk Geschenks Geschenke
        umbrella umbrellas   der Regenschirm Regenschirms Regenschirme
        flower flowers       die Blume Blume Blumen
    """,
    "garment": """
        coat coats           der Mantel Mantels Mäntel
        dress dresses        das Kleid Kleides Kleider
        shirt shirts         das Hemd Hemdes Hemden
        hat hats             der Hut Hutes Hüte
    """,
    "vehicle": """
        car cars             das Auto Autos Autos
        bicycle bicycles     das Fahrrad Fahrrads Fahrräder
        ship ships           das Schiff Schiffes Schiffe
    """,
    "device": """
        computer computers   der Computer Computers Computer
        radio radios         das Radio Radios Radios
        lamp lamps           die Lampe Lampe Lampen
    """,
    "opening": """
        door doors           die Tür Tür Türen
        window windows       das Fenster Fensters Fenster
    """,
    "building": """
        house houses         das Haus Hauses Häuser
        school schools       die Schule Schule Schulen
        church churches      die Kirche Kirche Kirchen
        castle castles       das Schloss Schlosses Schlösser
        museum museums       das Museum Museums Museen
        hotel hotels         das Hotel Hotels Hotels
    """,
    "area": """
        garden gardens       der Garten Gartens Gärten
        park parks           der Park Parks Parks
        city cities          die Stadt Stadt Städte
        village villages     das Dorf Dorfes Dörfer
        forest forests       der Wald Waldes Wälder
    """,
    "room": """
        kitchen kitchens     die Küche Küche Küchen
        room rooms           das Zimmer Zimmers Zimmer
        cellar cellars       der Keller Kellers Keller
    """,
    "spot": """
        station stations     der Bahnhof Bahnhofs Bahnhöfe
        lake lakes           der See Sees Seen
        river rivers         der Fluss Flusses Flüsse
        bridge bridges       die Brücke Brücke Brücken
        island islands       die Insel Insel Inseln
        tree trees           der Baum Baumes Bäume
    """,
}

ROLES_BY_SEX = {
    "man": """
        director directors   der Regisseur Regisseurs Regisseure
        teacher teachers     der Lehrer Lehrers Lehrer
        doctor doctors       der Arzt Arztes Ärzte
        painter painters     der Maler Malers Maler
        singer singers       der Sänger Sängers Sänger
        writer writers       der Schriftsteller Schriftstellers Schriftsteller
        dancer dancers       der Tänzer Tänzers Tänzer
        musician musicians   der Musiker Musikers Musiker
    """,
    "woman": """
        director directors   die Regisseurin Regisseurin Regisseurinnen
        teacher teachers     die Lehrerin Lehrerin Lehrerinnen
        doctor doctors       die Ärztin Ärztin Ärztinnen
        painter painters     die Malerin Malerin Malerinnen
        singer singers       die Sängerin Sängerin Sängerinnen
        writer writers       die Schriftstellerin Schriftstellerin Schriftstellerinnen
        dancer dancers       die Tänzerin Tänzerin Tänzerinnen
        musician musicians   die Musikerin Musikerin Musikerinnen
    """,
}

# names for several kinds at once
KINDS = {
    "person": "man kinsman woman kinswoman child",
    "being": "person animal",
    "tool": "thing vehicle device opening",
    "ware": "tool garment book newspaper",
    "object": "tool garment text",
    "place": "building area room spot",
    "any": "being object place",
}

# English, German (with the stem before an ending if it differs), kinds
ADJECTIVES_BY_KIND = """
    old alt                        being object building area role
    young jung                     being role
    new neu                        object building
    big groß                       animal ware place
    small klein                    animal child ware place
    beautiful schön                woman thing garment place
    ugly hässlich                  ware building area
    good gut                       food dish drink text role
    bad schlecht                   food dish drink text role
    great großartig                text role
    famous berühmt                 man woman building area text role
    rich reich                     man woman kinsman kinswoman
    poor arm                       man woman kinsman kinswoman
    happy glücklich                person
    sad traurig                    person text
    tired müde                     being
    hungry hungrig                 being
    sick krank                     being
    friendly freundlich            person
    clever klug                    being role
    lazy faul                      being
    strong stark                   man kinsman animal
    brave mutig                    person role
    expensive teuer/teur           ware hotel food
    cheap billig                   ware food
    heavy schwer                   tool book
    red rot                        thing garment vehicle
    blue blau                      thing garment vehicle
    green grün                     thing garment vehicle
    black schwarz                  thing garment vehicle animal
    clean sauber                   garment vehicle room
    dirty schmutzig                garment vehicle room animal
    broken kaputt                  device vehicle
    fresh frisch                   food dish drink
    warm warm                      dish drink garment room
    cold kalt                      dish drink room
    hot heiß                       dish drink
    interesting interessant        text building area
    empty leer                     building room
"""

# adjectives that exclude each other
OPPOSITES = """
    old young new
    big small
    beautiful ugly
    good bad great
    rich poor
    happy sad
    expensive cheap
    red blue green black
    clean dirty
    fresh old
    warm cold hot
"""

# by sex
NAMES = {
    "man": ("Anthony Hopkins", "Michael Bay", "Peter", "Paul", "Thomas"),
    "woman": ("Anna", "Maria", "Julia", "Lisa"),
}

# The preposition, its German and its case, and the places it goes with. "To" and "into"
# answer "where to?", the others "where?".
PREPOSITIONS = {
    "in": ("in", "dat", "house school castle museum hotel area room"),
    "on": ("auf", "dat", "bridge island"),
    "at": ("an", "dat", "station lake river window door"),
    "under": ("unter", "dat", "table tree bridge"),
    "behind": ("hinter", "dat", "house church castle tree station"),
    "next to": ("neben", "dat", "house church hotel river tree"),
    "in front of": ("vor", "dat", "house school museum hotel"),
    "into": ("in", "acc", "house school church museum area room"),
    "to": ("zu", "dat", "station lake river bridge school church hotel"),
}
WHERE_TO = ("into", "to")

# adverbs of time, by the tense that they go with
TIMES = {
    "past": {
        "yesterday": "gestern",
        "last week": "letzte Woche",
        "on monday": "am Montag",
        "in the evening": "am Abend",
    },
    "present": {
        "today": "heute",
        "every day": "jeden Tag",
        "in the evening": "am Abend",
    },
    "future": {
        "today": "heute",
        "tomorrow": "morgen",
        "on sunday": "am Sonntag",
    },
}
FREQUENCIES = {"often": "oft", "always": "immer", "sometimes": "manchmal"}
MANNERS = {
    "quickly": "schnell",
    "slowly": "langsam",
    "quietly": "leise",
    "loudly": "laut",
    "carefully": "vorsichtig",
    "alone": "allein",
}


def _rows(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


def _noun(kind: str, english: list[str], german: list[str]) -> Noun:
    singular, plural = english
    article, nominative, genitive, german_plural = german
    gender = {"der": "m", "die": "f", "das": "n"}[article]
    return Noun(kind, singular, plural, gender, nominative, genitive, german_plural)


NOUNS = {
    row[0]: _noun(kind, row[:2], row[2:])
    for kind, text in NOUNS_BY_KIND.items()
    for row in _rows(text)
}

# ROLES[sex][English]
ROLES = {
    sex: {row[0]: _noun("role", row[:2], row[2:]) for row in _rows(text)}
    for sex, text in ROLES_BY_SEX.items()
}
SEXES = {"man": "man", "kinsman": "man", "woman": "woman", "kinswoman": "woman"}


def spread(kinds: str) -> frozenset[str]:
    """Kinds, groups of kinds and single nouns → plain kinds and nouns."""
    found: set[str] = set()
    for kind in kinds.split():
        found |= spread(KINDS[kind]) if kind in KINDS else {kind}
    return frozenset(found)


def _adjective(english: str, german: str, *kinds: str) -> Adjective:
    german, _, stem = german.partition("/")
    return Adjective(
        english, german, stem or german.removesuffix("e"), spread(" ".join(kinds))
    )


ADJECTIVES = {row[0]: _adjective(*row) for row in _rows(ADJECTIVES_BY_KIND)}
OPPOSED = _rows(OPPOSITES)


def go_together(first: Adjective | None, second: Adjective) -> bool:
    """Whether two fit: not "the old man is young" or "the old man is old"."""
    if not first or first == second:
        return not first
    return not any({first.english, second.english} <= set(row) for row in OPPOSED)
