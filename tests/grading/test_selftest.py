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
from extent import ALL, some
from graded import content, exercise, points

from lernformer.checks.verdict import Verdict
from lernformer.grading.judge.examiner import Graded
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
from lernformer.grading.judge.examiner import Examiner

if sys.argv[2] == "landlock":
    bubblewrap.missing = lambda: "not here"
try:
    wall = sandbox.choose_wall()
except sandbox.NoSandbox as error:
    sys.exit(f"skip: {error}")
assert wall == sys.argv[2], wall
with sandbox.Sandbox(sys.argv[3], hidden=(ROOT,)) as made:
    made.try_walls(ROOT / "solutions")
    examiner = Examiner(exercise(sys.argv[3]), bytes(32))
    print(json.dumps(examiner.grade(content(sys.argv[3]), made).scores))
"""
WALLS = [*itertools.product(("root", "user"), ("bubblewrap", "landlock"))]
SLUG = "transformer" if ALL else "masking"


@pytest.mark.parametrize(
    ("who", "wall"),
    some(WALLS, [("root", "bubblewrap"), ("user", "landlock")]),
)
def test_a_solution_earns_all_with_the_clone_as_the_courses_folder(who, wall):
    if wall == "bubblewrap" and not shutil.which("bwrap"):
        pytest.skip("no bubblewrap")
    if who == "root" and os.geteuid() != 0:
        pytest.skip("not root")
    words = [sys.executable, "-c", IN_THE_CLONE, str(ROOT / "tests"), wall, SLUG]
    root = [*unprivileged.reachable(), *words]
    ran = subprocess.run(
        root if who == "root" else unprivileged.command(*words),
        cwd="/",
        env={"PATH": "/usr/bin:/bin", "HOME": "/", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.stderr.startswith("skip: "):
        pytest.skip(ran.stderr[6:])
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == points(SLUG)


def graded(scores: dict[str, float]) -> Graded:
    verdicts = {
        name: Verdict(f"a.{name}", {}, 0, None, symptom="is not defined")
        for name in scores
    }
    return Graded(None, scores, 0.0, verdicts)


def test_a_solution_must_earn_all_and_a_stub_nothing(tmp_path):
    paths = tmp_path / "solution.ipynb", tmp_path / "stub.ipynb"
    for path, file in zip(paths, ({}, {"softmax": None}), strict=True):
        path.write_bytes(content("attention", **file))
    solution, stub = trials(exercise("attention"), *paths)
    full, nothing = points("attention"), dict.fromkeys(points("attention"), 0.0)
    require(solution, graded(full))
    require(stub, graded(nothing))
    with pytest.raises(ValueError, match=r"softmax 1 instead of 2 \(is not defined"):
        require(solution, graded(full | {"check_softmax": 1.0}))
    words = r"stub\.ipynb does not .*: softmax 2 instead of 0"
    with pytest.raises(ValueError, match=words):
        require(stub, graded(nothing | {"check_softmax": 2.0}))
