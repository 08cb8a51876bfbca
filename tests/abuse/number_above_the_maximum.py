"""Displays more points than there are; a right answer still earns just its points."""

CELLS = {"check_softmax": "1000.0"}
LAST = "1000.0"
