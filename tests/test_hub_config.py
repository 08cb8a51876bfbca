"""What the hub's configuration refuses, and who gets what; no hub is needed."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest
from course import ROOT
from traitlets.config import Config

DEPLOY = ROOT / "deploy" / "jupyterhub"


@pytest.fixture
def load(tmp_path, monkeypatch):
    """Load the configuration beside a class.toml with some values changed."""
    monkeypatch.chdir(tmp_path)
    clone = tmp_path / "clone"  # ours may be open to everybody
    shutil.copytree(DEPLOY, clone / "deploy" / "jupyterhub")
    config_file = clone / "deploy" / "jupyterhub" / "jupyterhub_config.py"
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("course", "exchange"):
        (tmp_path / name).mkdir(mode=0o700)

    def load(**changed):
        members = {
            "course": str(tmp_path / "course"),
            "exchange": str(tmp_path / "exchange"),
            "instructor": "eva",
            "students": ["ada", "bela"],
        } | changed
        lines = [f"{k} = {json.dumps(v)}" for k, v in members.items() if v is not None]
        Path("class.toml").write_text("\n".join(lines), encoding="utf-8")
        config = Config()
        names = {"get_config": lambda: config, "__file__": str(config_file)}
        monkeypatch.delitem(sys.modules, "members", raising=False)
        text = config_file.read_text(encoding="utf-8")
        exec(compile(text, config_file, "exec"), names)
        return config

    return load


def start(config, name):
    """How the hub starts a server, and for which accounts."""
    user = SimpleNamespace(name=name)
    spawner = SimpleNamespace(user=user, environment={}, notebook_dir="")
    config.Spawner.pre_spawn_hook(spawner)
    return spawner


def test_the_class_may_log_in_and_the_instructor_alone_gets_the_course(load, tmp_path):
    config, course = load(), str(tmp_path / "course")
    assert config.Authenticator.allowed_users == {"eva", "ada", "bela"}
    for name, path in (("eva", course), ("ada", "")):
        spawner = start(config, name)
        assert spawner.notebook_dir == path
        paths = spawner.environment["JUPYTER_CONFIG_PATH"].split(os.pathsep)
        assert (course in paths) is (name == "eva")
        assert all(Path(each).is_dir() for each in paths)
    (tmp_path / "course").chmod(0o755)  # others may read it
    with pytest.raises(PermissionError, match="chmod 700"):
        start(config, "eva")


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"students": None}, "missing or unknown: students"),
        ({"tutor": "max"}, "missing or unknown: tutor"),
        ({"students": ["ada", "ada"]}, "'ada' is listed twice"),
        ({"students": ["eva"]}, "'eva' is listed twice"),
        ({"students": ["Ada"]}, "'Ada' cannot be the name of an account"),
        ({"students": ["ada+bela"]}, r"'ada\+bela' cannot be the name"),
        ({"exchange": "/nowhere"}, "exchange: there is no folder /nowhere"),
    ],
)
def test_a_class_that_cannot_be(changed, words, load):
    with pytest.raises(ValueError, match=words):
        load(**changed)


def test_the_example_can_be_filled_in(load, tmp_path):
    example = tomllib.loads((DEPLOY / "class.example.toml").read_text("utf-8"))
    folders = {name: str(tmp_path / name) for name in ("course", "exchange")}
    Path("class.csv").write_text("last_name,id\nLovelace, ada\nNagy,bela\n", "utf-8")
    allowed = {example["instructor"], "ada", "bela"}
    assert load(**example | folders).Authenticator.allowed_users == allowed


@pytest.mark.parametrize("name", [".git", "solutions", "tests"])
def test_the_hub_does_not_start_while_students_can_read_answers(load, tmp_path, name):
    folder = tmp_path / "clone" / name
    folder.mkdir()
    folder.chmod(0o711)
    with pytest.raises(PermissionError, match=f"{name}: chmod 700"):
        load()
    folder.chmod(0o700)
    load()


def test_idle_servers_end(load):
    hub = load().JupyterHub
    (service,), (role,) = hub.services, hub.load_roles
    assert "jupyterhub_idle_culler" in service["command"]
    assert service["name"] in role["services"]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="no systemd here")
def test_systemd_can_read_the_units(tmp_path):
    for unit in (DEPLOY / "systemd").iterdir():
        text = unit.read_text("utf-8").replace(
            "/opt/lernformer/.venv/bin/jupyterhub", "true"
        )
        (tmp_path / unit.name).write_text(text)
        words = ["systemd-analyze", "verify", "--recursive-errors=no"]
        ran = subprocess.run(
            [*words, tmp_path / unit.name], capture_output=True, text=True
        )
        assert unit.name not in ran.stderr
