"""The course's commands where there is no course: they say so, and leave no trace."""

import pytest
from click.testing import CliRunner
from nbgrader.apps import autogradeapp
from nbgrader.converters import autograde

from lernformer.cli import main


@pytest.mark.parametrize(
    "words",
    ["grade attention", "report attention", "collect .", "return attention", "read",
     "backup b.zip", "restore b.zip"],
)  # fmt: skip
def test_a_command_in_another_folder(words, tmp_path, monkeypatch):
    """nbgrader alone would grade without a sandbox, and back up an empty gradebook."""
    stock = autograde.Autograde  # other tests may have replaced it with ours
    monkeypatch.setattr(autogradeapp, "Autograde", stock)
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, words.split())
    assert result.exit_code == 1
    assert f"{tmp_path} is not a course folder: run this in the folder" in result.output
    assert not [*tmp_path.iterdir()]
