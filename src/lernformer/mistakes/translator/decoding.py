"""Mistakes that several tasks of the chapter share."""

import contextlib
from collections.abc import Callable, Iterator

import torch
from torch import nn

from lernformer.embedding import BOS_ID
from lernformer.mistakes.common import INPUT_MODIFIED, SIZE_LIMITED, fails
from lernformer.mistakes.mistake import Catalogue
from lernformer.probes.case import Case, Observation
from lernformer.probes.translator.decoding import LIMIT, MODE, RECORDS

BATCH_OF_ONE = (
    "one sentence is translated for all of them; src is a batch, and each of its rows "
    "gets its own translation."
)


@contextlib.contextmanager
def evaluating(model: nn.Module) -> Iterator[None]:
    """While open, the model evaluates without gradients; then its mode is restored."""
    mode = model.training
    model.eval()
    with torch.no_grad():
        yield
    model.train(mode)


def fact(name: str, value: str = "yes") -> Callable[[Case, Observation], bool]:
    return lambda case, seen: seen.facts.get(name) == value


def _own_ends(case: Case) -> bool:
    return "bos_id" in case.inputs


def begins_otherwise(case: Case, seen: Observation) -> bool:
    read = seen.facts.get("read first")
    return read not in (None, str(case.inputs.get("bos_id", BOS_ID)))


def left_otherwise(case: Case, seen: Observation) -> bool:
    """Whether the model's mode differs from the one that it came in."""
    mode = "training" if case.setting.endswith("training") else "evaluation"
    return seen.facts.get("mode", mode) != mode


BOTH = Catalogue([INPUT_MODIFIED, SIZE_LIMITED])
BOTH.sign(
    "eval_forgotten",
    "dropout is at work while the model decodes; call model.eval() before the "
    "first encode or decode.",
    lambda case, seen: case.aspect == MODE and "training" in seen.facts,
    seen="course",
)
BOTH.sign(
    "mode_not_restored",
    "training would go on in the wrong mode: remember model.training at the "
    "beginning, and give it to model.train(…) at the end.",
    lambda case, seen: case.aspect == MODE and left_otherwise(case, seen),
)
BOTH.sign(
    "gradients_recorded",
    "all steps are kept for a backward pass that never comes; decode under "
    "torch.no_grad().",
    lambda case, seen: case.aspect == RECORDS and "gradients" in seen.facts,
)
BOTH.sign(
    "wrong_source",
    "decode(tgt, memory, src) got a memory and a source that do not belong "
    "together: the third argument is the source, row by row as in the memory.",
    fact("other source"),
)
BOTH.sign(
    "bos_id_ignored",
    "the first word that the decoder reads is not bos_id; use the argument.",
    lambda case, seen: _own_ends(case) and begins_otherwise(case, seen),
)
BOTH.sign(
    "begins_without_bos",
    "the decoder has to read <bos> first, bos_id, for every sentence.",
    begins_otherwise,
)
BOTH.sign(
    "batch_of_one",
    BATCH_OF_ONE,
    fails(
        "gives 1 translations of",
        "cannot be converted to Scalar",
        "only one element tensors",
    ),
)
BOTH.sign(
    "padded_too_far",
    "there is padding beyond max_length; the longest translation needs none.",
    lambda case, seen: case.aspect == LIMIT and "too wide" in seen.facts,
)
