"""How learning platforms name submitted files, and the feedback files they import.

Moodle    "Ada Lovelace_1204_assignsubmission_file/attention.ipynb", or the same without
          folders, "…_assignsubmission_file_attention.ipynb" (mod/assign/locallib.php;
          what it imports: feedback/file/importziplib.php). The number identifies the
          participant in this one assignment.
Canvas    "lovelaceada_late_77_4031_attention.ipynb": the user's number, the file's
          number (lib/content_zipper.rb; it matches feedback by both).
ILIAS     "Lovelace_Ada_ada_311/attention.ipynb"; late files have words before the name;
          it imports "multi_feedback…/Lovelace_Ada_ada_311/" (ilExAssignment).
else      a folder for each student, named by id, address or name.

Only the outermost of these names says whose file it is, because the platform chose it.
Students chose all names inside, so those can be anything.

We couldn't test any of these platforms. The formats come from their code and
documentation.
"""

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from lernformer.grading.gradebook.students import People

MOODLE = re.compile(r"(?P<name>[^_]*)_(?P<number>\d+)_assignsubmission_[a-z]+_?")
CANVAS = re.compile(  # lower-case letters; their accents may be separate characters
    r"(?P<name>[\w\u0300-\u036f]*?)_(?P<late>late_)?(?P<number>\d+)_(?P<file>\d+)_(?P<rest>.+)",
    re.I,
)
ILIAS = re.compile(r"(?P<name>[^_]*_[^_]*_.+)_(?P<number>\d+)")
LATE = re.compile(r"(?P<words>\D[^/]*?) (?:- |-_|_-_)(?P<rest>.+)")
STAMP = re.compile(r"(?P<stamp>20\d{12})_(?P<rest>.+)")


@dataclass(frozen=True)
class Origin:
    """What a path in a platform's archive says about a file."""

    platform: str  # "moodle", "canvas", "ilias" or "folders"
    place: str  # the name by which the platform recognises the student's work
    file: str  # the file name that the student chose
    name: str = ""  # the student's name; "" if the platform does not give it
    number: str = ""  # the student's number on the platform, or the participant number
    late: bool = False  # whether the platform marks it as late
    # when it arrived, according to its name; "" if the name does not say
    stamp: str = ""
    order: int = 0  # a number that is greater for later files


def is_students(part: str) -> bool:
    """Return True if a platform may have given this name to a student's work."""
    return bool(MOODLE.match(part) or ILIAS.fullmatch(part) or CANVAS.fullmatch(part))


def origin(path: str, start: int | None = None) -> Origin:
    """Return the origin of a file, according to its path in an archive.

    If we don't know how many folders there are above the student's, we take the
    outermost name that looks like a student's.
    """
    parts = PurePosixPath(path).parts
    if start is None:
        start = next((i for i, x in enumerate(parts) if is_students(x)), 0)
    first, file = parts[start], parts[-1]
    inside = len(parts) > start + 1
    if match := MOODLE.match(first):
        rest = first[match.end() :]
        place = match[0].rstrip("_")
        return Origin("moodle", place, rest or file, match["name"], match["number"])
    if inside and (match := ILIAS.fullmatch(first)):
        about = match["name"], match["number"]
        late, stamp = False, ""
        if words := LATE.fullmatch(file):
            file, late = words["rest"], True
        if words := STAMP.fullmatch(file):
            file, stamp = words["rest"], words["stamp"]
        return Origin("ilias", first, file, *about, late, stamp)
    if not inside and (match := CANVAS.fullmatch(first)):
        place = first.removesuffix(match["rest"]).rstrip("_")
        late, order = bool(match["late"]), int(match["file"])
        about = match["name"], match["number"]
        return Origin("canvas", place, match["rest"], *about, late, order=order)
    return Origin("folders", first if inside else "", file)


def owners(origin: Origin, people: People) -> set[str]:
    """Return a file's possible owners. If there are several, the owner is unknown."""
    if origin.platform == "canvas":
        named = people.named(origin.name)
        without = {one for one in named if not people.people[one].number}
        return people.numbered(origin.number) or without
    if origin.platform == "ilias":
        # the last part is an unknown login; names, too, may contain "_"
        name = origin.name.rpartition("_")[0]
        return people.ending(origin.name) or people.named(name)
    if name := origin.name or origin.place:  # one student's id may be another's name
        return people.called(name) | people.named(name)
    stem = PurePosixPath(origin.file).stem
    return people.called(stem) or people.called(stem.rpartition("_")[0])


def returned(origin: Origin, student: str, assignment: str, file: str) -> str:
    """Return the path at which the platform expects a student's feedback file."""
    if origin.platform == "folders":
        return f"{student}/{file}"
    if origin.platform == "canvas":
        return f"{origin.place}_{file}"
    if origin.platform == "ilias":
        return f"multi_feedback_{assignment}/{origin.place}/{file}"
    return f"{origin.place}/{file}"
