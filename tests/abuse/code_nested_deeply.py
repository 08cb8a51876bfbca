"""Nests code so deeply that reading it fails, beside right answers."""

FIRST = "x = " + "-" * 100_000 + "1"
