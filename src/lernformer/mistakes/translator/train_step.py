"""Typical wrong answers to ``translator.train_step``."""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from lernformer.mistakes.common import INPUT_MODIFIED, fails, sign
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.translator.common import SHIFT_BY_TWO, SWAPPED
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.translator.train_step import TRAINING, probe_step
from lernformer.translator import label_smoothed_loss

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


MISTAKES = (INPUT_MODIFIED, *steps(probe_step))
