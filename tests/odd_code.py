"""Code that hardly anybody writes, which a reader of notebooks must still survive."""

from hypothesis import strategies as st

DEEP = ["-" * 100_000 + "1", "a" + ".b" * 60_000, "lambda: " * 20_000 + "1"]
LONG = "import " + "a." * 33_000 + "a"  # more than 65,535 characters
WORDS = [
    "softmax",
    "def ",
    "class ",
    "(",
    ")",
    "[",
    ":",
    ":=",
    "=",
    ",",
    ".",
    "\n",
    "    ",
]
WORDS += [
    "import ",
    "from ",
    " as ",
    "*",
    "torch",
    "yield",
    "await ",
    "return ",
    "lambda ",
]
WORDS += [
    "global ",
    "nonlocal ",
    "if 1",
    "for ",
    " in ",
    "%",
    "!",
    "?",
    "\0",
    "'",
    "\\",
]
ANY = st.lists(st.sampled_from(WORDS) | st.text(max_size=3), max_size=25).map("".join)
