"""The editions of the book: ``open``, with folded answers, and ``class``, without them.

``make book EDITION=class`` builds the edition for courses that give grades. The code of
graded functions appears nowhere in it, neither in the pages nor in anything else that a
build makes from them.
"""

import os

from sphinx.errors import ConfigError

EDITIONS = ("open", "class")


def shows_answers(config) -> bool:
    """Return whether the pages contain folded answers to graded tasks."""
    return config.edition == "open"


def check(app, config):
    if config.edition not in EDITIONS:
        raise ConfigError(
            f"EDITION must be {' or '.join(EDITIONS)}, got {config.edition!r}"
        )


def setup(app):
    # "env" makes Sphinx read all pages again when the value changes.
    app.add_config_value("edition", os.environ.get("EDITION") or "open", "env")
    app.connect("config-inited", check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
