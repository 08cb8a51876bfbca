"""Muon against torch's own."""

import copy

import torch
from torch import nn

from lernformer.translator.muon import RMS, Muon
from lernformer.translator.recipe import Recipe, make_optimizer


def test_steps_are_those_of_torch():
    torch.manual_seed(1)
    ours = nn.Sequential(nn.Linear(6, 5), nn.Linear(5, 6), nn.LayerNorm(6))
    theirs = copy.deepcopy(ours)
    matrices = [p for p in ours.parameters() if p.ndim == 2]
    options = {"lr": 0.01, "weight_decay": 0.1}
    optimizer = Muon(ours.parameters(), matrices, **options, betas=(0.9, 0.98))
    further = RMS / 0.2  # torch's updates have 0.2
    of_torch = [
        torch.optim.Muon(
            [p for p in theirs.parameters() if p.ndim == 2],
            lr=options["lr"] * further,
            weight_decay=options["weight_decay"] / further,  # decay is lr times this
            adjust_lr_fn="match_rms_adamw",
        ),
        torch.optim.AdamW(
            [p for p in theirs.parameters() if p.ndim == 1],
            **options,
            betas=(0.9, 0.98),
        ),
    ]
    x = torch.randn(7, 6)
    for _ in range(4):
        for model, steps in ((ours, [optimizer]), (theirs, of_torch)):
            model.zero_grad()
            (model(x) - x.flip(1)).square().mean().backward()
            for one in steps:
                one.step()
    for mine, other in zip(ours.parameters(), theirs.parameters(), strict=True):
        # bfloat16 has eight digits, and the two round in a different order
        torch.testing.assert_close(mine, other, rtol=0.02, atol=2e-3)


def test_a_recipe_without_muon_is_adamw():
    torch.manual_seed(2)
    model = nn.Linear(4, 3)
    other = copy.deepcopy(model)
    recipe = Recipe(steps=1, batch_tokens=1, weight_decay=0.1)
    ours = make_optimizer(model, recipe)
    theirs = torch.optim.AdamW(
        other.parameters(), betas=(0.9, 0.98), eps=1e-9, weight_decay=0.1
    )
    for optimizer, learner in ((ours, model), (theirs, other)):
        optimizer.param_groups[0]["lr"] = 0.1
        learner(torch.ones(2, 4)).square().sum().backward()
        optimizer.step()
    torch.testing.assert_close(model.weight, other.weight)
