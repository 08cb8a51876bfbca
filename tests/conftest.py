"""What all tests share."""

import gc
import os

import pytest
import torch
from browser import book, chromium, served, visited  # noqa: F401  for all tests
from command_line import corpus, trained  # noqa: F401
from notebook import notebook  # noqa: F401
from sandboxes import sandboxes  # noqa: F401
from student import student  # noqa: F401

torch.set_num_threads(1)  # the tensors are tiny: threads would only cost time
gc.set_threshold(50_000, 20, 50)  # modules come and go by the thousand
os.environ.pop("VIRTUAL_ENV", None)  # IPython warns if that is not where it runs


# One worker runs all files of a group, because they share an environment or sandboxes.
GROUPS = (
    ("test_lab.py", "test_students.py"),
    (
        "test_examiner.py",
        "test_own_code.py",
        "test_repairing.py",
        "test_talk_sheets.py",
    ),
    ("test_same_grade.py", "test_check_command.py", "test_honest_habits.py"),
)
TOGETHER = {name: group[0] for group in GROUPS for name in group}


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """One per core; three more for the slow tests, which often wait."""
    return (yield) + 3 * (config.option.markexpr == "slow")


def pytest_ignore_collect(collection_path, config):
    """Skip files without a selected test: each worker would import them."""
    if collection_path.match("test_*.py"):
        text = collection_path.read_text("utf-8")
        all_slow = "\npytestmark = pytest.mark.slow" in text
        none = {"slow": "mark.slow" not in text, "not slow": all_slow}
        return none.get(config.option.markexpr) or None


@pytest.hookimpl(tryfirst=True)  # xdist reads the marks in the same hook
def pytest_collection_modifyitems(config, items):
    """Deal the tests of the checks out one by one, and every other file as a whole.

    The other files share what is expensive to make: a built book, a graded class. They
    come first; the checks' many small groups then keep every worker busy to the end.
    """
    items.sort(key=lambda item: item.path.name == "test_checks.py")
    if not config.pluginmanager.hasplugin("xdist"):
        return
    for item in items:
        if item.path.name != "test_checks.py":
            name = TOGETHER.get(item.path.name, item.path.name)
            item.add_marker(pytest.mark.xdist_group(name))


def pytest_runtest_setup(item):
    if item.get_closest_marker("gpu") and not torch.cuda.is_available():
        pytest.skip("no CUDA device")
