"""Mistakes that several tasks of the chapter share."""

from dataclasses import replace

from lernformer.mistakes.common import AXES_SQUEEZED, fails, sign
from lernformer.probes.aspects import GRADIENT, LEADING
from lernformer.probes.residual_norm.common import ONES

MADE_HERE = fails("Double and Float", "expected scalar type", "mixed dtype")

DROPPED_WHOLE = sign(
    "dropout_of_whole_tokens",
    "Dropout removes either all of a token's features or none of them. Use "
    "nn.Dropout, which drops each feature independently.",
    lambda case, seen: seen.facts.get("kinds") == "2",
)

SQUEEZED = replace(
    AXES_SQUEEZED,
    shows=lambda case, seen: case.aspect == ONES and AXES_SQUEEZED.shows(case, seen),  # type: ignore[misc]
)

AXES_LOST = replace(
    AXES_SQUEEZED,
    shows=lambda case, seen: (
        AXES_SQUEEZED.shows(case, seen)  # type: ignore[misc]
        and 1 in case.inputs["x"].shape
        and seen.values["result"].size == case.inputs["x"].size
    ),
)

LEADING_AXES = sign(
    "leading_axes_unsupported",
    "The code doesn't work for every number of axes before the features. The shape of "
    "x is (..., d), so there may be one, or three. Count axes from the end (-1), and "
    "don't unpack the shape.",
    lambda case, seen: case.aspect == LEADING,
)

SUPER_INIT = sign(
    "super_init_forgotten",
    "__init__ creates layers or parameters too early. It must call super().__init__() "
    "first.",
    fails("before Module.__init__"),
)

PARAMETER_MISSING = sign(
    "parameter_missing",
    "A part is missing under the name that the task gives it. The names are part of "
    "the task, so that weights can be copied. Assign each part to self in __init__, "
    "under its name.",
    lambda case, seen: seen.trouble.startswith("has no"),
)

NOT_REGISTERED = sign(
    "parameter_not_registered",
    "A part isn't registered with the module, so the optimiser can't see it. Wrap "
    "numbers in nn.Parameter, and assign each layer to its own attribute instead of "
    "keeping the layers in a Python list.",
    fails("not among its parameters"),
)

NOT_TRAINED = sign(
    "parameter_not_trained",
    "A parameter is frozen (requires_grad=False). It should be learned.",
    lambda case, seen: case.aspect == GRADIENT and bool(seen.facts.get("frozen")),
)

IN_FORWARD = sign(
    "parameters_in_forward",
    "The code creates the parameters in forward, so they're new and untrained at every "
    "call, and they don't follow the module's dtype. Create them once, in __init__.",
    lambda case, seen: bool(seen.facts.get("changed")) or MADE_HERE(case, seen),
)
