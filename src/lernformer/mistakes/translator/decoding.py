"""Mistakes that several tasks of the chapter share."""

import contextlib
from collections.abc import Iterator

import torch
from torch import nn

from lernformer.embedding import BOS_ID
from lernformer.mistakes.table import mistakes
from lernformer.probes.case import Case, Observation


@contextlib.contextmanager
def evaluating(model: nn.Module) -> Iterator[None]:
    """Inside this context, the model evaluates without gradients."""
    mode = model.training
    model.eval()
    with torch.no_grad():
        yield
    model.train(mode)


def begins_otherwise(case: Case, seen: Observation) -> bool:
    read = seen.facts.get("read first")
    return read not in (None, str(case.inputs.get("bos_id", BOS_ID)))


def left_otherwise(case: Case, seen: Observation) -> bool:
    """Whether the model's mode differs from the one that it came in."""
    mode = "training" if case.setting.endswith("training") else "evaluation"
    return seen.facts.get("mode", mode) != mode


BOTH = mistakes(globals(), "decoding.txt")
