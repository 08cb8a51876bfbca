"""Works out how late something is, and puts it into words."""

from datetime import datetime, timedelta


def hours_late(
    due: datetime | None, stamp: datetime | None, extension: timedelta | None
) -> float:
    """Return how many hours late a submission is, or 0 if either date is unknown."""
    if not due or not stamp:
        return 0.0
    due = due + extension if extension else due
    return max(0.0, (stamp - due).total_seconds() / 3600)


def how_long(seconds: float) -> str:
    """Return a length of time in the unit that people would use.

    >>> how_long(60), how_long(90 * 60), how_long(30 * 60)
    ('60 seconds', '1.5 hours', '30 minutes')
    """
    if seconds >= 3600:
        return f"{seconds / 3600:.1f} hours"
    return f"{seconds / 60:.0f} minutes" if seconds >= 120 else f"{seconds:.0f} seconds"
