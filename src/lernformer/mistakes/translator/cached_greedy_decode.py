"""Typical wrong answers to ``translator.cached_greedy_decode``."""

import torch

from lernformer.embedding import BOS_ID, EOS_ID
from lernformer.mistakes.common import INPUT_MODIFIED, fails
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.translator.common import parts_of
from lernformer.mistakes.translator.decoding import BOS_KEPT, EOS_IGNORED, TOO_LONG
from lernformer.probes.translator.cached_greedy_decode import ONCE
from lernformer.probes.translator.decoding import LIMIT


def weigh(q, k, v):
    return (q @ k.mT / q.size(-1) ** 0.5).softmax(-1) @ v


def decode(
    model,
    src,
    max_length,
    bos_id=BOS_ID,
    eos_id=EOS_ID,
    *,
    start=lambda t: t,
    place=lambda i: i,
    cat=lambda old, new: torch.cat([old, new], dim=2),
    keys=lambda joined, k: joined,
    values=lambda joined, v: joined,
    see=lambda src: (src != 0)[:, None, None, :],
    fill=lambda words, ended: words.masked_fill(ended, 0),
    steps=lambda max_length: max_length,
    said=lambda tgt: tgt[:, 1:],
    end=lambda eos_id: eos_id,
):
    """Right decoding with a cache; each part can be changed."""
    cache = {}

    def attend(attention, h, i):
        def heads(x):
            return x.unflatten(-1, (attention.n_heads, -1)).transpose(1, 2)

        q, k, v = (
            heads(p(h)) for p in (attention.q_proj, attention.k_proj, attention.v_proj)
        )
        if place(i) in cache:
            old_k, old_v = cache[place(i)]
            k, v = keys(cat(old_k, k), k), values(cat(old_v, v), v)
        cache[place(i)] = k, v
        return attention.out_proj(weigh(q, k, v).transpose(1, 2).flatten(2))

    with torch.no_grad():
        memory, mask = model.encode(src), see(src)
        tgt = torch.full((len(src), 1), bos_id)
        ended = torch.zeros(len(src), dtype=torch.bool)
        for t in range(steps(max_length)):
            x = model.tgt_positions(model.tgt_embedding(tgt[:, -1:]), start(t))
            for i, one in enumerate(model.decoder.layers):
                x = one.residual_1(
                    x, lambda h, i=i, a=one.self_attention: attend(a, h, i)
                )
                x = one.residual_2(
                    x, lambda h, a=one.cross_attention: a(h, memory, memory, mask)[0]
                )
                x = one.residual_3(x, one.feed_forward)
            logits = model.output(model.decoder.norm(x))
            words = fill(logits[:, -1].argmax(-1), ended)
            tgt = torch.cat([tgt, words[:, None]], dim=1)
            ended = ended | (words == end(eos_id))
            if ended.all():
                break
    return said(tgt)


changed = parts_of(decode)

MISTAKES = Catalogue([INPUT_MODIFIED])

MISTAKES.sign(
    "wrong_axis",
    "old and new keys are joined along another axis than that of the words; in "
    "(B, H, t, d_k) it is the last but one: torch.cat(…, dim=-2).",
    fails(
        "must have the same d_k",
        "must match the size of tensor",
        "cannot be multiplied",
        "Expected size for first two dimensions",
    ),
    seen="course",
)


@MISTAKES.answer(
    "positions_restarted",
    "each word stands at position 0, as if it were the first one; tell "
    "tgt_positions(x, start) where it is.",
    seen="issue",
)
@changed("start")
def always_at_the_beginning(t):
    """There is one word, so it is the first."""
    return 0


@MISTAKES.answer(
    "positions_off_by_one",
    "each word stands one position too far; <bos> is at position 0.",
)
@changed("start")
def counted_from_one(t):
    """<bos> is word number one."""
    return t + 1


@MISTAKES.answer(
    "nothing_remembered",
    "the newest word attends to itself alone; keep keys and values of those before.",
    seen="course",
)
@changed("cat")
def only_the_new(old, new):
    """The newest word is all that is read."""
    return new


@MISTAKES.answer(
    "wrong_axis",
    "old and new keys are joined along another axis than that of the words; in "
    "(B, H, t, d_k) it is the last but one: torch.cat(…, dim=-2).",
    seen="course",
)
@changed("cat")
def along_the_batch(old, new):
    """cat joins along the first axis."""
    return torch.cat([old, new])


@MISTAKES.answer(
    "cache_added",
    "old and new keys are added up; put them side by side, torch.cat(…, dim=-2).",
)
@changed("cat")
def summed(old, new):
    """The cache is a memory that grows."""
    return old + new


@MISTAKES.answer(
    "one_cache_for_all_layers",
    "all layers share one cache; each layer has keys and values of its own.",
    seen="course",
)
@changed("place")
def the_same_for_all(i):
    """One cache for the decoder."""
    return 0


@MISTAKES.answer(
    "padding_seen",
    "the cross-attention looks at padding of the source: padding_mask(src).",
)
@changed("see")
def no_mask(src):
    """With a cache there are no masks."""
    return None


@MISTAKES.answer(
    "goes_on_after_end",
    "words go on after <eos>; a translation that has ended gets padding (0).",
)
@changed("fill")
def words_go_on(words, ended):
    """The loop ends when all have."""
    return words


@MISTAKES.answer("eos_id_ignored", EOS_IGNORED)
@changed("end")
def always_two(eos_id):
    """<eos> is 2."""
    return EOS_ID


@MISTAKES.answer("bos_kept", BOS_KEPT)
@changed("said")
def with_bos(tgt):
    """All that was read and said."""
    return tgt


MISTAKES.sign(
    "one_too_long",
    TOO_LONG,
    lambda case, seen: case.aspect == LIMIT and "words" in seen.facts,
)

MISTAKES.sign(
    "everything_again",
    "keys and values of words that were read before are made again; give the layers "
    "the newest word alone, tgt[:, -1:], and keep what they made.",
    lambda case, seen: case.aspect == ONCE,
    seen="course",
)
