"""From a model to translations: greedy decoding and beam search (section 6.1).

These are the chapter's versions. They need only a model with ``encode`` and ``decode``,
such as ``Transformer``; `translation` uses faster versions.

Axes: ``B`` batch, ``K`` beams of a sentence, ``L`` length, ``V`` vocabulary.
"""

import math

import torch
from torch import Tensor, nn

from lernformer.embedding import BOS_ID, EOS_ID, PAD_ID
from lernformer.transformer import Transformer


def greedy_decode(
    model: Transformer,
    src: Tensor,
    max_length: int,
    bos_id: int = BOS_ID,
    eos_id: int = EOS_ID,
) -> Tensor:
    """Generate translations by taking the most likely next word, until ``<eos>``.

    The loop ends as soon as all translations have ended. No gradients are recorded.

    Args:
        model: is in evaluation mode during the call, then back in its previous mode.
        src: (B, L_src) ids, some with padding at their end; they are not modified.
        max_length: the most words, including ``<eos>``, in a translation; at least 1. A
            translation that has not ended by then stays as it is.
        bos_id: the id that the decoder reads first.
        eos_id: the id that ends a translation.

    Returns:
        (B, L) ids without ``<bos>``, L <= max_length. ``<eos>`` is part of the
        translation; padding (0) follows it.

    Example:
        >>> model, follows = nn.Identity(), torch.tensor([0, 4, 0, 0, 5, 2])
        >>> model.encode = lambda src: src
        >>> model.decode = lambda tgt, memory, src: torch.eye(6)[follows[tgt]]
        >>> src = torch.tensor([[7, 8, 2]])  # is not read
        >>> greedy_decode(model, src, 9), greedy_decode(model, src, 2)
        (tensor([[4, 5, 2]]), tensor([[4, 5]]))
    """
    # 1. put the model into evaluation mode, and let it encode the source once
    mode = model.training
    model.eval()
    with torch.no_grad():
        memory = model.encode(src)  # (B, L_src, d_model)
        # 2. begin each translation with `bos_id`
        tgt = torch.full_like(src[:, :1], bos_id)  # (B, 1)
        ended = torch.zeros_like(src[:, 0], dtype=torch.bool)  # (B,)
        # 3. go on until all have ended, or `max_length` is reached
        while tgt.size(1) <= max_length and not ended.all():
            # 4. append the most likely next word, or padding where the translation
            # has ended
            logits = model.decode(tgt, memory, src)  # (B, L, V)
            words = logits[:, -1].argmax(dim=-1).masked_fill(ended, PAD_ID)  # (B,)
            tgt = torch.cat([tgt, words[:, None]], dim=1)  # (B, L + 1)
            ended = ended | (words == eos_id)
    # 5. restore the mode, and leave `bos_id` out of the result
    model.train(mode)
    return tgt[:, 1:]


@torch.no_grad()
def beam_search(
    model: Transformer,
    src: Tensor,
    beam_size: int,
    max_length: int,
    length_penalty: float = 0.6,
    bos_id: int = BOS_ID,
    eos_id: int = EOS_ID,
) -> tuple[Tensor, Tensor]:
    """Generate translations, keeping the ``beam_size`` most likely partial ones.

    The result is the translation with the highest score: its log-probability divided by
    ((5 + words) / 6)^length_penalty, where ``<eos>`` counts as a word.

    Args:
        model: is in evaluation mode during the call, then back in its previous mode.
        src: (B, L_src) ids, some with padding at their end; they are not modified.
        beam_size: K, how many unfinished translations are kept. (Some books let a
            finished one keep its place in the beam; the check accepts that, too.)
        max_length: the most words, including ``<eos>``, in a translation. A translation
            that has not ended by then counts as it is.
        length_penalty: at least 0; the higher, the longer the translations.
        bos_id: the id that the decoder reads first.
        eos_id: the id that ends a translation.

    Returns:
        Two tensors: ids (B, L) of the best translation of each sentence, without
        ``<bos>``, with ``<eos>``, then padding (0), as from ``greedy_decode``; and
        their scores (B,).

    Example:
        >>> model, p = nn.Identity(), torch.full((6, 6), 1e-6)
        >>> p[1, 4], p[1, 5], p[4, 2], p[4, 3], p[5, 2] = 0.6, 0.4, 0.5, 0.5, 1
        >>> model.encode = lambda src: src[..., None]
        >>> model.decode = lambda tgt, memory, src: p[tgt].log()
        >>> ids, scores = beam_search(model, torch.tensor([[7, 2]]), 2, 9, 0.0)
        >>> ids, scores.exp()
        (tensor([[5, 2]]), tensor([0.4000]))
    """
    mode = model.training
    model.eval()
    translations, scores = [], []
    for sentence in src.split(1):  # (1, L_src)
        # 1. encode the source once; at first, the one beam is `bos_id`, with the sum 0
        memory = model.encode(sentence)
        beams = torch.full_like(sentence[:, :1], bos_id)  # (K, length), at first K = 1
        sums = torch.zeros(1, device=src.device)  # (K,) log-probabilities
        best, best_score = [], -math.inf
        for length in range(1, max_length + 1):
            # 2. add to each sum the log-probability of each word that may follow
            n = len(beams)
            same = memory.expand(n, -1, -1), sentence.expand(n, -1)
            logits = model.decode(beams, *same)  # (K, length, V)
            longer = sums[:, None] + logits[:, -1].log_softmax(dim=-1)  # (K, V)
            # 3. take the best translation that ends here, with <eos> or, at the limit,
            # with any word; remember it if it beats the score of all earlier ones
            ends = longer.clone()
            if length < max_length:
                ends[:, torch.arange(ends.size(1)) != eos_id] = -math.inf
            beam, word = divmod(int(ends.argmax()), ends.size(1))
            score = ends[beam, word].item() / ((5 + length) / 6) ** length_penalty
            if score > best_score:
                best, best_score = [*beams[beam, 1:].tolist(), word], score
            # 4. the `beam_size` best of those that go on are the next beams
            longer[:, eos_id] = -math.inf
            sums, places = longer.flatten().topk(min(beam_size, longer.numel()))
            words = places % longer.size(1)
            beams = beams[places // longer.size(1)]
            beams = torch.cat([beams, words[:, None]], dim=1)
        translations.append(torch.tensor(best, device=src.device))
        scores.append(best_score)
    # 5. restore the mode, and pad the ids to one table
    model.train(mode)
    ids = nn.utils.rnn.pad_sequence(translations, batch_first=True)
    return ids, torch.tensor(scores, device=src.device)
