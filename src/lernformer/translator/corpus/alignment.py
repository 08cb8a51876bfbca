"""Which words of a sentence and its translation go together, according to the grammar.

In the corpus, each English word has a single German word, so a dictionary of forms is
enough to align them. If a word occurs twice in a sentence, we don't align it.
"""

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cache

import torch

from lernformer.translator.corpus.declension import CASES, DETERMINERS, determiner
from lernformer.translator.corpus.nouns import ADJECTIVES, NOUNS, ROLES
from lernformer.translator.corpus.verbs import (
    CLAUSAL,
    DATIVE,
    DITRANSITIVE,
    INTRANSITIVE,
    MOTION,
    PERFECT,
    TRANSITIVE,
)
from lernformer.translator.translation import Translator

GENDERS = ("m", "f", "n", "pl")
VERBS = (*INTRANSITIVE, *MOTION, *TRANSITIVE, *DATIVE, *DITRANSITIVE, *CLAUSAL)
AUXILIARIES = frozenset(form for forms in PERFECT.values() for form in forms)
ENDS = (".", "?", ",", "und")  # these end a clause
Links = Iterator[tuple[int, int]]


@cache
def _noun_forms() -> dict[str, frozenset[str]]:
    """German form → English words, singular or plural."""
    forms: dict[str, set[str]] = defaultdict(set)
    for noun in (*NOUNS.values(), *(n for sex in ROLES.values() for n in sex.values())):
        for case in CASES:
            forms[noun.form(case)].add(noun.english)
            if noun.counted:
                forms[noun.form(case, plural=True)].add(noun.english_plural)
    return {form: frozenset(words) for form, words in forms.items()}


@cache
def _participles() -> dict[str, frozenset[str]]:
    """German participle → forms of the English verb."""
    forms: dict[str, set[str]] = defaultdict(set)
    for verb in VERBS:
        if verb.participle:
            forms[verb.participle] |= {verb.base, *verb.present, *verb.past}
    return {form: frozenset(words) for form, words in forms.items()}


@cache
def agreeing_words() -> frozenset[str]:
    """The German determiners and adjectives whose endings follow their noun."""
    places = [(case, gender) for case in CASES for gender in GENDERS]
    words = {
        determiner(english, *place)
        for english, (_, endings, _) in DETERMINERS.items()
        if endings
        for place in places
    }
    for adjective in ADJECTIVES.values():
        words |= {adjective.form(d, *place) for d in DETERMINERS for place in places}
    return frozenset(words)


def _only(words: Sequence[str], candidates: Iterable[str]) -> list[int]:
    """The place of the only candidate; empty if there are none or several."""
    places = [i for i, word in enumerate(words) if word in candidates]
    return places if len(places) == 1 else []


def _head_noun(
    words: Sequence[str], i: int, between: Container[str], nouns: Container[str]
) -> int:
    """The place of the noun that the word at ``i`` belongs to; -1 if there is none."""
    i += 1
    while i < len(words) and words[i] in between:
        i += 1
    return i if i < len(words) and words[i] in nouns else -1


def german_agreements(source: str, target: str) -> Links:
    """(German determiner or adjective, English noun whose gender its ending shows)."""
    english, german = source.split(), target.split()
    between = agreeing_words() | {"sehr"}
    for i, word in enumerate(german):
        if word in agreeing_words():
            noun = _head_noun(german, i, between, _noun_forms())
            if noun >= 0:
                for place in _only(english, _noun_forms()[german[noun]]):
                    yield i, place


def english_articles(source: str, target: str) -> Links:
    """(English determiner, its noun), both in the source."""
    english = source.split()
    nouns = frozenset().union(*_noun_forms().values())
    between = ADJECTIVES.keys() | {"very"}
    for i, word in enumerate(english):
        if word in DETERMINERS or word == "an":
            noun = _head_noun(english, i, between, nouns)
            if noun >= 0:
                yield i, noun


def moved_verbs(source: str, target: str) -> Links:
    """(German participle, which closes its clause, English verb)."""
    english, german = source.split(), target.split()
    auxiliary = False  # seen in this clause: "hat … besucht", not "besucht" alone
    for i, word in enumerate(german):
        auxiliary = (auxiliary or word in AUXILIARIES) and word not in ENDS
        after = german[i + 1] if i + 1 < len(german) else "."
        if after in AUXILIARIES or (auxiliary and after in ENDS):
            for place in _only(english, _participles().get(word, ())):
                yield i, place


def share_of_hits(
    translator: Translator,
    pairs: Iterable,
    links: Callable[[str, str], Links],
    stack: str,
) -> tuple[dict[tuple[int, int], float], float, int]:
    """How often each head gives its largest weight to the linked English word.

    Args:
        translator: the translator whose heads are examined.
        pairs: pairs of sentences, as in the corpus.
        links: one of this module's functions.
        stack: "encoder" to look at its self-attention, if the first word of a link is
            English; "decoder" to look at its cross-attention, if it is German.

    Returns:
        The share for each (layer, head), in [0, 1]; the share that we would expect by
        chance; and the number of links.
    """
    kind = {"encoder": "self_attention", "decoder": "cross_attention"}[stack]
    # row i + 1 of the encoder reads word i; row i of the decoder predicts word i
    shift = 1 if stack == "encoder" else 0
    hits: dict[tuple[int, int], int] = defaultdict(int)
    chance, n = 0.0, 0
    for pair in pairs:
        found = list(links(pair.source, pair.target))
        if not found:
            continue
        maps = translator.attention(pair.source, pair.target)
        rows, places = torch.tensor(found).T
        n += len(found)
        for layer in range(translator.model.config.n_layers):
            weights = maps[f"{stack}.layers.{layer}.{kind}"]  # (H, L_q, L_k)
            best = weights[:, rows + shift].argmax(dim=-1).cpu()  # (H, links)
            for head, right in enumerate((best == places + 1).sum(dim=-1).tolist()):
                hits[layer, head] += right
        chance += len(found) / weights.size(-1)
    if not n:
        raise ValueError("none of the sentences has such a link")
    return {key: hit / n for key, hit in hits.items()}, chance / n, n
