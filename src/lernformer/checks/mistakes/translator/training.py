"""Typical wrong answers to the tasks that teach: shift, loss, one step."""

import math
from collections.abc import Callable

import numpy as np
import torch
from torch import Tensor, nn

from lernformer.checks.mistakes.common import (
    GRADIENT_CUT,
    INPUT_MODIFIED,
    fails,
    sign,
    torch_formula,
)
from lernformer.checks.task import Arrays, Case, Mistake, Observation
from lernformer.translator import label_smoothed_loss

# teacher_forcing --------------------------------------------------------------------

SHIFT = "reads and says the words one apart"
LONELY = "works for sentences without words"
IDS = "returns integers"


def _forcing(id: str, cause: str, compute: Callable) -> Mistake:
    return torch_formula(id, cause, compute, "decoder_input", "labels")


def _two_ahead(tgt: Tensor) -> tuple[Tensor, Tensor]:
    labels = torch.zeros_like(tgt[:, 1:])
    labels[:, :-1] = tgt[:, 2:]
    return tgt[:, :-1], labels


def _only_real(tgt: Tensor) -> tuple[Tensor, Tensor]:
    length = int((tgt != 0).sum(1).min())
    return tgt[:, : length - 1], tgt[:, 1:length]


def _bos_added(tgt: Tensor) -> tuple[Tensor, Tensor]:
    return torch.cat([torch.ones_like(tgt[:, :1]), tgt[:, :-1]], 1), tgt


NO_SHIFT = (
    "the decoder is to say the very word that it has just read: it learns to copy. "
    "Read all but the last column, say all but the first."
)
SHIFT_BY_TWO = "the labels are two words ahead; they are one ahead: tgt[:, 1:]."
EOS_DROPPED = (
    "<eos> is not among the labels; then nobody learns to stop. All columns but the "
    "first are to be said."
)
ROLLED = "roll carries a word from one end to the other; cut the column off instead."
FLAT = "the axes of batch and length are gone; both results are (B, L)."
SWAPPED = (
    "input and labels have changed places: tgt[:, :-1], which begins with <bos>, is "
    "read, and tgt[:, 1:] is said."
)

FORCING = (
    INPUT_MODIFIED,
    *(
        _forcing("no_shift", NO_SHIFT, compute)
        for compute in (
            lambda tgt: (tgt, tgt),
            lambda tgt: (tgt[:, :-1], tgt[:, :-1]),
            lambda tgt: (tgt[:, 1:], tgt[:, 1:]),
        )
    ),
    _forcing("shift_by_two", SHIFT_BY_TWO, lambda tgt: (tgt[:, :-2], tgt[:, 2:])),
    _forcing("shift_by_two", SHIFT_BY_TWO, _two_ahead),
    _forcing(
        "input_and_labels_swapped", SWAPPED, lambda tgt: (tgt[:, 1:], tgt[:, :-1])
    ),
    _forcing("eos_dropped", EOS_DROPPED, lambda tgt: (tgt[:, :-1], tgt[:, 1:-1])),
    _forcing("eos_dropped", EOS_DROPPED, lambda tgt: (tgt[:, :-2], tgt[:, 1:-1])),
    _forcing(
        "eos_dropped",
        EOS_DROPPED,
        lambda tgt: (tgt[:, :-1], tgt[:, 1:].masked_fill(tgt[:, 1:] == 2, 0)),
    ),
    _forcing(
        "bos_dropped",
        "the decoder begins with the first word instead of <bos>, so it never learns "
        "to say that word.",
        lambda tgt: (tgt[:, 1:-1], tgt[:, 2:]),
    ),
    _forcing(
        "input_not_shortened",
        "the input has one column more than the labels: after the last word nothing "
        "is to be said. Cut it off: tgt[:, :-1].",
        lambda tgt: (tgt, tgt[:, 1:]),
    ),
    _forcing(
        "labels_not_shortened",
        "the labels have one column more than the input: <bos> is never to be said. "
        "Cut it off: tgt[:, 1:].",
        lambda tgt: (tgt[:, :-1], tgt),
    ),
    _forcing("rolled", ROLLED, lambda tgt: (tgt, tgt.roll(-1, 1))),
    _forcing("rolled", ROLLED, lambda tgt: (tgt.roll(1, 1), tgt)),
    _forcing(
        "batch_cut",
        "a sentence is cut off, not a word: the first axis is the batch, so write "
        "tgt[:, :-1], not tgt[:-1].",
        lambda tgt: (tgt[:-1], tgt[1:]),
    ),
    _forcing(
        "eos_read",
        "<eos> is replaced in the input; it may stay: what comes after it is padding, "
        "which does not count as a label.",
        lambda tgt: (tgt[:, :-1].masked_fill(tgt[:, :-1] == 2, 0), tgt[:, 1:]),
    ),
    _forcing(
        "pads_marked",
        "padding is marked by another number; it stays as it is, and the loss knows "
        "its pad_id.",
        lambda tgt: (tgt[:, :-1], tgt[:, 1:].masked_fill(tgt[:, 1:] == 0, -100)),
    ),
    _forcing("flattened", FLAT, lambda tgt: (tgt[:, :-1].ravel(), tgt[:, 1:].ravel())),
    _forcing("flattened", FLAT, lambda tgt: (tgt[:, :-1], tgt[:, 1:].ravel())),
    _forcing(
        "padding_cut",
        "columns with padding are cut off, and with them the words of longer "
        "sentences; only one column goes.",
        _only_real,
    ),
    _forcing(
        "bos_added",
        "<bos> is put in front once more; tgt begins with it already.",
        _bos_added,
    ),
    sign(
        "no_integers",
        "ids are counted, not measured: leave out .float().",
        lambda case, seen: case.aspect == IDS and bool(seen.values),
    ),
    sign(
        "one_tensor",
        "two tensors come back, separated by a comma: what is read, and what is said.",
        fails("should return (decoder_input, labels), got Tensor"),
    ),
)

# label_smoothed_loss ----------------------------------------------------------------

VALUE = "is the smoothed cross-entropy"
PADDING = "is the mean over the labels that are no padding"
SMOOTHING = "smooths as much as it is asked to"
LARGE = "survives large logits"
EVERY_FLOAT = "works in float32 and bfloat16"


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

SMOOTHED = (
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

# train_step -------------------------------------------------------------------------

STEPS = "takes one step down the loss"
LOSS = "smooths the labels as much as it is told to"
TRAINING = "puts the model into training mode"


def learn(
    *,
    read: Callable = lambda tgt: tgt[:, :-1],
    say: Callable = lambda tgt: tgt[:, 1:],
    logits: Callable = lambda model, src, words: model(src, words),
    loss: Callable = label_smoothed_loss,
    update: Callable | None = None,
    again: bool = False,
) -> Callable:
    """A training step with parts to be changed."""

    def step(model, optimizer, src, tgt, smoothing=0.1):
        def compute():
            model.train()
            return loss(logits(model, src, read(tgt)), say(tgt), smoothing)

        made = compute()
        (update or _update)(model, optimizer, made)
        return (compute() if again else made).item()

    return step


def _update(model: nn.Module, optimizer: torch.optim.Optimizer, loss: Tensor) -> None:
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def _kept(model, optimizer, loss):
    loss.backward()
    optimizer.step()


def _twice(model, optimizer, loss):
    _update(model, optimizer, loss)
    optimizer.step()


def _clipped(model, optimizer, loss, max_norm):
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()


def _ascent(model, optimizer, loss):
    _update(model, optimizer, -loss)


def _forgetful(model, optimizer, loss):
    optimizer.state.clear()
    _update(model, optimizer, loss)


def _two_rounds(model, optimizer, src, tgt, smoothing=0.1):
    step = learn()
    first = step(model, optimizer, src, tgt, smoothing)
    step(model, optimizer, src, tgt, smoothing)
    return first


def _still(id: str, cause: str, *missing: str, left: bool = False) -> Mistake:
    """The parameters stand still, and something was not done or is left over."""

    def shows(case: Case, seen: Observation) -> bool:
        gradients = seen.facts.get("gradients left") == "yes"
        return (
            seen.facts.get("learned") == "no"
            and gradients >= left
            and not any(name in seen.facts for name in missing)
        )

    return sign(id, cause, shows)


NO_STEP_SHIFT = (
    "the model reads the very words that it should say; teacher_forcing(tgt) gives "
    "what to read and what to say, one word apart."
)
SMOOTHING_IGNORED = (
    "the smoothing that is passed in is not used: pass it on to the loss."
)
TWICE = "the parameters move twice: call optimizer.step() once for each batch."
CLIPPED = "the gradient is cut; here it is taken as it is."
REPLACED = (
    "another optimiser moves the parameters, or what this one remembers is lost; use "
    "the one that is passed in, as it is."
)


def _detached(model, src, words):
    return model.decode(words, model.encode(src).detach(), src)


def steps(probe: Callable) -> tuple[Mistake, ...]:
    """The mistakes of a training step, each taken by the answer's own probe."""

    def mistake(id: str, cause: str, step: Callable) -> Mistake:
        def gives(case: Case) -> Arrays:
            return probe(step, case).values

        return Mistake(id, cause, gives)

    def without_pads(logits, labels, smoothing):
        return label_smoothed_loss(logits, labels, smoothing, pad_id=-1)

    def summed(logits, labels, smoothing):
        count = (labels != 0).sum()
        return label_smoothed_loss(logits, labels, smoothing) * count

    return (
        sign(
            "loss_not_returned",
            "the function ends without `return loss.item()`.",
            fails("the loss should be a number, got None"),
        ),
        sign(
            "graph_kept",
            "the loss holds on to all that was computed on the way to it, batch after "
            "batch; .item() makes it a plain number.",
            lambda case, seen: case.aspect.startswith("returns") and bool(seen.values),
        ),
        sign(
            "arguments_swapped",
            "the arguments have changed places: the source goes into the encoder: "
            "model(src, decoder_input).",
            lambda case, seen: seen.facts.get("read") == "source",
        ),
        sign(
            "eval_mode",
            "dropout does nothing in evaluation mode; call model.train() before the "
            "model is asked.",
            lambda case, seen: case.aspect == TRAINING and "training" not in seen.facts,
        ),
        _still(
            "copy_trained",
            "a copy of the model is asked, and gets the gradients; the optimiser moves "
            "the model itself.",
            "calls",
        ),
        _still(
            "step_forgotten",
            "optimizer.step() is missing: nothing moves the parameters.",
            "step",
        ),
        _still(
            "backward_forgotten",
            "no gradient reaches the model: loss.backward() is missing, or the loss "
            "was cut off from the logits (.detach(), .item(), torch.no_grad()).",
            "backward",
        ),
        _still(
            "step_before_backward",
            "optimizer.step() comes before backward(), so that it finds no gradient, "
            "or that of the last batch.",
            left=True,
        ),
        _still(
            "gradients_lost",
            "zero_grad() stands between backward() and step(), and the gradient is "
            "gone when it is needed. The order is zero_grad(), backward(), step().",
        ),
        sign(
            "optimizer_replaced",
            REPLACED,
            lambda case, seen: bool(seen.values) and "step" not in seen.facts,
        ),
        mistake("no_shift", NO_STEP_SHIFT, learn(read=_all, say=_all)),
        mistake("no_shift", NO_STEP_SHIFT, learn(read=_end)),
        mistake("no_shift", NO_STEP_SHIFT, learn(say=_beginning)),
        mistake("input_and_labels_swapped", SWAPPED, learn(read=_end, say=_beginning)),
        mistake(
            "shift_by_two",
            SHIFT_BY_TWO,
            learn(read=lambda tgt: tgt[:, :-2], say=lambda tgt: tgt[:, 2:]),
        ),
        mistake(
            "smoothing_ignored",
            SMOOTHING_IGNORED,
            learn(loss=lambda x, y, s: label_smoothed_loss(x, y, 0.0)),
        ),
        mistake(
            "smoothing_ignored",
            SMOOTHING_IGNORED,
            learn(loss=lambda x, y, s: label_smoothed_loss(x, y)),
        ),
        mistake(
            "padding_counted",
            "padding counts as a word to say; label_smoothed_loss leaves it out, "
            "cross_entropy does with ignore_index=0.",
            learn(loss=without_pads),
        ),
        mistake(
            "softmax_twice",
            "the logits went through a softmax before the loss, which has one itself.",
            learn(loss=lambda x, y, s: label_smoothed_loss(x.softmax(-1), y, s)),
        ),
        mistake(
            "sum_for_mean",
            "the loss is the sum over all words; it should be their mean.",
            learn(loss=summed),
        ),
        mistake(
            "gradients_kept",
            "the gradients of earlier batches are still there, and backward() adds to "
            "them; call optimizer.zero_grad() for each batch.",
            learn(update=_kept),
        ),
        mistake("step_twice", TWICE, learn(update=_twice)),
        mistake("step_twice", TWICE, _two_rounds),
        mistake(
            "loss_after_step",
            "the loss is computed once more after the step; return the one that the "
            "step was taken for.",
            learn(again=True),
        ),
        *(
            mistake(
                "gradient_clipped",
                CLIPPED,
                learn(update=lambda m, o, x, length=length: _clipped(m, o, x, length)),
            )
            for length in (0.1, 0.5, 1.0)
        ),
        mistake(
            "gradient_ascent",
            "the parameters move up the loss, not down: a minus too many.",
            learn(update=_ascent),
        ),
        mistake(
            "gradient_cut",
            "no gradient reaches the encoder; .detach() or no_grad() stands on its "
            "way.",
            learn(logits=_detached),
        ),
        sign(
            "gradient_cut",
            "the model is asked under torch.no_grad(), so there is no gradient.",
            fails("does not require grad"),
        ),
        mistake("optimizer_replaced", REPLACED, learn(update=_forgetful)),
    )


def _all(tgt: Tensor) -> Tensor:
    return tgt


def _beginning(tgt: Tensor) -> Tensor:
    return tgt[:, :-1]


def _end(tgt: Tensor) -> Tensor:
    return tgt[:, 1:]
