"""How long a submission may take. It loads nothing: nbgrader's settings import it.

Only the seconds that a submission uses itself count, on a busy machine as on a quiet
one; see `stopwatch`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """Seconds that a submission may use.

    Attributes:
        notebook: for both runs together.
        cell: for one cell.
        task: for all cases of one task.
        case: for one case.
    """

    notebook: float = 180.0
    cell: float = 10.0
    task: float = 30.0
    case: float = 10.0
