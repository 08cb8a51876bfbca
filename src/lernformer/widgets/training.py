"""Shows training in a notebook: how far it is, how long it takes, how well it does.

The display stays readable where nothing moves: in a notebook that was run without a
browser, and as text.
"""

import html
import math
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np
import torch
from IPython.display import display
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode

from lernformer import figures
from lernformer.embedding import PAD_ID

T = TypeVar("T")
Pairs = Sequence[tuple[str, str]]  # sentences and a model's translations

BETWEEN = 2.0  # seconds between two pictures; drawing takes a twentieth of that
AGAIN = 10.0  # seconds until the sentences are translated again
WIDTH = 30  # the text bar's width in characters


def grading() -> bool:
    """Return whether nbgrader runs the notebook; grading doesn't wait for training."""
    return "NBGRADER_EXECUTION" in os.environ


def together(watch: "Watch | None") -> bool:
    """Return whether there is a model to train, for the cell that trains it.

    If there isn't, print what to do first.
    """
    if watch is None and not grading():
        print("Nothing to do yet: set mine = True, then run that cell and the next.")
    return watch is not None


def trained(watch: "Watch | None", how: str = "steps = 2500") -> bool:
    """Return whether a model has learned something, for the cells that use it.

    If it hasn't, print what to do first, such as writing ``how``.
    """
    if watch is None:
        return together(watch)
    if not watch.losses:
        print(f"Nothing to show yet: set {how}, then run that cell.")
    return bool(watch.losses)


class Watch:
    """Runs training for some steps and shows how the loss falls.

        watch = Watch(words=864, say=lambda: …)
        for batch in watch.over(batches, steps=2500):
            watch.add(train_step(…))

    If it is stopped and called again, it continues where it left off. While it runs,
    torch uses one thread. The tensors are so small that several threads would wait for
    each other and, on a busy machine, for everything else.

    Args:
        words: how many words there are; guessing one costs the logarithm of that.
        say: function that returns sentences and the model's current translations.
    """

    def __init__(self, words: int = 0, say: Callable[[], Pairs] | None = None):
        self.words, self.say = words, say
        self.losses: list[float] = []
        self.steps = 0
        self.translations: Pairs = ()
        self.left = math.nan  # seconds

    def over(self, batches: Iterable[T], steps: int) -> Iterator[T]:
        """Pass on batches until ``steps`` steps have been taken in all."""
        self.steps = 0 if grading() else steps
        if len(self.losses) >= self.steps:
            return
        shown = display(self, display_id=True)
        threads, done = torch.get_num_threads(), len(self.losses)
        began = drawn = time.monotonic()
        translated = began - AGAIN
        torch.set_num_threads(1)
        try:
            for batch in batches:
                now = time.monotonic()
                if new := len(self.losses) - done:
                    pace = (now - began) / new
                    self.left = pace * (self.steps - len(self.losses))
                ends = len(self.losses) >= self.steps
                if self.say and (ends or now - translated > AGAIN):
                    self.translations, translated = self.say(), now
                if shown and (ends or now - drawn > BETWEEN):
                    shown.update(self)
                    drawn = now
                if ends:
                    return
                yield batch
        finally:
            torch.set_num_threads(threads)

    def add(self, loss: float) -> None:
        """Record the loss of a step."""
        self.losses.append(float(loss))

    @property
    def share(self) -> float:
        """The share of the steps that are done, from 0 to 1."""
        return min(1.0, len(self.losses) / self.steps) if self.steps else 0.0

    @property
    def recent(self) -> float:
        """The mean loss of the last steps, at most 50."""
        return float(np.mean(self.losses[-50:])) if self.losses else math.nan

    @property
    def _status(self) -> str:
        status = f"step {len(self.losses)} of {self.steps}, loss {self.recent:.3f}"
        if self.share == 1 or math.isnan(self.left):
            return status
        minutes, seconds = divmod(round(self.left), 60)
        return f"{status}, about {minutes}:{seconds:02} left"

    def __repr__(self) -> str:
        bar = "█" * round(WIDTH * self.share)
        lines = [f"{self.share:4.0%} {bar:░<{WIDTH}} {self._status}"]
        lines += [f"  {one} → {other}" for one, other in self.translations]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        bar = (
            f"<p><progress max='1' value='{self.share:.3f}' aria-label='training' "
            f"style='width:20em'></progress> {self.share:.0%}, {self._status}</p>"
        )
        rows = "".join(
            f"<li>{one}<br><b lang='de'>{other or '…'}</b></li>"
            for one, other in (map(html.escape, pair) for pair in self.translations)
        )
        curve = self.curve() if len(self.losses) > 1 else ""
        return bar + (f"<ul>{rows}</ul>" if rows else "") + curve

    def curve(self) -> str:
        """Return the first loss, then the mean over each hundredth of all steps."""
        parts = np.array_split(self.losses, min(100, len(self.losses)))
        means = [self.losses[0], *(part.mean() for part in parts)]
        ends = [1, *np.cumsum([len(part) for part in parts])]
        fig, ax = figures.subplots(height=2.2)
        ax.plot(ends, means)
        note = ""
        if self.words:
            guessing = math.log(self.words)
            ax.axhline(guessing, color=figures.GREY, linestyle="--")
            note = f" Guessing among {self.words} words costs {guessing:.2f}."
            label = f"guessing: ln {self.words} = {guessing:.2f}"
            ax.text(ends[-1], guessing, label, ha="right", va="bottom")
        ax.set(xlabel="step", ylabel="loss", ylim=(0, 1.12 * max(means)))
        fell = f"{means[0]:.2f} first, {means[-1]:.2f} now"
        alt = f"The loss over {ends[-1]} steps: {fell}.{note}"
        return figures.figure(fig, alt=alt)._repr_html_()


# Where it looks ---------------------------------------------------------------------


def cross_attention(model: nn.Module, src: Tensor, tgt: Tensor) -> Tensor | None:
    """Return what each head of the last decoder layer looks at in the source.

    Any model of source and target will do, whatever its attentions are called. The
    weights come from what its modules return or, if they return none, from the softmax
    or the ready-made attention in them. The source gets padding at its end, so that its
    length distinguishes cross-attention from self-attention.

    Args:
        model: a model with ``encode(src)`` and ``decode(tgt, memory, src)``, which is
            left unchanged.
        src: (1, S) ids.
        tgt: (1, T) ids that the decoder reads.

    Returns:
        (H, T, S) weights; ``None`` if none are found.
    """
    n_src, n_tgt = src.size(1), tgt.size(1)
    pad = src.new_full((1, 2 if n_src + 1 == n_tgt else 1), PAD_ID)
    src = torch.cat([src, pad], dim=1)
    wanted = n_tgt, src.size(1)
    returned: list[Tensor] = []

    def note(module: nn.Module, inputs: Any, output: Any) -> None:
        for x in output if isinstance(output, tuple | list) else ():
            if isinstance(x, Tensor) and x.ndim > 2 and x.shape[-2:] == wanted:
                returned.append(x)

    hooks = [module.register_forward_hook(note) for module in model.modules()]
    training, inside = model.training, Weights(wanted)
    try:
        with torch.no_grad():
            model.eval()
            memory = model.encode(src)  # type: ignore[operator]
            with inside:
                model.decode(tgt, memory, src)  # type: ignore[operator]
    finally:
        model.train(training)
        for hook in hooks:
            hook.remove()
    found = returned or inside.found
    if not found:
        return None
    last = [x.reshape(-1, *wanted) for x in found]
    # heads one by one: weights of the same shape belong together
    alone = last[-1].size(0) == 1
    heads = torch.cat(last[-_heads(model) :]) if alone else last[-1]
    return heads[..., :n_src]


def _heads(model: nn.Module) -> int:
    return int(getattr(getattr(model, "config", None), "n_heads", 1))


class Weights(TorchDispatchMode):
    """While active, records the weights of a softmax, or of a ready-made attention."""

    def __init__(self, shape: tuple[int, int]):
        super().__init__()
        self.shape, self.found = shape, list[Tensor]()

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        name = str(func)
        weights = result
        if "scaled_dot_product" in name:
            q, k = args[:2]
            mask = (kwargs or {}).get("attn_mask")
            scores = q @ k.transpose(-2, -1) / math.sqrt(q.size(-1))
            weights = (scores if mask is None else scores + mask).softmax(dim=-1)
        elif "softmax" not in name:
            return result
        if isinstance(weights, Tensor) and weights.shape[-2:] == self.shape:
            self.found.append(weights)
        return result


def draw_heads(
    weights: Tensor, rows: Sequence[str], columns: Sequence[str]
) -> figures.InlineSVG:
    """Return heat maps for the mean of all heads and for each head, side by side.

    Args:
        weights: (H, T, S) from ``cross_attention``.
        rows: the T words of the translation.
        columns: the S words of the source.
    """
    maps = {"mean of the heads": weights.mean(dim=0)}
    maps |= {f"head {i}": head for i, head in enumerate(weights)}
    across = 2
    down = -(-len(maps) // across)
    width = across * (1.2 + 0.5 * len(columns))
    height = down * (1.2 + 0.28 * len(rows))
    fig, axes = figures.subplots(down, across, width, height, squeeze=False)
    for ax in axes.flat[len(maps) :]:
        ax.set_axis_off()
    for ax, (title, one) in zip(axes.flat, maps.items(), strict=False):
        figures.heat_map(ax, one, rows, columns, form=".1f")
        ax.set_title(title, fontsize=11)
        ax.tick_params("x", rotation=60)
    places = [columns[int(i)] for i in maps["mean of the heads"].argmax(dim=-1)]
    looks = ", ".join(map("{} at {}".format, rows, places))
    return figures.figure(fig, alt=f"Where the heads look most, on average: {looks}.")
