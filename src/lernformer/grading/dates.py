"""When something was due."""

from datetime import datetime, timedelta


def hours_late(
    due: datetime | None, stamp: datetime | None, extension: timedelta | None
) -> float:
    """Hours after the due date; 0 where one of the dates is not known."""
    if not due or not stamp:
        return 0.0
    due = due + extension if extension else due
    return max(0.0, (stamp - due).total_seconds() / 3600)
