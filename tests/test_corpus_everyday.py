"""The everyday grammar against tables typed from a dictionary and a textbook."""

import importlib
import pkgutil
from collections import Counter
from itertools import product
from random import Random

import pytest
from dictionary import TABLES, translations
from extent import only_in_all

from lernformer.translator.corpus import everyday
from lernformer.translator.corpus.everyday import (
    clauses,
    draw,
    make_pairs,
    verbs,
    words,
)
from lernformer.translator.corpus.everyday.clauses import Adverb, Clause, Predicate
from lernformer.translator.corpus.everyday.nouns import ADJECTIVES, NOUNS
from lernformer.translator.corpus.everyday.predicates import Predicates
from lernformer.translator.corpus.everyday.relating import GENITIVES
from lernformer.translator.corpus.everyday.saying import KEEP, going_on
from lernformer.translator.corpus.everyday.spelling import spell, very
from lernformer.translator.corpus.everyday.verbs import BE, IHR, VERBS, conjugated
from lernformer.translator.corpus.everyday.words import BY_NAME

# endings of the determiner and of an adjective: masculine, feminine, neuter, plural
ENDINGS = {
    ("the", "nom"): "er-e ie-e as-e ie-en",
    ("the", "acc"): "en-en ie-e as-e ie-en",
    ("the", "dat"): "em-en er-en em-en en-en",
    ("my", "nom"): "-er e-e -es e-en",
    ("my", "acc"): "en-en e-e -es e-en",
    ("my", "dat"): "em-en er-en em-en en-en",
    ("this", "nom"): "er-e e-e es-e e-en",
    ("this", "acc"): "en-en e-e es-e e-en",
    ("this", "dat"): "em-en er-en em-en en-en",
}
STEMS = {"the": "d", "my": "mein", "this": "dies"}
NOUN_LIST = [noun for nouns in NOUNS.values() for noun in nouns]


@pytest.mark.parametrize(("word", "case"), ENDINGS)
def test_articles_and_adjectives_agree_with_every_noun(word, case):
    stems = [(english, stem) for english, (_, stem, _) in ADJECTIVES.items()]
    endings = [both.split("-") for both in ENDINGS[word, case].split()]
    for noun, (english, stem) in product(NOUN_LIST, stems[::7]):
        if english == "nice" and noun.kind not in ("person", "role", "animal"):
            stem = "schön"
        for plural in (False, True) if noun.counted else (False,):
            of_article, of_adjective = endings[
                3 if plural else "mfn".index(noun.gender)
            ]
            article = "these" if plural and word == "this" else word
            phrase = spell(noun, article, english, plural=plural).german(case)
            agreed = f"{STEMS[word]}{of_article} {stem}{of_adjective}"
            assert phrase == f"{agreed} {noun.form(case, plural=plural)}"


@pytest.mark.parametrize("row", TABLES["everyday phrases"])
def test_phrases(row):
    english, german = row.split(": ")
    word, name = english.rsplit(" ", 1)
    word, chosen = (word.removesuffix(" nice"), "nice" * word.endswith(" nice"))
    word = "a" if word == "an" else word
    noun = BY_NAME.get(name)
    plural = noun is None
    noun = noun or next(n for n in NOUN_LIST if n.english_plural == name)
    phrase = spell(noun, word, chosen, plural=plural)
    assert phrase.english == english
    assert f"{phrase.nom}, {phrase.acc}, {phrase.dat}" == german


def verb(name: str):
    return next(v for v in VERBS if f"{v.base} {v.particle}".strip() == name)


@pytest.mark.parametrize("row", TABLES["everyday verbs"])
def test_german_verbs(row):
    name, forms = row.split(": ")
    found = next(v for v in VERBS if v.base == name and not v.particle)
    auxiliary = "ist" if found.with_sein else "hat"
    text = f"{' '.join(found.present)}, {auxiliary} {found.participle}, {found.command}"
    assert text == forms


@pytest.mark.parametrize("row", TABLES["english verbs"])
def test_english_verbs(row):
    found = next(v for v in VERBS if v.base == row.split()[0] and not v.particle)
    assert [found.base, found.he, found.past, found.done, found.doing] == row.split()


@pytest.mark.parametrize("row", TABLES["ihr"])
def test_verbs_of_ihr(row):
    name, forms = row.split(": ")
    found = verb(name)
    preterite = [conjugated(found.preterite, IHR)] if found.preterite else []
    assert [conjugated(found.present, IHR), *preterite] == forms.split()


def test_helping_verbs_of_ihr():
    tables = [verbs.SEIN, verbs.HABEN, verbs.WERDEN, verbs.WURDE, BE.preterite]
    names = ("can", "must", "should", "would like to", "may", "want to", "would")
    tables += [verbs.MODALS[name][2] for name in (*names, "had to")]
    text = " ".join(conjugated(forms, IHR) for forms in tables)
    assert text == (
        "seid habt werdet wurdet wart "
        "könnt müsst solltet würdet dürft wollt würdet musstet"
    )


@pytest.mark.parametrize("row", TABLES["genitives"])
def test_genitives(row):
    owner, genitive = row.split(": ")
    article, noun = genitive.split()
    assert GENITIVES[owner] == noun
    assert article == {"m": "des", "n": "des", "f": "der"}[BY_NAME[owner].gender]


def verbs_within(found: object):
    """All verbs in lists, tables and predicates, however deep."""
    if isinstance(found, verbs.Verb):
        yield found
    elif isinstance(found, Predicate):
        yield from (found.verb, found.says)
    elif isinstance(found, dict):
        yield from verbs_within([*found, *found.values()])
    elif isinstance(found, (list, tuple)):
        for one in found:
            yield from verbs_within(one)


def test_a_verb_has_the_same_forms_wherever_it_is():
    forms: dict[str, set[tuple[str, ...]]] = {}
    for module in pkgutil.iter_modules(everyday.__path__):
        found = importlib.import_module(f"{everyday.__name__}.{module.name}")
        named = [one for name, one in vars(found).items() if not name.startswith("__")]
        for verb in verbs_within(named):
            done = verb.participle.removeprefix(verb.prefix).strip()
            if (verb.infinitive, done) != ("lassen", "lassen"):  # hat fallen lassen
                forms.setdefault(verb.infinitive, set()).add((*verb.present, done))
    assert len(forms) > 300
    assert {verb: found for verb, found in forms.items() if len(found) > 1} == {}


def test_a_participle_has_its_prefix():
    verbs = [*VERBS, *(p.says for p in (*words.DOINGS, *words.STATES))]
    assert [v.participle for v in verbs if not v.participle.startswith(v.prefix)] == []


# Order ------------------------------------------------------------------------------


def fields(text: str) -> dict[str, str]:
    """ "rest = nach Hause; …" → by field."""
    return dict(part.split(" = ") for part in text.split("; "))


WORDS = dict(row.split(": ") for row in TABLES["everyday predicates"])
PREDICATES = {name: fields(text) for name, text in WORDS.items()}
ADVERBS = {
    english: Adverb(english, german, **dict.fromkeys(places, True))
    for _, english, german, *places in translations("everyday adverbs")
}


def predicate(name: str) -> Predicate:
    """ "go home" → the predicate, from the tables or as a verb alone."""
    first, _, rest = name.partition(" ")
    if name == "tell me":
        return Predicate(verb("tell"), "me", words.idiom("sagen"), light="es mir")
    if name == "come here":
        return Predicate(verb("come"), "here", words.HIERHER)
    if name == "leave him behind":
        leave = Predicate(verb("leave behind"))
        return Predicates(Random(0)).object_of(leave, clauses.HE)
    if name.startswith("go on to "):
        other = verb(name.removeprefix("go on to "))
        return Predicate(KEEP, other.doing, going_on(other))
    if name in PREDICATES:
        return Predicate(BE if first == "be" else verb(first), rest, **PREDICATES[name])
    if first == "be":
        return next(p for p in words.STATES if p.english == rest)
    return Predicate(verb(name))


ORDERS = ("main", "question", "subordinate", "command", "infinitive")


@pytest.mark.parametrize(
    ("kind", "english", "german", "recipe"),
    translations(*(f"everyday {order}" for order in ORDERS)),
)
def test_clauses(kind, english, german, recipe):
    who, what, *rest = recipe.split("; ")
    found, given, of_order = {}, (), kind.removeprefix("everyday ")
    for part in rest:
        name, colon, value = part.partition(": ")
        if part == "not":
            found["negated"] = True
        elif not colon:
            found["tense"] = part
        elif name == "asked":
            given = value.split("/")
        elif name == "front":
            given = (ADVERBS[value],)
        else:
            found[name] = ADVERBS[value]
    subject = words.TOM if who == "TOM" else getattr(clauses, who)
    clause = Clause(subject, predicate(what), **found)
    assert getattr(clause, of_order)(*given) == (english, german)


def test_a_degree_comes_between_the_article_and_the_adjective():
    phrase = very(spell(BY_NAME["house"], "a", "old"), "very", "sehr")
    assert phrase.english == "a very old house"
    assert (phrase.nom, phrase.dat) == ("ein sehr altes Haus", "einem sehr alten Haus")
    assert phrase.without["nom"] == "kein sehr altes Haus"


def test_of_fish_one_hears_how_many_there_are():
    phrases = Predicates(Random(0))
    drawn = [phrases.noun_phrase(BY_NAME["fish"]) for _ in range(5_000)]
    drawn += [phrases.owned(BY_NAME["fish"]) for _ in range(500)]
    meant: dict[str, set[str]] = {}
    for phrase in drawn:
        meant.setdefault(phrase.english, set()).add(phrase.nom)
    assert all(len(german) == 1 for german in meant.values())
    rows = """
        the fish: der Fisch; this fish: dieser Fisch; these fish: diese Fische
        two fish: zwei Fische; many fish: viele Fische; some fish: etwas Fisch
        tom 's fish: Toms Fisch; fish: Fisch
    """
    for row in rows.strip().replace("\n", ";").split(";"):
        english, german = row.strip().split(": ")
        assert meant[english] == {german}


# Splits -------------------------------------------------------------------------------


N_FIXED = everyday.OFTEN * len(everyday.FIXED)


def test_splits_share_no_sentence_and_no_word_is_new():
    splits = make_pairs(seed=3, size=2_000, held_out=100)
    assert splits == make_pairs(seed=3, size=2_000, held_out=100)
    drawn, fixed = Counter(splits["train"][:-N_FIXED]), splits["train"][-N_FIXED:]
    phrases = [(english, f"{german} {end}") for english, german, end in everyday.FIXED]
    assert Counter(fixed) == dict.fromkeys(phrases, everyday.OFTEN)
    assert 1_500 < len(drawn) <= 2_000
    assert 1 < max(drawn.values()) <= everyday.ENOUGH
    assert not drawn.keys() & {*fixed}
    translations = dict(splits["train"])
    assert len(translations) == len({*splits["train"]})
    assert [len(splits[name]) for name in ("validation", "test")] == [100, 100]
    held_out = splits["validation"] + splits["test"]
    sources = {source for source, _ in held_out}
    assert len(sources) == 200
    assert not sources & translations.keys()

    def known(pairs):
        return {word for pair in pairs for text in pair for word in text.split()}

    assert known(held_out) <= known(splits["train"])


@only_in_all  # drawing so many takes long
def test_rare_words_stand_in_training_oftener_than_they_are_drawn():
    train = make_pairs(size=20_000, held_out=10)["train"][:-N_FIXED]
    random = Random(0)
    plain = [draw(random)[:2] for _ in train]

    def rare(pairs) -> float:
        """The share of words that occur in fewer than ten lines."""
        lines = Counter(word for pair in pairs for word in {*" ".join(pair).split()})
        return sum(n < 10 for n in lines.values()) / len(lines)

    assert rare(train) < 0.4 * rare(plain)


def test_too_few_sentences_are_refused():
    with pytest.raises(ValueError, match="size must be at least 1, got 0"):
        make_pairs(size=0)
