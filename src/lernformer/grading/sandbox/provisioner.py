"""Provides a sandboxed Jupyter kernel: the kernelspec `lernformer-sandbox`.

`nbgrader_config.py` names this kernel, so whatever runs a submission in a kernel does
so in the sandbox. This is true for `nbgrader validate`, and also when somebody opens
the submission in JupyterLab to see what it does.

The kernel protects the machine and the class, but only the judge protects the score.
The judge itself doesn't use kernels. It forks its processes from the forkserver, which
takes a fiftieth of the time.
"""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from jupyter_client.provisioning import LocalProvisioner

from lernformer.grading.sandbox import bubblewrap
from lernformer.grading.sandbox.removal import remove
from lernformer.grading.sandbox.visible_files import PACKAGE

KERNELS = Path(__file__).with_name("jupyter")  # belongs in JUPYTER_PATH
UID = 60_999  # the user that root's kernels become
# If a folder's name starts with this, it has copies for the kernel that starts there.
FILES = "lernformer-files-"


class SandboxProvisioner(LocalProvisioner):
    """Starts a kernel that has no network and can't see the course.

    Jupyter talks to the kernel through Unix sockets. They are files, so they can pass
    through the wall.
    """

    folder: Path | None = None

    async def pre_launch(self, **kwargs: Any) -> dict[str, Any]:
        self.folder = Path(tempfile.mkdtemp(prefix="lernformer-kernel-"))
        manager: Any = self.parent
        manager.transport = "ipc"
        manager.ip = str(self.folder / "socket")
        manager.connection_file = str(self.folder / "kernel.json")
        hidden = (Path.cwd(), PACKAGE.parents[1])
        own: tuple[Path, ...] = (self.folder,)
        start = Path(kwargs.get("cwd") or "/")
        if start.name.startswith(FILES):
            start.chmod(0o755)  # root enters it before it becomes another user
            own = self.folder, start
        else:
            start = Path("/")
        rights = "CAP_SETUID", "CAP_SETGID"
        wall = bubblewrap.command(PACKAGE, hidden, rights, own, start)
        # The kernel can't see its parent, so it must not wait for the parent to exit.
        wall += ["--unsetenv", "JPY_PARENT_PID"]
        kwargs = await super().pre_launch(**kwargs)
        confined = [sys.executable, "-I", "-m", "lernformer.grading.sandbox.confined"]
        command = [*wall, *_nobody(own), *confined, *kwargs["cmd"]]
        return {
            **kwargs,
            "cmd": command,
            "env": bubblewrap.environment(bubblewrap.HOME),
        }

    async def cleanup(self, restart: bool = False) -> None:
        await super().cleanup(restart)
        if self.folder and not restart:
            remove(self.folder)


def _nobody(own: tuple[Path, ...]) -> list[str]:
    """Return the words that make root's kernel run as a user who owns only ``own``."""
    if os.geteuid() != 0:
        return []
    for folder in own:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, UID, UID)
    return [
        "setpriv",
        f"--reuid={UID}",
        f"--regid={UID}",
        "--clear-groups",
        "--no-new-privs",
    ]
