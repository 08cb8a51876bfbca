"""The words that a translator knows, each with its id, and a file to store them in."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from lernformer.embedding import (
    BOS_ID,
    EOS_ID,
    PAD_ID,
    SPECIALS,
    build_vocabulary,
    encode,
)


class Vocabulary:
    """Turns sentences into ids and back. White space separates the words.

    Args:
        words: the words in the order of their ids; the first four are the specials.

    Raises:
        ValueError: if the specials are not in place or a word is listed twice.
    """

    def __init__(self, words: Sequence[str]):
        if tuple(words[: len(SPECIALS)]) != SPECIALS:
            raise ValueError(
                f"a vocabulary begins with {' '.join(SPECIALS)}, "
                f"got {' '.join(map(str, words[: len(SPECIALS)]))!r}"
            )
        self.words = tuple(words)
        self.ids = {word: i for i, word in enumerate(words)}
        if len(self.ids) < len(self.words):
            twice = next(w for i, w in enumerate(words) if self.ids[w] != i)
            raise ValueError(f"a word has one id, but {twice!r} is listed twice")

    @classmethod
    def of(cls, sentences: Iterable[str], min_count: int = 1) -> "Vocabulary":
        """Return all words that occur in ``sentences`` at least ``min_count`` times."""
        return cls(list(build_vocabulary(sentences, min_count)))

    @classmethod
    def of_both(
        cls, pairs: Iterable[tuple[str, str]]
    ) -> tuple["Vocabulary", "Vocabulary"]:
        """Return all words of sentences and of their translations."""
        sources, targets = zip(*pairs, strict=True)
        return cls.of(sources), cls.of(targets)

    def __len__(self) -> int:
        return len(self.words)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vocabulary) and self.words == other.words

    def __hash__(self) -> int:
        return hash(self.words)

    def unknown(self, sentence: str) -> list[str]:
        """Return the words in a sentence that have no id of their own, in order."""
        known = self.ids.keys() - set(SPECIALS)
        return [word for word in sentence.split() if word not in known]

    def encode(self, sentence: str) -> list[int]:
        """Return the ids of a sentence's words, between ``<bos>`` and ``<eos>``.

        Both languages get both marks, because a sentence's ends are the first positions
        that a model learns to find, whatever the sentence's length.
        """
        return [BOS_ID, *encode(sentence, self.ids), EOS_ID]

    def decode(self, ids: Iterable[int]) -> str:
        """Return the words up to the first ``<eos>``, without ``<bos>`` and padding."""
        words = []
        for i in map(int, ids):
            if i == EOS_ID:
                break
            if i not in (BOS_ID, PAD_ID):
                words.append(self.words[i])
        return " ".join(words)

    def save(self, path: str | Path) -> None:
        """Write the words as a JSON list."""
        text = json.dumps(self.words, ensure_ascii=False, indent=0)
        Path(path).write_text(text + "\n", "utf-8")

    @classmethod
    def load(cls, path: str | Path) -> "Vocabulary":
        """Read what ``save`` wrote.

        Raises:
            ValueError: if the file contains anything else.
        """
        try:
            words = json.loads(Path(path).read_text("utf-8"))
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            raise ValueError(f"{path} isn't a vocabulary: {error}") from error
        if not isinstance(words, list) or not all(isinstance(w, str) for w in words):
            raise ValueError(f"{path} isn't a vocabulary: it needs a list of words")
        return cls(words)
