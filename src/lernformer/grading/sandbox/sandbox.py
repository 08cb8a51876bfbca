"""The sandbox around a student's code, and the forkserver that starts its processes.

A process in the sandbox sees only the system, Python and the student's view of the
course, and can only read them. There is no network. Each submission has its own
processes and files, and they are gone when the submission ends. The sandbox's *wall* is
bubblewrap, which also gives each submission its own users. If bubblewrap isn't
installed, Landlock and seccomp take its place.

The wall is tested before each batch (`Sandbox.try_walls`). If it can't be built or
doesn't hold, nothing is graded.
"""

import contextlib
import json
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Self

from lernformer.grading.sandbox import (
    bubblewrap,
    cgroups,
    landlock,
    namespaces,
    try_escapes,
)
from lernformer.grading.sandbox.bubblewrap import NoSandbox, environment
from lernformer.grading.sandbox.limits import Limits
from lernformer.grading.sandbox.messages import (
    MAX_MESSAGE,
    Channel,
    Closed,
    Late,
    Malformed,
)
from lernformer.grading.sandbox.removal import remove, remove_after_this_process
from lernformer.grading.sandbox.visible_files import PACKAGE, lay_out

START = 120.0  # seconds until torch is loaded, on a busy machine
GRACE = 2.0  # seconds that code has to stop by itself before it is killed
BUSY = 6  # on a busy machine, a step may take this many times as long
PATIENCE = 10.0  # seconds to wait for what normally takes milliseconds
ALLOWANCE = 2 * MAX_MESSAGE  # bytes that one submission may send in total
SMALL = 2**30  # bytes of memory for the test of the supervisor
MOMENT = 0.3  # seconds of CPU time for the same test
UNWATCHED = "is stopped, because the process that watches over it is gone"
# Root needs these to make namespaces, become a different user and watch its processes.
RIGHTS = ("CAP_SYS_ADMIN", "CAP_SETUID", "CAP_SETGID", "CAP_KILL", "CAP_SYS_PTRACE")


@dataclass(frozen=True)
class Stopped(Exception):
    """The student's code gave no answer. The reason is written for the student."""

    reason: str  # words that complete a sentence starting with the name of what was run
    at: int = 0  # the index of the cell's statement that was running, counted from 0


def choose_wall(unsafe: bool = False) -> str:
    """Return the best wall available: "bubblewrap", "landlock" or, if unsafe, "none".

    Raises:
        NoSandbox: if there is none. The message says why.
    """
    if unsafe:
        return "none"
    if not (no_bubblewrap := bubblewrap.missing()):
        return "bubblewrap"
    if no_landlock := landlock.missing():
        raise NoSandbox(
            f"{no_bubblewrap}, and {no_landlock}. Without a sandbox a student's code "
            "can read and write whatever you can; --unsafe-local grades anyway"
        )
    return "landlock"


class Sandbox:
    """A context manager: the sandbox for the submissions of one exercise.

    If ``unsafe`` is set, there is no wall, so students' code can do whatever this user
    can. ``uncounted`` says why submissions have no cgroups. It is empty if they do.

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
        # If root grades, each submission runs as a user who owns nothing.
        self.uid = 61_000 + os.getpid() % 4_000
        self.folder = Path(tempfile.mkdtemp(prefix="lernformer-view-"))
        self.remover = remove_after_this_process(self.folder)
        self.forkserver: subprocess.Popen | None = None
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
        command = [sys.executable, "-B", "-m", f"{__package__}.forkserver", *words]
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
            self.forkserver = subprocess.Popen(
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
        """Make a folder for a process that has no namespace with its own /tmp."""
        home = Path(tempfile.mkdtemp(prefix="home-", dir=self.folder))
        if os.geteuid() == 0 and self.wall == "landlock":
            os.chown(home, self.uid, self.uid)
        return home

    def open(self, bare: bool = False, limits: Limits | None = None) -> "Session":
        """Start a fresh worker process for one submission, and return its session.

        A ``bare`` process sees none of the machine's files, not even Python's. So it
        can't leave a trace for a later submission. It can still use all modules that
        are already loaded.

        Raises:
            NoSandbox: if the process cannot be started in the sandbox.
        """
        if self.forkserver is None or self.forkserver.poll() is not None:
            self.control.close()
            self.log.close()
            self._start()
        channel, channel_there = socket.socketpair()
        leash, leash_there = socket.socketpair(type=socket.SOCK_SEQPACKET)
        home = None if self.wall == "bubblewrap" else self._new_home()
        limits = limits or self.limits
        order = {"limits": asdict(limits), "uid": self.uid}
        order |= {"home": home and str(home), "bare": bare}
        with channel_there, leash_there, self._cgroup(limits) as cgroup:
            there = [channel_there.fileno(), leash_there.fileno()]
            there += [file.fileno() for file in cgroup.files] if cgroup else []
            socket.send_fds(self.control, [json.dumps(order).encode()], there)
        kill = cgroup.kill if cgroup else lambda: None
        session = Session(
            Channel(channel, ALLOWANCE), leash, limits, home, kill, self._end_forkserver
        )
        try:
            answer = session.channel.hear(START)
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

    def _end_forkserver(self) -> None:
        """End everything that a submission has left behind, and the forkserver too."""
        if self.forkserver:
            namespaces.end_descendants(self.forkserver.pid)
            self.forkserver.kill()
            self.forkserver.wait()

    def _cgroup(
        self, limits: Limits
    ) -> contextlib.AbstractContextManager[cgroups.Cgroup | None]:
        """Return a new cgroup for a submission, or a context of ``None``.

        If no cgroup can be created, we rely on the supervisor's checks alone.
        """
        if self.cgroups is not None:
            try:
                return self.cgroups.new(limits)
            except OSError as error:
                self.cgroups.close()
                self.cgroups = None
                self.uncounted = f"no more cgroups can be made: {error}"
        return contextlib.nullcontext()

    def try_walls(self, *private: Path) -> None:
        """Test the sandbox by trying to break out, as a student's code might.

        ``private`` lists files and folders that must not be visible, the gradebook
        first.

        Raises:
            NoSandbox: if anything forbidden was possible. The message says what.
        """
        if self.wall == "none":
            return
        if broken := [what for what, refused in self.trials(*private) if not refused]:
            raise NoSandbox(f"the sandbox does not hold: it can {', '.join(broken)}")

    def trials(self, *private: Path) -> list[tuple[str, bool]]:
        """Return each attempt to break out, paired with whether it was refused.

        Raises:
            NoSandbox: if a trial did not finish.
        """
        mark = f"lernformer-{secrets.token_hex(8)}"
        outside = [private[0].parent, PACKAGE, Path.home(), Path(sys.prefix)]
        outside += map(Path, ("/", "/dev", "/etc", "/usr"))
        temporary = Path(tempfile.gettempdir())  # the sandbox has its own there
        session = self.open()
        with socket.create_server(("127.0.0.1", 0)) as listener:
            source = try_escapes.attempt(
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
            tried += _tried(session, try_escapes.BARE.format(places=places))
        for path in (*outside, temporary):
            with contextlib.suppress(OSError):
                (path / mark).unlink()
                tried.append((f"write to {path}", False))
        return tried + self._supervisor_trials()

    def _supervisor_trials(self) -> list[tuple[str, bool]]:
        """Return disguised attempts to exceed limits, and whether each was stopped."""
        limits = replace(self.limits, memory=min(self.limits.memory, SMALL))
        tried = []
        hold, compute = try_escapes.HOLD, try_escapes.COMPUTE
        for what, source, word in (
            ("hold more memory than it may", hold, "GB of memory"),
            ("compute for longer than it may", compute, "still running after"),
        ):
            question = {"do": "run", "name": "walls", "stop": None, "seconds": 60.0}
            question["source"] = source.format(part=limits.memory // 4)
            with self.open(limits=limits) as session:
                seconds = 60.0 if source is hold else MOMENT - GRACE
                try:
                    session.ask(question, seconds)
                    tried.append((what, False))
                except Stopped as stopped:
                    tried.append((what, word in stopped.reason))
        return tried

    def close(self) -> None:
        if self.forkserver:
            self._end_forkserver()
            self.control.close()
            self.log.close()
        if self.cgroups:
            self.cgroups.close()
        remove(self.folder)
        self.remover.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Session:
    """A context manager: the worker process of one submission.

    Args:
        channel: the connection to the worker, which runs the student's code.
        leash: the connection to the worker's supervisor. If the supervisor dies, nobody
            counts what the submission uses, so we ask the worker no more questions.
        kill: a function that ends all processes of the submission, if the kernel can.
        end_forkserver: a function to call if the submission alone can't be ended.
    """

    def __init__(
        self,
        channel: Channel,
        leash: socket.socket,
        limits: Limits,
        home: Path | None = None,
        kill: Callable[[], None] = lambda: None,
        end_forkserver: Callable[[], None] = lambda: None,
    ):
        self.channel, self.leash, self.limits, self.home = channel, leash, limits, home
        self.kill, self.end_forkserver = kill, end_forkserver
        self.used = 0.0  # seconds that the submission itself used

    def ask(self, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send a question to the worker, and return its reply.

        Raises:
            Stopped: if no reply arrives within ``seconds``, as `stopwatch` counts them,
                or if no reply can arrive any more.
        """
        at = 0
        try:
            number = secrets.token_hex(8)  # replies without it are ignored
            self._supervisor(f"{seconds + GRACE}")
            self.channel.say({**question, "number": number}, PATIENCE)
            deadline = time.monotonic() + BUSY * (seconds + GRACE)
            while True:
                answer = self.channel.hear(deadline - time.monotonic())
                if not isinstance(answer, dict):
                    raise Malformed("no answer")
                if type(answer.get("at")) is int:
                    at = answer["at"]
                elif answer.get("number") == number:
                    self._supervisor("0")
                    if not self._heard():
                        raise Stopped(UNWATCHED, at)
                    return answer
        except Late as error:
            reason = _late(BUSY * (seconds + GRACE))
            raise Stopped(reason, at) from error
        except Closed as error:
            raise Stopped(self._end(seconds), at) from error
        except Malformed as error:
            raise Stopped("returns something that is not an answer", at) from error

    def run(self, source: str, seconds: float, **more: Any) -> dict[str, Any]:
        """Run a cell as `worker.Student.run` does, for at most ``seconds``."""
        question = {"do": "run", "source": source, "name": "cell", "stop": None}
        return self.ask(question | {"seconds": seconds} | more, seconds)

    def _supervisor(self, word: str) -> None:
        with contextlib.suppress(OSError):  # it has ended
            self.leash.send(word.encode())

    def _heard(self) -> dict[str, Any]:
        """Return the supervisor's next message, or {} if it no longer answers."""
        self.leash.settimeout(PATIENCE)
        try:
            message = json.loads(self.leash.recv(4096) or "{}")
        except OSError:  # it is gone, or too late
            return {}
        self.used = message.get("used", self.used)
        return message

    def _end(self, seconds: float) -> str:
        words = self.last_words()
        # 137 and -9 mean that the kernel killed the process, or all of them at once
        if words == "memory" or words.endswith(("137", "-9")):
            size = self.limits.memory / 2**30
            return f"stopped for using more than {size:.3g} GB of memory"
        if words == "disk":
            size = self.limits.disk / 2**20
            files = self.limits.files
            return f"stopped for writing more than {size:.3g} MB or {files} files"
        if words == "time":
            return _late(seconds)
        return "ends the process that runs it"  # the student's code chose how

    def last_words(self) -> str:
        """Return how the submission ended, according to the supervisor."""
        message = self._heard()
        if message and "end" not in message:  # that message was about the time
            message = self._heard()
        return message.get("end", "")

    def close(self) -> bool:
        """End all processes. Return True if nobody holds the channel open any more."""
        ended = self._end_all()
        if not ended:
            self.end_forkserver()
        if self.home:
            remove(self.home)
        return ended

    def _end_all(self) -> bool:
        self.kill()
        with self.leash, self.channel.connection as channel:
            try:
                self.leash.shutdown(socket.SHUT_WR)
                channel.settimeout(PATIENCE)
                while channel.recv(2**16):
                    pass
            except TimeoutError:
                return False
            except OSError:  # it is gone, and left something unread
                pass
        return True

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _tried(session: Session, source: str) -> list[tuple[str, bool]]:
    """Run code that tries to break out. Return each attempt and whether it failed."""
    try:
        reply = session.run(source, 60.0)
        text = reply["outputs"][0]["data"]["text"]
        return [(str(what), refused is True) for what, refused in json.loads(text)]
    except (Stopped, LookupError, ValueError, TypeError) as error:
        raise NoSandbox(f"its test did not end: {error!r}") from error


def _late(seconds: float) -> str:
    return f"still running after {seconds:g} seconds, and stopped for it"


def _visible(package: Path, hidden: tuple[Path, ...]) -> dict[str, list[str]]:
    """Return what Landlock lets a process read, and which other folders it may list.

    Landlock can grant access but not take it away. So if a folder contains something
    hidden, we grant access to its other parts one by one.
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
