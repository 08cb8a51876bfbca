"""The command line itself: help, what it loads, and what it says is missing."""

import os
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from command_line import run

from lernformer import cli


def test_the_command_is_installed():
    (script,) = entry_points(group="console_scripts", name="lernformer")
    assert script.load() is cli.main


@pytest.mark.parametrize("command", [[], ["train"], ["translate"], ["evaluate"]])
def test_help_explains_every_option(command):
    text = run(*command, "--help").stdout
    assert text.startswith("Usage:")
    parent = cli.main.commands[command[0]] if command else cli.main
    for parameter in parent.params:
        for option in getattr(parameter, "opts", []):
            if option.startswith("--"):
                assert option in text
                assert parameter.help, option


def fresh(code):
    """Run some lines in a process of their own."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


HELP = "from lernformer.cli import main; main({}, standalone_mode=False)"
NEEDED_LATER = {"torch", "numpy", "matplotlib", "IPython", "nbformat", "nbgrader"}


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        (HELP.format(["--version"]), NEEDED_LATER),
        (HELP.format(["--help"]), NEEDED_LATER),
        (HELP.format(["grade", "--help"]), NEEDED_LATER),
        ("import lernformer.commands", {"nbformat", "nbgrader"}),  # to translate
    ],
)
def test_what_a_command_does_not_need_is_not_loaded(code, absent):
    """Reading the help needs no nbgrader, and nobody waits seconds for torch."""
    ran = fresh(f"import sys\n{code}\nprint({absent} & {{*sys.modules}})")
    assert ran.stdout.endswith("set()\n"), ran


@pytest.mark.parametrize(
    ("arguments", "missing"),
    [(["grade", "attention"], "nbgrader"), (["check", __file__], "nbformat")],
)
def test_a_missing_package_is_reported_in_one_line(arguments, missing):
    ran = fresh(
        f"import sys\nsys.modules[{missing!r}] = None\n"
        f"from lernformer.cli import main\nmain({arguments})"
    )
    words = f"{missing} is not installed: pip install 'lernformer[grading]'"
    assert ran.stderr == f"Error: {words}\n"
    assert ran.returncode == 1


@pytest.mark.parametrize(
    ("command", "extra"), [("lab", "jupyterlab"), ("tutor", "mcp")]
)
def test_without_notebooks_or_a_package_it_says_so(
    tmp_path, monkeypatch, command, extra
):
    assert "no exercises in" in run(command, tmp_path / "none", code=1).output
    monkeypatch.setattr(cli.importlib.util, "find_spec", lambda name: None)
    output = run(command, tmp_path, code=1).output
    words = f"{extra} is not installed: pip install 'lernformer[{command}]'"
    assert output == f"Error: {words}\n"


def test_lab_opens_the_folder(tmp_path, monkeypatch):
    opened = []

    def call(command, cwd, env):
        opened.append((command[1:3], cwd, env["JUPYTER_CONFIG_PATH"]))
        assert command[-1] == "--LabApp.default_url=/lab/tree/START.ipynb"
        assert (cwd / "START.ipynb").is_file()
        return 0

    monkeypatch.setattr(cli.subprocess, "call", call)
    monkeypatch.setenv("JUPYTER_CONFIG_PATH", "/mine")
    run("lab", tmp_path)
    ((command, folder, settings),) = opened
    assert (command, folder) == (["-m", "jupyterlab"], tmp_path)
    mine, ours = settings.split(os.pathsep)
    assert (Path(ours) / "labconfig" / "page_config.json").is_file()
    assert mine == "/mine"  # the user's own setting stays
