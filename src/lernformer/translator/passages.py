"""Where to cut a text, so that no passage is longer than the training sentences.

A model has never seen positions beyond the end of the longest training sentence, so it
can only guess there. That is why we cut a text at the marks between its sentences. If a
sentence is still too long, we cut it at some of its joints, *and* or *but*. Some joints
join clauses, but others only join words (*bread and butter*). So we choose the cuts
that make the translations of all passages together most likely.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

ENDS = ".!?"  # these end a sentence
ABBREVIATED = {"dr", "mr", "mrs", "ms", "mt", "st"}  # no sentence ends after these
BEYOND = 4  # also try passages with up to this many more words than in training


class Passage(NamedTuple):
    """Words that are translated separately, and the joint after them.

    Args:
        text: the words, separated by spaces.
        joint: the word that joins them to the next passage; empty at the end of a
            sentence.
    """

    text: str
    joint: str = ""


def ends(words: Sequence[str]) -> list[int]:
    """Return the positions of the marks between sentences; each precedes a capital.

    Args:
        words: words and marks, as people write them.
    """
    return [
        i
        for i in range(1, len(words) - 1)
        if words[i] in ENDS
        and words[i + 1][0].isupper()
        and words[i - 1].lower() not in ABBREVIATED
    ]


def sentences(words: Sequence[str]) -> list[list[str]]:
    """Return the words between the marks, without the marks."""
    found: list[list[str]] = [[]]
    for word in words:
        if word in ENDS:
            found.append([])
        else:
            found[-1].append(word)
    return [sentence for sentence in found if sentence] or [[]]


def spans(
    words: Sequence[str], joints: Mapping[str, str], longest: int
) -> list[tuple[int, int]]:
    """Return a sentence's possible passages, as ranges ``[start, end)`` of its words.

    Args:
        words: the words of one sentence.
        joints: the words at which the sentence may be cut.
        longest: the most words in a passage. We also try up to ``BEYOND`` more,
            because some joints only join words. A passage without a joint may have any
            length.
    """
    inner = [
        i
        for i in range(1, len(words) - 1)
        if words[i] in joints and words[i - 1] not in joints
    ]
    starts, stops = [0, *(i + 1 for i in inner)], [*inner, len(words)]
    return [
        (start, end)
        for i, start in enumerate(starts)
        for j, end in enumerate(stops[i:])
        if j == 0 or end - start <= longest + BEYOND
    ]


def likeliest(
    n_words: int, logs: Mapping[tuple[int, int], float]
) -> list[tuple[int, int]]:
    """Return the spans that make up a sentence, with the largest sum of logarithms.

    Args:
        n_words: the number of words in the sentence.
        logs: for each span, how likely its translation is.
    """
    best: dict[int, tuple[float, list[tuple[int, int]]]] = {0: (0.0, [])}
    for (start, end), log in sorted(logs.items()):  # sorted by where they start
        if start in best:
            total, chosen = best[start]
            after = n_words if end == n_words else end + 1  # after the joint
            if after not in best or total + log > best[after][0]:
                best[after] = (total + log, [*chosen, (start, end)])
    return best[n_words][1]


def cut(
    texts: Sequence[str],
    joints: Mapping[str, str],
    longest: int,
    score: Callable[[list[str]], Sequence[float]],
) -> list[list[Passage]]:
    """Return the passages of each text.

    Args:
        texts: words separated by spaces.
        joints: the words at which a sentence may be cut.
        longest: the most words in a sentence that isn't cut.
        score: function that returns the log-probabilities of the model's own
            translations.
    """
    each = [sentences(text.split()) for text in texts]
    long = [words for text in each for words in text if len(words) > longest]
    texts_of = (
        " ".join(words[start:end])
        for words in long
        for start, end in spans(words, joints, longest)
    )
    distinct = list(dict.fromkeys(texts_of))
    logs = dict(zip(distinct, score(distinct), strict=True)) if distinct else {}

    def passages(words: list[str]) -> list[Passage]:
        if len(words) <= longest:
            return [Passage(" ".join(words))]
        likely = {
            (start, end): logs[" ".join(words[start:end])]
            for start, end in spans(words, joints, longest)
        }
        chosen = likeliest(len(words), likely)
        return [
            Passage(" ".join(words[start:end]), words[end] if end < len(words) else "")
            for start, end in chosen
        ]

    return [[found for words in text for found in passages(words)] for text in each]


def joined(
    passages: Sequence[Passage], translations: Sequence[str], joints: Mapping[str, str]
) -> str:
    """Join the translations into one text, without the mark before a joint.

    Args:
        passages: the passages that `cut` returned.
        translations: for each passage, words separated by spaces.
        joints: each joint's translation.
    """
    if len(passages) == 1:
        return translations[0]
    output: list[str] = []
    for passage, translation in zip(passages, translations, strict=True):
        words = translation.split()
        if passage.joint:
            if words and words[-1] in ENDS:
                words.pop()
            words += joints[passage.joint].split()
        output += words
    return " ".join(output)
