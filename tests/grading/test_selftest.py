"""Grading works where the README says, for any user; otherwise it doesn't begin."""

import itertools
import json
import os
import shutil
import subprocess
import sys

import pytest
import unprivileged
from course import ROOT
from extent import some
from graded import content, exercise, points

from lernformer.checks.verdict import Verdict
from lernformer.grading.judge.judge import Graded
from lernformer.grading.judge.selftest import require, trials

pytestmark = pytest.mark.slow

# The course's folder is the clone, which contains the package: it is hidden as a whole,
# but the package must still be visible.
IN_THE_CLONE = """
import json, os, sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])
from course import ROOT
from graded import content, exercise
from lernformer.grading.sandbox import bubblewrap
from lernformer.grading.sandbox import sandbox
from lernformer.grading.judge.judge import Examiner

if sys.argv[2] == "landlock":
    bubblewrap.missing = lambda: "not here"
try:
    wall = sandbox.choose_wall()
except sandbox.NoSandbox as error:
    sys.exit(f"skip: {error}")
assert wall == sys.argv[2], wall
with sandbox.Sandbox("transformer", hidden=(ROOT,)) as made:
    made.try_walls(ROOT / "solutions")
    examiner = Examiner(exercise("transformer"), bytes(32))
    print(json.dumps(examiner.grade(content("transformer"), made).scores))
"""


WALLS = [*itertools.product(("root", "user"), ("bubblewrap", "landlock"))]


@pytest.mark.parametrize(
    ("who", "wall"),
    some(WALLS, [("root", "bubblewrap"), ("user", "landlock")]),
)
def test_a_solution_earns_all_with_the_clone_as_the_courses_folder(who, wall):
    if wall == "bubblewrap" and not shutil.which("bwrap"):
        pytest.skip("no bubblewrap")
    words = [sys.executable, "-c", IN_THE_CLONE, str(ROOT / "tests"), wall]
    if who == "root" and os.geteuid() != 0:
        pytest.skip("not root")
    words = (
        unprivileged.command(*words)
        if who == "user"
        else [*unprivileged.reachable(), *words]
    )
    ran = subprocess.run(
        words,
        cwd="/",
        env={"PATH": "/usr/bin:/bin", "HOME": "/", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.stderr.startswith("skip: "):
        pytest.skip(ran.stderr[6:])
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == points("transformer")


def graded(scores: dict[str, float]) -> Graded:
    verdicts = {
        name: Verdict(f"a.{name}", {}, 0, None, symptom="is not defined")
        for name in scores
    }
    return Graded(None, scores, 0.0, verdicts)


@pytest.fixture
def both(tmp_path):
    """The trials of a solution and of a stub."""
    solution, stub = tmp_path / "solution.ipynb", tmp_path / "stub.ipynb"
    solution.write_bytes(content("attention"))
    stub.write_bytes(content("attention", softmax=None))
    return list(trials(exercise("attention"), solution, stub))


def test_a_solution_must_earn_all_and_a_stub_nothing(both):
    full, nothing = points("attention"), dict.fromkeys(points("attention"), 0.0)
    solution, stub = both
    require(solution, graded(full))
    require(stub, graded(nothing))
    with pytest.raises(ValueError, match=r"softmax 1 instead of 2 \(is not defined"):
        require(solution, graded(full | {"check_softmax": 1.0}))
    with pytest.raises(
        ValueError, match=r"stub\.ipynb does not .*: softmax 2 instead of 0"
    ):
        require(stub, graded(nothing | {"check_softmax": 2.0}))
