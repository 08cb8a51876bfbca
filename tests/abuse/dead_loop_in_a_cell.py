"""Never finishes a cell."""

FIRST = "while True:\n    pass"
