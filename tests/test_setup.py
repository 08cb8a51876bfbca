"""The set-up script and the Makefile, in an environment of stubs.

The script runs for real; Python, pip and df are stand-ins that tell what was asked
of them, so that the tests need no network, no full disk and no minutes.
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

PYTHON = """#!/bin/sh
case "$*" in
    *version_info*) echo {version} ;;
    *ensurepip*) exit {ensurepip} ;;
    *fcntl*) exec "{real}" "$@" ;;
    "-m venv "*)
        mkdir -p "$3/bin"
        echo >"$3/pyvenv.cfg"
        cp "{home}/venv-python" "$3/bin/python" ;;
    *) echo "Python {version}.0" ;;
esac
"""
VENV_PYTHON = """#!/bin/sh
case "$*" in
    "-m pip "*) echo "$*" >>"{home}/pip-calls"; . "{home}/pip" ;;
    *playwright*) exit 1 ;;
esac
"""


class Project:
    """A clone with nothing but the set-up script, and a machine of stubs around it."""

    def __init__(self, folder: Path):
        self.root = folder / "my course"
        self.home = folder / "home"
        self.bin = folder / "bin"
        for path in (self.root / ".ci", self.home, self.bin):
            path.mkdir(parents=True)
        shutil.copy(ROOT / ".ci/setup", self.root / ".ci/setup")
        (self.root / "requirements.txt").write_text("numpy==2.0\n")
        (self.root / "pyproject.toml").write_text("[project]\n")
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool))
        self.stub(self.home / "venv-python", VENV_PYTHON.format(home=self.home))
        self.pip(":")

    @property
    def venv(self) -> Path:
        return self.root / ".venv"

    def stub(self, path: Path, text: str) -> None:
        path.write_text(text)
        path.chmod(0o755)

    def python(self, name="python3", version="3.12", ensurepip=True) -> None:
        text = PYTHON.format(
            version=version,
            ensurepip=int(not ensurepip),
            real=sys.executable,
            home=self.home,
        )
        self.stub(self.bin / name, text)

    def pip(self, behaviour: str) -> None:
        (self.home / "pip").write_text(behaviour + "\n")

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
            start_new_session=True,  # to signal it with all that it started
        )

    def run(self, *arguments, **environment) -> tuple[int, str]:
        process = self.start(*arguments, **environment)
        output, _ = process.communicate(timeout=30)
        return process.returncode, output

    def installs(self) -> int:
        """How many times pip was asked to install the requirements."""
        calls = self.home / "pip-calls"
        return calls.read_text().count(" -r ") if calls.exists() else 0

    def wait_for_install(self) -> None:
        for _ in range(500):
            if self.installs():
                return
            time.sleep(0.02)
        pytest.fail("pip was never called")


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


@pytest.fixture
def ready(project):
    project.python()
    assert project.run()[0] == 0
    return project


def assert_sets_up(project):
    status, output = project.run()
    assert (status, (project.venv / ".ready").exists()) == (0, True), output
    assert not (project.venv / ".unfinished").exists()
    assert project.run() == (0, "")
    return output


# --- what is there already -------------------------------------------------------


def test_second_run_does_nothing(ready):
    began = time.monotonic()
    assert ready.run() == (0, "")
    assert time.monotonic() - began < 1
    assert ready.installs() == 1


@pytest.mark.parametrize("name", ["requirements.txt", "pyproject.toml"])
def test_changed_requirements_update_the_environment(ready, name):
    extra = ready.venv / "installed-by-hand"
    extra.touch()
    with (ready.root / name).open("a") as file:
        file.write("# changed\n")
    assert "Updating .venv" in assert_sets_up(ready)
    assert extra.exists()
    assert ready.installs() == 2


def test_two_at_once_install_once(project):
    project.python()
    project.pip("sleep 0.5")
    first = project.start()
    project.wait_for_install()
    status, output = project.run()
    assert status == 0
    assert "waiting" in output
    assert first.wait() == 0
    first.stdout.close()
    assert project.installs() == 1


def test_environment_of_a_moved_folder_starts_afresh(ready):
    moved = ready.root.with_name("elsewhere")
    ready.root.rename(moved)
    ready.root = moved
    assert "made in another folder" in assert_sets_up(ready)
    assert ready.installs() == 2


def test_environment_without_its_python_starts_afresh(ready):
    (ready.venv / "bin/python").unlink()
    assert "gone or broken" in assert_sets_up(ready)


def test_folder_that_is_no_environment_is_left_alone(project):
    project.python()
    project.venv.mkdir()
    (project.venv / "thesis.txt").touch()
    status, output = project.run()
    assert status == 1
    assert "no virtual environment" in output
    assert (project.venv / "thesis.txt").exists()
    assert project.run("remove")[0] == 0
    assert (project.venv / "thesis.txt").exists()


def test_remove(ready):
    assert ready.run("remove") == (0, "")
    assert not ready.venv.exists()
    assert_sets_up(ready)


# --- which Python ----------------------------------------------------------------


def test_no_python(project):
    status, output = project.run()
    assert status == 1
    assert "needs Python 3.11 or newer; found: none" in output


def test_only_old_pythons_are_named(project):
    project.python("python3", "3.9")
    project.python("python3.11", "3.10")
    project.stub(project.bin / "python3.12", "#!/bin/sh\nexit 127\n")
    status, output = project.run()
    assert status == 1
    assert "found: python3 (3.9) python3.11 (3.10)" in output
    assert not project.venv.exists()
    project.python("python3.13", "3.13")
    assert "Python 3.13.0" in assert_sets_up(project)


def test_tested_python_is_preferred_to_a_later_one(project):
    project.python("python3", "3.14")
    project.python("python3.12", "3.12")
    assert "Python 3.12.0" in assert_sets_up(project)


def test_later_python_is_better_than_none(project):
    project.python("python3", "3.14")
    assert "Python 3.14.0" in assert_sets_up(project)


def test_named_python_and_no_other(project):
    project.python("python3", "3.12")
    project.python("my python", "3.9")
    status, output = project.run(PYTHON="my python")
    assert status == 1
    assert "found: my python (3.9)" in output


def test_python_without_venv(project):
    project.python(version="3.11", ensurepip=False)
    status, output = project.run()
    assert status == 1
    assert "apt-get install python3.11-venv" in output
    project.python(version="3.11")
    assert_sets_up(project)


# --- installs that do not end ----------------------------------------------------


def test_full_disk_is_seen_before(project):
    project.python()
    project.free_space(1200)
    status, output = project.run()
    assert status == 1
    assert ".venv needs 3000 MB" in output
    assert "1200 MB are free" in output
    assert project.installs() == 0
    project.free_space(5000)
    assert_sets_up(project)


def test_disk_full_during_the_install(project):
    project.python()
    project.pip("echo 'ERROR: [Errno 28] No space left on device'; exit 1")
    status, output = project.run()
    assert status == 1
    assert "disk ran full" in output
    project.pip(":")
    assert "did not finish" in assert_sets_up(project)


def test_no_network(project):
    project.python()
    project.pip("echo 'ERROR: no matching distribution'; exit 1")
    status, output = project.run()
    assert status == 1
    assert "no matching distribution" in output
    assert "nothing is lost" in output
    project.pip(":")
    assert_sets_up(project)


def test_no_network_keeps_a_working_environment(ready):
    extra = ready.venv / "installed-by-hand"
    extra.touch()
    (ready.root / "requirements.txt").write_text("numpy==2.1\n")
    ready.pip("exit 1")
    assert ready.run()[0] == 1
    ready.pip(":")
    assert_sets_up(ready)
    assert extra.exists()


def test_package_itself_fails_to_install(project):
    project.python()
    project.pip('case "$*" in *editable*) exit 1 ;; esac')
    assert project.run()[0] == 1
    project.pip(":")
    assert_sets_up(project)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("update", [False, True])
def test_stopped_install_starts_afresh(project, number, update):
    project.python()
    if update:
        assert_sets_up(project)
        (project.home / "pip-calls").unlink()
        (project.root / "requirements.txt").write_text("numpy==2.1\n")
    project.pip(f'echo half >"{project.venv}/half-a-package"; sleep 30')
    process = project.start()
    project.wait_for_install()
    os.killpg(process.pid, number)
    output, _ = process.communicate(timeout=30)
    assert process.returncode != 0
    if number != signal.SIGKILL:
        assert "Interrupted. Run the same command again" in output
    project.pip(":")
    assert "did not finish" in assert_sets_up(project)
    assert not (project.venv / "half-a-package").exists()


def test_progress_shows_large_downloads_only(project):
    project.python()
    project.pip(
        "echo '  Downloading torch-2.whl (190.3 MB)'; echo 'Downloading x (9.1 kB)'"
    )
    output = assert_sets_up(project)
    assert "  Downloading torch-2.whl (190.3 MB)\n" in output
    assert "9.1 kB" not in output
    assert "9.1 kB" in (project.venv / "setup.log").read_text()


# --- the browser -----------------------------------------------------------------


def test_browser_is_found_once(ready):
    count = ready.home / "browser-calls"
    ready.stub(ready.bin / "chromium", f"#!/bin/sh\necho called >>'{count}'\n")
    assert ready.run("browser") == (0, "")
    assert ready.run("browser") == (0, "")
    assert count.read_text() == "called\n"


def test_browser_that_does_not_start_is_none(ready):
    ready.stub(ready.bin / "chromium", "#!/bin/sh\nexit 10\n")
    status, output = ready.run("browser")
    assert status == 0
    assert "playwright install chromium" in output
    assert "THE BROWSER TESTS ARE SKIPPED" in output


def test_browser_comes_from_apt_for_root(ready):
    ready.stub(ready.bin / "id", "#!/bin/sh\necho 0\n")
    ready.stub(
        ready.bin / "apt-get",
        f"""#!/bin/sh
case "$*" in *install*chromium)
    printf '#!/bin/sh\\n' >'{ready.bin}/chromium'
    "{sys.executable}" -c 'import os; os.chmod("{ready.bin}/chromium", 0o755)' ;;
esac
""",
    )
    status, output = ready.run("browser")
    assert status == 0
    assert "apt-get install chromium" in output
    assert "SKIPPED" not in output
    assert ready.run("browser") == (0, "")


# --- the Makefile ----------------------------------------------------------------

TARGETS = ["book", "html", "serve", "test", "mutants", "lint", "lab", "exercises"]
TARGETS += ["students", "check", "bench", "lighthouse", "clean", "distclean"]


def make(*arguments):
    # without what an outer make, as in `make test`, hands down
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
    assert listed == TARGETS


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_can_be_planned(target):
    assert make("--dry-run", target)


def test_each_working_target_sets_up_first():
    for target in set(TARGETS) - {"clean", "distclean"}:
        assert make("--dry-run", target).startswith("sh .ci/setup\n"), target
