"""Answers to `future_leak(layer, x, other)`: the largest change before any t."""

import numpy as np
import torch

from .. import mutant, variant

TASK = "masking.future_leak"


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="training_mode")
def evaluated_too_late(layer, x, other):
    """First x, then evaluation."""
    before = layer(x)
    layer.eval()
    found = [
        (layer(torch.cat([x[:, :t], other[:, t:]], 1)) - before)[:, :t].abs().max()
        for t in range(1, x.size(1))
    ]
    return max(found).item()


@mutant(TASK, mistake="single_token")
def by_where(layer, x, other):
    """Token t is another one."""
    layer.eval()
    places = torch.arange(x.size(1))[:, None]
    found = [
        (layer(torch.where(places == t, other, x)) - layer(x))[:, :t].abs().max()
        for t in range(1, x.size(1))
    ]
    return float(max(found))


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def with_clones(layer, x, other):
    layer.train(False)
    before, leak = layer(x).detach(), 0.0
    for t in range(1, x.shape[1]):
        changed = x.clone()
        changed[:, t:] = other[:, t:]
        leak = max(leak, float((layer(changed) - before).abs()[:, :t].max()))
    return leak


@variant(TASK)
def all_at_once(layer, x, other):
    layer.eval()
    _, length, d = x.shape
    places = torch.arange(length)
    replaced = places >= places[1:, None]  # (T, L)
    changed = torch.where(replaced[:, None, :, None], other, x)  # (T, B, L, d)
    after = layer(changed.reshape(-1, length, d)).reshape(changed.shape)
    return ((after - layer(x)) * ~replaced[:, None, :, None]).abs().max().item()


@variant(TASK)
def beside_the_past(layer, x, other):
    layer.eval()
    places, worst = torch.arange(x.size(1))[:, None], torch.tensor(0.0)
    with torch.no_grad():
        for t in range(1, x.size(1)):
            change = layer(torch.where(places < t, x, other)) - layer(x)
            worst = torch.maximum(worst, change[:, :t].abs().max())
    return worst


@variant(TASK)
def by_numpy(layer, x, other):
    layer.eval()
    before = layer(x).numpy()
    found = []
    for t in range(1, len(x[0])):
        changed = torch.from_numpy(np.concatenate([x[:, :t], other[:, t:]], axis=1))
        found.append(np.abs(layer(changed).numpy()[:, :t] - before[:, :t]).max())
    return max(found)


@variant(TASK)
def back_in_its_mode(layer, x, other):
    was = layer.training
    layer.eval()
    try:
        before = layer(x)
        return max(
            torch.dist(y[:, :t], before[:, :t], p=torch.inf).item()
            for t in range(1, x.size(1))
            for y in [layer(torch.hstack([x[:, :t], other[:, t:]]))]
        )
    finally:
        layer.train(was)
