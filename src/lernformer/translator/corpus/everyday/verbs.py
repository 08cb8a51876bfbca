"""Verbs of everyday English and German, with all forms that a sentence may need.

Regular forms come from rules. ``tables/verbs.txt`` contains only what no rule can give.
"""

from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from lernformer.translator.corpus.everyday.tables import rows

# what the verb agrees with: I, you (du), he/she/it, we and they, you (ihr)
ICH, DU, ER, WIR, IHR = range(5)
Forms = tuple[str, str, str, str]

INSEPARABLE = ("be", "ver", "er", "ent", "ge", "zer", "über", "wider", "unter")
# verbs whose last letter is written twice: stopped, swimming
DOUBLED = """
    stop plan hug beg rob swim run sit get put win begin forget hit cut shut quit dig jog
    shop regret prefer admit chat nod let bet drop grab step set kid shrug
"""

# verbs that everyday German uses in the preterite, not in the perfect
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
    "leidtun": "tat",
    "gehören": "gehörte",
    "heißen": "hieß",
    "ausmachen": "machte",
}
# verbs with the preterite in statements about others and about ich, but not with du and
# not in questions or negations: er ging, du bist gegangen; also with any separable
# prefix: er stand auf
IN_STATEMENTS = {
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
# verbs with the preterite only about others, in main clauses: er gab, ich habe gegeben,
# weil er gegeben hat
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


PERFECT_ONLY = rows("verbs", "perfect only")  # about others, too


@dataclass(frozen=True)
class Verb:
    """A verb in both languages; the English forms include the particle."""

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
    in_statements: bool = False  # the preterite, except du and the English perfect
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
    def lemma(self) -> str:
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
    """Return one of the forms; ihr gets its form from wir: wir kommen, ihr kommt."""
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
    """Return the command for du: komm, warte, lies, fahr."""
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
    st = "est" if ich.endswith(("ß", "ss", "d", "tat")) else "st"
    return ich, ich + st, ich, ich + en


def verb_from(row: str) -> Verb:
    """Return the verb that a row of ``tables/verbs.txt`` describes."""
    english, german = (side.split() for side in row.split(" = "))
    bases = [word.partition("_") for word in english]
    base, particle = bases[0][0], bases[0][2].replace("_", " ")
    past, done = (bases[1][0], bases[2][0]) if len(bases) == 3 else (ed_form(base),) * 2
    word = german.pop(0)
    kinds: tuple[str, ...] = ()
    if german[-1] not in ("i", "im", "il"):
        kinds = tuple(german.pop().split(","))
    frame = german.pop()
    own_past = next((form[1:] for form in german if form[0] == "<"), "")
    german = [form for form in german if form[0] != "<"]
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
    perfect = prefix + infinitive in PERFECT_ONLY
    is_open = not (past_stem or perfect)
    in_statements = bool(own_past) or (infinitive in IN_STATEMENTS and is_open)
    of_others = infinitive in OF_OTHERS and is_open
    past_stem = own_past or past_stem
    if not perfect:
        past_stem = past_stem or (IN_STATEMENTS | OF_OTHERS).get(infinitive, "")
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
        in_statements,
        of_others,
        marks == 2,
        len(words) > 1,
    )


VERBS = [verb_from(row) for row in rows("verbs", "verbs") + rows("verbs", "idioms")]


@cache
def named(base: str, particle: str = "") -> Verb:
    """A verb of ``tables/verbs.txt``, by its English name."""
    return next(v for v in VERBS if v.base == base and v.particle == particle)


# how much more often than others a verb comes
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
DO = named("do")
MACHEN = verb_from("do did done = machen i")
STUDIEREN = verb_from("study = studieren studiert i")
# how often each verb is drawn, cumulatively
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


# English (I, you, he, we), its infinitive after "do", "to", German, German with "nicht"
MODALS = {
    "can": (("can",) * 4, "", _modal("kann", "kannst")),
    "may be": (("may",) * 4, "", _modal("könnte", "könntest")),
    "shall": (("shall",) * 4, "", _modal("soll", "sollst")),
    "must": (("must",) * 4, "", _modal("muss", "musst")),
    "should": (("should",) * 4, "", _modal("sollte", "solltest")),
    "will": (("will",) * 4, "", WERDEN),
    "would": (("would",) * 4, "", _modal("würde", "würdest")),
    "could": (("could",) * 4, "", _modal("könnte", "könntest")),
    "could then": (("could",) * 4, "", _modal("konnte", "konntest")),
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
    "had": (("had",) * 4, "", _modal("sollte", "solltest")),  # you had better go
    "used to": (("used to",) * 4, "use to", HABEN),  # German says it in the past
    # he must have slept: er muss geschlafen haben
    "must have": (("must have",) * 4, "", _modal("muss", "musst")),
    "can have": (("can have",) * 4, "", _modal("kann", "kannst")),
    "might have": (("might have",) * 4, "", _modal("könnte", "könntest")),
    "may have": (("may have",) * 4, "", _modal("könnte", "könntest")),
    "should have": (("should have",) * 4, "", HABEN),  # du hättest schlafen sollen
    "could have": (("could have",) * 4, "", HABEN),
    "would have": (("would have",) * 4, "", HABEN),  # sie hätte, er wäre geschlafen
}
