"""Greedy decoding and beam search with a cache, for all sentences at once.

Axes: ``B`` batch, ``K`` beams of a sentence, ``L`` length, ``V`` vocabulary.
"""

from typing import Protocol

import torch
from torch import Tensor

from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID, pad_batch
from lernformer.fast.cache import CachedDecoder
from lernformer.fast.inference import Prepared
from lernformer.transformer import Transformer

# The default everywhere, as in the paper. The number is repeated in two places: in the
# chapter's reference, which the book shows, and in the command's option, which doesn't
# load torch.
LENGTH_PENALTY = 0.6
GROUP = 8  # numbers to compare first, before sorting the largest


class EncoderDecoder(Protocol):
    """What decoding needs from a model, such as ``Transformer``."""

    def encode(self, src: Tensor) -> Tensor: ...

    def decode(self, tgt: Tensor, memory: Tensor, src: Tensor) -> Tensor: ...


class UncachedDecoder:
    """A decoder for any model, which reads the whole prefix again for every token.

    It works like ``CachedDecoder``, but requires only ``encode`` and ``decode``.
    """

    @torch.no_grad()
    def __init__(self, model: EncoderDecoder, src: Tensor):
        self.model, self.src, self.memory = model, src, model.encode(src)
        self.tgt = src.new_empty((len(src), 0))  # (N, L so far), N = B · beams

    @torch.no_grad()
    def step(self, ids: Tensor) -> Tensor:
        """Read the next n ids of each row (N, n) and return their logits (N, n, V)."""
        self.tgt = torch.cat([self.tgt, ids], dim=1) if self.tgt.size(1) else ids
        beams = len(ids) // len(self.src)
        memory = self.memory.repeat_interleave(beams, dim=0)
        src = self.src.repeat_interleave(beams, dim=0)
        return self.model.decode(self.tgt, memory, src)[:, -ids.size(1) :]

    def reorder(self, rows: Tensor) -> None:
        """Make row i continue the old row ``rows[i]``, from the same sentence."""
        self.tgt = self.tgt[rows]

    def keep(self, sentences: Tensor) -> None:
        """Continue with these of the B sentences and all their rows."""
        beams = len(self.tgt) // len(self.src)
        each = torch.arange(beams, device=sentences.device)
        self.reorder((sentences[:, None] * beams + each).flatten())
        self.src, self.memory = self.src[sentences], self.memory[sentences]


def _decoder(
    model: EncoderDecoder | Prepared, src: Tensor
) -> CachedDecoder | UncachedDecoder:
    if src.dim() != 2 or not src.numel():
        raise ValueError(f"src must be (B, L) with L >= 1, got {tuple(src.shape)}")
    if isinstance(model, Transformer | Prepared):
        return CachedDecoder(model, src)
    return UncachedDecoder(model, src)


def _likeliest(logits: Tensor) -> Tensor:
    """Return the word with the largest logit in each row of (N, V), (N,)."""
    if logits.device.type == "cpu" and logits.dtype in (torch.float32, torch.float64):
        # ten times as fast as torch's
        return torch.from_numpy(logits.numpy().argmax(axis=-1))
    return logits.argmax(dim=-1)


def greedy_decode(
    model: EncoderDecoder | Prepared,
    src: Tensor,
    max_length: int,
    bos_id: int = BOS_ID,
    eos_id: int = EOS_ID,
) -> Tensor:
    """Generate translations by taking the most likely next word, until ``<eos>``.

    Args:
        model: a model in evaluation mode, with ``encode`` and ``decode`` like
            ``Transformer``. For many calls, a ``Prepared`` model is faster.
        src: (B, L_src) ids.
        max_length: the most words, including ``<eos>``, in a translation.
        bos_id: the id that the decoder reads first.
        eos_id: the id that ends a translation.

    Returns:
        (B, L) ids without ``<bos>``, L <= max_length; padding follows ``<eos>``.

    Raises:
        ValueError: if ``src`` or ``max_length`` leaves no room for a word.
    """
    if max_length < 1:
        raise ValueError(f"max_length must be at least 1, got {max_length}")
    decoder = _decoder(model, src)
    outputs: list[list[int]] = [[] for _ in src]
    going_on = outputs  # the translations without <eos> so far
    ids = src.new_full((len(src), 1), bos_id)
    for _ in range(max_length):
        likeliest = _likeliest(decoder.step(ids)[:, -1])  # (N,)
        ids, words = likeliest[:, None], likeliest.tolist()
        for translation, word in zip(going_on, words, strict=True):
            translation.append(word)
        if eos_id in words:
            rows = [row for row, word in enumerate(words) if word != eos_id]
            if not rows:
                break
            going_on = [going_on[row] for row in rows]
            kept = torch.tensor(rows, device=src.device)
            ids = ids.index_select(0, kept)
            decoder.keep(kept)
    return torch.from_numpy(pad_batch(outputs)).to(src)


def _largest(table: Tensor, k: int) -> tuple[Tensor, Tensor]:
    """Return the k largest numbers of each row of (n, m), with their places, as (n, k).

    They are in the k groups with the largest maxima, so only those have to be sorted.
    """
    width = table.size(1) // GROUP  # the distance between the numbers of a group
    if width * GROUP < table.size(1) or width < k:
        return table.topk(k)
    groups = table.unflatten(1, (GROUP, width))
    chosen = groups.amax(dim=1).topk(k).indices  # (n, k)
    candidates = groups.gather(2, chosen[:, None].expand(-1, GROUP, -1)).flatten(1)
    values, places = candidates.topk(k)
    return values, places // k * width + chosen.gather(1, places % k)


def length_divisor(length: int, length_penalty: float) -> float:
    """Return ((5 + length) / 6)^penalty, which divides log-probabilities.

    The longer a translation, the more factors below 1 its probability has. A penalty
    of 0 doesn't change that; 1 nearly compares means per word (Wu et al. 2016, eq. 14).
    """
    return ((5 + length) / 6) ** length_penalty


@torch.no_grad()
def beam_search(
    model: EncoderDecoder | Prepared,
    src: Tensor,
    beam_size: int,
    max_length: int,
    length_penalty: float = LENGTH_PENALTY,
    bos_id: int = BOS_ID,
    eos_id: int = EOS_ID,
) -> tuple[Tensor, Tensor]:
    """Generate translations, keeping the ``beam_size`` most likely partial ones.

    The result is the translation with the highest score, its log-probability divided by
    ``length_divisor``. A search ends when no partial translation can beat that score.
    Translations that haven't ended after ``max_length`` words count as they are.

    Args:
        model: a model in evaluation mode, with ``encode`` and ``decode`` like
            ``Transformer``. For many calls, a ``Prepared`` model is faster.
        src: (B, L_src) ids.
        beam_size: K, how many partial translations to keep.
        max_length: the most words, including ``<eos>``, in a translation.
        length_penalty: at least 0; the higher, the longer the translations.
        bos_id: the id that the decoder reads first.
        eos_id: the id that ends a translation.

    Returns:
        The best translations, ids (B, L) as in ``greedy_decode``, and scores (B,).

    Raises:
        ValueError: if an argument is out of its range.
    """
    if beam_size < 1 or max_length < 1 or not 0 <= length_penalty < torch.inf:
        raise ValueError(
            "beam_size and max_length must be at least 1 and length_penalty at least "
            f"0 and finite, got {beam_size}, {max_length} and {length_penalty}"
        )
    decoder = _decoder(model, src)
    sentences = torch.arange(len(src), device=src.device)  # those still being searched
    best = torch.full((len(src),), -torch.inf, device=src.device)
    tgt = src.new_full((len(src), max_length), PAD_ID)
    lengths = torch.zeros_like(sentences)
    # (n, K): n unfinished sentences, K partial translations each; at first, only <bos>
    scores = torch.zeros((len(src), 1), device=src.device)
    prefixes = src.new_full((len(src), 1, 1), bos_id)  # (n, K, length)
    for length in range(1, max_length + 1):
        logits = decoder.step(prefixes[..., -1].reshape(-1, 1))  # (n · K, 1, V)
        steps = logits[:, -1].float().log_softmax(dim=-1)
        candidates = scores[..., None] + steps.view(*scores.shape, -1)  # (n, K, V)
        vocab_size = candidates.size(-1)

        # The best translation that ends here; at the limit, all of them do.
        if length < max_length:
            score, beam = candidates[..., eos_id].max(dim=-1)  # (n,)
            word = torch.full_like(beam, eos_id)
        else:
            score, place = candidates.flatten(1).max(dim=-1)  # (n,)
            beam, word = place // vocab_size, place % vocab_size
        score /= length_divisor(length, length_penalty)
        better = (score > best[sentences]).nonzero()[:, 0]
        rows = sentences[better]
        best[rows], lengths[rows] = score[better], length
        tgt[rows, : length - 1] = prefixes[better, beam[better], 1:]
        tgt[rows, length - 1] = word[better]
        if length == max_length:
            break

        # The best partial translations, which continue.
        candidates[..., eos_id] = -torch.inf
        n_beams = min(beam_size, candidates[0].numel())
        scores, places = _largest(candidates.flatten(1), n_beams)  # (n, K)
        beam, word = places // vocab_size, places % vocab_size
        begun = prefixes.gather(1, beam[..., None].expand(-1, -1, length))
        first = torch.arange(len(beam), device=src.device) * prefixes.size(1)
        decoder.reorder((first[:, None] + beam).flatten())
        prefixes = torch.cat([begun, word[..., None]], dim=-1)  # (n, K, length + 1)

        # Log-probabilities only fall, and no divisor is larger than that at the limit.
        bound = scores[:, 0] / length_divisor(max_length, length_penalty)
        going_on = (bound > best[sentences]).nonzero()[:, 0]
        if len(going_on) < len(sentences):
            if not len(going_on):
                break
            decoder.keep(going_on)
            sentences, scores = sentences[going_on], scores[going_on]
            prefixes = prefixes[going_on]
    return tgt[:, : lengths.max()], best
