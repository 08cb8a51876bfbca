"""What is too dear for every day: with DAYS=12 it takes turns, over as many days."""

import os
from collections.abc import Sequence
from datetime import date

DAYS = int(os.environ.get("DAYS", "1"))


def todays(things: Sequence) -> Sequence:
    """Every twelfth of them, each day from another one on; of fewer than that, one."""
    days = min(DAYS, len(things))
    return things[date.today().toordinal() % days :: days]
