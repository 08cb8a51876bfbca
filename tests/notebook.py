"""A notebook without a browser: IPython in this process, cell after cell."""

import dataclasses

import pytest
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from lernformer import checks
from lernformer.checks.session import SESSION, Session

SOFTMAX = """\
def softmax(scores, axis=-1):
    powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)
"""
NAIVE = SOFTMAX.replace(" - scores.max(axis=axis, keepdims=True)", "")
CHECK = 'check("attention.softmax", softmax)'
SET_UP = """\
import numpy as np
from lernformer.checks import check, hint, passed, reset, status
"""


class Notebook:
    """What students have in front of them, in the folder ``attention``."""

    def __init__(self, shell, capsys):
        self.shell, self.capsys = shell, capsys
        self.run(SET_UP, "setup")

    def run(self, source: str, cell: str = "") -> str:
        """Run a cell; return what appears below it, as one line of words."""
        self.capsys.readouterr()
        self.shell.run_cell(source, store_history=True, cell_id=cell or None)
        return " ".join(self.capsys.readouterr().out.split())

    def check(self) -> str:
        return self.run(CHECK, "check_softmax")


@pytest.fixture
def notebook(monkeypatch, capsys, tmp_path):
    """A fresh kernel in the folder of a notebook."""
    (tmp_path / "attention").mkdir()
    monkeypatch.chdir(tmp_path / "attention")
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    for each in dataclasses.fields(Session):
        empty = getattr(Session(), each.name)
        monkeypatch.setattr(SESSION, each.name, empty)
    quiet = Config({"HistoryManager": {"enabled": False}})
    InteractiveShell.clear_instance()  # another test may have left its own kind
    shell = InteractiveShell.instance(config=quiet, colors="nocolor")
    checks.begin(shell)
    yield Notebook(shell, capsys)
    InteractiveShell.clear_instance()
