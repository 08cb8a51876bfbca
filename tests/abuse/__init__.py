"""Submissions that try to cheat, to break out or to break the run, and honest ones.

Most are code in the cells of a notebook whose other answers are right. The text files
list them in this form:

    === memory_bomb: Doubles a list until there is no memory left.
    says: of memory
    %% softmax, earns 0
    def softmax(scores, axis=-1):
        …

`first` and `last` are cells to add. A task earns all of its points unless its cell or a
line `earns:` says otherwise. The feedback of a lost task holds the words after `says:`
and no answer's output those after `hides:`; a cell shows the words after `shows:`. Of
several, separated by bars, one is enough, because walls differ and the machine may be
busy.

`notebooks.py` and `files.py` make the submissions that need more than that. The first
word of a name is the attack's kind; the first of each kind is handed in by `make test`.
"""

from dataclasses import replace
from pathlib import Path

from . import files, notebooks
from .attack import Attack, read


def _all() -> dict[str, Attack]:
    texts = sorted(Path(__file__).parent.glob("*.txt"))
    known = [text.read_text("utf-8").replace("<FF>", "\f") for text in texts]
    found = [one for text in known for one in read(text)]
    found += [*notebooks.GENERATED, *vars(files).values(), *vars(notebooks).values()]
    attacks = {one.name: one for one in found if isinstance(one, Attack)}
    again = "Does the same after somebody else, whose notes it would find."
    left = attacks["notes_left_for_the_next"]
    return attacks | {NEXT: replace(left, name=NEXT, tries=again)}


NEXT = "notes_read_by_the_next"
ATTACKS = _all()
