"""The bugs of a find-the-bug task, read from `<slug>/<task>.bugs.txt`.

    no_scale: With 4 features, everything is fine. With 512, nearly every row has a
    single weight of 1, and the model learns nothing.
        dots / math.sqrt(d_k) → dots

`ID: …` names one of the task's mistakes and says what a colleague would report: what
happens, but not why. Then come the edits that plant the bug in the right code. They
have the same format as in `table`, but here, the code is the reference as students see
it, with comments. If the bugs need a reference that is written differently, `otherwise:
WHY` and its edits change the reference first. `#` begins a comment.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lernformer.mistakes.mistake import Bug, Bugs
from lernformer.mistakes.table import EDIT, Edited, add_edit, numbered

HEAD = re.compile(r"(?P<id>\w+): (?P<symptom>\S.*)")


def bugs(names: Mapping[str, Any]) -> Bugs:
    """Return the bugs from the text file next to a Python file.

    Args:
        names: the Python file's `globals()`.
    """
    path = Path(names["__file__"]).with_suffix(".bugs.txt")
    return parsed(path.read_text("utf-8"), path.name)


def parsed(text: str, name: str) -> Bugs:
    """Return the bugs that a text describes.

    Args:
        text: the contents of a `.bugs.txt` file.
        name: the name of the file, for error messages.

    Raises:
        ValueError: if a line can't be part of a bug. The message contains the file
            name, the line number and the line itself.
    """
    found: list[Edited] = []
    for number, line, begins in numbered(text):
        if begins and (head := HEAD.fullmatch(line)):
            found.append(Edited(head["id"], "reference", head["symptom"]))
        elif not begins and (edit := EDIT.fullmatch(line)):
            add_edit(found[-1], edit)
        elif not begins and not line.startswith(" ") and not found[-1].edits:
            found[-1].thought += f" {line}"
        else:
            raise ValueError(f"{name}, line {number}: not of a bug: {line}")
    right = [edit for one in found if one.name == "otherwise" for edit in one.edits]
    every = (one for one in found if one.name != "otherwise")
    return Bugs((Bug(x.name, x.thought, tuple(x.edits)) for x in every), right)
