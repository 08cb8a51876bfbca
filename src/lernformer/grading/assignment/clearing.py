"""Replaces the solutions in an assignment with the stubs that students get.

nbgrader uses the same stub, `raise NotImplementedError()`, in every cell. Here, a cell
can define its own stub (`marker.GIVEN`). The answer cells of find-the-bug tasks do so.
"""

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.converters import GenerateAssignment
from nbgrader.preprocessors import ClearSolutions as Stock

from lernformer.grading.assignment.marker import GIVEN


class ClearSolutions(Stock):
    """Like nbgrader's preprocessor, except in cells that define their own stub."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        cell.source = cell.metadata.pop(GIVEN, cell.source)
        return cell, resources


def preprocessors() -> list[type]:
    """Return nbgrader's preprocessors for an assignment, with our `ClearSolutions`."""
    stock = GenerateAssignment.preprocessors.default()
    return [ClearSolutions if one is Stock else one for one in stock]
