"""Other right answers that the checks show to students who have full points.

Those that need nothing but libraries, the shortest first. After a change to the bank,
`python -m tests.answers.ways` writes them again.
"""

import builtins
import json
from pathlib import Path
from types import FunctionType
from typing import Any

from lernformer import CHAPTERS, checks
from lernformer.checks.ways import TARGET
from lernformer.mistakes.mistake import written
from lernformer.probes.earlier import looked_up
from tests import answers

LIBRARIES = {"np", "torch", "math", "nn", "F", "Tensor", "Counter", "itertools"}
EACH = 3  # per task
LINES = 20  # at most, so that it can be read at a glance


def code_of(answer: Any, name: str) -> str:
    """An answer as a student would write it; empty if it needs more of the bank."""
    if not isinstance(answer, FunctionType):
        return ""
    needs = {x for x in looked_up(answer.__code__) if not hasattr(builtins, x)}
    if needs - LIBRARIES or not answer.__doc__ or answer.__closure__:
        return ""
    code = written(answer)
    start = code.index(f"def {answer.__name__}(")
    code = code[start:].replace(answer.__name__, name, 1)
    return code if code.count("\n") <= LINES else ""


def ways() -> dict[str, list[str]]:
    """By task, other ways to write it."""
    found: dict[str, list[str]] = {}
    for slug in CHAPTERS:
        for one in answers.variants(slug):
            code = code_of(one.answer, one.task.partition(".")[2])
            if code and not checks.task(one.task).bugs:
                found.setdefault(one.task, []).append(code)
    return {task: sorted(codes, key=len)[:EACH] for task, codes in found.items()}


def text() -> str:
    return json.dumps(ways(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    Path(TARGET).write_text(text(), "utf-8")
