"""Relative clauses, tags and genitives against tables typed from a textbook."""

from random import Random

import pytest

from lernformer.translator.corpus.everyday import draw
from lernformer.translator.corpus.everyday.nouns import NOUNS
from lernformer.translator.corpus.everyday.relating import GENITIVES, Relating
from lernformer.translator.corpus.everyday.words import BY_NAME

# der, die, das before a clause: as its subject, its object, with a dative verb, with in
PRONOUNS = {"m": "der den dem", "f": "die der", "n": "das dem", "plural": "die denen"}
NAMED = "man woman girl hat camera house idea song plan dog cat city garden"


@pytest.mark.parametrize("name", NAMED.split())
def test_the_pronoun_agrees_with_its_noun(name):
    relating, noun = Relating(Random(name)), BY_NAME[name]
    for plural in (False, True):
        right = PRONOUNS["plural" if plural else noun.gender].split()
        for _ in range(100):
            english, german = relating.told_of(noun, plural)
            comma, first, *rest = german.split()
            assert comma == ","
            if english.startswith("where"):
                assert (first, rest[0]) == ("in", right[-1]), german
            else:
                assert first in right, german


FINITE = """
    bin bist ist sind war warst waren habe hast hat haben hatte hattest hatten kann
    kannst können muss musst müssen werde wirst wird werden will willst wollen wollte
    wolltest wollten darf
    könnte könntest könnten sollte solltest sollten musste musstest
    mussten mag magst mögen würde würdest würden
"""


def test_the_verb_stands_at_the_end_of_the_clause():
    random, seen = Random(0), 0
    for _ in range(400):
        said = draw(random, "relative").target
        clause = said.split(" , ")[1].removesuffix(" .").removesuffix(" ?")
        found = [word in FINITE.split() for word in clause.split()]
        if any(found):
            seen += 1
            assert found[-1], said
    assert seen > 200


def test_what_has_no_gender_is_followed_by_was():
    random = Random(1)
    for _ in range(200):
        source, target, _ = draw(random, "everything_that")
        words = target.lower().split()
        assert "was" in words, source
        if words[0] != "was":
            assert words[words.index("was") - 1] == ",", target


TAGS = {
    "is", "are", "was", "were", "do", "does", "did", "have", "has", "can", "will",
}  # fmt: skip


def test_a_tag_turns_what_is_said_around():
    random = Random(2)
    for _ in range(300):
        source, target, _ = draw(random, "tag")
        *words, pronoun = source.split()
        assert pronoun in ("you", "he", "she", "it", "we", "they"), source
        if words[-1] in ("not", "cannot"):
            assert target.endswith(" , nicht wahr ?"), target
            assert words[-1] == "cannot" or words[-2] in TAGS, source
            assert not {"not", "cannot"} & set(words[:-2]), source
        else:
            assert target.endswith(" , oder ?"), target
            assert words[-1] in TAGS, source
            assert {"not", "cannot"} & set(words), source


# whose: the genitive as a dictionary lists it
OF_WHOM = """
    father: des Vaters; mother: der Mutter; son: des Sohnes; daughter: der Tochter
    friend: des Freundes; neighbor: des Nachbarn; doctor: des Arztes; boy: des Jungen
    girl: des Mädchens; man: des Mannes; woman: der Frau; child: des Kindes
"""


@pytest.mark.parametrize("row", OF_WHOM.strip().replace("\n", ";").split(";"))
def test_genitives(row):
    owner, said = row.strip().split(": ")
    article, noun = said.split()
    assert GENITIVES[owner] == noun
    assert article == {"m": "des", "n": "des", "f": "der"}[BY_NAME[owner].gender]


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
