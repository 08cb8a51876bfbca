"""Typical wrong answers to ``translator.next_word_logits``."""

import numpy as np
import torch

from lernformer.masking import look_ahead_mask
from lernformer.mistakes.common import DTYPE_LOST, GRADIENT_CUT, INPUT_MODIFIED, sign
from lernformer.mistakes.table import mistakes
from lernformer.probes.aspects import PURE
from lernformer.probes.translator.next_word_logits import WORDS

MODE_CHANGED = sign(
    "mode_changed",
    "the model's mode is changed: leave eval() and train() to the caller.",
    lambda case, seen: (
        case.aspect == PURE and seen.facts.get("modified") == "the mode of model"
    ),
)

NOT_ON_DEVICE = sign(
    "not_on_device",
    "the mask stays on the processor while the ids are elsewhere: use "
    "look_ahead_mask(…).to(ids.device).",
    lambda case, seen: case.setting == "device",
)


def shows_last_word_only(case, seen):
    b, length = case.inputs["ids"].shape
    shape = np.shape(seen.values.get("output", 0))
    return shape == (b, WORDS) or (length > 1 and shape == (b, 1, WORDS))


def shows_words_returned(case, seen):
    return np.shape(seen.values.get("output", 0)) == case.inputs["ids"].shape


def prefixes_without_mask(model, ids):
    """In a prefix, there is nothing to hide."""

    def last(prefix):
        x = model.encoder(model.positions(model.embedding(prefix)))
        return model.output(x[:, -1:])

    return torch.cat([last(ids[:, : n + 1]) for n in range(ids.size(1))], dim=1)


MISTAKES = mistakes(globals())
