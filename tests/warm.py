"""Commands of the environment, run by forks of a process that has already loaded them.

nbgrader takes two seconds to start, and the tests run hundreds of commands. What a
command runs is its own complete script from the environment, in its own process.
"""

import atexit
import json
import os
import runpy
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

LOADED = (
    "nbgrader.apps",
    "lernformer.grading.course.autograde",
    "lernformer.grading.pages.feedback",
    "lernformer.grading.course.pool",
)


@cache
def _server() -> subprocess.Popen:
    server = subprocess.Popen(
        [sys.executable, __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"PATH": "/usr/bin:/bin", "OMP_NUM_THREADS": "1"},
        encoding="utf-8",
    )
    atexit.register(server.__exit__, None, None, None)
    return server


def run(words: list[str], folder: Path, environment: dict[str, str]) -> tuple[int, str]:
    """Run a script with arguments; return its exit status and all that it printed."""
    server = _server()
    with tempfile.NamedTemporaryFile(mode="r", encoding="utf-8") as printed:
        request = [words, str(folder), environment, printed.name]
        print(json.dumps(request), file=server.stdin, flush=True)
        status = int(server.stdout.readline())
        return status, printed.read()


def serve() -> None:
    """Fork for each line; the fork leaves this function and becomes the command."""
    for name in LOADED:
        __import__(name)
    for line in sys.stdin:
        words, folder, environment, printed = json.loads(line)
        child = os.fork()
        if not child:
            break
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(status, flush=True)
    else:
        return
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    target = os.open(printed, os.O_WRONLY | os.O_APPEND)
    os.dup2(target, 1)
    os.dup2(target, 2)
    os.close(target)
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115  drops what ours had buffered
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[:] = words
    sys.path[0] = str(Path(words[0]).parent)
    runpy.run_path(words[0], run_name="__main__")


if __name__ == "__main__":
    serve()
