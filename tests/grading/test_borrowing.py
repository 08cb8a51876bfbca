"""Nothing that a student's code can import does a task's work for it.

Each function and class in the sandbox's view is handed in as the answer to each task
of the chapter, alone, wrapped and as a base class. This happens behind the wall, where
the view is all that there is of the package.
"""

import pickle
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from extent import some
from unprivileged import needs_bubblewrap

from lernformer import CHAPTERS
from lernformer.checks import task
from lernformer.checks.judging import judge
from lernformer.grading.sandbox import bubblewrap
from lernformer.grading.sandbox.visible_files import PACKAGE, lay_out
from lernformer.probes import names

pytestmark = [pytest.mark.slow, needs_bubblewrap]

# Runs in the view: hands in everything that it finds, and returns what some cases say.
# What gets anywhere in the first case is tried on the others, too. The sandbox's own
# parts shut a process in, so each of them gets its own process.
BORROWER = textwrap.dedent(
    """
    import importlib, inspect, os, pickle, pkgutil, sys
    sys.path.insert(0, sys.argv[2])
    import torch
    import lernformer
    from lernformer.probes import probe, probing
    from lernformer.probes.probing import observe

    out, sys.stdout = os.fdopen(os.dup(1), "wb"), sys.stderr
    torch.set_num_threads(1)
    probing.TIME_LIMIT = 2.0
    sys.stdin = open(os.devnull)
    leave, os._exit = os._exit, sys.exit  # which the sandbox's own modules call

    def parts():
        found = {}
        packages = lernformer.__path__, "lernformer.", lambda name: None
        for module in pkgutil.walk_packages(*packages):
            try:
                module = importlib.import_module(module.name)
            except Exception:
                continue  # it needs what is not there
            for name, part in vars(module).items():
                home = str(getattr(part, "__module__", ""))
                if callable(part) and home.startswith("lernformer"):
                    found[id(part)] = f"{module.__name__}.{name}", part
        return list(found.values())

    def forms(part):
        yield "alone", part
        yield "wrapped", lambda *inputs: part(*inputs)
        if inspect.isclass(part):
            try:
                yield "inherited", type("Own", (part,), {})
            except TypeError:
                pass  # it is final

    def answers(name, part):
        observed = []
        for task_id, cases in todo.items():
            chosen = probe(task_id)
            for form, answer in forms(part):
                seen, _ = observe(chosen, answer, cases[:1])
                if not seen[0].trouble:
                    seen, _ = observe(chosen, answer, cases)
                    observed.append((task_id, f"{name} {form}", seen))
        return observed

    def apart(name, part):
        reading, writing = os.pipe()
        if os.fork() == 0:
            try:
                with os.fdopen(writing, "wb") as file:
                    pickle.dump(answers(name, part), file)
            finally:
                leave(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as file:
            text = file.read()
        os.wait()
        return pickle.loads(text) if text else []

    todo = pickle.load(open(sys.argv[1], "rb"))
    observed, every = [], parts()
    for name, part in every:
        observed += (apart if ".grading." in name else answers)(name, part)
    observed.append(("parts", len(every), None))
    pickle.dump(observed, out)
    """
)


@pytest.fixture(scope="module", params=some(CHAPTERS, ["attention"]))
def observed(request, tmp_path_factory):
    """What every part of the view answers to a chapter's tasks."""
    folder = tmp_path_factory.mktemp(request.param)
    view = folder / "view" / "lernformer"
    lay_out(request.param, view)
    ids = [f"{request.param}.{name}" for name in names(request.param)]
    cases = {i: task(i).cases(np.random.default_rng(5)) for i in ids}
    (folder / "cases").write_bytes(pickle.dumps(cases))
    words = [sys.executable, "-I", "-c", BORROWER, folder / "cases", PACKAGE.parent]
    done = subprocess.run(
        [*bubblewrap.command(view, writable=(folder,)), *words],
        check=True,
        timeout=600,
        env=bubblewrap.environment(str(folder)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
    )
    return cases, pickle.loads(done.stdout)


def test_no_part_of_the_view_earns_a_point(observed):
    cases, answers = observed
    *answers, (_, count, _) = answers
    assert count > 50
    earned = {}
    for task_id, name, seen in answers:
        seen = seen if len(seen) == len(cases[task_id]) else seen * len(cases[task_id])
        verdict = judge(task(task_id), cases[task_id], seen, 5)
        if verdict.score > 0:
            earned[task_id, name] = verdict.score
    assert not earned
