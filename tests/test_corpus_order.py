"""The corpus's sentences against the tests' own grammar of German word order."""

import re
from functools import cache
from itertools import chain
from random import Random

import dictionary
import pytest
from dictionary import ADJECTIVES, BY_NOUN, PARADIGM, TABLES, VERB

from lernformer.translator.corpus import grammar, verbs
from lernformer.translator.corpus.clauses import Clauses
from lernformer.translator.corpus.constructions import CONSTRUCTIONS, draw
from lernformer.translator.corpus.declension import CASES


def words_by_tag():
    """D determiner, A adjective with ending, Q without, N noun, P pronoun, M name, …"""
    tags = {line[0]: set(line[3:].split()) for line in TABLES["words by tag"]}
    tags["Q"] = {a[:-1] for a in ADJECTIVES} | {"müde", "teuer"}
    stems = [a[:-1] for a in ADJECTIVES]
    tags["A"] = {s + e for s in stems for e in ("e", "en", "em", "er", "es")}
    tags["D"] = {cell[0] for row in PARADIGM.values() for cell in row if cell[1:]}
    tags["N"] = {
        dictionary.noun_form(noun, case, plural)
        for noun, line in BY_NOUN.items()
        for case in CASES
        for plural in (False, True)
        if not plural or ";" in line
    }
    tags["F"] |= {form for line in dictionary.MODALS for form in line.split()}
    tags["Y"] = set(tags["F"]) - {"gibt", "gab"}  # modals
    tags["I"], tags["C"], tags["E"] = set(), set(), set()
    for line in dictionary.VERBS:
        present, past = line.split("; ")
        forms = re.findall(r"(\w+)(?: (\w+))?(?:,|$)", present)
        forms = forms if "," in present else [(form, "") for form in present.split()]
        tags["F"] |= {finite for finite, _ in forms}
        tags["E"] |= {prefix + finite for finite, prefix in forms}
        tags["I"].add(forms[2][1] + forms[2][0])
        auxiliary, last = past.split()
        if auxiliary in ("hat", "ist"):
            tags["C"].add(last)
        else:
            tags["F"] |= {auxiliary, last}
            tags["E"] |= {auxiliary, last}
    tags["E"] |= tags["X"] | tags["Y"]
    return tags


TAGS = words_by_tag()
CODES = {}  # a set of tags → the character that stands for its words


def code(word):
    tags = frozenset(tag for tag, words in TAGS.items() if word in words)
    assert tags, f"{word} is not in the test's tables"
    return CODES.setdefault(tags, chr(0x4E00 + len(CODES)))


for _word in set().union(*TAGS.values()):
    code(_word)


@cache
def pattern(text):
    """A regular expression over tags, e.g. D?N, for the characters of ``code``."""
    classes = {
        tag: "[" + "".join(c for tags, c in CODES.items() if tag in tags) + "]"
        for tag in TAGS
    }
    letters = text.replace(" ", "")
    return re.compile("".join(classes.get(letter, letter) for letter in letters))


NOUN_PHRASE = "D?(?:S?A)?N(?:D(?:S?A)?N)?"
PHRASE = f"(?:{NOUN_PHRASE}|P|M+)"
SUBJECT = f"(?:{PHRASE}(?:u{PHRASE})?)"
TIME = "(?:T|ZZ)"
MIDDLE = f"(?:{SUBJECT}|{TIME}|R{PHRASE}|O|L{PHRASE}|S?Q)"
CLOSE = "(?:V|C|I)"


def matches(text, german):
    coded = "".join("u" if word == "und" else code(word) for word in german.split())
    return pattern(text).fullmatch(coded)


# prefield, finite verb, middle field, the rest of the verb
MAIN_CLAUSE = f"(?:{SUBJECT}|{TIME}|R{PHRASE}|W) F {MIDDLE}*{CLOSE}?"
YES_NO = f"F {MIDDLE}+{CLOSE}?"
SUBORDINATE_CLAUSE = f"K {MIDDLE}+ (?:C|I)? E"


def main_clauses(german):
    """Split at ", aber" and at an "und" that joins two clauses with a verb each."""
    if " , aber " in german:
        return german.split(" , aber ")
    words = german.split()
    for index, word in enumerate(words):
        first, second = " ".join(words[:index]), " ".join(words[index + 1 :])
        if word == "und" and all(matches(MAIN_CLAUSE, c) for c in (first, second)):
            return [first, second]
    return [german]


def verbs_fit(german, end=False):
    """haben and sein end with a participle, a modal ends with an infinitive."""
    words = german.split()
    finite = words[-1] if end else next(w for w in words if w in TAGS["F"])
    last = words[-2] if end else words[-1]
    if finite in TAGS["Y"]:
        return last in TAGS["I"]
    if last in TAGS["C"] - TAGS["F"]:
        return finite in TAGS["X"]
    return True


@pytest.fixture(scope="module")
def drawn():
    random = Random(5)
    return {name: [draw(random, name) for _ in range(400)] for name in CONSTRUCTIONS}


@pytest.mark.parametrize("construction", CONSTRUCTIONS)
def test_the_verb_is_in_its_place(drawn, construction):
    for sentence in drawn[construction]:
        german, mark = sentence.target[:-2], sentence.target[-1]
        assert mark == ("?" if construction.endswith("question") else ".")
        assert german.count(" , ") <= 1
        head, comma, tail = german.partition(" , ")
        if comma and not tail.startswith("aber "):
            assert matches(SUBORDINATE_CLAUSE, tail), german
            assert verbs_fit(tail, end=True), german
            german = head
        if construction == "yes_no_question":
            assert matches(YES_NO, german), german
        else:
            for clause in main_clauses(german):
                assert matches(MAIN_CLAUSE, clause), german
                assert verbs_fit(clause), german


def test_it_agrees_with_its_noun(drawn):
    pronoun = {"m": "er", "f": "sie", "n": "es"}
    seen = set()
    for sentence in drawn["it_is"]:
        english, german = sentence.source.split(), sentence.target.split()
        noun = next(word for word in german if word[0].isupper())
        if "it" in english:
            gender = dictionary.gender_of(noun)
            joints = ("und", "aber", "weil", "obwohl")
            link = next(i for i, word in enumerate(german) if word in joints)
            assert german[link + 1] == pronoun[gender]
            seen.add(gender)
    assert seen == set("mfn")


def test_the_role_has_the_sex_of_the_object(drawn):
    for sentence in drawn["role_of_the_object"]:
        english, german = sentence.source, sentence.target
        if " him as " in english or " paul as " in english:
            assert " als einen " in german
        if " her as " in english or " anna as " in english:
            assert " als eine " in german
            assert re.search(r"\w+in\b", german.split(" als ")[1])


def test_contractions_are_always_made_and_a_becomes_an(drawn):
    for source, target, *_ in chain(*drawn.values()):
        assert not re.search(r"\b(in|an|zu) dem\b|\bin das\b|\bzu der\b", target)
        assert not re.search(r"\ba [aeiou]|\ban [^aeiou]", source)


def test_english_is_lower_case_words_and_german_is_as_in_print(drawn):
    capitals = TAGS["N"] | TAGS["M"] | TAGS["Z"]
    for source, target, *_ in chain(*drawn.values()):
        assert re.fullmatch(r"[a-z]+( [a-z]+)*", source)
        assert re.fullmatch(r"\w+( (\w+|,))* [.?]", target)
        for word in target.split():
            assert word in capitals or word.islower() or word in ",.?"


def test_nobody_is_denied_twice():
    random = Random(6)
    for _ in range(10_000):
        sentence = draw(random)
        for clause in re.split(r" , | und ", sentence.target):
            assert len(re.findall(r"\bkein\w*|\bnicht\b", clause)) <= 1, sentence


def test_a_duty_is_never_joined_with_no():
    # "must see no dog" is "darf keinen Hund sehen", and "had to" has two readings
    random = Random(6)
    sources = [draw(random, "statement").source for _ in range(5_000)]
    both = [s for s in sources if re.search(r"\b(must|had to)\b", s) and " no " in s]
    assert not both
    assert sum(" must " in source for source in sources) > 50


def test_read_is_never_read_in_two_ways():
    writer = Clauses(Random(6), detail=0.5)
    for _ in range(100):
        assert isinstance(writer.tense(VERB["read"], grammar.THEY_THEM), verbs.Modal)
