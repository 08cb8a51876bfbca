"""Helpers for the checks of several tasks in this chapter."""

# float32 has 24 bits: an angle of 5 is exact to 3e-7, one of 50 to 3e-6 …
NEAR = 1e-5

LAYER = 1e-4  # … and the sum with a token adds its own rounding.

# At position 5000, float32 tables made by exp and log differ by 4e-4 from those made by
# powers, and both are right.
FAR = 2e-3

BFLOAT16 = 0.15  # 8 bits of precision, a few roundings of numbers around 4
