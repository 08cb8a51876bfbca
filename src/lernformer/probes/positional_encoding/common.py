"""What several tasks of the chapter are asked with."""

DEVICE = "works on another device"

BASE = "uses the base it is given"

ODD = "works for odd d_model"
