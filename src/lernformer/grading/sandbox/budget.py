"""Time limits of a submission; kept light, as nbgrader's settings import them.

Only the seconds that a submission itself uses are counted, whether the machine is busy
or not; see `stopwatch`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """The seconds that a submission may use."""

    # the seconds for the first run and the deciding one together. Explaining what is
    # wrong may take a third as many again.
    notebook: float = 180.0
    cell: float = 10.0  # the seconds for one cell
    task: float = 30.0  # the seconds for all cases of one task
    case: float = 10.0  # the seconds for one case
