"""Typical wrong answers to ``masking.future_leak``."""

import torch

from lernformer.mistakes.table import mistakes


def changes(layer, x, other):
    """For each t, all changes of the output when the tokens from t on are replaced."""
    layer.eval()
    for t in range(1, x.size(1)):
        yield t, layer(torch.cat([x[:, :t], other[:, t:]], dim=1)) - layer(x)


def one_at_a_time(layer, x, other):
    """It is enough to replace one token at a time."""
    layer.eval()
    found = []
    for t in range(1, x.size(1)):
        changed = x.clone()
        changed[:, t] = other[:, t]
        found.append((layer(changed) - layer(x))[:, :t].abs().max().item())
    return max(found)


def mean(layer, x, other):
    """A leak is measured by how much leaks on average."""
    every = changes(layer, x, other)
    found = [change[:, :t].abs().mean() for t, change in every]
    return (sum(found) / len(found)).item()


def the_other_way_round(layer, x, other):
    """It makes no difference which part of the sentence changes."""
    layer.eval()
    found = []
    for t in range(1, x.size(1)):
        changed = torch.cat([other[:, :t], x[:, t:]], dim=1)
        found.append((layer(changed) - layer(x))[:, t:].abs().max().item())
    return max(found)


MISTAKES = mistakes(globals())
