"""Wraps text for a terminal, so that no line is longer than 80 columns."""

import textwrap

COLUMNS = 80


def wrapped(text: str, indent: str = "") -> str:
    """Wrap lines at the spaces between words.

    Args:
        text: the lines, which may be indented.
        indent: the text to put before each line.
    """
    lines = []
    for line in text.splitlines():
        own = line[: len(line) - len(line.lstrip())]
        lines += textwrap.wrap(
            line,
            COLUMNS,
            initial_indent=indent,
            subsequent_indent=indent + own,
            break_on_hyphens=False,
            drop_whitespace=True,
            replace_whitespace=False,
        ) or [""]
    return "\n".join(lines)
