"""Typical wrong answers to ``translator.train_step``."""

from collections.abc import Callable

import torch

from lernformer.mistakes.mistake import Bugs, Catalogue
from lernformer.mistakes.table import mistakes
from lernformer.mistakes.translator.label_smoothed_loss import right as loss_of
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.train_step import RETURNS, TRAINING

TWICE = "the parameters move twice: call optimizer.step() once for each batch."

CLIPPED = "the gradient is cut; here it is taken as it is."


def step(optimizer, loss):
    """Right: one step down the loss, which comes back as a number."""
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


def learning(loss: Callable) -> Callable:
    """Make a training step that is right except for the loss that it reduces."""

    def take(model, optimizer, src, tgt, smoothing=0.1):
        model.train()
        return step(optimizer, loss(model, src, tgt, smoothing))

    take.__name__, take.__doc__ = loss.__name__, loss.__doc__
    return take


def stepping(move: Callable) -> Callable:
    """Make a training step that has the right loss but a wrong update."""

    def take(model, optimizer, src, tgt, smoothing=0.1):
        model.train()
        loss = loss_of(model(src, tgt[:, :-1]), tgt[:, 1:], smoothing)
        move(model, optimizer, loss)
        return loss.item()

    take.__name__, take.__doc__ = move.__name__, move.__doc__
    return take


def _still(*missing: str, left: bool = False) -> Callable[[Case, Observation], bool]:
    """Whether nothing is learned, ``missing`` never came, and gradients may be left."""

    def shows(case: Case, seen: Observation) -> bool:
        gradients = seen.facts.get("gradients left") == "yes"
        return (
            seen.facts.get("learned") == "no"
            and gradients >= left
            and not any(name in seen.facts for name in missing)
        )

    return shows


def shows_graph_kept(case, seen):
    return case.aspect == RETURNS and "graph" in seen.facts


def shows_arguments_swapped(case, seen):
    return seen.facts.get("read") == "source"


def shows_eval_mode(case, seen):
    return (
        case.aspect == TRAINING
        and "calls" in seen.facts
        and "training" not in seen.facts
    )


shows_copy_trained = _still("calls")

shows_step_forgotten = _still("step")

shows_backward_forgotten = _still("backward")

shows_step_before_backward = _still(left=True)

shows_gradients_lost = _still()


def shows_optimizer_replaced(case, seen):
    return bool(seen.values) and "step" not in seen.facts


@learning
def plain(model, src, tgt, smoothing):
    """Cross-entropy."""
    return loss_of(model(src, tgt[:, :-1]), tgt[:, 1:], 0.0)


@learning
def summed(model, src, tgt, smoothing):
    """The sum over the words."""
    labels = tgt[:, 1:]
    return loss_of(model(src, tgt[:, :-1]), labels, smoothing) * (labels != 0).sum()


@stepping
def never_zeroed(model, optimizer, loss):
    """zero_grad is forgotten."""
    loss.backward()
    optimizer.step()


@stepping
def twice(model, optimizer, loss):
    """One step more for the same gradient."""
    step(optimizer, loss)
    optimizer.step()


def two_rounds(model, optimizer, src, tgt, smoothing=0.1):
    """The batch is learned twice."""
    model.train()
    losses = [
        step(optimizer, loss_of(model(src, tgt[:, :-1]), tgt[:, 1:], smoothing))
        for _ in range(2)
    ]
    return losses[0]


def loss_afterwards(model, optimizer, src, tgt, smoothing=0.1):
    """The loss of the model as it has become."""
    model.train()
    step(optimizer, loss_of(model(src, tgt[:, :-1]), tgt[:, 1:], smoothing))
    return loss_of(model(src, tgt[:, :-1]), tgt[:, 1:], smoothing).item()


GRADIENT_CLIPPED_FAMILY = Catalogue()

for bound in (0.1, 0.5, 1.0):

    @GRADIENT_CLIPPED_FAMILY.answer("gradient_clipped", CLIPPED, seen="course")
    @stepping
    def clipped(model, optimizer, loss, bound=bound):
        """Gradients are always clipped."""
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), bound)
        optimizer.step()


@stepping
def ascent(model, optimizer, loss):
    """Upwards."""
    step(optimizer, -loss)


@learning
def memory_detached(model, src, tgt, smoothing):
    """The encoder gets no gradient."""
    logits = model.decode(tgt[:, :-1], model.encode(src).detach(), src)
    return loss_of(logits, tgt[:, 1:], smoothing)


@stepping
def momentum_forgotten(model, optimizer, loss):
    """What the optimiser remembers is cleared."""
    optimizer.state.clear()
    step(optimizer, loss)


# Bugs to find: each in the right code, with what a colleague would report.
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


MISTAKES = mistakes(globals())
