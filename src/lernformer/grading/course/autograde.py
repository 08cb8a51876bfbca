"""Builds the sandbox and the judge into nbgrader's own `autograde`.

`install` replaces nbgrader's class `Autograde` with ours. No setting could do that,
because nbgrader's command and the button in formgrader use the class directly. nbgrader
still keeps the gradebook, applies late penalties, and exports the graded notebooks.

nbgrader's configuration imports this module for every command, so anything that needs
torch is imported where it is used.
"""

import contextlib
import logging
import os
import shutil
import warnings
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from nbgrader import preprocessors as steps
from nbgrader.api import Gradebook, MissingEntry
from nbgrader.apps import api, autogradeapp
from nbgrader.converters import autograde as stock
from nbgrader.converters.base import BaseConverter, NbGraderException
from nbgrader.utils import parse_utc
from sqlalchemy.exc import SAWarning
from traitlets import Bool, Integer, List, Unicode

from lernformer.grading.course import generate
from lernformer.grading.course.settings import Judge, wall_of
from lernformer.grading.course.submitted_files import SECRET, content_of, secret_in
from lernformer.grading.gradebook import (
    class_list,
    engine,
    safe_pages,
    unexpected_files,
)
from lernformer.grading.gradebook.engine import one_engine
from lernformer.grading.gradebook.folders import replacing, unusable
from lernformer.grading.gradebook.lateness import how_long
from lernformer.grading.judge import grading_record, selftest, submission, versions
from lernformer.grading.judge.release import released
from lernformer.grading.judge.seeds import secret_of
from lernformer.grading.judge.submission import TIMESTAMP, Unreadable, read
from lernformer.grading.pages import feedback_page
from lernformer.grading.sandbox.bubblewrap import NoSandbox
from lernformer.grading.sandbox.disk import DiskFull, InUse, watching_the_disk

if TYPE_CHECKING:
    from lernformer.grading.course.pool import Job
    from lernformer.grading.judge.selftest import Trial

UNTIMED = f"{TIMESTAMP} has no valid time ({{!r}}): counted as on time"
WORTH_A_WORKER = 8  # submissions: grading these takes as long as starting a process
WARNINGS = {
    "landlock": "No bubblewrap: the sandbox is Landlock and seccomp. It is as strict, "
    "but students' code has no /tmp, only the folder that `tempfile` names.",
    "none": "NO SANDBOX: students' code can do whatever you can.",
}


class Autograde(stock.Autograde):
    """Grades every folder in `submitted`, whatever it contains."""

    autograde_preprocessors = List(
        [steps.SaveAutoGrades, steps.AssignLatePenalties, steps.CheckCellMetadata],
        help="Steps after the judge.",
    ).tag(config=True)

    create_student = Bool(
        None,
        allow_none=True,
        help="Grade folders of students who are not in the gradebook. By default, this "
        "happens only if no class list was entered.",
    ).tag(config=True)
    workers = Integer(1, help="Grade with up to this many processes.").tag(config=True)
    scheduler = Unicode("", help="Address of a dask scheduler.").tag(config=True)
    progress = Bool(help="Show a progress bar.").tag(config=True)

    def start(self) -> None:
        from lernformer.grading.course.pool import SchedulerGone

        self._due: dict[str, bool] = {}
        self.assignments: dict[str, list[str]] = {}
        self.unreadable: list[str] = []
        self.untimed: dict[str, str] = {}
        self.log.addFilter(is_worth_logging)
        try:
            with warnings.catch_warnings():
                # from nbgrader's own use of SQLAlchemy
                warnings.simplefilter("ignore", SAWarning)
                try:
                    with watching_the_disk():
                        super().start()
                finally:
                    if self.assignments:
                        self._warn_of_strays()
                    self.log.removeFilter(is_worth_logging)
        except (NoSandbox, ValueError) as error:
            self.log.error("Nothing was graded: %s", error)
            raise NbGraderException(str(error)) from error
        except (InUse, SchedulerGone, DiskFull) as error:
            remedy = {
                InUse: "Another program has held the gradebook for a minute: "
                "formgrader, or a second run. Close it and",
                SchedulerGone: f"{error}. Start one, and",
                DiskFull: f"The disk is full: {error} could not be written. Free some "
                "space and",
            }[type(error)]
            text = f"{remedy} run the same command again; what is graded stays graded."
            self.log.error(text)
            raise NbGraderException(text) from error

    def _warn_of_strays(self) -> None:
        with self._gradebook() as gradebook:
            for stray in unexpected_files.strays(gradebook, self.coursedir):
                self.log.warning("Not graded: %s", stray)
            assignment = self.coursedir.assignment_id
            if self.unreadable:
                self.log.warning("0 points: %s", "; ".join(self.unreadable))
            for words in versions.stale(gradebook, self.coursedir, assignment):
                self.log.warning("%s; --force grades them again", words)

    # finding the submissions ------------------------------------------------------

    def init_notebooks(self) -> None:
        """Include all folders, even if the notebook is missing."""
        self.judge = Judge(parent=self)
        self.sanitize_preprocessors: list[type] = []
        assignment = self.coursedir.assignment_id
        with self._gradebook() as gradebook:
            try:
                notebooks = gradebook.find_assignment(assignment).notebooks
            except MissingEntry as error:
                raise ValueError(
                    f"{assignment!r} is not in the gradebook; first run "
                    f"`nbgrader generate_assignment {assignment}`"
                ) from error
            known = [one.name for one in notebooks]
            self.exercises = {
                name: released(gradebook, assignment, name) for name in known
            }
            students = {student.id for student in gradebook.students}
            self.entered = {
                one.student_id for one in gradebook.assignment_submissions(assignment)
            }
            if self.create_student is None:
                self.create_student = not unexpected_files.has_list(gradebook)
        folders = self._folders(assignment)
        self.assignments = {
            folder: [os.path.join(folder, f"{name}.ipynb") for name in known]
            for folder in folders
            if self.create_student or Path(folder).parent.name in students
        }
        if self.assignments:
            return
        if folders:
            self._warn_of_strays()
            raise ValueError(
                f"all {len(folders)} submissions of {assignment!r} are from students "
                "who are not in the class list"
            )
        self._warn_of_left_out()
        pattern = self._format_source(assignment, "<student>")
        where = os.path.relpath(pattern, self.coursedir.root)
        raise ValueError(
            f"there are no submissions of {assignment!r}; put them in {where}/"
        )

    def convert_notebooks(self) -> None:
        """Grade all submissions, if the sandbox holds and right answers pass in it.

        Both conditions are checked first. If either check fails, nothing is graded.
        """
        from lernformer.grading.course.pool import Bar, pool_for
        from lernformer.grading.sandbox.sandbox import choose_wall

        wall = choose_wall(self.judge.unsafe)
        if wall in WARNINGS:
            self.log.warning(WARNINGS[wall])
        due = [path for path in self.assignments if self._is_due(path)]
        every = [file for path in due for file in self.assignments[path]]
        self._try_plain({Path(file).stem for file in every})
        files = [file for file in every if not self.exercises[Path(file).stem].plain]
        self._warn_of_versions(every)
        trials = self._trials(files)
        first = ((trial.path, job) for trial, job in trials.items())
        jobs = ((file, self._job(file)) for file in files)
        shown = self.progress and every
        bar = Bar(len(every)) if shown else contextlib.nullcontext()
        workers = min(self.workers, 1 + len(files) // WORTH_A_WORKER)
        pool = pool_for(workers, self.scheduler, chain(first, jobs))
        try:
            with one_engine(), pool as self._graded, bar as self._bar:
                for trial in trials:
                    selftest.require(trial, self._graded.result(trial.path))
                super().convert_notebooks()
        finally:
            self._warn_of_left_out()

    def _warn_of_versions(self, files: list[str]) -> None:
        """Warn if the exercise, the package and the submissions don't match."""
        from lernformer.grading.judge import differences

        assignment, released = self.coursedir.assignment_id, self._own("release")
        for name in sorted({Path(file).stem for file in files}):
            exercise = self.exercises[name]
            stubs = {c.name: c.source for c in exercise.cells.values() if c.solution}
            for words in differences.differences(exercise, stubs):
                self.log.warning(
                    "The generated version of %s (here) and the package (there) "
                    "differ: %s. First run `nbgrader generate_assignment %s`",
                    *(name, words, assignment),
                )
            if not (known := self._stamp(released / f"{name}.ipynb")):
                continue
            submitted = (Path(file) for file in files if Path(file).stem == name)
            if other := [
                path.parent.parent.name
                for path in submitted
                if self._stamp(path) not in ("", known)
            ]:
                self.log.warning(
                    "%d handed in a different version of %s than the one released "
                    "here: %s; the released cells count",
                    *(len(other), name, versions.few(other)),
                )

    def _stamp(self, path: Path) -> str:
        from lernformer.grading.judge.differences import stamp_of

        try:
            return stamp_of(read(path))
        except Unreadable:
            return ""

    def _try_plain(self, names: set[str]) -> None:
        """Make sure that instructors' own solutions earn all points."""
        from lernformer.grading.judge import other_assignments

        for name in sorted(names):
            if (exercise := self.exercises[name]).plain:
                place = self._own("source") / f"{name}.ipynb"
                other_assignments.require(exercise, place, self)

    def _own(self, step: str) -> Path:
        """Return the folder with the assignment's own files: "source" or "release"."""
        folder = getattr(self.coursedir, f"{step}_directory")
        return Path(self.coursedir.root, folder, self.coursedir.assignment_id)

    def _grade_plain(self, path: Path) -> grading_record.Graded:
        from lernformer.grading.judge import other_assignments

        exercise, beside = self.exercises[path.stem], self._own("source")
        return other_assignments.grade(content_of(path), exercise, self, beside)

    def _trials(self, files: list[str]) -> "dict[Trial, Job]":
        """Return the jobs to run first: each exercise's solution and its stub."""
        jobs = {}
        for name, file in {Path(file).name: file for file in files}.items():
            job = self._job(file)
            both = self._own("source") / name, self._own("release") / name
            for trial in selftest.trials(job.exercise, *both):
                jobs[trial] = replace(job, content=trial.content)
        if files and not jobs:
            self.log.warning(
                "There is no solution or exercise here, so we couldn't test whether a "
                "right answer earns its points."
            )
        return jobs

    def _is_due(self, folder: str) -> bool:
        if folder not in self._due:
            self._due[folder] = self._decide(folder)
        return self._due[folder]

    def _decide(self, folder: str) -> bool:
        """Return True if a submission should be graded now. This changes nothing."""
        student, assignment = Path(folder).parent.name, self.coursedir.assignment_id
        if student in self.coursedir.student_id_exclude.split(","):
            return False
        done = Path(self._format_dest(assignment, student))
        # If a graded student isn't entered, an older gradebook has been restored.
        if self.force or not done.exists() or student not in self.entered:
            return True
        if new := self._timestamp(assignment, student):
            old = self.coursedir.get_existing_timestamp(str(done))
            if old and new > old:
                return True
        return any(self._differs(file, done) for file in self.assignments[folder])

    def _differs(self, file: str, done: Path) -> bool:
        """Return True if the submitted file has changed since it was graded.

        We compare the files because a student who hands in again without nbgrader's
        exchange leaves no timestamp.
        """
        record, _ = grading_record.read(done / Path(file).name)
        known, content = record.get("submitted"), content_of(Path(file))
        return bool(known) and known != grading_record.fingerprint(content)

    def init_destination(self, assignment_id: str, student_id: str) -> bool:
        """Remove the old result of a submission that will be graded again."""
        folder = self._format_source(assignment_id, student_id)
        done = Path(self._format_dest(assignment_id, student_id))
        due = self._is_due(folder)
        if due and done.exists():
            shutil.rmtree(done)
        return due

    def _job(self, file: str) -> "Job":
        """Return everything that is needed to grade a file in any process."""
        from lernformer.grading.course.pool import Job

        path = Path(file)
        exercise = self.exercises[path.stem]
        return Job(
            content=content_of(path),
            exercise=exercise,
            secret=self._secret,
            budget=self.judge.budget,
            student=path.parent.parent.name,
            wall=wall_of(self.coursedir, self.judge, exercise.slug),
        )

    @cached_property
    def _secret(self) -> bytes:
        which = self.coursedir.assignment_id, self.judge.term
        versions.require_secret(self.coursedir, *which)
        return secret_of(versions.folder_of(self.coursedir), *which)

    def _folders(self, assignment: str) -> list[str]:
        pattern = self._format_source(assignment, self.coursedir.student_id)
        root = Path(self.coursedir.root)
        found = sorted(root.glob(os.path.relpath(pattern, root)))
        troubles = {path: unusable(path) for path in found}
        self.left_out = {path: words for path, words in troubles.items() if words}
        return [str(path) for path in found if not troubles[path]]

    def _warn_of_left_out(self) -> None:
        for path, words in self.left_out.items():
            name = os.path.join(path.parent.name, path.name)
            self.log.warning("Not graded: %r, because %s", name, words)

    def _gradebook(self) -> Gradebook:
        return Gradebook(self.coursedir.db_url, self.coursedir.course_id)

    # one submission ---------------------------------------------------------------

    @watching_the_disk()
    def init_assignment(self, assignment_id: str, student_id: str) -> None:
        """Enter a submission without copying files, because links may lead anywhere."""
        stamp = self._timestamp(assignment_id, student_id)
        with self._gradebook() as gradebook:
            gradebook.update_or_create_student(student_id)
            when = {"timestamp": stamp} if stamp else {}
            handed_in = gradebook.update_or_create_submission(
                assignment_id, student_id, **when
            )
            if late := handed_in.total_seconds_late:
                self.log.warning("%s: %s late", student_id, how_long(late))

    def _timestamp(self, assignment_id: str, student_id: str) -> datetime | None:
        folder = Path(self._format_source(assignment_id, student_id))
        try:
            content = submission.read(folder / TIMESTAMP)[:200]
        except Unreadable:
            return None
        words = submission.decoded(content).strip()
        try:
            return parse_utc(words)
        except (ValueError, OverflowError):
            self.untimed[student_id] = UNTIMED.format(submission.on_a_line(words)[:40])
            return None

    @watching_the_disk()
    def convert_single_notebook(self, notebook_filename: str) -> None:
        """Grade a notebook, enter its scores, and only then write it.

        In this order, an interrupted run never leaves a graded notebook without scores.
        The next run grades every submission that this run didn't finish.
        """
        path = Path(notebook_filename)
        self._sanitizing = True
        resources = self.init_single_notebook_resources(notebook_filename)
        exercise = self.exercises[path.stem]
        parts: tuple[str, ...]
        if exercise.plain:
            graded, parts = self._grade_plain(path), ("exercise",)
        else:
            graded, parts = self._graded.result(notebook_filename), versions.PARTS
        student = resources["nbgrader"]["student"]
        notes = graded.notebook.metadata[grading_record.RECORD]["notes"]
        notes += [self.untimed[student]] if student in self.untimed else []
        self.unreadable += [
            f"{student} ({x})" for x in notes if x.startswith("nothing could be graded")
        ]
        self.log.info("Graded %s in %.2f s: %s", path, graded.seconds, graded.scores)
        secret = b"" if exercise.plain else self._secret
        under = versions.version(exercise.cells.values(), secret, self.judge.term)
        graded.notebook.metadata[grading_record.RECORD]["version"] = {
            part: under[part] for part in parts
        }
        self._sanitizing = False
        self._init_preprocessors()
        try:
            output, resources = self.exporter.from_notebook_node(
                graded.notebook, resources=resources
            )
        finally:
            self._sanitizing = True
        self._write(path, student, output)
        if self._bar:
            self._bar.step()

    def _write(self, path: Path, student: str, output: str) -> None:
        """Write the files that belong in a submission's graded folder, in one step."""
        assignment = self.coursedir.assignment_id
        stamp = self._timestamp(assignment, student)
        files = {path.name: output, TIMESTAMP: f"{stamp} UTC\n" if stamp else ""}
        # `nbgrader release_feedback` stops if this file or the timestamp is missing
        files[SECRET] = secret_in(path)
        with replacing(Path(self._format_dest(assignment, student))) as part:
            for name, text in files.items():
                (part / name).unlink(missing_ok=True)
                (part / name).write_text(text, encoding="utf-8")


def is_worth_logging(line: logging.LogRecord) -> bool:
    """Drop nbgrader's two lines about a late student; `init_assignment` logs one."""
    words = line.getMessage()
    return not (
        words == "Late submission penalty: None"
        or (words.startswith("SubmittedAssignment<") and words.endswith("seconds late"))
    )


def install() -> None:
    """Make nbgrader's command and its API use our `Autograde`."""
    for module in (autogradeapp, api):
        if not issubclass(module.Autograde, BaseConverter):
            raise RuntimeError(f"this nbgrader has no {module.__name__}.Autograde")
        module.Autograde = Autograde
    engine.install()
    safe_pages.install()
    feedback_page.install()
    class_list.install()
    generate.install()
