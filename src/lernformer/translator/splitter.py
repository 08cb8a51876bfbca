"""Turns texts as people write them into words of a vocabulary, and back.

There are three ways to split a text. In the first, the words are already separate. The
second finds the words and marks in plain text. The third splits words into pieces
(byte-pair encoding, Sennrich et al. 2016), from which it can build any word.
"""

import base64
import functools
import io
import re
from collections.abc import Iterable, Mapping


class Spaces:
    """Handles texts whose words are already separate, as in our own corpus."""

    name = "spaces"
    # the words at which a long text is cut, with their translations
    joints: Mapping[str, str] = {}

    def split(self, text: str) -> str:
        return text

    def join(self, words: str) -> str:
        return words

    def state(self) -> str:
        """Return everything that ``restored`` needs, as text for a checkpoint."""
        return self.name


# marks that join the parts of a word: T-Shirt, don't, 3.5, 10:30
INSIDE = r"[-'’](?=\w)|(?<=\d)[.,:](?=\d)"


class Words(Spaces):
    """Separates words and marks: "Ja, so." becomes "Ja , so ."."""

    name = "words"

    def split(self, text: str) -> str:
        return " ".join(re.findall(rf"\w(?:\w|{INSIDE})*|[^\w\s]", text))

    def join(self, words: str) -> str:
        return re.sub(r" ([.,;:!?])", r"\1", words)


# contractions that the everyday grammar writes out; after these words, 's means "is"
_IS = (
    "it|he|she|that|this|what|who|where|how|why|when|there|here|everything|something"
    "|nothing|everybody|everyone|somebody|someone|nobody"
)
CONTRACTIONS = (
    (r"\bwon't\b", "will not"),
    (r"\bshan't\b", "will not"),
    (r"\b(can't|can not)\b", "cannot"),
    (r"\bain't\b", "is not"),
    (r"n't\b", " not"),
    (r"\bi'm\b", "i am"),
    (r"'re\b", " are"),
    (r"'ll\b", " will"),
    (r"'ve\b", " have"),
    (r"'d\b", " would"),
    (r"\blet's\b", "let us"),
    (r"(?<=\w)'s (got|been)\b", r" has \1"),
    (rf"\b({_IS})'s\b", r"\1 is"),
    (r"(?<=\w)'s\b", " 's"),
    (r"\bwanna\b", "want to"),
    (r"\bgonna\b", "going to"),
)
# every contraction contains one of these; a single search is faster than trying all
SHORT = re.compile(r"'|\bcan not\b|\bwanna\b|\bgonna\b", re.IGNORECASE)


class Contractions(Spaces):
    """Separates words and expands contractions: don't becomes "do not"."""

    name = "contractions"
    joints: Mapping[str, str] = {"and": "und", "but": ", aber"}

    def split(self, text: str) -> str:
        text = text.replace("’", "'")
        if not SHORT.search(text):
            return text
        for pattern, words in CONTRACTIONS:
            expand = functools.partial(_expanded, words)
            text = re.sub(pattern, expand, text, flags=re.IGNORECASE)
        return text


def _expanded(words: str, found: re.Match) -> str:
    """Return a contraction's words, with its capital, which shows where to cut."""
    text = found.expand(words)
    return text[:1].upper() + text[1:] if found[0][0].isupper() else text


class Pieces(Spaces):
    """Byte-pair encoding: frequent words stay whole, rare words are split into pieces.

    Args:
        model: what sentencepiece has learned; see ``learn``.

    Raises:
        ValueError: if sentencepiece is not installed, or this is not its model.
    """

    name = "bpe"

    def __init__(self, model: bytes):
        self.model = model
        try:
            self.processor = _sentencepiece().SentencePieceProcessor(model_proto=model)
            self.processor.encode("")
        except RuntimeError as error:
            raise ValueError(f"this isn't a sentencepiece model: {error}") from error

    @classmethod
    def learn(cls, texts: Iterable[str], vocab_size: int) -> "Pieces":
        """Learn the pieces that make up the texts.

        Raises:
            ValueError: if ``vocab_size`` is too large or too small for the texts.
        """
        model = io.BytesIO()
        try:
            _sentencepiece().SentencePieceTrainer.train(
                sentence_iterator=iter(texts),
                model_writer=model,
                vocab_size=vocab_size,
                model_type="bpe",
                character_coverage=1.0,
                num_threads=1,
                minloglevel=2,
            )
        except RuntimeError as error:
            raise ValueError(
                f"can't learn {vocab_size} pieces from these texts: {error}"
            ) from error
        return cls(model.getvalue())

    def split(self, text: str) -> str:
        return " ".join(self.processor.encode(text, out_type=str))

    def join(self, pieces: str) -> str:
        return self.processor.decode(pieces.split())

    def state(self) -> str:
        return f"{self.name} {base64.b64encode(self.model).decode()}"


def _sentencepiece():
    try:
        import sentencepiece
    except ModuleNotFoundError as error:
        raise ValueError(
            "pieces of words need sentencepiece: pip install sentencepiece"
        ) from error
    return sentencepiece


def restored(state: str) -> Spaces:
    """Return the splitter whose ``state()`` this is.

    Raises:
        ValueError: if there is no such splitter.
    """
    name, _, model = state.partition(" ")
    if name == Pieces.name:
        return Pieces(base64.b64decode(model))
    for kind in (Spaces, Words, Contractions):
        if name == kind.name:
            return kind()
    raise ValueError(f"there is no splitter {name!r}")
