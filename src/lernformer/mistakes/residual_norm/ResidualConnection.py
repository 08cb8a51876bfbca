"""Typical wrong answers to ``residual_norm.ResidualConnection``."""

from collections.abc import Callable

import numpy as np
import torch

from lernformer.mistakes.common import (
    DROPOUT_ARGUMENT_IGNORED,
    DROPOUT_DEFAULT,
    DROPOUT_IN_EVAL,
    DTYPE_LOST,
    GRADIENT_CUT,
    INPUT_MODIFIED,
    STATE_KEPT,
    fails,
    sign,
)
from lernformer.mistakes.mistake import Mistake
from lernformer.mistakes.residual_norm.common import (
    DROPPED_WHOLE,
    NORM,
    NOT_TRAINED,
    SQUEEZED,
    SUPER_INIT,
    standard,
)
from lernformer.probes.case import Arrays, Case, Observation
from lernformer.probes.modules import COPIES
from lernformer.probes.residual_norm.common import DEFAULT_EPS, DROPOUT
from lernformer.probes.residual_norm.ResidualConnection import (
    BY_DEFAULT,
    WAY_AROUND,
    sublayer,
)
from lernformer.probes.values import plain, tensors

NO_RESIDUAL = (
    "no_residual",
    "x is not added: a residual connection adds x to what the sublayer returns.",
)

SIGN_FLIPPED = (
    "sign_flipped",
    "one is subtracted from the other; a residual connection adds the two.",
)

NORM_SKIPPED = (
    "norm_skipped",
    "there is no norm: pre-norm is x + sublayer(norm(x)), post-norm is "
    "norm(x + sublayer(x)).",
)

ON_OUTPUT = (
    "norm_on_sublayer_output",
    "the norm acts on what the sublayer returns; pre-norm is x + sublayer(norm(x)), "
    "post-norm is norm(x + sublayer(x)).",
)

NORMED_TWICE = (
    "normed_twice",
    "the norm is applied before the sublayer and after the sum; it is one of the two.",
)

HALVED = ("halved", "one half is not part of it: x and the sublayer's output add up.")

SKIPPED = (
    "sublayer_skipped",
    "the sublayer is not used: call sublayer(…) on the normalised x.",
)

POST_FOR_PRE = (
    "post_norm_for_pre_norm",
    "this is post-norm, norm(x + sublayer(x)); with norm_first=True it is "
    "x + sublayer(norm(x)).",
)


def _pre(x, f, norm):
    return x + f(norm(x))


def _post(x, f, norm):
    return norm(x + f(x))


def _formula(
    id: str,
    cause: str,
    *,
    pre: Callable = _pre,
    post: Callable = _post,
    norm: Callable = standard,
) -> Mistake:
    """A mistake in one of the branches, or in the norm."""

    def gives(case: Case) -> Arrays:
        x = tensors(case)
        branch = pre if x["norm_first"] else post
        with torch.no_grad():
            output = branch(
                x["x"],
                sublayer(x),
                lambda h: norm(h, x["gamma"], x["beta"], DEFAULT_EPS),
            )
        return {"output": plain(output)}

    return Mistake(id, cause, gives)


def _plainly_normed(case: Case, seen: Observation) -> bool:
    """Whether the norm has no parameters, or none that fit the type of the input."""
    made_here = fails("expected scalar type", "mixed dtype")
    return seen.facts.get("norm") == "none" or made_here(case, seen)


def _sublayer_sees_less(case: Case, seen: Observation) -> bool:
    """Whether the output is right and yet the sublayer's input is not."""
    if not seen.values:
        return False
    right = _formula("", "").gives(case)["output"]  # norm(x) for x in post-norm
    return np.allclose(seen.values["output"], right, atol=1e-3)


def share_dropped(case: Case, seen: Observation) -> float | None:
    """The share that is dropped of what is added, by how far the outputs scatter.

    ``None`` where their average is wrong, or hidden by a norm.
    """
    if case.setting != "dropout" or "spread" not in seen.values:
        return None
    right, spread = _formula("", "").gives(case)["output"][0], seen.values["spread"]
    if (np.abs(seen.values["average"] - right) > 6 * spread + 1e-6).any():
        return None
    added = right - case.inputs["x"][0]
    ratio = COPIES * (spread**2).sum() / (added**2).sum()  # p / (1 - p)
    return float(ratio / (1 + ratio))


MISTAKES = (
    INPUT_MODIFIED,
    SUPER_INIT,
    sign(
        "extra_parameters",
        "nothing is learned here but the norm's γ (ones at the start) and β (zeros), "
        "one number for each feature.",
        fails("has a parameter"),
    ),
    NOT_TRAINED,
    sign(
        "sublayer_called_wrongly",
        "sublayer is a function: call it, sublayer(…); it need not be a module.",
        fails("'function' object has no attribute", "and 'function'"),
    ),
    sign(
        "post_norm_by_default",
        "without the argument it is pre-norm: norm_first=True is the default.",
        lambda case, seen: case.aspect == BY_DEFAULT,
    ),
    _formula(
        *NO_RESIDUAL,
        pre=lambda x, f, norm: f(norm(x)),
        post=lambda x, f, norm: norm(f(x)),
    ),
    _formula(*NO_RESIDUAL, pre=lambda x, f, norm: f(x)),
    _formula(
        "norm_residual",
        "norm(x) is added instead of x, so that nothing goes around the norm: keep x "
        "as it came.",
        pre=lambda x, f, norm: norm(x) + f(norm(x)),
    ),
    _formula(
        "norm_first_ignored",
        "with norm_first=False it is still pre-norm; it should be "
        "norm(x + sublayer(x)).",
        post=_pre,
    ),
    _formula(*POST_FOR_PRE, pre=_post),
    _formula(
        *SIGN_FLIPPED,
        pre=lambda x, f, norm: x - f(norm(x)),
        post=lambda x, f, norm: norm(x - f(x)),
    ),
    _formula(*SIGN_FLIPPED, pre=lambda x, f, norm: f(norm(x)) - x),
    _formula(
        *NORM_SKIPPED,
        pre=lambda x, f, norm: x + f(x),
        post=lambda x, f, norm: x + f(x),
    ),
    _formula(
        *ON_OUTPUT,
        pre=lambda x, f, norm: x + norm(f(x)),
        post=lambda x, f, norm: x + norm(f(x)),
    ),
    _formula(
        *NORMED_TWICE,
        pre=lambda x, f, norm: norm(x + f(norm(x))),
        post=lambda x, f, norm: norm(x + f(norm(x))),
    ),
    _formula(*HALVED, pre=lambda x, f, norm: (x + f(norm(x))) / 2),
    _formula(*HALVED, pre=lambda x, f, norm: x + f(norm(x)) / 2),
    _formula(
        "divided_by_root_2",
        "the sum is divided by √2; it stays as it is.",
        pre=lambda x, f, norm: (x + f(norm(x))) / 2**0.5,
    ),
    _formula(
        "multiplied",
        "x is multiplied; a residual connection adds.",
        pre=lambda x, f, norm: x * f(norm(x)),
    ),
    _formula(
        "doubled",
        "x is added twice; once is enough.",
        pre=lambda x, f, norm: 2 * x + f(norm(x)),
    ),
    _formula(
        "concatenated",
        "x and the sublayer's output stand side by side; a residual connection adds "
        "them.",
        pre=lambda x, f, norm: torch.cat([x, f(norm(x))], dim=-1),
    ),
    _formula(*SKIPPED, pre=lambda x, f, norm: x + norm(x)),
    _formula(*SKIPPED, pre=lambda x, f, norm: norm(x)),
    _formula(
        "sublayer_twice",
        "the sublayer is applied to its own result; call it once.",
        pre=lambda x, f, norm: x + f(f(norm(x))),
    ),
    _formula(
        "rms_norm",
        "the norm is RMSNorm, which neither subtracts the mean nor shifts; here it is "
        "LayerNorm.",
        norm=lambda x, g, b, eps: (
            g * x / (x.square().mean(-1, keepdim=True) + eps).sqrt()
        ),
    ),
    *(
        _formula(id, f"in the norm {cause}", norm=compute)
        for id, cause, compute in NORM
    ),
    sign(
        "norm_without_parameters",
        "the norm's γ and β are not among the module's parameters, so that nothing "
        "learns them: make self.norm = LayerNorm(d_model) in __init__.",
        _plainly_normed,
    ),
    SQUEEZED,
    STATE_KEPT,
    sign(
        "dropout_before_sublayer",
        "dropout acts on what the sublayer sees; it belongs on what it returns.",
        lambda case, seen: (
            case.aspect == WAY_AROUND and _sublayer_sees_less(case, seen)
        ),
    ),
    sign(
        "dropout_on_the_way_around",
        "the sublayer returned zeros, so that x should come through as it is; dropout "
        "acts on what the sublayer returns, before the sum.",
        lambda case, seen: case.aspect == WAY_AROUND and bool(seen.values),
    ),
    DROPOUT_IN_EVAL,
    DROPOUT_DEFAULT,
    DROPOUT_ARGUMENT_IGNORED,
    sign(
        "dropout_never_applied",
        "dropout is not applied: in training, self.dropout(…) drops some of what the "
        "sublayer returns.",
        lambda case, seen: (
            case.aspect == DROPOUT
            and bool(seen.values)
            and seen.values["spread"].max() < 1e-12
        ),
    ),
    DROPPED_WHOLE,
    sign(
        "dropout_twice",
        "another share than `dropout` is dropped: dropout acts twice, or with another "
        "probability.",
        lambda case, seen: share_dropped(case, seen) is not None,
    ),
    sign(
        "dropout_changes_average",
        "dropout changes the average: what stays is divided by (1 - p), as nn.Dropout "
        "does it.",
        lambda case, seen: case.setting.startswith("dropout"),
    ),
    GRADIENT_CUT,
    DTYPE_LOST,
)
