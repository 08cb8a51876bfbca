"""Displays more points than there are; a right answer still earns what it is worth."""

CELLS = {"check_softmax": "1000.0"}
LAST = "1000.0"
