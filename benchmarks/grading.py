"""Grades a class, compared with stock nbgrader, and a large one to measure memory."""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from benchmarks.about import ROOT
from benchmarks.timing import PAUSE, compare
from lernformer.grading.assignment.notebooks import as_notebook
from lernformer.grading.sandbox.sandbox import Sandbox

SLUG = "attention"
# Numbers of submissions. The difference between them cancels out the fixed cost of a
# command. Both are large enough to start two processes where two are allowed.
FEW, MANY = 8, 16
CLASS = 1000
# The settings that nbgrader needs to find the course, with none of our code.
STOCK = """
c = get_config()
c.CourseDirectory.course_id = "lernformer"
c.CourseDirectory.root = {root!r}
c.CourseDirectory.source_directory = "solutions"
c.CourseDirectory.release_directory = "exercises"
c.CourseDirectory.ignore = ["*.py"]
"""


class Course:
    """A course folder whose submissions are all right."""

    def __init__(self, folder: Path, stock: bool):
        self.folder = folder
        source = folder / "solutions" / SLUG
        source.mkdir(parents=True)
        script = ROOT / "solutions" / SLUG / f"{SLUG}.py"
        self.right = as_notebook(script.read_text("utf-8"))
        shutil.copy(script, source)
        config = STOCK.format(root=str(folder))
        if not stock:
            config = (ROOT / "nbgrader_config.py").read_text("utf-8")
        (folder / "nbgrader_config.py").write_text(config, "utf-8")
        if stock:
            (source / f"{SLUG}.ipynb").write_text(self.right, "utf-8")
        self.run("nbgrader", "generate_assignment", SLUG)

    def hand_in(self, number: int) -> None:
        """Submit work for this many students, none of it graded yet."""
        for name in ("submitted", "autograded"):
            shutil.rmtree(self.folder / name, ignore_errors=True)
        for student in range(number):
            folder = self.folder / "submitted" / f"s{student:03}" / SLUG
            folder.mkdir(parents=True)
            # make every student's code different
            own = self.right.replace("### BEGIN SOLUTION", f"# by {student}", 1)
            (folder / f"{SLUG}.ipynb").write_text(own, "utf-8")

    def start(self, program: str, *words: str) -> subprocess.Popen:
        place = Path(sys.executable).parent
        return subprocess.Popen(
            [place / program, *words],
            cwd=self.folder,
            env={
                **os.environ,
                "OMP_NUM_THREADS": "1",
                "PATH": f"{place}:/usr/bin:/bin",
            },
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def run(self, program: str, *words: str) -> None:
        if self.start(program, *words).wait():
            raise RuntimeError(f"{program} {' '.join(words)} failed in {self.folder}")

    def graded(self) -> int:
        return len(list((self.folder / "autograded").glob(f"*/{SLUG}/{SLUG}.ipynb")))


def measure(rounds: int) -> dict:
    """Time each way per notebook, the sandbox's start, and one large class."""
    with tempfile.TemporaryDirectory() as folder:
        stock = Course(Path(folder, "stock"), stock=True)
        ours = Course(Path(folder, "ours"), stock=False)
        ways = {
            "ours": (ours, ("nbgrader", "autograde", SLUG)),
            "stock": (stock, ("nbgrader", "autograde", SLUG)),
            "2 workers": (ours, ("lernformer", "grade", SLUG, "--workers", "2")),
        }
        seconds = {name: [] for name in ways}
        for turn in range(rounds):
            for name in [*ways][turn % 3 :] + [*ways][: turn % 3]:
                few, many = (_seconds(*ways[name], number) for number in (FEW, MANY))
                seconds[name].append(max(many - few, 1e-3) / (MANY - FEW))
        found = compare(seconds)
        pairs = zip(seconds["stock"], seconds["2 workers"], strict=True)
        found["stock / 2 workers"] = statistics.median(a / b for a, b in pairs)
        return {
            "notebook": found,
            "start_ms": _start(),
            "class": _class(ours),
            "rounds": rounds,
        }


def _seconds(course: Course, words: tuple[str, ...], number: int) -> float:
    course.hand_in(number)
    time.sleep(PAUSE)
    began = time.perf_counter()
    course.run(*words)
    taken = time.perf_counter() - began
    if course.graded() != number:
        raise RuntimeError(f"{words} graded {course.graded()} of {number}")
    return taken


def _start() -> float:
    """Return how many ms a submission takes to start with a warm forkserver."""
    taken = []
    with Sandbox(SLUG) as sandbox:
        for _ in range(21):
            began = time.perf_counter()
            with sandbox.open():
                taken.append(time.perf_counter() - began)
    return round(1000 * statistics.median(taken), 1)


def _class(course: Course) -> dict:
    """Grade one large class: speed, memory, and whether any work is lost."""
    course.hand_in(CLASS)
    began = time.perf_counter()
    running = course.start("lernformer", "grade", SLUG, "--workers", "2", "--quiet")
    writer = psutil.Process(running.pid)
    memory = []
    while running.poll() is None:
        memory.append((course.graded(), writer.memory_info().rss / 2**20))
        time.sleep(0.5)
    taken = time.perf_counter() - began
    early = [size for done, size in memory if 0 < done <= CLASS // 10]
    late = [size for done, size in memory if done > CLASS * 9 // 10]
    began = time.perf_counter()
    course.run("lernformer", "report", SLUG)
    report = time.perf_counter() - began
    return {
        "submissions": CLASS,
        "lost": CLASS - course.graded(),
        "per_second": round(CLASS / taken, 2),
        "writer_mb_early": round(max(early, default=0)),
        "writer_mb_late": round(max(late, default=0)),
        "report_seconds": round(report, 1),
    }
