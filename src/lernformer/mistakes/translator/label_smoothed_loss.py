"""Typical wrong answers to ``translator.label_smoothed_loss``."""

import math
from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor, nn

from lernformer.mistakes.common import (
    GRADIENT_CUT,
    INPUT_MODIFIED,
    fails,
    sign,
    torch_formula,
)
from lernformer.mistakes.mistake import Mistake
from lernformer.probes.case import Observation
from lernformer.probes.translator.label_smoothed_loss import LARGE
from lernformer.translator import label_smoothed_loss

PADDING_SHARED = (
    "padding counts in the part that all words share: both parts belong to real labels "
    "alone."
)

DIVIDED_BY_ALL = (
    "padding adds nothing to the sum but is counted all the same: divide by the number "
    "of real labels, (labels != pad_id).sum()."
)

OVERFLOW = (
    "exp of a large logit is infinite, and the logarithm of a tiny probability is "
    "minus infinity. log_softmax does both in one go, safely."
)

OTHERS = (
    "smoothing is shared among the wrong words only; here all V words share it, the "
    "right one too: smoothing / V each."
)

EMPTY = (
    "where all labels are padding, 0 is divided by 0; divide by at least 1: "
    ".clamp(min=1)."
)


def _each(
    logits: Tensor,
    labels: Tensor,
    smoothing: float = 0.1,
    pad_id: int = 0,
    *,
    logs: Callable = lambda x: x.log_softmax(-1),
    all_words: Callable = lambda logs, of_label: logs.mean(-1),
    own: Callable = lambda smoothing: 1 - smoothing,
) -> Tensor:
    """The loss of each label (B, L), with parts to be changed."""
    made = logs(logits)
    of_label = made.gather(-1, labels[..., None]).squeeze(-1)
    return -own(smoothing) * of_label - smoothing * all_words(made, of_label)


def _mean(losses: Tensor, labels: Tensor, pad_id: int) -> Tensor:
    real = labels != pad_id
    return losses.masked_fill(~real, 0).sum() / real.sum().clamp(min=1)


def _smoothed(id: str, cause: str, compute: Callable) -> Mistake:
    return torch_formula(id, cause, compute, "loss")


def _changed(id: str, cause: str, reduce: Callable = _mean, **changes) -> Mistake:
    """The loss with one part changed, or another mean: ``reduce``."""

    def compute(logits, labels, smoothing=0.1, pad_id=0):
        losses = _each(logits, labels, smoothing, pad_id, **changes)
        return reduce(losses, labels, pad_id)

    return _smoothed(id, cause, compute)


def _mean_of_means(losses: Tensor, labels: Tensor, pad_id: int) -> Tensor:
    real = labels != pad_id
    sums = losses.masked_fill(~real, 0).sum(1)
    return (sums / real.sum(1).clamp(min=1)).mean()


def _without_eos(losses: Tensor, labels: Tensor, pad_id: int) -> Tensor:
    return _mean(losses, labels.masked_fill(labels == 2, pad_id), pad_id)


def _viewed(logits, labels, smoothing=0.1, pad_id=0):
    B, L, V = logits.shape
    turned = logits.reshape(B, V, L).transpose(1, 2)
    return label_smoothed_loss(turned, labels, smoothing, pad_id)


def _across(logits, labels, smoothing=0.1, pad_id=0):
    flat = logits.transpose(1, 2).reshape(-1, logits.size(-1))
    return label_smoothed_loss(flat, labels.reshape(-1), smoothing, pad_id)


def _by_column(logits, labels, smoothing=0.1, pad_id=0):
    flat = logits.reshape(-1, logits.size(-1))
    return label_smoothed_loss(flat, labels.T.reshape(-1), smoothing, pad_id)


def _others_but_padding(logits, labels, smoothing=0.1, pad_id=0):
    logs = logits.log_softmax(-1)
    smooth = torch.full_like(logs, smoothing / (logs.size(-1) - 2))
    smooth.scatter_(-1, labels[..., None], 1 - smoothing)
    smooth[..., pad_id] = 0
    return _mean(-(smooth * logs).sum(-1), labels, pad_id)


def _kl(logits, labels, smoothing=0.1, pad_id=0):
    size = logits.size(-1)
    target = nn.functional.one_hot(labels, size) * (1 - smoothing) + smoothing / size
    losses = torch.xlogy(target, target).sum(-1)
    losses = losses - (target * logits.log_softmax(-1)).sum(-1)
    return _mean(losses, labels, pad_id)


def _with(change: Callable) -> Callable:
    """The right loss of other arguments, or changed afterwards."""

    def compute(logits, labels, smoothing=0.1, pad_id=0):
        return change(logits, labels, smoothing, pad_id)

    return compute


def _no_pad_word(logits, labels, smoothing, pad_id):
    logits = logits.clone()
    logits[..., pad_id] -= 1e4
    return label_smoothed_loss(logits, labels, smoothing, pad_id)


def _not_a_number(seen: Observation) -> bool:
    return any(np.isnan(x).any() for x in seen.values.values())


def _shared_with_padding(logits, labels, smoothing=0.1, pad_id=0):
    logs = logits.log_softmax(-1)
    of_label = logs.gather(-1, labels[..., None]).squeeze(-1)
    of_all = -smoothing * logs.mean(-1)
    count = (labels != pad_id).sum().clamp(min=1)
    return _mean(-(1 - smoothing) * of_label, labels, pad_id) + of_all.sum() / count


RESHAPED = (
    "reshape keeps the order of the numbers and cannot turn axes: the logits no longer "
    "stand beside their labels. transpose(1, 2) turns; flatten(0, 1) joins batch and "
    "length."
)

MISTAKES = (
    INPUT_MODIFIED,
    _smoothed(
        "pad_id_ignored",
        "padding is taken for 0; compare labels with pad_id.",
        _with(lambda x, y, s, p: label_smoothed_loss(x, y, s, 0)),
    ),
    _changed(
        "padding_counted",
        "padding counts as if it were a word to say; leave out labels that equal "
        "pad_id.",
        lambda losses, labels, pad_id: losses.mean(),
    ),
    _smoothed("padding_counted", PADDING_SHARED, _shared_with_padding),
    _changed(
        "divided_by_all",
        DIVIDED_BY_ALL,
        lambda losses, labels, pad_id: losses.masked_fill(labels == pad_id, 0).mean(),
    ),
    _changed(
        "mean_of_means",
        "each sentence has a mean of its own, so words of short sentences count more; "
        "take one mean over all real labels.",
        _mean_of_means,
    ),
    _changed(
        "divided_by_batch",
        "the sum is divided by the number of sentences; divide by that of the real "
        "labels.",
        lambda losses, labels, pad_id: (
            losses.masked_fill(labels == pad_id, 0).sum() / labels.size(0)
        ),
    ),
    _changed(
        "sum_for_mean",
        "this is the sum; divide by the number of real labels.",
        lambda losses, labels, pad_id: losses.masked_fill(labels == pad_id, 0).sum(),
    ),
    _changed(
        "eos_ignored",
        "<eos> does not count; it is a word to say, or the model never learns to stop. "
        "Only padding does not count.",
        _without_eos,
    ),
    _changed(
        "softmax_twice",
        "the logits went through a softmax before the loss, which has one itself; pass "
        "on the logits.",
        logs=lambda x: x.softmax(-1).log_softmax(-1),
    ),
    _changed(
        "no_softmax",
        "the logits are taken for log-probabilities; log_softmax is missing.",
        logs=lambda x: x,
    ),
    _changed(
        "no_logarithm",
        "these are probabilities; the loss is made of their logarithms.",
        logs=lambda x: x.softmax(-1),
    ),
    _changed(
        "softmax_axis",
        "the softmax runs over the positions; it runs over the words, the last axis.",
        logs=lambda x: x.log_softmax(1),
    ),
    *(
        _smoothed("reshaped_along_the_wrong_axis", RESHAPED, compute)
        for compute in (_viewed, _across, _by_column)
    ),
    _smoothed(
        "no_smoothing",
        "nothing is smoothed: all words should share `smoothing`, which is 0.1 where "
        "it is not given.",
        _with(lambda x, y, s, p: label_smoothed_loss(x, y, 0.0, p)),
    ),
    _smoothed(
        "smoothing_fixed",
        "0.1 is written down somewhere; use `smoothing`.",
        _with(lambda x, y, s, p: label_smoothed_loss(x, y, 0.1, p)),
    ),
    _smoothed(
        "smoothing_swapped",
        "the shares have changed places: the right word gets 1 - smoothing, and all "
        "words share smoothing.",
        _with(lambda x, y, s, p: label_smoothed_loss(x, y, 1 - s, p)),
    ),
    _changed(
        "smoothing_not_shared",
        "each of the V words gets all of `smoothing`; it is shared: smoothing / V "
        "each, the mean, not the sum.",
        all_words=lambda logs, of_label: logs.sum(-1),
    ),
    _changed(
        "smoothing_over_others",
        OTHERS,
        all_words=lambda logs, own: (logs.sum(-1) - own) / (logs.size(-1) - 1),
    ),
    _smoothed("smoothing_over_others", OTHERS, _others_but_padding),
    _changed(
        "smoothing_added",
        "the right word keeps all of its 1, and smoothing comes on top; it gives "
        "smoothing away: 1 - smoothing.",
        own=lambda smoothing: 1,
    ),
    _changed(
        "smoothing_share_missing",
        "what the right word gives away arrives nowhere: the mean over all words, "
        "times smoothing, is missing.",
        all_words=lambda logs, of_label: 0,
    ),
    _smoothed(
        "kl_divergence",
        "this is the Kullback-Leibler divergence, which lacks the entropy of the "
        "smoothed labels; the loss is the cross-entropy.",
        _kl,
    ),
    _smoothed(
        "sign_flipped",
        "the minus is missing: log-probabilities are negative, a loss is positive.",
        _with(lambda *inputs: -label_smoothed_loss(*inputs)),
    ),
    _smoothed(
        "other_logarithm",
        "the logarithm has another base than e.",
        _with(lambda *inputs: label_smoothed_loss(*inputs) / math.log(2)),
    ),
    _smoothed(
        "pad_logits_masked",
        "the word <pad> is taken out of the softmax; all V words belong to it. Padding "
        "is left out among the labels alone.",
        _with(_no_pad_word),
    ),
    sign(
        "empty_is_nan",
        EMPTY,
        lambda case, seen: case.aspect.startswith("is 0 where") and _not_a_number(seen),
    ),
    sign(
        "overflow",
        OVERFLOW,
        lambda case, seen: (
            case.aspect == LARGE
            and not all(np.isfinite(x).all() for x in seen.values.values())
        ),
    ),
    sign(
        "kept_finite_by_epsilon",
        "a small number inside the logarithm hides how unlikely a word is: the loss "
        "cannot grow beyond it. log_softmax needs none.",
        lambda case, seen: case.aspect == LARGE and bool(seen.values),
    ),
    GRADIENT_CUT,
    sign(
        "not_reduced",
        "there is a loss for every label; return their mean, one number.",
        lambda case, seen: (
            bool(seen.values)
            and seen.values["loss"].shape == case.inputs["labels"].shape
        ),
    ),
    sign(
        "default_missing",
        "smoothing is 0.1 and pad_id is 0 where nothing is said; leave the defaults in "
        "the first line of the function.",
        fails(
            "argument: 'smoothing'", "argument: 'pad_id'", "'smoothing' and 'pad_id'"
        ),
    ),
)
