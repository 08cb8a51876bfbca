"""Never comes to the end of a cell."""

FIRST = "while True:\n    pass"
