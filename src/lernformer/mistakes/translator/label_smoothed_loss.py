"""Typical wrong answers to ``translator.label_smoothed_loss``."""

import math

import numpy as np
import torch
from torch.nn import functional as F

from lernformer.mistakes.common import GRADIENT_CUT, INPUT_MODIFIED, fails
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.translator.common import finite, parts_of
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.label_smoothed_loss import EMPTY_BATCH, LARGE
from lernformer.probes.values import tensors

COUNTED = (
    "padding counts as if it were a word to say; leave out labels that equal pad_id."
)

PADDING_SHARED = (
    "padding counts in the part that all words share: both parts belong to real labels "
    "alone."
)

DIVIDED_BY_ALL = (
    "padding adds nothing to the sum but is counted all the same: divide by the number "
    "of real labels, (labels != pad_id).sum()."
)

RESHAPED = (
    "reshape keeps the order of the numbers and cannot turn axes: the logits no longer "
    "stand beside their labels. transpose(1, 2) turns; flatten(0, 1) joins batch and "
    "length."
)

OTHERS = (
    "smoothing is shared among the wrong words only; here all V words share it, the "
    "right one too: smoothing / V each."
)

ANNOTATED = (
    "these are the smoothed labels of the Annotated Transformer: V - 2 words share the "
    "smoothing, neither the right one nor padding, and kl_div takes the labels' "
    "entropy away. Here all V words share it, and the mean cross-entropy is asked for."
)

OVERFLOW = (
    "exp of a large logit is infinite, and the logarithm of a tiny probability is "
    "minus infinity. log_softmax does both in one go, safely."
)

EMPTY = (
    "where all labels are padding, 0 is divided by 0; divide by at least 1: "
    ".clamp(min=1)."
)


def mean(losses, real):
    """The mean where ``real``; 0 if nowhere."""
    return losses.masked_fill(~real, 0).sum() / real.sum().clamp(min=1)


def right(
    logits,
    labels,
    smoothing=0.1,
    pad_id=0,
    *,
    logs=lambda logits: logits.log_softmax(dim=-1),
    all_words=lambda logs, of_label: logs.mean(dim=-1),
    reduce=mean,
):
    """The right loss; each part can be changed."""
    made = logs(logits)
    of_label = made.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    losses = -(1 - smoothing) * of_label - smoothing * all_words(made, of_label)
    return reduce(losses, labels != pad_id)


changed = parts_of(right)

MISTAKES = Catalogue([INPUT_MODIFIED])

MISTAKES.sign(
    "labels_index_sentences",
    "the labels are taken for numbers of sentences; each tells a place along the last "
    "axis, of its own row: gather(-1, labels.unsqueeze(-1)).",
    fails("out of bounds for dimension 0"),
)


@MISTAKES.answer(
    "pad_id_ignored", "padding is taken for 0; compare labels with pad_id."
)
def padding_is_zero(logits, labels, smoothing=0.1, pad_id=0):
    """Padding is always 0."""
    return right(logits, labels, smoothing, 0)


@MISTAKES.answer("padding_counted", COUNTED, seen="course")
@changed("reduce")
def padding_too(losses, real):
    """All labels count."""
    return losses.mean()


@MISTAKES.answer("padding_counted", PADDING_SHARED)
def smoothing_of_padding(logits, labels, smoothing=0.1, pad_id=0):
    """Padding is masked in the one part and forgotten in the other."""
    real = labels != pad_id
    logs = logits.log_softmax(dim=-1)
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    hard = -(1 - smoothing) * (of_label * real).sum()
    even = -smoothing * logs.mean(dim=-1).sum()
    return (hard + even) / real.sum().clamp(min=1)


@MISTAKES.answer("padding_counted", PADDING_SHARED)
def smoothing_of_everything(logits, labels, smoothing=0.1, pad_id=0):
    """The words' part is a mean of its own, and padding is in it."""
    logs = logits.log_softmax(dim=-1)
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    hard = -mean(of_label, labels != pad_id)
    return (1 - smoothing) * hard - smoothing * logs.mean()


@MISTAKES.answer("divided_by_all", DIVIDED_BY_ALL, seen="course")
@changed("reduce")
def by_batch_and_length(losses, real):
    """Padding costs nothing, but counts in the mean: divided by B · L."""
    return losses.masked_fill(~real, 0).mean()


@MISTAKES.answer(
    "mean_of_means",
    "each sentence has a mean of its own, so words of short sentences count more; take "
    "one mean over all real labels.",
)
@changed("reduce")
def sentences_first(losses, real):
    """Each sentence's mean, then the mean of the sentences."""
    return ((losses * real).sum(dim=1) / real.sum(dim=1).clamp(min=1)).mean()


@MISTAKES.answer(
    "divided_by_batch",
    "the sum is divided by the number of sentences; divide by that of the real labels.",
)
@changed("reduce")
def by_batch(losses, real):
    """A loss a sentence."""
    return (losses * real).sum() / real.size(0)


@MISTAKES.answer(
    "sum_for_mean", "this is the sum; divide by the number of real labels."
)
@changed("reduce")
def summed(losses, real):
    """The sum over all words."""
    return (losses * real).sum()


@MISTAKES.answer(
    "eos_ignored",
    "<eos> does not count; it is a word to say, or the model never learns to stop. "
    "Only padding does not count.",
    seen="course",
)
def eos_is_no_word(logits, labels, smoothing=0.1, pad_id=0):
    """<eos> does not count either."""
    return right(logits, labels.masked_fill(labels == 2, pad_id), smoothing, pad_id)


@MISTAKES.answer(
    "softmax_twice",
    "the logits went through a softmax before the loss, which has one itself; pass on "
    "the logits.",
    seen="course",
)
@changed("logs")
def softmax_before_cross_entropy(logits):
    """Probabilities go into the loss."""
    return logits.softmax(dim=-1).log_softmax(dim=-1)


@MISTAKES.answer(
    "no_softmax", "the logits are taken for log-probabilities; log_softmax is missing."
)
@changed("logs")
def logits_for_logarithms(logits):
    """The logits are taken for logarithms."""
    return logits


@MISTAKES.answer(
    "no_logarithm", "these are probabilities; the loss is made of their logarithms."
)
@changed("logs")
def probabilities(logits):
    """The logarithm is missing."""
    return logits.softmax(dim=-1)


@MISTAKES.answer(
    "softmax_axis",
    "the softmax runs over the positions; it runs over the words, the last axis.",
)
@changed("logs")
def over_the_words_of_a_sentence(logits):
    """The softmax runs over the positions."""
    return logits.log_softmax(dim=1)


@MISTAKES.answer("reshaped_along_the_wrong_axis", RESHAPED, seen="course")
def viewed_as_vocabulary_first(logits, labels, smoothing=0.1, pad_id=0):
    """A view where the axes should change places."""
    B, L, V = logits.shape
    return right(logits.reshape(B, V, L).transpose(1, 2), labels, smoothing, pad_id)


@MISTAKES.answer("reshaped_along_the_wrong_axis", RESHAPED, seen="course")
def flattened_across(logits, labels, smoothing=0.1, pad_id=0):
    """The vocabulary's axis is brought forward, then all is flattened."""
    flat = logits.transpose(1, 2).reshape(-1, logits.size(-1))
    return right(flat, labels.reshape(-1), smoothing, pad_id)


@MISTAKES.answer("reshaped_along_the_wrong_axis", RESHAPED)
def labels_by_column(logits, labels, smoothing=0.1, pad_id=0):
    """Logits by row, labels by column."""
    flat = logits.reshape(-1, logits.size(-1))
    return right(flat, labels.T.reshape(-1), smoothing, pad_id)


@MISTAKES.answer(
    "no_smoothing",
    "nothing is smoothed: all words should share `smoothing`, which is 0.1 where it is "
    "not given.",
)
def plain(logits, labels, smoothing=0.1, pad_id=0):
    """Cross-entropy, not smoothed."""
    return right(logits, labels, 0.0, pad_id)


@MISTAKES.answer("smoothing_fixed", "0.1 is written down somewhere; use `smoothing`.")
def always_a_tenth(logits, labels, smoothing=0.1, pad_id=0):
    """The paper's 0.1."""
    return right(logits, labels, 0.1, pad_id)


@MISTAKES.answer(
    "smoothing_swapped",
    "the shares have changed places: the right word gets 1 - smoothing, and all words "
    "share smoothing.",
)
def one_minus(logits, labels, smoothing=0.1, pad_id=0):
    """ε for the right word, 1 - ε for the others."""
    return right(logits, labels, 1 - smoothing, pad_id)


@MISTAKES.answer(
    "smoothing_not_shared",
    "each of the V words gets all of `smoothing`; it is shared: smoothing / V each, "
    "the mean, not the sum.",
)
@changed("all_words")
def epsilon_for_each(logs, of_label):
    """Each word gets ε, not ε / V."""
    return logs.sum(dim=-1)


@MISTAKES.answer("smoothing_over_others", OTHERS, seen="course")
@changed("all_words")
def among_the_others(logs, of_label):
    """ε is shared by the V - 1 wrong words."""
    return (logs.sum(dim=-1) - of_label) / (logs.size(-1) - 1)


def among_others_without_padding(logits, labels, smoothing, pad_id):
    """ε is shared by the V - 2 words that are neither right nor padding, (B, L, V)."""
    target = torch.full_like(logits, smoothing / (logits.size(-1) - 2))
    target.scatter_(-1, labels.unsqueeze(-1), 1 - smoothing)
    target[..., pad_id] = 0
    return target


@MISTAKES.answer("smoothing_over_others", OTHERS, seen="course")
def cross_entropy_to_the_others(logits, labels, smoothing=0.1, pad_id=0):
    """ε is shared by the V - 2 words that are neither right nor padding."""
    target = among_others_without_padding(logits, labels, smoothing, pad_id)
    losses = -(target * logits.log_softmax(dim=-1)).sum(dim=-1)
    return mean(losses, labels != pad_id)


@MISTAKES.answer(
    "smoothing_not_for_padding",
    "the word <pad> has no share of the smoothing; all V words share it, <pad> too. "
    "Padding is left out among the labels alone.",
)
def all_words_but_padding(logits, labels, smoothing=0.1, pad_id=0):
    """Nobody says <pad>, so it needs no share."""
    logs = logits.log_softmax(dim=-1)
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    words = [i for i in range(logits.size(-1)) if i != pad_id]
    losses = -(1 - smoothing) * of_label - smoothing * logs[..., words].mean(dim=-1)
    return mean(losses, labels != pad_id)


@MISTAKES.answer("annotated_smoothing", ANNOTATED, seen="course")
def the_annotated_transformers(logits, labels, smoothing=0.1, pad_id=0):
    """KLDivLoss(reduction="sum") to the labels that V - 2 words share."""
    target = among_others_without_padding(logits, labels, smoothing, pad_id)
    target = target.masked_fill((labels == pad_id).unsqueeze(-1), 0)
    return F.kl_div(logits.log_softmax(dim=-1), target, reduction="sum")


@MISTAKES.answer("annotated_smoothing", ANNOTATED, seen="course")
def the_annotated_transformers_mean(logits, labels, smoothing=0.1, pad_id=0):
    """The same, divided by the number of words."""
    count = (labels != pad_id).sum().clamp(min=1)
    return the_annotated_transformers(logits, labels, smoothing, pad_id) / count


@MISTAKES.answer(
    "smoothing_added",
    "the right word keeps all of its 1, and smoothing comes on top; it gives smoothing "
    "away: 1 - smoothing.",
)
def on_top(logits, labels, smoothing=0.1, pad_id=0):
    """The right word keeps all of its 1."""
    logs = logits.log_softmax(dim=-1)
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    return mean(-of_label - smoothing * logs.mean(dim=-1), labels != pad_id)


@MISTAKES.answer(
    "smoothing_share_missing",
    "what the right word gives away arrives nowhere: the mean over all words, times "
    "smoothing, is missing.",
)
@changed("all_words")
def right_word_only(logs, of_label):
    """The right word's part, and nothing for the others."""
    return 0


@MISTAKES.answer(
    "kl_divergence",
    "this is the Kullback-Leibler divergence, which lacks the entropy of the smoothed "
    "labels; the loss is the cross-entropy.",
    seen="course",
)
def kl(logits, labels, smoothing=0.1, pad_id=0):
    """The divergence lacks the labels' entropy."""
    size = logits.size(-1)
    target = F.one_hot(labels, size).to(logits.dtype) * (1 - smoothing)
    target = target + smoothing / size
    losses = F.kl_div(logits.log_softmax(-1), target, reduction="none").sum(-1)
    return mean(losses, labels != pad_id)


@MISTAKES.answer(
    "sign_flipped",
    "the minus is missing: log-probabilities are negative, a loss is positive.",
)
def log_likelihood(logits, labels, smoothing=0.1, pad_id=0):
    """The minus is missing."""
    return -right(logits, labels, smoothing, pad_id)


@MISTAKES.answer(
    "perplexity", "this is the perplexity, e to the power of the loss; return the loss."
)
def exponential(logits, labels, smoothing=0.1, pad_id=0):
    """Between how many words the model wavers."""
    return right(logits, labels, smoothing, pad_id).exp()


@MISTAKES.answer("other_logarithm", "the logarithm has another base than e.")
def bits(logits, labels, smoothing=0.1, pad_id=0):
    """In bits."""
    return right(logits, labels, smoothing, pad_id) / math.log(2)


@MISTAKES.answer(
    "pad_logits_masked",
    "the word <pad> is taken out of the softmax; all V words belong to it. Padding is "
    "left out among the labels alone.",
)
def padding_is_never_said(logits, labels, smoothing=0.1, pad_id=0):
    """The word <pad> is taken out of the softmax."""
    low = torch.zeros_like(logits)
    low[..., pad_id] = -1e4
    return right(logits + low, labels, smoothing, pad_id)


MISTAKES.sign(
    "empty_is_nan",
    EMPTY,
    lambda case, seen: case.aspect == EMPTY_BATCH and bool(np.isnan(_loss(seen))),
    seen="course",
)

MISTAKES.sign(
    "overflow",
    OVERFLOW,
    lambda case, seen: case.aspect == LARGE and not finite(seen),
    seen="course",
)


def _loss(seen: Observation) -> float:
    loss = seen.values.get("loss", np.zeros(()))
    return float(loss) if loss.ndim == 0 else 0.0


def _held_down(case: Case, seen: Observation) -> bool:
    if case.aspect != LARGE or not seen.values:
        return False
    return _loss(seen) < float(right(**tensors(case)))


MISTAKES.sign(
    "kept_finite_by_epsilon",
    "a small number inside the logarithm hides how unlikely a word is: the loss cannot "
    "grow beyond it. log_softmax needs none.",
    _held_down,
)

MISTAKES.append(GRADIENT_CUT)

MISTAKES.sign(
    "not_reduced",
    "there is a loss for every label; return their mean, one number.",
    lambda case, seen: (
        bool(seen.values) and seen.values["loss"].shape == case.inputs["labels"].shape
    ),
)
