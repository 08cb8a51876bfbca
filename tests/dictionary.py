"""A dictionary and a textbook's tables, written by hand, not taken from the code.

The corpus's tests look up nouns, endings and verbs here.
"""

import re

from lernformer.translator.corpus import nouns, verbs

# nominative and genitive singular; nominative and dative plural
DICTIONARY = """
    der Mann, des Mannes; die Männer, den Männern
    der Junge, des Jungen; die Jungen, den Jungen
    der König, des Königs; die Könige, den Königen
    der Schauspieler, des Schauspielers; die Schauspieler, den Schauspielern
    der Kellner, des Kellners; die Kellner, den Kellnern
    der Vater, des Vaters; die Väter, den Vätern
    der Bruder, des Bruders; die Brüder, den Brüdern
    der Onkel, des Onkels; die Onkel, den Onkeln
    der Sohn, des Sohnes; die Söhne, den Söhnen
    die Frau, der Frau; die Frauen, den Frauen
    das Mädchen, des Mädchens; die Mädchen, den Mädchen
    die Königin, der Königin; die Königinnen, den Königinnen
    die Schauspielerin, der Schauspielerin; die Schauspielerinnen, den Schauspielerinnen
    die Kellnerin, der Kellnerin; die Kellnerinnen, den Kellnerinnen
    die Mutter, der Mutter; die Mütter, den Müttern
    die Schwester, der Schwester; die Schwestern, den Schwestern
    die Tante, der Tante; die Tanten, den Tanten
    die Tochter, der Tochter; die Töchter, den Töchtern
    das Kind, des Kindes; die Kinder, den Kindern
    der Hund, des Hundes; die Hunde, den Hunden
    die Katze, der Katze; die Katzen, den Katzen
    das Pferd, des Pferdes; die Pferde, den Pferden
    der Vogel, des Vogels; die Vögel, den Vögeln
    der Bär, des Bären; die Bären, den Bären
    die Kuh, der Kuh; die Kühe, den Kühen
    die Maus, der Maus; die Mäuse, den Mäusen
    der Apfel, des Apfels; die Äpfel, den Äpfeln
    die Orange, der Orange; die Orangen, den Orangen
    der Kuchen, des Kuchens; die Kuchen, den Kuchen
    das Brot, des Brotes
    der Käse, des Käses
    das Ei, des Eies; die Eier, den Eiern
    die Kartoffel, der Kartoffel; die Kartoffeln, den Kartoffeln
    die Suppe, der Suppe
    das Fleisch, des Fleisches
    das Wasser, des Wassers
    die Milch, der Milch
    der Kaffee, des Kaffees
    der Tee, des Tees
    der Saft, des Saftes
    das Buch, des Buches; die Bücher, den Büchern
    der Brief, des Briefes; die Briefe, den Briefen
    die Zeitung, der Zeitung; die Zeitungen, den Zeitungen
    die Geschichte, der Geschichte; die Geschichten, den Geschichten
    der Tisch, des Tisches; die Tische, den Tischen
    der Stuhl, des Stuhls; die Stühle, den Stühlen
    das Bild, des Bildes; die Bilder, den Bildern
    der Schlüssel, des Schlüssels; die Schlüssel, den Schlüsseln
    die Flasche, der Flasche; die Flaschen, den Flaschen
    die Tasse, der Tasse; die Tassen, den Tassen
    das Messer, des Messers; die Messer, den Messern
    die Uhr, der Uhr; die Uhren, den Uhren
    das Geschenk, des Geschenks; die Geschenke, den Geschenken
    der Regenschirm, des Regenschirms; die Regenschirme, den Regenschirmen
    die Blume, der Blume; die Blumen, den Blumen
    der Mantel, des Mantels; die Mäntel, den Mänteln
    das Kleid, des Kleides; die Kleider, den Kleidern
    das Hemd, des Hemdes; die Hemden, den Hemden
    der Hut, des Hutes; die Hüte, den Hüten
    das Auto, des Autos; die Autos, den Autos
    das Fahrrad, des Fahrrads; die Fahrräder, den Fahrrädern
    das Schiff, des Schiffes; die Schiffe, den Schiffen
    der Computer, des Computers; die Computer, den Computern
    das Radio, des Radios; die Radios, den Radios
    die Lampe, der Lampe; die Lampen, den Lampen
    die Tür, der Tür; die Türen, den Türen
    das Fenster, des Fensters; die Fenster, den Fenstern
    das Haus, des Hauses; die Häuser, den Häusern
    die Schule, der Schule; die Schulen, den Schulen
    die Kirche, der Kirche; die Kirchen, den Kirchen
    das Schloss, des Schlosses; die Schlösser, den Schlössern
    das Museum, des Museums; die Museen, den Museen
    das Hotel, des Hotels; die Hotels, den Hotels
    der Garten, des Gartens; die Gärten, den Gärten
    der Park, des Parks; die Parks, den Parks
    die Stadt, der Stadt; die Städte, den Städten
    das Dorf, des Dorfes; die Dörfer, den Dörfern
    der Wald, des Waldes; die Wälder, den Wäldern
    die Küche, der Küche; die Küchen, den Küchen
    das Zimmer, des Zimmers; die Zimmer, den Zimmern
    der Keller, des Kellers; die Keller, den Kellern
    der Bahnhof, des Bahnhofs; die Bahnhöfe, den Bahnhöfen
    der See, des Sees; die Seen, den Seen
    der Fluss, des Flusses; die Flüsse, den Flüssen
    die Brücke, der Brücke; die Brücken, den Brücken
    die Insel, der Insel; die Inseln, den Inseln
    der Baum, des Baumes; die Bäume, den Bäumen
    der Regisseur, des Regisseurs; die Regisseure, den Regisseuren
    der Lehrer, des Lehrers; die Lehrer, den Lehrern
    der Arzt, des Arztes; die Ärzte, den Ärzten
    der Maler, des Malers; die Maler, den Malern
    der Sänger, des Sängers; die Sänger, den Sängern
    der Schriftsteller, des Schriftstellers; die Schriftsteller, den Schriftstellern
    der Tänzer, des Tänzers; die Tänzer, den Tänzern
    der Musiker, des Musikers; die Musiker, den Musikern
    die Regisseurin, der Regisseurin; die Regisseurinnen, den Regisseurinnen
    die Lehrerin, der Lehrerin; die Lehrerinnen, den Lehrerinnen
    die Ärztin, der Ärztin; die Ärztinnen, den Ärztinnen
    die Malerin, der Malerin; die Malerinnen, den Malerinnen
    die Sängerin, der Sängerin; die Sängerinnen, den Sängerinnen
    die Schriftstellerin, der Schriftstellerin; die Schriftstellerinnen, den …
    die Tänzerin, der Tänzerin; die Tänzerinnen, den Tänzerinnen
    die Musikerin, der Musikerin; die Musikerinnen, den Musikerinnen
"""
WEAK_NOUNS = {"Junge": "Jungen", "Bär": "Bären"}  # accusative and dative

# determiner and ending of the adjective: nominative | accusative | dative | genitive
TEXTBOOK = """
    the m      der -e      | den -en     | dem -en     | des -en
    the f      die -e      | die -e      | der -en     | der -en
    the n      das -e      | das -e      | dem -en     | des -en
    the pl     die -en     | die -en     | den -en     | der -en
    this m     dieser -e   | diesen -en  | diesem -en  | dieses -en
    this f     diese -e    | diese -e    | dieser -en  | dieser -en
    this n     dieses -e   | dieses -e   | diesem -en  | dieses -en
    these pl   diese -en   | diese -en   | diesen -en  | dieser -en
    every m    jeder -e    | jeden -en   | jedem -en   | jedes -en
    every f    jede -e     | jede -e     | jeder -en   | jeder -en
    every n    jedes -e    | jedes -e    | jedem -en   | jedes -en
    which m    welcher -e  | welchen -en | welchem -en | welches -en
    which f    welche -e   | welche -e   | welcher -en | welcher -en
    which n    welches -e  | welches -e  | welchem -en | welches -en
    which pl   welche -en  | welche -en  | welchen -en | welcher -en
    all pl     alle -en    | alle -en    | allen -en   | aller -en
    a m        ein -er     | einen -en   | einem -en   | eines -en
    a f        eine -e     | eine -e     | einer -en   | einer -en
    a n        ein -es     | ein -es     | einem -en   | eines -en
    no m       kein -er    | keinen -en  | keinem -en  | keines -en
    no f       keine -e    | keine -e    | keiner -en  | keiner -en
    no n       kein -es    | kein -es    | keinem -en  | keines -en
    no pl      keine -en   | keine -en   | keinen -en  | keiner -en
    my m       mein -er    | meinen -en  | meinem -en  | meines -en
    my f       meine -e    | meine -e    | meiner -en  | meiner -en
    my n       mein -es    | mein -es    | meinem -en  | meines -en
    my pl      meine -en   | meine -en   | meinen -en  | meiner -en
    his m      sein -er    | seinen -en  | seinem -en  | seines -en
    his f      seine -e    | seine -e    | seiner -en  | seiner -en
    his n      sein -es    | sein -es    | seinem -en  | seines -en
    his pl     seine -en   | seine -en   | seinen -en  | seiner -en
    her m      ihr -er     | ihren -en   | ihrem -en   | ihres -en
    her f      ihre -e     | ihre -e     | ihrer -en   | ihrer -en
    her n      ihr -es     | ihr -es     | ihrem -en   | ihres -en
    her pl     ihre -en    | ihre -en    | ihren -en   | ihrer -en
    our m      unser -er   | unseren -en | unserem -en | unseres -en
    our f      unsere -e   | unsere -e   | unserer -en | unserer -en
    our n      unser -es   | unser -es   | unserem -en | unseres -en
    our pl     unsere -en  | unsere -en  | unseren -en | unserer -en
    their m    ihr -er     | ihren -en   | ihrem -en   | ihres -en
    their f    ihre -e     | ihre -e     | ihrer -en   | ihrer -en
    their n    ihr -es     | ihr -es     | ihrem -en   | ihres -en
    their pl   ihre -en    | ihre -en    | ihren -en   | ihrer -en
    many pl    viele -e    | viele -e    | vielen -en  | vieler -er
    some pl    einige -e   | einige -e   | einigen -en | einiger -er
    two pl     zwei -e     | zwei -e     | zwei -en    | zwei -er
    three pl   drei -e     | drei -e     | drei -en    | drei -er
    four pl    vier -e     | vier -e     | vier -en    | vier -er
    ten pl     zehn -e     | zehn -e     | zehn -en    | zehn -er
    – m        -er         | -en         | -em         | -en
    – f        -e          | -e          | -er         | -er
    – n        -es         | -es         | -em         | -en
    – pl       -e          | -e          | -en         | -er
"""

# an adjective before the ending -e
ADJECTIVES = """
    alte junge neue große kleine schöne hässliche gute schlechte großartige berühmte
    reiche arme glückliche traurige müde hungrige kranke freundliche kluge faule starke
    mutige teure billige schwere rote blaue grüne schwarze saubere schmutzige kaputte
    frische warme kalte heiße interessante leere
"""

# ich, er, wir; perfect or preterite
VERBS = """
    schlafe schläft schlafen; hat geschlafen
    arbeite arbeitet arbeiten; hat gearbeitet
    singe singt singen; hat gesungen
    tanze tanzt tanzen; hat getanzt
    lache lacht lachen; hat gelacht
    weine weint weinen; hat geweint
    warte wartet warten; hat gewartet
    spiele spielt spielen; hat gespielt
    schwimme schwimmt schwimmen; ist geschwommen
    komme an, kommt an, kommen an; ist angekommen
    stehe auf, steht auf, stehen auf; ist aufgestanden
    wache auf, wacht auf, wachen auf; ist aufgewacht
    schlafe ein, schläft ein, schlafen ein; ist eingeschlafen
    gehe geht gehen; ist gegangen
    komme kommt kommen; ist gekommen
    renne rennt rennen; ist gerannt
    fahre fährt fahren; ist gefahren
    sehe sieht sehen; hat gesehen
    finde findet finden; hat gefunden
    kaufe kauft kaufen; hat gekauft
    verkaufe verkauft verkaufen; hat verkauft
    suche sucht suchen; hat gesucht
    liebe liebt lieben; hat geliebt
    bewundere bewundert bewundern; hat bewundert
    lobe lobt loben; hat gelobt
    besuche besucht besuchen; hat besucht
    zeichne zeichnet zeichnen; hat gezeichnet
    trage trägt tragen; hat getragen
    esse isst essen; hat gegessen
    trinke trinkt trinken; hat getrunken
    koche kocht kochen; hat gekocht
    lese liest lesen; hat gelesen
    schreibe schreibt schreiben; hat geschrieben
    öffne öffnet öffnen; hat geöffnet
    schließe schließt schließen; hat geschlossen
    vergesse vergisst vergessen; hat vergessen
    verliere verliert verlieren; hat verloren
    repariere repariert reparieren; hat repariert
    brauche braucht brauchen; hat gebraucht
    habe hat haben; hatte hatten
    baue baut bauen; hat gebaut
    rufe an, ruft an, rufen an; hat angerufen
    lade ein, lädt ein, laden ein; hat eingeladen
    sehe an, sieht an, sehen an; hat angesehen
    hole ab, holt ab, holen ab; hat abgeholt
    bringe mit, bringt mit, bringen mit; hat mitgebracht
    schalte ein, schaltet ein, schalten ein; hat eingeschaltet
    schalte aus, schaltet aus, schalten aus; hat ausgeschaltet
    probiere an, probiert an, probieren an; hat anprobiert
    werfe weg, wirft weg, werfen weg; hat weggeworfen
    räume auf, räumt auf, räumen auf; hat aufgeräumt
    helfe hilft helfen; hat geholfen
    danke dankt danken; hat gedankt
    folge folgt folgen; ist gefolgt
    antworte antwortet antworten; hat geantwortet
    vertraue vertraut vertrauen; hat vertraut
    höre zu, hört zu, hören zu; hat zugehört
    gehöre gehört gehören; hat gehört
    gebe gibt geben; hat gegeben
    zeige zeigt zeigen; hat gezeigt
    schicke schickt schicken; hat geschickt
    bringe bringt bringen; hat gebracht
    glaube glaubt glauben; hat geglaubt
    sage sagt sagen; hat gesagt
    denke denkt denken; hat gedacht
    weiß weiß wissen; wusste wussten
    hoffe hofft hoffen; hat gehofft
    frage fragt fragen; hat gefragt
    regne regnet regnen; hat geregnet
    schneie schneit schneien; hat geschneit
    bin ist sind; war waren
"""
MODALS = """
    kann kann können
    muss muss müssen
    darf darf dürfen
    sollte sollte sollten
    werde wird werden
    will will wollen
    wollte wollte wollten
    musste musste mussten
    möchte möchte möchten
"""
DATIVE_VERBS = {"help", "thank", "follow", "answer", "trust", "listen to", "belong to"}


def lines(table):
    return [line.strip() for line in table.strip().splitlines()]


ARTICLES = {"der": "m", "die": "f", "das": "n"}
BY_NOUN = {line.split()[1].strip(",;"): line for line in lines(DICTIONARY)}
PARADIGM = {
    tuple(line.split()[:2]): [
        cell.split() for cell in line.split(maxsplit=2)[2].split("|")
    ]
    for line in lines(TEXTBOOK)
}
EVERY_NOUN = [
    *nouns.NOUNS.values(),
    *nouns.ROLES["man"].values(),
    *nouns.ROLES["woman"].values(),
]
EVERY_VERB = [
    *verbs.INTRANSITIVE,
    *verbs.MOTION,
    *verbs.TRANSITIVE,
    *verbs.DATIVE,
    *verbs.DITRANSITIVE,
    *verbs.CLAUSAL,
    *verbs.WEATHER,
    verbs.BE,
]
VERB = {verb.name: verb for verb in EVERY_VERB}


def gender_of(german):
    return ARTICLES[BY_NOUN[german].split()[0]]


def noun_form(german, case, plural):
    """The form built from the dictionary's line by the textbook's rules."""
    words = re.findall(r"[A-ZÄÖÜ]\w+|…", BY_NOUN[german])
    if plural:
        form = words[3] if case == "dat" else words[2]
        return words[2] if form == "…" else form
    if case == "gen":
        return words[1]
    return german if case == "nom" else WEAK_NOUNS.get(german, german)
