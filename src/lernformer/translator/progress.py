"""Shows the progress of training in a bar, and stores it in a log."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

from lernformer import atomic
from lernformer.translator.trainer import Progress

WIDTH = 20  # the bar's width in characters


class Bar:
    """A bar that moves in a terminal. Elsewhere, it prints a new line after each tenth.

    Args:
        steps: the total number of training steps.
        stream: where to write; by default, standard error.
    """

    def __init__(self, steps: int, stream: TextIO | None = None):
        self.steps = steps
        self.stream = sys.stderr if stream is None else stream
        self.moves = self.stream.isatty()
        self.exact_match: float | None = None
        self.tenth = 0
        self.start: tuple[int, float] | None = None  # step, seconds at first report

    def __call__(self, progress: Progress) -> None:
        if progress.exact_match is not None:
            self.exact_match = progress.exact_match
        tenth = 10 * progress.step // self.steps
        if self.moves:
            end = "\n" if progress.step == self.steps else ""
            self.stream.write(f"\r{self.line(progress)}\x1b[K{end}")
        elif tenth > self.tenth:
            self.stream.write(self.line(progress) + "\n")
        self.tenth = tenth
        self.stream.flush()

    def line(self, progress: Progress) -> str:
        """Return everything on one line of fewer than 80 characters."""
        share = progress.step / self.steps
        bar = "█" * round(WIDTH * share)
        text = f"{share:4.0%} {bar:░<{WIDTH}} loss {progress.loss:.3f}"
        text += f"  {progress.tokens_per_second:,.0f} words/s"
        if self.exact_match is not None:
            text += f"  {self.exact_match:.1f} % exact"
        return f"{text}  {self.left(progress)}"

    def left(self, progress: Progress) -> str:
        """Return the time left, based on the speed since the first report."""
        if progress.step == self.steps:
            return f"took {clock(progress.seconds)}"
        if self.start is None:
            self.start = progress.step, progress.seconds
        steps = progress.step - self.start[0]
        if steps == 0:
            return "…"
        seconds = (progress.seconds - self.start[1]) / steps
        return f"{clock(seconds * (self.steps - progress.step))} left"


def clock(seconds: float) -> str:
    """Return seconds as people read them: 1:05, 2:03:40."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds:02}"
    return f"{minutes}:{seconds:02}"


class Log:
    """A file with one line of JSON for each report.

    Args:
        path: the file. It is overwritten, or continued after ``last``.
        last: the report to continue from. Reports of later steps are removed, because
            training repeats these steps. If ``last`` is missing, it is added.
    """

    def __init__(self, path: str | Path, last: Progress | None = None):
        self.path = Path(path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        kept = []
        if last:
            kept = [r for r in read_log(path) if r["step"] < last.step]
            kept.append(asdict(last))
        with atomic.writing(self.path) as part:
            part.write_text("".join(json.dumps(r) + "\n" for r in kept), "utf-8")

    def __call__(self, progress: Progress) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(progress)) + "\n")


def read_log(path: str | Path) -> list[dict]:
    """Return the reports in a log, up to the first line that can't be read."""
    reports = []
    if Path(path).exists():
        for line in Path(path).read_text("utf-8", errors="replace").splitlines():
            try:
                reports.append(asdict(Progress(**json.loads(line))))
            except (json.JSONDecodeError, TypeError):
                break
    return reports
