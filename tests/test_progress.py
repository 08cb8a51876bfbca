"""The bar and the log of a training."""

import io
import json
from dataclasses import asdict

from lernformer.translator.progress import Bar, Log, read_log
from lernformer.translator.trainer import Progress


class Screen(io.StringIO):
    def __init__(self, tty):
        super().__init__(newline="")
        self.isatty = lambda: tty


def output_of(bar, steps=40):
    for step in range(1, steps + 1):
        exact = 12.5 if step == 20 else None
        bar(Progress(step, 2.0 / step, 0.1, 12345.6, 3.0 * step, exact))
    return bar.stream.getvalue()


def test_the_bar_in_a_terminal_moves_in_one_line():
    lines = output_of(Bar(40, Screen(tty=True))).split("\r")[1:]
    assert len(lines) == 40
    assert lines[9].startswith(" 25% █████░░░░░░░░░░░░░░░ loss 0.200  12,346 words/s")
    assert "1:30 left" in lines[9]
    assert "exact" not in lines[18]
    assert "12.5 % exact" in lines[30]
    assert lines[-1].endswith("took 2:00\x1b[K\n")
    assert all(len(line) < 88 for line in lines)


def test_the_bar_in_a_file_is_ten_lines():
    lines = output_of(Bar(40, Screen(tty=False))).splitlines()
    assert len(lines) == 10
    assert "\r" not in "".join(lines)


def test_the_bar_counts_from_where_training_went_on():
    bar = Bar(100, Screen(tty=True))
    for step in (60, 70):
        bar(Progress(step, 1.0, 0.1, 1.0, 1000.0 + 123 * step))
    assert bar.stream.getvalue().endswith("1:01:30 left\x1b[K")


def test_the_log_goes_on_after_the_checkpoint(tmp_path):
    path = tmp_path / "new" / "log.jsonl"
    log = Log(path)
    for step in (1, 2, 3):
        log(Progress(step, 0.5, 0.1, 9.0, 1.0))
    lines = path.read_text().splitlines()
    assert [json.loads(line)["step"] for line in lines] == [1, 2, 3]
    with path.open("a") as file:
        file.write('{"step": 4, "lo')  # killed while writing
    assert [r["step"] for r in read_log(path)] == [1, 2, 3]
    Log(path, Progress(2, 0.5, 0.1, 9.0, 1.0))(Progress(3, 0.25, 0.1, 9.0, 1.0))
    assert [(r["step"], r["loss"]) for r in read_log(path)][1:] == [(2, 0.5), (3, 0.25)]
    # killed between the checkpoint of step 5 and its report
    last = Progress(5, 0.125, 0.1, 9.0, 1.0)
    Log(path, last)
    assert [r["step"] for r in read_log(path)] == [1, 2, 3, 5]
    assert [p.name for p in path.parent.iterdir()] == ["log.jsonl"]
    for other in ("[1]", "3", '{"step": 6}', "\N{REPLACEMENT CHARACTER}"):
        path.write_text(f"{json.dumps(asdict(last))}\n{other}\n", "utf-8")
        assert read_log(path) == [asdict(last)]
    Log(path)
    assert read_log(path) == read_log(tmp_path / "none") == []
