"""Writes all the files of a new task: `lernformer task SLUG NAME`.

The new files work: a task that asks students to double the input, with a check,
mistakes and answers, which the tests accept. Each place that authors then have to edit
is marked with a TODO. CONTRIBUTING.md says what belongs where.
"""

import ast
import keyword
import re
from pathlib import Path

from lernformer import CHAPTERS, atomic

REFERENCE = '''

def NAME(x: ARRAY) -> ARRAY:
    """TODO: what it gives, in one sentence.

    Args:
        x: (...) TODO; it is not modified.

    Returns:
        (...): TODO.
    """
    return 2 * x  # TODO
'''
PROBE = '''\
"""Probe for ``SLUG.NAME``."""

from lernformer.probes.case import Probe
from lernformer.probes.values import probe_torch

PROBE = Probe(
    "SLUG.NAME",
    probe_torch("output"),  # TODO: the names of what it returns
)
'''
MISTAKES = '''\
"""Typical wrong answers to ``SLUG.NAME``."""

from lernformer.mistakes.table import mistakes

# TODO: wrong answers that aren't small edits, and signs

MISTAKES = mistakes(globals())
'''
WRONG = """\
# Typical wrong answers to SLUG.NAME, the most telling first. TODO: each mistake

tripled: The result is three times x. It should be twice x.
  three_times, in reference: TODO: what its author believes.
    2 → 3
"""
CHECK = '''\
"""Check for ``SLUG.NAME``."""

import numpy as np

from lernformer import SLUG as reference
from lernformer.checks.expected import as_reference
from lernformer.checks.symptoms import modifies_input, not_finite
from lernformer.checks.task import Task
IMPORTS

RIGHT = "gives what is asked for"  # TODO: in words that students read


def cases(rng: np.random.Generator) -> list[Case]:
    # TODO: sizes all different, extreme numbers; the first one to follow by hand
    return [
        Case(RIGHT, {"x": np.array([1.0, 2.0, -3.0])}),
        Case(RIGHT, {"x": rng.normal(size=(2, 3, 5))}),
        Case(PURE, {"x": rng.normal(size=(3, 4))}),
    ]


TASK = Task(
    probe=ASKS,
    aspects={RIGHT: 4, PURE: 1},
    cases=cases,
    symptoms=(modifies_input, not_finite),
)
'''
ABOUT = """\
# TODO: these numbers, and the hints
1 point, difficulty 1, 10 minutes

TODO: where to look.

TODO: which steps.

TODO: nearly the code.
"""
ANSWERS = '''\
"""Answers to `NAME(x)`."""

from .. import variant

TASK = "SLUG.NAME"


# TODO: right answers written in other ways, four or more
@variant(TASK)
def as_a_sum(x):
    return x + x
'''
MORE_WRONG = """\
# TODO: further forms of the mistakes

tripled
  in_three_steps, in as_a_sum: Three times.
    x + x → x + x + x
"""
TEST = """

def test_NAME():
    from lernformer.SLUG import NAME  # TODO: move it to the top

    x = TENSOR([1.0, -2.0])
    # TODO: an oracle that is not ours: torch, SciPy, autograd
    assert NAME(x).tolist() == [2.0, -4.0]
"""
EXERCISE = """\
# %% task SLUG.NAME
# TODO: what it is for, and the formula unless that is the answer.

"""
NUMPY = {
    "ARRAY": "np.ndarray",
    "IMPORTS": """\
from lernformer.probes import probe
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case
from lernformer.probes.values import probe_numpy""",
    "ASKS": 'probe("SLUG.NAME")',
    "TENSOR": "np.array",
}
TORCH = {
    "ARRAY": "Tensor",
    "IMPORTS": """\
from lernformer.probes.aspects import PURE
from lernformer.probes.case import Case
from lernformer.probes.SLUG.NAME import PROBE""",
    "ASKS": "PROBE",
    "TENSOR": "torch.tensor",
}
NEXT = """\
Each place has a TODO. The placeholder, which doubles x, already works. Next:

  pytest tests/test_checks.py -k "{task}-"
      which wrong answers survive, and which right ones are rejected
  SEEDS=200 pytest -p tests.answers.table tests/test_checks.py -k "{task}"
      over 200 seeds; writes the task's row into tests/answers/table.md
  make exercises
      writes the student's notebook

Show it in book/{slug}.md by {{listing}} {task}, and write a line in CHANGELOG.md."""


def new_task(root: Path, slug: str, name: str) -> list[Path]:
    """Write the files of a task into a clone; all of them or none.

    Raises:
        ValueError: if there is no such chapter, or the name can't be a task's name.
    """
    if slug not in CHAPTERS:
        raise ValueError(f"no chapter {slug!r}; there are {', '.join(CHAPTERS)}")
    if not name.isidentifier() or keyword.iskeyword(name):
        raise ValueError(f"{name!r} cannot be the name of a function")
    if not (root / "solutions" / slug).is_dir():
        raise ValueError(f"{root} isn't a clone of the course")
    written = texts(root, slug, name)
    for path, text in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic.write(path, text)
    return list(written)


def texts(root: Path, slug: str, name: str) -> dict[Path, str]:
    """The contents of a task's files, by path.

    Raises:
        ValueError: if one of them already exists, or the chapter has the name.
    """
    package = root / "src" / "lernformer"
    listed = package / f"{slug}.py"
    if not listed.exists():
        listed = package / slug / "__init__.py"
    chapter = listed.read_text("utf-8")
    if name in _names(chapter):
        raise ValueError(f"{listed} already uses the name {name}")
    numpy = "import numpy as np" in chapter

    def filled(text: str) -> str:
        for mark, words in (NUMPY if numpy else TORCH).items():
            text = re.sub(rf"\b{mark}\b", words, text)
        return text.replace("SLUG", slug).replace("NAME", name)

    found = {
        package / "mistakes" / slug / f"{name}.py": MISTAKES,
        package / "mistakes" / slug / f"{name}.txt": WRONG,
        package / "checks" / slug / f"{name}.py": CHECK,
        package / "checks" / slug / f"{name}.txt": ABOUT,
        root / "tests" / "answers" / slug / f"{name}.py": ANSWERS,
        root / "tests" / "answers" / slug / f"{name}.txt": MORE_WRONG,
    }
    if not numpy:
        found[package / "probes" / slug / f"{name}.py"] = PROBE
    reference = REFERENCE
    if listed.name == "__init__.py":
        start = '"""TODO: what it implements."""\n\nfrom torch import Tensor\n'
        found[listed.with_name(f"{name}.py")] = start + REFERENCE
        reference = ""
    if there := [str(path) for path in found if path.exists()]:
        raise ValueError(f"already exists: {', '.join(there)}")
    made = {path: filled(text) for path, text in found.items()}
    chapter = _listing(chapter, name)
    if not reference:
        line = f"from lernformer.{slug}.{name} import {name}\n"
        chapter = chapter.replace("\n__all__ = [", f"{line}\n__all__ = [", 1)
    made[listed] = chapter + filled(reference)
    test = root / "tests" / f"test_{slug}.py"
    tests, needed = test.read_text("utf-8"), "numpy as np" if numpy else "torch"
    if f"import {needed}\n" not in tests:
        tests = tests.replace("\nfrom ", f"\nimport {needed}\n\nfrom ", 1)
    made[test] = tests + filled(TEST)
    script = root / "solutions" / slug / f"{slug}.py"
    made[script] = _with_marker(script.read_text("utf-8"), filled(EXERCISE))
    return made


def _names(source: str) -> set[str]:
    """The names that a module defines, imports or lists."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.alias):
            found.add(node.name)
        elif isinstance(node, ast.Name):
            found.add(node.id)
    return found


def _listing(source: str, name: str) -> str:
    """The module's source with a name at the end of its ``__all__``."""
    start = source.index("\n__all__ = [")
    end = source.index("\n]", start)
    return f'{source[:end]}\n    "{name}",{source[end:]}'


def _with_marker(script: str, cell: str) -> str:
    """An exercise with one more task after its last one and the cells about that."""
    last = [found.end() for found in re.finditer(r"^# %% task .*$", script, re.M)][-1]
    end = script.find("\n# %% [markdown]\n# ## ", last) + 1 or len(script)
    return script[:end] + cell + script[end:]
