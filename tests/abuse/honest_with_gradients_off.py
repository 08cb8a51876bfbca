"""Switches gradients off for everything that follows, which costs nothing."""

FIRST = "import torch\ntorch.set_grad_enabled(False)"
