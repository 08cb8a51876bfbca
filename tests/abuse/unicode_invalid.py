"""Hands in half characters, in code and in prose; loses no points."""

CELLS = {"explain_scaling": "half a character: \ud800, and \x00 \x1b"}
FIRST = "name = '\ud83d'  # half a character"
