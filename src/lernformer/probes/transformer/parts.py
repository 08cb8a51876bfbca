"""Helpers for several probes in this chapter."""

import itertools
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from lernformer.probes.modules import PROJECTIONS, load, load_projections
from lernformer.probes.probing import noted
from lernformer.probes.values import Unusable

SHAPING = ("norm_first", "tie_output", "tie_embeddings")  # and the number of parts

PARTS = {
    "layer": "layers",
    "attention": "attentions",
    "norm": "norms",
    "linear_1": "feed-forward networks",
    "linear_2": "second layers of such a network",
    "table": "tables of words",
}


class StandIn(nn.Module):
    """A dummy layer with an output that depends on everything it is given.

    Attributes:
        arguments: the arguments of its constructor.
        read: the inputs of the last call.
        gave: the result of the last call.
    """

    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.arguments = [d_model, n_heads, d_ff, dropout, norm_first]
        self.weight = nn.Parameter(torch.zeros(2, d_model, d_model))
        self.dropout = nn.Dropout(dropout)

    def add(self, x: Tensor, values: Tensor, mask: Tensor | None) -> Tensor:
        """Add to x the mean of a zero and the values that the mask allows.

        The mask is broadcastable to (B, 1, L, S).
        """
        if mask is None:
            mean = values.sum(1, keepdim=True) / (1 + values.size(1))
            return x + self.dropout(mean.tanh().expand_as(x))
        shape = (x.size(0), 1, x.size(1), values.size(1))
        shares = mask.to(x.dtype).broadcast_to(shape)[:, 0]  # (B, L, S)
        mean = shares @ values / (1 + shares.sum(-1, keepdim=True))
        return x + self.dropout(mean.tanh())


class StandInEncoderLayer(StandIn):
    def forward(self, x: Tensor, src_mask: Tensor | None = None) -> Tensor:
        self.read = (x,)
        self.gave = self.add(x, x @ self.weight[0], src_mask)
        return self.gave


class StandInDecoderLayer(StandIn):
    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        tgt_mask: Tensor | None = None,
        src_mask: Tensor | None = None,
    ) -> Tensor:
        self.read = (x, memory)
        x = self.add(x, x @ self.weight[0], tgt_mask)
        self.gave = self.add(x, memory @ self.weight[1], src_mask)
        return self.gave


def find(
    answer: Any,
    module: nn.Module,
    x: dict,
    needs: dict[str, int],
    run: Callable[[], Any],
) -> dict[str, list]:
    """Return the parts of a module that the answer made, as ``search`` finds them.

    All modules of one answer have their parts in the same places, whatever their sizes.
    """
    shape = *sorted(needs.items()), *(x.get(name) for name in SHAPING)
    alike = find, id(answer), shape
    if alike not in noted:
        found = search(module, x, needs, run)
        named = [*module.named_modules(), *module.named_parameters()]
        place = {id(part): name for name, part in named}
        noted[alike] = {k: [place[id(p)] for p in some] for k, some in found.items()}
    return {
        kind: [attrgetter(place)(module) if place else module for place in some]
        for kind, some in noted[alike].items()
    }


def search(
    module: nn.Module, x: dict, needs: dict[str, int], run: Callable
) -> dict[str, list]:
    """Return the parts of each kind, in the order in which ``run`` calls them.

    Raises:
        Unusable: if the module lacks parts, has others, or learns anything else.
    """
    parts: dict[str, list] = {kind: [] for kind in needs}
    claimed: set[int] = set()
    for part in module.modules():
        own = list(part.parameters(recurse=False))
        if any(id(p) in claimed for p in own):
            continue  # it belongs to another part
        kind = kind_of(part, own, x["d_model"], x["d_ff"])
        ids = {id(p) for p in part.parameters()} if kind else set()
        if kind and not ids & claimed:
            parts.setdefault(kind, []).append(part)
            claimed |= ids
    named = list(module.named_parameters())
    tables = [p for _, p in named if is_table(p, x)]
    claimed |= {id(p) for p in tables}
    for name, p in named:
        if id(p) not in claimed:
            raise Unusable(
                f"learns {name} of shape {tuple(p.shape)}, which is of no attention "
                "with q_proj, k_proj, v_proj and out_proj, no feed-forward network and "
                "no norm"
            )
    order = called([p for some in parts.values() for p in some], module, run)
    for kind, found in parts.items():
        found.sort(key=lambda part: order.get(id(part), len(order)))
        used = [part for part in found if id(part) in order]
        # Unused parts do no harm, but a part may be used without being called.
        found[:] = used if len(used) >= needs.get(kind, 0) else found
    if any(len(found) != needs.get(kind, 0) for kind, found in parts.items()):
        counts = [
            f"{len(found)} of {needs.get(kind, 0)} {PARTS[kind]}"
            for kind, found in parts.items()
            if kind != "linear_2"
        ]
        raise Unusable(f"has, of its own, {', '.join(counts)}")
    return {**parts, "table": tables}


def kind_of(part: nn.Module, own: list, d_model: int, d_ff: int) -> str | None:
    """Return a module's kind, given its ``own`` parameters and those of its submodules.

    Return ``None`` if it isn't one of the parts.
    """
    if isinstance(part, StandIn):
        return "layer"
    leaf = not any(True for _ in part.children())
    if leaf and not own:
        return None  # dropout, an activation
    if all(isinstance(getattr(part, name, None), nn.Module) for name in PROJECTIONS):
        return "attention"
    if (not leaf or len(own) == 4) and fused(part, d_model):
        return "attention"
    if own and all(p.numel() == d_model and start(p) in (0, 1) for p in own):
        return "norm" if len(own) == len(list(part.parameters())) else None
    weight = getattr(part, "weight", None)
    if not isinstance(weight, Tensor) or weight.numel() != d_model * d_ff:
        return None
    bias = getattr(part, "bias", None)
    sizes = {d_ff: "linear_1", d_model: "linear_2"}
    return sizes.get(bias.numel()) if isinstance(bias, Tensor) else None


def fused(part: nn.Module, d_model: int) -> list[Tensor]:
    """Return weights and biases of an attention that projects to q, k and v at once.

    The stacked weight and bias of q, k and v come first, followed by those of the
    output. The list is empty if the part isn't such an attention.
    """
    own = list(itertools.islice(part.parameters(), 5))  # 5 are already too many
    shapes = [(3 * d_model, d_model), (3 * d_model,), (d_model, d_model), (d_model,)]
    if len(own) != 4 or sorted(tuple(p.shape) for p in own) != sorted(shapes):
        return []
    return sorted(own, key=lambda p: shapes.index(tuple(p.shape)))


def start(parameter: Tensor) -> float | None:
    """Return the number that fills a whole parameter, if all its numbers are equal."""
    numbers = parameter.detach().flatten()
    return numbers[0].item() if (numbers == numbers[0]).all() else None


def is_table(parameter: Tensor, x: dict) -> bool:
    """Return True if a parameter has a row (or, as a bias, a number) for each word."""
    words = {x.get("src_vocab_size"), x.get("tgt_vocab_size")} - {None}
    return any(
        set(parameter.shape) == {n, x["d_model"]} or tuple(parameter.shape) == (n,)
        for n in words
    )


def called(parts: list, module: nn.Module, run: Callable) -> dict[int, int]:
    """Return when ``run`` first calls each part (0, 1, 2, …), keyed by its ``id``."""
    order: dict[int, int] = {}

    def note(part: nn.Module, inputs: tuple) -> None:
        order.setdefault(id(part), len(order))

    hooks = [part.register_forward_pre_hook(note) for part in parts]
    training = module.training
    if training:
        module.eval()
    try:
        with torch.no_grad():
            run()
    finally:
        if training:
            module.train()
        for hook in hooks:
            hook.remove()
    return order


def fill(parts: dict[str, list], x: dict, facts: dict) -> dict:
    """Draw the case's numbers for every part; return their parameters by name."""
    loaded: dict = {}
    d, d_ff = x["d_model"], x["d_ff"]
    draw = drawing(x["weights"])
    for kind, found in parts.items():
        for i, part in enumerate(found):
            filled: dict = {}
            if kind == "layer":
                load(filled, "weight", part.weight, draw(2, d, d, size=1.5 / d**0.5))
            elif kind == "attention":
                numbers = {f"{n}.bias": draw(d, size=0.5) for n in PROJECTIONS}
                for name in PROJECTIONS:
                    numbers[f"{name}.weight"] = draw(d, d, size=1.5 / d**0.5)
                if whole := fused(part, d):
                    filled = load_fused(whole, numbers)
                else:
                    filled = load_projections(part, {**numbers, "d_model": d}, facts)
            elif kind == "norm":
                gamma, beta = 1 + draw(d, size=0.5), draw(d, size=0.5)
                for p in part.parameters():
                    one = start(p) == 1
                    load(filled, "γ" if one else "β", p, gamma if one else beta)
            elif kind == "table":
                shape = sorted(part.shape, key=lambda n: n == d)
                # tables for the same language have the same numbers
                rows = drawing(x["weights"], part.numel())(*shape, size=d**-0.5)
                rows = rows if part.ndim == 2 else 0 * rows
                rows[0] = 0  # padding
                load(filled, "weight", part, rows)
            else:
                n_in, n_out = (d, d_ff) if kind == "linear_1" else (d_ff, d)
                weight = draw(n_out, n_in, size=1.5 / n_in**0.5)
                load(filled, "weight", part.weight, weight)
                load(filled, "bias", part.bias, draw(n_out, size=0.5))
            which = part.numel() // d if kind == "table" else i
            loaded |= {f"{kind} {which}, {name}": p for name, p in filled.items()}
    return loaded


def load_fused(whole: list[Tensor], numbers: dict[str, Tensor]) -> dict:
    """Copy the numbers of four projections into two layers; return the weights."""
    loaded: dict = {}
    d = whole[-1].numel()
    for i, name in enumerate(PROJECTIONS):
        weight, bias = whole[2:] if i == 3 else whole[:2]
        rows = ... if i == 3 else slice(i * d, (i + 1) * d)
        load(loaded, f"{name}.weight", weight, numbers[f"{name}.weight"], rows)
        load({}, "bias", bias, numbers[f"{name}.bias"], rows)
    return loaded


def drawing(*seed: int) -> Callable[..., Tensor]:
    rng = np.random.default_rng(seed)
    return lambda *shape, size: torch.from_numpy(rng.normal(0, size, shape))
