"""One engine for all that a batch enters in the gradebook.

nbgrader opens the gradebook several times for each submission, each time with an engine
of its own, and with it go the statements that SQLAlchemy has compiled. To compile them
again takes longer than to run them.
"""

import contextlib
import functools
from collections.abc import Iterator

from nbgrader import api


@contextlib.contextmanager
def one_engine() -> Iterator[None]:
    """While open, whoever opens a gradebook again gets the same engine.

    Who closes it closes its connections; the statements stay.
    """
    before = api.create_engine
    api.create_engine = functools.cache(before)
    try:
        yield
    finally:
        api.create_engine = before
