"""What students get in the place of solutions.

nbgrader puts the same stub everywhere, `raise NotImplementedError()`. A cell can bring
its own, as one does that deals a bug (`marker.GIVEN`).
"""

from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbgrader.converters import GenerateAssignment
from nbgrader.preprocessors import ClearSolutions as Stock

from lernformer.grading.marker import GIVEN


class ClearSolutions(Stock):
    """nbgrader's own, but for cells that bring what is to stand there."""

    def preprocess_cell(
        self, cell: NotebookNode, resources: ResourcesDict, cell_index: int
    ) -> tuple[NotebookNode, ResourcesDict]:
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        cell.source = cell.metadata.pop(GIVEN, cell.source)
        return cell, resources


def preprocessors() -> list[type]:
    """What makes an assignment, with this in the place of nbgrader's own."""
    stock = GenerateAssignment.preprocessors.default()
    return [ClearSolutions if one is Stock else one for one in stock]
