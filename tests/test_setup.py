"""The set-up script and the Makefile, in an environment of stubs.

The script runs for real; Python, pip and df are stand-ins that record their arguments,
so the tests need no network, no full disk and no waiting.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ["cat", "cksum", "cp", "df", "dirname", "env", "find", "grep", "head", "id"]
TOOLS += ["ls", "mkdir", "rm", "sed", "sh", "sleep", "tail"]
STUBS = Path(__file__).with_name("setup")


class Project:
    """A clone with nothing but the set-up script, and a machine of stubs around it."""

    def __init__(self, folder: Path):
        self.root = folder / "my course"
        self.home = folder / "home"
        self.bin = folder / "bin"
        for path in (self.root / ".ci", self.home, self.bin):
            path.mkdir(parents=True)
        shutil.copy(ROOT / ".ci/setup", self.root / ".ci/setup")
        (self.root / "requirements.txt").write_text("torch==2.0\nuv==1.0\n")
        shutil.copy(STUBS / "requirements.lock", self.root)
        (self.root / "pyproject.toml").write_text("[project]\n")
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))
        self.stand_in(self.home / "venv-python", "venv-python", home=self.home)
        self.pip(":")
        self.uv(":")
        self.system("Linux")

    @property
    def venv(self) -> Path:
        return self.root / ".venv"

    def stub(self, path: Path, text: str) -> None:
        path.unlink(missing_ok=True)  # it may be a link to the system's own
        path.write_text(text)
        path.chmod(0o755)

    def stand_in(self, path: Path, name: str, **given) -> None:
        """Write one of the scripts beside this file."""
        self.stub(path, (STUBS / f"{name}.sh").read_text().format(**given))

    def python(self, name="python3", version="3.12", ensurepip=0) -> None:
        given = {"version": version, "ensurepip": ensurepip, "home": self.home}
        self.stand_in(self.bin / name, "python", real=sys.executable, **given)

    def python_without_pip(self, without: bool) -> None:
        self.python(ensurepip=int(without))

    def pip(self, behaviour: str) -> None:
        (self.home / "pip").write_text(behaviour + "\n")

    def uv(self, behaviour: str) -> None:
        """What uv does, once pip has installed it."""
        text = f"#!/bin/sh\necho \"$*\" >>'{self.home}/uv-calls'\n{behaviour}\n"
        self.stub(self.home / "uv", text)

    def system(self, name: str, nvidia_smi: str = "") -> None:
        self.stub(self.bin / "uname", f"#!/bin/sh\necho {name}\n")
        if nvidia_smi:
            self.stub(self.bin / "nvidia-smi", f"#!/bin/sh\necho '{nvidia_smi}'\n")

    def torch(self) -> list[str]:
        """What uv was asked to do."""
        calls = self.home / "uv-calls"
        return calls.read_text().splitlines() if calls.exists() else []

    def free_space(self, megabytes: int) -> None:
        (self.bin / "df").unlink()
        line = f"/dev/disk 1 x 9999999 1 {megabytes * 1024} 90% /mnt/a b"
        self.stub(self.bin / "df", f"#!/bin/sh\necho Filesystem; echo '{line}'\n")

    def start(self, *arguments, **environment) -> subprocess.Popen:
        return subprocess.Popen(
            [shutil.which("sh"), self.root / ".ci/setup", *arguments],
            env={"PATH": str(self.bin), "HOME": str(self.home)} | environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # to signal it and everything it started
        )

    def run(self, *arguments, **environment) -> tuple[int, str]:
        process = self.start(*arguments, **environment)
        output, _ = process.communicate()
        return process.returncode, output

    def installs(self) -> int:
        """The number of times pip was asked to install the requirements."""
        calls = self.home / "pip-calls"
        return calls.read_text().count(" -r ") if calls.exists() else 0

    def wait_for_install(self) -> None:
        for _ in range(15_000):
            if self.installs():
                return
            time.sleep(0.02)
        pytest.fail("pip was never called")


@pytest.fixture
def bare(tmp_path):
    """A machine without Python."""
    return Project(tmp_path)


@pytest.fixture
def project(bare):
    bare.python()
    return bare


@pytest.fixture
def ready(project):
    assert project.run()[0] == 0
    return project


def assert_sets_up(project):
    status, output = project.run()
    assert (status, (project.venv / ".ready").exists()) == (0, True), output
    assert not (project.venv / ".unfinished").exists()
    assert project.run() == (0, "")
    return output


def assert_refuses(project, message, *arguments, **environment):
    status, output = project.run(*arguments, **environment)
    assert status == 1
    assert message in output


# --- what is there already -------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["requirements.txt", "requirements.lock", "pyproject.toml"]
)
def test_changed_requirements_update_the_environment(ready, name):
    extra = ready.venv / "installed-by-hand"
    extra.touch()
    with (ready.root / name).open("a") as file:
        file.write("# changed\n")
    if name == "requirements.txt":  # without a network, a working one stays
        ready.pip("exit 1")
        assert ready.run()[0] == 1
        ready.pip(":")
    assert "Updating .venv" in assert_sets_up(ready)
    assert extra.exists()


def test_two_at_once_install_once(project):
    project.pip("sleep 0.5")
    first = project.start()
    project.wait_for_install()
    status, output = project.run()
    assert status == 0
    assert "waiting" in output
    assert first.wait() == 0
    first.stdout.close()
    assert project.installs() == 1


def test_an_environment_that_was_moved_or_lost_its_python_starts_afresh(ready):
    moved = ready.root.with_name("elsewhere")
    ready.root.rename(moved)
    ready.root = moved
    assert "made in another folder" in assert_sets_up(ready)
    assert ready.installs() == 2
    (ready.venv / "bin/python").unlink()
    assert "gone or broken" in assert_sets_up(ready)


@pytest.mark.parametrize("action", [(), ("remove",)])
def test_environment_of_another_clone_is_left_alone(ready, tmp_path, action):
    other = tmp_path / "other"
    shutil.copytree(ready.root, other, ignore=shutil.ignore_patterns(".venv"))
    owner, ready.root = ready.root, other
    before = sorted((owner / ".venv").rglob("*"))
    message = f"belongs to {owner}. Name another folder"
    assert_refuses(ready, message, *action, VENV=str(owner / ".venv"))
    assert sorted((owner / ".venv").rglob("*")) == before
    assert ready.installs() == 1


def test_folder_that_is_no_environment_is_left_alone(project):
    project.venv.mkdir()
    (project.venv / "thesis.txt").touch()
    assert_refuses(project, "no virtual environment")
    assert (project.venv / "thesis.txt").exists()
    assert project.run("remove")[0] == 0
    assert (project.venv / "thesis.txt").exists()


def test_remove(ready):
    assert ready.run("remove") == (0, "")
    assert not ready.venv.exists()
    assert_sets_up(ready)


# --- which Python ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("versions", "wish", "message"),
    [
        ({}, {}, "needs Python 3.11 or newer; found: none"),
        (
            {"python3": "3.9", "python3.11": "3.10"},
            {},
            "python3 (3.9) python3.11 (3.10)",
        ),
        (
            {"python3": "3.12", "my python": "3.9"},
            {"PYTHON": "my python"},
            ": my python",
        ),
    ],
)
def test_old_pythons_are_named(bare, versions, wish, message):
    for name, version in versions.items():
        bare.python(name, version)
    bare.stub(bare.bin / "python3.13", "#!/bin/sh\nexit 127\n")
    assert_refuses(bare, message, **wish)
    assert not bare.venv.exists()
    bare.python("python3.13", "3.13")
    if not wish:
        assert "Python 3.13.0" in assert_sets_up(bare)


def test_tested_python_is_preferred_to_a_later_one(bare):
    bare.python("python3", "3.14")
    assert "Python 3.14.0" in assert_sets_up(bare)
    bare.run("remove")
    bare.python("python3.12", "3.12")
    assert "Python 3.12.0" in assert_sets_up(bare)


# --- which torch -----------------------------------------------------------------

CPU = "--torch-backend cpu --no-deps torch==2.0"
GPU = "GPU 0: NVIDIA T4"


@pytest.mark.parametrize(
    ("system", "gpu", "wish", "cpu"),
    [
        ("Linux", "", "auto", True),
        ("Linux", "No devices were found", "auto", True),
        ("Linux", GPU, "auto", False),
        ("Linux", GPU, "cpu", True),
        ("Linux", "", "cuda", False),
        ("Darwin", "", "auto", False),  # the usual index has it without CUDA
        ("Darwin", "", "cpu", False),
    ],
)
def test_cuda_comes_where_there_is_a_gpu_or_it_is_requested(
    project, system, gpu, wish, cpu
):
    project.system(system, gpu)
    project.free_space(7000)
    if system == "Linux" and not cpu:
        assert_refuses(project, ".venv needs 8000 MB", TORCH=wish)
        assert project.installs() == 0
        project.free_space(9000)
    status, output = project.run(TORCH=wish)
    assert (status, project.installs()) == (0, 1), output
    assert [call.endswith(CPU) for call in project.torch()] == [True] * cpu


def test_where_the_cpu_build_is_out_of_reach_pip_takes_what_there_is(project):
    project.uv("echo 'error: dns error'; exit 2")
    assert "torch's CPU build is out of reach" in assert_sets_up(project)
    assert project.installs() == 1
    assert "dns error" in (project.venv / "setup.log").read_text()


def test_another_wish_is_refused(project):
    assert_refuses(project, "TORCH must be auto, cpu or cuda, got rocm", TORCH="rocm")
    assert project.installs() == 0


def test_what_is_brought_along_has_the_locks_versions(ready):
    assert " -c .venv/constraints.txt" in (ready.home / "pip-calls").read_text()
    lines = (ready.venv / "constraints.txt").read_text().splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert pins == ["numpy==2.0", "soupsieve==2.10 ; python_full_version < '3.11.5'"]


# --- installs that never end -----------------------------------------------------


NO_SPACE = "echo 'ERROR: [Errno 28] No space left on device'; exit 1"


@pytest.mark.parametrize(
    ("part", "bad", "message", "good"),
    [
        ("free_space", 1200, ".venv needs 3000 MB, 1200 MB are free", 5000),
        ("python_without_pip", True, "apt-get install python3.12-venv", False),
        ("pip", NO_SPACE, "disk ran full", ":"),
        ("pip", "echo 'no matching distribution'; exit 1", "no matching distr", ":"),
        ("pip", "exit 1", "nothing is lost", ":"),
        ("pip", 'case "$*" in *editable*) exit 1 ;; esac', "", ":"),
    ],
)
def test_what_fails_is_reported_and_once_it_is_fixed_all_is_well(
    project, part, bad, message, good
):
    getattr(project, part)(bad)
    assert_refuses(project, message)
    assert (project.installs() == 1) is (part == "pip")
    getattr(project, part)(good)
    output = assert_sets_up(project)
    assert part != "pip" or "did not finish" in output


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("update", [False, True])
def test_stopped_install_starts_afresh(project, number, update):
    if update:
        assert_sets_up(project)
        (project.home / "pip-calls").unlink()
        (project.root / "requirements.txt").write_text("torch==2.1\nuv==1.0\n")
    project.pip(f'echo half >"{project.venv}/half-a-package"; sleep 30')
    process = project.start()
    project.wait_for_install()
    os.killpg(process.pid, number)
    output, _ = process.communicate()
    assert process.returncode != 0
    if number != signal.SIGKILL:
        assert "Interrupted. Run the same command again" in output
    project.pip(":")
    assert "did not finish" in assert_sets_up(project)
    assert not (project.venv / "half-a-package").exists()


# --- browser and sandbox ---------------------------------------------------------


def test_browser_that_does_not_start_is_none(ready):
    ready.stub(ready.bin / "chromium", "#!/bin/sh\nexit 10\n")
    status, output = ready.run("browser")
    assert status == 0
    assert "playwright install chromium" in output
    assert "THE BROWSER TESTS ARE SKIPPED" in output


def test_browser_comes_from_apt_for_root(ready):
    ready.stub(ready.bin / "id", "#!/bin/sh\necho 0\n")
    given = {"bin": ready.bin, "python": sys.executable}
    ready.stand_in(ready.bin / "apt-get", "apt-get", **given)
    status, output = ready.run("browser")
    assert status == 0
    assert "apt-get install chromium" in output
    assert "SKIPPED" not in output
    assert ready.run("browser") == (0, "")


def test_without_bubblewrap_the_kernels_wall_serves(ready):
    assert ready.run("sandbox") == (0, "")
    (ready.home / "no-landlock").touch()
    status, output = ready.run("sandbox")
    assert status == 0
    assert "submissions cannot be graded" in output


# --- the Makefile ----------------------------------------------------------------

TARGETS = "book html slides translator serve test mutants lint lab exercises task "
TARGETS += "students release ready check lock experiments bench lighthouse clean "
TARGETS += "distclean"


def make(*arguments):
    # without what an outer make (as in `make test`) passes down
    environment = {k: v for k, v in os.environ.items() if not k.startswith("MAKE")}
    return subprocess.run(
        ["make", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_make_alone_lists_the_targets():
    listed = [line.split()[0] for line in make().splitlines() if line[:2] == "  "]
    assert listed == TARGETS.split()


def test_every_target_can_be_planned_and_sets_up_first():
    # lock needs only uv: what it has to fix may be why set-up stops
    for target in TARGETS.split():
        output = make("--dry-run", target)
        if target in {"clean", "distclean", "lock"}:
            assert output
        else:
            assert output.startswith("sh .ci/setup\n"), target
