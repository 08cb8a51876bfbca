"""Numbers for the book's prose, which no author types."""


def tell(name: str, value: float | str, form: str = ".3g") -> None:
    """Give a number to the text of the page that computes it.

    The text shows it where it says ``{glue:text}`name` ``.

    Args:
        name: by which the text asks for it, once a page.
        value: a number, or text that stands as it is.
        form: how to write a number, as in ``format``.
    """
    from myst_nb import glue  # comes with the book, not with the package

    glue(name, value if isinstance(value, str) else format(value, form), display=False)
