"""Prints a hundred megabytes on one line."""

FIRST = "print('x' * 100_000_000)"
