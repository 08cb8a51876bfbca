"""Teaching a model to translate (Vaswani et al. 2017, section 5).

Axes: ``B`` batch, ``L`` length, ``V`` vocabulary. Steps count from 1.
"""

import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import Tensor, distributed, nn
from torch.nn.parallel import DistributedDataParallel

from lernformer.embedding import PAD_ID
from lernformer.translator import checkpoint
from lernformer.translator.batch import Ids, batches, join_pairs
from lernformer.translator.loss import FusedLabelSmoothedLoss
from lernformer.translator.recipe import Recipe, make_optimizer, noam_learning_rate
from lernformer.translator.translation import Translator

__all__ = [
    "Progress",
    "label_smoothed_loss",
    "noam_learning_rate",  # defined in `recipe`, which needs it
    "teacher_forcing",
    "train",
    "train_step",
]

# One step ---------------------------------------------------------------------------


def teacher_forcing(tgt: Tensor) -> tuple[Tensor, Tensor]:
    """Ask for each word after the right words before it, all in parallel.

    Args:
        tgt: (B, L + 1) ids, from ``<bos>`` to ``<eos>``, then padding. They are not
            modified.

    Returns:
        What the decoder reads (decoder_input) and what it should say (labels): (B, L)
        each, one word apart. Padding stays as it is.
    """
    return tgt[:, :-1], tgt[:, 1:]


def label_smoothed_loss(
    logits: Tensor, labels: Tensor, smoothing: float = 0.1, pad_id: int = PAD_ID
) -> Tensor:
    """Cross-entropy to labels that leave a little to every word (section 5.4).

    The right word is expected with 1 - smoothing, and all V words, the right one too,
    share ``smoothing``.

    Args:
        logits: (B, L, V), not softmaxed.
        labels: (B, L) ids. Neither is modified.
        smoothing: in [0, 1].
        pad_id: labels that do not count.

    Returns:
        The mean over the labels that count, a tensor of one number without axes,
        through which gradients flow; 0 if no label counts.

    Raises:
        ValueError: if ``smoothing`` is out of its range.
    """
    if not 0 <= smoothing <= 1:
        raise ValueError(f"smoothing must lie in [0, 1], got {smoothing}")
    # bfloat16 has too few digits for the sum over a vocabulary
    dtype = torch.promote_types(logits.dtype, torch.float32)
    log_probabilities = logits.log_softmax(dim=-1, dtype=dtype)  # (..., V)
    of_label = log_probabilities.gather(-1, labels[..., None]).squeeze(-1)  # (...)
    of_all = log_probabilities.mean(dim=-1)  # (...)
    loss = -(1 - smoothing) * of_label - smoothing * of_all
    real = labels != pad_id
    return loss.masked_fill(~real, 0).sum() / real.sum().clamp(min=1)


def train_step(
    model: nn.Module,
    optimizer: torch.optim.Optimizer,
    src: Tensor,
    tgt: Tensor,
    smoothing: float = 0.1,
    *,
    max_norm: float | None = None,
    bf16: bool = False,
    weight: float = 1.0,
) -> Tensor:
    """Forward, loss, backward, one step of the optimiser.

    Args:
        model: from (src, decoder input) to logits; it is put into training mode.
        optimizer: of the model's parameters.
        src: (B, L_src) ids.
        tgt: (B, L_tgt) ids, from ``<bos>`` to ``<eos>``.
        smoothing: see ``label_smoothed_loss``.
        max_norm: a longer gradient, over all parameters, is cut to this length.
        bf16: compute in bfloat16 where that is safe; the weights stay in float32.
        weight: factor of the loss, for one process's share of a batch.

    Returns:
        The loss before the step, a scalar that carries no gradient.
    """
    model.train()
    decoder_input, labels = teacher_forcing(tgt)
    with torch.autocast(src.device.type, torch.bfloat16, enabled=bf16):
        logits = model(src, decoder_input)  # (B, L, V)
        loss = FusedLabelSmoothedLoss.apply(logits, labels, smoothing, PAD_ID)
        loss = loss * weight
    optimizer.zero_grad()
    loss.backward()
    if max_norm is not None:
        nn.utils.clip_grad_norm_(model.parameters(), max_norm)
    optimizer.step()
    return loss.detach()


# Many steps -------------------------------------------------------------------------


@dataclass(frozen=True)
class Progress:
    """Where a training stands: what the bar shows and the log keeps."""

    step: int
    loss: float  # mean since the report before
    learning_rate: float
    tokens_per_second: float  # words to say, since the report before
    seconds: float  # of all training so far
    exact_match: float | None = None  # in %, where it was measured


def kept_progress(folder: str | Path) -> Progress:
    """Where the training stood whose checkpoint is in ``folder``.

    Raises:
        ValueError: if there is none, or it does not tell.
    """
    metrics = checkpoint.details(folder)["metrics"]
    try:
        return Progress(**metrics)
    except TypeError as error:
        raise ValueError(
            f"the checkpoint in {folder} does not tell where training stood: {metrics}"
        ) from error


def train(
    translator: Translator,
    pairs: Sequence[Ids],
    recipe: Recipe,
    *,
    folder: str | Path | None = None,
    fingerprint: str = "",
    resume: bool = False,
    report: Callable[[Progress], None] = lambda progress: None,
    validate: Callable[[], float] | None = None,
    report_every: int = 50,
    validate_every: int = 500,
    save_every: int = 500,
) -> Progress:
    """Train a translator's model, on the device where it lies, and keep checkpoints.

    Started by ``torchrun``, each process takes its rows of every batch, and all arrive
    at the parameters that one process would have, up to rounding. (In float32 the
    biases of keys may differ: they change no weight of attention, so that their
    gradient is rounding alone, which Adam magnifies.) All chance in a step is drawn
    from the seed and the step's number alone, so that a resumed training makes the
    same steps as one that was never interrupted.

    Args:
        translator: model and vocabularies; the model learns in place.
        pairs: ids of the training sentences and their translations.
        recipe: what decides the result.
        folder: where to keep checkpoints; None keeps none.
        fingerprint: of the corpus, kept in the checkpoint.
        resume: go on from the checkpoint in ``folder``.
        report: is told the progress, in the first process only.
        validate: tells the exact match in %, in the first process only.
        report_every: steps between two reports.
        validate_every: steps between two validations, which come with a report.
        save_every: steps between two checkpoints: a kill loses no more than these.

    Returns:
        The last progress.

    Raises:
        ValueError: if the checkpoint is of another recipe, model or corpus.
        FloatingPointError: if the loss is no longer a number.
    """
    learner, optimizer = translator.model, make_optimizer(translator.model, recipe)
    device, d_model = translator.device, translator.model.config.d_model
    longest = max((len(src) - 2 for src, _ in pairs), default=0)  # <bos>, <eos>
    kept = {"recipe": asdict(recipe), "corpus": fingerprint, "longest": longest}
    step, seconds_before = 0, 0.0
    if resume:
        checkpoint.resume(folder, translator, optimizer, kept)
        before = kept_progress(folder)
        step, seconds_before = before.step, before.seconds
    rank, world_size = 0, 1
    if distributed.is_initialized():
        rank, world_size = distributed.get_rank(), distributed.get_world_size()
        learner = DistributedDataParallel(learner)

    n_joined = round(recipe.joined * len(pairs))
    pairs = [*pairs, *join_pairs(pairs, n_joined, recipe.seed)]
    began = lap = time.monotonic()
    loss, n_words, n_steps = torch.zeros((), device=device), 0, 0
    progress = Progress(step, math.nan, 0.0, 0.0, seconds_before)
    for batch in batches(pairs, recipe.batch_tokens, recipe.seed, start=step):
        if step >= recipe.steps:
            break
        step += 1
        rate = recipe.learning_rate(step, d_model)
        for parameters in optimizer.param_groups:
            parameters["lr"] = rate
        chance = random.Random(f"{recipe.seed}, {step}, {rank}")
        torch.manual_seed(chance.getrandbits(63))  # of dropout
        share = batch.share(rank, world_size)
        # Processes average their gradients; the mean over all words is wanted.
        weight = world_size * share.n_labels / batch.n_labels
        loss += train_step(
            learner,
            optimizer,
            share.src.to(device),
            share.tgt.to(device),
            recipe.smoothing,
            max_norm=recipe.max_norm,
            bf16=recipe.bf16,
            weight=weight,
        )
        n_words, n_steps = n_words + batch.n_labels, n_steps + 1

        last = step == recipe.steps
        if rank > 0 or not (last or step % report_every == 0 or step % save_every == 0):
            continue
        mean_loss = loss.item() / n_steps
        if not math.isfinite(mean_loss):
            raise FloatingPointError(
                f"the loss is {mean_loss} at step {step}: try a lower learning rate"
            )
        speed = n_words / (time.monotonic() - lap)
        exact_match = None
        if validate and (last or step % validate_every == 0):
            exact_match = validate()
        seconds = seconds_before + time.monotonic() - began
        progress = Progress(step, mean_loss, rate, speed, seconds, exact_match)
        if folder is not None and (last or step % save_every == 0):
            metrics = asdict(progress)
            checkpoint.save(folder, translator, step, metrics, kept, optimizer)
        report(progress)
        loss, n_words, n_steps, lap = torch.zeros_like(loss), 0, 0, time.monotonic()
    return progress
