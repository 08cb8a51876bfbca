"""German endings in tables, as in a textbook: determiners, adjectives, nouns.

The cases are ``nom``, ``acc``, ``dat`` and ``gen``. The genders are ``m``, ``f`` and
``n``. The plural is the same for all genders, so ``pl`` is a fourth column.
"""

from dataclasses import dataclass

CASES = ("nom", "acc", "dat", "gen")


def _table(text: str) -> dict[tuple[str, str], str]:
    """Read a table of endings into (case, gender) → ending; ``-`` means no ending."""
    genders, *rows = [line.split() for line in text.strip().splitlines()]
    return {
        (case, gender): ending.replace("-", "")
        for case, *endings in rows
        for gender, ending in zip(genders, endings, strict=True)
    }


THE = _table("""
        m    f    n    pl
    nom der  die  das  die
    acc den  die  das  die
    dat dem  der  dem  den
    gen des  der  des  der
""")

DIESER = _table("""
        m   f   n   pl
    nom er  e   es  e
    acc en  e   es  e
    dat em  er  em  en
    gen es  er  es  er
""")

EIN = _table("""
        m   f   n   pl
    nom -   e   -   e
    acc en  e   -   e
    dat em  er  em  en
    gen es  er  es  er
""")

# An adjective shows the case if nothing before it does (strong), shows little if the
# article has shown it (weak), and fills the gaps of "ein" (mixed).
STRONG = _table("""
        m   f   n   pl
    nom er  e   es  e
    acc en  e   es  e
    dat em  er  em  en
    gen en  er  en  er
""")

WEAK = _table("""
        m   f   n   pl
    nom e   e   e   en
    acc en  e   e   en
    dat en  en  en  en
    gen en  en  en  en
""")

MIXED = _table("""
        m   f   n   pl
    nom er  e   es  en
    acc en  e   es  en
    dat en  en  en  en
    gen en  en  en  en
""")

# English determiner → German stem, its endings, the endings of an adjective after it.
DETERMINERS = {
    "the": ("", THE, WEAK),
    "this": ("dies", DIESER, WEAK),
    "these": ("dies", DIESER, WEAK),
    "every": ("jed", DIESER, WEAK),
    "which": ("welch", DIESER, WEAK),
    "all": ("all", DIESER, WEAK),
    "a": ("ein", EIN, MIXED),
    "no": ("kein", EIN, MIXED),
    "my": ("mein", EIN, MIXED),
    "his": ("sein", EIN, MIXED),
    "her": ("ihr", EIN, MIXED),
    "our": ("unser", EIN, MIXED),
    "their": ("ihr", EIN, MIXED),
    "many": ("viel", DIESER, STRONG),
    "some": ("einig", DIESER, STRONG),
    "two": ("zwei", None, STRONG),
    "three": ("drei", None, STRONG),
    "four": ("vier", None, STRONG),
    "ten": ("zehn", None, STRONG),
    "": ("", None, STRONG),  # no determiner: "cold water", "old books"
}

CONTRACTIONS = {
    ("in", "dem"): "im",
    ("in", "das"): "ins",
    ("an", "dem"): "am",
    ("zu", "dem"): "zum",
    ("zu", "der"): "zur",
}


def determiner(english: str, case: str, gender: str) -> str:
    """The German determiner, e.g. ("my", "acc", "m") → "meinen"."""
    stem, endings, _ = DETERMINERS[english]
    return stem + (endings[case, gender] if endings else "")


def contract(preposition: str, phrase: str) -> str:
    """Join a preposition and a noun phrase: in + dem Garten → im Garten."""
    first, _, rest = phrase.partition(" ")
    short = CONTRACTIONS.get((preposition, first))
    return f"{short} {rest}" if short else f"{preposition} {phrase}"


@dataclass(frozen=True)
class Adjective:
    """An adjective, and the kinds of nouns that it goes with."""

    english: str
    german: str
    stem: str  # before an ending: teuer → teur-, müde → müd-
    kinds: frozenset[str]

    def form(self, after: str, case: str, gender: str) -> str:
        """The form before a noun, with the ending that the determiner requires."""
        _, _, endings = DETERMINERS[after]
        return self.stem + endings[case, gender]


@dataclass(frozen=True)
class Noun:
    """A noun as a dictionary lists it: der Mann, des Mannes, die Männer."""

    kind: str
    english: str
    english_plural: str  # "-" if the noun is uncountable: water
    gender: str
    german: str
    genitive: str
    plural: str

    @property
    def counted(self) -> bool:
        return self.english_plural != "-"

    def form(self, case: str, plural: bool = False) -> str:
        """The German form, e.g. ("dat", plural=True) → Männern."""
        if plural:
            takes_n = case == "dat" and self.plural[-1] not in "ns"
            return self.plural + "n" * takes_n
        if case == "gen":
            return self.genitive
        # weak masculine nouns: der Junge, but den, dem, des Jungen
        weak = self.gender == "m" and not self.genitive.endswith("s")
        return self.genitive if weak and case != "nom" else self.german
