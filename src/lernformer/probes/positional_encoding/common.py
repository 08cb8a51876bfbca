"""What several probes of the chapter share."""

DEVICE = "works on another device"

BASE = "uses the base it is given"

ODD = "works for odd d_model"
