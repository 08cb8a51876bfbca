"""Whose code is nearly the same: a hint for a person, and never a verdict.

Code becomes a row of tokens without names, strings, comments and layout, and the row
the set of its k-grams (the fingerprints of Schleimer, Wilkerson and Aiken 2003,
"Winnowing"; a class is small enough to keep them all). What was handed out does not
count, and neither does what many wrote: there are few ways to write a softmax.
"""

import keyword
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, combinations

K = 12  # tokens: about a line and a half
ENOUGH = 30  # fingerprints in common, before two can be called alike
ALIKE = 0.8  # share of the smaller one's fingerprints
CELLS = 2  # in which they stand: two can have the same idea once
TOKEN = re.compile(
    r"""\#[^\n]*
    |[bfru]{0,2}(?:\"\"\".*?\"\"\"|'''.*?''')
    |[bfru]{0,2}(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<word>[^\W\d]\w*)
    |(?P<sign>\d[\w.]*|\S)""",
    re.VERBOSE | re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True)
class Pair:
    """Two submissions that are alike.

    Attributes:
        students: the two.
        share: of the smaller one's fingerprints that the other has too, in [0, 1].
        cells: where these stand, the most of them first.
    """

    students: tuple[str, str]
    share: float
    cells: tuple[str, ...]


def tokens(code: str) -> list[str]:
    """The code's tokens, every name written "n"; also of code that does not parse."""
    found = []
    for match in TOKEN.finditer(code):
        if word := match["word"]:
            found.append(word if keyword.iskeyword(word) else "n")
        elif match["sign"]:
            found.append(match["sign"])
    return found


def fingerprints(code: str) -> set[int]:
    """Its k-grams, as numbers that mean something within this process."""
    row = tokens(code)
    return {hash(tuple(row[i : i + K])) for i in range(len(row) - K + 1)}


def alike(codes: dict[str, dict[str, str]], released: Iterable[str] = ()) -> list[Pair]:
    """The pairs of submissions with nearly the same code, the most alike first.

    Args:
        codes: by student and cell, what they wrote.
        released: the cells as they were handed out.
    """
    given = set().union(*map(fingerprints, released))
    cells = {
        student: {name: fingerprints(code) - given for name, code in written.items()}
        for student, written in codes.items()
    }
    whole = {student: set().union(*found.values()) for student, found in cells.items()}
    holders = Counter(chain.from_iterable(whole.values()))
    many = max(3, len(codes) // 10)
    rare = {s: {f for f in found if holders[f] <= many} for s, found in whole.items()}
    owners = defaultdict(list)
    for student in sorted(rare):
        for fingerprint in rare[student]:
            if holders[fingerprint] > 1:
                owners[fingerprint].append(student)
    shared = Counter(chain.from_iterable(combinations(o, 2) for o in owners.values()))
    pairs = []
    for (one, other), number in shared.items():
        share = number / min(len(rare[one]), len(rare[other]))
        if number >= ENOUGH and share >= ALIKE:
            both = rare[one] & rare[other]
            where = Counter({n: len(found & both) for n, found in cells[one].items()})
            names = tuple(name for name, count in where.most_common() if count)
            if len(names) >= CELLS:
                pairs.append(Pair((one, other), share, names))
    return sorted(pairs, key=lambda pair: (-pair.share, pair.students))
