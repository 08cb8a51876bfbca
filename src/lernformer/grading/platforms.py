"""How learning platforms name what students hand in, and what they take back.

Moodle    "Ada Lovelace_1204_assignsubmission_file/attention.ipynb", or the same without
          folders, "…_assignsubmission_file_attention.ipynb" (mod/assign/locallib.php;
          what it takes back: feedback/file/importziplib.php). The number is that of the
          participant in this one assignment.
Canvas    "lovelaceada_late_77_4031_attention.ipynb": the user's number, the file's
          number (lib/content_zipper.rb; by both it takes back).
ILIAS     "Lovelace_Ada_ada_311/attention.ipynb", late files with words before the name;
          it takes back "multi_feedback…/Lovelace_Ada_ada_311/" (ilExAssignment).
else      a folder for each student, called by id, address or name.

None of the three could be asked: this is what their code and documentation say.
"""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from lernformer.grading.people import People

MOODLE = re.compile(r"(?P<name>[^_]*)_(?P<number>\d+)_assignsubmission_[a-z]+_?")
CANVAS = re.compile(  # small letters, which may stand apart from what is over them
    r"(?P<name>[\w\u0300-\u036f]*?)_(?P<late>late_)?(?P<number>\d+)_(?P<file>\d+)_(?P<rest>.+)",
    re.I,
)
ILIAS = re.compile(r"(?P<name>.*_.*_.+)_(?P<number>\d+)")
LATE = re.compile(r"(?P<words>\D[^/]*?) (?:- |-_|_-_)(?P<rest>.+)")
STAMP = re.compile(r"(?P<stamp>20\d{12})_(?P<rest>.+)")


@dataclass(frozen=True)
class Origin:
    """What a path in a platform's archive says.

    Attributes:
        platform: "moodle", "canvas", "ilias" or "folders".
        place: by which the platform knows the student's work again.
        file: the name that the student gave.
        name: of the student, as far as it is told.
        number: of the student there, or of the participant.
        late: whether the platform calls it late.
        stamp: when it came, as the name tells; "" if it does not.
        order: of several files, the later one has the greater.
    """

    platform: str
    place: str
    file: str
    name: str = ""
    number: str = ""
    late: bool = False
    stamp: str = ""
    order: int = 0


def origin(path: str) -> Origin:
    """Read a path, the folders before the student's left out."""
    parts = PurePosixPath(path).parts
    for part in parts:
        if found := MOODLE.match(part):
            rest = part[found.end() :]
            return Origin(
                "moodle",
                found[0].rstrip("_"),
                rest or parts[-1],
                found["name"],
                found["number"],
            )
    for part in parts[:-1]:
        if found := ILIAS.fullmatch(part):
            file, late, stamp = parts[-1], False, ""
            if told := LATE.fullmatch(file):
                file, late = told["rest"], True
            if told := STAMP.fullmatch(file):
                file, stamp = told["rest"], told["stamp"]
            return Origin(
                "ilias", part, file, found["name"], found["number"], late, stamp
            )
    if found := CANVAS.fullmatch(parts[-1]):
        return Origin(
            "canvas",
            parts[-1].removesuffix(found["rest"]).rstrip("_"),
            found["rest"],
            found["name"],
            found["number"],
            bool(found["late"]),
            order=int(found["file"]),
        )
    return Origin("folders", parts[-2] if len(parts) > 1 else "", parts[-1])


def owners(path: str, told: Origin, people: People) -> set[str]:
    """Everybody who can be meant: one, or it is nobody's."""
    if told.platform == "canvas":
        # a name may hold numbers as well
        numbers = re.findall(r"_(\d+)(?=_\d+_)", PurePosixPath(path).name)
        if found := set().union(*map(people.numbered, numbers)):
            return found
        return {x for x in people.named(told.name) if not people.people[x].number}
    if told.platform == "ilias" and (found := people.ending(told.name)):
        return found
    if told.platform == "ilias":
        # names may hold "_" as well: the last part is the login, which is not known
        return people.named(told.name.rpartition("_")[0])
    if told.name:  # one's id may be another's name
        return people.called(told.name) | people.named(told.name)
    for part in reversed(PurePosixPath(path).parts[:-1]):
        if found := people.called(part) | people.named(part):
            return found
    stem = PurePosixPath(path).stem
    return people.called(stem) or people.called(stem.rpartition("_")[0])


def returned(told: Origin, student: str, assignment: str, file: str) -> str:
    """Where a file must lie so that the platform gives it to the student."""
    if told.platform == "folders":
        return f"{student}/{file}"
    if told.platform == "canvas":
        return f"{told.place}_{file}"
    if told.platform == "ilias":
        return f"multi_feedback_{assignment}/{told.place}/{file}"
    return f"{told.place}/{file}"
