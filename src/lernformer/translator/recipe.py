"""Training recipes: schedule, optimiser, options (Vaswani et al. 2017, section 5).

The sizes of the models with the same names are in `lernformer.transformer.PRESETS`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import nn

from lernformer.translator.forms import Forms
from lernformer.translator.muon import Muon

SCHEDULES = ("noam", "cosine", "linear")


def noam_learning_rate(step: int, d_model: int, warmup_steps: int) -> float:
    """Compute the paper's learning rate: a linear rise, then a fall as 1/√step.

    Args:
        step: counts from 1.
        d_model: features of a token; the larger the model, the lower the rate.
        warmup_steps: the step with the highest rate, (d_model · warmup_steps)^-0.5.

    Returns:
        The learning rate of this step, greater than 0.

    Raises:
        ValueError: if ``step`` or ``warmup_steps`` is less than 1.

    Example:
        >>> [round(noam_learning_rate(n, 64, 400), 6) for n in (1, 400, 1600)]
        [1.6e-05, 0.00625, 0.003125]
    """
    if step < 1 or warmup_steps < 1:
        raise ValueError(
            f"steps count from 1, got step {step} and warmup_steps {warmup_steps}"
        )
    return d_model**-0.5 * min(step**-0.5, step * warmup_steps**-1.5)


@dataclass(frozen=True)
class Recipe:
    """Everything that affects the result of training, besides the model and the corpus.

    Args:
        steps: how many steps to train.
        batch_tokens: places per batch, including padding, in all processes together.
        schedule: "noam" (the paper's), "cosine" or "linear" (a linear rise, then a
            linear fall to 0).
        peak: the highest learning rate; None means the one from the paper's formula.
        warmup_steps: for how many steps the rate rises.
        smoothing: label smoothing, in [0, 1].
        weight_decay: AdamW's weight decay; 0 gives the paper's Adam.
        max_norm: upper limit for the gradient's length; None means no limit.
        bf16: whether to compute in bfloat16 where that is safe. On a CPU, this happens
            only if bfloat16 is faster there; see ``lernformer.fast.bfloat16``.
        muon: whether to train the layers' matrices with Muon; see
            ``lernformer.translator.muon``.
        candidates: in each step, sample at least this many words to represent all words
            that aren't in the batch; see ``lernformer.fast.candidates``. 0 uses all
            words.
        joined: how many joined pairs of sentences to add, as a share of the corpus; see
            ``join_pairs``.
        seams: whether joined sources show where one sentence ends and the other begins.
        mixed: sentences of up to this many places are treated as equally long; see
            ``lernformer.translator.batch.group``. 0 sorts all sentences by length.
        replay: once all pairs have been seen, train in rounds on this share of them,
            mostly on those that were translated badly; see
            ``lernformer.translator.replay``. 0 keeps training on all pairs.
        forms: whether a word's forms share what is learned, in English and German; see
            ``lernformer.translator.forms``.
        eps: Adam's ε. A gradient that is far smaller than this has hardly any effect.
        seed: random seed for the initial weights, the batches and the dropout.

    Raises:
        ValueError: if a value is out of its range.
    """

    steps: int
    batch_tokens: int
    schedule: str = "cosine"
    peak: float | None = None
    warmup_steps: int = 400
    smoothing: float = 0.1
    weight_decay: float = 0.0
    max_norm: float | None = 1.0
    bf16: bool = False
    muon: bool = False
    candidates: int = 0
    joined: float = 0.0
    seams: bool = False
    mixed: int = 0
    replay: float = 0.0
    forms: bool = False
    eps: float = 1e-9
    seed: int = 0

    def __post_init__(self):
        for name in ("steps", "batch_tokens", "warmup_steps"):
            if getattr(self, name) < 1:
                raise ValueError(
                    f"{name} must be at least 1, got {getattr(self, name)}"
                )
            if getattr(self, name) > 2**53:  # exact as a float
                raise ValueError(
                    f"{name} must be at most 2^53, got {getattr(self, name)}"
                )
        if self.schedule not in SCHEDULES:
            raise ValueError(
                f"schedule must be one of {', '.join(SCHEDULES)}, got {self.schedule}"
            )
        if not 0 <= self.smoothing <= 1:
            raise ValueError(f"smoothing must lie in [0, 1], got {self.smoothing}")
        for name in ("peak", "max_norm", "eps"):
            value = getattr(self, name)
            if value is not None and not 0 < value < math.inf:
                raise ValueError(f"{name} must be above 0 and finite, got {value}")
        for name in ("candidates", "mixed"):
            if getattr(self, name) < 0:
                raise ValueError(
                    f"{name} must be at least 0, got {getattr(self, name)}"
                )
        if not 0 <= self.replay <= 1:
            raise ValueError(f"replay must lie in [0, 1], got {self.replay}")
        if self.candidates and self.smoothing:
            raise ValueError(
                "smoothing gives all words a share, and candidates leave words out: "
                f"one of them must be 0, got {self.smoothing} and {self.candidates}"
            )
        for name in ("weight_decay", "joined"):
            if not 0 <= (value := getattr(self, name)) < math.inf:
                raise ValueError(f"{name} must be at least 0 and finite, got {value}")
        if not -(2**63) <= self.seed < 2**63:
            raise ValueError(f"seed must lie in -2^63 … 2^63 - 1, got {self.seed}")

    def learning_rate(self, step: int, d_model: int) -> float:
        """Return the learning rate of a step; steps count from 1."""
        noam = noam_learning_rate(step, d_model, self.warmup_steps)
        paper_peak = (d_model * self.warmup_steps) ** -0.5
        factor = 1.0 if self.peak is None else self.peak / paper_peak
        if self.schedule == "noam" or step <= self.warmup_steps:
            return factor * noam
        rest = (step - self.warmup_steps) / (self.steps - self.warmup_steps + 1)
        left = 1 - rest
        if self.schedule == "cosine":
            left = (1 + math.cos(math.pi * rest)) / 2
        return factor * paper_peak * left


# The recipes for the model presets of the same names.
RECIPES = {
    "toy": Recipe(
        steps=4800,
        batch_tokens=512,
        peak=8e-3,
        smoothing=0.0,
        weight_decay=0.1,
        joined=0.1,
    ),
    "everyday": Recipe(
        steps=14000,
        batch_tokens=2048,
        schedule="linear",
        peak=5.6e-3,
        smoothing=0.0,
        weight_decay=0.08,
        max_norm=None,
        bf16=True,
        muon=True,
        candidates=400,
        joined=0.05,
        seams=True,
        mixed=6,
        replay=0.15,
        forms=True,
        eps=1e-6,
    ),
    "small": Recipe(
        steps=8000,
        batch_tokens=2048,
        peak=1.5e-3,
        bf16=True,
    ),
    "base": Recipe(
        steps=100_000,
        batch_tokens=25_000,
        schedule="noam",
        warmup_steps=4000,
        max_norm=None,
    ),
    "big": Recipe(
        steps=300_000,
        batch_tokens=25_000,
        schedule="noam",
        warmup_steps=4000,
        max_norm=None,
    ),
}


def make_optimizer(
    model: nn.Module, recipe: Recipe, forms: Sequence[Forms] = ()
) -> torch.optim.AdamW:
    """Make Adam with the paper's β₁ and β₂ (section 5.3), or AdamW if weights decay.

    Args:
        model: the model that learns.
        recipe: the recipe for training.
        forms: the ``Forms`` of the model's embeddings; their parts are trained, too.
    """
    matrices = [
        parameter
        for name, parameter in model.named_parameters()
        if recipe.muon and parameter.ndim == 2 and "embedding" not in name
    ]
    optimizer = Muon(
        [*model.parameters(), *(each.parts for each in forms)],
        matrices,
        lr=0.0,  # set before each step
        betas=(0.9, 0.98),
        eps=recipe.eps,
        weight_decay=recipe.weight_decay,
        fused=True,
    )
    for each in forms:
        each.join(optimizer)
    return optimizer
