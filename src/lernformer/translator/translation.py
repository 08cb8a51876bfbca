"""A translator: a model with the vocabularies of its two languages."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from lernformer.embedding import pad_batch
from lernformer.fast.decoding import LENGTH_PENALTY, beam_search, greedy_decode
from lernformer.fast.inference import Prepared
from lernformer.transformer import Transformer
from lernformer.translator.attention_maps import attention_maps
from lernformer.translator.passages import Passage, cut, ends, joined
from lernformer.translator.splitter import Contractions, Pieces, Spaces, Words
from lernformer.translator.vocabulary import Vocabulary

AGAIN_AND_AGAIN = re.compile(r"(?:^| )(\S+(?: \S+)?)(?: \1){3}(?= |$)", re.I)
MARKS = ".,;:!?…-–—()[]\"'“”„‘’‚«»‹›"  # left out if unknown
AHEAD = 50  # how many words longer than its source a translation may get (section 6.1)


def is_degenerate(translation: str) -> bool:
    """Return whether a word, or a pair of words, is repeated four times in a row."""
    return bool(AGAIN_AND_AGAIN.search(translation))


@dataclass
class Translator:
    """A model, with everything that it needs to translate sentences.

    Args:
        model: the model, which turns ids into logits.
        source: the vocabulary that it reads.
        target: the vocabulary of its translations.
        splitter: turns a text into words, and words into a text.
        longest: the number of words in the longest training sentence. Longer
            sentences are cut at the splitter's joints, if it has any.
    """

    model: Transformer
    source: Vocabulary
    target: Vocabulary
    splitter: Spaces = field(default_factory=Spaces)
    longest: int | None = None

    @property
    def device(self) -> torch.device:
        return self.model.src_embedding.weight.device

    @property
    def max_words(self) -> int:
        """The most words in a sentence for which the model has positions."""
        return self.model.config.max_length - 2  # <bos>, <eos>

    def as_in_corpus(self, text: str, several: bool = True) -> str:
        """Return a text as in the corpus: marks separate or gone, words in lower case.

        If the splitter makes pieces, the text stays as it is.

        Args:
            text: the text as somebody typed it.
            several: whether to keep the marks between sentences, so that the sentences
                can be translated one by one.
        """
        known = self.source.ids
        if isinstance(self.splitter, Pieces):
            return text.strip()
        text = Words().split(text)
        if isinstance(self.splitter, Contractions):
            text = self.splitter.split(text)
        words = text.split()
        several = several and bool(self.splitter.joints)
        ending = {*ends(words)} if several else set()
        words = [
            w
            for i, w in enumerate(words)
            if w in known or w not in MARKS or i in ending
        ]
        return " ".join(
            w if w in known or w.lower() not in known else w.lower() for w in words
        )

    def encode(self, sentences: Sequence[str]) -> Tensor:
        """Return the ids (B, L) of sentences.

        Raises:
            ValueError: if a sentence is empty or too long for the model.
        """
        sentences = [self.splitter.split(sentence) for sentence in sentences]
        for sentence in sentences:
            n_words = len(sentence.split())
            if n_words == 0:
                raise ValueError("there is no word to translate")
            if n_words > self.max_words:
                raise ValueError(
                    f"a sentence may have at most {self.max_words} words, got {n_words}"
                )
        ids = [self.source.encode(sentence) for sentence in sentences]
        return torch.from_numpy(pad_batch(ids)).to(self.device)

    def cut(self, texts: Sequence[str], batch_size: int = 64) -> list[list[Passage]]:
        """Return the passages to translate: whole sentences, and parts of long ones.

        Args:
            texts: texts as in the corpus; a mark may come between two sentences.
            batch_size: how many passages go through the model together.
        """
        joints = self.splitter.joints
        if not joints or self.longest is None:
            return [[Passage(text)] for text in texts]
        model = Prepared(self.model.eval())

        def score(spans: Sequence[str]) -> list[float]:
            logs = [0.0] * len(spans)
            for rows, src, max_length in self._batches(spans, batch_size):
                _, found = beam_search(model, src, 1, max_length, length_penalty=0.0)
                for i, log in zip(rows, found.tolist(), strict=True):
                    logs[i] = log
            return logs

        split = [self.splitter.split(text) for text in texts]
        return cut(split, joints, self.longest, score)

    def _batches(
        self, sentences: Sequence[str], batch_size: int
    ) -> Iterator[tuple[list[int], Tensor, int]]:
        """Yield batches of similar length: positions, ids, and the maximum length."""
        lengths = [len(self.splitter.split(text).split()) for text in sentences]
        order = sorted(range(len(sentences)), key=lengths.__getitem__)
        for start in range(0, len(order), batch_size):
            rows = order[start : start + batch_size]
            src = self.encode([sentences[i] for i in rows])
            yield rows, src, min(src.size(1) + AHEAD, self.model.config.max_length)

    def translate(
        self,
        sentences: Sequence[str],
        beam_size: int = 1,
        length_penalty: float = LENGTH_PENALTY,
        batch_size: int = 64,
        whole: bool = False,
    ) -> list[str]:
        """Translate sentences; those of similar length go through the model together.

        Args:
            sentences: sentences as in the corpus.
            beam_size: the beam size; 1 takes the best word at each step.
            length_penalty: see ``beam_search``.
            batch_size: how many sentences go through the model together.
            whole: whether to leave sentences uncut that are longer than in training.

        Raises:
            ValueError: if a sentence is empty or too long for the model, or a size is
                less than 1.
        """
        if beam_size < 1 or batch_size < 1:
            raise ValueError(
                f"beam_size and batch_size must be at least 1, got {beam_size} and "
                f"{batch_size}"
            )
        texts = [[Passage(text)] for text in sentences]
        if not whole:
            texts = self.cut(sentences, batch_size)
        passages = [passage.text for text in texts for passage in text]
        translations = [""] * len(passages)
        model = Prepared(self.model.eval())
        for rows, src, max_length in self._batches(passages, batch_size):
            if beam_size == 1:
                tgt = greedy_decode(model, src, max_length)
            else:
                tgt, _ = beam_search(model, src, beam_size, max_length, length_penalty)
            for i, ids in zip(rows, tgt.tolist(), strict=True):
                translations[i] = self.splitter.join(self.target.decode(ids))
        each = iter(translations)
        joints = self.splitter.joints
        return [joined(text, [next(each) for _ in text], joints) for text in texts]

    def attention(self, sentence: str, translation: str) -> dict[str, Tensor]:
        """Return all attention weights (H, L_q, L_k) for a sentence and a translation.

        The rows and columns of the source are ``<bos>``, its words and ``<eos>``. Those
        of the target are ``<bos>`` and its words. After each of them, the model
        predicts the next word.
        """
        src = self.encode([sentence])
        words = self.splitter.split(translation)
        tgt = torch.tensor([self.target.encode(words)[:-1]], device=self.device)
        maps = attention_maps(self.model, src, tgt)
        return {name: weights[0] for name, weights in maps.items()}
