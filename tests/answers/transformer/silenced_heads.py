"""Answers to `silenced_heads(attention, x, mask)`: (H,)."""

import copy

import torch

from .. import mutant, variant

TASK = "transformer.silenced_heads"


def slices(attention):
    d_k = attention.out_proj.in_features // attention.n_heads
    return [slice(h * d_k, (h + 1) * d_k) for h in range(attention.n_heads)]


# --- Wrong ---------------------------------------------------------------------


@mutant(TASK, mistake="training_mode")
@torch.no_grad()
def as_it_comes(attention, x, mask=None):
    """It is ready to be asked."""
    whole, found = attention(x, x, x, mask)[0], []
    for columns in slices(attention):
        kept = attention.out_proj.weight[:, columns].clone()
        attention.out_proj.weight[:, columns] = 0
        found.append((attention(x, x, x, mask)[0] - whole).norm() / whole.norm())
        attention.out_proj.weight[:, columns] = kept
    return found


@mutant(TASK, mistake="never_restored")
@torch.no_grad()
def a_view_is_kept(attention, x, mask=None):
    """A slice remembers."""
    attention.eval()
    whole, found = attention(x, x, x, mask)[0], []
    for columns in slices(attention):
        kept = attention.out_proj.weight[:, columns]
        attention.out_proj.weight[:, columns] = 0
        found.append((attention(x, x, x, mask)[0] - whole).norm() / whole.norm())
        attention.out_proj.weight[:, columns] = kept
    return torch.stack(found)


@mutant(TASK, mistake="weights_left_changed")
@torch.no_grad()
def last_one_left(attention, x, mask=None):
    """At the beginning of the next round is early enough."""
    attention.eval()
    whole, found = attention(x, x, x, mask)[0], []
    every = attention.out_proj.weight.clone()
    for columns in slices(attention):
        attention.out_proj.weight.copy_(every)
        attention.out_proj.weight[:, columns] = 0
        found.append((attention(x, x, x, mask)[0] - whole).norm() / whole.norm())
    return torch.stack(found)


@mutant(TASK, mistake="input_modified")
@torch.no_grad()
def features_of_x(attention, x, mask=None):
    """x is centred first, and put back, but for the last."""
    attention.eval()
    whole, found = attention(x, x, x, mask)[0], []
    for columns in slices(attention):
        kept = attention.out_proj.weight[:, columns].clone()
        attention.out_proj.weight[:, columns] = 0
        found.append((attention(x, x, x, mask)[0] - whole).norm() / whole.norm())
        attention.out_proj.weight[:, columns] = kept
    x -= x.mean()
    return torch.stack(found)


@mutant(TASK, mistake="value_bias_left")
@torch.no_grad()
def values_without_weights(attention, x, mask=None):
    """Values come from v_proj.weight."""
    attention = copy.deepcopy(attention).eval()
    whole, found = attention(x, x, x, mask)[0], []
    for rows in slices(attention):
        other = copy.deepcopy(attention)
        other.v_proj.weight[rows] = 0
        found.append((other(x, x, x, mask)[0] - whole).norm() / whole.norm())
    return torch.stack(found)


# --- Right ---------------------------------------------------------------------


@variant(TASK)
def by_copies(attention, x, mask=None):
    attention.eval()
    whole = attention(x, x, x, mask)[0]
    found = []
    for columns in slices(attention):
        other = copy.deepcopy(attention)
        with torch.no_grad():
            other.out_proj.weight[:, columns] = 0
        found.append((other(x, x, x, mask)[0] - whole).norm() / whole.norm())
    return torch.stack(found)


@variant(TASK)
def by_hooks(attention, x, mask=None):
    attention.eval()
    with torch.no_grad():
        whole, _ = attention(x, x, x, mask)
        found = []
        for columns in slices(attention):

            def silence(module, inputs, columns=columns):
                heads = inputs[0].clone()
                heads[..., columns] = 0
                return (heads,)

            hook = attention.out_proj.register_forward_pre_hook(silence)
            found.append((attention(x, x, x, mask)[0] - whole).norm())
            hook.remove()
    return torch.tensor(found) / whole.norm()


@variant(TASK)
def by_silent_values(attention, x, mask=None):
    attention.eval()
    v = attention.v_proj
    with torch.no_grad():
        whole, found = attention(x, x, x, mask)[0], []
        for rows in slices(attention):
            kept = v.weight[rows].clone(), v.bias[rows].clone()
            v.weight[rows], v.bias[rows] = 0, 0
            found.append(float((attention(x, x, x, mask)[0] - whole).norm()))
            v.weight[rows], v.bias[rows] = kept
    return [change / float(whole.norm()) for change in found]


@variant(TASK)
def by_linearity(attention, x, mask=None):
    attention.eval()
    with torch.no_grad():
        whole, weights = attention(x, x, x, mask)
        values = attention.v_proj(x)
        found = [
            weights[:, h] @ values[..., part] @ attention.out_proj.weight[:, part].T
            for h, part in enumerate(slices(attention))
        ]
    return torch.stack([own.norm() / whole.norm() for own in found])


@variant(TASK)
def by_a_loaded_state(attention, x, mask=None):
    attention.eval()
    state = {name: p.clone() for name, p in attention.state_dict().items()}
    whole = attention(x, x, x, mask)[0].detach()
    found = []
    for columns in slices(attention):
        changed = {name: p.clone() for name, p in state.items()}
        changed["out_proj.weight"][:, columns] = 0.0
        attention.load_state_dict(changed)
        found.append(torch.dist(attention(x, x, x, mask)[0], whole).item())
        attention.load_state_dict(state)
    return torch.tensor(found) / whole.norm()
