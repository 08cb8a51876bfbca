"""Typical wrong answers to ``masking.future_leak``."""

import torch

from lernformer.mistakes.table import mistakes


def changes(layer, x, other):
    """What changes where, with all tokens from t on replaced, by t."""
    layer.eval()
    for t in range(1, x.size(1)):
        yield t, layer(torch.cat([x[:, :t], other[:, t:]], dim=1)) - layer(x)


def shows_training_mode(case, seen):
    return "training" in seen.facts.get("modes", "")


def with_itself(layer, x, other):
    """Up to t."""
    every = changes(layer, x, other)
    return max(change[:, : t + 1].abs().max() for t, change in every).item()


def the_last(layer, x, other):
    """One try is enough."""
    *_, (_, change) = changes(layer, x, other)
    return change[:, :-1].abs().max().item()


def all_but_the_first(layer, x, other):
    """Replacing all that can be replaced finds everything."""
    _, change = next(changes(layer, x, other))
    return change[:, :1].abs().max().item()


def one_at_a_time(layer, x, other):
    """One token after the other."""
    layer.eval()
    found = []
    for t in range(1, x.size(1)):
        changed = x.clone()
        changed[:, t] = other[:, t]
        found.append((layer(changed) - layer(x))[:, :t].abs().max().item())
    return max(found)


def mean(layer, x, other):
    """How much leaks on average."""
    every = changes(layer, x, other)
    found = [change[:, :t].abs().mean() for t, change in every]
    return (sum(found) / len(found)).item()


def the_other_way_round(layer, x, other):
    """What changes what is the same either way."""
    layer.eval()
    found = []
    for t in range(1, x.size(1)):
        changed = torch.cat([other[:, :t], x[:, t:]], dim=1)
        found.append((layer(changed) - layer(x))[:, t:].abs().max().item())
    return max(found)


def one_sentence(layer, x, other):
    """One sentence stands for all."""
    every = changes(layer, x, other)
    return max(change[0, :t].abs().max() for t, change in every).item()


def compared_with_itself(layer, x, other):
    """What comes out twice can be compared."""
    layer.eval()
    changed = x.clone()
    return (layer(changed) - layer(x)).abs().max().item()


MISTAKES = mistakes(globals())
