"""Has a cell that takes minutes to highlight."""

LAST = "**a*" * 50_000
