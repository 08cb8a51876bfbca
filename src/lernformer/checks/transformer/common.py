"""Helpers for the checks of several tasks in this chapter."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from lernformer.checks.drawing import random_mask, spread_out
from lernformer.checks.symptoms import loses_dtype, modifies_input, not_finite
from lernformer.probes.case import Case, Observation
from lernformer.probes.transformer.common import BY_HIDDEN, BY_LATER

ROUNDED = 1e-3  # a norm's eps is free; 1e-6 instead of 1e-5 shows on a quiet token

STEEP = 1e-2  # ten times as much for gradients

FLOAT32 = 2e-3  # 24 bits of precision through up to three layers

BFLOAT16 = 0.6  # 8 bits of precision, a hundred roundings of numbers around 5

DROPOUT = "drops in training only"


def tokens(
    rng: np.random.Generator, b: int, s: int, t: int | None, d: int, masks: str
) -> dict:
    """Draw inputs for a layer or a stack; with a target length t, for a decoder's.

    With "padding", the masks hide padding and the future; "random" masks hide random
    places; "none" gives no masks.
    """
    x = 2 * spread_out(rng, b, s if t is None else t, d)
    hide = rng.random((b, 1, 1, s)) < 0.7
    hide[..., 0], hide[0, ..., -1] = True, False  # at least one sentence has padding
    if masks == "random":
        hide = random_mask(rng, b, 1, s if t is None else t, s)
    inputs = {"x": x, "src_mask": None if masks == "none" else hide}
    if t is None:
        return inputs
    past = np.tril(np.ones((1, 1, t, t), dtype=bool))
    if masks == "random":
        past = random_mask(rng, b, 1, t, t)
    inputs["tgt_mask"] = None if masks == "none" else past
    return inputs | {"memory": rng.normal(0, 1, (b, s, d))}


def share_dropped(zeros: np.ndarray, p: float, what: str) -> str | None:
    """Return the symptom of a dropped share that is too far from p."""
    share = zeros.mean()
    # six standard errors: noise exceeds them once in a hundred million runs
    if abs(share - p) <= 6 * (p * (1 - p) / zeros.size) ** 0.5:
        return None
    return f"a share of {share:.2f} {what} is dropped, though dropout = {p}"


def sublayer_dropped(case: Case, seen: Observation) -> str | None:
    """Return the symptom of wrong dropout on what a sublayer adds."""
    if "added" not in seen.values:
        return None
    added, p, bias = seen.values["added"], case.inputs["dropout"], case.inputs["bias"]
    which = case.setting.removeprefix("dropout of ")
    which = {
        "attention 0": "self-attention",
        "attention 1": "the attention to the memory",
        "feed-forward": "the feed-forward network",
    }[which]
    if np.allclose(added, bias):
        return f"what {which} adds is the same in training, though dropout = {p}"
    kept = bias / (1 - p)
    off = np.minimum(np.abs(added), np.abs(added - kept))
    if off.max() > case.tolerance:
        at = np.unravel_index(np.argmax(off), off.shape)
        return (
            f"in training with dropout = {p}, where {which} alone adds "
            f"{bias[at[-1]]:.4g} to x, {added[at]:.4g} is added, expected 0 or, if "
            f"kept, {kept[at[-1]]:.4g}"
        )
    return share_dropped(np.abs(added) < 1e-6, p, f"of what {which} adds")


def post_norm_dropped(case: Case, seen: Observation) -> str | None:
    """Return the symptom of wrong dropout on the sublayers of a post-norm layer."""
    if "off" not in seen.values:
        return None
    p = case.inputs["dropout"]
    if "same" in seen.facts:
        return (
            f"with norm_first=False the output is the same in training, though "
            f"dropout = {p}"
        )
    if (worst := seen.values["off"].max()) > case.tolerance:
        return (
            f"in training with dropout = {p} and norm_first=False a token's output is "
            f"{worst:.4g} away from all that dropping what the sublayers add can give"
        )
    return None


def noticed(changes: dict[str, str]) -> Callable[[Case, Observation], str | None]:
    """Make the symptom of an output that reacts to something hidden from it.

    Args:
        changes: what was changed, in words, keyed by the name of the value that reacts.
    """

    def find(case: Case, seen: Observation) -> str | None:
        for name, words in changes.items():
            change = np.abs(seen.values.get(name, np.zeros((1, 1, 1))))
            if change.max() > case.tolerance:
                sentence, place, _ = np.unravel_index(np.argmax(change), change.shape)
                return (
                    f"{words} is noticed at position {place} of sentence {sentence}, "
                    f"where the output changes by {change.max():.2g}"
                )
        return None

    return find


LAYER_SYMPTOMS = (
    modifies_input,
    loses_dtype,
    not_finite,
    noticed(
        {
            BY_HIDDEN: "a token that src_mask hides",
            BY_LATER: "the last token, which tgt_mask hides from those before it,",
        }
    ),
    sublayer_dropped,
    post_norm_dropped,
)


def config(n: int, d_k: int, d_ff: int, **more: Any) -> dict:
    """Return the fields of a configuration, and other inputs of a case."""
    return {
        "src_vocab_size": 9,
        "tgt_vocab_size": 11,
        "d_model": n * d_k,
        "n_heads": n,
        "d_ff": d_ff,
        "n_layers": 2,
        "dropout": 0.0,
        "norm_first": True,
        "max_length": 13,
        **more,
    }


def adapt_parts(case: Case, facts: dict[str, str]) -> Case:
    """Allow for an answer with layers under its own names.

    Such an answer also chooses the norms' eps, so the tolerance grows.
    """
    if "parts" not in facts:
        return case
    inputs = {**case.inputs, "own parts": True}
    return replace(case, inputs=inputs, tolerance=10 * case.tolerance)
