"""Writes CITATION.cff, which tells sites and programs how to cite the course.

`make exercises` runs it, and a test makes sure that the file is up to date.
"""

from pathlib import Path

import lernformer
from lernformer import atomic, project_urls

CITATION = Path(__file__).resolve().parents[1] / "CITATION.cff"
TEXT = """\
# Written by `make exercises`.
cff-version: 1.2.0
message: If you use the course, please cite it.
title: "Lernformer: build a Transformer piece by piece until it translates"
type: software
authors:
  - name: The Lernformer authors
version: {version}
license:
  - MIT
  - CC-BY-4.0
"""


def citation() -> str:
    """Return the file's text, with the addresses that the owner has set."""
    lines = [TEXT.format(version=lernformer.__version__)]
    if project_urls.repository():
        lines.append(f'repository-code: "{project_urls.repository()}"\n')
    if project_urls.book():
        lines.append(f'url: "{project_urls.book()}"\n')
    return "".join(lines)


if __name__ == "__main__":
    atomic.write(CITATION, citation())
