"""Files that are written whole or not at all, also when the process is killed."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def writing(path: str | Path) -> Iterator[Path]:
    """A file to write to, which takes the place of ``path`` at the end.

    Until then it lies beside it, under a hidden name that ends in ``.part``. After an
    error it is gone, and ``path`` is as it was.
    """
    path = Path(path)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())  # the bytes before the name
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise


def write(path: str | Path, text: str, mode: int | None = None) -> None:
    """Replace a file by one with this text, in UTF-8.

    Args:
        path: of the file.
        text: that it shall hold.
        mode: its permissions, as they are from the beginning; else the usual ones.

    Raises:
        ValueError: if that cannot be; the file is then as it was.
    """
    try:
        with writing(path) as part:
            if mode is not None:
                os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode))
            part.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise ValueError(f"{path} could not be written: {error.strerror}") from error
