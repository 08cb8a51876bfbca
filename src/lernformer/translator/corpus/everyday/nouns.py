"""Nouns, names, adjectives and determiners of everyday English, and their German.

Each English word has one German word. A role such as *teacher* is masculine where no
clue tells: that is what German says of somebody whose sex is unknown.
"""

from lernformer.translator.corpus import german
from lernformer.translator.corpus.german import DIESER, EIN, MIXED, STRONG, WEAK

# English singular (and plural, where it is irregular; "_" is a space), German article,
# singular and plural; "-" is no plural, "+" a weak masculine noun (der Junge, den Jungen)
NOUNS_BY_KIND = {
    "person": """
        man/men der Mann Männer; boy der Junge+ Jungen; father der Vater Väter
        brother der Bruder Brüder; son der Sohn Söhne; uncle der Onkel Onkel
        woman/women die Frau Frauen; girl das Mädchen Mädchen
        mother die Mutter Mütter; sister die Schwester Schwestern
        daughter die Tochter Töchter; aunt die Tante Tanten
        wife/wives die Frau Frauen; husband der Mann Männer
        child/children das Kind Kinder; kid das Kind Kinder; baby das Baby Babys
        friend der Freund Freunde; girlfriend die Freundin Freundinnen
        cousin der Cousin Cousins; boss der Chef Chefs; dad der Vater Väter
        mom die Mutter Mütter; guy der Typ+ Typen; hero/heroes der Held+ Helden
        fool der Narr+ Narren; liar der Lügner Lügner; idiot der Idiot+ Idioten
        neighbor der Nachbar+ Nachbarn
        person der Mensch+ Menschen; dancer der Tänzer Tänzer; loser der Verlierer Verlierer
        gentleman/gentlemen der Herr+ Herren; lady die Dame Damen; spy/spies der Spion Spione
        grandmother die Großmutter Großmütter; grandfather der Großvater Großväter
        enemy der Feind Feinde; thief/thieves der Dieb Diebe
        patient der Patient+ Patienten; genius das Genie Genies; coward der Feigling Feiglinge
        family/families die Familie Familien
    """,
    "role": """
        teacher der Lehrer Lehrer; doctor der Arzt Ärzte
        student der Student+ Studenten; lawyer der Anwalt Anwälte
        driver der Fahrer Fahrer; nurse die Krankenschwester Krankenschwestern
        writer der Schriftsteller Schriftsteller; singer der Sänger Sänger
        artist der Künstler Künstler; poet der Dichter Dichter
        cook der Koch Köche; farmer der Bauer+ Bauern; pilot der Pilot+ Piloten
        bus_driver der Busfahrer Busfahrer; taxi_driver der Taxifahrer Taxifahrer
        truck_driver der Lastwagenfahrer Lastwagenfahrer
        tennis_player der Tennisspieler Tennisspieler
        musician der Musiker Musiker; expert der Fachmann Fachleute
        policeman/policemen der Polizist+ Polizisten; actor der Schauspieler Schauspieler
        engineer der Ingenieur Ingenieure; waiter der Kellner Kellner
    """,
    "animal": """
        dog der Hund Hunde; cat die Katze Katzen; horse das Pferd Pferde
        bird der Vogel Vögel; cow die Kuh Kühe; mouse/mice die Maus Mäuse
        animal das Tier Tiere; bear der Bär+ Bären; lion der Löwe+ Löwen
        spider die Spinne Spinnen; wolf/wolves der Wolf Wölfe; ghost der Geist Geister
    """,
    "food": """
        apple der Apfel Äpfel; orange die Orange Orangen; cake der Kuchen Kuchen
        egg das Ei Eier; banana die Banane Bananen; pizza die Pizza Pizzas
        cookie der Keks Kekse; sandwich das Sandwich Sandwiches
        bread das Brot -; meat das Fleisch -; rice der Reis -; cheese der Käse -
        soup die Suppe -; salt das Salz -; sugar der Zucker -; fruit das Obst -
        fish/fish der Fisch Fische; chicken das Huhn Hühner; ice das Eis -
        chocolate_cake der Schokoladenkuchen Schokoladenkuchen; chicken_soup die Hühnersuppe -
        ice_cream das Eis -
        meal das Essen -; butter die Butter -; chocolate die Schokolade -; food das Essen -
    """,
    "drink": """
        water das Wasser -; milk die Milch -; coffee der Kaffee -; tea der Tee -
        beer das Bier -; wine der Wein -; juice der Saft -
        orange_juice der Orangensaft -
    """,
    "thing": """
        book das Buch Bücher; letter der Brief Briefe; car das Auto Autos
        bicycle das Fahrrad Fahrräder; bike das Fahrrad Fahrräder
        bus/buses der Bus Busse; train der Zug Züge; ship das Schiff Schiffe
        boat das Boot Boote; taxi das Taxi Taxis; truck der Lastwagen Lastwagen
        key der Schlüssel Schlüssel; table der Tisch Tische
        chair der Stuhl Stühle; bed das Bett Betten; door die Tür Türen
        window das Fenster Fenster; bag die Tasche Taschen; box/boxes die Kiste Kisten
        knife/knives das Messer Messer; pen der Stift Stifte
        pencil der Bleistift Bleistifte; cup die Tasse Tassen
        glass das Glas -; bottle die Flasche Flaschen
        hat der Hut Hüte; shirt das Hemd Hemden; coat der Mantel Mäntel
        dress/dresses das Kleid Kleider; shoe der Schuh Schuhe
        phone das Telefon Telefone; computer der Computer Computer
        radio das Radio Radios; tv der Fernseher Fernseher
        clock die Uhr Uhren; watch/watches die Uhr Uhren
        camera die Kamera Kameras; picture das Bild Bilder; map die Karte Karten
        guitar die Gitarre Gitarren; piano das Klavier Klaviere
        umbrella der Regenschirm Regenschirme; ticket die Fahrkarte Fahrkarten
        gun die Waffe Waffen; ball der Ball Bälle; flower die Blume Blumen
        tree der Baum Bäume; newspaper die Zeitung Zeitungen; desk der Schreibtisch Schreibtische
        money das Geld -; medicine die Medizin -; paper das Papier -
        wallet die Brieftasche Brieftaschen; house das Haus Häuser
        present das Geschenk Geschenke; gift das Geschenk Geschenke
        seat der Platz Plätze; diary das Tagebuch Tagebücher; thing das Ding Sachen
        bell die Glocke Glocken; light das Licht Lichter; plane das Flugzeug Flugzeuge
        doll die Puppe Puppen; dictionary das Wörterbuch Wörterbücher; towel das Handtuch Handtücher
        rope das Seil Seile; suit der Anzug Anzüge; glove der Handschuh Handschuhe
        sock die Socke Socken; cap die Mütze Mützen; sweater der Pullover Pullover
        boot der Stiefel Stiefel; video das Video Videos; photo das Foto Fotos; beard der Bart Bärte
        weapon die Waffe Waffen; helmet der Helm Helme; ladder die Leiter Leitern; fork die Gabel Gabeln
        spoon der Löffel Löffel; plate der Teller Teller; page die Seite Seiten; flag die Fahne Fahnen
        stone der Stein Steine; ring der Ring Ringe; gate das Tor Tore; wall die Wand Wände
        throat der Hals -; stomach der Bauch -; knee das Knie Knie; hand die Hand Hände; arm der Arm Arme
        leg das Bein Beine; foot/feet der Fuß Füße; eye das Auge Augen
        ear das Ohr Ohren; nose die Nase Nasen; head der Kopf Köpfe
        face das Gesicht Gesichter; heart das Herz Herzen; tooth/teeth der Zahn Zähne
        hair das Haar Haare; mouth der Mund Münder; back der Rücken -
        bill die Rechnung Rechnungen; fire das Feuer Feuer
        password das Passwort Passwörter; passport der Pass Pässe; suitcase der Koffer Koffer; card die Karte Karten
        roof das Dach Dächer; soap die Seife -; gold das Gold -
        mirror der Spiegel Spiegel; cash das Bargeld -; check die Rechnung Rechnungen
        bus_stop die Bushaltestelle Bushaltestellen; video_game das Videospiel Videospiele
        phone_number die Telefonnummer Telefonnummern; car_key der Autoschlüssel Autoschlüssel
        birthday_cake der Geburtstagskuchen Geburtstagskuchen
        birthday_present das Geburtstagsgeschenk Geburtstagsgeschenke
        christmas_tree der Weihnachtsbaum Weihnachtsbäume
        building das Gebäude Gebäude; step der Schritt Schritte; leaf/leaves das Blatt Blätter; lock das Schloss Schlösser
        credit_card die Kreditkarte Kreditkarten
    """,
    "idea": """
        idea die Idee Ideen; problem das Problem Probleme; plan der Plan Pläne
        question die Frage Fragen; answer die Antwort Antworten
        job die Arbeit -; story die Geschichte Geschichten; song das Lied Lieder
        word das Wort Wörter; name der Name+ Namen; dream der Traum Träume
        mistake der Fehler Fehler; secret das Geheimnis Geheimnisse
        movie der Film Filme; film der Film Filme; game das Spiel Spiele
        music die Musik -; life das Leben -; love die Liebe -
        truth die Wahrheit -; joke der Witz Witze
        voice die Stimme Stimmen; decision die Entscheidung Entscheidungen
        chance die Chance Chancen; list die Liste Listen; reason der Grund Gründe
        message die Nachricht Nachrichten; advice der Rat -; trip die Reise Reisen
        rule die Regel Regeln; mess das Durcheinander -; team die Mannschaft Mannschaften
        proof der Beweis Beweise; help die Hilfe -; accident der Unfall Unfälle; time die Zeit -
        law das Gesetz Gesetze; class/classes die Klasse Klassen
        price der Preis Preise; theory die Theorie Theorien; luck das Glück -
        company die Firma Firmen; country das Land Länder; part der Teil Teile
        number die Nummer Nummern; language die Sprache Sprachen
        choice die Wahl -; address/addresses die Adresse Adressen; war der Krieg Kriege
        lie die Lüge Lügen; size die Größe Größen
        noise der Lärm -; color die Farbe Farben; promise das Versprechen Versprechen
        lesson die Lektion Lektionen; hobby das Hobby Hobbys; party/parties die Party Partys
        day der Tag Tage; week die Woche Wochen; year das Jahr Jahre; hour die Stunde Stunden
        second die Sekunde Sekunden; rain der Regen -; snow der Schnee -; hope die Hoffnung Hoffnungen
        order der Befehl Befehle; smell der Geruch Gerüche; minute die Minute Minuten; night die Nacht Nächte; moment der Moment Momente
        way der Weg Wege; surprise die Überraschung Überraschungen; trouble der Ärger -
        fault die Schuld -; birthday der Geburtstag Geburtstage; apology die Entschuldigung Entschuldigungen
        weather das Wetter -; world die Welt Welten; business das Geschäft Geschäfte; deal das Geschäft Geschäfte
        sun die Sonne -; moon der Mond -; sky der Himmel -; air die Luft -; winter der Winter Winter
        speech die Rede Reden; spring der Frühling -; rent die Miete -; purpose der Zweck Zwecke; month der Monat Monate; concert das Konzert Konzerte; exam die Prüfung Prüfungen
        test die Prüfung Prüfungen; place der Ort Orte; peace der Frieden -
        breakfast das Frühstück -; dinner das Abendessen -; lunch das Mittagessen -
        home das Zuhause -; work die Arbeit -; wish der Wunsch Wünsche; sound das Geräusch Geräusche
        attention die Aufmerksamkeit -; start der Anfang Anfänge; kiss der Kuss Küsse
        taste der Geschmack -; fight der Kampf Kämpfe; dance der Tanz Tänze; call der Anruf Anrufe
        phone_call der Anruf Anrufe; walk der Spaziergang Spaziergänge; sleep der Schlaf -
        smile das Lächeln Lächeln; fear die Angst Ängste; offer das Angebot Angebote
        shot der Schuss Schüsse; change die Veränderung Veränderungen
        birthday_party die Geburtstagsparty Geburtstagspartys
        scream der Schrei Schreie; vacation der Urlaub -; weekend das Wochenende Wochenenden; evening der Abend Abende
        bet die Wette Wetten; dream_job der Traumberuf Traumberufe
        love_song das Liebeslied Liebeslieder
    """,
    "place": """
        room das Zimmer Zimmer; kitchen die Küche Küchen; garden der Garten Gärten
        park der Park Parks; city die Stadt Städte; town die Stadt Städte
        school die Schule Schulen; church/churches die Kirche Kirchen
        hotel das Hotel Hotels; office das Büro Büros; station der Bahnhof Bahnhöfe
        hospital das Krankenhaus Krankenhäuser; restaurant das Restaurant Restaurants
        village das Dorf Dörfer; forest der Wald Wälder; bank die Bank Banken
        river der Fluss Flüsse; lake der See Seen; library die Bibliothek Bibliotheken
        car das Auto Autos; house das Haus Häuser; bridge die Brücke Brücken
        store der Laden Läden; beach/beaches der Strand Strände
        airport der Flughafen Flughäfen; university/universities die Universität Universitäten; zoo der Zoo Zoos; museum das Museum Museen
        living_room das Wohnzimmer Wohnzimmer; train_station der Bahnhof Bahnhöfe
        shop der Laden Läden
        police_station die Polizeiwache Polizeiwachen; coffee_shop das Café Cafés
        street die Straße Straßen
        bathroom das Badezimmer Badezimmer; cinema das Kino Kinos; supermarket der Supermarkt Supermärkte
    """,
}

MALE = ["Tom", "John", "Bob", "Jack", "Jim", "Ken", "Peter", "Paul", "Mike"]
FEMALE = ["Maria", "Anna", "Alice", "Jane", "Lisa", "Linda", "Emily", "Susan"]
ENGLISH_NAMES = {"Maria": "mary"}
CITIES = {
    "boston": "Boston",
    "london": "London",
    "paris": "Paris",
    "tokyo": "Tokio",
    "berlin": "Berlin",
    "australia": "Australien",
    "japan": "Japan",
    "germany": "Deutschland",
    "canada": "Kanada",
    "america": "Amerika",
    "england": "England",
}
LANGUAGES = {
    "french": "Französisch",
    "english": "Englisch",
    "german": "Deutsch",
    "japanese": "Japanisch",
    "spanish": "Spanisch",
}

# English, German (and its stem before an ending, where it differs), what it tells of:
# p of persons and animals, t of things and ideas, f of food, "-" never before a noun
ADJECTIVE_TABLE = """
    happy glücklich p; sad traurig p; tired müde p; hungry hungrig p; thirsty durstig p
    sick krank p; ill krank p; healthy gesund pf; angry wütend p; mad wütend p
    busy beschäftigt p; ready bereit -; late spät -; early früh -; alone allein -
    old alt pt; young jung p; new neu pt; big groß pt; large groß pt; tall groß p
    small klein pt; little klein pt; long lang t; short kurz t
    good gut ptf; bad schlecht tf; great großartig pt; nice nett p; kind nett p
    beautiful schön pt; pretty hübsch p; ugly hässlich pt; cute süß p
    rich reich p; poor arm p; famous berühmt pt; popular beliebt pt
    strong stark p; weak schwach p; brave mutig p; smart klug p; clever klug p
    wise weise p; stupid dumm pt; crazy verrückt pt; lazy faul p; funny lustig pt
    shy schüchtern p; quiet still p; lonely einsam p; polite höflich p; rude unhöflich p
    honest ehrlich p; friendly freundlich p; patient geduldig p; selfish egoistisch p
    serious ernst t; careful vorsichtig p; curious neugierig p; jealous eifersüchtig p
    nervous nervös p; worried besorgt p; excited aufgeregt p; surprised überrascht p
    confused verwirrt p; bored gelangweilt p; drunk betrunken p; blind blind p
    deaf taub p; dead tot p; fat dick p; thin dünn pt; free frei p; lucky glücklich -
    proud stolz p; married verheiratet p; single ledig p; naked nackt p; upset verärgert -
    afraid ängstlich -; scared ängstlich -; sorry traurig -; glad froh -
    safe sicher t; dangerous gefährlich pt; careless unvorsichtig p
    expensive teuer/teur t; cheap billig t; heavy schwer t; hard schwer t; soft weich t
    difficult schwierig t; easy leicht t; simple einfach t; important wichtig pt
    possible möglich t; impossible unmöglich t; necessary notwendig t; strange seltsam pt
    interesting interessant pt; boring langweilig pt; wonderful wunderbar t
    terrible schrecklich t; perfect perfekt t; cool cool pt; fair fair t; true wahr t
    wrong falsch t; right richtig t; correct richtig t; false falsch t; real echt t
    red rot t; blue blau t; green grün t; black schwarz t; white weiß t; brown braun t
    clean sauber t; dirty schmutzig pt; wet nass pt; dry trocken t; empty leer t
    full voll t; open offen t; closed geschlossen t; broken kaputt t; fast schnell pt
    slow langsam pt; dark dunkel/dunkl t; deep tief t; high hoch/hoh t; low niedrig t
    sharp scharf t; loud laut pt; warm warm tf; cold kalt tf; hot heiß tf; fresh frisch f
    sweet süß f; delicious köstlich f; different anders -; same gleich -; strict streng p
    innocent unschuldig p; guilty schuldig p; wealthy wohlhabend p; cruel grausam p
    secret geheim t; asleep eingeschlafen -; awake wach -; calm ruhig p; sure sicher -
    certain sicher -; ok okay -; okay okay -; fine gut -; well gut -; disappointed enttäuscht p
    ashamed beschämt -; bald kahl -; dizzy schwindlig -; lost verloren t; useful nützlich t
    useless nutzlos t; amazing unglaublich t; awesome großartig t; normal normal pt
    successful erfolgreich p; handsome gutaussehend p; intelligent intelligent p
    cautious vorsichtig -; exhausted erschöpft p; injured verletzt p; sleepy schläfrig p
    embarrassed verlegen -; annoyed verärgert -; shocked schockiert -; pleased erfreut -
    satisfied zufrieden -; fired gefeuert -; gone weg -; evil böse p; tough zäh p
    unhappy unglücklich p; homesick heimwehkrank -; impatient ungeduldig p; skinny mager p
    silent still -; depressed deprimiert p; divorced geschieden p; retired pensioniert p
    generous großzügig p; greedy gierig p; furious wütend p; dumb dumm p; pale blass p
    pregnant schwanger p; naive naiv p; finished fertig -; alive lebendig -; weird seltsam pt
    impressed beeindruckt p; unlucky unglücklich -; complicated kompliziert t; unusual ungewöhnlich t
    wide breit t; annoying lästig t; confusing verwirrend t; unfair unfair pt; optimistic optimistisch p
    helpful hilfreich p; foolish dumm p; reliable zuverlässig p; grateful dankbar p; creative kreativ p
    naughty unartig p; scary unheimlich pt; arrogant arrogant p; confident zuversichtlich p
    ambitious ehrgeizig p; absent abwesend -; frightened verängstigt p; available verfügbar -
    illegal illegal t; violent gewalttätig p; fantastic fantastisch t; comfortable bequem t
    exciting aufregend t; romantic romantisch p; anxious ängstlich -; nasty gemein p; bloody blutig t
    mean gemein p; lovely schön t; bright hell t; special besonder -; ridiculous lächerlich t
    hurt verletzt -; broke pleite -; japanese japanisch t; american amerikanisch t; canadian kanadisch t
    german deutsch t; french französisch t; english englisch t; spanish spanisch t
    stubborn stur p; charming charmant p; homeless obdachlos p; desperate verzweifelt p
    helpless hilflos p; moody launisch p; childish kindisch p; frustrated frustriert p; relieved erleichtert p
    convinced überzeugt -; unreliable unzuverlässig p; awful schrecklich t; huge riesig t; silly albern pt
    clear klar t; wild wild pt; modest bescheiden p; awkward peinlich t; odd seltsam t; incredible unglaublich t
    best beste -; worst schlimmste -; oldest älteste -; youngest jüngste -; biggest größte -
    first erste -; last letzte -; next nächste -; only einzige -; own eigene -
    left linke -
"""
# what the table's German would say wrongly after "to be", or not at all
NOT_PREDICATE = (
    "bald",
    "homesick",
    "unlucky",
    "anxious",
    "alive",
    "fine",
    "well",
    "sorry",
    "special",
    "fired",
    "lucky",
    "asleep",
    "scared",
    "afraid",
    "dizzy",
    "late",
    "early",
    "same",
    "ashamed",
    "little",
    "hungry",
    "thirsty",
    "sure",
    "certain",
    "hurt",
    "embarrassed",
    "retired",
    "broke",
    "japanese",
    "american",
    "canadian",
    "german",
    "french",
    "english",
    "spanish",
    *(
        "best",
        "worst",
        "oldest",
        "youngest",
        "biggest",
        "first",
        "last",
        "next",
        "only",
    ),
    "own",
    "left",
    "high",
    "hot",
    "cold",
    "warm",
)
# what one is or is not: nobody is very dead
ABSOLUTE_TABLE = """
    dead married gone alone asleep ready fine lost wrong same awesome terrible retired
    amazing perfect naked fired single awake ok okay
"""
ABSOLUTE = ABSOLUTE_TABLE.split()
# comparative and superlative: English, German
COMPARED = {
    "old": ("older", "älter"),
    "young": ("younger", "jünger"),
    "tall": ("taller", "größer"),
    "big": ("bigger", "größer"),
    "small": ("smaller", "kleiner"),
    "smart": ("smarter", "klüger"),
    "strong": ("stronger", "stärker"),
    "fast": ("faster", "schneller"),
    "slow": ("slower", "langsamer"),
    "rich": ("richer", "reicher"),
    "poor": ("poorer", "ärmer"),
    "good": ("better", "besser"),
    "bad": ("worse", "schlimmer"),
    "heavy": ("heavier", "schwerer"),
    "happy": ("happier", "glücklicher"),
    "cheap": ("cheaper", "billiger"),
    "beautiful": ("more beautiful", "schöner"),
    "expensive": ("more expensive", "teurer"),
    "interesting": ("more interesting", "interessanter"),
    "important": ("more important", "wichtiger"),
    "careful": ("more careful", "vorsichtiger"),
    "patient": ("more patient", "geduldiger"),
    "dangerous": ("more dangerous", "gefährlicher"),
    "difficult": ("more difficult", "schwieriger"),
    "famous": ("more famous", "berühmter"),
    "popular": ("more popular", "beliebter"),
    "intelligent": ("more intelligent", "intelligenter"),
    "polite": ("more polite", "höflicher"),
    "easy": ("easier", "leichter"),
    "nice": ("nicer", "netter"),
    "long": ("longer", "länger"),
    "short": ("shorter", "kürzer"),
    "cold": ("colder", "kälter"),
    "warm": ("warmer", "wärmer"),
    "pretty": ("prettier", "hübscher"),
    "funny": ("funnier", "lustiger"),
    "thin": ("thinner", "dünner"),
    "quiet": ("quieter", "stiller"),
}

# more so than all others: English, German; it ends like any adjective
SUPERLATIVES_TABLE = """
    tallest größte; smallest kleinste; smartest klügste; strongest stärkste
    fastest schnellste; richest reichste; happiest glücklichste; longest längste
    cheapest billigste; easiest einfachste; nicest netteste; funniest lustigste
    prettiest hübscheste; most beautiful schönste; most important wichtigste
    most expensive teuerste; most interesting interessanteste; most dangerous gefährlichste
    most famous berühmteste; most difficult schwierigste; most popular beliebteste
"""

# English determiner → German stem, endings, endings of the adjective after it
DETERMINERS = german.DETERMINERS | {
    "that": ("dies", DIESER, WEAK),
    "those": ("dies", DIESER, WEAK),
    "your": ("dein", EIN, MIXED),
    "its": ("sein", EIN, MIXED),
    "another": ("noch ein", EIN, MIXED),
    "any": ("irgendein", EIN, MIXED),
    "each": ("jed", DIESER, WEAK),
    "one": ("ein", EIN, MIXED),
    # with "*" before what is not counted: etwas Wasser, but einige Hunde
    "some*": ("etwas", None, STRONG),
    "a lot of*": ("viel", None, STRONG),
    "a lot of": ("viel", DIESER, STRONG),
    "much*": ("viel", None, STRONG),
    "a little*": ("ein bisschen", None, STRONG),
    "enough": ("genug", None, STRONG),
    "more": ("mehr", None, STRONG),
    "a few": ("ein paar", None, STRONG),
    "few": ("wenig", DIESER, STRONG),
    "some more*": ("noch etwas", None, STRONG),
    **{
        english: (word, None, STRONG)
        for english, word in zip(
            ["five", "six", "seven", "eight", "nine", "twenty", "thirty"],
            ["fünf", "sechs", "sieben", "acht", "neun", "zwanzig", "dreißig"],
            strict=True,
        )
    },
}
CONTRACTIONS = german.CONTRACTIONS | {
    ("an", "das"): "ans",
    ("von", "dem"): "vom",
    ("bei", "dem"): "beim",
}


# the singular where it follows no rule
IRREGULAR = {
    "Herr": {"acc": "Herrn", "dat": "Herrn", "gen": "Herrn"},
    "Herz": {"dat": "Herzen", "gen": "Herzens"},
    "Name": {"gen": "Namens"},
}


class Noun(german.Noun):
    """A noun of which single forms may follow no rule: dem Herrn, dem Herzen."""

    def form(self, case: str, plural: bool = False) -> str:
        irregular = {} if plural else IRREGULAR.get(self.german, {})
        return irregular.get(case) or super().form(case, plural)


def plural_of(noun: str) -> str:
    """The regular English plural."""
    if noun.endswith(("s", "x", "ch", "sh")):
        return noun + "es"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def _noun(kind: str, row: str) -> Noun:
    english, article, word, plural = row.split()
    singular, _, irregular = english.replace("_", " ").partition("/")
    weak, word = word.endswith("+"), word.removesuffix("+")
    gender = {"der": "m", "die": "f", "das": "n"}[article]
    genitive = word if gender == "f" else word + ("es" if word[-1] in "sßzx" else "s")
    if weak:
        genitive = plural
    counted = irregular or plural_of(singular)
    return Noun(
        kind,
        singular,
        counted if plural != "-" else "-",
        gender,
        word,
        genitive,
        plural,
    )


def rows(text: str) -> list[str]:
    """Entries of a table: one a line, or several with a semicolon between them."""
    return [
        row.strip()
        for line in text.strip().splitlines()
        for row in line.split(";")
        if row.strip()
    ]


NOUNS = {
    kind: [_noun(kind, row) for row in rows(text)]
    for kind, text in NOUNS_BY_KIND.items()
}
ADJECTIVES: dict[str, tuple[str, str, str]] = {}  # English → German, stem, kinds
for _row in rows(ADJECTIVE_TABLE):
    _english, _german, _kinds = _row.split()
    _word, _, _stem = _german.partition("/")
    ADJECTIVES[_english] = _word, _stem or _word.removesuffix("e"), _kinds
SUPERLATIVES = ["best", "worst", "biggest", "oldest", "youngest"]
for _row in rows(SUPERLATIVES_TABLE):
    _english, _, _german = _row.rpartition(" ")
    ADJECTIVES[_english] = _german, _german.removesuffix("e"), "-"
    SUPERLATIVES.append(_english)
# said far more often than the others
COMMON_TABLE = """
    old young new big small little long short tall good bad nice beautiful rich poor
    expensive cheap heavy important interesting red blue green black white clean dirty
    warm cold hot fast
"""
COMMON = frozenset(COMMON_TABLE.split())


def determiner(english: str, case: str, gender: str) -> str:
    stem, endings, _ = DETERMINERS[english]
    return stem + (endings[case, gender] if endings else "")


def adjective(english: str, after: str, case: str, gender: str) -> str:
    """Before a noun, with the ending that the determiner ``after`` asks for."""
    _, _, endings = DETERMINERS[after]
    return ADJECTIVES[english][1] + endings[case, gender]
