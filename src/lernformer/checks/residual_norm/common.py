"""Helpers for the checks of several tasks in this chapter."""

from lernformer.checks.symptoms import loses_dtype, modifies_input, not_finite

FLOAT32 = 1e-4  # 24 bits of precision, a dozen roundings, and a mean that cancels

BFLOAT16 = 0.1  # 8 bits of precision, a few roundings of numbers around 3

NORM_SYMPTOMS = (modifies_input, loses_dtype, not_finite)
