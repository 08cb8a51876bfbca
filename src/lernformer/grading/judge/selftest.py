"""Tests that grading works here and now: a solution earns all points, a stub none.

Even in a safe sandbox, a right answer may fail: a folder that can't be read there, or a
package of a different version, would silently cost a class its points. So before each
batch, the exercise's own solution and the notebook that was handed out are graded like
a student's file, by the same processes.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from lernformer.grading.judge import submission
from lernformer.grading.judge.release import Exercise
from lernformer.grading.judge.submission import Unreadable

if TYPE_CHECKING:
    from lernformer.grading.judge.judge import Graded


@dataclass(frozen=True)
class Trial:
    """A file whose points are known beforehand.

    Attributes:
        path: the path of the file.
        content: the bytes of the file.
        expected: the points for each check cell, as pairs.
    """

    path: str
    content: bytes
    expected: tuple[tuple[str, float], ...]


def trials(exercise: Exercise, solution: Path, stub: Path) -> Iterator[Trial]:
    """Yield an exercise's solution and what students were given, where they exist.

    Raises:
        ValueError: if one exists but cannot be read.
    """
    points = {name: exercise.cells[name].points or 0.0 for name in exercise.questions}
    nothing = dict.fromkeys(points, 0.0)
    for path, expected in ((solution, points), (stub, nothing)):
        if path.exists():
            try:
                yield Trial(str(path), submission.read(path), tuple(expected.items()))
            except Unreadable as error:
                raise ValueError(f"{path}: {error}") from error


def require(trial: Trial, graded: "Graded") -> None:
    """Make sure that a trial earned the expected points.

    Raises:
        ValueError: if it did not; the message names the tasks and their symptoms.
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
            f"either: {'; '.join(wrong)}. If solution or exercise was changed, first "
            "run `nbgrader generate_assignment`; else the fault is in how the course "
            "is set up here."
        )
