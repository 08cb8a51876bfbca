"""Writes files completely or not at all, even if the process is killed."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def writing(path: str | Path) -> Iterator[Path]:
    """Provide a file to write to, which replaces ``path`` at the end.

    Until then, it is next to ``path``, under a hidden name that ends in ``.part``. If
    there is an error, it is deleted, and ``path`` stays unchanged.
    """
    path = Path(path)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())  # store the bytes before renaming
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def write(path: str | Path, text: str, mode: int | None = None) -> None:
    """Write text to a file in UTF-8, replacing the file in one step.

    Args:
        path: the path of the file.
        text: its new content.
        mode: the file's permissions, which are set before any text is written; by
            default, the usual ones.

    Raises:
        ValueError: if the file can't be written; in that case, it stays unchanged.
    """
    try:
        with writing(path) as part:
            if mode is not None:
                os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
            part.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise ValueError(f"{path} could not be written: {error.strerror}") from error
