"""Helpers for several probes in this chapter."""

SEVERAL = "takes several axes at once"

CONSTANT = "turns equal values into 0"

SMALL = "is exact for small differences"
