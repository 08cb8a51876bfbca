"""Typical wrong answers to ``masking.future_leak``."""

import torch

from lernformer.mistakes.common import INPUT_MODIFIED, fails
from lernformer.mistakes.mistake import Catalogue


def changes(layer, x, other):
    """What changes where, with all tokens from t on replaced, by t."""
    layer.eval()
    for t in range(1, x.size(1)):
        yield t, layer(torch.cat([x[:, :t], other[:, t:]], dim=1)) - layer(x)


MISTAKES = Catalogue([INPUT_MODIFIED])


MISTAKES.sign(
    "training_mode",
    "the layer is asked in training mode, where dropout changes numbers that nothing "
    "has leaked into: call layer.eval() first.",
    lambda case, seen: "training" in seen.facts.get("modes", ""),
    seen="course",
)


@MISTAKES.answer(
    "replaced_counted",
    "outputs at the replaced tokens count, too, and those have every right to change; "
    "look at [:, :t] alone.",
)
def everywhere(layer, x, other):
    """A leak is whatever changes."""
    return max(change.abs().max() for _, change in changes(layer, x, other)).item()


@MISTAKES.answer(
    "one_too_many",
    "position t itself is looked at, which has been replaced; before t is [:, :t].",
)
def with_itself(layer, x, other):
    """Up to t."""
    every = changes(layer, x, other)
    return max(change[:, : t + 1].abs().max() for t, change in every).item()


@MISTAKES.answer(
    "last_only",
    "only the last token is replaced, so that a leak between two earlier ones goes "
    "unseen: try every t.",
)
def the_last(layer, x, other):
    """One try is enough."""
    *_, (_, change) = changes(layer, x, other)
    return change[:, :-1].abs().max().item()


@MISTAKES.answer(
    "second_only",
    "only t = 1 is tried, so that nothing but the first token is looked at: try "
    "every t.",
)
def all_but_the_first(layer, x, other):
    """Replacing all that can be replaced finds everything."""
    _, change = next(changes(layer, x, other))
    return change[:, :1].abs().max().item()


@MISTAKES.answer(
    "single_token",
    "only token t is replaced, and not those after it: replace all from t on, [:, t:].",
)
def one_at_a_time(layer, x, other):
    """One token after the other."""
    layer.eval()
    found = []
    for t in range(1, x.size(1)):
        changed = x.clone()
        changed[:, t] = other[:, t]
        found.append((layer(changed) - layer(x))[:, :t].abs().max().item())
    return max(found)


@MISTAKES.answer(
    "sign_kept",
    "the largest change is taken with its sign, so that a change downwards goes "
    "unseen: abs() first.",
)
def signed(layer, x, other):
    """The largest is max()."""
    return max(change[:, :t].max() for t, change in changes(layer, x, other)).item()


@MISTAKES.answer(
    "averaged",
    "changes are averaged, so that one large leak hides among many zeros; asked for is "
    "the largest.",
)
def mean(layer, x, other):
    """How much leaks on average."""
    every = changes(layer, x, other)
    found = [change[:, :t].abs().mean() for t, change in every]
    return (sum(found) / len(found)).item()


@MISTAKES.answer(
    "length_of_change",
    "this is the length of all changes together; asked for is the largest of them.",
)
def norm(layer, x, other):
    """A difference of tensors is a norm."""
    return max(change[:, :t].norm() for t, change in changes(layer, x, other)).item()


@MISTAKES.answer(
    "past_replaced",
    "the tokens before t are replaced, and what comes out after them is looked at: "
    "that is how the past changes the future, as it should.",
)
def the_other_way_round(layer, x, other):
    """What changes what is the same either way."""
    layer.eval()
    found = []
    for t in range(1, x.size(1)):
        changed = torch.cat([other[:, :t], x[:, t:]], dim=1)
        found.append((layer(changed) - layer(x))[:, t:].abs().max().item())
    return max(found)


@MISTAKES.answer(
    "first_sentence_only",
    "only the first sentence of the batch is looked at; a leak may show in any.",
)
def one_sentence(layer, x, other):
    """One sentence stands for all."""
    every = changes(layer, x, other)
    return max(change[0, :t].abs().max() for t, change in every).item()


@MISTAKES.answer(
    "zeros_put_in",
    "the tokens are replaced with zeros; take those of other.",
)
def erased(layer, x, other):
    """What is not there is 0."""
    return max(
        change[:, :t].abs().max() for t, change in changes(layer, x, 0 * x)
    ).item()


@MISTAKES.answer(
    "never_replaced",
    "the result is 0 for every layer: either nothing is replaced, or what came out "
    "before was changed along with it. A slice is a view; clone() makes a copy.",
)
def compared_with_itself(layer, x, other):
    """It cannot leak."""
    return 0.0


MISTAKES.sign(
    "tensor_of_several",
    "a leak is one number: abs().max() over everything before t, and over all t.",
    fails("only one element tensors", "Boolean value of Tensor"),
)
