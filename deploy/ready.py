"""Whether this copy can be published, point by point: `make ready`.

It looks at what `make release` has gathered. Twine checks the package, which then runs
in an environment with nothing but itself and its requirements; these and twine come
from the package index. No command can see what only the host knows, such as GitHub's
settings: those points are in `book/teach_reference.md`, *Publish your copy*.
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import click

from deploy import owner, release

TWINE = "twine==6.2.0"
UV = Path(sys.executable).with_name("uv")
SENTENCE = "the cat is sleeping"
Point = tuple[Callable[[], list[str]], str]


def run(*command: str | Path) -> str:
    """The output of a command.

    Raises:
        click.ClickException: if it fails; shows the end of its output.
    """
    done = subprocess.run(command, cwd=release.ROOT, capture_output=True, text=True)
    if done.returncode:
        last = (done.stdout + done.stderr).strip().splitlines()[-1:]
        raise click.ClickException(" ".join([*last, f"(exit {done.returncode})"]))
    return done.stdout


def committed() -> list[str]:
    """Files that the published copy would lack."""
    changed = run("git", "status", "--short").splitlines()
    return [f"not committed: {line[3:]}" for line in changed]


def gathered() -> list[str]:
    """The faults of `_build/release`; see `deploy.release`."""
    files = sorted(release.TARGET.glob("*"))
    return release.faults(files, release.CHANGELOG.read_text("utf-8"))


def packages() -> list[Path]:
    return [*release.TARGET.glob("*.whl"), *release.TARGET.glob("*.tar.gz")]


def accepted() -> list[str]:
    """What the package index would reject."""
    run(UV, "tool", "run", TWINE, "check", "--strict", *packages())
    return []


def runs() -> list[str]:
    """Whether the wheel, alone in a new environment, gives the same translation."""
    (wheel,) = release.TARGET.glob("*.whl")
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "bin" / "python"
        run(UV, "venv", "--quiet", "--seed", folder)
        install = ("pip", "install", "--quiet")
        try:
            run(UV, *install, "--torch-backend", "cpu", "--python", python, wheel)
        except click.ClickException:  # torch's own index is out of reach
            run(python, "-m", *install, wheel)
        command = ("-I", "-m", "lernformer", "translate", SENTENCE)
        there, here = run(python, *command), run(sys.executable, *command)
    return [] if there == here else [f"it says {there!r}, here {here!r}"]


def binder() -> list[str]:
    """Whether what Binder installs can be installed together."""
    wanted = ".binder/requirements.txt"
    version = (release.ROOT / ".binder/runtime.txt").read_text().strip()
    python = version.removeprefix("python-")
    run(UV, "pip", "compile", "--quiet", "--python-version", python, wanted)
    return []


def fresh() -> list[str]:
    """Whether the notebooks are what `solutions/` generates."""
    run("make", "check")
    return []


# What each point looks for, and what to do about its findings.
POINTS: dict[str, Point] = {
    "addresses": (owner.unset, "set them, then make exercises"),
    "notebooks are fresh": (fresh, "make exercises, and commit what it writes"),
    "all is committed": (committed, "git add and git commit"),
    "files of the release": (gathered, "make release"),
    "package index takes them": (accepted, "fix pyproject.toml or README.md"),
    "package runs elsewhere": (runs, "fix `dependencies` in pyproject.toml"),
    "Binder can install": (binder, "fix .binder/requirements.txt"),
}


def report(points: dict[str, Point]) -> list[str]:
    """Print each point as soon as it is known; return those that aren't ready."""
    missing = []
    for name, (look, remedy) in points.items():
        try:
            faults = look()
        except (click.ClickException, OSError, ValueError) as error:
            faults = [str(error)]
        click.echo(f"{'missing' if faults else 'ready':8} {name}")
        for fault in faults:
            click.echo(f"{'':11}{fault}")
        if faults:
            missing.append(name)
            click.echo(f"{'':9}→ {remedy}")
    return missing


if __name__ == "__main__":
    sys.exit(1 if report(POINTS) else 0)
