"""Checks, point by point, whether this copy can be published: `make ready`.

It looks at the files that `make release` has gathered. Twine checks the package, which
then runs in an environment that contains only the package and its requirements. These
and twine come from the package index. No command can see what only the host knows, such
as GitHub's settings; see *Publish your copy* in `book/teach_reference.md` for those.
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
    """Return the output of a command.

    Raises:
        click.ClickException: if it fails; the message is the end of its output.
    """
    done = subprocess.run(command, cwd=release.ROOT, capture_output=True, text=True)
    if done.returncode:
        last = (done.stdout + done.stderr).strip().splitlines()[-1:]
        raise click.ClickException(" ".join([*last, f"(exit {done.returncode})"]))
    return done.stdout


def committed() -> list[str]:
    """Return the files that the published copy would lack."""
    changed = run("git", "status", "--short").splitlines()
    return [f"not committed: {line[3:]}" for line in changed]


def gathered() -> list[str]:
    """Return what is wrong with `_build/release`; see `deploy.release`."""
    files = sorted(release.TARGET.glob("*"))
    return release.faults(files, release.CHANGELOG.read_text("utf-8"))


def packages() -> list[Path]:
    return [*release.TARGET.glob("*.whl"), *release.TARGET.glob("*.tar.gz")]


def accepted() -> list[str]:
    """Return what the package index would reject."""
    run(UV, "tool", "run", TWINE, "check", "--strict", *packages())
    return []


def runs() -> list[str]:
    """Check that the wheel gives the same translation in a new environment."""
    (wheel,) = release.TARGET.glob("*.whl")
    with tempfile.TemporaryDirectory() as folder:
        python = Path(folder) / "bin" / "python"
        run(UV, "venv", "--quiet", "--seed", folder)
        install = ("pip", "install", "--quiet")
        try:
            run(UV, *install, "--torch-backend", "cpu", "--python", python, wheel)
        except click.ClickException:  # torch's own index can't be reached
            run(python, "-m", *install, wheel)
        command = ("-I", "-m", "lernformer", "translate", SENTENCE)
        there, here = run(python, *command), run(sys.executable, *command)
    return [] if there == here else [f"it says {there!r}, here {here!r}"]


def binder() -> list[str]:
    """Check that the packages for Binder can be installed together."""
    wanted = ".binder/requirements.txt"
    version = (release.ROOT / ".binder/runtime.txt").read_text().strip()
    python = version.removeprefix("python-")
    run(UV, "pip", "compile", "--quiet", "--python-version", python, wanted)
    return []


def fresh() -> list[str]:
    """Check that the notebooks are what `solutions/` generates."""
    run("make", "check")
    return []


# What each point looks for, and what to do about the problems that it finds.
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
    """Print each point once its result is known; return those that aren't ready."""
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
