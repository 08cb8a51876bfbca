"""Helpers for the checks of several tasks in this chapter."""

BFLOAT16 = 0.1  # 8 bits of precision, a few roundings of numbers around 5
