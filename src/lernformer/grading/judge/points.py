"""How many points an answer earns. To round points differently, change this module."""

from lernformer.grading.judge.release import Exercise


def points(exercise: Exercise, check: str, score: float) -> float:
    """Return the points that an answer earns.

    Args:
        check: the name of the answer's check cell.
        score: the share of that cell's points, from 0 to 1.
    """
    return round((exercise.cells[check].points or 0.0) * score, 4)
