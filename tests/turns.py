"""What is too dear for every day: with DAYS=12 it takes turns, over as many days."""

import os
from collections.abc import Sequence
from datetime import date

DAYS = int(os.environ.get("DAYS", "1"))


def todays(things: Sequence, days: int = DAYS) -> Sequence:
    """Every twelfth of them, each day from another one on; of fewer than that, one.

    Args:
        things: what takes turns.
        days: over how many days at most; DAYS sets a limit, too.
    """
    days = min(days, DAYS, len(things))
    return things[date.today().toordinal() % days :: days]
