"""Has a cell that takes readers of code very long, beside right answers."""

FIRST = "@a\n" * 60_000 + "def f(): pass"
LAST = "import " + "a." * 60_000 + "a"
