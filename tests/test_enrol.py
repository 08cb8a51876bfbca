"""Accounts and class list made as the README says, as if on a separate machine.

Root's commands change only what this test sees: /etc, /home, /srv and /opt are copies.
"""

import csv
import os
import shutil
import subprocess
import sys

import pytest
import unprivileged
from course import ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("bwrap"),
        reason="only root, with bubblewrap, can have a machine of its own",
    ),
]
HUB = "/srv/lernformer/hub"
ENROL = "/opt/lernformer/deploy/jupyterhub/enrol.py"
CLASS = "id,first_name,last_name,email\nada,Ada,Lovelace,ada@example.org\nbela,,,\n"


class Machine:
    def __init__(self, folder):
        self.words = [*unprivileged.reachable()]
        shutil.copytree("/etc", folder / "etc", symlinks=True)
        for name in ("home", "srv", "opt"):
            (folder / name).mkdir(mode=0o755)
        for name in ("etc", "home", "srv", "opt"):
            self.words += ["--bind", str(folder / name), f"/{name}"]
        self.clone = folder / "opt" / "lernformer"
        for name in ("deploy/jupyterhub", "solutions/attention"):
            shutil.copytree(ROOT / name, self.clone / name)
        shutil.copy(ROOT / "nbgrader_config.py", self.clone)
        hub = folder / "srv" / "lernformer" / "hub"
        hub.mkdir(parents=True)
        shutil.copy(self.clone / "deploy/jupyterhub/class.example.toml", hub)
        (hub / "class.example.toml").rename(hub / "class.toml")
        self.hub = hub

    def do(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            [*self.words, *words], cwd="/", capture_output=True, text=True
        )

    def enrol(self, listed: str) -> subprocess.CompletedProcess:
        (self.hub / "class.csv").write_text(listed, "utf-8")
        return self.do(sys.executable, ENROL, f"{HUB}/class.toml")


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    machine = Machine(tmp_path_factory.mktemp("machine"))
    made = machine.do("useradd", "--create-home", "-K", "HOME_MODE=0755", "fynn")
    assert made.returncode == 0, made.stderr
    machine.first = machine.enrol(CLASS)
    machine.second = machine.enrol(CLASS + "fynn,Fynn,,fynn@example.org\n")
    return machine


def test_everybody_has_an_account_and_is_in_the_gradebook(machine):
    assert machine.first.returncode == 0, machine.first.stderr
    assert "3 accounts created, 0 existed already." in machine.first.stdout
    assert "2 students are new" in machine.first.stdout
    assert "0 accounts created, 4 existed already." in machine.second.stdout
    assert "1 students are new, 2 were known." in machine.second.stdout


def test_who_was_there_keeps_home_and_password(machine):
    output = machine.do("stat", "-c", "%a %U", "/home/fynn", "/home/ada").stdout
    assert output == "755 fynn\n700 ada\n"
    shadow = machine.do("grep", "-E", "^(fynn|ada|instructor):", "/etc/shadow").stdout
    locked = {line.split(":")[0]: line.split(":")[1][:1] for line in shadow.split()}
    assert locked["fynn"] == "!"
    assert locked["ada"] == locked["instructor"] == "$"


def test_first_passwords_are_roots_alone(machine):
    with (machine.hub / "passwords.csv").open(encoding="utf-8") as file:
        rows = list(csv.reader(file))
    assert [name for name, _ in rows] == ["instructor", "ada", "bela"]
    assert len({password for _, password in rows}) == 3
    assert (machine.hub / "passwords.csv").stat().st_mode & 0o777 == 0o600


def test_students_read_no_solutions(machine):
    folder = "/home/instructor/lernformer/solutions/attention"
    refused = machine.do("runuser", "-u", "ada", "--", "ls", folder)
    assert "Permission denied" in refused.stderr
    there = machine.do("runuser", "-u", "instructor", "--", "ls", folder)
    assert "attention.py" in there.stdout


@pytest.mark.parametrize(
    ("listed", "words"),
    [
        ("id\nJörg\n", "cannot be the name of an account"),
        ("id\njörg\n", "not valid as account names: jörg"),
        ("name\nada\n", "needs a column id"),
        ("id\nada\nada\n", "is listed twice"),
    ],
)
def test_a_list_that_cannot_be_makes_nobody(listed, words, machine):
    before = machine.do("cat", "/etc/passwd").stdout
    refused = machine.enrol(listed)
    assert refused.returncode == 1
    assert words in refused.stderr
    assert machine.do("cat", "/etc/passwd").stdout == before
