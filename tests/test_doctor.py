"""`lernformer doctor`: what is fine, what isn't, and what to do."""

import sys
from importlib import metadata
from pathlib import Path

import jupyter_client.kernelspec
import pytest
from click.testing import CliRunner

from lernformer import doctor
from lernformer.cli import main


def findings(folder):
    return {one.what: one for one in doctor.examine(folder)}


def test_here_all_is_well(tmp_path, monkeypatch):
    found = findings(tmp_path)
    assert [str(one) for one in found.values() if one.remedy] == []
    assert found["torch"].found == metadata.version("torch")
    assert "threads" in found["computing"].found
    assert sys.executable in found["Python"].found
    for room, exit_code, verdict in (
        (doctor.ROOM, 0, "All is well.\n"),
        (1e9, 1, "Problems: 1, marked ✗.\n"),
    ):
        monkeypatch.setattr(doctor, "ROOM", room)
        result = CliRunner().invoke(main, ["doctor"])
        assert result.output.endswith(verdict)
        assert result.exit_code == exit_code
    assert "free at least 1e+09 GB" in result.output


def test_what_is_missing_comes_with_the_command_that_installs_it(tmp_path, monkeypatch):
    def version(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", version)
    remedy = findings(tmp_path)["jupyterlab"].remedy
    assert remedy == f"{sys.executable} -m pip install jupyterlab"
    assert not findings(tmp_path)["lernformer"].remedy


@pytest.mark.parametrize(
    ("argv", "well"),
    [
        (["python", "-m", "ipykernel_launcher"], True),
        ([sys.executable, "-m", "ipykernel_launcher"], True),
        (["/opt/conda/bin/python3", "-m", "ipykernel_launcher"], False),
    ],
)
def test_a_kernel_of_another_python_is_reported(tmp_path, monkeypatch, argv, well):
    class Specs:
        def get_kernel_spec(self, name):
            return jupyter_client.kernelspec.KernelSpec(argv=argv)

    monkeypatch.setattr(jupyter_client.kernelspec, "KernelSpecManager", Specs)
    assert (findings(tmp_path)["kernel"].remedy == "") is well


def test_an_old_python_and_a_folder_without_rights(tmp_path, monkeypatch):
    monkeypatch.setattr(doctor, "OLDEST", (9, 0))
    assert findings(tmp_path)["Python"].remedy == "install Python 9.0 or newer"

    def refuse(dir: Path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(doctor.tempfile, "TemporaryFile", refuse)
    assert "a folder of your own" in findings(tmp_path)["writing"].remedy
