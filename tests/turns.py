"""What is too dear for every day takes turns, and says so; over DAYS days at most."""

import os
from collections.abc import Sequence
from datetime import date

import pytest

DAYS = int(os.environ.get("DAYS", "1"))
# The same for all workers of a run, also when it goes on past midnight.
DAY = int(os.environ.setdefault("TODAY", str(date.today().toordinal())))


def todays(things: Sequence, days: int = DAYS) -> Sequence:
    """Those of them whose turn it is, each day others; one at least.

    Args:
        things: what takes turns.
        days: over how many days at most; DAYS sets a limit, too.
    """
    days = min(days, DAYS, len(things))
    return things[DAY % days :: days]


def every_third_day(first: int) -> pytest.MarkDecorator:
    """A mark for what is asked every third day, others from another first day on."""
    days = min(3, DAYS)
    return pytest.mark.skipif(
        DAY % days != first % days, reason="its turn is another day"
    )
