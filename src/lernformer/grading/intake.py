"""From a platform's archive, or any folder, to `submitted/<student>/<assignment>/`.

First a plan, in which every file stands once: taken, or left with a reason. Nothing is
written until somebody has agreed to it. What is taken keeps its bytes and its time, so
that due dates hold without nbgrader's exchange.
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
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path, PurePosixPath

from lernformer.grading import submission
from lernformer.grading.people import People
from lernformer.grading.platforms import Origin, origin, owners
from lernformer.grading.records import fingerprint
from lernformer.grading.submission import MAX_FILE, Unreadable, on_a_line

COLLECTED = "collected.json"  # beside the notebook: where it came from
TIMESTAMP = "timestamp.txt"
MAX_FILES = 100_000
ECHO = re.compile(r"(?:[-_ ]?copy ?\d*|[-_ ]?kopie ?\d*|[-_ ]?\(?\d+\)?|[-_ .])+", re.I)
# What zipfile raises over one file; of an archive of many that ends nothing.
DAMAGED = (OSError, EOFError, zipfile.BadZipFile, RuntimeError, zlib.error)
NOISE = re.compile(r"(?:^|/)(?:__MACOSX/|\._|\.DS_Store$|\.ipynb_checkpoints/)")


@dataclass(frozen=True)
class Item:
    """A file of an archive.

    Attributes:
        path: in there, with "/".
        time: when it was changed last, in UTC; ``None`` if that is not told.
        read: gives its bytes, or raises `Unreadable`.
    """

    path: str
    time: datetime | None
    read: Callable[[], bytes] = field(repr=False, compare=False)


@dataclass(frozen=True)
class Found:
    """A file, and what is known of it.

    Attributes:
        student: whose it is; "" if that is not known.
        notebook: which exercise it is, "assignment/notebook"; "" if none.
        digest: of its bytes. They are read once more when they are written: a class's
            files together may be larger than the memory.
        reason: why it is left; "" if it is taken.
        remarks: what a person should know though it is taken.
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
        """When it came: in Canvas's and ILIAS's archives files have other times."""
        if self.origin.stamp:
            return datetime.strptime(self.origin.stamp, "%Y%m%d%H%M%S")
        return None if self.origin.platform in ("canvas", "ilias") else self.item.time


# reading ----------------------------------------------------------------------------


def items(path: Path) -> Iterator[Item]:
    """The files of a zip or of a folder; no links, and nothing outside of it.

    Raises:
        ValueError: if it is neither, or damaged.
    """
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
            # an archive that gives all its files one time tells its own
            told = len(times) > 1 or len(known) == 1
            yield Item(
                _name(info),
                _utc(info.date_time) if told else None,
                partial(_unpacked, archive, info),
            )


def _name(info: zipfile.ZipInfo) -> str:
    """The path, in whatever letters; Windows and old tools do not say UTF-8."""
    name = info.filename
    if not info.flag_bits & 0x800:
        with contextlib.suppress(UnicodeError):
            name = name.encode("cp437").decode("utf-8")
    return name.replace("\\", "/")


def _at(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None)


def _utc(local: tuple[int, int, int, int, int, int]) -> datetime | None:
    """The time of a zip's file, which is that of the place where it was made."""
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
    """Every file of an archive, taken or left.

    Attributes:
        missing: by assignment, who has handed in nothing, here or before.
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
    """Decide of each file whose it is and whether it is taken.

    Args:
        exercises: the names of cells by "assignment/notebook".
        submitted: where work lies that was collected before.
        due: until when a student may hand in.
        numbers: students by their number as participant, which tells more than names.
    """
    ready: dict[tuple[str, str], list[Found]] = defaultdict(list)
    left: list[Found] = []
    for item in found:
        one = _looked_at(item, people, exercises, numbers or {})
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
            replace(x, reason=f"another one is newer: {best.item.path}") for x in older
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


def _looked_at(
    item: Item,
    people: People,
    exercises: Mapping[str, set[str]],
    numbers: Mapping[str, str],
) -> Found:
    told = origin(item.path)
    one = Found(item, told)
    if NOISE.search(item.path):
        return replace(one, reason="a file of the system's own")
    if PurePosixPath(told.file).suffix.lower() != ".ipynb":
        return replace(one, reason="no notebook")
    try:
        content = item.read()
    except Unreadable as error:
        return replace(one, reason=str(error))
    notebook, certain = _exercise(content, told.file, exercises)
    if not notebook:
        names = ", ".join(sorted(exercises)) or "none is generated"
        return replace(one, reason=f"none of the exercises ({names})")
    if student := numbers.get(told.number, ""):
        who = {student}
    else:
        who = owners(item.path, told, people)
    if len(who) != 1:
        nearest = people.nearest(told.name or told.place)
        reason = (
            f"several can be meant: {', '.join(sorted(who))}"
            if who
            else "nobody in the class list"
            + (f"; the nearest is {nearest}" if nearest else "")
        )
        return replace(one, notebook=notebook, reason=reason)
    remarks = () if certain else ("cannot be read as a notebook; taken by its name",)
    return replace(
        one,
        student=who.pop(),
        notebook=notebook,
        digest=fingerprint(content),
        remarks=remarks,
    )


def _exercise(
    content: bytes, file: str, exercises: Mapping[str, set[str]]
) -> tuple[str, bool]:
    """Which exercise a notebook is, by its cells, or else by its name."""
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
    """The number in "attention-2.ipynb" or "attention (2).ipynb"."""
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
            else f"one of {several}, by its name: times are not told"
        )
    limit = due(one.student, assignment)
    if limit and one.sent and one.sent > limit:
        told.append(f"late: {_long(one.sent - limit)}")
    elif one.origin.late:
        told.append(f"late, as {one.origin.platform} says; the hours are not told")
    elif limit and not one.sent:
        told.append("has no time: whether it is late is not known")
    return tuple(told)


def _long(time: timedelta) -> str:
    hours = time / timedelta(hours=1)
    return f"{hours:.1f} hours" if hours >= 1 else f"{60 * hours:.0f} minutes"


def _there_already(folder: Path, name: str, one: Found) -> str:
    """Why what lies there stays."""
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


def carry_out(chosen: Plan, submitted: Path) -> None:
    """Write what is taken; each student's folder whole or not at all.

    Raises:
        Unreadable: if a file is not there any more.
    """
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


def _write(folder: Path, one: Found) -> None:
    name = one.notebook.partition("/")[2]
    content = one.item.read()
    about = {
        "platform": one.origin.platform,
        "path": one.item.path,
        "sent": one.sent and f"{one.sent} UTC",
    }
    files: dict[str, bytes] = {
        f"{name}.ipynb": content,
        COLLECTED: (json.dumps(about, indent=1) + "\n").encode(),
    }
    for file in (*files, TIMESTAMP):
        (folder / file).unlink(missing_ok=True)
    if one.sent:
        files[TIMESTAMP] = f"{one.sent} UTC\n".encode()
    for file, content in files.items():
        (folder / file).write_bytes(content)


def collected(folder: Path) -> Origin | None:
    """Where the work in a folder came from, if it was collected so."""
    try:
        about = json.loads(submission.read(folder / COLLECTED).decode())
        return origin(str(about["path"]))
    except (Unreadable, ValueError, TypeError, LookupError):
        return None


# telling ----------------------------------------------------------------------------


def told(chosen: Plan) -> str:
    """The plan as a table in words; what is as usual only counts."""
    lines = io.StringIO()

    def say(text: str) -> None:
        print(text, file=lines)

    for assignment, count in sorted(
        Counter(x.notebook.partition("/")[0] for x in chosen.taken).items()
    ):
        say(f"{assignment}: {count} to be taken")
    remarked = [x for x in chosen.taken if x.remarks]
    if remarked:
        say("\nTaken, but look:")
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
        say("\nNot taken:")
        for reason, several in sorted(grouped.items()):
            for one in several:
                say(f"  {on_a_line(f'{one.item.path}: {reason}')}")
    for assignment, students in chosen.missing.items():
        if students:
            say(f"\nNothing of {assignment} from: {', '.join(students)}")
    return lines.getvalue()
