"""Helpers for several probes in this chapter."""

DEVICE = "works on another device"

BASE = "uses the base it is given"

ODD = "works for odd d_model"
