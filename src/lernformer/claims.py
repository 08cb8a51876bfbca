"""What prose takes from code: numbers, claims, and properly written sentences."""

import re


def glue(name: str, value: float | str, form: str = ".3g") -> None:
    """Make a number available to the text of the page that computes it.

    The text shows it where it says ``{glue:text}`name` ``.

    Args:
        name: the name that the text uses for it, unique on the page.
        value: a number, or text to use as it is.
        form: the format of the number, as in ``format``.
    """
    import myst_nb  # comes with the book, not with the package

    text = value if isinstance(value, str) else format(value, form)
    myst_nb.glue(name, text, display=False)


def claim(name: str, words: str, value: float, low: float, high: float) -> None:
    """Make words available to the text that are true while a number is in a range.

    Args:
        name: the name that the text uses for them, unique on the page.
        words: the words as they appear in the text: "hardly", "few", "twice as fast".
        value: the number that was computed.
        low, high: the range, ends included, in which the words are true.

    Raises:
        ValueError: if the number is outside the range, so that the build fails.
    """
    glue(name, checked(words, value, low, high))


def checked(words: str, value: float, low: float, high: float) -> str:
    """Return words that are true while a number lies in a range, for alt texts.

    Args:
        words, value, low, high: as in `claim`.

    Raises:
        ValueError: if the number is outside the range, so that the build fails.
    """
    if not low <= value <= high:
        raise ValueError(
            f"the text claims {words!r}, true of {low:g} to {high:g}, found {value:g}"
        )
    return words


def detokenise(words: str) -> str:
    """Return text as people write it: no space before marks, a capital at the start.

    >>> detokenise("der König schläft nicht , weil er müde ist .")
    'Der König schläft nicht, weil er müde ist.'
    """
    text = re.sub(r"(?:^|(?<= [.!?] ))\S", lambda letter: letter[0].upper(), words)
    return re.sub(r" ([.,;:!?])", r"\1", text)
