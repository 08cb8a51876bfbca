"""Has a cell over which whoever reads code sits for long, beside right answers."""

FIRST = "@a\n" * 60_000 + "def f(): pass"
LAST = "import " + "a." * 60_000 + "a"
