"""Trains a model to translate, in many steps, with reports and checkpoints (section 5).

Steps count from 1.
"""

import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
from torch import Tensor, distributed
from torch.nn.parallel import DistributedDataParallel

from lernformer.fast import bfloat16, faster
from lernformer.fast.candidates import Candidates
from lernformer.fast.training_step import train_step
from lernformer.memory import keep_freed
from lernformer.translator import checkpoint
from lernformer.translator.batch import Ids, batches, join_pairs
from lernformer.translator.forms import ENGLISH, GERMAN, Forms
from lernformer.translator.recipe import Recipe, make_optimizer
from lernformer.translator.replay import Replay
from lernformer.translator.translation import Translator


@dataclass(frozen=True)
class Progress:
    """The progress of training, as shown by the bar and stored in the log."""

    step: int
    loss: float  # mean since the last report
    learning_rate: float
    tokens_per_second: float  # words to predict, since the last report
    seconds: float  # for all training so far
    exact_match: float | None = None  # in %, if it was measured


def kept_progress(folder: str | Path) -> Progress:
    """Return the progress of training from the checkpoint in ``folder``.

    Raises:
        ValueError: if there is no checkpoint, or if it doesn't contain the progress.
    """
    metrics = checkpoint.details(folder)["metrics"]
    try:
        return Progress(**metrics)
    except TypeError as error:
        raise ValueError(
            f"the checkpoint in {folder} does not say where training stopped: {metrics}"
        ) from error


def forms_of(translator: Translator) -> dict[str, Forms]:
    """Return the word parts of both embeddings, English and German, by name."""
    model = translator.model
    source, target = translator.source.words, translator.target.words
    return {
        "src_forms": Forms(model.src_embedding.weight, source, ENGLISH),
        "tgt_forms": Forms(model.tgt_embedding.weight, target, GERMAN),
    }


def _of_all(losses: Tensor, rank: int, world_size: int) -> Tensor:
    """Return the numbers for all sentences in order, given each process's share."""
    if world_size == 1:
        return losses
    gathered = losses.new_zeros(world_size * len(losses))
    gathered[rank::world_size] = losses
    distributed.all_reduce(gathered)
    return gathered


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
    """Train a translator's model on its device, and keep checkpoints.

    Under ``torchrun``, each process takes its share of the rows of every batch. Up to
    rounding, all processes get the parameters that a single process would have, with
    two exceptions. In float32, the biases of keys may differ, because they change no
    attention weight, so their gradient is only rounding error, which Adam magnifies.
    And if the recipe uses candidates, each process draws its own.

    Everything random in a step depends only on the seed and the step's number. So
    resumed training takes the same steps as training that was never interrupted. On a
    CPU, the process keeps the memory that it frees from then on; see
    ``lernformer.memory``.

    Args:
        translator: model and vocabularies; the model learns in place.
        pairs: ids of the training sentences and their translations.
        recipe: everything that affects the result.
        folder: the folder for checkpoints; None saves none.
        fingerprint: the corpus's fingerprint, which is saved in the checkpoint.
        resume: whether to continue from the checkpoint in ``folder``.
        report: function that gets the progress. Only the first process calls it.
        validate: function that returns the exact match in %. Only the first process
            calls it.
        report_every: number of steps between two reports.
        validate_every: number of steps between two validations, each with a report.
        save_every: number of steps between two checkpoints, so the most you can lose.

    Returns:
        The last progress.

    Raises:
        ValueError: if the checkpoint has a different recipe, model or corpus, or if
            there is no folder to resume from.
        FloatingPointError: if the loss is no longer a number.
    """
    learner, candidates = faster(translator.model), None
    if recipe.candidates:
        output = translator.model.output
        candidates = Candidates(output.weight, recipe.candidates, multiple=64)
        learner.output = candidates
    device, d_model = translator.device, translator.model.config.d_model
    on_cpu = device.type == "cpu"
    if recipe.bf16 and on_cpu and bfloat16.is_fast():
        bfloat16.lower(learner)
    forms = forms_of(translator) if recipe.forms else {}
    optimizer = make_optimizer(translator.model, recipe, list(forms.values()))
    parts = {name: each.parts for name, each in forms.items()}
    if on_cpu:
        keep_freed()
    longest = max((len(src) - 2 for src, _ in pairs), default=0)  # <bos>, <eos>
    kept = {"recipe": asdict(recipe), "corpus": fingerprint, "longest": longest}
    n_joined = round(recipe.joined * len(pairs))
    pairs = [*pairs, *join_pairs(pairs, n_joined, recipe.seed, recipe.seams)]
    sizes = recipe.batch_tokens, recipe.seed
    replay = None
    if recipe.replay:
        replay = Replay(pairs, *sizes, recipe.replay, recipe.mixed, device)
    state = replay.state() if replay else {}
    step, seconds_before = 0, 0.0
    if resume:
        if folder is None:
            raise ValueError("resume needs the folder of a checkpoint, got None")
        checkpoint.resume(folder, translator, optimizer, kept, parts, state)
        before = kept_progress(folder)
        step, seconds_before = before.step, before.seconds
    rank, world_size = 0, 1
    if distributed.is_initialized():
        rank, world_size = distributed.get_rank(), distributed.get_world_size()
        learner = DistributedDataParallel(learner)

    began = lap = time.monotonic()
    loss, n_words, n_steps = torch.zeros((), device=device), 0, 0
    progress = Progress(step, math.nan, 0.0, 0.0, seconds_before)
    for batch in replay or batches(pairs, *sizes, step, recipe.mixed):
        if step >= recipe.steps:
            break
        step += 1
        rate = recipe.learning_rate(step, d_model)
        for parameters in optimizer.param_groups:
            parameters["lr"] = rate
        chance = random.Random(f"{recipe.seed}, {step}, {rank}")
        torch.manual_seed(chance.getrandbits(63))  # for dropout
        share = batch.share(rank, world_size)
        # Processes average their gradients, but we want the mean over all words.
        weight = world_size * share.n_labels / batch.n_labels
        losses = train_step(
            learner,
            optimizer,
            share.src.to(device),
            share.tgt.to(device),
            recipe.smoothing,
            max_norm=recipe.max_norm,
            bf16=recipe.bf16 and not on_cpu,
            weight=weight,
            candidates=candidates,
        )
        loss += losses.sum()
        n_words, n_steps = n_words + batch.n_labels, n_steps + 1
        if replay:
            of_words = losses * (batch.n_labels / world_size)  # sums over words
            replay.note(_of_all(of_words, rank, world_size)[: len(batch.src)])

        last = step == recipe.steps
        save_to = folder if last or step % save_every == 0 else None
        if not (last or save_to or step % report_every == 0):
            continue
        if world_size > 1:  # each process has the loss of its own rows
            distributed.all_reduce(loss)
        mean_loss = loss.item() / world_size / n_steps
        if not math.isfinite(mean_loss):
            raise FloatingPointError(
                f"the loss is {mean_loss} at step {step}: try a lower learning rate"
            )
        if rank > 0:
            loss, n_steps = torch.zeros_like(loss), 0
            continue
        speed = n_words / (time.monotonic() - lap)
        exact_match = None
        if validate and (last or step % validate_every == 0):
            exact_match = validate()
        seconds = seconds_before + time.monotonic() - began
        progress = Progress(step, mean_loss, rate, speed, seconds, exact_match)
        if save_to is not None:
            metrics = asdict(progress)
            checkpoint.save(
                save_to, translator, step, metrics, kept, optimizer, parts, state
            )
        report(progress)
        loss, n_words, n_steps, lap = torch.zeros_like(loss), 0, 0, time.monotonic()
    return progress
