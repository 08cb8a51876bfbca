"""Removing a folder in which a student's code could write.

It may be nested as deeply as the kernel lets it be, and closed at any place.
`shutil.rmtree` calls itself for each level, until Python ends that; and a path of too
many levels has no name that the kernel takes.
"""

import contextlib
import itertools
import os
import secrets
from pathlib import Path


def remove(folder: Path) -> None:
    """Remove a folder with all in it, as far as this user may.

    What lies in a folder's folders is moved up before these are removed, so that no
    path is ever longer than two more names.
    """
    mark, numbers = secrets.token_hex(8), itertools.count()
    with contextlib.suppress(OSError):
        folder.chmod(0o700)
        while inside := list(os.scandir(folder)):
            for one in inside:
                if not one.is_dir(follow_symlinks=False):
                    os.unlink(one)
                    continue
                os.chmod(one, 0o700)
                for inner in list(os.scandir(one)):
                    if inner.is_dir(follow_symlinks=False):
                        os.chmod(inner, 0o700)  # who moves a folder writes into it
                        os.rename(inner, folder / f"{mark}-{next(numbers)}")
                    else:
                        os.unlink(inner)
                os.rmdir(one)
        folder.rmdir()
