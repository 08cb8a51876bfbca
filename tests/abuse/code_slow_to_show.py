"""Has a cell over which whoever colours code sits for minutes."""

LAST = "**a*" * 50_000
