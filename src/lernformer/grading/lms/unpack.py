"""Unpacks a platform's archive, or any folder, to `submitted/<student>/<assignment>/`.

First, a plan lists every file once: either taken, or left with a reason. Nothing is
written until somebody has agreed to it. Files that are taken keep their bytes and their
time, so due dates work without nbgrader's exchange.
"""

import contextlib
import io
import json
import re
import shutil
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
from lernformer.grading.gradebook.dates import how_long
from lernformer.grading.gradebook.students import People, folded
from lernformer.grading.judge import submission
from lernformer.grading.judge.records import fingerprint
from lernformer.grading.judge.seeds import COLLECTED
from lernformer.grading.judge.submission import MAX_FILE, Unreadable, on_a_line
from lernformer.grading.lms.platforms import Origin, is_students, origin, owners

TIMESTAMP = "timestamp.txt"
MAX_FILES = 100_000
MAX_PACKED = 1000  # files in one student's zip
ECHO = re.compile(r"(?:[-_ ]?copy ?\d*|[-_ ]?kopie ?\d*|[-_ ]?\(?\d+\)?|[-_ .])+", re.I)
# What zipfile raises for a single file, which must not stop a whole archive.
DAMAGED = (OSError, EOFError, zipfile.BadZipFile, RuntimeError, zlib.error)
NOISE = re.compile(r"(?:^|/)(?:__MACOSX/|\._|\.DS_Store$|\.ipynb_checkpoints/)")


@dataclass(frozen=True)
class Item:
    """A file in an archive.

    Attributes:
        path: its path in the archive, with "/".
        time: when it was last changed, in UTC; ``None`` if that is unknown.
        read: a function that returns its bytes, or raises `Unreadable`.
        packed: its path in the student's own zip; "" if it isn't in one.
    """

    path: str
    time: datetime | None
    read: Callable[[], bytes] = field(repr=False, compare=False)
    packed: str = ""

    @property
    def whole(self) -> str:
        """The path, including the one inside a student's zip."""
        return f"{self.path}/{self.packed}" if self.packed else self.path


@dataclass(frozen=True)
class Found:
    """A file and what is known about it.

    Attributes:
        student: the student whose file it is; "" if that is unknown.
        notebook: the exercise, as "assignment/notebook"; "" if it isn't one.
        digest: a hash of its bytes. They are read again when they are written, because
            a class's files together may not fit into memory.
        reason: why it is not taken; "" if it is.
        remarks: what a person should check even though the file is taken.
    """

    item: Item
    origin: Origin
    student: str = ""
    notebook: str = ""
    digest: str = ""
    reason: str = ""
    remarks: tuple[str, ...] = ()

    @property
    def sent(self) -> datetime | None:
        """When it arrived; file times in Canvas's and ILIAS's zips don't show this."""
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
    """Yield the files in a student's zip; yield any other file as it is."""
    if not one.path.lower().endswith(".zip"):
        yield one
        return
    try:
        archive = zipfile.ZipFile(io.BytesIO(one.read()))
    except (*DAMAGED, Unreadable):
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
                seconds = file.lstat().st_mtime
                yield Item(
                    file.relative_to(path).as_posix(),
                    _at(seconds),
                    partial(submission.read, file),
                )
        return
    try:
        archive = zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile) as error:
        raise ValueError(f"{path} is neither a folder nor a zip: {error}") from error
    known = archive.infolist()
    if len(known) > MAX_FILES:
        raise ValueError(f"{path} holds {len(known)} files; at most {MAX_FILES}")
    times = {info.date_time for info in known if not info.is_dir()}
    for info in known:
        if not info.is_dir():
            # if all files have the same time, it is the archive's own
            told = len(times) > 1 or len(known) == 1
            yield Item(
                _name(info),
                _utc(info.date_time) if told else None,
                partial(_unpacked, archive, info),
            )


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
    if info.file_size > MAX_FILE:
        raise Unreadable(f"it has more than {MAX_FILE >> 20} MB")
    try:
        with archive.open(info) as file:
            content = file.read(MAX_FILE + 1)
    except DAMAGED as error:
        raise Unreadable(f"it cannot be unpacked: {error}") from error
    if len(content) > MAX_FILE:
        raise Unreadable(f"it has more than {MAX_FILE >> 20} MB")
    return content


# planning ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Plan:
    """Every file in an archive, either taken or left.

    Attributes:
        missing: the students who have handed in nothing so far, keyed by assignment.
    """

    taken: tuple[Found, ...]
    left: tuple[Found, ...]
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

    Args:
        exercises: the names of each exercise's cells, keyed by "assignment/notebook".
        submitted: the folder with work that was collected earlier.
        due: a function that returns a student's deadline for an assignment.
        numbers: students keyed by participant number; more reliable than names.
    """
    ready: dict[tuple[str, str], list[Found]] = defaultdict(list)
    left: list[Found] = []
    every = list(found)
    starts = _starts([item.path for item in every], people, exercises)
    for item in every:
        told = origin(item.path, starts[item.path])
        if item.packed:  # the zip's own path says whose it is
            told = replace(told, file=PurePosixPath(item.packed).name)
        one = _looked_at(item, told, people, exercises, numbers or {})
        (
            left.append(one)
            if one.reason
            else ready[one.student, one.notebook].append(one)
        )
    taken = []
    for (student, notebook), several in ready.items():
        several.sort(key=_order)
        *older, best = several
        left += [
            replace(x, reason=f"a newer file exists: {best.item.whole}") for x in older
        ]
        best = replace(best, remarks=_remarks(best, len(several), due))
        assignment, name = notebook.split("/")
        folder = submitted / student / assignment
        if reason := _there_already(folder, name, best):
            left.append(replace(best, reason=reason))
        else:
            taken.append(best)
    assignments = sorted({x.notebook.partition("/")[0] for x in taken})
    having = {(x.student, x.notebook.partition("/")[0]) for x in taken}
    missing = {
        assignment: tuple(
            student
            for student in sorted(people.people)
            if (student, assignment) not in having
            and not any((submitted / student / assignment).glob("*.ipynb"))
        )
        for assignment in assignments
    }
    return Plan(tuple(taken), tuple(left), missing)


def _starts(
    paths: Sequence[str], people: People, exercises: Mapping[str, set[str]]
) -> dict[str, int]:
    """Return the number of folders above the student's, keyed by path.

    These are folders that contain all notebooks, and folders named like an assignment.
    Students chose none of their names, unless the archive is a single student's.
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
    told: Origin,
    people: People,
    exercises: Mapping[str, set[str]],
    numbers: Mapping[str, str],
) -> Found:
    one = Found(item, told)
    if NOISE.search(item.whole):
        return replace(one, reason="a file of the system's own")
    remarks = ["was in a zip"] if item.packed else []
    kind = PurePosixPath(told.file).suffix.lower()
    if kind not in (".ipynb", ".txt", ".json"):
        return replace(one, reason="no notebook")
    try:
        content = item.read()
        if kind != ".ipynb":  # a browser may have renamed it
            submission.parsed(content)
            remarks.append(f"is called {PurePosixPath(told.file).name}")
    except Unreadable as error:
        words = str(error) if kind == ".ipynb" else "no notebook"
        return replace(one, reason=words)
    notebook, certain = _exercise(content, told.file, exercises)
    if not notebook:
        names = ", ".join(sorted(exercises)) or "none is generated"
        return replace(one, reason=f"none of the exercises ({names})")
    if student := numbers.get(told.number, ""):
        who = {student}
    else:
        who = owners(told, people)
    if len(who) != 1:
        nearest = people.nearest(told.name or told.place)
        reason = (
            f"could be any of: {', '.join(sorted(who))}"
            if who
            else "nobody in the class list"
            + (f"; the nearest is {nearest}" if nearest else "")
        )
        return replace(one, notebook=notebook, reason=reason)
    if not certain:
        remarks.append(f"{_uncertain(content)}; taken by its name")
    return replace(
        one,
        student=who.pop(),
        notebook=notebook,
        digest=fingerprint(content),
        remarks=tuple(remarks),
    )


def _uncertain(content: bytes) -> str:
    """Return the reason why a notebook's cells don't show which exercise it is."""
    try:
        submission.parsed(content)
    except Unreadable:
        return "cannot be read as a notebook"
    return "its cells have lost their names"


def _exercise(
    content: bytes, file: str, exercises: Mapping[str, set[str]]
) -> tuple[str, bool]:
    """Return the exercise, by its cells or else its name, and whether it is certain."""
    try:
        cells = {name for _, name, _ in submission.sources(content) if name}
    except Unreadable:
        cells = set()
    shared = {known: len(cells & names) for known, names in exercises.items()}
    best = max(shared.values(), default=0)
    if best and len(likely := [x for x, count in shared.items() if count == best]) == 1:
        return likely[0], True
    stem = unicodedata.normalize("NFC", PurePosixPath(file).stem).casefold()
    for known in sorted(exercises, key=len, reverse=True):
        name = known.partition("/")[2].casefold()
        if stem.startswith(name) and (
            stem == name or ECHO.fullmatch(stem[len(name) :])
        ):
            return known, bool(cells)
    return "", False


def _order(one: Found) -> tuple:
    return (
        one.sent or datetime.min,
        one.origin.order,
        _copy(one.origin.file),
        one.item.path,
    )


def _copy(file: str) -> int:
    """Return the number in "attention-2.ipynb" or "attention (2).ipynb"."""
    number = re.search(r"(\d+)\)?$", PurePosixPath(file).stem)
    return int(number[1][-9:]) if number else 0


def _remarks(
    one: Found, several: int, due: Callable[[str, str], datetime | None]
) -> tuple[str, ...]:
    assignment, name = one.notebook.split("/")
    told = list(one.remarks)
    if one.origin.file != f"{name}.ipynb":
        told.append(f"was called {one.origin.file}")
    if several > 1:
        known = one.sent or one.origin.order
        told.append(
            f"the newest of {several}"
            if known
            else f"one of {several}, by its name: times are unknown"
        )
    limit = due(one.student, assignment)
    if limit and one.sent and one.sent > limit:
        told.append(f"late: {how_long((one.sent - limit).total_seconds())}")
    elif one.origin.late:
        told.append(f"late, but {one.origin.platform} doesn't say by how much")
    elif limit and not one.sent:
        told.append("has no time, so it may be late")
    return tuple(told)


def _there_already(folder: Path, name: str, one: Found) -> str:
    """Return why the existing file is kept; empty if it is replaced."""
    try:
        before = submission.read(folder / f"{name}.ipynb")
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
    """Write the files that are taken, each student's folder completely or not at all.

    Args:
        beside: the gradebook's folder, in which we record where work came from,
            because students can't write there.

    Raises:
        Unreadable: if a file is no longer there.
        ValueError: if the existing record is damaged.
    """
    origins = _origins(beside)
    works: dict[tuple[str, str], list[Found]] = defaultdict(list)
    for one in chosen.taken:
        works[one.student, one.notebook.partition("/")[0]].append(one)
    for (student, assignment), several in works.items():
        folder = submitted / student / assignment
        part = folder.with_name(f".{assignment}.part")
        shutil.rmtree(part, ignore_errors=True)
        part.parent.mkdir(parents=True, exist_ok=True)
        if folder.is_dir():
            shutil.copytree(folder, part, symlinks=True)
        part.mkdir(exist_ok=True)
        for one in several:
            _write(part, one)
        if folder.exists():
            shutil.rmtree(folder)
        part.replace(folder)
        origins[f"{student}/{assignment}"] = asdict(several[-1].origin)
        text = json.dumps(origins, indent=1) + "\n"
        atomic.write(beside / COLLECTED, text, mode=0o600)


def _write(folder: Path, one: Found) -> None:
    name = one.notebook.partition("/")[2]
    files: dict[str, bytes] = {f"{name}.ipynb": one.item.read()}
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


def told(chosen: Plan) -> str:
    """Return a description of the plan, in which ordinary files are only counted."""
    lines = io.StringIO()

    def say(text: str) -> None:
        print(text, file=lines)

    for assignment, count in sorted(
        Counter(x.notebook.partition("/")[0] for x in chosen.taken).items()
    ):
        say(f"{assignment}: {count} to collect")
    remarked = [x for x in chosen.taken if x.remarks]
    if remarked:
        say("\nPlease check these:")
        for one in sorted(remarked, key=lambda x: x.student):
            remarks = f"{'; '.join(one.remarks)}  [{one.item.path}]"
            say(f"  {one.student}: {on_a_line(remarks)}")
    grouped: dict[str, list[Found]] = defaultdict(list)
    for one in chosen.left:
        grouped[one.reason].append(one)
    quiet = ("collected before", "a file of the system's own")
    for reason in quiet:
        if several := grouped.pop(reason, []):
            say(f"\n{len(several)}: {reason}")
    if grouped:
        say("\nNot collected:")
        for reason, several in sorted(grouped.items()):
            for one in several:
                say(f"  {on_a_line(f'{one.item.path}: {reason}')}")
    for assignment, students in chosen.missing.items():
        if students:
            say(f"\nMissing for {assignment}: {', '.join(students)}")
    return lines.getvalue()
