"""What the everyday grammar draws, against a textbook's rules, typed by hand."""

import re
from itertools import islice
from random import Random

import pytest
from dictionary import TABLES

from lernformer.translator.corpus.everyday import draw, sentences
from lernformer.translator.corpus.everyday.drawing_constructions import Drawing
from lernformer.translator.corpus.everyday.nouns import NOUNS
from lernformer.translator.corpus.everyday.reading_constructions import (
    read_constructions,
)
from lernformer.translator.corpus.everyday.relating import GENITIVES, Relating
from lernformer.translator.corpus.everyday.words import BY_NAME


def assert_clean(english, german):
    assert english == " ".join(english.split()).lower()
    assert german == " ".join(german.split())
    *words, mark = german.split()
    assert mark in (".", "?", "!"), german
    assert not set(words) & {"", ".", "?", "!", "None"}, german
    assert "*" not in english + german, german
    assert ", ," not in german.strip(","), german


@pytest.mark.parametrize("construction", sentences.WEIGHTS)
def test_sentences_are_clean(construction):
    random = Random(construction)
    for _ in range(150):
        assert_clean(*draw(random, construction)[:2])


@pytest.mark.parametrize("name", read_constructions())
def test_each_line_of_the_tables_is_clean(name):
    construction, random = read_constructions()[name], Random(name)
    for line in construction.lines:
        for _ in range(8 * len(line.tenses)):
            english, german, mark = Drawing(random).line(construction, line)
            assert_clean(english, f"{german} {mark}")


@pytest.mark.parametrize("row", TABLES["never drawn"])
def test_what_nobody_says_is_not_drawn(row):
    construction, pattern = row.split(" ", 1)
    random, wrong = Random(construction), re.compile(pattern, re.MULTILINE)
    for _ in range(1_500):
        sentence = draw(random, construction)
        text = sentence.source + "\n" + sentence.target.rstrip(" .?!")
        assert not wrong.search(text), sentence


@pytest.mark.parametrize(
    ("least", "row"),
    [(5, row) for row in TABLES["follows"]] + [(1, row) for row in TABLES["rare"]],
)
def test_what_follows(least, row):
    construction, patterns = row.split(" ", 1)
    english, german = (re.compile(pattern) for pattern in patterns.split(" => "))
    random = Random(construction)
    drawn = (draw(random, construction) for _ in range(8_000))
    fitting = [*islice((s for s in drawn if english.search(s.source)), 50)]
    assert len(fitting) >= least
    assert [s for s in fitting if not german.search(s.target)] == []


def test_what_has_been_done_is_contracted():
    """The splitter turns "he's found it" into "he is found it"."""
    random = Random(0)
    drawn = (draw(random, "statement") for _ in range(60_000))
    done = r"^(he|she) is (?!not)\w+(?<!ing) (the|a|it|him|me|us|my|your|his|that)\b"
    short = [*islice((s for s in drawn if re.match(done, s.source)), 3)]
    assert len(short) == 3
    has = r"(er|sie) (hat|ist|wollte|mochte|liebte|kannte|wusste|brauchte|hasste) "
    assert [s for s in short if not re.match(has, s.target)] == []


# der, die, das before a clause: as its subject, its object, with a dative verb, with in
PRONOUNS = {"m": "der den dem", "f": "die der", "n": "das dem", "plural": "die denen"}
NAMED = "man woman girl hat camera house idea song plan dog cat city garden"


@pytest.mark.parametrize("name", NAMED.split())
def test_the_pronoun_agrees_with_its_noun(name):
    relating, noun = Relating(Random(name)), BY_NAME[name]
    for plural in (False, True):
        right = PRONOUNS["plural" if plural else noun.gender].split()
        for _ in range(100):
            english, german = relating.relative_clause(noun, plural)
            comma, first, *rest = german.split()
            assert comma == ","
            if english.startswith("where"):
                assert (first, rest[0]) == ("in", right[-1]), german
            else:
                assert first in right, german


def test_the_verb_is_at_the_end_of_the_clause():
    random, seen, finite = Random(0), 0, " ".join(TABLES["finite"]).split()
    for _ in range(400):
        target = draw(random, "relative").target
        clause = target.split(" , ")[1].removesuffix(" .").removesuffix(" ?")
        found = [word in finite for word in clause.split()]
        if any(found):
            seen += 1
            assert found[-1], target
    assert seen > 200


def test_what_has_no_gender_is_followed_by_was():
    random = Random(1)
    for _ in range(200):
        source, target, _ = draw(random, "everything_that")
        words = target.lower().split()
        assert "was" in words, source
        if words[0] != "was":
            assert words[words.index("was") - 1] == ",", target


TAGS = re.compile("(is|are|was|were|do|does|did|have|has|can|will)")


def test_a_tag_reverses_the_statement():
    random = Random(2)
    for _ in range(300):
        source, target, _ = draw(random, "tag")
        *words, pronoun = source.split()
        assert pronoun in ("you", "he", "she", "it", "we", "they"), source
        if words[-1] in ("not", "cannot"):
            assert target.endswith(" , nicht wahr ?"), target
            assert words[-1] == "cannot" or TAGS.fullmatch(words[-2]), source
            assert not {"not", "cannot"} & set(words[:-2]), source
        else:
            assert target.endswith(" , oder ?"), target
            assert TAGS.fullmatch(words[-1]), source
            assert {"not", "cannot"} & set(words), source


def test_a_genitive_follows_what_is_owned():
    random = Random(3)
    every = [noun for kind in NOUNS.values() for noun in kind]
    owned = {noun.form(case) for noun in every for case in ("nom", "acc", "dat")}
    for _ in range(200):
        source, target, _ = draw(random, "genitive")
        assert " 's " in source
        words = target.split()
        owners = [
            word
            for before, article, word in zip(words, words[1:], words[2:], strict=False)
            if word in GENITIVES.values()
            and article.endswith(("es", "er"))
            and before in owned
        ]
        assert len(owners) == 1, target
