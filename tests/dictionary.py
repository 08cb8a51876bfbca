"""A dictionary and a textbook's tables, written by hand, not taken from the code.

The corpus's tests look up nouns, endings, verbs and sentences here; `dictionary.txt`
holds them.
"""

import re
from pathlib import Path

from lernformer.translator.corpus import nouns, verbs
from lernformer.translator.corpus.everyday.tables import sections

TABLES = sections(str(Path(__file__).with_suffix("")))
ADJECTIVES = " ".join(TABLES["adjectives"]).split()
VERBS, MODALS = TABLES["verbs"], TABLES["modals"]
WEAK_NOUNS = {"Junge": "Jungen", "Bär": "Bären"}  # accusative and dative
DATIVE_VERBS = {"help", "thank", "follow", "answer", "trust", "listen to", "belong to"}
ARTICLES = {"der": "m", "die": "f", "das": "n"}
BY_NOUN = {line.split()[1].strip(",;"): line for line in TABLES["nouns"]}
PARADIGM = {
    tuple(line.split()[:2]): [
        cell.split() for cell in line.split(maxsplit=2)[2].split("|")
    ]
    for line in TABLES["determiners"]
}
EVERY_NOUN = [
    *nouns.NOUNS.values(),
    *nouns.ROLES["man"].values(),
    *nouns.ROLES["woman"].values(),
]
EVERY_VERB = [
    *(*verbs.INTRANSITIVE, *verbs.MOTION, *verbs.TRANSITIVE, *verbs.DATIVE),
    *(*verbs.DITRANSITIVE, *verbs.CLAUSAL, *verbs.WEATHER, verbs.BE),
]
VERB = {verb.name: verb for verb in EVERY_VERB}


def translations(*kinds):
    """The kind, English, German and the rest of each line "English = German = rest"."""
    return [(kind, *line.split(" = ")) for kind in kinds for line in TABLES[kind]]


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
