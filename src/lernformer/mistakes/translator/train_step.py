"""Typical wrong answers to ``translator.train_step``."""

from collections.abc import Callable

import torch

from lernformer.mistakes.common import INPUT_MODIFIED, fails
from lernformer.mistakes.mistake import Bugs, Catalogue
from lernformer.mistakes.translator.common import SHIFT_BY_TWO, SWAPPED
from lernformer.mistakes.translator.label_smoothed_loss import right as loss_of
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.train_step import RETURNS, TRAINING

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


def step(optimizer, loss):
    """Right: one step down the loss, which comes back as a number."""
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def learning(loss: Callable) -> Callable:
    """Make a training step that is right but for the loss which it goes down."""

    def take(model, optimizer, src, tgt, smoothing=0.1):
        model.train()
        return step(optimizer, loss(model, src, tgt, smoothing))

    take.__name__, take.__doc__ = loss.__name__, loss.__doc__
    return take


def stepping(move: Callable) -> Callable:
    """Make a training step that has the right loss and moves in another way."""

    def take(model, optimizer, src, tgt, smoothing=0.1):
        model.train()
        loss = loss_of(model(src, tgt[:, :-1]), tgt[:, 1:], smoothing)
        move(model, optimizer, loss)
        return loss.item()

    take.__name__, take.__doc__ = move.__name__, move.__doc__
    return take


def _still(*missing: str, left: bool = False) -> Callable[[Case, Observation], bool]:
    """Whether parameters stand still, and something was not done or is left over."""

    def shows(case: Case, seen: Observation) -> bool:
        gradients = seen.facts.get("gradients left") == "yes"
        return (
            seen.facts.get("learned") == "no"
            and gradients >= left
            and not any(name in seen.facts for name in missing)
        )

    return shows


MISTAKES = Catalogue([INPUT_MODIFIED])

MISTAKES.sign(
    "loss_not_returned",
    "the function ends without `return loss.item()`.",
    fails("the loss should be a number, got None"),
)

MISTAKES.sign(
    "item_not_called",
    "loss.item is the method itself; call it: loss.item().",
    fails("the loss should be a number, got a builtin_function_or_method"),
)

MISTAKES.sign(
    "graph_kept",
    "the loss holds on to all that was computed on the way to it, batch after batch; "
    ".item() makes it a plain number.",
    lambda case, seen: case.aspect == RETURNS and "graph" in seen.facts,
    seen="course",
)

MISTAKES.sign(
    "arguments_swapped",
    "the arguments have changed places: the source goes into the encoder: "
    "model(src, decoder_input).",
    lambda case, seen: seen.facts.get("read") == "source",
)

MISTAKES.sign(
    "eval_mode",
    "dropout does nothing in evaluation mode; call model.train() before the model is "
    "asked.",
    lambda case, seen: (
        case.aspect == TRAINING
        and "calls" in seen.facts
        and "training" not in seen.facts
    ),
    seen="course",
)

MISTAKES.sign(
    "copy_trained",
    "a copy of the model is asked, and gets the gradients; the optimiser moves the "
    "model itself.",
    _still("calls"),
)

MISTAKES.sign(
    "step_forgotten",
    "optimizer.step() is missing: nothing moves the parameters.",
    _still("step"),
    seen="course",
)

MISTAKES.sign(
    "backward_forgotten",
    "no gradient reaches the model: loss.backward() is missing, or the loss was cut "
    "off from the logits (.detach(), .item(), torch.no_grad()).",
    _still("backward"),
    seen="course",
)

MISTAKES.sign(
    "step_before_backward",
    "optimizer.step() comes before backward(), so that it finds no gradient, or that "
    "of the last batch.",
    _still(left=True),
)

MISTAKES.sign(
    "gradients_lost",
    "zero_grad() stands between backward() and step(), and the gradient is gone when "
    "it is needed. The order is zero_grad(), backward(), step().",
    _still(),
    seen="course",
)

MISTAKES.sign(
    "optimizer_replaced",
    REPLACED,
    lambda case, seen: bool(seen.values) and "step" not in seen.facts,
)


@MISTAKES.answer("no_shift", NO_STEP_SHIFT, seen="course")
@learning
def reads_what_it_says(model, src, tgt, smoothing):
    """The whole target is read, and the whole target is to be said."""
    return loss_of(model(src, tgt), tgt, smoothing)


@MISTAKES.answer("no_shift", NO_STEP_SHIFT)
@learning
def reads_the_labels(model, src, tgt, smoothing):
    """The labels are read."""
    return loss_of(model(src, tgt[:, 1:]), tgt[:, 1:], smoothing)


@MISTAKES.answer("no_shift", NO_STEP_SHIFT)
@learning
def says_the_input(model, src, tgt, smoothing):
    """The input is to be said again."""
    return loss_of(model(src, tgt[:, :-1]), tgt[:, :-1], smoothing)


@MISTAKES.answer("input_and_labels_swapped", SWAPPED, seen="course")
@learning
def backwards(model, src, tgt, smoothing):
    """The word before is to be said."""
    return loss_of(model(src, tgt[:, 1:]), tgt[:, :-1], smoothing)


@MISTAKES.answer("shift_by_two", SHIFT_BY_TWO, seen="course")
@learning
def two_ahead(model, src, tgt, smoothing):
    """The word after next is to be said."""
    return loss_of(model(src, tgt[:, :-2]), tgt[:, 2:], smoothing)


@MISTAKES.answer(
    "source_cut",
    "the source has lost a word as well; it is read whole. Only what the decoder reads "
    "and says is one word apart.",
)
@learning
def everything_shifted(model, src, tgt, smoothing):
    """Inputs lose their last word."""
    return loss_of(model(src[:, :-1], tgt[:, :-1]), tgt[:, 1:], smoothing)


@MISTAKES.answer("smoothing_ignored", SMOOTHING_IGNORED)
@learning
def plain(model, src, tgt, smoothing):
    """Cross-entropy."""
    return loss_of(model(src, tgt[:, :-1]), tgt[:, 1:], 0.0)


@MISTAKES.answer("smoothing_ignored", SMOOTHING_IGNORED)
@learning
def always_a_tenth(model, src, tgt, smoothing):
    """The loss has a default."""
    return loss_of(model(src, tgt[:, :-1]), tgt[:, 1:])


@MISTAKES.answer(
    "padding_counted",
    "padding counts as a word to say; label_smoothed_loss leaves it out, cross_entropy "
    "does with ignore_index=0.",
    seen="course",
)
@learning
def padding_too(model, src, tgt, smoothing):
    """Every label counts."""
    return loss_of(model(src, tgt[:, :-1]), tgt[:, 1:], smoothing, -1)


@MISTAKES.answer(
    "softmax_twice",
    "the logits went through a softmax before the loss, which has one itself.",
    seen="course",
)
@learning
def softmax_first(model, src, tgt, smoothing):
    """Probabilities into the loss."""
    return loss_of(model(src, tgt[:, :-1]).softmax(dim=-1), tgt[:, 1:], smoothing)


@MISTAKES.answer(
    "sum_for_mean", "the loss is the sum over all words; it should be their mean."
)
@learning
def summed(model, src, tgt, smoothing):
    """The sum over the words."""
    labels = tgt[:, 1:]
    return loss_of(model(src, tgt[:, :-1]), labels, smoothing) * (labels != 0).sum()


@MISTAKES.answer(
    "gradients_kept",
    "the gradients of earlier batches are still there, and backward() adds to them; "
    "call optimizer.zero_grad() for each batch.",
    seen="course",
)
@stepping
def never_zeroed(model, optimizer, loss):
    """zero_grad is forgotten."""
    loss.backward()
    optimizer.step()


@MISTAKES.answer("step_twice", TWICE)
@stepping
def twice(model, optimizer, loss):
    """One step more for the same gradient."""
    step(optimizer, loss)
    optimizer.step()


@MISTAKES.answer("step_twice", TWICE)
def two_rounds(model, optimizer, src, tgt, smoothing=0.1):
    """The batch is learned twice."""
    model.train()
    losses = [
        step(optimizer, loss_of(model(src, tgt[:, :-1]), tgt[:, 1:], smoothing))
        for _ in range(2)
    ]
    return losses[0]


@MISTAKES.answer(
    "loss_after_step",
    "the loss is computed once more after the step; return the one that the step was "
    "taken for.",
)
def loss_afterwards(model, optimizer, src, tgt, smoothing=0.1):
    """The loss of the model as it has become."""
    model.train()
    step(optimizer, loss_of(model(src, tgt[:, :-1]), tgt[:, 1:], smoothing))
    return loss_of(model(src, tgt[:, :-1]), tgt[:, 1:], smoothing).item()


for bound in (0.1, 0.5, 1.0):

    @MISTAKES.answer("gradient_clipped", CLIPPED, seen="course")
    @stepping
    def clipped(model, optimizer, loss, bound=bound):
        """Gradients are always clipped."""
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), bound)
        optimizer.step()


@MISTAKES.answer(
    "gradient_ascent", "the parameters move up the loss, not down: a minus too many."
)
@stepping
def ascent(model, optimizer, loss):
    """Upwards."""
    step(optimizer, -loss)


@MISTAKES.answer(
    "gradient_cut",
    "no gradient reaches the encoder; .detach() or no_grad() stands on its way.",
)
@learning
def memory_detached(model, src, tgt, smoothing):
    """The encoder gets no gradient."""
    logits = model.decode(tgt[:, :-1], model.encode(src).detach(), src)
    return loss_of(logits, tgt[:, 1:], smoothing)


MISTAKES.sign(
    "gradient_cut",
    "the model is asked under torch.no_grad(), so there is no gradient.",
    fails("does not require grad"),
)


@MISTAKES.answer("optimizer_replaced", REPLACED)
@stepping
def momentum_forgotten(model, optimizer, loss):
    """What the optimiser remembers is cleared."""
    optimizer.state.clear()
    step(optimizer, loss)


# To find: each in the right code, by what a colleague would see of it.
BUGS = Bugs()
BUGS.plant(
    "gradients_kept",
    "The first step is right. Then the steps grow and grow, the loss swings and does "
    "not settle, whatever the learning rate.",
    right="    optimizer.zero_grad()\n",
    wrong="",
)
BUGS.plant(
    "step_before_backward",
    "The very first call changes nothing. From then on each call goes the way that the "
    "batch before should have gone.",
    right="    optimizer.zero_grad()\n    loss.backward()\n    optimizer.step()\n",
    wrong="    optimizer.step()\n    optimizer.zero_grad()\n    loss.backward()\n",
)
BUGS.plant(
    "gradients_lost",
    "The loss does not fall at all: after a thousand calls every parameter is what it "
    "was.",
    right="    optimizer.zero_grad()\n    loss.backward()\n",
    wrong="    loss.backward()\n    optimizer.zero_grad()\n",
)
BUGS.plant(
    "eval_mode",
    "The model overfits as if it had no dropout; dropout=0.1 and dropout=0.8 train "
    "just alike.",
    right="model.train()",
    wrong="model.eval()",
)
BUGS.plant(
    "no_shift",
    "A wonderful loss, nearly 0 within a minute! Yet it cannot translate a single "
    "sentence.",
    right="logits = model(src, decoder_input)",
    wrong="logits = model(src, labels)",
)
BUGS.plant(
    "smoothing_ignored",
    "Whatever I pass for smoothing, 0 or 0.3, the loss is the same.",
    right="label_smoothed_loss(logits, labels, smoothing)",
    wrong="label_smoothed_loss(logits, labels)",
)
BUGS.plant(
    "graph_kept",
    "I keep the losses in a list, to draw them. Memory grows with every step, until "
    "the kernel dies.",
    right="return loss.item()",
    wrong="return loss",
)
