"""Creates accounts, course and class list from a class.toml: as root, `enrol.py FILE`.

Existing accounts keep everything as it is, including password and home. If you run it
again with more students, it creates only what is missing. Initial passwords go into
`passwords.csv` next to the file, which only root can read. Delete it once you have
handed them out.
"""

import os
import pwd
import re
import secrets
import subprocess
import sys
import tomllib
from pathlib import Path

from members import HERE, read_class

ACCOUNT = re.compile(r"[a-z_][a-z0-9_.-]{0,31}")
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # no two that look alike


def enrol(file: Path) -> list[str]:
    """Create what is missing, and say what was created.

    Raises:
        ValueError: if the class can't be set up; in that case, nothing is created.
    """
    members = read_class(file)
    names = [members["instructor"], *members["students"]]
    if bad := [name for name in names if not ACCOUNT.fullmatch(name)]:
        raise ValueError(f"{file}: not valid as account names: {', '.join(bad)}")
    known = {account.pw_name for account in pwd.getpwall()}
    new = [name for name in names if name not in known]
    made = [make(name) for name in new]
    if made:
        keep(file.with_name("passwords.csv"), made)
    furnish(members)
    messages = [
        f"{len(new)} accounts created, {len(names) - len(new)} existed already."
    ]
    listed = tomllib.loads(file.read_text("utf-8"))["students"]
    if isinstance(listed, str):
        messages.append(enter(file.parent / listed, members))
    return messages


def make(name: str) -> str:
    """Create an account with a private home; return a line with its first password."""
    words = ["useradd", "--create-home", "--shell", "/bin/bash", "-K", "HOME_MODE=0700"]
    subprocess.run([*words, name], check=True)
    drawn = "".join(secrets.choice(LETTERS) for _ in range(12))
    line = f"{name}:{drawn}"
    subprocess.run(["chpasswd"], input=line, text=True, check=True)
    return line.replace(":", ",")


def furnish(members: dict) -> None:
    """Create the instructor's course, which nobody else may open, and the exchange."""
    owner, course = members["instructor"], Path(members["course"])
    own = ["install", "--directory", "-o", owner, "-g", owner]
    if not Path(members["exchange"]).exists():
        subprocess.run([*own, members["exchange"]], check=True)
    if not course.exists():
        subprocess.run([*own, "-m", "700", str(course)], check=True)
        for name in ("solutions", "nbgrader_config.py"):
            words = ["cp", "-R", str(HERE.parents[1] / name), str(course)]
            subprocess.run(words, check=True)
        subprocess.run(["chown", "-R", f"{owner}:{owner}", str(course)], check=True)


def keep(file: Path, lines: list[str]) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    with open(descriptor, "a", encoding="utf-8") as kept:
        kept.write("".join(f"{line}\n" for line in lines))


def enter(listed: Path, members: dict) -> str:
    """Put the class list into the instructor's course and its gradebook."""
    owner, course = members["instructor"], Path(members["course"])
    copy = course / "class.csv"
    install = ["install", "-o", owner, "-g", owner, "-m", "600", str(listed), str(copy)]
    subprocess.run(install, check=True)
    nbgrader = Path(sys.executable).with_name("nbgrader")
    command = [str(nbgrader), "db", "student", "import", str(copy)]
    done = subprocess.run(
        ["runuser", "-u", owner, "--", *command],
        cwd=course,
        env={"PATH": os.environ["PATH"], "HOME": pwd.getpwnam(owner).pw_dir},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ValueError(f"{listed} was not entered: {done.stdout}")
    return done.stdout.strip().splitlines()[-1]


if __name__ == "__main__":
    try:
        print("\n".join(enrol(Path(sys.argv[1]).resolve())))
    except (ValueError, OSError, subprocess.CalledProcessError) as error:
        sys.exit(str(error))
