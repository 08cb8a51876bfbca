"""Unpacks a platform's archive, or any folder, to `submitted/<student>/<assignment>/`.

First, we make a plan. It lists every file once and says whether the file is taken and,
if not, why not. Nothing is written until somebody has agreed to the plan. Files that
are taken keep their contents and their timestamps, so due dates work without nbgrader's
exchange.
"""

import contextlib
import io
import json
import re
import stat
import unicodedata
import zipfile
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any

from lernformer import atomic
from lernformer.grading.gradebook.folders import replacing
from lernformer.grading.gradebook.lateness import how_long
from lernformer.grading.gradebook.students import People, folded
from lernformer.grading.judge import submission
from lernformer.grading.judge.grading_record import fingerprint
from lernformer.grading.judge.seeds import COLLECTED
from lernformer.grading.judge.submission import TIMESTAMP, Unreadable, on_a_line
from lernformer.grading.lms.platforms import Origin, is_students, origin, owners

MAX_FILES = 100_000
MAX_PACKED = 1000  # files in one student's zip
ECHO = re.compile(r"(?:[-_ ]?copy ?\d*|[-_ ]?kopie ?\d*|[-_ ]?\(?\d+\)?|[-_ .])+", re.I)
# zipfile raises these for a single bad file, which must not stop a whole archive.
DAMAGED = (OSError, EOFError, zipfile.BadZipFile, RuntimeError, zlib.error)
QUIET = ("collected before", "a file of the system's own")  # only counted
NOISE = re.compile(r"(?:^|/)(?:__MACOSX/|\._|\.DS_Store$|\.ipynb_checkpoints/)")


@dataclass(frozen=True)
class Item:
    """A file in an archive."""

    path: str
    # when it was last changed, in UTC; ``None`` if that is unknown
    time: datetime | None
    # a function that returns its bytes, or raises `Unreadable`
    read: Callable[[], bytes] = field(repr=False, compare=False)
    packed: str = ""  # its path in the student's own zip; "" if it isn't in one

    @property
    def whole(self) -> str:
        """The path, including the one inside a student's zip."""
        return f"{self.path}/{self.packed}" if self.packed else self.path


@dataclass(frozen=True)
class Found:
    """A file and what is known about it."""

    item: Item
    origin: Origin
    student: str = ""  # the student whose file it is; "" if that is unknown
    notebook: str = ""  # the exercise, as "assignment/notebook"; "" if it isn't one
    # a hash of its bytes. We read the bytes again when we write the file, because the
    # files of a whole class may not fit into memory.
    digest: str = ""
    reason: str = ""  # why it is not taken; "" if it is
    # what a person should check even though the file is taken
    remarks: tuple[str, ...] = ()

    @property
    def assignment(self) -> str:
        return self.notebook.partition("/")[0]

    @property
    def name(self) -> str:
        return f"{self.notebook.partition('/')[2]}.ipynb"

    @property
    def sent(self) -> datetime | None:
        """When it arrived. File times in Canvas's and ILIAS's zips don't show this."""
        if self.origin.stamp:
            return datetime.strptime(self.origin.stamp, "%Y%m%d%H%M%S")
        return None if self.origin.platform in ("canvas", "ilias") else self.item.time


# reading ----------------------------------------------------------------------------


def items(path: Path) -> Iterator[Item]:
    """Yield the files in a zip or folder, including those in students' own zips.

    It doesn't follow links, and yields nothing from outside the path.

    Raises:
        ValueError: if the path is neither a zip nor a folder, or is damaged.
    """
    for one in _outer(path):
        yield from unpacked(one)


def unpacked(one: Item) -> Iterator[Item]:
    """Yield the files in a student's zip. Yield any other file unchanged."""
    archive = None
    if one.path.lower().endswith(".zip"):
        with contextlib.suppress(*DAMAGED, Unreadable):
            archive = zipfile.ZipFile(io.BytesIO(one.read()))
    if not archive:
        yield one
        return
    for info in archive.infolist()[:MAX_PACKED]:
        if not info.is_dir():
            read = partial(_unpacked, archive, info)
            yield replace(one, read=read, packed=_name(info))


def _outer(path: Path) -> Iterator[Item]:
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if stat.S_ISREG(file.lstat().st_mode):
                name, seconds = file.relative_to(path).as_posix(), file.lstat().st_mtime
                yield Item(name, _at(seconds), partial(submission.read, file))
        return
    try:
        archive = zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} is neither a folder nor a zip: {error}") from error
    known = archive.infolist()
    if len(known) > MAX_FILES:
        words = f"at most {MAX_FILES} are allowed"
        raise ValueError(f"{path} contains {len(known)} files; {words}")
    files = [info for info in known if not info.is_dir()]
    # if all files have the same time, it is the archive's own
    trusted = len({info.date_time for info in files}) > 1 or len(known) == 1
    for info in files:
        time = _utc(info.date_time) if trusted else None
        yield Item(_name(info), time, partial(_unpacked, archive, info))


def _name(info: zipfile.ZipInfo) -> str:
    """Return the path as text, even if an old tool hasn't marked it as UTF-8."""
    name = info.filename
    if not info.flag_bits & 0x800:
        with contextlib.suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return name.replace("\\", "/")


def _at(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None)


def _utc(local: tuple[int, int, int, int, int, int]) -> datetime | None:
    """Return a zipped file's time in UTC, from the zipping computer's local time."""
    if local[0] <= 1980:
        return None
    try:
        return _at(datetime(*local).timestamp())
    except (ValueError, OverflowError, OSError):
        return None


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    try:
        content = b""
        if info.file_size <= submission.MAX_FILE:
            with archive.open(info) as file:
                content = file.read(submission.MAX_FILE + 1)
    except DAMAGED as error:
        raise Unreadable(f"it cannot be unpacked: {error}") from error
    if max(info.file_size, len(content)) > submission.MAX_FILE:
        raise Unreadable(f"it has more than {submission.MAX_FILE >> 20} MB")
    return content


# planning ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """Every file in an archive, either taken or left."""

    taken: tuple[Found, ...]
    left: tuple[Found, ...]
    # the students who have handed in nothing so far, keyed by assignment
    missing: dict[str, tuple[str, ...]]


def plan(
    found: Iterator[Item],
    people: People,
    exercises: Mapping[str, set[str]],
    submitted: Path,
    due: Callable[[str, str], datetime | None] = lambda student, assignment: None,
    numbers: Mapping[str, str] | None = None,
) -> Plan:
    """Decide for each file which student owns it and whether it is taken.

    ``exercises`` contains the names of each exercise's cells, keyed by
    "assignment/notebook". The folder ``submitted`` contains the work that was collected
    earlier. ``due`` returns a student's deadline for an assignment. ``numbers`` maps
    participant numbers to students, because these numbers are more reliable than names.
    """
    ready: dict[tuple[str, str], list[Found]] = defaultdict(list)
    left: list[Found] = []
    every = list(found)
    starts = _starts([item.path for item in every], people, exercises)
    for item in every:
        source = origin(item.path, starts[item.path])
        if item.packed:  # the zip's own path says whose it is
            source = replace(source, file=PurePosixPath(item.packed).name)
        one = _looked_at(item, source, people, exercises, numbers or {})
        same = left if one.reason else ready[one.student, one.notebook]
        same.append(one)
    taken: list[Found] = []
    for several in ready.values():
        *older, best = sorted(several, key=_order)
        newer = f"a newer file exists: {best.item.whole}"
        left += [replace(one, reason=newer) for one in older]
        best = replace(best, remarks=_remarks(best, len(several), due))
        reason = _there_already(submitted / best.student / best.assignment, best)
        (left if reason else taken).append(replace(best, reason=reason))
    having = {(one.student, one.assignment) for one in taken}
    missing = {
        assignment: tuple(
            student
            for student in sorted(people.people)
            if (student, assignment) not in having
            and not any((submitted / student / assignment).glob("*.ipynb"))
        )
        for assignment in sorted({one.assignment for one in taken})
    }
    return Plan(tuple(taken), tuple(left), missing)


def _starts(
    paths: Sequence[str], people: People, exercises: Mapping[str, set[str]]
) -> dict[str, int]:
    """Return the number of folders above the student's, keyed by path.

    These are folders that contain all notebooks, and folders named after an assignment.
    No student chose their names, unless the whole archive belongs to a single student.
    """
    works = {folded(name.partition("/")[0]) for name in exercises}
    parts = {path: PurePosixPath(path).parts[:-1] for path in paths}
    notebooks = [
        folders
        for path, folders in parts.items()
        if path.lower().endswith(".ipynb") and not NOISE.search(path)
    ]
    shared = 0
    while {len(folders) > shared for folders in notebooks} == {True}:
        (first, *others) = {folders[shared] for folders in notebooks}
        if others or is_students(first) or people.called(first) | people.named(first):
            break
        shared += 1
    starts = {}
    for path, folders in parts.items():
        start = min(shared, len(folders))
        while start < len(folders) and folded(folders[start]) in works:
            start += 1
        starts[path] = start
    return starts


def _looked_at(
    item: Item,
    source: Origin,
    people: People,
    exercises: Mapping[str, set[str]],
    numbers: Mapping[str, str],
) -> Found:
    one = Found(item, source)
    if NOISE.search(item.whole):
        return replace(one, reason="a file of the system's own")
    remarks = ["was in a zip"] if item.packed else []
    kind = PurePosixPath(source.file).suffix.lower()
    if kind not in (".ipynb", ".txt", ".json"):
        return replace(one, reason="no notebook")
    try:
        content = item.read()
        if kind != ".ipynb":  # a browser may have renamed it
            submission.parsed(content)
            remarks.append(f"is called {PurePosixPath(source.file).name}")
    except Unreadable as error:
        words = str(error) if kind == ".ipynb" else "no notebook"
        return replace(one, reason=words)
    notebook, doubt = _exercise(content, source.file, exercises)
    if not notebook:
        names = ", ".join(sorted(exercises)) or "none is generated"
        return replace(one, reason=f"none of the exercises ({names})")
    one = replace(one, notebook=notebook)
    student = numbers.get(source.number)
    who = {student} if student else owners(source, people)
    if len(who) > 1:
        return replace(one, reason=f"could be any of: {', '.join(sorted(who))}")
    if not who:
        nearest = people.nearest(source.name or source.place)
        hint = f"; the nearest is {nearest}" if nearest else ""
        return replace(one, reason=f"nobody in the class list{hint}")
    remarks += [f"{doubt}; taken by its name"] if doubt else []
    digest = fingerprint(content)
    return replace(one, student=who.pop(), digest=digest, remarks=tuple(remarks))


def _exercise(
    content: bytes, file: str, exercises: Mapping[str, set[str]]
) -> tuple[str, str]:
    """Return the exercise, identified by its cells or its name, and any doubts."""
    try:
        cells = {name for _, name, _ in submission.sources(content) if name}
        doubt = "" if cells else "its cells have lost their names"
    except Unreadable:
        cells, doubt = set(), "cannot be read as a notebook"
    shared = {known: len(cells & names) for known, names in exercises.items()}
    best = max(shared.values(), default=0)
    if best and len(likely := [x for x, count in shared.items() if count == best]) == 1:
        return likely[0], ""
    stem = unicodedata.normalize("NFC", PurePosixPath(file).stem).casefold()
    for known in sorted(exercises, key=len, reverse=True):
        name = known.partition("/")[2].casefold()
        if stem == name or (
            stem.startswith(name) and ECHO.fullmatch(stem.removeprefix(name))
        ):
            return known, doubt
    return "", ""


def _order(one: Found) -> tuple:
    # the number of a copy, such as "attention-2.ipynb" or "attention (2).ipynb"
    number = re.search(r"(\d+)\)?$", PurePosixPath(one.origin.file).stem)
    copy = int(number[1][-9:]) if number else 0
    return one.sent or datetime.min, one.origin.order, copy, one.item.path


def _remarks(
    one: Found, several: int, due: Callable[[str, str], datetime | None]
) -> tuple[str, ...]:
    remarks = list(one.remarks)
    if one.origin.file != one.name:
        remarks.append(f"was called {one.origin.file}")
    if several > 1 and (one.sent or one.origin.order):
        remarks.append(f"the newest of {several}")
    elif several > 1:
        remarks.append(f"one of {several}, by its name: times are unknown")
    limit = due(one.student, one.assignment)
    if limit and one.sent and one.sent > limit:
        remarks.append(f"late: {how_long((one.sent - limit).total_seconds())}")
    elif one.origin.late:
        remarks.append(f"late, but {one.origin.platform} doesn't say by how much")
    elif limit and not one.sent:
        remarks.append("has no time, so it may be late")
    return tuple(remarks)


def _there_already(folder: Path, one: Found) -> str:
    """Return why the existing file is kept, or "" if it is replaced."""
    try:
        before = submission.read(folder / one.name)
    except Unreadable:
        return ""
    if fingerprint(before) == one.digest:
        return "collected before"
    try:
        known = (folder / TIMESTAMP).read_text("utf-8").strip().removesuffix(" UTC")
        stamp = datetime.fromisoformat(known)
    except (OSError, ValueError):
        return ""
    if one.sent and stamp > one.sent:
        return f"older than what was collected before ({stamp:%Y-%m-%d %H:%M} UTC)"
    return ""


# carrying out -----------------------------------------------------------------------


def carry_out(chosen: Plan, submitted: Path, beside: Path) -> None:
    """Write the files that are taken.

    Each student's folder is written either completely or not at all. We record where
    work came from in the gradebook's folder, because students can't write there.

    Raises:
        Unreadable: if a file is no longer there.
        ValueError: if the existing record is damaged.
    """
    origins = _origins(beside)
    works: dict[tuple[str, str], list[Found]] = defaultdict(list)
    for one in chosen.taken:
        works[one.student, one.assignment].append(one)
    for (student, assignment), several in works.items():
        with replacing(submitted / student / assignment) as part:
            for one in several:
                _write(part, one)
        origins[f"{student}/{assignment}"] = asdict(several[-1].origin)
        text = json.dumps(origins, indent=1) + "\n"
        atomic.write(beside / COLLECTED, text, mode=0o600)


def _write(folder: Path, one: Found) -> None:
    files: dict[str, bytes] = {one.name: one.item.read()}
    for file in (*files, TIMESTAMP):
        (folder / file).unlink(missing_ok=True)
    if one.sent:
        files[TIMESTAMP] = f"{one.sent} UTC\n".encode()
    for file, content in files.items():
        (folder / file).write_bytes(content)


def collected(beside: Path, student: str, assignment: str) -> Origin | None:
    """Return where a student's work came from, if it was collected here.

    Raises:
        ValueError: if the record is damaged.
    """
    about = _origins(beside).get(f"{student}/{assignment}")
    return Origin(**about) if about else None


def _origins(beside: Path) -> dict[str, dict[str, Any]]:
    path = beside / COLLECTED
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return {}
    try:
        found = json.loads(text)
        for about in found.values():
            Origin(**about)
        return found
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(
            f"{path} is damaged ({type(error).__name__}). Move it away; `lernformer "
            "return` then packs a folder for each student instead of the platform's own"
        ) from error


# describing -------------------------------------------------------------------------


def describe(chosen: Plan) -> str:
    """Return a description of the plan, in which ordinary files are only counted."""
    counts = Counter(one.assignment for one in chosen.taken)
    lines = [f"{name}: {count} to collect" for name, count in sorted(counts.items())]
    if remarked := [one for one in chosen.taken if one.remarks]:
        lines.append("\nPlease check these:")
        for one in sorted(remarked, key=lambda x: x.student):
            remarks = f"{'; '.join(one.remarks)}  [{one.item.path}]"
            lines.append(f"  {one.student}: {on_a_line(remarks)}")
    reasons = Counter(one.reason for one in chosen.left)
    lines += [f"\n{reasons[x]}: {x}" for x in QUIET if reasons[x]]
    if loud := [one for one in chosen.left if one.reason not in QUIET]:
        lines.append("\nNot collected:")
        for one in sorted(loud, key=lambda x: x.reason):
            lines.append(f"  {on_a_line(f'{one.item.path}: {one.reason}')}")
    lines += [
        f"\nMissing for {assignment}: {', '.join(students)}"
        for assignment, students in chosen.missing.items()
        if students
    ]
    return "".join(f"{line}\n" for line in lines)
