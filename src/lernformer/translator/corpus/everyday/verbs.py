"""Verbs of everyday English and German, with all forms that a sentence may ask for.

Regular forms come from rules; the tables say only what no rule knows.
"""

from dataclasses import dataclass
from itertools import accumulate

from lernformer.translator.corpus.everyday.idioms import IDIOM_TABLE

# who the verb agrees with: I, you (du), he/she/it, we and they, you (ihr)
ICH, DU, ER, WIR, IHR = range(5)
Forms = tuple[str, str, str, str]

INSEPARABLE = ("be", "ver", "er", "ent", "ge", "zer", "über", "wider", "unter")
# verbs whose last letter is written twice: stopped, swimming
DOUBLED = """
    stop plan hug beg rob swim run sit get put win begin forget hit cut shut quit dig jog
    shop regret prefer admit chat nod let bet drop grab step set kid shrug
"""

# English base (past, participle where irregular; particle with "_"), "=",
# German: separable prefix "|", infinitive, perhaps du- and er-form, participle where
# it is not regular; "!" is for sich, "!!" for the one in the dative; "*" takes sein in
# the perfect; then the frame
#   i nothing, a accusative, d dative, p preposition, m motion, then kinds of objects
VERB_TABLE = """
    sleep slept slept = schlafen schläfst schläft geschlafen il
    work = arbeiten il
    sing sang sung = singen gesungen i
    dance = tanzen i
    laugh = lachen i
    cry = weinen i
    smile = lächeln i
    wait = warten il
    swim swam swum = schwimmen geschwommen* i
    run ran run = rennen gerannt* im
    walk = gehen gegangen* im
    go went gone = gehen gegangen* im
    come came come = kommen gekommen* im
    drive drove driven = fahren fährst fährt gefahren* im
    travel = reisen gereist* im
    fly flew flown = fliegen geflogen* im
    jump = springen gesprungen* i
    die = sterben stirbst stirbt gestorben* i
    live = leben il
    fall fell fallen = fallen fällst fällt gefallen* i
    stay = bleiben geblieben* il
    leave left left = gehen gegangen* i
    sit sat sat = sitzen gesessen il
    stand stood stood = stehen gestanden il
    lie lied lied = lügen gelogen i
    dream = träumen i
    cook = kochen ia food
    eat ate eaten = essen isst isst gegessen ia food
    drink drank drunk = trinken getrunken ia drink
    read read read = lesen liest liest gelesen ia book,letter,newspaper,diary,message,story
    write wrote written = schreiben geschrieben ia book,letter,message,story,song
    study = lernen il
    learn = lernen i
    smoke = rauchen i
    speak spoke spoken = sprechen sprichst spricht gesprochen i
    talk = reden i
    listen = zu|hören i
    play = spielen il
    help = helfen hilfst hilft geholfen id person
    win won won = gewinnen gewonnen i
    lose lost lost = verlieren verloren ia thing
    fight fought fought = kämpfen i
    scream = schreien geschrien i
    shout = schreien geschrien i
    rest = aus|ruhen! i
    arrive = an|kommen angekommen* i
    get_up got_up gotten_up = auf|stehen aufgestanden* i
    stand_up stood_up stood_up = auf|stehen aufgestanden* i
    wake_up woke_up woken_up = auf|wachen aufgewacht* i
    come_back came_back come_back = zurück|kommen zurückgekommen* i
    come_in came_in come_in = herein|kommen hereingekommen* i
    go_away went_away gone_away = weg|gehen weggegangen* i
    give_up gave_up given_up = auf|geben gibst gibt aufgegeben i
    fall_asleep fell_asleep fallen_asleep = ein|schlafen schläfst schläft eingeschlafen* i
    try = versuchen a it
    hurry = beeilen! i
    nod = nicken i
    snore = schnarchen i
    breathe = atmen i
    drown = ertrinken ertrunken* i
    fail = scheitern gescheitert* i
    survive = überleben i
    disappear = verschwinden verschwunden* i
    escape = entkommen entkommen* i
    vote = wählen i
    stop = auf|hören i
    agree = zu|stimmen i
    begin began begun = an|fangen fängst fängt angefangen i
    start = an|fangen fängst fängt angefangen i
    relax = entspannen! i
    pray = beten gebetet i
    joke = scherzen i
    see saw seen = sehen siehst sieht gesehen a person,animal,thing,place
    hear heard heard = hören ia person,animal,noise,voice,song,story
    know knew known = kennen gekannt a person,place,role
    love = lieben a person,animal,thing,food,drink,place,idea
    like = mögen magst mag gemocht a person,animal,thing,food,drink,place,idea,role
    hate = hassen a person,animal,thing,food,drink,place,idea
    need = brauchen a person,thing,food,drink,idea,role
    want = wollen willst will gewollt a thing,food,drink,idea
    have had had = haben hast hat gehabt a animal,thing,idea,person
    find found found = finden gefunden a person,animal,thing,place
    buy bought bought = kaufen a thing,food,drink,animal
    sell sold sold = verkaufen a thing,food,drink
    bring brought brought = mit|bringen mitgebracht a thing,food,drink
    take took taken = nehmen nimmst nimmt genommen a thing,food
    use = benutzen a thing
    make made made = machen a food,drink
    do did done = tun tust tut getan a it,that,this
    open = öffnen a door,window,box,bottle,bag,letter
    close = schließen geschlossen a door,window,book
    shut shut shut = schließen geschlossen a door,window
    wash = waschen wäschst wäscht gewaschen a car,shirt
    clean = putzen a house,shoe,kitchen,window,mirror,table
    clean = auf|räumen a room
    break broke broken = zerbrechen zerbrichst zerbricht zerbrochen a glass,cup,window
    repair = reparieren a car,bicycle,radio,clock
    fix = reparieren a car,bicycle,radio,clock
    drop = fallen_lassen a thing
    hit hit hit = schlagen schlägst schlägt geschlagen a person,animal,ball
    kill = töten a person,animal
    kiss = küssen a person
    hug = umarmen umarmt a person
    marry = heiraten a person
    meet met met = treffen triffst trifft getroffen a person
    visit = besuchen a person,place
    call = an|rufen angerufen ia person
    ask = fragen ia person
    invite = ein|laden lädst lädt eingeladen a person
    miss = vermissen a person,dog,cat,house,school
    understand understood understood = verstehen verstanden ia person,question,word,problem,joke,plan
    forget forgot forgotten = vergessen vergisst vergisst vergessen a person,name,thing
    remember = erinnern! ia -
    watch = beobachten a person
    teach taught taught = unterrichten a person
    save = retten a person,animal,life
    stop = auf|halten hältst hält aufgehalten a person
    catch caught caught = fangen fängst fängt gefangen a ball,fish,mouse,bird
    catch caught caught = erwischen a person
    carry = tragen trägst trägt getragen a thing,baby
    wear wore worn = tragen trägst trägt getragen a hat,shirt,coat,dress,shoe
    touch = an|fassen a person,thing,animal
    steal stole stolen = stehlen stiehlst stiehlt gestohlen a thing
    hide hid hidden = verstecken a thing,truth
    pay paid paid = bezahlen i
    order = bestellen a food,drink,book
    count = zählen i
    hurt hurt hurt = weh|tun tust tut wehgetan d person
    blame = die_Schuld_geben gibst gibt gegeben d person
    respect = respektieren a person
    admire = bewundern a person
    protect = beschützen a person,animal
    betray = verraten verrätst verrät verraten a person
    ignore = ignorieren a person,advice,problem
    hire = ein|stellen a person,role
    fire = feuern a person,role
    arrest = verhaften a person
    follow = folgen gefolgt* d person,animal
    believe = glauben d person
    trust = vertrauen d person
    thank = danken d person
    answer = antworten d person
    tell_the_truth told_the_truth told_the_truth = die_Wahrheit_sagen i
    wait_for = warten pauf,acc person,bus,train,taxi,answer,doctor
    look_for = suchen a person,thing,job,animal
    look_at = an|sehen siehst sieht angesehen a person
    listen_to = zu|hören d person
    talk_to = reden pmit,dat person
    speak_to spoke_to spoken_to = sprechen sprichst spricht gesprochen pmit,dat person
    speak_with spoke_with spoken_with = sprechen sprichst spricht gesprochen pmit,dat person
    talk_about = reden püber,acc person,idea,thing
    think_about thought_about thought_about = nach|denken nachgedacht püber,acc problem,question,plan,answer,person,money,food
    laugh_at = lachen püber,acc person,joke
    dance_with = tanzen pmit,dat person
    play_with = spielen pmit,dat person,animal,ball
    live_with = leben pmit,dat person
    work_with = arbeiten pmit,dat person
    work_for = arbeiten pfür,acc person
    turn_on = ein|schalten a radio,tv,light,computer
    turn_off = aus|schalten a radio,tv,light,computer
    put_on put_on put_on = an|ziehen angezogen a shirt,coat,dress,shoe,sweater,suit,glove,sock
    put_on put_on put_on = auf|setzen aufgesetzt a hat,cap,helmet
    take_off took_off taken_off = aus|ziehen ausgezogen a shirt,coat,dress,shoe,sweater,glove,sock
    take_off took_off taken_off = ab|nehmen nimmst nimmt abgenommen a hat,cap,helmet
    wake woke woken = wecken a person,baby
    show showed shown = zeigen g thing,picture,house
    give gave given = geben gibst gibt gegeben g thing,food,drink,answer,chance
    send sent sent = schicken g letter,message,picture,flower,book
    lend lent lent = leihen geliehen g money,book,car,umbrella,pen
    sell sold sold = verkaufen a house,car
    bring brought brought = bringen gebracht g thing,food,drink
    tell told told = erzählen g story,joke,secret
    draw drew drawn = zeichnen a picture,map,tree,flower,horse
    paint = malen a picture,house
    cut cut cut = schneiden geschnitten a bread,cake,meat,apple
    throw threw thrown = werfen wirfst wirft geworfen a ball
    hold held held = halten hältst hält gehalten a baby,bag
    kick = treten trittst tritt getreten a ball,dog
    build built built = bauen a house,ship,boat,bridge
    drive drove driven = fahren fährst fährt gefahren a car,bus,truck
    check = überprüfen a answer,list
    change = ändern a plan,life,name
    feed fed fed = füttern a dog,cat,baby,horse,bird
    accept = an|nehmen nimmst nimmt angenommen a gift,present,job,advice
    pass = bestehen bestanden a -
    own = besitzen besessen a house,car,horse,hotel,restaurant,gun
    lock = ab|schließen abgeschlossen a door,house,car
    rent = mieten a car,room,house
    choose chose chosen = wählen a color,name,song
    support = unterstützen a person,plan,decision
    fear = fürchten a person,animal,war
    solve = lösen a problem
    regret = bereuen a decision,mistake,it,that
    taste = probieren a soup,cake,wine,cheese
    scare = Angst_machen d person
    frighten = erschrecken a person
    explain = erklären a problem,plan,rule,joke
    deserve = verdienen a chance,present,person
    expect = erwarten a person,answer,letter
    warn = warnen a person
    shoot shot shot = erschießen erschossen a person,animal
    beat beat beaten = schlagen schlägst schlägt geschlagen a person
    handle = fertig_werden wirst wird geworden* pmit,dat it,that,this,person,problem
    prove = beweisen bewiesen a it,that,this
    deny = ab|streiten abgestritten a it,that
    ruin = ruinieren a life,plan,trip,dress
    notice = bemerken a person,mistake,thing
    recognize = erkennen erkannt a person,voice,face
    punish = bestrafen a person
    rescue = retten a person,animal
    attack = an|greifen angegriffen a person,animal
    murder = ermorden a person
    cheat = betrügen betrogen a person
    adopt = adoptieren a child,baby,dog,plan
    envy = beneiden a person
    forgive forgave forgiven = vergeben vergibst vergibt vergeben d person
    obey = gehorchen d person
    join = mit|machen pbei,dat person
    join_in = mit|machen i
    miss = verpassen a train,bus,plane
    lift = hoch|heben hochgehoben a box,stone,bag
    borrow = aus|leihen!! ausgeliehen a money,book,car,umbrella,pen
    put_away put_away put_away = weg|räumen a thing
    throw_away threw_away thrown_away = weg|werfen wirfst wirft weggeworfen a thing,food
    pick_up = auf|heben aufgehoben a book,pen,box,bag,ball,key,paper
    take_away took_away taken_away = weg|nehmen nimmst nimmt weggenommen a thing
    bet bet bet = wetten i
    apologize = entschuldigen! i
    faint = in_Ohnmacht_fallen fällst fällt gefallen* i
    complain = beschweren! i
    resign = zurück|treten trittst tritt zurückgetreten* i
    retire = in_Rente_gehen gegangen* i
    shave = rasieren! i
    cough = husten i
    yell = schreien geschrien i
    sit_down sat_down sat_down = setzen! i
    lie_down lay_down lain_down = hin|legen! i
    come_home came_home come_home = nach_Hause_kommen gekommen* i
    go_out went_out gone_out = aus|gehen ausgegangen* i
    go_back went_back gone_back = zurück|gehen zurückgegangen* i
    get_out got_out gotten_out = heraus|kommen herausgekommen* i
    run_away ran_away run_away = weg|laufen läufst läuft weggelaufen* i
    go_on went_on gone_on = weiter|machen i
    move = bewegen! i
    move = bewegen a hand,leg,arm,foot,head
    park = parken i
    mean meant meant = meinen a it,that,this
    look = schauen i
    push = schieben geschoben a car
    chase = verfolgen a person,animal
    phone = an|rufen angerufen a person
    fish = angeln i
    ski = Ski_fahren fährst fährt gefahren* i
    shoot_at shot_at shot_at = schießen geschossen pauf,acc person,animal
    grow grew grown = an|bauen a rice,fruit
"""

# what everyday German says in the preterite, not in the perfect
PRETERITES = {
    "haben": "hatte",
    "wollen": "wollte",
    "mögen": "mochte",
    "kennen": "kannte",
    "lieben": "liebte",
    "hassen": "hasste",
    "brauchen": "brauchte",
    "wissen": "wusste",
    "können": "konnte",
    "denken": "dachte",
    "aussehen": "sah",
    "klingen": "klang",
    "scheinen": "schien",
    "feststecken": "steckte",
    "sein": "war",
}
# what is told so of others and of oneself, but not of du, nor asked or denied: er ging,
# du bist gegangen; with any prefix that stands apart: er stand auf
TOLD = {
    "gehen": "ging",
    "kommen": "kam",
    "stehen": "stand",
    "sitzen": "saß",
    "werden": "wurde",
    "bleiben": "blieb",
    "fühlen": "fühlte",
    "fangen": "fing",
    "laufen": "lief",
    "rennen": "rannte",
    "lächeln": "lächelte",
    "lachen": "lachte",
    "öffnen": "öffnete",
    "schauen": "schaute",
    "setzen": "setzte",
    "sagen": "sagte",
    "lassen": "ließ",
    "weigern": "weigerte",
}
# what is told so of others alone, in main clauses: er gab, ich habe gegeben, weil er
# gegeben hat
OF_OTHERS = {
    "geben": "gab",
    "nehmen": "nahm",
    "sehen": "sah",
    "tragen": "trug",
    "sprechen": "sprach",
    "singen": "sang",
    "warten": "wartete",
    "hören": "hörte",
    "rufen": "rief",
    "schließen": "schloss",
    "fahren": "fuhr",
    "werfen": "warf",
    "antworten": "antwortete",
    "drehen": "drehte",
    "heben": "hob",
    "bringen": "brachte",
    "steigen": "stieg",
    "leben": "lebte",
    "spielen": "spielte",
    "bitten": "bat",
    "reden": "redete",
    "füttern": "fütterte",
    "besuchen": "besuchte",
    "schreien": "schrie",
    "halten": "hielt",
    "bewegen": "bewegte",
    "vertrauen": "vertraute",
    "nicken": "nickte",
    "schlafen": "schlief",
    "arbeiten": "arbeitete",
    "weinen": "weinte",
    "legen": "legte",
    "schießen": "schoss",
    "verfolgen": "verfolgte",
    "bekommen": "bekam",
    "streiten": "stritt",
}


@dataclass(frozen=True)
class Verb:
    """A verb in both languages; the English forms carry their particle."""

    base: str
    he: str
    past: str
    done: str  # the past participle
    doing: str
    particle: str
    prefix: str
    infinitive: str  # without the prefix
    present: Forms
    preterite: Forms | None
    participle: str
    with_sein: bool
    frame: str
    kinds: tuple[str, ...]
    reflexive: bool = False
    command: str = ""
    told: bool = False  # the preterite is not that of du, nor of the English perfect
    of_others: bool = False  # the preterite is that of er, sie, es alone
    to_self: bool = False  # ich leihe mir das Buch aus
    apart: bool = False  # the prefix is a word: Platz nehmen, die Wahrheit sagen

    @property
    def to_infinitive(self) -> str:
        """aufzustehen, zu schlafen, Platz zu nehmen."""
        space = " " if self.apart else ""
        return (
            f"{self.prefix}{space}zu{space or ' ' * (not self.prefix)}{self.infinitive}"
        )

    @property
    def plain(self) -> str:
        """aufstehen, schlafen, Platz nehmen."""
        return f"{self.prefix}{' ' * self.apart}{self.infinitive}"


def s_form(base: str) -> str:
    if base in ("have", "be"):
        return {"have": "has", "be": "is"}[base]
    if base.endswith(("s", "x", "ch", "sh", "o")):
        return base + "es"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + "s"


def ed_form(base: str) -> str:
    if base in DOUBLED.split():
        return base + base[-1] + "ed"
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ied"
    return base + "ed"


def ing_form(base: str) -> str:
    if base.endswith("ie"):
        return base[:-2] + "ying"
    if base in DOUBLED.split():
        return base + base[-1] + "ing"
    if base.endswith("ic"):  # panicking
        return base + "king"
    if base.endswith("e") and not base.endswith(("ee", "be")):
        return base[:-1] + "ing"
    return base + "ing"


def stem_of(infinitive: str) -> str:
    return infinitive.removesuffix("n").removesuffix("e")


def needs_e(stem: str) -> bool:
    """arbeit-e-t, öffn-e-t, atm-e-t."""
    hard = stem[-1] in "nm" and stem[-2] not in "aeiouäöürlhmn"
    return stem.endswith(("t", "d", "chn")) or hard


def regular_present(infinitive: str) -> Forms:
    stem = stem_of(infinitive)
    e = "e" * needs_e(stem)
    du = "t" if stem[-1] in "sßzx" else "st"
    ich = stem[:-2] + "le" if infinitive.endswith("eln") else stem + "e"
    return ich, stem + e + du, stem + e + "t", infinitive


def conjugated(forms: Forms, person: int) -> str:
    """One of the forms; that of ihr follows from that of wir: wir kommen, ihr kommt."""
    if person != IHR:
        return forms[person]
    wir = forms[WIR]
    stem = stem_of(wir)
    return "seid" if wir == "sind" else stem + "e" * needs_e(stem) + "t"


def regular_participle(infinitive: str, prefix: str) -> str:
    stem = stem_of(infinitive)
    ge = (
        ""
        if infinitive.endswith("ieren")
        or (infinitive.startswith(INSEPARABLE) and not prefix)
        else "ge"
    )
    return prefix + ge + stem + "e" * needs_e(stem) + "t"


def command_of(infinitive: str, present: Forms) -> str:
    """What one says to du: komm, warte, lies, fahr."""
    stem, du = stem_of(infinitive), present[DU]
    if infinitive in ("haben", "werden", "wissen"):
        return {"haben": "hab", "werden": "werde", "wissen": "wisse"}[infinitive]
    if du != regular_present(infinitive)[DU] and "ä" not in du:
        return du.removesuffix("t" if stem[-1] in "sß" else "st")
    if infinitive.endswith(("eln", "ern")):
        return present[ICH] if infinitive.endswith("eln") else stem + "e"
    return stem + "e" * (needs_e(stem) or stem.endswith(("dig", "reis")))


def preterite_of(ich: str) -> Forms:
    """ging, gingst, ging, gingen; of a weak verb: lernte, lerntest, lernte, lernten."""
    en = "n" if ich.endswith("e") else "en"
    st = "est" if ich.endswith(("ß", "ss", "d")) else "st"
    return ich, ich + st, ich, ich + en


def verb_from(row: str) -> Verb:
    """The verb that a row of ``VERB_TABLE`` describes."""
    english, german = (side.split() for side in row.split(" = "))
    bases = [word.partition("_") for word in english]
    base, particle = bases[0][0], bases[0][2].replace("_", " ")
    past, done = (bases[1][0], bases[2][0]) if len(bases) == 3 else (ed_form(base),) * 2
    word = german.pop(0)
    kinds: tuple[str, ...] = ()
    if german[-1] not in ("i", "im", "il"):
        kinds = tuple(german.pop().split(","))
    frame = german.pop()
    marks, word = len(word) - len(word.rstrip("!")), word.rstrip("!")
    prefix, _, infinitive = word.rpartition("|")
    words = infinitive.split("_")  # fallen lassen, die Wahrheit sagen
    prefix = " ".join([*words[:-1], prefix]).strip()
    infinitive = words[-1]
    ich, du, er, wir = regular_present(infinitive)
    if len(german) >= 2:
        du, er, german = german[0], german[1], german[2:]
    if infinitive in ("mögen", "wollen", "wissen", "können"):
        ich = er
    participle = german[0] if german else ""
    with_sein, participle = participle.endswith("*"), participle.removesuffix("*")
    if not participle:
        participle = regular_participle(infinitive, "" if len(words) > 1 else prefix)
    if word == "fallen_lassen":
        du, er, participle = "lässt", "lässt", "fallen gelassen"
    elif len(words) > 1:
        participle = f"{prefix} {participle}"
    present = ich, du, er, wir
    past_stem = PRETERITES.get(prefix + infinitive, "")
    told = infinitive in TOLD and not past_stem
    of_others = infinitive in OF_OTHERS and not past_stem
    past_stem = past_stem or (TOLD | OF_OTHERS).get(infinitive, "")
    return Verb(
        base,
        s_form(base),
        past,
        done,
        ing_form(base),
        particle,
        prefix,
        infinitive,
        present,
        preterite_of(past_stem) if past_stem else None,
        participle,
        with_sein,
        frame,
        kinds,
        marks == 1,
        command_of(infinitive, present),
        told,
        of_others,
        marks == 2,
        len(words) > 1,
    )


_ROWS = f"{VERB_TABLE.strip()}\n{IDIOM_TABLE.strip()}"
VERBS = [verb_from(row.strip()) for row in _ROWS.splitlines()]
# how much more often than another a verb is said
WEIGHTS = {
    "do": 9, "like": 9, "have": 9, "know": 7, "want": 7, "need": 7, "love": 7, "see": 6,
    "help": 5, "eat": 5, "hate": 4, "leave": 5, "stay": 4, "understand": 4, "believe": 4,
    "hear": 3, "trust": 2, "call": 4, "ask": 3, "find": 3, "buy": 3, "make": 3, "take": 3,
    "give": 4, "work": 4, "sleep": 4, "wait": 4, "swim": 3, "sing": 3, "cry": 3, "laugh": 3,
    "die": 4, "live": 4, "win": 4, "stop": 3, "try": 3, "run": 3, "walk": 3, "drink": 4,
    "read": 4, "write": 3, "kill": 3, "meet": 3, "miss": 3, "forget": 3, "speak": 3,
    "talk": 3, "study": 3, "play": 3, "drive": 3, "cook": 3, "smoke": 2, "wear": 3,
    "open": 3, "close": 2, "lie": 3, "talk to": 3, "wait for": 3, "look for": 2, "say": 3,
    "use": 2, "listen": 2, "tell": 2, "show": 2, "lose": 3, "fall": 2, "get up": 2,
    "come back": 3, "give up": 2, "pay": 2, "look at": 2, "agree": 2, "kiss": 2, "come": 2,
    "watch": 2, "bite": 2, "look": 2,
}  # fmt: skip
DO = next(verb for verb in VERBS if verb.base == "do")
MACHEN = verb_from("do did done = machen i")
STUDIEREN = verb_from("study = studieren studiert i")
# how often each comes, and those before it
OFTEN = list(
    accumulate(WEIGHTS.get(f"{verb.base} {verb.particle}".strip(), 1) for verb in VERBS)
)
BE = Verb(
    "be",
    "is",
    "was",
    "been",
    "being",
    "",
    "",
    "sein",
    ("bin", "bist", "ist", "sind"),
    ("war", "warst", "war", "waren"),
    "gewesen",
    True,
    "b",
    (),
    False,
    "sei",
)
BE_ENGLISH = {
    "present": ("am", "are", "is", "are"),
    "past": ("was", "were", "was", "were"),
}
HABEN: Forms = ("habe", "hast", "hat", "haben")
SEIN: Forms = ("bin", "bist", "ist", "sind")
WERDEN: Forms = ("werde", "wirst", "wird", "werden")
WURDE: Forms = ("wurde", "wurdest", "wurde", "wurden")


def _modal(ich: str, du: str) -> Forms:
    plural = {
        "kann": "können",
        "muss": "müssen",
        "will": "wollen",
        "darf": "dürfen",
        "soll": "sollen",
    }.get(ich, ich + "n")
    return ich, du, ich, plural


# English (I, you, he, we), its plain form after "do", "to", German, German with "nicht"
MODALS = {
    "can": (("can",) * 4, "", _modal("kann", "kannst")),
    "may be": (("may",) * 4, "", _modal("könnte", "könntest")),
    "shall": (("shall",) * 4, "", _modal("soll", "sollst")),
    "must": (("must",) * 4, "", _modal("muss", "musst")),
    "should": (("should",) * 4, "", _modal("sollte", "solltest")),
    "will": (("will",) * 4, "", WERDEN),
    "would": (("would",) * 4, "", _modal("würde", "würdest")),
    "could": (("could",) * 4, "", _modal("könnte", "könntest")),
    "might": (("might",) * 4, "", _modal("könnte", "könntest")),
    "may": (("may",) * 4, "", _modal("darf", "darfst")),
    "have to": (
        ("have to", "have to", "has to", "have to"),
        "have to",
        _modal("muss", "musst"),
    ),
    "need to": (
        ("need to", "need to", "needs to", "need to"),
        "need to",
        _modal("muss", "musst"),
    ),
    "want to": (
        ("want to", "want to", "wants to", "want to"),
        "want to",
        _modal("will", "willst"),
    ),
    "wanted to": (("wanted to",) * 4, "want to", _modal("wollte", "wolltest")),
    "had to": (("had to",) * 4, "have to", _modal("musste", "musstest")),
    "would like to": (("would like to",) * 4, "", _modal("würde", "würdest")),
}
