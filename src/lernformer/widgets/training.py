"""Watching a training in a notebook: a bar and the loss as a curve, both live.

What is shown stays readable where nothing moves: in a notebook that was run without
a browser, and as text.
"""

import os
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

import numpy as np
import torch
from IPython.display import display
from torch import Tensor, nn

from lernformer import figures
from lernformer.transformer import attention_maps

T = TypeVar("T")

BETWEEN = 2.0  # seconds between two pictures: drawing takes a twentieth of them
WIDTH = 30  # of the bar as text, in characters


class Watch:
    """Lets a training go on for some minutes and shows how the loss falls.

        watch = Watch(minutes=2)
        for batch in watch.over(batches):
            watch.add(train_step(…))

    Args:
        minutes: how long; 0 is not at all. While nbgrader runs the notebook it is
            always 0: grades do not wait for a training.
    """

    def __init__(self, minutes: float):
        self.seconds = 0.0 if "NBGRADER_EXECUTION" in os.environ else 60 * minutes
        self.losses: list[float] = []
        self.share = 0.0  # of the time

    def over(self, batches: Iterable[T]) -> Iterator[T]:
        """Pass on batches until the time is over."""
        if not self.seconds:
            return
        shown = display(self, display_id=True)
        began = drawn = time.monotonic()
        for batch in batches:
            now = time.monotonic()
            self.share = min(1.0, (now - began) / self.seconds)
            if shown and (now - drawn > BETWEEN or self.share == 1):
                shown.update(self)
                drawn = now
            if self.share == 1:
                return
            yield batch

    def add(self, loss: float) -> None:
        """Note the loss of a step."""
        self.losses.append(float(loss))

    @property
    def recent(self) -> float:
        """The mean loss of the last steps, 50 at most."""
        return float(np.mean(self.losses[-50:])) if self.losses else float("nan")

    def __repr__(self) -> str:
        bar = "█" * round(WIDTH * self.share)
        return (
            f"{self.share:4.0%} {bar:░<{WIDTH}} step {len(self.losses)}, "
            f"loss {self.recent:.3f}"
        )

    def _repr_html_(self) -> str:
        told = f"step {len(self.losses)}, loss {self.recent:.3f}"
        bar = (
            f"<p><progress max='1' value='{self.share:.3f}' aria-label='training' "
            f"style='width:20em'></progress> {self.share:.0%}, {told}</p>"
        )
        return bar + (self._curve() if len(self.losses) > 1 else "")

    def _curve(self) -> str:
        """The loss, as the mean over a hundredth of all steps at a time."""
        parts = np.array_split(self.losses, min(100, len(self.losses)))
        means = [part.mean() for part in parts]
        ends = np.cumsum([len(part) for part in parts])
        fig, ax = figures.subplots(height=2.2)
        ax.plot(ends, means)
        ax.set(xlabel="step", ylabel="loss", ylim=(0, None))
        fell = f"{means[0]:.2f} first, {means[-1]:.2f} now"
        alt = f"The loss over {ends[-1]} steps: {fell}."
        return figures.figure(fig, alt=alt)._repr_html_()


def cross_attention(model: nn.Module, src: Tensor, tgt: Tensor) -> Tensor | None:
    """What the last decoder layer looks at in the source, on average over its heads.

    Args:
        model: a ``Transformer``, or another whose attentions are of our class
            ``MultiHeadAttention``.
        src: (1, S) ids.
        tgt: (1, T) ids that the decoder reads.

    Returns:
        (T, S) weights; None if the model has no such attention.
    """
    maps = attention_maps(model, src, tgt)
    wanted = (tgt.size(1), src.size(1))
    fitting = [(n, w) for n, w in maps.items() if w.shape[-2:] == torch.Size(wanted)]
    named = [weights for name, weights in fitting if "cross" in name]
    found = named or [weights for _, weights in fitting]
    return found[-1][0].mean(dim=0) if found else None
