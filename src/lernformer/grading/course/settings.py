"""A course's settings for its judge and sandbox: `c.Judge` in nbgrader_config.py."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from nbgrader.coursedir import CourseDirectory
from traitlets import Bool, Float, Unicode
from traitlets.config import Configurable

from lernformer.grading.judge import versions
from lernformer.grading.judge.seeds import NAME
from lernformer.grading.sandbox.limits import Budget, Limits

if TYPE_CHECKING:
    from lernformer.grading.course.pool import Wall

UNSAFE = "LERNFORMER_UNSAFE_LOCAL"


def _number(usual: float, explanation: str) -> Float:
    return Float(usual, help=explanation).tag(config=True)


class Judge(Configurable):
    """The settings of the judge and the sandbox."""

    term = Unicode("", help="Each term gets new hidden cases.").tag(config=True)
    notebook_seconds = _number(Budget.notebook, "Seconds for a submission.")
    cell_seconds = _number(Budget.cell, "Seconds for one cell.")
    task_seconds = _number(Budget.task, "Seconds for one answer.")
    case_seconds = _number(Budget.case, "Seconds for each of its cases.")
    memory_gb = _number(Limits.memory / 2**30, "Memory for a submission.")
    own_code_points = _number(
        0.0, "Points for questions about students' own code, in each notebook."
    )
    unsafe_local = Bool(
        help=f"Grade without a sandbox; {UNSAFE}=1 in the environment does the same."
    ).tag(config=True)

    @property
    def budget(self) -> Budget:
        both = self.notebook_seconds, self.cell_seconds
        return Budget(*both, self.task_seconds, self.case_seconds)

    @property
    def unsafe(self) -> bool:
        return self.unsafe_local or os.environ.get(UNSAFE) == "1"


def wall_of(course: CourseDirectory, judge: Judge, slug: str) -> "Wall":
    """Return the settings of a chapter's sandbox, such as the folders that it hides."""
    from lernformer.grading.course.pool import Wall

    folder, root = versions.folder_of(course), Path(course.root)
    gradebook = Path(course.db_url.removeprefix("sqlite:///"))
    folders = [course.source_directory, course.submitted_directory]
    folders += [course.autograded_directory, course.feedback_directory]
    return Wall(
        slug=slug,
        private=(folder / NAME, gradebook, *(root / x for x in folders)),
        folder=folder,
        limits=Limits(memory=int(judge.memory_gb * 2**30)),
        unsafe=judge.unsafe,
    )
