"""``lernformer doctor`` checks whether this machine can run the exercises.

Each problem comes with a remedy. You can paste the output when you ask for help.
"""

import os
import platform
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

OLDEST = (3, 11)
ROOM = 0.5  # GB, for notebooks, a trained translator and Jupyter's files
PACKAGES = ("numpy", "torch", "matplotlib", "ipywidgets", "anywidget")
JUPYTER = ("jupyterlab", "ipykernel")


@dataclass(frozen=True)
class Finding:
    """The result of one check.

    Attributes:
        what: what was checked.
        found: what was found.
        remedy: what to do; empty if all is well.
    """

    what: str
    found: str
    remedy: str = ""

    def __str__(self) -> str:
        sign = "✗" if self.remedy else "✓"
        line = f"{sign} {self.what:12} {self.found}"
        return f"{line}\n  {self.remedy}" if self.remedy else line


def examine(folder: Path) -> Iterator[Finding]:
    """Check everything on this machine that the exercises in a folder need."""
    yield Finding("system", f"{platform.system()} {platform.release()}")
    yield _python()
    yield from map(_package, ("lernformer", *PACKAGES, *JUPYTER))
    yield _torch()
    yield _kernel()
    yield _disk(folder)
    yield _writing(folder)


def _python() -> Finding:
    found = f"{platform.python_version()}, {sys.executable}"
    old = sys.version_info[:2] < OLDEST
    wanted = ".".join(map(str, OLDEST))
    return Finding("Python", found, f"install Python {wanted} or newer" if old else "")


def _package(name: str) -> Finding:
    try:
        return Finding(name, metadata.version(name))
    except metadata.PackageNotFoundError:
        # For the course itself, a folder on the path is enough.
        if name == "lernformer":
            return Finding(name, "from a folder, not installed")
        return Finding(name, "is missing", f"{sys.executable} -m pip install {name}")


def _torch() -> Finding:
    try:
        import torch

        total = float(torch.ones(2) @ torch.ones(2))
    except Exception as error:
        why = f"does not compute: {type(error).__name__}: {error}"
        return Finding("computing", why, "install torch again, in a fresh environment")
    cores, cuda = os.cpu_count(), torch.cuda.is_available()
    found = f"{cores} cores, {torch.get_num_threads()} threads"
    found += ", a CUDA device (not needed)" if cuda else ""
    return Finding("computing", found, "" if total == 2 else f"1 + 1 gives {total}")


def _kernel() -> Finding:
    """Check that kernel python3 runs this Python; others may lack the course."""
    try:
        from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
    except ImportError:
        return Finding(
            "kernel", "is missing", f"{sys.executable} -m pip install jupyterlab"
        )
    try:
        argv = KernelSpecManager().get_kernel_spec("python3").argv
    except NoSuchKernel:
        argv = []
    install = f"{sys.executable} -m ipykernel install --sys-prefix"
    if not argv:
        return Finding("kernel", "python3 is missing", install)
    program = shutil.which(argv[0]) or argv[0]
    # ipykernel's own kernel runs whichever Python started Jupyter.
    ours = argv[0] in ("python", "python3") or _same(program, sys.executable)
    return Finding("kernel", f"python3 runs {argv[0]}", "" if ours else install)


def _same(one: str, other: str) -> bool:
    """Return True if both are in one environment, not just links to one program."""
    return Path(one).parent.absolute() == Path(other).parent.absolute()


def _disk(folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free / 1e9
    remedy = f"free at least {ROOM:g} GB" if free < ROOM else ""
    return Finding("disk", f"{free:.1f} GB free in {folder.absolute()}", remedy)


def _writing(folder: Path) -> Finding:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return Finding("writing", "is allowed here")
    except OSError as error:
        remedy = "move the notebooks to a folder of your own"
        return Finding("writing", f"is not possible: {error.strerror}", remedy)
