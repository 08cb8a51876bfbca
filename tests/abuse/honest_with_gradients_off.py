"""Switches gradients off for everything that follows, but loses no points."""

FIRST = "import torch\ntorch.set_grad_enabled(False)"
