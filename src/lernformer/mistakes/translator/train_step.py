"""Typical wrong answers to ``translator.train_step``."""

from collections.abc import Callable

import torch

from lernformer.mistakes.bugs import bugs
from lernformer.mistakes.mistake import Catalogue
from lernformer.mistakes.table import mistakes
from lernformer.mistakes.translator.label_smoothed_loss import right as loss_of
from lernformer.probes.case import Observation

CLIPPED = "The code clips the gradient. Here, use it as it is."


def step(optimizer, loss):
    """Right: take one step down the loss, and return it as a number."""
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


def _still(seen: Observation) -> bool:
    """Whether nothing is learned."""
    return seen.facts.get("learned") == "no"


@stepping
def twice(model, optimizer, loss):
    """One more step with the same gradient does no harm."""
    step(optimizer, loss)
    optimizer.step()


def two_rounds(model, optimizer, src, tgt, smoothing=0.1):
    """A batch can be learned twice in a row."""
    model.train()
    losses = [
        step(optimizer, loss_of(model(src, tgt[:, :-1]), tgt[:, 1:], smoothing))
        for _ in range(2)
    ]
    return losses[0]


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


BUGS = bugs(globals())
MISTAKES = mistakes(globals())
