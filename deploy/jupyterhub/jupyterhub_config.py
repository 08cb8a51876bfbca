"""JupyterHub for one class: an instructor and students, each with a local account.

Start it as root, in a folder with a `class.toml` (see class.example.toml):
`jupyterhub -f …/deploy/jupyterhub/jupyterhub_config.py`. The README next to this file
explains how people log in, and what else a server for real students needs.
"""

import os
import sys
import sysconfig
from pathlib import Path

import lernformer

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from members import read_class, require_folders, require_private  # noqa: E402

IDLE = 3600  # seconds until an unused server is stopped; its files stay


def before_start(spawner) -> None:
    """Give the course and formgrader to the instructor, but not to students."""
    package = Path(lernformer.__file__).with_name("jupyter")
    shared = [str(HERE / "everyone"), str(package)]
    if spawner.user.name == members["instructor"]:
        course = Path(members["course"])
        if course.stat().st_mode & 0o077:
            raise PermissionError(
                f"other accounts can read {course}: chmod 700 {course}"
            )
        spawner.notebook_dir = str(course)
        # where nbgrader finds the course's nbgrader_config.py
        paths = [str(course), str(HERE / "instructor"), *shared]
    else:
        paths = [str(HERE / "student"), *shared]
    spawner.environment["JUPYTER_CONFIG_PATH"] = os.pathsep.join(paths)


members = read_class(Path("class.toml"))
require_folders(members)
require_private()

c = get_config()  # noqa: F821  JupyterHub defines it
c.JupyterHub.bind_url = "http://127.0.0.1:8000"  # behind a web server with TLS
c.Authenticator.allowed_users = {members["instructor"], *members["students"]}

# Free the memory of people who have stopped working.
culler = [sys.executable, "-m", "jupyterhub_idle_culler", f"--timeout={IDLE}"]
c.JupyterHub.services = [{"name": "idle-culler", "command": culler}]
scopes = ["list:users", "read:users:activity", "read:servers", "delete:servers"]
c.JupyterHub.load_roles = [
    {"name": "idle-culler", "scopes": scopes, "services": ["idle-culler"]}
]

c.Spawner.cmd = [sys.executable, "-m", "jupyterhub.singleuser"]
c.Spawner.default_url = "/lab"
c.Spawner.pre_spawn_hook = before_start
c.Spawner.environment = {
    "PATH": f"{sysconfig.get_path('scripts')}:/usr/local/bin:/usr/bin:/bin",
    "LERNFORMER_EXCHANGE": members["exchange"],
    "LERNFORMER_EDITION": "class",  # the instructor hands out the model answers
}
