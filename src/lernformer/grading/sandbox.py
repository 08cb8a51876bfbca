"""The wall around a student's code, with one zygote that forks what runs it.

Nothing of the machine is visible in there but the system, Python and the student's view
of the course, all read-only; there is no network, and each submission has processes and
files of its own, which end with it. Bubblewrap is the wall, with users of its own for
each submission as well; where it is not installed, Landlock and seccomp are.

The wall is tried before each batch (`Sandbox.try_walls`). Where it cannot be built or
does not hold, nothing is graded.
"""

import contextlib
import io
import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from lernformer.grading import bubblewrap, cgroups, landlock, walls
from lernformer.grading.bubblewrap import NoSandbox, environment
from lernformer.grading.door import MAX_MESSAGE, Closed, Door, Late, Malformed
from lernformer.grading.limits import Limits
from lernformer.grading.removal import remove
from lernformer.grading.view import PACKAGE, lay_out

START = 120.0  # seconds until torch is loaded, on a busy machine
GRACE = 2.0  # seconds in which code may stop by itself before it is killed
BUSY = 6  # times the seconds of its own that it may last, on a busy machine
PATIENCE = 10.0  # seconds for what takes milliseconds
ALLOWANCE = 2 * MAX_MESSAGE  # bytes that one submission may say in all
# What root needs to make namespaces, become another user and watch over it.
RIGHTS = ("CAP_SYS_ADMIN", "CAP_SETUID", "CAP_SETGID", "CAP_KILL", "CAP_SYS_PTRACE")


@dataclass(frozen=True)
class Stopped(Exception):
    """The student's code did not come to an answer; tells why, as a student reads it.

    Attributes:
        reason: goes on after the name of what was run.
        at: the statement of the cell that was running, counted from 0.
    """

    reason: str
    at: int = 0


def choose_wall(unsafe: bool = False) -> str:
    """The best wall that there is: "bubblewrap", "landlock" or, if unsafe, "none".

    Raises:
        NoSandbox: if there is none; tells why.
    """
    if unsafe:
        return "none"
    if not (no_bubblewrap := bubblewrap.missing()):
        return "bubblewrap"
    if no_landlock := landlock.missing():
        raise NoSandbox(
            f"{no_bubblewrap}, and {no_landlock}. Without a sandbox a student's code "
            "can read and write whatever you can; --unsafe-local grades all the same"
        )
    return "landlock"


class Sandbox:
    """The zygote of one exercise, behind its wall; a context manager.

    Args:
        slug: the chapter, which decides what is visible.
        hidden: folders that must not be seen, wherever they are.
        limits: what one submission may use.
        unsafe: build no wall: the students' code can do whatever this user can.

    Attributes:
        uncounted: why submissions have no cgroups; empty if they have.

    Raises:
        NoSandbox: if there is no way to build the wall.
    """

    def __init__(
        self,
        slug: str,
        hidden: tuple[Path, ...] = (),
        limits: Limits | None = None,
        unsafe: bool = False,
    ):
        self.slug, self.hidden, self.wall = slug, hidden, choose_wall(unsafe)
        self.limits = limits or Limits()
        self.cgroups, self.uncounted = None, "there is no wall"
        if not unsafe:
            try:
                self.cgroups, self.uncounted = cgroups.Cgroups(cgroups.parent()), ""
            except LookupError as error:
                self.uncounted = str(error)
        # Root forks every submission as a user who owns nothing.
        self.uid = 61_000 + os.getpid() % 4_000
        self.folder = Path(tempfile.mkdtemp(prefix="lernformer-view-"))
        self.zygote: subprocess.Popen | None = None
        try:
            lay_out(slug, self.folder / PACKAGE.name)
            for path in (self.folder, *self.folder.rglob("*")):
                path.chmod(0o755 if path.is_dir() else 0o644)
            self._start()
        except BaseException:
            self.close()
            raise

    def _start(self) -> None:
        view = self.folder / PACKAGE.name
        self.control, there = socket.socketpair()
        self.log = tempfile.TemporaryFile()  # noqa: SIM115  nameless, closed with it
        words = [self.slug, str(there.fileno()), self.wall]
        command = [sys.executable, "-B", "-m", "lernformer.grading.zygote", *words]
        if self.wall == "bubblewrap":
            command.insert(2, "-I")
            wall = bubblewrap.command(view, self.hidden, RIGHTS)
            command, seen = [*wall, *command], {}
            variables = environment(bubblewrap.HOME)
        else:
            seen = _visible(view, (*self.hidden, PACKAGE))
            variables = environment(str(self._new_home()))
            variables["PYTHONPATH"] = str(self.folder)
        command.append(json.dumps(seen))
        with there:
            self.zygote = subprocess.Popen(
                command,
                pass_fds=[there.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=self.log,
                stderr=self.log,
                env=variables,
            )
        self.control.settimeout(START)
        try:
            answer = self.control.recv(4096)
        except TimeoutError:
            answer = b"no answer"
        if answer != b"ready":
            raise NoSandbox(f"it does not start: {answer.decode()} {self._logged()}")

    def _logged(self) -> str:
        number = self.log.fileno()
        start = max(0, os.fstat(number).st_size - 2000)
        return os.pread(number, 2000, start).decode(errors="replace").strip()

    def _new_home(self) -> Path:
        """A folder for a process that has no namespace with a /tmp of its own."""
        home = Path(tempfile.mkdtemp(prefix="home-", dir=self.folder))
        if os.geteuid() == 0 and self.wall == "landlock":
            os.chown(home, self.uid, self.uid)
        return home

    def open(self, bare: bool = False) -> "Session":
        """A fresh process for one submission.

        Args:
            bare: see no file of the machine, not even of Python: there is no place for
                a trace that another submission could find. What is loaded is there.

        Raises:
            NoSandbox: if it cannot be put behind the wall.
        """
        if self.zygote is None or self.zygote.poll() is not None:
            self.control.close()
            self.log.close()
            self._start()
        door, door_there = socket.socketpair()
        leash, leash_there = socket.socketpair(type=socket.SOCK_SEQPACKET)
        home = None if self.wall == "bubblewrap" else self._new_home()
        order = {"limits": asdict(self.limits), "uid": self.uid}
        order |= {"home": home and str(home), "bare": bare}
        with door_there, leash_there, self._cgroup() as cgroup:
            there = [door_there.fileno(), leash_there.fileno()]
            there += [cgroup.fileno()] if cgroup else []
            socket.send_fds(self.control, [json.dumps(order).encode()], there)
        session = Session(Door(door, ALLOWANCE), leash, self.limits, home)
        try:
            answer = session.door.hear(START)
        except (Closed, Late, Malformed) as error:
            words = f"{session.last_words()} {self._logged()}"
            session.close()
            raise NoSandbox(
                f"a submission's process does not start: {words}"
            ) from error
        if answer != {"ready": True}:
            session.close()
            raise NoSandbox(f"a submission's process does not start: {answer}")
        return session

    def _cgroup(self) -> contextlib.AbstractContextManager[io.FileIO | None]:
        """What a submission's first process writes to, to go into a cgroup of its own.

        Where the kernel makes no other one, the keeper's looks have to do.
        """
        if self.cgroups is not None:
            try:
                return self.cgroups.new(self.limits)
            except OSError as error:
                self.cgroups.close()
                self.cgroups = None
                self.uncounted = f"no cgroup can be made any more: {error}"
        return contextlib.nullcontext()

    def try_walls(self, *private: Path) -> None:
        """Try to get out, as a student's code would.

        Args:
            private: files and folders that must not be seen, the gradebook first.

        Raises:
            NoSandbox: names what could be done that must not.
        """
        if self.wall == "none":
            return
        if broken := [what for what, held in self.trials(*private) if not held]:
            raise NoSandbox(f"the sandbox does not hold: it can {', '.join(broken)}")

    def trials(self, *private: Path) -> list[tuple[str, bool]]:
        """What was tried from inside, each with whether the walls have held.

        Raises:
            NoSandbox: if not all came to an end.
        """
        mark = f"lernformer-{secrets.token_hex(8)}"
        outside = [private[0].parent, PACKAGE, Path.home(), Path(sys.prefix)]
        outside += map(Path, ("/", "/dev", "/etc", "/usr"))
        temporary = Path(tempfile.gettempdir())  # there is another one in there
        session = self.open()
        with socket.create_server(("127.0.0.1", 0)) as listener:
            source = walls.attempt(
                port=listener.getsockname()[1],
                private=list(map(str, private)),
                outside=[str(path / mark) for path in outside],
                temporary=str(temporary / mark),
                limits=self.limits,
            )
            try:
                tried = _tried(session, source)
            finally:
                ended = session.close()
        tried.append(("leave a process behind", ended))
        with self.open(bare=True) as session:
            places = [sys.prefix, str(PACKAGE), "/usr", "/etc"]
            tried += _tried(session, walls.BARE.format(places=places))
        for path in (*outside, temporary):
            with contextlib.suppress(OSError):
                (path / mark).unlink()
                tried.append((f"write to {path}", False))
        return tried

    def close(self) -> None:
        if self.zygote:
            self.zygote.kill()
            self.zygote.wait()
            self.control.close()
            self.log.close()
        if self.cgroups:
            self.cgroups.close()
        remove(self.folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Session:
    """One submission's process; a context manager."""

    def __init__(
        self,
        door: Door,
        leash: socket.socket,
        limits: Limits,
        home: Path | None = None,
    ):
        self.door, self.leash, self.limits, self.home = door, leash, limits, home
        self.used = 0.0  # seconds of its own

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Have something done in there, and wait for the answer.

        Args:
            question: what is to be done.
            seconds: that it may use, as `stopwatch` counts them.

        Raises:
            Stopped: if it does not come in that time, or cannot come any more.
        """
        at = 0
        try:
            number = secrets.token_hex(8)  # what belongs to no question is not heard
            self._keeper(f"{seconds + GRACE}")
            self.door.say({**question, "number": number}, PATIENCE)
            deadline = time.monotonic() + BUSY * (seconds + GRACE)
            while True:
                answer = self.door.hear(deadline - time.monotonic())
                if not isinstance(answer, dict):
                    raise Malformed("no answer")
                if type(answer.get("at")) is int:
                    at = answer["at"]
                elif answer.get("number") == number:
                    self._keeper("0")
                    self._heard()
                    return answer
        except Late as error:
            reason = _late(BUSY * (seconds + GRACE))
            raise Stopped(reason, at) from error
        except Closed as error:
            raise Stopped(self._end(seconds), at) from error
        except Malformed as error:
            raise Stopped("says what no answer is", at) from error

    def _keeper(self, word: str) -> None:
        with contextlib.suppress(OSError):  # it has said its last word
            self.leash.send(word.encode())

    def _heard(self) -> str:
        """What the keeper says about the end; empty if it tells the time alone."""
        self.leash.settimeout(PATIENCE)
        with contextlib.suppress(OSError, ValueError):
            told = json.loads(self.leash.recv(4096))
            self.used = told["used"]
            return told.get("end", "")
        return ""

    def _end(self, seconds: float) -> str:
        words = self.last_words()
        # 137 and -9: killed by the kernel, the process alone or all that there are
        if words == "memory" or words.endswith(("137", "-9")):
            size = self.limits.memory / 2**30
            return f"stopped for using more than {size:.3g} GB of memory"
        if words == "disk":
            size = self.limits.disk / 2**20
            files = self.limits.files
            return f"stopped for writing more than {size:.3g} MB or {files} files"
        if words == "time":
            return _late(seconds)
        return "ends the process that runs it"  # how, is a word of the student's code

    def last_words(self) -> str:
        """What the keeper said about the end."""
        words = self._heard()
        return words or self._heard()  # it told the time before

    def close(self) -> bool:
        """End all that runs in there; whether nobody is left to hold the door open."""
        ended = self._end_all()
        if self.home:
            remove(self.home)
        return ended

    def _end_all(self) -> bool:
        with contextlib.suppress(OSError), self.leash, self.door.connection as door:
            self.leash.shutdown(socket.SHUT_WR)
            door.settimeout(PATIENCE)
            while door.recv(2**16):
                pass
            return True
        return False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _tried(session: Session, source: str) -> list[tuple[str, bool]]:
    """What some code says that it tried, each with whether the walls have held."""
    question = {"do": "run", "source": source, "name": "walls", "stop": None}
    try:
        reply = session.ask({**question, "seconds": 60.0}, 60.0)
        text = reply["outputs"][0]["data"]["text"]
        return [(str(what), held is True) for what, held in json.loads(text)]
    except (Stopped, LookupError, ValueError, TypeError) as error:
        raise NoSandbox(f"its test did not end: {error!r}") from error


def _late(seconds: float) -> str:
    return f"still running after {seconds:g} seconds, and stopped for it"


def _visible(package: Path, hidden: tuple[Path, ...]) -> dict[str, list[str]]:
    """What Landlock lets be read, and which folders it lets be listed besides.

    It can only permit: a folder in which something is hidden is permitted in parts.
    """
    seen: dict[str, list[str]] = {"read": [str(package)], "list": []}
    closed = {path.resolve() for path in hidden}

    def permit(path: Path) -> None:
        if path in closed:
            return
        if not any(path in other.parents for other in closed):
            seen["read"].append(str(path))
            return
        seen["list"].append(str(path))
        for part in path.iterdir():
            permit(part)

    system = map(Path, (*bubblewrap.SYSTEM, *bubblewrap.SETTINGS))
    for path in {*bubblewrap.python(), *system}:
        if path.exists():
            permit(path.resolve())
    return seen
