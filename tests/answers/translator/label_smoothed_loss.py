"""Answers to `label_smoothed_loss(logits, labels, smoothing=0.1, pad_id=0)`.

(B, L, V) and (B, L) → the mean over the labels that are no padding.
"""

import numpy as np
import torch
from torch.nn import functional as F

from .. import mutant, variant

TASK = "translator.label_smoothed_loss"


def each(logits, labels, smoothing=0.1):
    """The loss of every label, (B, L)."""
    logs = logits.log_softmax(dim=-1)
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    return -(1 - smoothing) * of_label - smoothing * logs.mean(dim=-1)


def mean(losses, real):
    """The mean where ``real``; 0 if nowhere."""
    return (losses * real).sum() / real.sum().clamp(min=1)


def right(logits, labels, smoothing=0.1, pad_id=0):
    return mean(each(logits, labels, smoothing), labels != pad_id)


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="padding_counted")
def padding_too(logits, labels, smoothing=0.1, pad_id=0):
    """All labels count."""
    return each(logits, labels, smoothing).mean()


@mutant(TASK, mistake="padding_counted")
def smoothing_of_padding(logits, labels, smoothing=0.1, pad_id=0):
    """Padding is masked in the one part and forgotten in the other."""
    real = labels != pad_id
    logs = logits.log_softmax(dim=-1)
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    hard = -(1 - smoothing) * (of_label * real).sum()
    even = -smoothing * logs.mean(dim=-1).sum()
    return (hard + even) / real.sum().clamp(min=1)


@mutant(TASK, mistake="divided_by_all")
def by_batch_and_length(logits, labels, smoothing=0.1, pad_id=0):
    """Padding costs nothing, but counts in the mean."""
    return (each(logits, labels, smoothing) * (labels != pad_id)).mean()


@mutant(TASK, mistake="divided_by_all")
def by_size(logits, labels, smoothing=0.1, pad_id=0):
    """Divided by B · L."""
    losses = each(logits, labels, smoothing).masked_fill(labels == pad_id, 0)
    return losses.sum() / labels.numel()


@mutant(TASK, mistake="mean_of_means")
def sentences_first(logits, labels, smoothing=0.1, pad_id=0):
    """Each sentence's mean, then the mean of the sentences."""
    real = labels != pad_id
    losses = each(logits, labels, smoothing) * real
    return (losses.sum(dim=1) / real.sum(dim=1).clamp(min=1)).mean()


@mutant(TASK, mistake="divided_by_batch")
def by_batch(logits, labels, smoothing=0.1, pad_id=0):
    """A loss a sentence."""
    losses = each(logits, labels, smoothing) * (labels != pad_id)
    return losses.sum() / labels.size(0)


@mutant(TASK, mistake="sum_for_mean")
def summed(logits, labels, smoothing=0.1, pad_id=0):
    """The sum over all words."""
    return (each(logits, labels, smoothing) * (labels != pad_id)).sum()


@mutant(TASK, mistake="eos_ignored")
def eos_is_no_word(logits, labels, smoothing=0.1, pad_id=0):
    """<eos> does not count either."""
    real = (labels != pad_id) & (labels != 2)
    return mean(each(logits, labels, smoothing), real)


@mutant(TASK, mistake="softmax_twice")
def softmax_before_cross_entropy(logits, labels, smoothing=0.1, pad_id=0):
    """Probabilities go into the loss."""
    return right(logits.softmax(dim=-1), labels, smoothing, pad_id)


@mutant(TASK, mistake="no_softmax")
def logits_for_logarithms(logits, labels, smoothing=0.1, pad_id=0):
    """The logits are taken for logarithms."""
    of_label = logits.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    losses = -(1 - smoothing) * of_label - smoothing * logits.mean(dim=-1)
    return mean(losses, labels != pad_id)


@mutant(TASK, mistake="no_logarithm")
def probabilities(logits, labels, smoothing=0.1, pad_id=0):
    """The logarithm is missing."""
    p = logits.softmax(dim=-1)
    of_label = p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    losses = -(1 - smoothing) * of_label - smoothing * p.mean(dim=-1)
    return mean(losses, labels != pad_id)


@mutant(TASK, mistake="softmax_axis")
def over_the_words_of_a_sentence(logits, labels, smoothing=0.1, pad_id=0):
    """The softmax runs over the positions."""
    logs = logits.log_softmax(dim=1)
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    losses = -(1 - smoothing) * of_label - smoothing * logs.mean(dim=-1)
    return mean(losses, labels != pad_id)


@mutant(TASK, mistake="reshaped_along_the_wrong_axis")
def viewed_as_vocabulary_first(logits, labels, smoothing=0.1, pad_id=0):
    """A view where the axes should change places."""
    turned = logits.reshape(logits.size(0), logits.size(2), logits.size(1))
    return right(turned.transpose(1, 2), labels, smoothing, pad_id)


@mutant(TASK, mistake="reshaped_along_the_wrong_axis")
def flattened_across(logits, labels, smoothing=0.1, pad_id=0):
    """The vocabulary's axis is brought forward, then all is flattened."""
    flat = logits.transpose(1, 2).reshape(-1, logits.size(-1))
    return right(flat[None], labels.reshape(1, -1), smoothing, pad_id)


@mutant(TASK, mistake="reshaped_along_the_wrong_axis")
def labels_by_column(logits, labels, smoothing=0.1, pad_id=0):
    """Logits by row, labels by column."""
    flat = logits.reshape(1, -1, logits.size(-1))
    return right(flat, labels.T.reshape(1, -1), smoothing, pad_id)


@mutant(TASK, mistake="no_smoothing")
def plain(logits, labels, smoothing=0.1, pad_id=0):
    """Cross-entropy, not smoothed."""
    return right(logits, labels, 0.0, pad_id)


@mutant(TASK, mistake="smoothing_fixed")
def always_a_tenth(logits, labels, smoothing=0.1, pad_id=0):
    """The paper's 0.1."""
    return right(logits, labels, 0.1, pad_id)


@mutant(TASK, mistake="smoothing_swapped")
def one_minus(logits, labels, smoothing=0.1, pad_id=0):
    """ε for the right word, 1 - ε for the others."""
    return right(logits, labels, 1 - smoothing, pad_id)


@mutant(TASK, mistake="smoothing_over_others")
def among_the_others(logits, labels, smoothing=0.1, pad_id=0):
    """ε is shared by the V - 1 wrong words."""
    logs = logits.log_softmax(dim=-1)
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    others = (logs.sum(dim=-1) - of_label) / (logits.size(-1) - 1)
    losses = -(1 - smoothing) * of_label - smoothing * others
    return mean(losses, labels != pad_id)


@mutant(TASK, mistake="smoothing_over_others")
def among_others_without_padding(logits, labels, smoothing=0.1, pad_id=0):
    """ε is shared by the V - 2 words that are neither right nor padding."""
    logs = logits.log_softmax(dim=-1)
    smooth = torch.full_like(logs, smoothing / (logs.size(-1) - 2))
    smooth.scatter_(-1, labels.unsqueeze(-1), 1 - smoothing)
    smooth[..., pad_id] = 0
    return mean(-(smooth * logs).sum(dim=-1), labels != pad_id)


@mutant(TASK, mistake="smoothing_not_shared")
def epsilon_for_each(logits, labels, smoothing=0.1, pad_id=0):
    """Each word gets ε, not ε / V."""
    logs = logits.log_softmax(dim=-1)
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    losses = -(1 - smoothing) * of_label - smoothing * logs.sum(dim=-1)
    return mean(losses, labels != pad_id)


@mutant(TASK, mistake="smoothing_added")
def on_top(logits, labels, smoothing=0.1, pad_id=0):
    """The right word keeps all of its 1."""
    logs = logits.log_softmax(dim=-1)
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    return mean(-of_label - smoothing * logs.mean(dim=-1), labels != pad_id)


@mutant(TASK, mistake="smoothing_share_missing")
def right_word_only(logits, labels, smoothing=0.1, pad_id=0):
    """The right word's part, and nothing for the others."""
    return (1 - smoothing) * right(logits, labels, 0.0, pad_id)


@mutant(TASK, mistake="kl_divergence")
def kl(logits, labels, smoothing=0.1, pad_id=0):
    """The divergence lacks the labels' entropy."""
    size = logits.size(-1)
    smooth = F.one_hot(labels, size).to(logits.dtype) * (1 - smoothing)
    smooth = smooth + smoothing / size
    losses = F.kl_div(logits.log_softmax(-1), smooth, reduction="none").sum(-1)
    return mean(losses, labels != pad_id)


@mutant(TASK, mistake="sign_flipped")
def log_likelihood(logits, labels, smoothing=0.1, pad_id=0):
    """The minus is missing."""
    return -right(logits, labels, smoothing, pad_id)


@mutant(TASK, mistake="other_logarithm")
def bits(logits, labels, smoothing=0.1, pad_id=0):
    """In bits."""
    return right(logits, labels, smoothing, pad_id) / np.log(2)


@mutant(TASK, mistake="pad_id_ignored")
def padding_is_zero(logits, labels, smoothing=0.1, pad_id=0):
    """Padding is always 0."""
    return right(logits, labels, smoothing, 0)


@mutant(TASK, mistake="pad_logits_masked")
def padding_is_never_said(logits, labels, smoothing=0.1, pad_id=0):
    """The word <pad> is taken out of the softmax."""
    low = torch.zeros_like(logits)
    low[..., pad_id] = -1e4
    return right(logits + low, labels, smoothing, pad_id)


@mutant(TASK, mistake="empty_is_nan")
def nothing_by_nothing(logits, labels, smoothing=0.1, pad_id=0):
    """There is always a word."""
    real = labels != pad_id
    return (each(logits, labels, smoothing) * real).sum() / real.sum()


@mutant(TASK, mistake="empty_is_nan")
def mean_of_a_selection(logits, labels, smoothing=0.1, pad_id=0):
    """The mean over those that are selected."""
    return each(logits, labels, smoothing)[labels != pad_id].mean()


@mutant(TASK, mistake="overflow")
def exponentials(logits, labels, smoothing=0.1, pad_id=0):
    """Softmax by hand, without subtracting the largest."""
    p = logits.exp() / logits.exp().sum(dim=-1, keepdim=True)
    logs = p.log()
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    losses = -(1 - smoothing) * of_label - smoothing * logs.mean(dim=-1)
    losses = torch.where(labels != pad_id, losses, torch.zeros_like(losses))
    return losses.sum() / (labels != pad_id).sum().clamp(min=1)


@mutant(TASK, mistake="overflow")
def logarithm_of_the_softmax(logits, labels, smoothing=0.1, pad_id=0):
    """First the softmax, then its logarithm."""
    logs = logits.softmax(dim=-1).log()
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    losses = -(1 - smoothing) * of_label - smoothing * logs.mean(dim=-1)
    return mean(losses, labels != pad_id)


@mutant(TASK, mistake="kept_finite_by_epsilon")
def epsilon_in_the_logarithm(logits, labels, smoothing=0.1, pad_id=0):
    """log(p + 1e-9) never is infinite."""
    logs = (logits.softmax(dim=-1) + 1e-9).log()
    of_label = logs.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    losses = -(1 - smoothing) * of_label - smoothing * logs.mean(dim=-1)
    return mean(losses, labels != pad_id)


@mutant(TASK, mistake="gradient_cut")
def as_a_number(logits, labels, smoothing=0.1, pad_id=0):
    """The loss is a number."""
    return torch.tensor(right(logits, labels, smoothing, pad_id).item())


@mutant(TASK, mistake="not_reduced")
def one_a_word(logits, labels, smoothing=0.1, pad_id=0):
    """A loss for every word."""
    return each(logits, labels, smoothing) * (labels != pad_id)


@mutant(TASK, mistake="input_modified")
def labels_overwritten(logits, labels, smoothing=0.1, pad_id=0):
    """Padding is overwritten, so that it can be gathered."""
    real = labels != pad_id
    labels[~real] = 0
    return mean(each(logits, labels, smoothing), real)


@mutant(TASK, mistake="default_missing")
def no_default(logits, labels, smoothing, pad_id):
    """Every argument is given."""
    return right(logits, labels, smoothing, pad_id)


@mutant(TASK, mistake="ready_made")
def torch_does_it(logits, labels, smoothing=0.1, pad_id=0):
    """Torch has a name for it."""
    return F.cross_entropy(
        logits.transpose(1, 2), labels, ignore_index=pad_id, label_smoothing=smoothing
    )


@mutant(TASK, mistake="ready_made")
def torch_does_it_as_a_module(logits, labels, smoothing=0.1, pad_id=0):
    """And a module."""
    loss = torch.nn.CrossEntropyLoss(ignore_index=pad_id, label_smoothing=smoothing)
    return loss(logits.flatten(0, 1), labels.flatten())


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def selected(logits, labels, smoothing=0.1, pad_id=0):
    """Real labels are selected first."""
    real = labels != pad_id
    if not real.any():
        return logits.sum() * 0
    logs = F.log_softmax(logits[real], dim=-1)  # (n, V)
    of_label = logs[torch.arange(len(logs)), labels[real]]
    return -((1 - smoothing) * of_label + smoothing * logs.mean(-1)).mean()


@variant(TASK)
def smoothed_labels(logits, labels, smoothing=0.1, pad_id=0):
    """A table of smoothed labels, one-hot and uniform."""
    size = logits.size(-1)
    target = (1 - smoothing) * F.one_hot(labels, size) + smoothing / size
    losses = -(target * logits.log_softmax(-1)).sum(-1)
    real = (labels != pad_id).to(losses.dtype)
    return (losses * real).sum() / max(real.sum().item(), 1)


@variant(TASK)
def scattered(logits, labels, smoothing=0.1, pad_id=0):
    """The table filled by scatter."""
    V = logits.size(-1)
    target = torch.full_like(logits, smoothing / V)
    target.scatter_add_(
        -1, labels.unsqueeze(-1), torch.full_like(logits[..., :1], 1 - smoothing)
    )
    losses = -torch.einsum("blv,blv->bl", target, torch.log_softmax(logits, 2))
    real = labels.ne(pad_id)
    return losses.masked_fill(~real, 0).sum() / real.sum().clamp_min(1)


@variant(TASK)
def one_word_after_the_other(logits, labels, smoothing=0.1, pad_id=0):
    """Three loops."""
    total, n = logits.sum() * 0, 0
    for sentence, words in zip(logits, labels, strict=True):
        for scores, word in zip(sentence, words, strict=True):
            if word == pad_id:
                continue
            logs = scores - torch.logsumexp(scores, dim=0)
            total = total - (1 - smoothing) * logs[word] - smoothing * logs.mean()
            n += 1
    return total / n if n else total


@variant(TASK)
def two_cross_entropies(logits, labels, smoothing=0.1, pad_id=0):
    """Unsmoothed cross-entropy and the uniform part."""
    flat, words = logits.flatten(0, 1), labels.flatten()
    real = (words != pad_id).sum()
    hard = F.cross_entropy(flat, words, ignore_index=pad_id, reduction="sum")
    even = -flat.log_softmax(-1).mean(-1)[words != pad_id].sum()
    return ((1 - smoothing) * hard + smoothing * even) / torch.clamp(real, min=1)


@variant(TASK)
def soft_targets(logits, labels, smoothing=0.1, pad_id=0):
    """Cross-entropy to labels that were smoothed by hand."""
    size = logits.size(-1)
    soft = F.one_hot(labels, size) * (1 - smoothing) + smoothing / size
    losses = F.cross_entropy(
        logits.flatten(0, 1), soft.flatten(0, 1).to(logits.dtype), reduction="none"
    )
    real = labels.flatten() != pad_id
    return torch.where(real, losses, 0).sum() / real.sum().clamp(min=1)


@variant(TASK)
def in_double(logits, labels, smoothing=0.1, pad_id=0):
    """float64 inside."""
    result = right(logits.double(), labels, smoothing, pad_id)
    return result.to(logits.dtype)


@variant(TASK)
def nll_loss(logits, labels, smoothing=0.1, pad_id=0):
    """The library's negative log-likelihood."""
    logs = torch.log_softmax(logits, dim=-1).transpose(1, 2)  # (B, V, L)
    nll = F.nll_loss(logs, labels, ignore_index=pad_id, reduction="none")
    even = -logs.mean(dim=1).masked_fill(labels == pad_id, 0)
    return ((1 - smoothing) * nll + smoothing * even).sum() / max(
        1, int((labels != pad_id).sum())
    )


@variant(TASK)
def mean_where_there_is_any(logits, labels, smoothing=0.1, pad_id=0):
    """A mean of nothing is replaced."""
    chosen = each(logits, labels, smoothing)[labels != pad_id]
    return torch.nan_to_num(chosen.mean()) if len(chosen) else chosen.sum()
