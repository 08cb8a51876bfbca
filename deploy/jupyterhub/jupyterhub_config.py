"""JupyterHub for one class: an instructor and students, each with a local account.

Start it in a folder with a `class.toml` (see class.example.toml), as root:
`jupyterhub -f …/deploy/jupyterhub/jupyterhub_config.py`. Who logs in how, and what a
server for real students needs besides, is in the README beside this file.
"""

import os
import sys
import sysconfig
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent


def read_class(file: Path) -> dict:
    """The class as `file` describes it.

    Raises:
        ValueError: if a name is missing, stands twice or cannot be an account's.
    """
    known = tomllib.loads(file.read_text(encoding="utf-8"))
    needed = {"course", "exchange", "instructor", "students"}
    if known.keys() != needed:
        different = ", ".join(sorted(known.keys() ^ needed))
        raise ValueError(f"{file}: missing or unknown: {different}")
    names = [known["instructor"], *known["students"]]
    for name in names:
        # JupyterHub makes names small; nbgrader splits files' names at "+"
        if name != name.lower() or set(name) & set("+*/ "):
            raise ValueError(f"{file}: {name!r} cannot be the name of an account")
        if names.count(name) > 1:
            raise ValueError(f"{file}: {name!r} stands there twice")
    for folder in ("course", "exchange"):
        if not Path(known[folder]).is_dir():
            raise ValueError(f"{file}: {folder}: there is no folder {known[folder]}")
    return known


def before_start(spawner) -> None:
    """Give the instructor the course and formgrader, and students neither."""
    shared = str(HERE / "everyone")
    if spawner.user.name == members["instructor"]:
        course = Path(members["course"])
        if course.stat().st_mode & 0o077:
            raise PermissionError(f"others may look into {course}: chmod 700 {course}")
        spawner.notebook_dir = str(course)
        # nbgrader finds the course's nbgrader_config.py here
        paths = [str(course), str(HERE / "instructor"), shared]
    else:
        paths = [str(HERE / "student"), shared]
    spawner.environment["JUPYTER_CONFIG_PATH"] = os.pathsep.join(paths)


members = read_class(Path("class.toml"))

c = get_config()  # noqa: F821  JupyterHub defines it
c.JupyterHub.bind_url = (
    "http://127.0.0.1:8000"  # a web server with TLS stands before it
)
c.Authenticator.allowed_users = {members["instructor"], *members["students"]}

c.Spawner.cmd = [sys.executable, "-m", "jupyterhub.singleuser"]
c.Spawner.default_url = "/lab"
c.Spawner.pre_spawn_hook = before_start
c.Spawner.environment = {
    "PATH": f"{sysconfig.get_path('scripts')}:/usr/local/bin:/usr/bin:/bin",
    "LERNFORMER_EXCHANGE": members["exchange"],
    "LERNFORMER_EDITION": "class",  # model answers are handed out
}
