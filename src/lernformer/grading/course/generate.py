"""Makes sure that no exercise is lost if nbgrader's `generate_assignment` fails.

nbgrader removes the released exercise before it makes a new one. If that fails, the old
exercise is gone, so we restore it. We also refuse to release an exercise that can't be
graded, so that you find out before a class has handed in its work.
"""

import shutil
import tempfile
from pathlib import Path

import nbformat
from nbgrader.apps import api, generateassignmentapp
from nbgrader.converters import generate_assignment as stock
from nbgrader.converters.base import NbGraderException

from lernformer import CHAPTERS, COURSE


class GenerateAssignment(stock.GenerateAssignment):
    def convert_notebooks(self) -> None:
        for files in self.assignments.values():
            for file in files:
                self._require_gradable(Path(file))
        with tempfile.TemporaryDirectory() as aside:
            places = [
                Path(self._format_dest(Path(folder).name, "."))
                for folder in self.assignments
            ]
            kept = {x: Path(aside, str(i)) for i, x in enumerate(places) if x.is_dir()}
            for place, copy in kept.items():
                shutil.copytree(place, copy)
            try:
                for place in kept if self.force else ():
                    shutil.rmtree(place)  # nbgrader would too, but with a warning
                super().convert_notebooks()
            except BaseException:
                for place, copy in kept.items():
                    shutil.rmtree(place, ignore_errors=True)
                    shutil.copytree(copy, place)
                    self.log.error("%s is unchanged", place)
                raise

    def _require_gradable(self, path: Path) -> None:
        from lernformer.grading.judge.release import found_in  # imports torch

        try:
            found_in(nbformat.read(path, as_version=4), path.stem)
        except ValueError as error:
            words = (
                f"{path} could not be graded, so nothing was generated: {error}. "
                "Use one chapter's checks in all graded cells, or in none; then "
                "nbgrader grades the asserts"
            )
            self.log.error(words)
            raise NbGraderException(words) from error


STOCK = api.NbGraderAPI.get_source_assignments


def of_this_class(self: api.NbGraderAPI) -> set[str]:
    """Return what formgrader lists, without the chapters that this class leaves out."""
    return STOCK(self) - ({*CHAPTERS} - {*COURSE})


def install() -> None:
    """Make nbgrader's command, its API and formgrader use these replacements."""
    for module in (generateassignmentapp, api):
        module.GenerateAssignment = GenerateAssignment
    api.NbGraderAPI.get_source_assignments = of_this_class
