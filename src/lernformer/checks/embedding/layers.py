"""What the checks of several tasks of the chapter share."""

BFLOAT16 = 0.1  # 8 bits of precision, a few roundings of numbers around 5
