"""Tests that grading works on this machine: solutions earn all points, stubs earn none.

Even in a safe sandbox, a right answer may fail. For example, if the sandbox can't read
a folder, or if a package has a different version, a whole class could lose points
without anybody noticing. So before each batch, we grade the exercise's own solution and
the notebook that was handed out. Both are graded like submitted files, by the same
processes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lernformer.grading.judge import submission
from lernformer.grading.judge.grading_record import Graded
from lernformer.grading.judge.release import Exercise
from lernformer.grading.judge.submission import Unreadable


@dataclass(frozen=True)
class Trial:
    """A submission whose points are known in advance."""

    path: str
    content: bytes
    # the expected points, as pairs of a check cell and its points
    expected: tuple[tuple[str, float], ...]


def trials(exercise: Exercise, solution: Path, stub: Path) -> Iterator[Trial]:
    """Yield trials of an exercise's solution and its released notebook, if they exist.

    Raises:
        ValueError: if one of these files exists but cannot be read.
    """
    points = {name: exercise.cells[name].points or 0.0 for name in exercise.questions}
    nothing = dict.fromkeys(points, 0.0)
    for path, expected in ((solution, points), (stub, nothing)):
        if path.exists():
            try:
                yield Trial(str(path), submission.read(path), tuple(expected.items()))
            except Unreadable as error:
                raise ValueError(f"{path}: {error}") from error


def require(trial: Trial, graded: Graded) -> None:
    """Check that a trial earned the expected points.

    Raises:
        ValueError: if it did not. The message names the tasks and their symptoms.
    """
    wrong = [
        f"{name.removeprefix('check_')} {graded.scores[name]:g} instead of {points:g} "
        f"({graded.verdicts[name].symptom or 'right'})"
        for name, points in trial.expected
        if graded.scores[name] != points
    ]
    if wrong:
        raise ValueError(
            f"{trial.path} does not get the points it should, so students' would not "
            f"either: {'; '.join(wrong)}. If the solution or the exercise was changed, "
            "first run `nbgrader generate_assignment`. Otherwise, the problem is in "
            "how the course is set up here."
        )
